"""The legal moves in parts: what a page, a hint and a review are made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from cairn.rules import THROW
from cairn.scoring import LINES, breakdown
from cairn.types import Choice
from ziggurat.kernel import kernel
from ziggurat.view import Gain, Piece

PARTS = ("is_thrown", "value")
SOURCES = LINES
points = breakdown


@kernel
def parts(state, move, out):
    """Write the parts of a move."""
    out[0] = move > THROW
    out[1] = move if move <= THROW else move - THROW


@kernel
def points_after(before, after, seat, out):
    """Write the points of a seat after a move."""
    breakdown(after, seat, out)


def texts(state: Any, codes: list[int]) -> list[str]:
    """The legal moves as text."""
    return [f"{code}^" if code <= THROW else f"{code - THROW}x" for code in codes]


def choices(texts: list[str], codes: list[int], parts: list[list[int]], gains: list[Gain] | None) -> list[Choice]:
    """The legal moves in parts."""
    shown: Sequence[Gain | UnsetType] = gains or [UNSET] * len(codes)
    return [Choice(text, "throw" if is_thrown else "put", value, gain) for text, (is_thrown, value), gain in zip(texts, parts, shown, strict=True)]


def piece_keys(parts: list[int]) -> list[int]:
    """The stone, and where it goes."""
    is_thrown, value = parts
    return [value, is_thrown]


def pieces(state: Any, parts: list[int]) -> list[Piece]:
    """The stone, and where it goes."""
    is_thrown, value = parts
    place: Piece = (("draw.throw", {}), {"kind": "throw"}) if is_thrown else (("look.cairn", {}), {"kind": "put"})
    return [(("draw.stone", {"value": value}), {"value": value}), place]
