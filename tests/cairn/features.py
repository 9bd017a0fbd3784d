"""The inputs of a net that would estimate the points a seat can still earn (there are no weights: the search plays to the end)."""

from __future__ import annotations

from cairn.material import STONES
from cairn.rules import top_of
from ziggurat.kernel import kernel

NAMES = ("left", "height", "top")
ALONE = False
LIKES = 1


@kernel
def features(state, seat, out):
    """The share of the bag that is left, the height of the cairn and its top stone."""
    out[0] = share_left(state)
    out[1] = int(state.heights[seat]) / STONES
    out[2] = top_of(state, seat)


@kernel
def share_left(state):
    """The share of the game that is left."""
    return 1.0 - int(state.drawn) / STONES


@kernel
def sift(state, moves, n, worth, keep, weights):
    """Keep all moves: there are few."""
    return n


@kernel
def liked(state, seat, thing):
    """High cairns."""
    return int(state.heights[seat])
