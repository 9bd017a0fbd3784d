"""A position as if it were another seat's turn already: for players who plan while they wait."""

from __future__ import annotations

from typing import Any


def suppose_turn(state: Any, seat: int) -> bool:
    """Let the seat take from the site as it lies."""
    state.to_move = seat
    return True
