"""Ziggurat: The Architects of Amytis and other games of building upwards, to play, to study and to teach to computers."""

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
