"""The table of an observation: what each of its numbers means, and in which range it lies. Each game has one, `FIELDS` of its `observation.py`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

OBSERVED = np.int16  # the type of the numbers of an observation


class Field(NamedTuple):
    """Numbers of an observation that belong together."""

    name: str
    size: int
    low: int
    high: int
    """Least and greatest value; a greater one does not occur in games as people play them."""
    meaning: str


def offsets_of(fields: Sequence[Field]) -> dict[str, int]:
    """Where each field begins, by its name."""
    return dict(zip([field.name for field in fields], accumulate([0, *(field.size for field in fields)]), strict=False))


def size_of(fields: Sequence[Field]) -> int:
    """How many numbers an observation has."""
    return sum(field.size for field in fields)


def scale_of(fields: Sequence[Field]) -> np.ndarray[Any, np.dtype[np.float32]]:
    """For each number the factor that brings it into the range from -1 to 1."""
    return np.repeat(np.array([1 / max(abs(field.low), abs(field.high), 1) for field in fields], np.float32), [field.size for field in fields])


def per_seat(count: int, fields: Sequence[Field]) -> tuple[Field, ...]:
    """The same fields for each seat, the own one first and the others in the order of their turns after it; what a missing seat would have is 0."""
    who = ["own", *(f"next {place}" for place in range(1, count))] if count > 2 else ["own", "other"]
    return tuple(Field(f"{seat} {name}", size, low, high, meaning) for seat in who for name, size, low, high, meaning in fields)
