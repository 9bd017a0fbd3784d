"""Score a city with the expansion typed in from a real table: two-colour hexes, and the statue.

As in the game above, such a city fits into no record: a dictionary of the visible hexes says what lies around a place, the kernels `decide_…` what follows.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from ziggurat.errors import PositionError, listed
from ziggurat.games.akropolis.athena.material import SLOTS, STATUE_POINTS
from ziggurat.games.akropolis.athena.options import prepare
from ziggurat.games.akropolis.athena.readings import reading_of
from ziggurat.games.akropolis.athena.scoring import decide_barracks
from ziggurat.games.akropolis.athena.state import STATE
from ziggurat.games.akropolis.material import COLOR_NAMES, KIND_INDEX, KIND_NAMES, Kind
from ziggurat.games.akropolis.score_typed_in import HIGHEST, Place, beside, empty_around, enclosed_places, points_of, read_options
from ziggurat.games.akropolis.scoring import decide_garden, decide_house, decide_market, decide_temple, is_lake, is_larger
from ziggurat.games.akropolis.types import ScoreSheet
from ziggurat.games.akropolis.visibility import score_sheet
from ziggurat.geometry.hex import SIDES
from ziggurat.options import Options
from ziggurat.parse import typed

HALF = SIDES // 2


class TypedHex(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A visible hex: q, r, kind, level, and of two colours (`house/market`) the rotation; of one colour it has no meaning."""

    q: int
    r: int
    kind: str
    level: Annotated[int, msgspec.Meta(le=HIGHEST)]
    rotation: Annotated[int, msgspec.Meta(ge=0, lt=SIDES)] | UnsetType = UNSET


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """One player's city at the end of the game."""

    visible: list[TypedHex]
    stones: int = 0
    """Stones left."""
    statue: list[int] = []
    """The parts of the statue, 1 to 4."""
    options: dict[str, Any] = {}
    """Options that differ from the defaults; `athena` is one of them."""


class City:
    """The visible hexes: what each shows on its sides, and its level."""

    def __init__(self) -> None:
        self.sides: dict[Place, list[int]] = {}
        self.levels: dict[Place, int] = {}

    def districts(self) -> list[tuple[Place, int]]:
        """The districts, one by one: place and kind; a two-colour hex has two."""
        return [(place, kind) for place, shown in self.sides.items() for kind in dict.fromkeys(shown) if kind < Kind.QUARRY]

    def across(self, place: Place, kind: int) -> list[tuple[Place, int]]:
        """§10.5  The places across the sides that a district owns, and what each shows towards it (-1: it is empty)."""
        near = beside(place)
        owned = [side for side, shown in enumerate(self.sides[place]) if shown == kind]
        return [(near[side], self.sides[near[side]][(side + HALF) % SIDES] if near[side] in self.sides else -1) for side in owned]


def score_position(position: dict[str, Any]) -> dict[str, Any]:
    """The points of each colour, the stones, and the total."""
    given = typed(position, Position, PositionError)
    options = read_options(given.stones, given.options)
    if len({*given.statue}) != len(given.statue) or not {*given.statue} <= {*range(1, SLOTS + 1)}:
        raise PositionError(f"`statue` is {given.statue}: it lists the parts that the player has, 1 to {SLOTS}")
    return points_of(tell_sheet(read_city(given), options), given.stones * (STATUE_POINTS if len(given.statue) == SLOTS else 1))


def read_city(given: Position) -> City:
    """The visible hexes by place."""
    city = City()
    for index, hex_ in enumerate(given.visible):
        place = (hex_.q, hex_.r)
        if hex_.level < 1:
            raise PositionError(f"`visible[{index}]` lies on level {hex_.level}: the ground level is 1")
        if place in city.sides:
            raise PositionError(f"`visible[{index}]` lies on ({hex_.q}, {hex_.r}), where a hex was named before: only the topmost is visible")
        city.sides[place], city.levels[place] = read_sides(index, hex_), hex_.level
    return city


