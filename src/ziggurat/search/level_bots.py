"""Bots by level: `level:1` plays like somebody who has read the rules once, `level:8` is the strongest we have at about one second a move.

Each game says how its levels play (`levels.py` of its folder); `docs/strength.md` shows the steps between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from ziggurat.errors import BotError
from ziggurat.game import Game
from ziggurat.levels import COMMON_LEVELS, LEVEL_NUMBERS, Level, Newcomer
from ziggurat.registry import game_spec
from ziggurat.search.mcts import Stop, TreeBot, never
from ziggurat.search.newcomer import NewcomerBot
from ziggurat.search.one_ply import OnePlyBot
from ziggurat.spec import GameSpec


def levels_of(spec: GameSpec, seats: int = 2) -> tuple[Level, ...]:
    """The eight levels of a game for so many seats."""
    of_seats = spec.optional("levels", "LEVELS_OF_SEATS") or {}
    return of_seats.get(seats) or spec.optional("levels", "LEVELS") or COMMON_LEVELS


class LevelBot:
    """A level of a game; how it plays depends on the number of seats. `seconds` a move replace the simulations of one that searches."""

    def __init__(self, spec: GameSpec, number: int, seed: str, seconds: float | None = None, stop: Stop = never) -> None:
        self.spec, self.number, self.seed, self.seconds, self.stop = spec, number, seed, seconds, stop
        self.bots: dict[Level, OnePlyBot | NewcomerBot | TreeBot] = {}

    def choose(self, game: Game) -> int:
        """Choose a legal move."""
        level = levels_of(game.spec, game.seats)[self.number - 1]
        if level not in self.bots:
            self.bots[level] = bot_of_level(game.spec, level, self.seed, self.seconds, self.stop)
        return self.bots[level].choose(game)


def bot_of_level(spec: GameSpec, level: Level, seed: str, seconds: float | None = None, stop: Stop = never) -> OnePlyBot | NewcomerBot | TreeBot:
    """Make the bot that plays as a level says."""
    if level.one_ply:
        return OnePlyBot(spec, seed, level.one_ply)
    if not level.searches:
        return NewcomerBot(spec, seed)
    if seconds is not None:
        return TreeBot(spec, seed, ms=max(1, round(1000 * seconds)), stop=stop)
    return TreeBot(spec, seed, sims=level.sims, hurry=True, stop=stop)


def read_level(name: str) -> int:
    """Read the number out of the name of a level: `level:5` is 5."""
    _, _, number = name.partition(":")
    if number not in {str(level) for level in LEVEL_NUMBERS}:
        raise BotError(f"there is no bot `{name}`: the levels are `level:1` (the weakest) to `level:8`")
    return int(number)


def settings_of(bots: Iterable[str], name: str, options: Mapping[str, Any]) -> dict[str, str] | UnsetType:
    """What those of the bots that are levels, or the newcomer, mean at a table: their settings as text. A log holds it, since a level may change."""
    spec = game_spec(name).at(options)
    newcomer = repr(spec.optional("levels", "NEWCOMER") or Newcomer())
    settings: dict[str, str] = {}
    for bot in dict.fromkeys(bots):
        if bot == "newcomer":
            settings[bot] = newcomer
        elif bot.partition(":")[0] == "level":
            level = levels_of(spec, options["seats"])[read_level(bot) - 1]
            settings[bot] = repr(level) if level.one_ply or level.searches else newcomer
    return settings or UNSET
