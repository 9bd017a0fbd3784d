"""The construction cards (§10.8): whether a city fulfils them. All look at visible hexes only; patterns may be turned."""

from __future__ import annotations

import numpy as np

from ziggurat.games.akropolis.athena.material import (
    CARD_COUNT,
    HIGH_LEVEL,
    LUXURY_LEVEL,
    MINE_STONES,
    SLOTS,
    TOWER_BARRACKS,
    VILLA_HOUSES,
    Card,
)
from ziggurat.games.akropolis.athena.readings import EXACT, LITERAL, ONE_BY_ONE, OPEN_CENTER, OWN_SIDE, PRINTED_ORDER, SEPARATE_ANY, SEPARATE_RINGS
from ziggurat.games.akropolis.athena.sides import count_kind, has_kind, is_divided, kind_across, opposite, second_kind, shows
from ziggurat.games.akropolis.material import COLORS, FIRST_PLAZA, Color, Kind
from ziggurat.games.akropolis.state import find, is_built, unwrapped
from ziggurat.geometry.hex import SIDES, neighbour
from ziggurat.kernel import kernel

STREET = COLORS  # hexes of Main Street
PRINTED = np.array([Color.MARKET, Color.HOUSE, Color.BARRACKS, Color.TEMPLE, Color.GARDEN], np.int8)
"""The order of the colours on the picture of Main Street."""
SOUTH = 3
HIGHEST_STEP = 3  # the least level of the plaza of Pilgrims' Stairs
PATTERNS: dict[Card, tuple[Kind, int]] = {
    Card.HOUSING: (Kind.HOUSE, 6),
    Card.DISTRICT_CENTER: (Kind.HOUSE_PLAZA, 1),
    Card.CITY_MARKET: (Kind.MARKET, 3),
    Card.LUXURY_GOODS: (Kind.MARKET_PLAZA, 1),
    Card.RAMPART: (Kind.BARRACKS, 3),
    Card.FORTRESS: (Kind.BARRACKS_PLAZA, 1),
    Card.SANCTUARY: (Kind.TEMPLE, 3),
    Card.PANTHEON: (Kind.TEMPLE, 1),
    Card.PILGRIMS_STAIRS: (Kind.TEMPLE_PLAZA, 1),
    Card.OASIS: (Kind.GARDEN, 1),
    Card.HANGING_GARDENS: (Kind.GARDEN, 2),
    Card.PARKLAND: (Kind.GARDEN, 1),
    Card.MAIN_STREET: (Kind.GARDEN, 1),
}
"""A kind that the pattern of a card needs, and how many hexes of it; the pattern is looked for around them."""
NEEDED, LEAST = np.zeros(CARD_COUNT + 1, np.int8), np.zeros(CARD_COUNT + 1, np.int8)
for _card, (_kind, _least) in PATTERNS.items():
    NEEDED[_card], LEAST[_card] = _kind, _least

GROUND, HIGHER = 1 << len(Kind), 2 << len(Kind)
"""Of what a tile brings to a city, beside a bit for each kind that it shows: whether it lies on the ground, where nothing was, or higher."""
PLAZAS = sum(1 << kind for kind in Kind if kind >= FIRST_PLAZA)
DISTRICTS = (1 << COLORS) - 1
EVERYTHING = -1
BRINGS: dict[Card, int] = {
    Card.HOUSING: 1 << Kind.HOUSE | GROUND,
    Card.VILLA: 1 << Kind.HOUSE,
    Card.DISTRICT_CENTER: 1 << Kind.HOUSE_PLAZA | HIGHER,
    Card.CITY_MARKET: 1 << Kind.MARKET | GROUND,
    Card.STOREHOUSES: 1 << Kind.MARKET | GROUND,
    Card.LUXURY_GOODS: 1 << Kind.MARKET_PLAZA,
    Card.RAMPART: 1 << Kind.BARRACKS,
    Card.GUARD_TOWER: 1 << Kind.BARRACKS,
    Card.FORTRESS: 1 << Kind.BARRACKS | 1 << Kind.BARRACKS_PLAZA,
    Card.SANCTUARY: 1 << Kind.TEMPLE,
    Card.PANTHEON: 1 << Kind.TEMPLE | PLAZAS,
    Card.PILGRIMS_STAIRS: EVERYTHING,
    Card.OASIS: 1 << Kind.GARDEN | GROUND,
    Card.HANGING_GARDENS: 1 << Kind.GARDEN,
    Card.PARKLAND: 1 << Kind.GARDEN | 1 << Kind.GARDEN_PLAZA,
    Card.MAIN_STREET: DISTRICTS,
    Card.QUARRY_MINE: EVERYTHING,
    Card.AGORA: PLAZAS,
}
"""What a tile must bring for the city to fulfil a card that it did not fulfil before. (With the options of §10.11, covering a hex can help, too.)"""
CAN_FULFIL = np.array([0, *(BRINGS[card] for card in Card)], np.int64)


