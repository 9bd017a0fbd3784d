"""What a `Game` asks of the rules, over its array of positions. A template: `bind` gives each game its own copy.

Handing one record to a kernel costs 4 µs, an array and a place 0.5 µs.
"""

from __future__ import annotations

from ziggurat.any_game.choices import parts, points, points_after
from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.scoring import breakdown
from ziggurat.any_game.visibility import imagine
from ziggurat.kernel import copy_row, kernel


@kernel
def step(states, rows, at, move):
    """Write the position after a move to the place behind it; returns who is to move there, or -1 when the game is over."""
    copy_row(rows, at + 1, at)
    apply(states[at + 1], move)
    if is_over(states[at + 1]):
        return -1
    return int(states[at + 1].to_move)


@kernel
def list_moves(states, at, out):
    """Write the legal moves of a position; returns their number."""
    return legal_moves(states[at], out)


@kernel
def sheets(states, at, out):
    """Write the points by source of each seat."""
    for seat in range(out.shape[0]):
        breakdown(states[at], seat, out[seat])


@kernel
def list_parts(states, at, moves, n, out):
    """Write the parts of n legal moves, a row for each."""
    for i in range(n):
        parts(states[at], moves[i], out[i])


@kernel
def list_gains(states, rows, moves, n, seat, rng, out):
    """Write what each of n legal moves of states[0] adds to the points of the seat, a row for each. states[1], states[2] and the last row are scratch.

    What the seat cannot see is imagined first, so that no gain can tell of it.
    """
    copy_row(rows, 1, 0)
    imagine(states[1], seat, rng)
    before = out[n]
    points(states[1], seat, before)
    for i in range(n):
        copy_row(rows, 2, 1)
        apply(states[2], moves[i])
        points_after(states[1], states[2], seat, out[i])
        for source in range(len(before)):
            out[i, source] -= before[source]
