"""Which districts count (§5), the score (§6), the variants (§7) and the illustrious architect's score (§9.3), line by line."""

from __future__ import annotations

import numpy as np

from ziggurat.games.akropolis.material import (
    COLOR_NAMES,
    COLORS,
    FIRST_PLAZA,
    HARD_LEVEL,
    HEXES,
    HOUSE_BONUS_VALUE,
    LEAST_OPEN_SIDES,
    MARKETS_PER_PLAZA,
    MOST_OPEN_SIDES,
    QUARRY_POINTS,
    STARS,
    STARTING_HEXES,
    STARTING_KINDS,
    TEMPLE_BONUS_LEVEL,
    TILE_KINDS,
    Architect,
    Color,
    Kind,
)
from ziggurat.games.akropolis.state import NO_BITS, ONE, find, is_built, lowest_place
from ziggurat.geometry.hex import SIDES, SIZE, neighbour
from ziggurat.kernel import kernel

LINES = (*COLOR_NAMES, "stones")
"""The lines of a breakdown, in the order of `breakdown`; their values add up to the score."""
STONE_BITS, RANK_BITS = 10, 3  # more than a player can own, and than there are ranks


# --- §5  Which districts count ----------------------------------------------------------------------------------------


@kernel
def district_value(state, city, color):
    """§5 and §7  The sum of the values of the valid districts of a colour, doubled where its variant says so."""
    has_variant = (int(state.variants) >> color) & 1 == 1
    if color == Color.HOUSE:
        return house_value(state, city, has_variant)
    value = 0
    for place in range(int(city.place_count)):
        if city.kinds[place] == color:
            value += int(city.levels[place]) * times_counted(state, city, color, place, has_variant)
    return value


@kernel
def times_counted(state, city, color, place, has_variant):
    """§5 and §7  How often the level of a district counts: 0 if it is not valid, else 1, or 2 by the variant of its colour."""
    cell = int(city.cells[place])
    if color == Color.MARKET:
        return market_counts(city, cell, has_variant)
    if color == Color.BARRACKS:
        return barracks_count(state, city, cell, has_variant)
    if color == Color.TEMPLE:
        return temple_counts(city, cell, int(city.levels[place]), has_variant)
    return garden_counts(state, city, cell, has_variant)


@kernel
def house_value(state, city, has_variant):
    """§5.1  The value of the largest group of houses, by hexes and then by value (option: by value); §7.1 doubled from 10 on."""
    low, high = places_showing(city, Kind.HOUSE)
    best_size, best_value = 0, 0
    while (low | high) != NO_BITS:
        size, value = 0, 0
        wave_low, wave_high = lowest_of(low, high)
        low, high = low ^ wave_low, high ^ wave_high
        while (wave_low | wave_high) != NO_BITS:  # one house after the other, those beside it join the wave
            bit_low, bit_high = lowest_of(wave_low, wave_high)
            wave_low, wave_high = wave_low ^ bit_low, wave_high ^ bit_high
            place = place_of(bit_low, bit_high)
            size += 1
            value += int(city.levels[place])
            beside_low, beside_high = houses_beside(city, int(city.cells[place]), low, high)
            low, high = low ^ beside_low, high ^ beside_high
            wave_low, wave_high = wave_low | beside_low, wave_high | beside_high
        if state.house_by_value == 1:
            size = value
        if size > best_size or (size == best_size and value > best_value):
            best_size, best_value = size, value
    if has_variant and best_value >= HOUSE_BONUS_VALUE:
        return 2 * best_value
    return best_value


@kernel
def market_counts(city, cell, has_variant):
    """§5.2  Valid if no market is adjacent (a market plaza is none); §7.2 doubled if a market plaza is."""
    times = 1
    for side in range(SIDES):
        beside = neighbour(cell, side)
        if is_built(city, beside):
            kind = city.kinds[find(city, beside)]
            if kind == Kind.MARKET:
                return 0
            if has_variant and kind == Kind.MARKET_PLAZA:
                times = 2
    return times


@kernel
def barracks_count(state, city, cell, has_variant):
    """§5.3  Valid if an adjacent place is empty (option: and outside the city); §7.3 doubled if three or four are."""
    sides = 0
    for side in range(SIDES):
        if not is_built(city, neighbour(cell, side)) and (state.edge_is_outer == 0 or is_outside(city, cell, side)):
            sides += 1
    if sides == 0:
        return 0
    return 2 if has_variant and LEAST_OPEN_SIDES <= sides <= MOST_OPEN_SIDES else 1


@kernel
def temple_counts(city, cell, level, has_variant):
    """§5.4  Valid if all six adjacent places are occupied; §7.4 doubled on level 2 or higher."""
    if not is_surrounded(city, cell):
        return 0
    return 2 if has_variant and level >= TEMPLE_BONUS_LEVEL else 1


