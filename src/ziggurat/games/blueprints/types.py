"""What a seat sees, and a legal move in parts."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from ziggurat.games.blueprints.material import CardName, Decided, Die, Finally, MaterialLetter, Space
from ziggurat.view import BaseChoice, BaseView, Gain


class Points(msgspec.Struct, gc=False):
    """What a building scores, by source and in total."""

    bonus: int
    wood: int
    recycled: int
    stone: int
    glass: int
    total: int


class WoodDie(msgspec.Struct, gc=False):
    """A wood die of a building."""

    die: Die
    space: Space
    level: int
    """From 1."""
    points: int


class BuiltDie(msgspec.Struct, gc=False):
    """A die of a building."""

    die: Die
    space: Space
    level: int
    """From 1."""
    points: int | None
    """Null for recycled dice: they score together."""


class PlanState(msgspec.Struct, gc=False):
    """How a building stands to its plan."""

    state: Literal["done", "open", "lost"]
    """Lost: a stack is too high, or a die fitted nowhere."""
    missing: int
    """How many dice the plan still lacks."""


class Prizes(msgspec.Struct, gc=False):
    """For each prize how much a building has of what it needs, and how much it needs."""

    skyscraper: list[int]
    """The highest stack."""
    structural_integrity: list[int]
    """Dice of one value."""
    geometer: list[int]
    """Different values."""
    materials: list[int]
    """Dice of one material."""


class SeatView(msgspec.Struct):
    """What lies before one player, and for its own player what lies behind the screen; when the game is over, for everybody."""

    taken: list[Die]
    """The dice chosen in this round, in order."""
    discarded: list[Die]
    """Those of them that fitted nowhere."""
    cards: list[CardName]
    """The cards won in finished rounds."""
    score: int | UnsetType = UNSET
    breakdown: dict[str, int] | UnsetType = UNSET
    plan_id: int | UnsetType = UNSET
    plan: list[str] | UnsetType = UNSET
    """Three rows of two: a planned height, or X where hatched."""
    building: list[list[str]] | UnsetType = UNSET
    """Three rows of two stacks, each from bottom to top: `"G5 R5 S6"`."""
    points: Points | UnsetType = UNSET
    wood_dice: list[WoodDie] | UnsetType = UNSET
    die_points: list[BuiltDie] | UnsetType = UNSET
    plan_state: PlanState | UnsetType = UNSET
    prizes: Prizes | UnsetType = UNSET
    rank: int | None = None
    name: str | UnsetType = UNSET


class CardWon(msgspec.Struct):
    """A card that was won in a round, and what decided it."""

    seat: int
    by: Literal["only"] | Decided
    """`only`: nobody else qualified."""
    over: int | None
    """The rival whom this told apart."""
    counts: list[int]
    """The numbers of both: scores, dice in demand, places in the turn order."""


class RoundSeat(msgspec.Struct):
    """What a player had built when a round was scored."""

    plan_id: int
    plan: list[str]
    building: list[list[str]]
    points: Points
    wood_dice: list[WoodDie]
    die_points: list[BuiltDie]
    plan_state: PlanState
    prizes: Prizes
    taken: list[Die]
    discarded: list[Die]
    cards: list[CardName]
    """The cards won in this round."""


class Round(msgspec.Struct):
    """A finished round in full."""

    round: int
    start: int
    order: list[int]
    """The seats in the order of their turns."""
    demand: list[MaterialLetter]
    removed: list[Die]
    ranking: list[int]
    """The seats from the best building to the worst."""
    cards: dict[str, CardWon]
    """Each card that was won."""
    seats: list[RoundSeat]


class FinalPlace(msgspec.Struct):
    """A player at the end, and by what he is before the next one."""

    seat: int
    points: int
    prizes: int
    gold: int
    silver: int
    bronze: int
    by: Finally | Literal["shared"] | UnsetType = UNSET
    """`shared`: by nothing. Absent for the last one."""
    counts: list[int] | UnsetType = UNSET
    """The numbers of both."""


class View(BaseView, tag_field="game", tag="blueprints"):
    """A position as a seat sees it."""

    phase: Literal["build", "remove", "over"]
    round: int
    start: int
    """The seat that started the round."""
    demand: list[MaterialLetter]
    """The materials in demand, the first one first."""
    pool: list[Die]
    """The lowest value first."""
    bag_left: int
    removed: list[Die]
    """The dice that are out of the round, in order."""
    plan: list[str] | None
    """The own plan; null for a spectator."""
    building: list[list[str]] | None
    """The own building."""
    seats: list[SeatView]
    rounds: list[Round]
    """The finished rounds."""
    final: list[FinalPlace]
    """The players from first to last, when the game is over."""


class Choice(BaseChoice, frozen=True, gc=False):
    """A die of the pool, and what is done with it."""

    kind: Literal["place", "discard", "remove"]
    die: Die
    space: Space | UnsetType = UNSET
    """Where it is placed."""
    gain: Gain | UnsetType = UNSET
    """What it adds to the points of the own building. Absent without previews."""
