"""Which district owns which sides of a hex (§10.5), and what touches what."""

from __future__ import annotations

from ziggurat.games.akropolis.athena.material import WHOLE
from ziggurat.games.akropolis.athena.state import TWO_COLOR
from ziggurat.games.akropolis.city_shape import lowest_of, only, place_of
from ziggurat.games.akropolis.state import NO_BITS, find, is_built
from ziggurat.geometry.hex import SIDES, neighbour
from ziggurat.kernel import NONE, kernel

HALF_SIDES = 3  # that each district of a two-colour hex owns


@kernel
def second_kind(city, place):
    """The second district of the hex on a place; WHOLE if it shows only one kind."""
    top = int(city.tops[place])
    return (top - TWO_COLOR) // SIDES if top >= TWO_COLOR else WHOLE


@kernel
def is_divided(city, place):
    """Whether a two-colour hex is visible on the place."""
    return city.tops[place] >= TWO_COLOR


@kernel
def shows(city, place, side):
    """§10.4 and §10.5  What the hex on a place shows on one of its sides: of two colours, the first owns the sides K, K + 1 and K + 2."""
    top = int(city.tops[place])
    if top < TWO_COLOR:
        return int(city.kinds[place])
    from_first = (side - (top - TWO_COLOR)) % SIDES  # 6 * second + rotation: the first part is a multiple of six
    return int(city.kinds[place]) if from_first < HALF_SIDES else (top - TWO_COLOR) // SIDES


@kernel
def has_kind(city, place, kind):
    """Whether a hex shows this kind on any of its sides."""
    return int(city.kinds[place]) == kind or second_kind(city, place) == kind


@kernel
def count_kind(city, kind):
    """How many hexes show this kind. Without branches: several places are compared at once. Nobody has a two-colour hex before the first part of a statue."""
    count = 0
    for place in range(int(city.place_count)):
        count += city.kinds[place] == kind
    if city.statue != 0:
        for place in range(int(city.place_count)):
            count += second_kind(city, place) == kind
    return count


@kernel
def kind_across(city, cell, side):
    """§10.8  What the hex beyond a side of a cell shows towards it; NONE if the place is empty."""
    beside = neighbour(cell, side)
    if not is_built(city, beside):
        return NONE
    return shows(city, find(city, beside), opposite(side))


@kernel
def opposite(side):
    """The side on the other side of a hex."""
    return side + HALF_SIDES if side < HALF_SIDES else side - HALF_SIDES


@kernel
def empty_across(city, place, kind):
    """§10.5  How many of the places across the sides of a district are empty."""
    cell, empty = int(city.cells[place]), 0
    for side in range(SIDES):
        if shows(city, place, side) == kind:
            empty += not is_built(city, neighbour(cell, side))
    return empty


# --- Groups -------------------------------------------------------------------------------------------------------------


@kernel
def places_with(city, kind):
    """The set of the places that show a kind, with all or with half of their hex."""
    low, high = NO_BITS, NO_BITS
    for place in range(int(city.place_count)):
        if has_kind(city, place, kind):
            bit_low, bit_high = only(place)
            low, high = low | bit_low, high | bit_high
    return low, high


@kernel
def first_group(city, kind, low, high):
    """§10.6  The group of touching districts to which the first one of a set belongs: the set of its places, how many there are, and their value."""
    wave_low, wave_high = lowest_of(low, high)
    group_low, group_high, size, value = NO_BITS, NO_BITS, 0, 0
    while (wave_low | wave_high) != NO_BITS:  # one place after the other, those that touch it join the wave
        bit_low, bit_high = lowest_of(wave_low, wave_high)
        group_low, group_high = group_low | bit_low, group_high | bit_high
        place = place_of(bit_low, bit_high)
        size += 1
        value += int(city.levels[place])
        near_low, near_high = places_touching(city, place, kind)
        wave_low, wave_high = (wave_low | near_low) & ~group_low, (wave_high | near_high) & ~group_high
    return group_low, group_high, size, value


@kernel
def places_touching(city, place, kind):
    """§10.5  The places whose district of a kind touches that of a place."""
    cell = int(city.cells[place])
    near_low, near_high = NO_BITS, NO_BITS
    for side in range(SIDES):
        if shows(city, place, side) == kind and kind_across(city, cell, side) == kind:
            bit_low, bit_high = only(find(city, neighbour(cell, side)))
            near_low, near_high = near_low | bit_low, near_high | bit_high
    return near_low, near_high
