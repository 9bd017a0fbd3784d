"""A position as numbers for a learner: all that a seat sees, and nothing else."""

from __future__ import annotations

from cairn.material import COPIES, DISPLAY, HIGHEST, SEATS, STONES, VALUES
from cairn.rules import is_over, top_of
from ziggurat.kernel import kernel
from ziggurat.observation_fields import Field, offsets_of, per_seat, size_of

SEAT_FIELDS = (Field("height", 1, 0, HIGHEST, "the stones on the cairn"), Field("top", 1, 0, VALUES, "the value of the top stone, 0 for none"))
FIELDS = (
    *per_seat(max(SEATS), SEAT_FIELDS),
    Field("display", DISPLAY, 1, VALUES, "the open stones"),
    Field("bag", VALUES, 0, COPIES, "how many stones of each value lie in the bag"),
    Field("to move", 1, 0, 1, "1 if the seat is to decide"),
    Field("seats", 1, min(SEATS), max(SEATS), "the number of players"),
    Field("only stuck", 1, 0, 1, "1 if a stone is thrown away only when neither fits"),
)
AT = offsets_of(FIELDS)
SIZE = size_of(FIELDS)
SHOWN, BAG, TO_MOVE, PLAYERS, STUCK = AT["display"], AT["bag"], AT["to move"], AT["seats"], AT["only stuck"]


@kernel
def observe(state, seat, out):
    """Write what the seat sees."""
    seats = int(state.seats)
    for place in range(len(state.heights)):
        other = (seat + place) % seats
        out[2 * place] = state.heights[other] if place < seats else 0
        out[2 * place + 1] = top_of(state, other) if place < seats else 0
    for slot in range(DISPLAY):
        out[SHOWN + slot] = state.display[slot]
    for value in range(VALUES):
        out[BAG + value] = 0
    for place in range(int(state.drawn), STONES):
        out[BAG + int(state.stones[place]) - 1] += 1
    out[TO_MOVE] = state.to_move == seat and not is_over(state)
    out[PLAYERS] = seats
    out[STUCK] = state.only_stuck
