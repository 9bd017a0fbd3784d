from typing import Any

def parts(state: Any, move: int, out: Any) -> None:
    """Write the parts of a legal move as numbers, a column for each of `PARTS`."""

def points(state: Any, seat: int, out: Any) -> None:
    """Write the points of a seat that a move adds to, a column for each of `SOURCES`."""

def points_after(before: Any, after: Any, seat: int, out: Any) -> None:
    """Write the points of a seat after a move, of what `points` counted before it. Mostly these are `points(after, seat, out)`."""
