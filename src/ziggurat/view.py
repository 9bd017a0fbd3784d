"""What the views and choices of all games share. Each game declares its own `View` and `Choice` in `games/<name>/types.py`.

A field that may be missing from the JSON has the type `… | UnsetType` and is then `UNSET`; every other field is always there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

OptionValue = bool | int | str | list[str]
Values = dict[str, str | int]
"""Values for the placeholders of a text: `player` is a seat, a value `=key` is itself the key of a text."""
Telling = tuple[str, Values]
"""A sentence in no language yet: a key of `text/*.json` and its values."""
Marks = dict[str, str | int]
"""Parts of a move that a board marks, named as in `choices`."""
Piece = tuple[Telling, Marks]
"""A piece that a player picks up or a place where it goes: how a hint names it, and what is marked on the board."""
Gain = dict[str, int]
"""Points by source."""


class BaseView(msgspec.Struct):
    """What a seat may see of a position: the fields that every game has. A game adds `game` (the tag), `phase`, `seats` and its own."""

    options: dict[str, OptionValue]
    seat: int | None
    """Whose view this is; null: a spectator's."""
    ply: int
    to_move: int | None
    over: bool
    legal: list[str]
    """The legal moves as text; empty for a seat that is not to move."""
    log: list[str]
    """The moves so far; what a seat may not know of a move is `?`."""
    movers: list[int]
    """The seat that took each decision."""


class BaseChoice(msgspec.Struct, frozen=True, gc=False):
    """A legal move; a game adds the parts of which it consists, and `gain`."""

    text: str


class Frame(NamedTuple):
    """The fields of `BaseView`, in order: `View(*frame, …)`."""

    options: dict[str, OptionValue]
    seat: int | None
    ply: int
    to_move: int | None
    over: bool
    legal: list[str]
    log: list[str]
    movers: list[int]


class Sheet(NamedTuple):
    """The score sheet of a seat: fields that every game has."""

    score: int
    breakdown: dict[str, int]
    """The points by source."""
    rank: int | None
    """Null while the game runs."""
    name: str | UnsetType


class AnySeat(Protocol):
    """The fields of a seat that `ziggurat.text` reads."""

    @property
    def score(self) -> int | UnsetType:
        """The points; missing where the table hides them."""

    @property
    def rank(self) -> int | None:
        """The place after the end of the game."""

    @property
    def name(self) -> str | UnsetType:
        """The player; missing in a game without names."""


class AnyChoice(Protocol):
    """The fields of a legal move that every game has."""

    @property
    def text(self) -> str:
        """The move."""

    @property
    def gain(self) -> Gain | UnsetType | None:
        """The points that it adds at once, by source; null where chance decides, missing without previews."""


class AnyView(Protocol):
    """The fields of a view that `ziggurat.text` reads."""

    @property
    def seat(self) -> int | None:
        """Whose view this is."""

    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def phase(self) -> str:
        """What is to be decided now."""

    @property
    def seats(self) -> Sequence[AnySeat]:
        """What lies before each seat."""


Struct = TypeVar("Struct", bound=msgspec.Struct)


def without(struct: Struct, fields: Sequence[str]) -> Struct:
    """A copy of a struct without these fields."""
    return msgspec.structs.replace(struct, **{name: UNSET for name in fields if name in struct.__struct_fields__})
