"""Which districts count and why (§5), the score (§6), the variants (§7) and the illustrious architect's score (§9.3), line by line."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.games.akropolis.city_shape import empty_around, first_group, is_outside, lowest_of, place_of, places_showing
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
from ziggurat.games.akropolis.state import NO_BITS, find, is_built
from ziggurat.geometry.hex import SIDES, neighbour
from ziggurat.kernel import kernel

EXACT_WIDTHS = True  # 4 % more simulations a second: compilers make more of a cell of 16 bits than of one of 64
LINES = (*COLOR_NAMES, "stones")
"""The lines of a breakdown, in the order of `breakdown`; their values add up to the score."""
STONE_BITS, RANK_BITS = 10, 3  # more than a player can own, and than there are ranks


# --- Verdicts ---------------------------------------------------------------------------------------------------------
# What the rules say of a district is one number: how often its level counts (0 if it is not valid, else 1, or 2 by the variant of its colour), the
# reason, and the number that the reason names. Totals read only the first; score sheets and notes show the others, too. Each verdict is made by a
# small kernel `decide_…` from a few facts about the place, so that `score_typed_in.py` applies the same rules to cities that fit into no record.


class Reason(IntEnum):
    """Why a district counts, or does not."""

    NONE = 0  # no district
    HOUSE_COUNTS = 1
    HOUSE_DOUBLED = 2
    HOUSE_SMALL = 3
    MARKET_COUNTS = 4
    MARKET_DOUBLED = 5
    MARKET_BESIDE = 6
    BARRACKS_COUNT = 7
    BARRACKS_DOUBLED = 8
    BARRACKS_INSIDE = 9
    BARRACKS_HOLE = 10
    TEMPLE_COUNTS = 11
    TEMPLE_DOUBLED = 12
    TEMPLE_OPEN = 13
    GARDEN_COUNTS = 14
    GARDEN_DOUBLED = 15


TIMES, LAST_REASON = 3, 15
REASON_SHIFT, NUMBER_SHIFT = 2, 6


@kernel
def verdict(times, reason, number):
    """A verdict as one number."""
    return times + (reason << REASON_SHIFT) + (number << NUMBER_SHIFT)


def read_verdict(verdict):
    """How often the level counts, the reason and its number."""
    return verdict & TIMES, (verdict >> REASON_SHIFT) & LAST_REASON, verdict >> NUMBER_SHIFT


# --- The options that decide what counts (§7 and §11), as one number: bit c for the variant of colour c, and three more ----

BY_VALUE, OUTER_EDGE, LAKE_REGION = 1 << COLORS, 2 << COLORS, 4 << COLORS


@kernel
def reading_of(state):
    """How the rules are read in this game."""
    return int(state.variants) + BY_VALUE * int(state.house_by_value) + OUTER_EDGE * int(state.edge_is_outer) + LAKE_REGION * int(state.lake_is_region)


@kernel
def has_variant(reading, color):
    """§7  Whether the variant of a colour is played."""
    return (reading >> color) & 1 == 1


# --- §5  Which districts count ----------------------------------------------------------------------------------------


@kernel
def district_value(city, reading, color):
    """§5 and §7  The sum of the values of the valid districts of a colour, doubled where its variant says so."""
    if color == Color.HOUSE:
        return house_value(city, reading)
    value = 0
    for place in range(int(city.place_count)):
        if city.kinds[place] == color:
            value += int(city.levels[place]) * (judge(city, reading, color, place) & TIMES)
    return value


@kernel
def judge(city, reading, color, place):
    """§5 and §7  The verdict on a district that is not a house."""
    cell = int(city.cells[place])
    if color == Color.MARKET:
        return judge_market(city, reading, cell)
    if color == Color.BARRACKS:
        return judge_barracks(city, reading, cell)
    if color == Color.TEMPLE:
        return judge_temple(city, reading, cell, int(city.levels[place]))
    return judge_garden(city, reading, cell)


@kernel
def verdicts(city, reading, out):
    """§5 and §7  Write the verdict on each place of a city; 0 where there is no district."""
    for place in range(int(city.place_count)):
        kind = int(city.kinds[place])
        out[place] = judge(city, reading, kind, place) if Kind.HOUSE < kind < Kind.QUARRY else 0
    judge_houses(city, reading, out)


# --- §5.1  Houses -----------------------------------------------------------------------------------------------------


@kernel
def house_value(city, reading):
    """§5.1 and §7.1  The value of the largest group of houses, doubled where the variant says so."""
    _low, _high, size, value = largest_group(city, reading)
    return value * (decide_house(reading, True, size, value) & TIMES)


@kernel
def judge_houses(city, reading, out):
    """§5.1 and §7.1  Write the verdict on each house."""
    best_low, best_high, _size, _value = largest_group(city, reading)
    low, high = places_showing(city, Kind.HOUSE)
    while (low | high) != NO_BITS:
        group_low, group_high, size, value = first_group(city, low, high)
        low, high = low ^ group_low, high ^ group_high
        write_on_places(group_low, group_high, decide_house(reading, group_low == best_low and group_high == best_high, size, value), out)


@kernel
def write_on_places(low, high, number, out):
    """Write a number for each place of a set."""
    while (low | high) != NO_BITS:
        bit_low, bit_high = lowest_of(low, high)
        low, high = low ^ bit_low, high ^ bit_high
        out[place_of(bit_low, bit_high)] = number


@kernel
def largest_group(city, reading):
    """§5.1  The largest group of houses: the set of its places, how many there are, and their value."""
    low, high = places_showing(city, Kind.HOUSE)
    best_low, best_high, best_size, best_value = NO_BITS, NO_BITS, 0, 0
    while (low | high) != NO_BITS:
        group_low, group_high, size, value = first_group(city, low, high)
        low, high = low ^ group_low, high ^ group_high
        if is_larger(reading, size, value, best_size, best_value):
            best_low, best_high, best_size, best_value = group_low, group_high, size, value
    return best_low, best_high, best_size, best_value


@kernel
def is_larger(reading, size, value, best_size, best_value):
    """§5.1  Whether a group is larger than another: by hexes and then by value (option: by value)."""
    if reading & BY_VALUE != 0:
        return value > best_value
    return size > best_size or (size == best_size and value > best_value)


@kernel
def decide_house(reading, is_largest, size, value):
    """§5.1  Valid in the largest group; §7.1 doubled if its value is 10 or more."""
    if not is_largest:
        return verdict(0, Reason.HOUSE_SMALL, size)
    if has_variant(reading, Color.HOUSE) and value >= HOUSE_BONUS_VALUE:
        return verdict(2, Reason.HOUSE_DOUBLED, value)
    return verdict(1, Reason.HOUSE_COUNTS, size)


# --- §5.2  Markets ----------------------------------------------------------------------------------------------------


@kernel
def judge_market(city, reading, cell):
    """§5.2 and §7.2  The verdict on a market."""
    beside_plaza = False
    for side in range(SIDES):
        beside = neighbour(cell, side)
        if is_built(city, beside):
            kind = city.kinds[find(city, beside)]
            if kind == Kind.MARKET:
                return decide_market(reading, True, beside_plaza)
            if kind == Kind.MARKET_PLAZA:
                beside_plaza = True
    return decide_market(reading, False, beside_plaza)


@kernel
def decide_market(reading, beside_market, beside_plaza):
    """§5.2  Valid if no market is adjacent (a market plaza is none); §7.2 doubled if a market plaza is."""
    if beside_market:
        return verdict(0, Reason.MARKET_BESIDE, 0)
    if has_variant(reading, Color.MARKET) and beside_plaza:
        return verdict(2, Reason.MARKET_DOUBLED, 0)
    return verdict(1, Reason.MARKET_COUNTS, 0)


# --- §5.3  Barracks ---------------------------------------------------------------------------------------------------


@kernel
def judge_barracks(city, reading, cell):
    """§5.3 and §7.3  The verdict on barracks; only the option `barracks_edge=outer` needs to know which sides are outer."""
    empty, outer = 0, 0
    for side in range(SIDES):
        if not is_built(city, neighbour(cell, side)):
            empty += 1
            if reading & OUTER_EDGE != 0 and is_outside(city, cell, side):
                outer += 1
    return decide_barracks(reading, empty, outer)


@kernel
def decide_barracks(reading, empty, outer):
    """§5.3  Valid if an adjacent place is empty (option: and outside the city); §7.3 doubled if three or four are."""
    return decide_by_open_sides(reading, empty, outer, MOST_OPEN_SIDES)


@kernel
def decide_by_open_sides(reading, empty, outer, most):
    """§5.3 and §7.3  The verdict on barracks with so many empty places beside them; doubled from three up to `most`."""
    sides = empty if reading & OUTER_EDGE == 0 else outer
    if sides == 0:
        return verdict(0, Reason.BARRACKS_INSIDE if empty == 0 else Reason.BARRACKS_HOLE, 0)
    if has_variant(reading, Color.BARRACKS) and LEAST_OPEN_SIDES <= sides <= most:
        return verdict(2, Reason.BARRACKS_DOUBLED, sides)
    return verdict(1, Reason.BARRACKS_COUNT, sides)


# --- §5.4  Temples ----------------------------------------------------------------------------------------------------


@kernel
def judge_temple(city, reading, cell, level):
    """§5.4 and §7.4  The verdict on a temple."""
    return decide_temple(reading, empty_around(city, cell), level)


@kernel
def decide_temple(reading, empty, level):
    """§5.4  Valid if all six adjacent places are occupied; §7.4 doubled on level 2 or higher."""
    if empty > 0:
        return verdict(0, Reason.TEMPLE_OPEN, empty)
    if has_variant(reading, Color.TEMPLE) and level >= TEMPLE_BONUS_LEVEL:
        return verdict(2, Reason.TEMPLE_DOUBLED, 0)
    return verdict(1, Reason.TEMPLE_COUNTS, 0)


# --- §5.5  Gardens ----------------------------------------------------------------------------------------------------


@kernel
def judge_garden(city, reading, cell):
    """§5.5 and §7.5  The verdict on a garden; only the variant needs to look for lakes."""
    beside_lake = False
    if has_variant(reading, Color.GARDEN):
        for side in range(SIDES):
            beside = neighbour(cell, side)
            if not beside_lake and not is_built(city, beside):
                is_enclosed = reading & LAKE_REGION != 0 and not is_outside(city, cell, side)
                beside_lake = is_lake(reading, empty_around(city, beside), is_enclosed)
    return decide_garden(reading, beside_lake)


@kernel
def decide_garden(reading, beside_lake):
    """§5.5  Always valid; §7.5 doubled beside a lake."""
    if has_variant(reading, Color.GARDEN) and beside_lake:
        return verdict(2, Reason.GARDEN_DOUBLED, 0)
    return verdict(1, Reason.GARDEN_COUNTS, 0)


@kernel
def is_lake(reading, empty, is_enclosed):
    """§7.5  Whether an empty place is a lake: if its six neighbours are occupied (option: if it is enclosed)."""
    return empty == 0 or (reading & LAKE_REGION != 0 and is_enclosed)


# --- §6  The score ----------------------------------------------------------------------------------------------------


@kernel
def scores(state, out):
    """§6  The total of each seat if the game ended now."""
    reading = reading_of(state)
    for seat in range(int(state.seats)):
        city = state.cities[seat]
        total = int(city.stones)
        for color in range(COLORS):
            total += color_points(city, reading, color)
        out[seat] = total


@kernel
def color_points(city, reading, color):
    """§6  Value of the valid districts times stars of the visible plazas."""
    stars = int(city.stars[color])
    if stars == 0:
        return 0
    return stars * district_value(city, reading, color)


@kernel
def breakdown(state, seat, out):
    """§6  Points of each of LINES for a seat: the five colours, then one for each stone."""
    city, reading = state.cities[seat], reading_of(state)
    for color in range(COLORS):
        out[color] = color_points(city, reading, color)
    out[COLORS] = int(city.stones)


@kernel
def ranking(state, out):
    """§6  The rank of each seat, 1 for the best."""
    scores(state, out)
    write_ranks(state, architect_score(state) if state.seats == 1 else 0, out)


@kernel
def write_ranks(state, his, out):
    """§6  From the scores, 1 + the number of seats that are strictly better: more points, or as many and more stones. Solo: 1 won, 2 lost (§9.3)."""
    seats = int(state.seats)
    if seats == 1:
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
        total += architect_points(state, color, count_hexes(his, color), count_hexes(his, FIRST_PLAZA + color))
    return total


@kernel
def architect_points(state, color, districts, plazas):
    """§9.3  The points of one of his colours."""
    return int(STARS[color]) * plazas * architect_value(state, color, districts, plazas)


@kernel
def architect_value(state, color, districts, plazas):
    """§9.3  The value of his districts of a colour; with its variant (§9.4) more."""
    hard = state.architect == Architect.CALLICRATES
    level = HARD_LEVEL if hard else 1
    value = level * districts
    if not has_variant(int(state.variants), color):
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
    count = count_starting(kind)
    for i in range(int(his.tile_count)):
        for k in range(HEXES):
            count += TILE_KINDS[his.tiles[i], k] == kind
    return count


@kernel
def count_starting(kind):
    """How many hexes of a kind the starting tile shows."""
    count = 0
    for i in range(STARTING_HEXES):
        count += STARTING_KINDS[i] == kind
    return count
