"""Which districts of a city count, and why others do not, told hex by hex (§5 and §7).

For people: the score sheet of a view, and cities typed in from a real table, which have no limit of size and need not be connected. So a city is
here a dictionary of what can be seen from above. `scoring.py` says the same of a position, faster; tests hold the two together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ziggurat.games.akropolis.material import COLOR_NAMES, HOUSE_BONUS_VALUE, LEAST_OPEN_SIDES, MOST_OPEN_SIDES, STARS, TEMPLE_BONUS_LEVEL
from ziggurat.geometry.hex import DIRECTIONS
from ziggurat.options import Options

Place = tuple[int, int]
Seen = dict[Place, tuple[str, int]]
"""The visible hexes: place -> kind and level."""


@dataclass(frozen=True)
class Verdict:
    """How often the level of a district counts, and in words why."""

    times: int
    """0: not at all, 1: once, 2: doubled by a variant."""
    reason: str
    """A key of `text/*.json`."""
    values: dict[str, Any] = field(default_factory=dict)


def sheet(city: Seen, options: Options) -> dict[str, dict[str, Any]]:
    """For each colour its districts one by one, their value, the stars, and the points."""
    enclosed = enclosed_places(city)
    pages = {}
    for color, name in enumerate(COLOR_NAMES):
        verdicts = judge(city, name, options, enclosed)
        rows = [
            {
                "q": place[0],
                "r": place[1],
                "level": city[place][1],
                "counts": verdict.times > 0,
                "value": verdict.times * city[place][1],
                "reason": verdict.reason,
                **verdict.values,
            }
            for place, verdict in verdicts.items()
        ]
        value = sum(row["value"] for row in rows)
        stars = int(STARS[color]) * sum(kind == f"{name}_plaza" for kind, _ in city.values())
        pages[name] = {"districts": rows, "value": value, "stars": stars, "points": value * stars}
    return pages


def judge(city: Seen, color: str, options: Options, enclosed: set[Place]) -> dict[Place, Verdict]:
    """The verdict on each district of a colour."""
    districts = [place for place, (kind, _) in city.items() if kind == color]
    has_variant = color in options["variants"]
    if color == "house":
        return judge_houses(city, districts, options, has_variant)
    if color == "market":
        return {place: judge_market(city, place, has_variant) for place in districts}
    if color == "barracks":
        return {place: judge_barracks(city, place, options, enclosed, has_variant) for place in districts}
    if color == "temple":
        return {place: judge_temple(city, place, has_variant) for place in districts}
    return {place: judge_garden(city, place, options, enclosed, has_variant) for place in districts}


def judge_houses(city: Seen, houses: list[Place], options: Options, has_variant: bool) -> dict[Place, Verdict]:
    """§5.1  The largest group counts; §7.1 doubled if its value is 10 or more."""
    groups = groups_of(houses)
    values = [sum(city[place][1] for place in group) for group in groups]
    sizes = values if options["house_group"] == "value" else [len(group) for group in groups]
    best = max(range(len(groups)), key=lambda i: (sizes[i], values[i]), default=0)
    verdicts: dict[Place, Verdict] = {}
    for i, group in enumerate(groups):
        doubled = has_variant and values[i] >= HOUSE_BONUS_VALUE
        counted = Verdict(2, "reason.house_doubled", {"n": values[i]}) if doubled else Verdict(1, "reason.house_counts", {"n": len(group)})
        verdicts |= dict.fromkeys(group, counted if i == best else Verdict(0, "reason.house_small", {"n": len(group)}))
    return {place: verdicts[place] for place in houses}


def judge_market(city: Seen, place: Place, has_variant: bool) -> Verdict:
    """§5.2  No market beside it; §7.2 doubled beside a market plaza."""
    kinds = [city[near][0] for near in beside(place) if near in city]
    if "market" in kinds:
        return Verdict(0, "reason.market_beside")
    return Verdict(2, "reason.market_doubled") if has_variant and "market_plaza" in kinds else Verdict(1, "reason.market_counts")


def judge_barracks(city: Seen, place: Place, options: Options, enclosed: set[Place], has_variant: bool) -> Verdict:
    """§5.3  On the edge: an empty place beside it (option: outside the city); §7.3 doubled with three or four."""
    empty = [near for near in beside(place) if near not in city]
    outer = [near for near in empty if near not in enclosed]
    sides = len(outer) if options["barracks_edge"] == "outer" else len(empty)
    if sides == 0:
        return Verdict(0, "reason.barracks_hole" if empty else "reason.barracks_inside")
    doubled = has_variant and LEAST_OPEN_SIDES <= sides <= MOST_OPEN_SIDES
    return Verdict(2 if doubled else 1, "reason.barracks_doubled" if doubled else "reason.barracks_count", {"sides": sides})


def judge_temple(city: Seen, place: Place, has_variant: bool) -> Verdict:
    """§5.4  Surrounded; §7.4 doubled on level 2 or higher."""
    sides = sum(near not in city for near in beside(place))
    if sides:
        return Verdict(0, "reason.temple_open", {"sides": sides})
    doubled = has_variant and city[place][1] >= TEMPLE_BONUS_LEVEL
    return Verdict(2, "reason.temple_doubled") if doubled else Verdict(1, "reason.temple_counts")


def judge_garden(city: Seen, place: Place, options: Options, enclosed: set[Place], has_variant: bool) -> Verdict:
    """§5.5  Always; §7.5 doubled beside a lake."""
    empty = [near for near in beside(place) if near not in city] if has_variant else []
    if options["lake"] == "region":
        lakes = [near for near in empty if near in enclosed]
    else:
        lakes = [near for near in empty if all(further in city for further in beside(near))]
    return Verdict(2, "reason.garden_doubled") if lakes else Verdict(1, "reason.garden_counts")


def beside(place: Place) -> list[Place]:
    """The six adjacent places."""
    return [(place[0] + q, place[1] + r) for q, r in DIRECTIONS]


def groups_of(places: list[Place]) -> list[list[Place]]:
    """The groups of adjacent places."""
    left, groups = set(places), []
    for start in places:
        if start not in left:
            continue
        left.remove(start)
        group = [start]
        for place in group:  # grows while we walk
            found = [near for near in beside(place) if near in left]
            left.difference_update(found)
            group += found
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
        found = [near for near in beside(place) if near in free]
        free.difference_update(found)
        reached += found
    return free


FEWEST_AROUND = 6  # hexes that enclose a place