@kernel
def garden_counts(state, city, cell, has_variant):
    """§5.5  Always valid; §7.5 doubled beside a lake: an empty place with six occupied neighbours (option: any enclosed one)."""
    if has_variant:
        for side in range(SIDES):
            if is_lake(state, city, cell, side):
                return 2
    return 1


@kernel
def is_lake(state, city, cell, side):
    """§7.5  Whether the place beyond a side of a built cell is a lake."""
    beside = neighbour(cell, side)
    if is_built(city, beside):
        return False
    return is_surrounded(city, beside) or (state.lake_is_region == 1 and not is_outside(city, cell, side))


@kernel
def is_surrounded(city, cell):
    """Whether all six places around a cell are occupied."""
    for side in range(SIDES):
        if not is_built(city, neighbour(cell, side)):
            return False
    return True


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
def houses_beside(city, cell, low, high):
    """Those of a set of places that are adjacent to a cell."""
    found_low, found_high = NO_BITS, NO_BITS
    for side in range(SIDES):
        beside = neighbour(cell, side)
        if is_built(city, beside):
            bit_low, bit_high = only(find(city, beside))
            found_low, found_high = found_low | (bit_low & low), found_high | (bit_high & high)
    return found_low, found_high


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


# --- §6  The score ----------------------------------------------------------------------------------------------------


@kernel
def scores(state, out):
    """§6  The total of each seat if the game ended now."""
    for seat in range(int(state.seats)):
        city = state.cities[seat]
        total = int(city.stones)
        for color in range(COLORS):
            total += color_points(state, city, color)
        out[seat] = total


@kernel
def color_points(state, city, color):
    """§6  Value of the valid districts times stars of the visible plazas."""
    stars = int(city.stars[color])
    if stars == 0:
        return 0
    return stars * district_value(state, city, color)


@kernel
def breakdown(state, seat, out):
    """§6  Points of each of LINES for a seat: the five colours, then one for each stone."""
    city = state.cities[seat]
    for color in range(COLORS):
        out[color] = color_points(state, city, color)
    out[COLORS] = int(city.stones)


@kernel
def ranking(state, out):
    """§6  1 + the number of seats that are strictly better: more points, or as many and more stones. Solo: 1 won, 2 lost (§9.3)."""
    scores(state, out)
    seats = int(state.seats)
    if seats == 1:
        his = architect_score(state)
        beaten = out[0] > his or (out[0] == his and state.cities[0].stones > state.cities[1].stones)
        out[0] = 1 if beaten else 2
        return
    for seat in range(seats):  # points and stones in one number, with room for the rank: every comparison still finds what it needs
        out[seat] = ((int(out[seat]) << STONE_BITS) + int(state.cities[seat].stones)) << RANK_BITS
    for seat in range(seats):
        rank = 1
        for other in range(seats):
            rank += (int(out[other]) >> RANK_BITS) > (int(out[seat]) >> RANK_BITS)
        out[seat] += rank
    for seat in range(seats):
        out[seat] = int(out[seat]) & ((1 << RANK_BITS) - 1)


# --- §9.3  The illustrious architect ----------------------------------------------------------------------------------


@kernel
def architect_score(state):
    """§9.3  No placement conditions: for each colour districts times level times stars, and one point a stone."""
    his = state.cities[1]
    total = int(his.stones)
    if state.architect == Architect.METAGENES:
        total += QUARRY_POINTS * count_hexes(his, Kind.QUARRY)
    for color in range(COLORS):
        plazas = count_hexes(his, FIRST_PLAZA + color)
        total += int(STARS[color]) * plazas * architect_value(state, color, count_hexes(his, color), plazas)
    return total


@kernel
def architect_value(state, color, districts, plazas):
    """§9.3  The value of his districts of a colour; with its variant (§9.4) more."""
    hard = state.architect == Architect.CALLICRATES
    level = HARD_LEVEL if hard else 1
    value = level * districts
    if (int(state.variants) >> color) & 1 == 0:
        return value
    if color == Color.HOUSE and value < HOUSE_BONUS_VALUE:
        return value
    if color == Color.MARKET:
        return value + level * min(districts, MARKETS_PER_PLAZA * plazas)
    if color == Color.TEMPLE and not hard:
        return value
    return 2 * value


@kernel
def count_hexes(his, kind):
    """How many hexes of a kind his tiles show, the starting tile included."""
    count = 0
    for i in range(STARTING_HEXES):
        count += STARTING_KINDS[i] == kind
    for i in range(int(his.tile_count)):
        for k in range(HEXES):
            count += TILE_KINDS[his.tiles[i], k] == kind
    return count
