from typing import Any

ALONE: bool

def features(state: Any, seat: int, out: Any) -> None:
    """Write the features of a seat: the inputs of the net."""

def share_left(state: Any) -> float:
    """The share of the game that is left."""

def sift(state: Any, moves: Any, n: int, worth: Any, keep: int, weights: Any) -> int:
    """Bring the moves worth searching to the front; returns their number."""

def liked(state: Any, seat: int, thing: int) -> float:
    """How much the seat has of a thing that a casual player may prefer."""
