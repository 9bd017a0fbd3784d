"""Judges a position: whether one move is clearly the best, and by how much. Budgets are simulations, so the same position is judged alike everywhere.

The eyes are those of the seat to move: every search deals anew what that seat cannot see.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from ziggurat.game import Game
from ziggurat.kernel import generator
from ziggurat.search.game_review import standing
from ziggurat.search.mcts import Thought, TreeSearch
from ziggurat.spec import GameSpec

GLANCE = 200  # simulations of the search that plays the games, and passes over most positions
FIRST = 1000  # simulations of the first search of a position that seems to be a puzzle
DEEPER = 10  # how many times more simulations must confirm it
PAIRS = 16  # imagined deals in which the best and the second move are compared
PAIR_SIMS = 200  # simulations after each of the two moves in each of these deals
WIDEST = 200  # moves that the first and the deep search look at, so that no equal of the best one is missed
SEEN = 0.005  # a move counts among the others if the search gave it this share of its visits, and at least LEAST_SEEN of them
LEAST_SEEN = 6
SURE = 2.5  # the margin must be this many times its standard error
FEWEST_MOVES = 3  # a choice between two is no puzzle


@dataclass(frozen=True)
class Lead:
    """The best move by a search, the best of the others, and how many points lie between them."""

    best: int
    second: int
    points: float
    share: float
    """Of all visits, those of the best move."""


@dataclass(frozen=True)
class Verdict:
    """A lead that held: the margin is that of the comparison in the same imagined deals."""

    lead: Lead
    margin: float
    error: float
    win: float


class Judge:
    """Judges positions of one game; `scale` multiplies all budgets."""

    def __init__(self, spec: GameSpec, least: float, *, scale: float = 1.0) -> None:
        self.spec, self.least, self.scale = spec, least, scale
        self.glances = TreeSearch(spec, "glance", keep=False)
        self.searches = TreeSearch(spec, "judge", keep=False, widest_first=WIDEST)

    def sims(self, simulations: int) -> int:
        """A budget, multiplied."""
        return max(4, round(simulations * self.scale))

    def glance(self, game: Game, seed: str) -> list[Thought]:
        """A short search, with which games are played."""
        return think(self.glances, game, self.sims(GLANCE), f"{seed}/glance")

    def judge(self, game: Game, seed: str) -> Verdict | None:
        """The verdict if one move is clearly the best by a search and by one ten times deeper; otherwise None."""
        first = lead_of(think(self.searches, game, self.sims(FIRST), f"{seed}/first"), int(game.state.to_move))
        return self.confirm(game, seed, first.best) if first and first.points >= self.least else None

    def confirm(self, game: Game, seed: str, best: int) -> Verdict | None:
        """The verdict if the deep search finds the same move, and comparing it with the best of the others shows a sure margin, and no lost games."""
        deep = self.deep_lead(game, seed)
        if deep is None or deep.best != best or deep.points < self.least:
            return None
        verdict = self.compare(game, deep, f"{seed}/pairs")
        return verdict if verdict.margin >= max(self.least, SURE * verdict.error) and verdict.win >= 0 else None

    def deep_lead(self, game: Game, seed: str) -> Lead | None:
        """By how much the best move leads after a search ten times as deep as the first."""
        return lead_of(think(self.searches, game, self.sims(DEEPER * FIRST), f"{seed}/deep"), int(game.state.to_move))

    def compare(self, game: Game, lead: Lead, seed: str) -> Verdict:
        """Search after both moves in the same imagined deals: neither the deal nor the depth of the search favours one of them."""
        seat, rng = int(game.state.to_move), generator(f"{seed}/worlds")
        rows = []
        for pair in range(PAIRS):
            world = game.copy()
            self.spec.visibility.imagine(world.state, seat, rng)
            one, other = (self.expectation(world, code, seat, f"{seed}/{pair}") for code in (lead.best, lead.second))
            rows.append((one[0] - other[0], one[1] - other[1]))
        win, margin = np.mean(rows, axis=0).tolist()
        return Verdict(lead, margin, float(np.std([row[1] for row in rows], ddof=1)) / sqrt(PAIRS), win)

    def expectation(self, world: Game, code: int, seat: int, seed: str) -> tuple[float, float]:
        """Winning chance and margin of the seat after a move: the mean over all simulations; of a game that is over, the result."""
        after = world.copy()
        after.push_unchecked(code)
        if after.is_over:
            win, margin = standing(after)
            return win[seat], margin[seat]
        thoughts = think(self.searches, after, self.sims(PAIR_SIMS), seed)
        visits = max(1, sum(thought.visits for thought in thoughts))
        return (
            sum(thought.visits * thought.win[seat] for thought in thoughts) / visits,
            sum(thought.visits * thought.margin[seat] for thought in thoughts) / visits,
        )


def think(search: TreeSearch, game: Game, simulations: int, seed: str) -> list[Thought]:
    """Search a position from the beginning, with a generator of its own: what was searched before does not matter."""
    search.rng = generator(seed)
    return search.think(game, sims=simulations)


def lead_of(thoughts: list[Thought], seat: int) -> Lead | None:
    """By how much the best move leads; None where no other move was looked at."""
    visits = sum(thought.visits for thought in thoughts)
    fewest = max(LEAST_SEEN, SEEN * visits)
    others = [thought for thought in thoughts[1:] if thought.visits >= fewest] or [thought for thought in thoughts[1:2] if thought.visits]
    if not others:
        return None
    second = max(others, key=lambda thought: (thought.margin[seat], thought.visits, -thought.move))
    return Lead(thoughts[0].move, second.move, thoughts[0].margin[seat] - second.margin[seat], thoughts[0].visits / max(1, visits))
