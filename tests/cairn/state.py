"""A position as one record, and the deal (§2)."""

from __future__ import annotations

import numpy as np

from cairn.material import COPIES, DISPLAY, HIGHEST, SEATS, STONES
from ziggurat.kernel import kernel, record, shuffle

STATE = record(  # larger numbers first
    # the turn
    ("ply", np.int16),
    ("turn", np.int16),
    ("to_move", np.int8),
    # the table
    ("drawn", np.int8),  # stones drawn so far: stones[drawn] is the next one of the bag
    ("display", np.int8, (DISPLAY,)),
    ("heights", np.int8, (max(SEATS),)),  # stones on each cairn
    ("cairns", np.int8, (max(SEATS), HIGHEST)),  # their values from the bottom
    # the options
    ("seats", np.int8),
    ("only_stuck", np.int8),  # 1: a stone is thrown away only when neither fits
    # the deal, never changed by play
    ("stones", np.int8, (STONES,)),  # values in drawing order
    ("spare", np.int8, (2,)),  # fills up to 72 bytes: a position is copied as nine 64-bit words
)


@kernel
def deal(state, rng):
    """§2  Shuffle the stones, and set up the table."""
    for stone in range(STONES):
        state.stones[stone] = 1 + stone // COPIES
    shuffle(state.stones, rng)
    set_up(state)


@kernel
def set_up(state):
    """§2  Everything but stones and options at its beginning."""
    state.ply = 0
    state.turn = 0
    state.to_move = 0
    for slot in range(DISPLAY):
        state.display[slot] = state.stones[slot]
    state.drawn = DISPLAY
    for seat in range(len(state.heights)):
        state.heights[seat] = 0
        for place in range(HIGHEST):
            state.cairns[seat, place] = 0
