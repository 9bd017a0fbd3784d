"""A position with the expansion as if it were another seat's turn already."""

from __future__ import annotations

from typing import Any


def suppose_turn(state: Any, seat: int) -> bool:
    """Let the seat take from the site as it lies; not while another one completes cards."""
    if state.open:
        return False
    state.to_move = seat
    return True
