from typing import Any

BRANCHES_ON_CHANCE: bool

def imagine(state: Any, seat: int, rng: Any) -> None:
    """Deal anew what the seat cannot see."""

def outcome(state: Any) -> int:
    """What chance showed with the last move, as a number."""
