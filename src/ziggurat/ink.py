"""JSON written by compiled code: texts are rows of bytes, put one behind the other into a buffer of the caller's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ziggurat.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

ZERO, MINUS = ord("0"), ord("-")


def inked(*texts: str | Iterable[str]) -> NDArray[Any]:
    """A table of short texts: in each row the length, then the bytes."""
    rows = [text.encode() for given in texts for text in ([given] if isinstance(given, str) else given)]
    table = np.zeros((len(rows), 1 + max(map(len, rows))), np.uint8)
    for place, row in enumerate(rows):
        table[place, : 1 + len(row)] = [len(row), *row]
    return table


@kernel
def put(out, n, table, which):
    """Write one text of the table; where the next one goes."""
    length = int(table[which, 0])
    for i in range(length):
        out[n + i] = table[which, 1 + i]
    return n + length


@kernel
def put_number(out, n, number):
    """Write a whole number; where the next text goes."""
    if number < 0:
        out[n] = MINUS
        n, number = n + 1, -number
    size, rest = 1, number // 10
    while rest > 0:
        size += 1
        rest //= 10
    for i in range(size - 1, -1, -1):
        out[n + i] = ZERO + number % 10
        number //= 10
    return n + size
