"""Records as plain Python numbers, all at once: reading one field of a NumPy record costs half a microsecond, and a view reads fifty."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np

Reader = Callable[[tuple[int, ...], int], Any]
"""Makes a value of the numbers of a record that begin at a place."""


class Plain:
    """Reads records of one type as a dictionary: numbers, lists of numbers, lists of dictionaries."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.numbers = struct.Struct("<" + "".join(codes_of(dtype)))
        self.read = reader_of(dtype)
        assert self.numbers.size == dtype.itemsize, "a record without padding"

    def __call__(self, record: Any) -> dict[str, Any]:
        """The whole record."""
        found: dict[str, Any] = self.read(self.numbers.unpack(record.tobytes()), 0)
        return found


def codes_of(dtype: np.dtype[Any]) -> list[str]:
    """The letters by which `struct` knows the numbers of a type, in order."""
    if dtype.subdtype is not None:
        return codes_of(dtype.subdtype[0]) * int(np.prod(dtype.subdtype[1]))
    if dtype.fields is not None:
        return [code for name in dtype.names or () for code in codes_of(dtype.fields[name][0])]
    return [dtype.char if dtype.char not in "lL" else "qQ"["lL".index(dtype.char)]]


def reader_of(dtype: np.dtype[Any]) -> Reader:
    """A function that makes a value of this type."""
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        return list_reader(inner, shape)
    if dtype.fields is not None:
        return record_reader(dtype)
    return lambda numbers, place: numbers[place]


def list_reader(inner: np.dtype[Any], shape: tuple[int, ...]) -> Reader:
    """Lists of the inner type; the innermost numbers are one slice."""
    size = len(codes_of(inner))
    if len(shape) == 1 and size == 1:
        length = shape[0]
        return lambda numbers, place: numbers[place : place + length]
    each = reader_of(inner) if len(shape) == 1 else list_reader(inner, shape[1:])
    step = size * int(np.prod(shape[1:]))
    offsets = range(0, step * shape[0], step)
    return lambda numbers, place: [each(numbers, place + offset) for offset in offsets]


def record_reader(dtype: np.dtype[Any]) -> Reader:
    """A dictionary with each field: plain lists are cut out at once, the others have readers of their own."""
    assert dtype.fields is not None
    single: list[tuple[str, int]] = []
    lists: list[tuple[str, int, int]] = []
    others: list[tuple[str, int, Reader]] = []
    offset = 0
    for name in dtype.names or ():
        field = dtype.fields[name][0]
        length = len(codes_of(field))
        if field.subdtype is None and field.fields is None:
            single.append((name, offset))
        elif field.subdtype is not None and len(field.subdtype[1]) == 1 and field.subdtype[0].fields is None:
            lists.append((name, offset, offset + length))
        else:
            others.append((name, offset, reader_of(field)))
        offset += length

    def read(numbers: tuple[int, ...], place: int) -> dict[str, Any]:
        found: dict[str, Any] = {name: numbers[place + start] for name, start in single}
        for name, start, end in lists:
            found[name] = numbers[place + start : place + end]
        for name, start, reader in others:
            found[name] = reader(numbers, place + start)
        return found

    return read
