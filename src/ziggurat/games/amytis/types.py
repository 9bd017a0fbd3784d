"""What a seat sees, and a legal move in parts."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from ziggurat.games.amytis.material import FavorName
from ziggurat.view import BaseChoice, BaseView, Gain

PhaseName = Literal["build", "palace", "favor", "over"]
SpaceName = Literal["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


class Stack(msgspec.Struct, frozen=True, gc=False):
    """A stack of the main board."""

    top: str | None
    """The tile on top, `Gw`: a colour B G O P and a type g m w p r t; null when the stack is empty."""
    left: int
    """How many tiles it has."""
    architect: int | None
    """The seat whose architect stands on it."""


class Favors(msgspec.Struct, frozen=True):
    """The favor board: the seat of the pawn on each of the seven columns, and the seats of the pawns in the bottom row."""

    I: int | None  # noqa: E741 - the name printed on the board
    II: int | None
    III: int | None
    IV: int | None
    stairs: int | None
    corners: int | None
    projects: int | None
    row: list[int]


class Card(msgspec.Struct, frozen=True):
    """What is printed on a project card."""

    pattern: list[str]
    """Rows of colours, a dot for a free cell."""
    points: int


class Way(msgspec.Struct, frozen=True, gc=False):
    """A way in which a project could still be completed."""

    cells: str
    """The colours that the nine spaces have to show, a dot where any will do."""
    missing: list[SpaceName]
    """The spaces that do not show theirs yet."""


class SeatView(msgspec.Struct):
    """What lies before one player."""

    board: list[list[str]]
    """Three rows of three spaces, each its stack from bottom to top: `Bt Or`."""
    track: int
    """The points scored during the game."""
    projects: list[int]
    """The cards that are not validated yet."""
    validated: list[int]
    architects_left: int
    pawns_left: int
    reach: dict[str, list[Way]] | UnsetType = UNSET
    """For each open own card and each card of the display the ways in which it could still be completed, the nearest first."""
    score: int | UnsetType = UNSET
    breakdown: dict[str, int] | UnsetType = UNSET
    rank: int | None = None
    name: str | UnsetType = UNSET


class View(BaseView, tag_field="game", tag="amytis"):
    """A position as everyone sees it."""

    phase: PhaseName
    stacks: list[Stack]
    """The stacks of the main board, row by row."""
    display: list[int | None]
    """The open project cards; null for a place without one."""
    deck_left: int
    favors: Favors
    cards: dict[str, Card]
    """What is printed on the cards that lie open, by their numbers."""
    seats: list[SeatView]


class Choice(BaseChoice, frozen=True, gc=False):
    """A tile and where it is built, or a choice at a palace, or a favor."""

    kind: Literal["build", "card", "deck", "points", "favor"]
    stack: SpaceName | UnsetType = UNSET
    space: SpaceName | UnsetType = UNSET
    slot: int | UnsetType = UNSET
    """The place of a card in the display, from 0."""
    favor: FavorName | UnsetType = UNSET
    chance: bool | UnsetType = UNSET
    """True where chance decides what the move brings."""
    gain: Gain | UnsetType | None = UNSET
    """The points that the move adds at once, by source; null where chance decides."""