def read_sides(index: int, hex_: TypedHex) -> list[int]:
    """§10.4  What a hex shows on each side."""
    first, slash, second = hex_.kind.partition("/")
    for kind in (first, second) if slash else (first,):
        if kind not in KIND_INDEX:
            raise PositionError(f"`visible[{index}]` is a `{kind}`, which is no kind of hex; they are {listed(KIND_NAMES)}, or two districts, `house/market`")
    if not slash:
        return [KIND_INDEX[first]] * SIDES
    if first == second or first not in COLOR_NAMES or second not in COLOR_NAMES:
        raise PositionError(f"`visible[{index}]` is a `{hex_.kind}`: a two-colour hex shows two different districts out of {listed(COLOR_NAMES)}")
    if hex_.rotation is UNSET:
        raise PositionError(f'`visible[{index}]` lacks the rotation of its two colours, 0 to {SIDES - 1}: write `[q, r, "{hex_.kind}", level, rotation]`')
    return [KIND_INDEX[first] if (side - hex_.rotation) % SIDES < HALF else KIND_INDEX[second] for side in range(SIDES)]


def tell_sheet(city: City, options: Options) -> ScoreSheet:
    """The score sheet of a city."""
    state = np.zeros(1, STATE)[0]
    prepare(state, options)
    return judged_sheet(city, int(reading_of(state)))


def judged_sheet(city: City, reading: int) -> ScoreSheet:
    """The score sheet of a city where the rules are read so (`reading_of`)."""
    verdicts = judge(city, reading)
    judged = [(*place, kind, city.levels[place], verdicts.get((place, kind), 0)) for place, shown in city.sides.items() for kind in dict.fromkeys(shown)]
    return score_sheet(judged)


def judge(city: City, reading: int) -> dict[tuple[Place, int], int]:
    """§10.6  The verdict on each district."""
    seen = {place: (shown[0], city.levels[place]) for place, shown in city.sides.items()}
    enclosed = enclosed_places(seen)
    verdicts = judge_houses(city, reading)
    for place, kind in city.districts():
        across = city.across(place, kind)
        empty, near = [other for other, shown in across if shown < 0], [shown for _, shown in across]
        if kind == Kind.MARKET:
            verdicts[place, kind] = decide_market(reading, Kind.MARKET in near, Kind.MARKET_PLAZA in near)
        elif kind == Kind.BARRACKS:
            verdicts[place, kind] = decide_barracks(reading, len(empty), sum(other not in enclosed for other in empty))
        elif kind == Kind.TEMPLE:
            verdicts[place, kind] = decide_temple(reading, len(empty), city.levels[place])
        elif kind == Kind.GARDEN:
            is_beside_lake = any(is_lake(reading, empty_around(seen, other), other in enclosed) for other in empty)
            verdicts[place, kind] = decide_garden(reading, is_beside_lake)
    return verdicts


def judge_houses(city: City, reading: int) -> dict[tuple[Place, int], int]:
    """§5.1, §7.1 and §10.6  The verdict on each house; groups are connected by touching."""
    left, groups = [place for place, kind in city.districts() if kind == Kind.HOUSE], []
    while left:
        group = [left.pop(0)]
        for place in group:  # grows while we walk
            near = [other for other, shown in city.across(place, Kind.HOUSE) if shown == Kind.HOUSE and other in left]
            left = [other for other in left if other not in near]
            group += near
        groups.append((group, sum(city.levels[place] for place in group)))
    largest, best = -1, (0, 0)
    for number, (group, value) in enumerate(groups):
        if is_larger(reading, len(group), value, *best):
            largest, best = number, (len(group), value)
    return {
        (place, int(Kind.HOUSE)): decide_house(reading, number == largest, len(group), value) for number, (group, value) in enumerate(groups) for place in group
    }
