"""What a level is made of, and the levels of a game that names none of its own.

Level 1 is the bot `newcomer`. The others look one move ahead with some weaknesses, or search with a number of simulations: never a time, so they play
the same on every machine. A game lists its eight levels in `levels.py` of its folder; `bench/calibrate_levels.py` finds those that look one move
ahead.
"""

from __future__ import annotations

from dataclasses import dataclass

LEVEL_NUMBERS = range(1, 9)


@dataclass(frozen=True)
class OnePlySettings:
    """What a bot that looks one move ahead sees and wants."""

    notice: float = 1.0
    """The share of the legal moves that it looks at."""
    favourite: float = 0.0
    """How much more than its points a favourite colour, type or material is worth to it."""
    future: float = 0.0
    """How much of what a position can still earn it sees: 0 counts only points on the table."""
    opponent: float = 0.0
    """How much it minds the best opponent's position."""
    deals: int = 1
    """How many deals it imagines before a decision, where something is hidden."""


@dataclass(frozen=True)
class Level:
    """The bot `newcomer`, a bot that looks one move ahead, or a tree search of so many simulations."""

    one_ply: OnePlySettings | None = None
    sims: int = 0

    @property
    def searches(self) -> bool:
        """Whether it searches a tree, rather than look one move or turn ahead."""
        return self.sims > 0


NEWCOMER_LEVEL = Level()
"""The bot `newcomer`: level 1 of every game."""


@dataclass(frozen=True)
class Newcomer:
    """What the bot `newcomer` sees of a game: somebody who has read the rules once."""

    notice: float = 0.5
    """The share of the legal moves that it looks at."""
    ignores: tuple[str, ...] = ()
    """The sources of points (`choices.SOURCES` of the game) that it does not think of."""
    one_of: tuple[str, ...] = ()
    """Of these sources it sees only one, drawn for each game."""


def one_ply(*, notice: float, favourite: float = 0.0, future: float = 0.0, opponent: float = 0.0, deals: int = 1) -> Level:
    """Make a level that looks one move ahead."""
    return Level(OnePlySettings(notice, favourite, future, opponent, deals))


def tree_search(sims: int) -> Level:
    """Make a level that searches."""
    return Level(sims=sims)


COMMON_LEVELS = (
    NEWCOMER_LEVEL,
    *(one_ply(notice=notice) for notice in (0.6, 0.8, 1.0)),
    *(tree_search(sims) for sims in (20, 100, 500, 2500)),
)
"""The levels of a game without a `levels.py`."""