@kernel
def open_slots(state, city, brought):
    """§10.3  The slots of the cards that the city fulfils and its player has not completed, as bits, after a tile that brought this to the city.

    Most tiles cannot fulfil most cards: they are not looked at then. This halves the time of a random game.
    """
    slots, readings, statue, before = 0, int(state.readings), int(city.statue), int(city.fulfilled)
    for slot in range(SLOTS):
        if (statue >> slot) & 1 == 0:
            card = int(state.cards[slot])
            may_change = (before >> slot) & 1 == 1 or readings != 0 or CAN_FULFIL[card] & brought != 0
            if may_change and is_fulfilled(city, card, readings):
                slots |= 1 << slot
    city.fulfilled = slots
    return slots


@kernel
def is_fulfilled(city, card, readings):
    """§10.8  Whether a city fulfils a card: look at the districts or plazas of the kind that its pattern needs."""
    if card == Card.QUARRY_MINE:
        return city.stones >= MINE_STONES
    if card == Card.AGORA:
        return has_all_plazas(city)
    if card == Card.VILLA:
        return count_high(city, Kind.HOUSE) >= VILLA_HOUSES
    if card == Card.GUARD_TOWER:
        return count_high(city, Kind.BARRACKS) >= TOWER_BARRACKS
    if card == Card.STOREHOUSES:
        return has_storehouses(city, readings)
    wanted = int(NEEDED[card])
    left, place = count_kind(city, wanted), 0
    if left < LEAST[card]:
        return False
    is_plain = city.statue == 0  # without single tiles there are no two-colour hexes
    while left > 0:
        if city.kinds[place] == wanted or (not is_plain and second_kind(city, place) == wanted):
            left -= 1
            if is_pattern_at(city, card, place, readings):
                return True
        place += 1
    return False


@kernel
def is_pattern_at(city, card, place, readings):
    """Whether the hex on a place, which shows the kind that the card needs, is part of its pattern."""
    if card <= Card.LUXURY_GOODS:
        if card == Card.HOUSING:
            return is_north_of_housing(city, place, readings)
        if card == Card.DISTRICT_CENTER:
            return is_district_center(city, place, readings)
        if card == Card.CITY_MARKET:
            return is_beside_market_center(city, place, readings)
        return city.levels[place] >= LUXURY_LEVEL
    if card <= Card.PILGRIMS_STAIRS:
        if card == Card.RAMPART:
            return not is_divided(city, place) and is_rampart(city, place)
        if card == Card.FORTRESS:
            return is_fortress(city, place, readings)
        if card == Card.SANCTUARY:
            return is_sanctuary(city, place)
        if card == Card.PANTHEON:
            return is_pantheon(city, place, readings)
        return is_stairs(city, place, readings)
    if card == Card.OASIS:
        return is_closed(city, place, Kind.GARDEN, readings)
    if card == Card.HANGING_GARDENS:
        return is_hanging(city, place)
    if card == Card.PARKLAND:
        return is_parkland(city, place)
    return is_in_street(city, place, readings)


# --- Words of the conditions --------------------------------------------------------------------------------------------


@kernel
def is_closed(city, place, kind, readings):
    """§10.8  Whether each place across the sides of a district is occupied (option: by a district or a plaza)."""
    cell = int(city.cells[place])
    for side in range(SIDES):
        if shows(city, place, side) == kind:
            beside = neighbour(cell, side)
            if not is_built(city, beside):
                return False
            if readings & LITERAL != 0 and city.kinds[find(city, beside)] == Kind.QUARRY:
                return False
    return True


@kernel
def touches_own(city, place, side, kind):
    """§10.5  Whether a district of a place touches one of its own kind across a side."""
    return shows(city, place, side) == kind and kind_across(city, int(city.cells[place]), side) == kind


@kernel
def count_high(city, kind):
    """How many districts of a kind lie on level 2 or higher."""
    count = 0
    for place in range(int(city.place_count)):
        count += (city.levels[place] >= HIGH_LEVEL) & (city.kinds[place] == kind)
    if city.statue != 0:
        for place in range(int(city.place_count)):
            count += city.levels[place] >= HIGH_LEVEL and second_kind(city, place) == kind
    return count


