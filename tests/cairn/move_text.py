"""Moves as text (§8): `4^` puts a stone of value 4 on the cairn, `4x` throws it away. And why a move is illegal."""

from __future__ import annotations

import re
from typing import Any

from cairn.material import VALUES
from cairn.rules import THROW, top_of
from ziggurat.errors import InvalidMove
from ziggurat.view import Telling


def to_text(state: Any, move: int) -> str:
    """The one spelling of a move."""
    return f"{move}^" if move <= THROW else f"{move - THROW}x"


def from_text(state: Any, text: str) -> int:
    """The move, also from sloppy spellings (spaces, upper case)."""
    match = re.fullmatch(rf"\s*([1-{VALUES}])\s*([\^xX])\s*", text)
    if match is None:
        raise InvalidMove(f"`{text}` is not a move: write `4^` to put a stone of value 4 on your cairn, `4x` to throw it away")
    return int(match[1]) + (0 if match[2] == "^" else THROW)


def spell(text: str) -> list[str]:
    """The pieces that spell a move, as the picture names them."""
    return list(text)


def why_not(state: Any, move: int) -> Telling:
    """The reason why a move cannot be played here, as a key of `text/*.json` with its values."""
    value = move if move <= THROW else move - THROW
    if value not in state.display:
        return "reason.not_open", {"value": value}
    if move <= THROW:
        return "reason.too_large", {"value": value, "top": int(top_of(state, state.to_move))}
    return "reason.not_stuck", {}


def tell(before: Any, move: int, after: Any, seat: int | None = None) -> list[Telling]:
    """The move in words: keys of `text/*.json` with values; `player` is a seat."""
    mover = int(before.to_move)
    if move <= THROW:
        return [("log.put", {"player": mover, "value": move, "n": int(after.heights[mover])})]
    return [("log.throw", {"player": mover, "value": move - THROW})]
