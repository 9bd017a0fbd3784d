"""Ziggurat: The Architects of Amytis and other games of building upwards, to play, to study and to teach to computers."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ziggurat.errors import (
        AmbiguousMove,
        BotError,
        DealError,
        GameError,
        GameOver,
        IllegalMove,
        InvalidMove,
        NotYourTurn,
        OptionError,
        PositionError,
        RecordError,
        StaleMove,
        UnknownGame,
    )
    from ziggurat.game import Game, new
    from ziggurat.record import load, save
    from ziggurat.registry import game_names, game_spec

__version__ = "0.1.0"
__all__ = [
    "AmbiguousMove",
    "BotError",
    "DealError",
    "Game",
    "GameError",
    "GameOver",
    "IllegalMove",
    "InvalidMove",
    "NotYourTurn",
    "OptionError",
    "PositionError",
    "RecordError",
    "StaleMove",
    "UnknownGame",
    "game_names",
    "game_spec",
    "load",
    "new",
    "save",
]

HOMES = {"Game": "game", "new": "game", "load": "record", "save": "record", "game_names": "registry", "game_spec": "registry"}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `ziggurat --help` need not wait for Numba."""
    if name not in __all__:
        raise AttributeError(f"module `ziggurat` has no attribute `{name}`")
    value = globals()[name] = getattr(import_module(f"ziggurat.{HOMES.get(name, 'errors')}"), name)
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
