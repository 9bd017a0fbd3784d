"""Parse JSON values into typed structs; the error names the place that does not fit."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

from ziggurat.errors import GameError

Shape = TypeVar("Shape", bound=msgspec.Struct)


def typed(value: Any, shape: type[Shape], error: type[GameError]) -> Shape:
    """The value as this struct, or the error: `Expected `int`, got `str` at `$.track``."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as wrong:
        raise error(f"{wrong}".replace(" - at ", " at ")) from None
    except (UnicodeError, RecursionError) as wrong:
        raise error(f"not JSON: {wrong}") from None


def typed_line(line: bytes, shape: type[Shape], error: type[GameError]) -> Shape:
    """A line of JSON as this struct, or the error."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise error("not JSON") from None
    return typed(fields, shape, error)
