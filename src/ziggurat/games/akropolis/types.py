"""What a seat sees, and a legal move in parts."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from ziggurat.games.akropolis.athena.material import CardName
from ziggurat.games.akropolis.material import ArchitectName, KindName
from ziggurat.view import BaseChoice, BaseView, Gain

PhaseName = Literal["place", "complete", "over"]
PartKind = KindName | Literal["plaza"]
ReasonKey = Literal[
    "reason.house_counts",
    "reason.house_doubled",
    "reason.house_small",
    "reason.market_counts",
    "reason.market_doubled",
    "reason.market_beside",
    "reason.barracks_count",
    "reason.barracks_doubled",
    "reason.barracks_inside",
    "reason.barracks_hole",
    "reason.temple_counts",
    "reason.temple_doubled",
    "reason.temple_open",
    "reason.garden_counts",
    "reason.garden_doubled",
]


class Hex(msgspec.Struct, frozen=True, gc=False):
    """A visible hex of a city."""

    q: int
    r: int
    kind: KindName
    level: int
    tile: int
    """The number of the tile to which it belongs; 0 is the starting tile."""
    below: list[KindName] | UnsetType = UNSET
    """What it covers, from the ground up; missing on level 1. Of a covered two-colour hex, the first district."""
    second: KindName | UnsetType = UNSET
    """Athena: the second district of a two-colour hex; `kind` is the first."""
    rotation: int | UnsetType = UNSET
    """Athena: how a two-colour hex is turned: the first district owns the sides from this one on, three of them clockwise."""


class District(msgspec.Struct, frozen=True, gc=False):
    """A district of the score sheet."""

    q: int
    r: int
    level: int
    counts: bool
    value: int
    """0 where it does not count, else its level, or twice that."""
    reason: ReasonKey
    """Why it counts or does not: a key of the game's texts."""
    n: int | UnsetType = UNSET
    """The number that the reason names: hexes or value of a group of houses."""
    sides: int | UnsetType = UNSET
    """The number that the reason names: open sides of barracks or of a temple."""


class ColorSheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet of one colour."""

    districts: list[District]
    """In the order in which their places were first built on."""
    value: int
    stars: int
    """On the visible plazas."""
    points: int


class ScoreSheet(msgspec.Struct, frozen=True):
    """The score sheet of a city, told hex by hex."""

    house: ColorSheet
    market: ColorSheet
    barracks: ColorSheet
    temple: ColorSheet
    garden: ColorSheet


class CardPart(msgspec.Struct, frozen=True, gc=False):
    """Athena: a part of what a construction card asks for, where a city is nearest to it."""

    is_there: bool
    q: int | UnsetType = UNSET
    r: int | UnsetType = UNSET
    """Where it lies, or would have to lie; missing where the place does not matter."""
    kind: PartKind | UnsetType = UNSET
    """What is missing there; `plaza`: of any colour. Every hex will do where it is missing."""
    level: int | UnsetType = UNSET
    """On which level or higher, where the card asks for it."""


class SeatView(msgspec.Struct):
    """What lies before one player."""

    stones: int
    city: list[Hex]
    """The visible hexes in the order in which their places were first built on."""
    sheet: ScoreSheet | UnsetType = UNSET
    score: int | UnsetType = UNSET
    breakdown: dict[str, int] | UnsetType = UNSET
    rank: int | None = None
    name: str | UnsetType = UNSET
    completed: list[int] | UnsetType = UNSET
    """Athena: the slots, 1 to 4, of the cards that the player has completed; all four make the statue."""
    fulfilled: list[int] | UnsetType = UNSET
    """Athena: the slots of the other cards that the city fulfils."""
    progress: list[list[CardPart]] | UnsetType = UNSET
    """Athena: how far the city is with the card of each slot; empty for those that are completed. Not after the end."""


class Architect(msgspec.Struct):
    """The illustrious architect of a solo game."""

    name: ArchitectName
    stones: int
    tiles: list[int]
    """In the order taken."""
    score: int | UnsetType = UNSET
    completed: list[int] | UnsetType = UNSET
    """Athena: the slots of which he has the part of the statue."""


class Slot(msgspec.Struct, frozen=True):
    """Athena: a construction card, and what lies at it."""

    card: CardName
    singles: list[int]
    """The single tiles that are left, in the order in which they lie."""


class View(BaseView, tag_field="game", tag="akropolis"):
    """A position as everyone sees it."""

    phase: PhaseName
    site: list[int]
    """The tiles on offer; the place of a tile in the list is its price."""
    stacks_left: int
    round: int
    rounds: int
    chief: int
    """The seat that began this round."""
    reserve: int | None
    """The stones that are left; null where they are not limited."""
    seats: list[SeatView]
    tiles: dict[str, list[KindName]]
    """The three hexes, clockwise, of the tiles that are named here, by their numbers."""
    architect: Architect | UnsetType = UNSET
    """Only in a solo game."""
    slots: list[Slot] | UnsetType = UNSET
    """Athena: the construction cards, slot 1 first."""


class Choice(BaseChoice, frozen=True, gc=False):
    """A tile of the site, and where and how it is laid. Athena: or a card to complete, with a single tile; or to stop."""

    slot: int
    """The place of the tile in the site, which is also its price; -1 where no tile of the site is laid."""
    q: int
    r: int
    """Where the tile's first hex goes."""
    rotation: int
    """Beyond which side of the first hex the second one lies, 0 to 5 clockwise from the north; the third follows."""
    gain: Gain | UnsetType = UNSET
    """The points that the move adds at once, by source."""
    card: int | UnsetType = UNSET
    """Athena: the slot, 1 to 4, of the card that is completed; 0: stop."""
    single: int | UnsetType = UNSET
    """Athena: the single tile that is laid."""
    gift: int | UnsetType = UNSET
    """Athena, solo: the single tile that the illustrious architect gets."""
