"""The rules of Cairn in the order of the rulebook (`rulebook.md`, whose § are cited). A turn is one decision.

Kernels trust the move: `legal_moves` lists the right ones.
"""

from __future__ import annotations

from cairn.material import DISPLAY, STONES, VALUES
from ziggurat.kernel import kernel

# A move is one number: the value of a stone to put on the cairn, or THROW + the value of a stone to throw away.
THROW = VALUES
MAX_MOVES = 2 * DISPLAY
MOVE_CODES = 2 * VALUES + 1


# --- §3  A turn -------------------------------------------------------------------------------------------------------


@kernel
def legal_moves(state, out):
    """Write the legal moves to `out`; returns their number."""
    if is_over(state):
        return 0
    n = 0
    for slot in range(DISPLAY):
        value = int(state.display[slot])
        if slot != slot_of(state, value):  # §3.1: equal stones are one choice
            continue
        if fits(state, value):
            out[n] = value
            n += 1
        if may_throw(state):
            out[n] = THROW + value
            n += 1
    return n


@kernel
def apply(state, move):
    """Play a legal move."""
    if move <= THROW:
        put(state, move)
        refill(state, slot_of(state, move))
    else:
        refill(state, slot_of(state, move - THROW))
    end_turn(state)


@kernel
def slot_of(state, value):
    """§3.1  Where a stone of this value lies in the display: the first place of two."""
    slot = 0
    while state.display[slot] != value:
        slot += 1
    return slot


@kernel
def top_of(state, seat):
    """The value of the top stone of a cairn; 0 when there is none."""
    height = int(state.heights[seat])
    return int(state.cairns[seat, height - 1]) if height > 0 else 0


@kernel
def fits(state, value):
    """§3.2  A stone fits on a top stone that is not smaller, and on the bare ground."""
    top = top_of(state, state.to_move)
    return top == 0 or value <= top


@kernel
def put(state, value):
    """§3.2  The stone is the new top of the own cairn."""
    seat = int(state.to_move)
    state.cairns[seat, state.heights[seat]] = value
    state.heights[seat] += 1


@kernel
def may_throw(state):
    """§3.3  Always; with the option `throw=stuck` only when neither open stone fits."""
    if state.only_stuck:
        for slot in range(DISPLAY):
            if fits(state, state.display[slot]):
                return False
    return True


@kernel
def refill(state, slot):
    """§3.4  The next stone of the bag takes the place."""
    state.display[slot] = state.stones[state.drawn]
    state.drawn += 1


# --- §4  End of the game ----------------------------------------------------------------------------------------------


@kernel
def end_turn(state):
    """§4  The next player's turn begins."""
    state.ply += 1
    state.turn += 1
    state.to_move = (state.to_move + 1) % state.seats


@kernel
def is_over(state):
    """§4  At the end of a round, when the bag cannot refill the display once for each player."""
    return state.to_move == 0 and STONES - state.drawn < state.seats
