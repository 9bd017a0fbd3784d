"""Compares two moves by a search of their own, both in the same imagined deals: for a move that the first search seldom visited."""

from __future__ import annotations

import numpy as np

from ziggurat.game import Game
from ziggurat.kernel import generator
from ziggurat.search.budget import Budget
from ziggurat.search.game_review import standing
from ziggurat.search.mcts import Stop, TreeSearch


def compare(game: Game, one: int, other: int, budget: Budget, seed: str, stop: Stop) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By how much winning chance and margin of each seat are higher after one move than after the other.

    Both moves are searched in the same imagined deals, so that neither the deal nor the depth of the search favours one of them. Together they
    have the budget of a decision.
    """
    seat, worlds = int(game.state.to_move), budget.worlds
    rng = generator(f"{seed}/worlds")
    searches = [TreeSearch(game.spec, seed) for _ in range(2)]
    totals = np.zeros((2, game.seats))
    for _ in range(worlds):
        world = game.copy()
        game.spec.visibility.imagine(world.state, seat, rng)
        for search, code, sign in zip(searches, (one, other), (1, -1), strict=True):
            after = world.copy()
            after.push_unchecked(code)
            totals += sign * np.array(expectation(after, search, budget, stop, 2 * worlds))
    win, margin = (totals / worlds).tolist()
    return tuple(win), tuple(margin)


def expectation(game: Game, search: TreeSearch, budget: Budget, stop: Stop, parts: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Winning chance and margin of each seat: the mean over all simulations of a search; of a game that is over, the result."""
    if game.is_over:
        return standing(game)
    thoughts = budget.think(search, game, stop, parts)
    total = max(1, sum(thought.visits for thought in thoughts))
    win, margin = (
        tuple(sum(thought.visits * values(thought)[seat] for thought in thoughts) / total for seat in range(game.seats))
        for values in (lambda thought: thought.win, lambda thought: thought.margin)
    )
    return win, margin
