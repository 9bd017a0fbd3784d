"""Records as plain Python numbers, all at once: reading one field of a NumPy record costs half a microsecond, and a view reads fifty."""

from __future__ import annotations

import struct
from collections import namedtuple
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

import numpy as np

Numbers = tuple[int, ...]
Reader = Callable[[Numbers], Any]
"""Makes a value of its numbers."""
SKIPPED = "x"


class Unpack:
    """Reads records of one type: numbers, tuples of numbers, lists of records; a record is a tuple whose fields have the names of the record's."""

    def __init__(self, dtype: np.dtype[Any], *fields: str) -> None:
        """Read these fields, also `boards.points`; all of them if none is named."""
        self.numbers = struct.Struct(f"<{codes_of(dtype, fields)}")
        self.read = record_reader(dtype, fields)
        assert self.numbers.size == dtype.itemsize, "a record without padding"

    def __call__(self, record: Any) -> Any:
        """The fields of one record."""
        return self.read(self.numbers.unpack(record))


def chosen(dtype: np.dtype[Any], fields: Sequence[str]) -> dict[str, list[str]]:
    """The names of a record's fields that are read, each with those of its own fields that are read."""
    paths = [field.partition(".") for field in fields or dtype.names or ()]
    return {name: [inner for first, _, inner in paths if first == name and inner] for name in dtype.names or () if any(name == path[0] for path in paths)}


def codes_of(dtype: np.dtype[Any], fields: Sequence[str] = ()) -> str:
    """The letters by which `struct` knows the numbers of a type, in order."""
    if dtype.subdtype is not None:
        return codes_of(dtype.subdtype[0], fields) * int(np.prod(dtype.subdtype[1]))
    if dtype.fields is None:
        return dtype.char.translate({ord("l"): "q", ord("L"): "Q"})
    read = chosen(dtype, fields)
    return "".join(codes_of(dtype[name], read[name]) if name in read else SKIPPED * dtype[name].itemsize for name in dtype.names or ())


def is_number(dtype: np.dtype[Any]) -> bool:
    """Whether a value of this type is one number."""
    return dtype.subdtype is None and dtype.fields is None


def length_of(dtype: np.dtype[Any], fields: Sequence[str]) -> int:
    """How many numbers of a type are read."""
    return len(codes_of(dtype, fields).replace(SKIPPED, ""))


def record_reader(dtype: np.dtype[Any], fields: Sequence[str]) -> Reader:
    """Makes a record: its numbers and plain lists are cut out at once, the other fields have readers of their own."""
    read = chosen(dtype, fields)
    types = [dtype[name] for name in read]
    cut = cutter([length_of(*field) for field in zip(types, read.values(), strict=True)], [is_number(field) for field in types])
    others = [(place, reader) for place, field in enumerate(zip(types, read.values(), strict=True)) if (reader := reader_of(*field))]
    made: Any = namedtuple("Seen", read)  # type: ignore[misc] # the names come from the record
    make = made._make
    if not others:
        return lambda numbers: make(cut(numbers))

    def read_record(numbers: Numbers) -> Any:
        values = [*cut(numbers)]
        for place, reader in others:
            values[place] = reader(values[place])
        return make(values)

    return read_record


def reader_of(dtype: np.dtype[Any], fields: Sequence[str]) -> Reader | None:
    """What makes a value of this type; None for a number or a list of numbers, which are there already."""
    if dtype.subdtype is None:
        return None if dtype.fields is None else record_reader(dtype, fields)
    inner, (count, *shape) = dtype.subdtype
    if not shape and inner.fields is None:
        return None
    one = np.dtype((inner, tuple(shape))) if shape else inner
    cut, each = cutter([length_of(one, fields)] * count, [False] * count), reader_of(one, fields)
    return cut if each is None else lambda numbers: [each(part) for part in cut(numbers)]


def cutter(lengths: list[int], single: list[bool]) -> Callable[[Numbers], tuple[Any, ...]]:
    """Cuts numbers into parts of these lengths; a single one stays a number."""
    starts = [sum(lengths[:place]) for place in range(len(lengths))]
    places = [start if alone else slice(start, start + length) for start, length, alone in zip(starts, lengths, single, strict=True)]
    return itemgetter(*places) if len(places) > 1 else lambda numbers: (numbers[places[0]],)
