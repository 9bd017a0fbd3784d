"""Find the games: every folder in `games/` whose `__init__.py` holds a GAME. Adding a game edits no other file."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Any

import ziggurat.games
from ziggurat.errors import UnknownGame, listed
from ziggurat.spec import GameSpec
from ziggurat.text import FOLDERS, words

_more: dict[str, GameSpec] = {}


@cache
def _built_in() -> dict[str, GameSpec]:
    """The games of this package by name."""
    specs: dict[str, GameSpec] = {}
    for module in pkgutil.iter_modules(ziggurat.games.__path__, "ziggurat.games."):
        if module.ispkg and isinstance(spec := getattr(importlib.import_module(module.name), "GAME", None), GameSpec):
            specs[spec.name] = spec
    return specs


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return (*_built_in(), *_more)


def game_spec(name: str) -> GameSpec:
    """The game of this name."""
    spec = _more.get(name) or _built_in().get(name)
    if spec is None:
        known = listed(game_names())
        raise UnknownGame(f"there is no game `{name}`: known are {known}", name=name, known=known)
    return spec


def spec_of_key(key: str) -> GameSpec:
    """The spec of this key (`GameSpec.key`): a game, or a game with an expansion."""
    return next((spec for name in game_names() for spec in game_spec(name).with_expansions if spec.key == key), None) or game_spec(key)


def key_of(game: str, options: Any) -> str:
    """The key of the spec of a table with these options, as somebody sent them; of a game that is not known, its name."""
    if game not in game_names() or not isinstance(options, Mapping):
        return game
    return game_spec(game).at(options).key


def register(spec: GameSpec) -> None:
    """Add a game that lives outside this package."""
    _more[spec.name] = spec
    FOLDERS[spec.name] = spec.folder / "text"
    words.cache_clear()
