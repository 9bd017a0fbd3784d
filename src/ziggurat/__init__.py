"""Ziggurat: The Architects of Amytis and other games of building upwards, to play, to study and to teach to computers."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ziggurat.batches import Batch, batch
    from ziggurat.errors import (
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
    from ziggurat.game_from_view import from_view
    from ziggurat.library import Bot, bot, ladder, match
    from ziggurat.record import load, read_records, save
    from ziggurat.registry import game_names, game_spec
    from ziggurat.view_dicts import GameName

__version__ = "0.2.0"
__all__ = [
    "Batch",
    "Bot",
    "BotError",
    "DealError",
    "Game",
    "GameError",
    "GameName",
    "GameOver",
    "IllegalMove",
    "InvalidMove",
    "NotYourTurn",
    "OptionError",
    "PositionError",
    "RecordError",
    "StaleMove",
    "UnknownGame",
    "batch",
    "bot",
    "from_view",
    "game_names",
    "game_spec",
    "ladder",
    "load",
    "match",
    "new",
    "read_records",
    "save",
]

HOMES = {
    "batches": ("Batch", "batch"),
    "game_from_view": ("from_view",),
    "game": ("Game", "new"),
    "library": ("Bot", "bot", "ladder", "match"),
    "record": ("load", "read_records", "save"),
    "registry": ("game_names", "game_spec"),
    "view_dicts": ("GameName",),
}
"""The modules that hold the public names; what stands in none is an error (`errors.py`)."""
MODULE_OF = {name: module for module, names in HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `ziggurat --help` need not wait for Numba."""
    if name not in __all__:
        raise AttributeError(f"module `ziggurat` has no attribute `{name}`")
    value = globals()[name] = getattr(import_module(f"ziggurat.{MODULE_OF.get(name, 'errors')}"), name)
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
