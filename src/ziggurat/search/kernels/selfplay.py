"""Games that a net plays against itself, and what it saw. A template: `bind` gives each game its own copy."""

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
def choose(desk, state, temperature, keep, rng):
    """A move by what the net expects after it in an imagined deal; the higher the temperature, the wilder."""
    seat = int(state.to_move)
    imagine(desk.states[1], seat, rng)
    moves, worth = desk.moves[0], desk.worth
    n = sift(desk.states[1], moves, legal_moves(desk.states[1], moves), worth, keep, desk.sieve)
    expect(desk, desk.states[1], desk.expected[0])
    best = -1e9
    for i in range(n):
        copy_row(desk.rows, 2, 1)
        apply(desk.states[2], moves[i])
        expect_after(desk, desk.states[2], seat, desk.expected[1], desk.expected[0])
        worth[i] = expected_margin(desk.expected[1], seat)
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
def play_games(desk, rng, games, temperature, keep, every, xs, now, final, left):
    """Deal over the prepared states[3] and play; one position in `every` is kept, once for each seat. Returns the rows written.

    xs [N, F] features;  now [N] points then;  final [N] points at the end;  left [N] the share of the game that was left
    """
    used = 0
    seats = len(desk.points)
    for _ in range(games):
        copy_row(desk.rows, 0, 3)
        state = desk.states[0]
        deal(state, rng)
        begin = used
        while not is_over(state):
            copy_row(desk.rows, 1, 0)
            apply(state, choose(desk, state, temperature, keep, rng))
            if not is_over(state) and below(rng, every) == 0 and used + seats <= len(xs):
                scores(state, desk.points)
                for seat in range(seats):
                    features(state, seat, xs[used])
                    now[used] = desk.points[seat]
                    left[used] = share_left(state)
                    used += 1
        scores(state, desk.points)
        for row in range(begin, used):
            final[row] = desk.points[(row - begin) % seats]
    return used
