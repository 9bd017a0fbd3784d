"""The shape of a city: empty places around a hex, holes, and groups of adjacent hexes. What they score is in `scoring.py`."""

from __future__ import annotations

import numpy as np

from ziggurat.games.akropolis.state import NO_BITS, ONE, find, is_built, lowest_place
from ziggurat.geometry.hex import SIDES, SIZE, neighbour
from ziggurat.kernel import kernel

# --- What lies around a place -------------------------------------------------------------------------------------------


@kernel
def empty_around(city, cell):
    """How many of the six places around a cell are empty."""
    empty = 0
    for side in range(SIDES):
        empty += not is_built(city, neighbour(cell, side))
    return empty


@kernel
def is_outside(city, cell, side):
    """Whether the empty place beyond a side of a built cell is connected with the outside.

    Walk along the edge of the city with the empty place at the right hand, back to where the walk began. A city is connected, so its edges are one
    closed line around it and one around each hole: the walk makes six sixths of a turn one way around the city, and the other way around a hole.
    """
    first_cell, first_side = cell, side
    sixths = 0
    while True:
        following = side + 1 if side < SIDES - 1 else 0
        beside = neighbour(cell, following)
        if is_built(city, beside):
            cell = beside
            side = side - 1 if side > 0 else SIDES - 1
            sixths -= 1
        else:
            side = following
            sixths += 1
        if cell == first_cell and side == first_side:
            return sixths > 0


# --- Sets of places: bit p of two words for the place p of the list ----------------------------------------------------


@kernel
def places_showing(city, kind):
    """The set of the places whose visible hex is of this kind."""
    low, high = NO_BITS, NO_BITS
    for place in range(int(city.place_count)):
        if city.kinds[place] == kind:
            bit_low, bit_high = only(place)
            low, high = low | bit_low, high | bit_high
    return low, high


@kernel
def first_group(city, low, high):
    """The group of adjacent places to which the first one of a set belongs: the set of its places, how many there are, and their value."""
    wave_low, wave_high = lowest_of(low, high)
    group_low, group_high, size, value = NO_BITS, NO_BITS, 0, 0
    while (wave_low | wave_high) != NO_BITS:  # one place after the other, those beside it join the wave
        bit_low, bit_high = lowest_of(wave_low, wave_high)
        group_low, group_high = group_low | bit_low, group_high | bit_high
        place = place_of(bit_low, bit_high)
        size += 1
        value += int(city.levels[place])
        beside_low, beside_high = places_beside(city, int(city.cells[place]), low, high)
        wave_low, wave_high = (wave_low | beside_low) & ~group_low, (wave_high | beside_high) & ~group_high
    return group_low, group_high, size, value


@kernel
def places_beside(city, cell, low, high):
    """Those of a set of places that are adjacent to a cell."""
    near_low, near_high = NO_BITS, NO_BITS
    for side in range(SIDES):
        beside = neighbour(cell, side)
        if is_built(city, beside):
            bit_low, bit_high = only(find(city, beside))
            near_low, near_high = near_low | (bit_low & low), near_high | (bit_high & high)
    return near_low, near_high


@kernel
def only(place):
    """The set of this place alone."""
    if place < SIZE:
        return ONE << np.uint64(place), NO_BITS
    return NO_BITS, ONE << np.uint64(place - SIZE)


@kernel
def lowest_of(low, high):
    """The set of the first place of a set alone."""
    if low != NO_BITS:
        return low & (~low + ONE), NO_BITS
    return NO_BITS, high & (~high + ONE)


@kernel
def place_of(low, high):
    """The one place of a set."""
    if low != NO_BITS:
        return lowest_place(low)
    return SIZE + lowest_place(high)
