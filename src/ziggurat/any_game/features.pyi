from typing import Any

ALONE: bool

def features(state: Any, seat: int, out: Any) -> None:
    """Write what bears on the points a seat can still earn."""

def share_left(state: Any) -> float:
    """The share of the game that is left."""

def sift(state: Any, moves: Any, n: int, worth: Any, keep: int, weights: Any) -> int:
    """Bring the moves worth a thought to the front; returns their number."""

def liked(state: Any, seat: int, thing: int) -> float:
    """How much the seat has of a thing that a casual player can have a weakness for."""
