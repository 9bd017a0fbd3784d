"""The eight levels: from a child's first game to the strongest we have at about one second a move.

A level is a character (what it sees, one move ahead) or a number of simulations (how far it searches), so it is the same on every
machine. The numbers come from games: `bench/calibrate.py` plays them, `docs/strength.md` shows the steps.
"""

from __future__ import annotations

from dataclasses import dataclass

from ziggurat.errors import BotError
from ziggurat.game import Game
from ziggurat.search.mcts import Stop, TreeBot, never
from ziggurat.search.one_ply import CasualBot, Character
from ziggurat.spec import GameSpec
from ziggurat.text import words

LEVELS = range(1, 9)


@dataclass(frozen=True)
class Level:
    """A character that looks one move ahead, or a search of so many simulations."""

    character: Character | None = None
    sims: int = 0


def casual(notice: float, fancy: float, hope: float, others: float, deals: int = 1) -> Level:
    """A level that looks one move ahead."""
    return Level(Character(notice, fancy, hope, others, deals))


def deep(sims: int) -> Level:
    """A level that searches."""
    return Level(sims=sims)


TABLE: dict[str, tuple[Level, ...]] = {
    "amytis": (
        casual(0.62, 0.27, 0.97, 0.0),
        casual(0.86, 0.1, 1.0, 0.05, 2),
        casual(1.0, 0.0, 1.0, 0.2, 2),
        casual(1.0, 0.0, 1.0, 0.45, 2),
        deep(10),
        deep(100),
        deep(700),
        deep(6000),
    ),
    "akropolis": (
        casual(0.085, 1.1, 0.27, 0.0),
        casual(0.14, 0.82, 0.45, 0.0),
        casual(0.24, 0.6, 0.7, 0.0),
        casual(1.0, 0.0, 1.0, 0.0, 2),
        casual(1.0, 0.0, 1.0, 0.5, 2),
        deep(200),
        deep(800),
        deep(12_000),
    ),
    "blueprints": (
        casual(0.14, 0.85, 0.45, 0.0),
        casual(0.2, 0.6, 0.6, 0.0),
        casual(0.3, 0.5, 0.8, 0.0),
        casual(0.4, 0.4, 0.9, 0.0),
        casual(0.55, 0.3, 1.0, 0.0),
        casual(0.69, 0.22, 1.0, 0.0, 2),
        casual(1.0, 0.0, 1.0, 0.0, 2),
        deep(4000),
    ),
}
"""The levels of each game, the weakest first."""
CROWDED: dict[str, tuple[Level, ...]] = {
    "akropolis": (
        casual(0.037, 1.5, 0.06, 0.0),
        casual(0.053, 1.35, 0.14, 0.0),
        casual(0.08, 1.1, 0.27, 0.0),
        casual(0.12, 0.9, 0.4, 0.0),
        casual(0.19, 0.68, 0.56, 0.0),
        casual(0.36, 0.42, 0.85, 0.0),
        casual(1.0, 0.0, 1.0, 0.5, 2),
        deep(12_000),
    ),
}
"""Those with three and four seats, where they are others: a search gains less on somebody who looks one move ahead (`ladder --seats 3`)."""
COMMON = (
    *(casual(notice, 0.0, 0.0, 0.0) for notice in (0.1, 0.2, 0.4, 1.0)),
    *(deep(sims) for sims in (20, 100, 500, 2500)),
)
"""Those of a game that is not named there."""


def levels_of(spec: GameSpec, seats: int = 2) -> tuple[Level, ...]:
    """The eight levels of a game for so many players."""
    table = TABLE | CROWDED if seats > 2 else TABLE
    return table.get(spec.name, COMMON)


class LevelBot:
    """A level of a game; how it plays depends on how many play. `seconds` a move replace the simulations of one that searches."""

    def __init__(self, spec: GameSpec, number: int, seed: str, seconds: float | None = None, stop: Stop = never) -> None:
        self.spec, self.number, self.seed, self.seconds, self.stop = spec, number, seed, seconds, stop
        self.players: dict[Level, CasualBot | TreeBot] = {}

    def choose(self, game: Game) -> int:
        """The move of its choice."""
        level = levels_of(self.spec, game.seats)[self.number - 1]
        if level not in self.players:
            self.players[level] = player(self.spec, level, self.seed, self.seconds, self.stop)
        return self.players[level].choose(game)


def player(spec: GameSpec, level: Level, seed: str, seconds: float | None = None, stop: Stop = never) -> CasualBot | TreeBot:
    """A bot that plays like this."""
    if level.character:
        return CasualBot(spec, seed, level.character)
    if seconds is not None:
        return TreeBot(spec, seed, ms=max(1, round(1000 * seconds)), stop=stop)
    return TreeBot(spec, seed, sims=level.sims, hurry=True, stop=stop)


def read_level(name: str) -> int:
    """`level:5` is 5."""
    _, _, number = name.partition(":")
    if number not in {str(level) for level in LEVELS}:
        raise BotError(f"there is no bot `{name}`: the levels are `level:1` (the weakest) to `level:8`")
    return int(number)


def level_words(number: int, language: str) -> tuple[str, str]:
    """The name of a level and a sentence about it."""
    told = words(language=language)
    return told(f"level.{number}.name"), told(f"level.{number}.about")
