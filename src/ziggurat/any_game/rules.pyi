from typing import Any

MAX_MOVES: int

def legal_moves(state: Any, out: Any) -> int:
    """Write the legal moves to `out`; returns their number."""

def apply(state: Any, move: int) -> None:
    """Play a legal move."""

def is_over(state: Any) -> bool:
    """Whether the game has ended."""

def sample_move(state: Any, rng: Any) -> int:
    """Draw a legal move, each equally likely: the one that `legal_moves` has at the place drawn. Not every game has it."""
