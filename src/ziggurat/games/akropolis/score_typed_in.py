"""Score a city typed in from a real table (`ziggurat score akropolis FILE`): any size, any shape, buildable or not.

Such a city fits into no record: it has no limit and need not be connected. So this file looks up what lies around a place in a dictionary of the visible hexes;
`scoring.py` decides what follows from it.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import numpy as np

from ziggurat.errors import OptionError, PositionError, listed
from ziggurat.games.akropolis.material import COLOR_NAMES, KIND_INDEX, KIND_NAMES, Kind
from ziggurat.games.akropolis.options import OPTIONS, prepare
from ziggurat.games.akropolis.scoring import decide_barracks, decide_garden, decide_house, decide_market, decide_temple, is_lake, is_larger, reading_of
from ziggurat.games.akropolis.state import STATE
from ziggurat.games.akropolis.types import ScoreSheet
from ziggurat.games.akropolis.visibility import score_sheet
from ziggurat.geometry.hex import DIRECTIONS
from ziggurat.options import Options
from ziggurat.parse import typed

Place = tuple[int, int]
Seen = dict[Place, tuple[int, int]]
"""The visible hexes: place -> kind and level."""
HIGHEST = 1000  # level that can be typed
FIELDS, KIND = 4, 2  # of a visible hex: how many it has, and which one is its kind
FEWEST_AROUND = 6  # hexes that enclose a place


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """One player's city at the end of the game."""

    visible: list[tuple[int, int, str, Annotated[int, msgspec.Meta(le=HIGHEST)]]]
    """The visible hexes: q, r, kind, level."""
    stones: int = 0
    """Stones left."""
    options: dict[str, Any] = {}
    """Options that differ from the defaults."""


def score_position(position: dict[str, Any]) -> dict[str, Any]:
    """The points of each colour, the stones, and the total."""
    refuse_expansion(position)
    given = typed(position, Position, PositionError)
    options = read_options(given.stones, given.options)
    return points_of(tell_sheet(read_city(given), options), given.stones)


def refuse_expansion(position: Any) -> None:
    """Raise PositionError where something is named that only the expansion has: a statue, or a hex of two colours."""
    if not isinstance(position, dict):
        return
    visible = position.get("visible")
    named = [f"`visible[{index}]`" for index, hex_ in enumerate(visible if isinstance(visible, list) else []) if has_two_colors(hex_)]
    named += ["`statue`"] if "statue" in position else []
    if named:
        raise PositionError(f'{named[0]} belongs to the Athena expansion, which needs `athena=true`: write `"options": {{"athena": true}}`')


def has_two_colors(hex_: Any) -> bool:
    """Whether a hex is written as the expansion writes those of two colours: `house/market`, or with a rotation behind the level."""
    return isinstance(hex_, list | tuple) and (len(hex_) == FIELDS + 1 or (len(hex_) > KIND and "/" in str(hex_[KIND])))


def read_options(stones: int, options: dict[str, Any]) -> Options:
    """The options in full; raises PositionError where they or the stones cannot be."""
    if stones < 0:
        raise PositionError(f"`stones` is {stones}: it must be 0 or more")
    try:
        return OPTIONS.read(options)
    except OptionError as error:
        raise PositionError(f"`options`: {error}") from None


def points_of(sheet: ScoreSheet, stones: int) -> dict[str, int]:
    """§6  The points of each colour, those of the stones, and the total."""
    points: dict[str, int] = {name: getattr(sheet, name).points for name in COLOR_NAMES}
    return {**points, "stones": stones, "total": sum(points.values()) + stones}


