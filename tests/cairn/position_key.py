"""What of a position matters for what can follow: the form in which positions with the same future are equal bytes."""

from __future__ import annotations

from cairn.material import HIGHEST
from cairn.rules import top_of
from ziggurat.kernel import kernel


@kernel
def forget_past(state):
    """Leave out the turns so far, drawn stones, and what lies below the top of a cairn."""
    state.ply = 0
    state.turn = 0
    for place in range(int(state.drawn)):
        state.stones[place] = 0
    for seat in range(len(state.heights)):
        top = top_of(state, seat)
        for place in range(HIGHEST):
            state.cairns[seat, place] = 0
        state.cairns[seat, 0] = top
