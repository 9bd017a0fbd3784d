from typing import Any

def observe(state: Any, seat: int, out: Any) -> None:
    """Write what a seat sees as numbers, as `FIELDS` says."""

def legal_factors(state: Any, out: Any) -> None:
    """Write for each value of each part of a move whether a legal move has it."""