def read_city(given: Position) -> Seen:
    """The visible hexes by place."""
    city: Seen = {}
    for index, (q, r, kind, level) in enumerate(given.visible):
        if kind not in KIND_INDEX:
            raise PositionError(f"`visible[{index}]` is a `{kind}`, which is no kind of hex; they are {listed(KIND_NAMES)}")
        if level < 1:
            raise PositionError(f"`visible[{index}]` lies on level {level}: the ground level is 1")
        if (q, r) in city:
            raise PositionError(f"`visible[{index}]` lies on ({q}, {r}), where a hex was named before: only the topmost is visible")
        city[q, r] = (KIND_INDEX[kind], level)
    return city


def tell_sheet(city: Seen, options: Options) -> ScoreSheet:
    """The score sheet of a city."""
    state = np.zeros(1, STATE)[0]
    prepare(state, options)
    verdicts = judge(city, int(reading_of(state)))
    return score_sheet([(*place, kind, level, verdicts.get(place, 0)) for place, (kind, level) in city.items()])


# --- §5 and §7  What the verdict on each district is made from -----------------------------------------------------------


def judge(city: Seen, reading: int) -> dict[Place, int]:
    """The verdict on each district."""
    enclosed = enclosed_places(city)
    verdicts = judge_houses(city, reading)
    for place, (kind, level) in city.items():
        near = [city[other][0] for other in beside(place) if other in city]
        empty = [other for other in beside(place) if other not in city]
        if kind == Kind.MARKET:
            verdicts[place] = decide_market(reading, Kind.MARKET in near, Kind.MARKET_PLAZA in near)
        elif kind == Kind.BARRACKS:
            verdicts[place] = decide_barracks(reading, len(empty), sum(other not in enclosed for other in empty))
        elif kind == Kind.TEMPLE:
            verdicts[place] = decide_temple(reading, len(empty), level)
        elif kind == Kind.GARDEN:
            verdicts[place] = decide_garden(reading, any(is_lake(reading, empty_around(city, other), other in enclosed) for other in empty))
    return verdicts


def judge_houses(city: Seen, reading: int) -> dict[Place, int]:
    """§5.1 and §7.1  The verdict on each house."""
    groups = [(group, sum(city[place][1] for place in group)) for group in groups_of([place for place, (kind, _) in city.items() if kind == Kind.HOUSE])]
    largest, best = -1, (0, 0)
    for number, (group, value) in enumerate(groups):
        if is_larger(reading, len(group), value, *best):
            largest, best = number, (len(group), value)
    return {place: decide_house(reading, number == largest, len(group), value) for number, (group, value) in enumerate(groups) for place in group}


def beside(place: Place) -> list[Place]:
    """The six adjacent places."""
    return [(place[0] + q, place[1] + r) for q, r in DIRECTIONS]


def empty_around(city: Seen, place: Place) -> int:
    """How many of the six places around a place are empty."""
    return sum(other not in city for other in beside(place))


def groups_of(places: list[Place]) -> list[list[Place]]:
    """The groups of adjacent places."""
    left, groups = set(places), []
    for start in places:
        if start not in left:
            continue
        left.remove(start)
        group = [start]
        for place in group:  # grows while we walk
            near = [other for other in beside(place) if other in left]
            left.difference_update(near)
            group += near
        groups.append(group)
    return groups


def enclosed_places(city: Seen) -> set[Place]:
    """Every place that a connected part of the city encloses. (Nothing is enclosed by several parts together.)"""
    return {place for part in groups_of(list(city)) if len(part) >= FEWEST_AROUND for place in holes_of(set(part))}


def holes_of(part: set[Place]) -> set[Place]:
    """The places within the bounds of a connected part, not of it, from which no walk leads out of these bounds."""
    west, east = min(q for q, _ in part), max(q for q, _ in part)
    north, south = min(r for _, r in part), max(r for _, r in part)
    free = {(q, r) for q in range(west - 1, east + 2) for r in range(north - 1, south + 2)} - part
    reached = [(west - 1, north - 1)]
    free.discard(reached[0])
    for place in reached:  # grows while we walk
        near = [other for other in beside(place) if other in free]
        free.difference_update(near)
        reached += near
    return free
