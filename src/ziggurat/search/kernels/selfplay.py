"""Games that a net plays against itself, and the positions from which it learns. A template: `bind` gives each game its own copy."""

from __future__ import annotations

import math

from ziggurat.any_game.features import features, share_left, sift
from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.scoring import scores
from ziggurat.any_game.state import deal
from ziggurat.any_game.visibility import imagine
from ziggurat.kernel import below, copy_row, kernel
from ziggurat.search.kernels.judge import expect, expect_after, expected_margin

LARGE = 1 << 20


@kernel
def choose(memory, state, temperature, keep, rng):
    """Draw a move by what the net expects after it in an imagined deal; the higher the temperature, the more evenly."""
    seat = int(state.to_move)
    imagine(memory.states[1], seat, rng)
    moves, worth = memory.moves[0], memory.worth
    n = sift(memory.states[1], moves, legal_moves(memory.states[1], moves), worth, keep, memory.sieve)
    expect(memory, memory.states[1], memory.expected[0])
    best = -1e9
    for i in range(n):
        copy_row(memory.rows, 2, 1)
        apply(memory.states[2], moves[i])
        expect_after(memory, memory.states[2], seat, memory.expected[1], memory.expected[0])
        worth[i] = expected_margin(memory.expected[1], seat)
        best = max(best, worth[i])
    total = 0.0
    for i in range(n):
        worth[i] = math.exp((worth[i] - best) / temperature)
        total += worth[i]
    left = total * below(rng, LARGE) / LARGE
    for i in range(n):
        left -= worth[i]
        if left < 0:
            return moves[i]
    return moves[n - 1]


@kernel
def play_games(memory, rng, games, temperature, keep, every, xs, now, final, left):
    """Deal over the prepared states[3] and play; one position in `every` is written down, once for each seat. Returns the rows written.

    xs [N, F] features;  now [N] points then;  final [N] points at the end;  left [N] the share of the game that was left
    """
    used = 0
    seats = len(memory.points)
    for _ in range(games):
        copy_row(memory.rows, 0, 3)
        state = memory.states[0]
        deal(state, rng)
        begin = used
        while not is_over(state):
            copy_row(memory.rows, 1, 0)
            apply(state, choose(memory, state, temperature, keep, rng))
            if not is_over(state) and below(rng, every) == 0 and used + seats <= len(xs):
                scores(state, memory.points)
                for seat in range(seats):
                    features(state, seat, xs[used])
                    now[used] = memory.points[seat]
                    left[used] = share_left(state)
                    used += 1
        scores(state, memory.points)
        for row in range(begin, used):
            final[row] = memory.points[(row - begin) % seats]
    return used
