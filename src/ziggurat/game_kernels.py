"""The kernels that `Game` calls, over its array of positions. A template: `bind` gives each game its own copy.

Passing one record to a kernel costs 4 µs, passing an array and a place 0.5 µs.
"""

from __future__ import annotations

from ziggurat.any_game.choices import parts, points, points_after
from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.scoring import breakdown
from ziggurat.any_game.state import set_up
from ziggurat.any_game.visibility import imagine
from ziggurat.kernel import copy_row, kernel

OVER, ILLEGAL = -1, -2  # what `step` returns in place of a seat


@kernel
def step(states, rows, at, move, moves):
    """Write the position after a move to the place behind it; returns who is to move there, or OVER. `moves` is scratch.

    A move that is not legal writes nothing and returns ILLEGAL: `apply` trusts its move, and another one could read outside the record or never end.
    Listing the moves takes 30 to 200 ns, calling a kernel from Python 1000.
    """
    if not contains(moves, legal_moves(states[at], moves), move):
        return ILLEGAL
    copy_row(rows, at + 1, at)
    apply(states[at + 1], move)
    if is_over(states[at + 1]):
        return OVER
    return int(states[at + 1].to_move)


@kernel
def contains(moves, n, move):
    """Whether a move is among the first n."""
    same = 0
    for i in range(n):  # all of them, without a break: they are compared side by side
        same += moves[i] == move
    return same > 0


@kernel
def replay(states, rows, codes, movers, moves):
    """Play moves from states[0] on, each to the next place, and write who took each decision; returns how many were legal. `moves` is scratch."""
    for at in range(len(codes)):
        movers[at] = states[at].to_move
        if step(states, rows, at, codes[at], moves) == ILLEGAL:
            return at
    return len(codes)


@kernel
def imagine_at(states, at, seat, rng):
    """Deal anew what the seat (NONE: a spectator) cannot see of a position."""
    imagine(states[at], seat, rng)


@kernel
def take_back_all(states, at):
    """Make a position the deal from which it was played."""
    set_up(states[at])


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

    What the seat cannot see is imagined first, so that no gain reveals it.
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
