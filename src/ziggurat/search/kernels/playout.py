"""Uniformly random games, whole or from a position. A template: `bind` gives each game its own copy."""

from __future__ import annotations

from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.scoring import scores
from ziggurat.any_game.state import deal
from ziggurat.batches.batch_kernels import random_move
from ziggurat.kernel import below, copy_row, kernel


@kernel
def play_randomly(state, rng, moves):
    """Play uniformly random moves to the end, every legal move listed; returns the number of plies and of moves that were listed."""
    plies, listed = 0, 0
    while not is_over(state):
        n = legal_moves(state, moves)
        apply(state, moves[below(rng, n)])
        plies += 1
        listed += n
    return plies, listed


@kernel
def play_sampled(state, rng, moves):
    """Play the very moves of `play_randomly`, without listing the others where the game can do so; returns the number of plies."""
    plies = 0
    while not is_over(state):
        apply(state, random_move(state, rng, moves))
        plies += 1
    return plies


@kernel
def random_games(states, rows, rng, games, moves, points, totals):
    """Deal and play `games` games over the prepared states[0], in states[1]; adds scores to `totals`; returns plies and moves listed."""
    plies, listed = 0, 0
    state = states[1]
    for _ in range(games):
        copy_row(rows, 1, 0)
        deal(state, rng)
        more, seen = play_randomly(state, rng, moves)
        plies += more
        listed += seen
        scores(state, points)
        for seat in range(len(points)):
            totals[seat] += points[seat]
    return plies, listed


@kernel
def sampled_games(states, rows, rng, games, moves, points, totals):
    """Play the very games of `random_games` by sampled moves; returns the plies."""
    plies = 0
    state = states[1]
    for _ in range(games):
        copy_row(rows, 1, 0)
        deal(state, rng)
        plies += play_sampled(state, rng, moves)
        scores(state, points)
        for seat in range(len(points)):
            totals[seat] += points[seat]
    return plies
