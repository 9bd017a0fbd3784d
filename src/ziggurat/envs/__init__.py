"""The games as environments for learners: PettingZoo (`aec`), Gymnasium (`single_seat`, `vector`) and OpenSpiel (`openspiel`).

Importing this package makes the Gymnasium ids known: `ziggurat/Amytis-v1`, `ziggurat/Akropolis-v1`, `ziggurat/Blueprints-v1`. The three libraries come with
`pip install ziggurat[envs]`; each module needs only its own. `docs/guides/environments.md` is the guide.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from ziggurat.extras import named_extra
from ziggurat.registry import game_names, game_spec

__all__ = ["aec", "openspiel", "register_game", "single_seat", "vector"]


def register_game(name: str) -> str:
    """Make a game known to Gymnasium; returns its id. The games of the package are known already."""
    with named_extra():
        import gymnasium

    identity = f"ziggurat/{name.capitalize()}-v{game_spec(name).version}"
    if identity not in gymnasium.registry:
        single, vector = "ziggurat.envs.single_seat:SingleSeatEnv", "ziggurat.envs.vector:BatchEnv"
        gymnasium.register(identity, single, vector_entry_point=vector, kwargs={"game": name})
    return identity


def __getattr__(name: str) -> ModuleType:
    """Import a module of this package when it is first used: each needs another library."""
    if name not in {"aec", "openspiel", "single_seat", "vector"}:
        raise AttributeError(f"module `ziggurat.envs` has no attribute `{name}`")
    return import_module(f"ziggurat.envs.{name}")


if find_spec("gymnasium") is not None:
    for _name in game_names():
        register_game(_name)