@kernel
def has_all_plazas(city):
    """Agora: a plaza of each of the five colours is visible."""
    for color in range(COLORS):
        if city.stars[color] == 0:
            return False
    return True


# --- Houses -------------------------------------------------------------------------------------------------------------


@kernel
def is_north_of_housing(city, place, readings):
    """Housing: the hex to the south meets a house across all six sides (option: and is a district); this house is the one to its north."""
    center = neighbour(int(city.cells[place]), SOUTH)
    if not is_built(city, center) or (readings & LITERAL != 0 and city.kinds[find(city, center)] >= COLORS):
        return False
    for side in range(SIDES):
        if kind_across(city, center, side) != Kind.HOUSE:
            return False
    return True


@kernel
def is_district_center(city, place, readings):
    """District Center: six occupied neighbours, each on a higher level than the plaza."""
    cell = int(city.cells[place])
    for side in range(SIDES):
        beside = neighbour(cell, side)
        if not is_built(city, beside):
            return False
        near = find(city, beside)
        if city.levels[near] <= city.levels[place] or (readings & LITERAL != 0 and city.kinds[near] == Kind.QUARRY):
            return False
    return True


# --- Markets ------------------------------------------------------------------------------------------------------------


@kernel
def is_beside_market_center(city, place, readings):
    """City Market: to the south, or to the south-west, lies a hex (option: or an empty place) that meets markets across three alternating sides.

    Each pattern has exactly one market to the north or to the north-east of its centre: this one.
    """
    cell = int(city.cells[place])
    for side in range(SOUTH, SOUTH + 2):
        if shows(city, place, side) == Kind.MARKET:
            center = neighbour(cell, side)
            if is_market_center(city, center, opposite(side), readings) and can_be_market_center(city, center, readings):
                return True
    return False


@kernel
def can_be_market_center(city, center, readings):
    """City Market: the centre is occupied (options: or empty; if it is occupied, by a district)."""
    if not is_built(city, center):
        return readings & OPEN_CENTER != 0
    return readings & LITERAL == 0 or city.kinds[find(city, center)] < COLORS


@kernel
def is_market_center(city, cell, side, readings):
    """City Market: a market across two more sides beside this one, alternating (option `exact`: and across no other)."""
    for step in (2, 4):
        if kind_across(city, cell, (side + step) % SIDES) != Kind.MARKET:
            return False
    if readings & EXACT != 0:
        for step in (1, 3, 5):
            if kind_across(city, cell, (side + step) % SIDES) == Kind.MARKET:
                return False
    return True


@kernel
def has_storehouses(city, readings):
    """Storehouses: two closed markets at distance 2 or more (options: 1, or 3)."""
    least = 1 if readings & SEPARATE_ANY != 0 else 3 if readings & SEPARATE_RINGS != 0 else 2
    if count_kind(city, Kind.MARKET) < 2:
        return False
    count = int(city.place_count)
    for place in range(count):
        if has_kind(city, place, Kind.MARKET) and is_closed(city, place, Kind.MARKET, readings):
            for other in range(place + 1, count):
                if has_kind(city, other, Kind.MARKET) and distance(city, place, other) >= least and is_closed(city, other, Kind.MARKET, readings):
                    return True
    return False


@kernel
def distance(city, place, other):
    """How many steps one place is from another."""
    west, north = int(city.west), int(city.north)
    q = unwrapped(int(city.cells[place]), west) - unwrapped(int(city.cells[other]), west)
    r = unwrapped(int(city.cells[place]) >> 6, north) - unwrapped(int(city.cells[other]) >> 6, north)
    return max(abs(q), abs(r), abs(q + r))


# --- Barracks -----------------------------------------------------------------------------------------------------------


