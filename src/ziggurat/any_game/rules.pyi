from typing import Any

def legal_moves(state: Any, out: Any) -> int:
    """Write the legal moves to `out`; returns their number."""

def apply(state: Any, move: int) -> None:
    """Play a legal move."""

def is_over(state: Any) -> bool:
    """Whether the game has ended."""
