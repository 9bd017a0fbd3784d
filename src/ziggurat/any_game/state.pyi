from typing import Any

def deal(state: Any, rng: Any) -> None:
    """Deal all chance of the game and set up the table."""