@kernel
def is_rampart(city, place):
    """Rampart: barracks across two opposite sides of an undivided barracks hex: only such a one can lie in the middle of a line."""
    cell = int(city.cells[place])
    for side in range(SIDES // 2):
        if kind_across(city, cell, side) == Kind.BARRACKS and kind_across(city, cell, side + SIDES // 2) == Kind.BARRACKS:
            return True
    return False


@kernel
def is_fortress(city, place, readings):
    """Fortress: barracks across two sides with exactly one side between them (option `exact`: which shows none)."""
    cell = int(city.cells[place])
    for side in range(SIDES):
        is_pair = kind_across(city, cell, side) == Kind.BARRACKS and kind_across(city, cell, (side + 2) % SIDES) == Kind.BARRACKS
        if is_pair and (readings & EXACT == 0 or kind_across(city, cell, (side + 1) % SIDES) != Kind.BARRACKS):
            return True
    return False


# --- Temples ------------------------------------------------------------------------------------------------------------


@kernel
def is_sanctuary(city, place):
    """Sanctuary: a temple and those across two neighbouring sides of it, which touch each other, too.

    Of any three adjacent places, one has the two others to the south-east and south, or to the south and south-west: this one.
    """
    cell = int(city.cells[place])
    for side in range(SOUTH - 1, SOUTH + 1):
        following = side + 1
        if touches_own(city, place, side, Kind.TEMPLE) and touches_own(city, place, following, Kind.TEMPLE):
            beside = find(city, neighbour(cell, side))
            if touches_own(city, beside, (side + 2) % SIDES, Kind.TEMPLE):
                return True
    return False


@kernel
def is_pantheon(city, place, readings):
    """Pantheon: plazas across three alternating sides of a hex with a temple (option: each touching the temple)."""
    cell, bits = int(city.cells[place]), 0
    for side in range(SIDES):
        if kind_across(city, cell, side) >= FIRST_PLAZA and (readings & OWN_SIDE == 0 or shows(city, place, side) == Kind.TEMPLE):
            bits |= 1 << side
    return bits & 0b010101 == 0b010101 or bits & 0b101010 == 0b101010


@kernel
def is_stairs(city, place, readings):
    """Pilgrims' Stairs: two occupied places in one direction, each lower than the one before (option: by exactly one level)."""
    cell, level = int(city.cells[place]), int(city.levels[place])
    if level < HIGHEST_STEP:
        return False
    for side in range(SIDES):
        near = neighbour(cell, side)
        far = neighbour(near, side)
        if is_built(city, near) and is_built(city, far):
            first = level - int(city.levels[find(city, near)])
            second = level - first - int(city.levels[find(city, far)])
            if first > 0 and second > 0 and (readings & ONE_BY_ONE == 0 or (first == 1 and second == 1)):
                return True
    return False


# --- Gardens ------------------------------------------------------------------------------------------------------------


@kernel
def is_hanging(city, place):
    """Hanging Gardens: a garden that touches one on another level."""
    cell = int(city.cells[place])
    for side in range(SIDES):
        if touches_own(city, place, side, Kind.GARDEN) and city.levels[find(city, neighbour(cell, side))] != city.levels[place]:
            return True
    return False


@kernel
def is_parkland(city, place):
    """Parkland: a garden that touches a garden plaza."""
    cell = int(city.cells[place])
    for side in range(SIDES):
        if shows(city, place, side) == Kind.GARDEN and kind_across(city, cell, side) == Kind.GARDEN_PLAZA:
            return True
    return False


# --- Without colour -----------------------------------------------------------------------------------------------------


@kernel
def is_in_street(city, place, readings):
    """Main Street: this garden lies in a line of five different districts, each touching the next."""
    garden = int(city.cells[place])
    for side in range(SIDES // 2):
        behind = districts_towards(city, garden, opposite(side))
        if 1 + behind + districts_towards(city, garden, side) < STREET:
            continue
        first = garden
        for _ in range(behind + 1):
            if is_street(city, first, side, readings):
                return True
            first = neighbour(first, opposite(side))
    return False


@kernel
def districts_towards(city, cell, side):
    """How many districts follow in one direction, as far as a street can go: four, and not beyond a two-colour hex."""
    for n in range(STREET - 1):
        cell = neighbour(cell, side)
        if not is_built(city, cell):
            return n
        place = find(city, cell)
        if city.kinds[place] >= COLORS:
            return n
        if is_divided(city, place):
            return n + 1
    return STREET - 1


@kernel
def is_street(city, cell, side, readings):
    """Main Street: five different districts from here on in one direction; a two-colour hex can only be the first or the last."""
    seen, is_printed, is_backwards = 0, True, True
    for step in range(STREET):
        if not is_built(city, cell):
            return False
        place = find(city, cell)
        if 0 < step < STREET - 1 and is_divided(city, place):
            return False
        kind = shows(city, place, side if step < STREET - 1 else opposite(side))
        if kind >= COLORS or (seen >> kind) & 1 == 1:
            return False
        seen |= 1 << kind
        is_printed = is_printed and PRINTED[step] == kind
        is_backwards = is_backwards and PRINTED[STREET - 1 - step] == kind
        cell = neighbour(cell, side)
    return is_printed or is_backwards or readings & PRINTED_ORDER == 0
