"""Compare two JSON values: where they differ first, and what stands there in each."""

from __future__ import annotations

from typing import Any


class Missing:
    """Stands where one of two JSON values has nothing."""

    def __repr__(self) -> str:
        return "missing"


MISSING = Missing()


def first_difference(one: Any, other: Any, place: str = "") -> tuple[str, Any, Any] | None:
    """The first place in which two JSON values differ, as `.deal.stacks[0]`, and what each has there; None if they are equal.

    >>> first_difference({"scores": [1, 2]}, {"scores": [1, 3]})
    ('.scores[1]', 2, 3)
    """
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(f"{place}.{key}", one.get(key, MISSING), other.get(key, MISSING)) for key in {**one, **other}]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{place}[{index}]", a, b) for index, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return None if one == other else (place, one, other)
    return next((difference for where, a, b in pairs if (difference := first_difference(a, b, where))), None)
