"""How near a city is to each construction card (§10.8), as a share of what the card needs: what bots judge a card by before it is fulfilled.

Not part of the rules: a share may be rough, but it is 1 only where the card is fulfilled (with the default readings), and grows as its pattern does.
"""

from __future__ import annotations

from ziggurat.games.akropolis.athena.cards import count_high, is_fulfilled, touches_own
from ziggurat.games.akropolis.athena.material import LUXURY_LEVEL, MINE_STONES, TOWER_BARRACKS, VILLA_HOUSES, Card
from ziggurat.games.akropolis.athena.sides import empty_across, has_kind, is_divided, kind_across, shows
from ziggurat.games.akropolis.material import COLORS, FIRST_PLAZA, Kind
from ziggurat.games.akropolis.state import find, is_built
from ziggurat.geometry.hex import SIDES, neighbour
from ziggurat.kernel import kernel

ALMOST = 0.95  # at most, of a card that is not fulfilled
HALF = 3  # sides of a half hex


@kernel
def card_share(city, card, readings):
    """The share of a card's condition that a city fulfils, 0 to 1."""
    if is_fulfilled(city, card, readings):
        return 1.0
    if card == Card.QUARRY_MINE:
        return int(city.stones) / MINE_STONES
    if card == Card.AGORA:
        return count_plaza_colors(city) / COLORS
    if card == Card.VILLA:
        return count_high(city, Kind.HOUSE) / VILLA_HOUSES
    if card == Card.GUARD_TOWER:
        return count_high(city, Kind.BARRACKS) / TOWER_BARRACKS
    if card == Card.STOREHOUSES:
        return min(ALMOST, two_most_closed(city))
    if card == Card.MAIN_STREET:
        return 0.5 * longest_street(city) / COLORS
    best = 0.0
    for place in range(int(city.place_count)):
        best = max(best, share_at(city, card, place))
    return min(ALMOST, best)


@kernel
def share_at(city, card, place):
    """The share of a card's pattern around one place."""
    kind = int(city.kinds[place])
    if card == Card.HOUSING:
        return count_across(city, place, Kind.HOUSE) / SIDES
    if card == Card.CITY_MARKET:
        return alternating(city, place, Kind.MARKET, Kind.MARKET) / HALF
    if card == Card.PANTHEON:
        return 0.1 + 0.9 * alternating(city, place, FIRST_PLAZA, Kind.GARDEN_PLAZA) / HALF if has_kind(city, place, Kind.TEMPLE) else 0.0
    if card == Card.DISTRICT_CENTER:
        return count_higher(city, place) / SIDES if kind == Kind.HOUSE_PLAZA else 0.0
    if card == Card.LUXURY_GOODS:
        return int(city.levels[place]) / LUXURY_LEVEL if kind == Kind.MARKET_PLAZA else 0.0
    if card == Card.RAMPART:
        return line_through(city, place) / HALF if kind == Kind.BARRACKS and not is_divided(city, place) else 0.0
    if card == Card.FORTRESS:
        return (1 + barracks_pair(city, place)) / HALF if kind == Kind.BARRACKS_PLAZA else 0.0
    if card == Card.SANCTUARY:
        return temples_around(city, place) / HALF if has_kind(city, place, Kind.TEMPLE) else 0.0
    if card == Card.PILGRIMS_STAIRS:
        return min(HALF, int(city.levels[place])) / HALF if kind == Kind.TEMPLE_PLAZA else 0.0
    if card == Card.OASIS:
        return closed_share(city, place, Kind.GARDEN) if has_kind(city, place, Kind.GARDEN) else 0.0
    if card == Card.PARKLAND:
        return 0.5 if has_kind(city, place, Kind.GARDEN) or kind == Kind.GARDEN_PLAZA else 0.0
    return 0.5 if has_kind(city, place, Kind.GARDEN) else 0.0  # Hanging Gardens


@kernel
def count_plaza_colors(city):
    """How many colours have a plaza."""
    count = 0
    for color in range(COLORS):
        count += city.stars[color] > 0
    return count


@kernel
def count_across(city, place, kind):
    """Across how many sides of a place a kind lies."""
    cell, count = int(city.cells[place]), 0
    for side in range(SIDES):
        count += kind_across(city, cell, side) == kind
    return count


@kernel
def alternating(city, place, least, most):
    """Across how many of three alternating sides of a place a kind from `least` to `most` lies, in the better way."""
    cell, even, odd = int(city.cells[place]), 0, 0
    for side in range(SIDES):
        if least <= kind_across(city, cell, side) <= most:
            even += side % 2 == 0
            odd += side % 2 == 1
    return max(even, odd)


@kernel
def count_higher(city, place):
    """How many neighbours of a place are higher."""
    cell, count = int(city.cells[place]), 0
    for side in range(SIDES):
        beside = neighbour(cell, side)
        count += is_built(city, beside) and city.levels[find(city, beside)] > city.levels[place]
    return count


@kernel
def line_through(city, place):
    """How many barracks of a line of three lie here and across two opposite sides, in the best way."""
    cell, best = int(city.cells[place]), 0
    for side in range(HALF):
        there = int(kind_across(city, cell, side) == Kind.BARRACKS)
        best = max(best, there + int(kind_across(city, cell, side + HALF) == Kind.BARRACKS))
    return 1 + best


@kernel
def barracks_pair(city, place):
    """How many of two sides with one side between them meet barracks, in the best way."""
    cell, best = int(city.cells[place]), 0
    for side in range(SIDES):
        here = int(kind_across(city, cell, side) == Kind.BARRACKS)
        best = max(best, here + int(kind_across(city, cell, (side + 2) % SIDES) == Kind.BARRACKS))
    return best


@kernel
def temples_around(city, place):
    """How many temples of a triangle lie here and across two neighbouring sides, in the best way."""
    best = 0
    for side in range(SIDES):
        here = int(touches_own(city, place, side, Kind.TEMPLE))
        best = max(best, here + int(touches_own(city, place, (side + 1) % SIDES, Kind.TEMPLE)))
    return 1 + best


@kernel
def closed_share(city, place, kind):
    """The share of the places across the sides of a district that is occupied."""
    owned = HALF if is_divided(city, place) else SIDES
    return 1.0 - empty_across(city, place, kind) / owned


@kernel
def two_most_closed(city):
    """Storehouses: the mean share of the two markets that lack least."""
    best, second = 0.0, 0.0
    for place in range(int(city.place_count)):
        if has_kind(city, place, Kind.MARKET):
            share = closed_share(city, place, Kind.MARKET)
            if share > best:
                best, second = share, best
            elif share > second:
                second = share
    return (best + second) / 2


@kernel
def longest_street(city):
    """Main Street: how many different districts lie in one line from a place on, at most."""
    best = 0
    for place in range(int(city.place_count)):
        if city.kinds[place] < COLORS:
            for side in range(HALF):
                best = max(best, street_from(city, int(city.cells[place]), side))
    return best


@kernel
def street_from(city, cell, side):
    """How many different districts lie in a line in one direction."""
    seen, count = 0, 0
    while count < COLORS and is_built(city, cell):
        kind = shows(city, find(city, cell), side)
        if kind >= COLORS or (seen >> kind) & 1 == 1:
            return count
        seen |= 1 << kind
        count += 1
        cell = neighbour(cell, side)
    return count
