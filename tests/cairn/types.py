"""What a seat sees, and a legal move in parts."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from ziggurat.view import BaseChoice, BaseView, Gain


class SeatView(msgspec.Struct):
    """What lies before one player."""

    cairn: list[int]
    """The values of the stones from the bottom."""
    score: int | UnsetType = UNSET
    breakdown: dict[str, int] | UnsetType = UNSET
    rank: int | None = None
    name: str | UnsetType = UNSET


class View(BaseView, tag_field="game", tag="cairn"):
    """A position as a seat sees it."""

    phase: Literal["choose"]
    display: list[int]
    bag_left: int
    seats: list[SeatView]


class Choice(BaseChoice, frozen=True):
    """A stone, and what is done with it."""

    kind: Literal["put", "throw"]
    value: int
    gain: Gain | UnsetType | None = UNSET
