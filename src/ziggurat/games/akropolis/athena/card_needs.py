"""How far a city is with a construction card (§10.8): of all places where its pattern could lie, the one that needs least, part by part.

For people who look at a card; the rules decide with `cards.py`. A test compares: nothing is missing exactly where a card is fulfilled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec import UNSET

from ziggurat.games.akropolis.athena.material import HIGH_LEVEL, LUXURY_LEVEL, MINE_STONES, TOWER_BARRACKS, VILLA_HOUSES, CardName
from ziggurat.games.akropolis.athena.readings import EXACT, LITERAL, ONE_BY_ONE, OPEN_CENTER, OWN_SIDE, PRINTED_ORDER, SEPARATE_ANY, SEPARATE_RINGS
from ziggurat.games.akropolis.material import COLOR_NAMES, KindName
from ziggurat.games.akropolis.types import CardPart, Hex, PartKind
from ziggurat.geometry.hex import DIRECTIONS, SIDES

Place = tuple[int, int]
OPPOSITE, ALTERNATING = 3, (0, 2, 4)
STREET = len(COLOR_NAMES)
PRINTED: tuple[KindName, ...] = ("market", "house", "barracks", "temple", "garden")
HIGHEST_STEP = 3
PLAZAS: tuple[KindName, ...] = ("house_plaza", "market_plaza", "barracks_plaza", "temple_plaza", "garden_plaza")


class Part(NamedTuple):
    """A part of a pattern before it is chosen: without a place it may lie anywhere, without a kind any hex will do."""

    is_there: bool
    place: Place | None = None
    kind: PartKind | None = None
    level: int = 0


class Sight:
    """The visible hexes of a city, its stones, and how the cards are read."""

    def __init__(self, hexes: Iterable[Hex], stones: int, readings: int) -> None:
        self.at = {(hex_.q, hex_.r): hex_ for hex_ in hexes}
        self.stones, self.readings = stones, readings

    def shows(self, place: Place, side: int) -> KindName | None:
        """What the hex on a place shows on a side (§10.5); None where there is none."""
        hex_ = self.at.get(place)
        if hex_ is None or hex_.second is UNSET or hex_.rotation is UNSET:
            return None if hex_ is None else hex_.kind
        return hex_.kind if (side - hex_.rotation) % SIDES < OPPOSITE else hex_.second

    def meets(self, place: Place, side: int) -> KindName | None:
        """What lies across a side of a place, seen from there."""
        return self.shows(beyond(place, side), side + OPPOSITE)

    def level(self, place: Place) -> int:
        """How high a place is built; 0 where it is empty."""
        hex_ = self.at.get(place)
        return 0 if hex_ is None else hex_.level

    def showing(self, kind: str) -> list[Place]:
        """The places whose hex shows a kind, with all or with half of it."""
        return [place for place, hex_ in self.at.items() if kind in (hex_.kind, hex_.second)]

    def around(self, places: Iterable[Place]) -> list[Place]:
        """The places, and those beside them, each once."""
        return list(dict.fromkeys(near for place in places for near in (place, *(beyond(place, side) for side in range(SIDES)))))

    def is_district(self, place: Place) -> bool:
        """Whether a district lies there: neither a plaza nor a quarry."""
        return place in self.at and self.at[place].kind in COLOR_NAMES

    def center(self, place: Place, may_be_empty: bool = False) -> Part:
        """Some hex in the middle of a pattern; by the option a district."""
        is_there = may_be_empty if place not in self.at else self.is_district(place) or not self.readings & LITERAL
        return Part(is_there, place)


def beyond(place: Place, side: int, steps: int = 1) -> Place:
    """The place so many steps across a side."""
    q, r = DIRECTIONS[side % SIDES]
    return place[0] + steps * q, place[1] + steps * r


def needs(card: CardName, hexes: Iterable[Hex], stones: int, readings: int) -> list[CardPart]:
    """The parts of the pattern that needs least; those that are there first."""
    sight = Sight(hexes, stones, readings)
    best = min(PATTERNS[card](sight), key=lambda parts: missing(sight, parts))
    return [as_view(part) for part in sorted(best, key=lambda part: not part.is_there)]


def as_view(part: Part) -> CardPart:
    """A part as a view tells it."""
    kind = UNSET if part.is_there else part.kind or UNSET
    if part.place is None:
        return CardPart(part.is_there, kind=kind, level=part.level or UNSET)
    return CardPart(part.is_there, *part.place, kind, part.level or UNSET)


def missing(sight: Sight, parts: list[Part]) -> float:
    """What a pattern still needs; to cover a hex is harder than to build on the ground."""
    return sum(1.4 if part.place in sight.at else 1.0 for part in parts if not part.is_there)


def nothing_yet(kind: PartKind, count: int = 1, level: int = 0) -> list[Part]:
    """So many parts that are missing and may lie anywhere."""
    return [Part(False, None, kind, level)] * count


# --- Words of the conditions --------------------------------------------------------------------------------------------


def ring(sight: Sight, center: Place, sides: Iterable[int], kind: PartKind) -> list[Part]:
    """A kind across some sides of a place."""
    return [Part(is_of(sight.meets(center, side), kind), beyond(center, side), kind) for side in sides]


def is_of(shown: KindName | None, kind: PartKind) -> bool:
    """Whether what a hex shows is of a kind; `plaza` is a plaza of any colour."""
    return shown in PLAZAS if kind == "plaza" else shown == kind


def closed(sight: Sight, place: Place, kind: KindName) -> list[Part]:
    """A district, and a hex across each of its sides (option: no quarry)."""
    own = [beyond(place, side) for side in range(SIDES) if sight.shows(place, side) == kind]
    return [Part(True, place, kind), *(Part(near in sight.at and not (sight.readings & LITERAL and sight.at[near].kind == "quarry"), near) for near in own)]


def high(kind: KindName, count: int, level: int) -> Callable[[Sight], Iterator[list[Part]]]:
    """So many hexes of a kind on a level or higher."""

    def patterns(sight: Sight) -> Iterator[list[Part]]:
        there = [Part(True, place, kind, level) for place in sight.showing(kind) if sight.level(place) >= level]
        yield [*there, *nothing_yet(kind, count - len(there), level)]

    return patterns


# --- The cards, in the order of §10.8 -----------------------------------------------------------------------------------


def housing(sight: Sight) -> Iterator[list[Part]]:
    """Six houses around a hex."""
    for center in sight.at:
        yield [sight.center(center), *ring(sight, center, range(SIDES), "house")]


def district_center(sight: Sight) -> Iterator[list[Part]]:
    """A house plaza, and six hexes around it that are higher."""
    for plaza in sight.showing("house_plaza"):
        least = sight.level(plaza) + 1
        near = [beyond(plaza, side) for side in range(SIDES)]
        is_blank = {place: not (sight.readings & LITERAL and place in sight.at and sight.at[place].kind == "quarry") for place in near}
        yield [Part(True, plaza, "house_plaza"), *(Part(sight.level(place) >= least and is_blank[place], place, None, least) for place in near)]
    yield [*nothing_yet("house_plaza"), *[Part(False)] * SIDES]


def city_market(sight: Sight) -> Iterator[list[Part]]:
    """Markets on three alternating sides of a hex (options: of an empty place; and on no other)."""
    is_open = bool(sight.readings & OPEN_CENTER)
    for center in sight.around(sight.at) if is_open else sight.at:
        for first in range(2):
            parts = [sight.center(center, is_open), *ring(sight, center, (first + step for step in ALTERNATING), "market")]
            others = [first + step + 1 for step in ALTERNATING] if sight.readings & EXACT else []
            yield [*parts, *(Part(False, beyond(center, side)) for side in others if sight.meets(center, side) == "market")]


def storehouses(sight: Sight) -> Iterator[list[Part]]:
    """Two closed markets apart from each other."""
    least = 1 if sight.readings & SEPARATE_ANY else 3 if sight.readings & SEPARATE_RINGS else 2
    rings = [(place, closed(sight, place, "market")) for place in sight.showing("market")]
    for n, (place, parts) in enumerate(rings):
        yield [*parts, *nothing_yet("market")]
        for other, others in rings[:n]:
            if distance(place, other) >= least:
                yield list(dict.fromkeys([*parts, *others]))
    yield nothing_yet("market", 2)


def distance(place: Place, other: Place) -> int:
    """How many steps one place is from another."""
    q, r = place[0] - other[0], place[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def rampart(sight: Sight) -> Iterator[list[Part]]:
    """Three barracks in a straight line."""
    for place in sight.showing("barracks"):
        for side in range(OPPOSITE):
            for back in range(3):
                first = beyond(place, side, -back)
                yield line(sight, first, side, ["barracks"] * 3)
    yield nothing_yet("barracks", 3)


def line(sight: Sight, first: Place, side: int, kinds: list[KindName]) -> list[Part]:
    """Kinds one after the other in a direction, each touching the next."""
    places = [beyond(first, side, step) for step in range(len(kinds))]
    return [Part(along(sight, places, side, step) == kind, places[step], kind) for step, kind in enumerate(kinds)]


def along(sight: Sight, places: list[Place], side: int, step: int) -> KindName | None:
    """What a hex of a straight line shows to those before and behind it; None where it shows them different kinds."""
    shown = {sight.shows(places[step], side)} if step < len(places) - 1 else set()
    if step:
        shown.add(sight.shows(places[step], side + OPPOSITE))
    return shown.pop() if len(shown) == 1 else None


def fortress(sight: Sight) -> Iterator[list[Part]]:
    """A barracks plaza with barracks on two sides that have one side between them (option: which shows none)."""
    plazas = sight.showing("barracks_plaza")
    for center in plazas or sight.around(sight.showing("barracks")):
        for side in range(SIDES):
            parts = [Part(center in plazas, center, "barracks_plaza"), *ring(sight, center, (side, side + 2), "barracks")]
            between = sight.readings & EXACT and sight.meets(center, side + 1) == "barracks"
            yield [*parts, *([Part(False, beyond(center, side + 1))] if between else [])]
    yield [*nothing_yet("barracks_plaza"), *nothing_yet("barracks", 2)]


def sanctuary(sight: Sight) -> Iterator[list[Part]]:
    """Three temples that touch each other."""
    for place in sight.showing("temple"):
        for side in range(SIDES):
            corners = [place, beyond(place, side), beyond(place, side + 1)]
            sides = [(side, side + 1), (side + 2, side + 3), (side + 4, side + 5)]  # of each corner towards the two others
            yield [Part(all(sight.shows(at, way) == "temple" for way in ways), at, "temple") for at, ways in zip(corners, sides, strict=True)]
    yield nothing_yet("temple", 3)


def pantheon(sight: Sight) -> Iterator[list[Part]]:
    """A temple with plazas on three alternating sides (option: which touch the temple)."""
    temples = set(sight.showing("temple"))
    plazas = [place for plaza in PLAZAS for place in sight.showing(plaza)]
    for center in dict.fromkeys([*temples, *sight.around(plazas)]):
        is_temple = center in temples and not (sight.readings & OWN_SIDE and sight.at[center].second is not UNSET)
        for first in range(2):
            yield [Part(is_temple, center, "temple"), *ring(sight, center, (first + step for step in ALTERNATING), "plaza")]
    yield [*nothing_yet("temple"), *nothing_yet("plaza", 3)]


def pilgrims_stairs(sight: Sight) -> Iterator[list[Part]]:
    """A temple plaza and two hexes in a straight line, each lower than the one before (option: by exactly one level)."""
    is_exact = bool(sight.readings & ONE_BY_ONE)
    for plaza, hex_ in sight.at.items():
        is_there = hex_.kind == "temple_plaza" and hex_.level >= HIGHEST_STEP
        top = hex_.level if is_there else hex_.level + 1
        for side in range(SIDES if top >= HIGHEST_STEP else 0):
            near, far = beyond(plaza, side), beyond(plaza, side, 2)
            is_near = is_step(top, sight.level(near), is_exact)
            is_far = is_step(sight.level(near) if is_near else top - 1, sight.level(far), is_exact)
            yield [Part(is_there, plaza, "temple_plaza", top), Part(is_near, near), Part(is_far, far)]
    yield [*nothing_yet("temple_plaza", level=HIGHEST_STEP), Part(False), Part(False)]


def is_step(high: int, low: int, is_exact: bool) -> bool:
    """Whether the stairs go down from one level to another."""
    return 0 < low < high and (not is_exact or low == high - 1)


def oasis(sight: Sight) -> Iterator[list[Part]]:
    """A closed garden."""
    for place in sight.showing("garden"):
        yield closed(sight, place, "garden")
    yield [*nothing_yet("garden"), *[Part(False)] * OPPOSITE]


def hanging_gardens(sight: Sight) -> Iterator[list[Part]]:
    """Two gardens that touch, on different levels."""
    for place in sight.showing("garden"):
        for side in range(SIDES):
            if sight.shows(place, side) != "garden":
                continue
            other, level = beyond(place, side), sight.level(place)
            is_there = sight.meets(place, side) == "garden" and sight.level(other) != level
            if is_there or sight.level(other) + 1 != level:
                yield [Part(True, place, "garden"), Part(is_there, other, "garden", 0 if is_there else sight.level(other) + 1)]
    yield nothing_yet("garden", 2)


def parkland(sight: Sight) -> Iterator[list[Part]]:
    """A garden that touches a garden plaza."""
    for garden in sight.showing("garden"):
        for side in range(SIDES):
            if sight.shows(garden, side) == "garden":
                yield [Part(True, garden, "garden"), *ring(sight, garden, (side,), "garden_plaza")]
    for plaza in sight.showing("garden_plaza"):
        for side in range(SIDES):
            yield [Part(True, plaza, "garden_plaza"), *ring(sight, plaza, (side,), "garden")]
    yield [*nothing_yet("garden"), *nothing_yet("garden_plaza")]


def main_street(sight: Sight) -> Iterator[list[Part]]:
    """Five districts in a straight line, one of each colour (option: in the printed order)."""
    orders = (list(PRINTED), list(reversed(PRINTED))) if sight.readings & PRINTED_ORDER else ()
    starts = {(beyond(place, side, -back), side) for place in sight.at if sight.is_district(place) for side in range(OPPOSITE) for back in range(STREET)}
    for first, side in sorted(starts):
        for order in orders:
            yield line(sight, first, side, order)
        if not orders:
            yield street(sight, first, side)
    yield [part for color in COLOR_NAMES for part in nothing_yet(color)]


def street(sight: Sight, first: Place, side: int) -> list[Part]:
    """Five hexes of a line: the first one of each colour is there, the colours that are missing go to the others."""
    places = [beyond(first, side, step) for step in range(STREET)]
    shown = [along(sight, places, side, step) for step in range(STREET)]
    is_there = [kind in COLOR_NAMES and kind not in shown[:step] for step, kind in enumerate(shown)]
    left = [kind for kind in PRINTED if kind not in shown]
    return [Part(True, places[step], kind) if is_there[step] else Part(False, places[step], left.pop(0)) for step, kind in enumerate(shown)]


def quarry_mine(sight: Sight) -> Iterator[list[Part]]:
    """Eight stones."""
    yield [Part(n < sight.stones) for n in range(MINE_STONES)]


def agora(sight: Sight) -> Iterator[list[Part]]:
    """A plaza of each colour."""
    places_of = {plaza: sight.showing(plaza) for plaza in PLAZAS}
    yield [Part(bool(places), places[0] if places else None, plaza) for plaza, places in places_of.items()]


PATTERNS: dict[CardName, Callable[[Sight], Iterator[list[Part]]]] = {
    "housing": housing,
    "villa": high("house", VILLA_HOUSES, HIGH_LEVEL),
    "district_center": district_center,
    "city_market": city_market,
    "storehouses": storehouses,
    "luxury_goods": high("market_plaza", 1, LUXURY_LEVEL),
    "rampart": rampart,
    "guard_tower": high("barracks", TOWER_BARRACKS, HIGH_LEVEL),
    "fortress": fortress,
    "sanctuary": sanctuary,
    "pantheon": pantheon,
    "pilgrims_stairs": pilgrims_stairs,
    "oasis": oasis,
    "hanging_gardens": hanging_gardens,
    "parkland": parkland,
    "main_street": main_street,
    "quarry_mine": quarry_mine,
    "agora": agora,
}
"""The ways in which the pattern of a card could lie in a city, complete or not."""
