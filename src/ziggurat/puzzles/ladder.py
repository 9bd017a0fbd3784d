"""How hard a puzzle is: a fixed ladder of bots, from a hasty look to a search, tries to find its move.

The rungs are bots of their own, not the levels of the tables: those may be changed, and the ratings of puzzles that people have solved must not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ziggurat.game import Game
from ziggurat.levels import Level, one_ply, tree_search
from ziggurat.search.level_bots import bot_of_level


@dataclass(frozen=True)
class Rung:
    """A bot, the rating that we give it, and how often it may try."""

    name: str
    bot: Level
    rating: int
    tries: int


LADDER = (
    Rung("sees one move in seven", one_ply(notice=0.15), 800, 8),
    Rung("sees two moves in five", one_ply(notice=0.4), 1000, 8),
    Rung("most points at once", one_ply(notice=1.0), 1150, 4),
    Rung("half an eye on what follows", one_ply(notice=1.0, future=0.5), 1300, 4),
    Rung("one move ahead", one_ply(notice=1.0, future=1.0, opponent=0.3, deals=2), 1450, 4),
    Rung("search of 20", tree_search(20), 1600, 4),
    Rung("search of 100", tree_search(100), 1800, 4),
    Rung("search of 500", tree_search(500), 2000, 3),
    Rung("search of 2500", tree_search(2500), 2200, 2),
)
"""The ratings are a scale that we chose: 150 to 200 points between neighbours, 1150 for who takes the most points at once."""
EASIEST, HARDEST = 500, 2500  # nobody below solves a puzzle, everybody above does: so that none is rated without end


def tries(game: Game, best: int, seed: str) -> list[float]:
    """For each rung how often it finds the best move."""
    shares = []
    for number, rung in enumerate(LADDER):
        bots = (bot_of_level(game.spec, rung.bot, f"{seed}/rung/{number}/{attempt}") for attempt in range(rung.tries))
        shares.append(round(sum(bot.choose(game) == best for bot in bots) / rung.tries, 3))
    return shares


def expected(solver: float, puzzle: float) -> float:
    """The chance of a solver to solve a puzzle, by their ratings."""
    return float(1 / (1 + 10 ** ((puzzle - solver) / 400)))


def rating_of(shares: Sequence[float]) -> int:
    """The rating at which the ladder would find as much as it did."""
    rungs = [EASIEST, *(rung.rating for rung in LADDER), HARDEST]
    solved = 0.0 + sum(shares) + 1.0
    low, high = float(EASIEST - 400), float(HARDEST + 400)
    for _ in range(40):
        middle = (low + high) / 2
        if sum(expected(rung, middle) for rung in rungs) > solved:
            low = middle
        else:
            high = middle
    return round(low)
