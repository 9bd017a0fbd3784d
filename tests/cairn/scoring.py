"""The score (§5): one point for each stone, and the value of the top stone."""

from __future__ import annotations

from cairn.material import VALUES
from cairn.rules import top_of
from ziggurat.kernel import kernel

LINES = ("stones", "top")
"""The lines of a breakdown, in the order of `breakdown`; their values add up to the score."""


@kernel
def scores(state, out):
    """§5  The total of each seat if the game ended now."""
    for seat in range(int(state.seats)):
        out[seat] = int(state.heights[seat]) + top_of(state, seat)


@kernel
def breakdown(state, seat, out):
    """§5  Points of each of LINES for a seat."""
    out[0] = state.heights[seat]
    out[1] = top_of(state, seat)


@kernel
def standing(state, seat):
    """§5  Grows with the total, and among equal totals with the top stone."""
    top = top_of(state, seat)
    return (int(state.heights[seat]) + top) * (VALUES + 1) + top


@kernel
def ranking(state, out):
    """§5  1 + the number of seats that are strictly better."""
    for seat in range(int(state.seats)):
        out[seat] = 1
        for other in range(int(state.seats)):
            out[seat] += standing(state, other) > standing(state, seat)
