from typing import Any

def scores(state: Any, out: Any) -> None:
    """Write the score of each seat if the game ended now."""

def breakdown(state: Any, seat: int, out: Any) -> None:
    """Write the points of a seat by source."""

def ranking(state: Any, out: Any) -> None:
    """Write the rank of each seat, after all tie-breaks."""
