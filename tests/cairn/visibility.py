"""Who sees what (§6): the view of a seat, and a position imagined by someone who knows only that view.

Only the order of the bag is hidden, and from everyone: all seats and the spectators see the same.
"""

from __future__ import annotations

from typing import Any

from cairn.material import COPIES, STONES, VALUES
from cairn.types import SeatView, View
from ziggurat.kernel import kernel, shuffle
from ziggurat.view import Frame, Sheet


def view(state: Any, seat: int | None, frame: Frame, sheets: list[Sheet]) -> View:
    """What everyone at the table sees."""
    seats = [SeatView(state.cairns[seat, : state.heights[seat]].tolist(), *sheet) for seat, sheet in enumerate(sheets)]
    return View(*frame, "choose", state.display.tolist(), STONES - int(state.drawn), seats)


def hide_log(state: Any, moves: list[str], movers: list[int], seat: int | None) -> list[str]:
    """The moves so far as a seat sees them: every move is public."""
    return list(moves)


@kernel
def imagine(state, seat, rng):
    """§6  Fill the bag with the stones that nobody has seen, and shuffle them.

    Only what is seen is read, so positions that look the same are imagined the same way by the same generator.
    """
    drawn = int(state.drawn)
    place = drawn
    for value in range(1, VALUES + 1):
        unseen = COPIES
        for seen in range(drawn):
            unseen -= state.stones[seen] == value
        for _ in range(unseen):
            state.stones[place] = value
            place += 1
    shuffle(state.stones[drawn:], rng)


BRANCHES_ON_CHANCE = False


@kernel
def outcome(state):
    """0: the search averages over what chance shows."""
    return 0
