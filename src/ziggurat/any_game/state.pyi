from typing import Any

STATE: Any

def deal(state: Any, rng: Any) -> None:
    """Deal all chance of the game and set up the table."""

def set_up(state: Any) -> None:
    """Put everything but the deal and the options at its beginning."""
