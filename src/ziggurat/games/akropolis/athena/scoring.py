"""Which districts count with two-colour hexes (§10.6), the statue (§10.7), and the illustrious architect's score (§10.9)."""

from __future__ import annotations

from ziggurat.games.akropolis.athena.material import ALL_PARTS, FIRST_KIND, FIRST_SINGLE, SECOND_KIND, STATUE_POINTS
from ziggurat.games.akropolis.athena.readings import SHIFT, THREE_OR_FOUR, reading_of
from ziggurat.games.akropolis.athena.sides import empty_across, first_group, has_kind, kind_across, places_with, second_kind, shows
from ziggurat.games.akropolis.city_shape import empty_around, is_outside, places_showing
from ziggurat.games.akropolis.material import COLORS, FIRST_PLAZA, HEXES, MOST_OPEN_SIDES, QUARRY_POINTS, TILE_KINDS, Architect, Color, Kind
from ziggurat.games.akropolis.scoring import (
    LAKE_REGION,
    LINES,
    OUTER_EDGE,
    TIMES,
    architect_points,
    count_starting,
    decide_by_open_sides,
    decide_garden,
    decide_house,
    decide_market,
    decide_temple,
    has_variant,
    is_lake,
    is_larger,
    write_on_places,
    write_ranks,
)
from ziggurat.games.akropolis.scoring import (
    district_value as base_district_value,
)
from ziggurat.games.akropolis.state import NO_BITS, is_built
from ziggurat.geometry.hex import SIDES, neighbour
from ziggurat.kernel import kernel

__all__ = ["LINES", "breakdown", "ranking", "scores"]


# --- §10.6  Which districts count ---------------------------------------------------------------------------------------


@kernel
def district_value(city, reading, color):
    """§10.6  The sum of the values of the valid districts of a colour, doubled where its variant says so."""
    if color == Color.HOUSE:
        return house_value(city, reading)
    value = 0
    for place in range(int(city.place_count)):
        if has_kind(city, place, color):
            value += int(city.levels[place]) * (judge(city, reading, color, place) & TIMES)
    return value


@kernel
def judge(city, reading, color, place):
    """§10.6  The verdict on a district that is not a house."""
    if color == Color.MARKET:
        return judge_market(city, reading, place)
    if color == Color.BARRACKS:
        return judge_barracks(city, reading, place)
    if color == Color.TEMPLE:
        return decide_temple(reading, empty_across(city, place, Kind.TEMPLE), int(city.levels[place]))
    return judge_garden(city, reading, place)


@kernel
def verdicts(city, reading, out, seconds):
    """§10.6  Write the verdict on the first, and on the second district of each place of a city; 0 where there is none."""
    for place in range(int(city.place_count)):
        kind, second = int(city.kinds[place]), second_kind(city, place)
        out[place] = judge(city, reading, kind, place) if Kind.HOUSE < kind < Kind.QUARRY else 0
        seconds[place] = judge(city, reading, second, place) if second > Kind.HOUSE else 0
    judge_houses(city, reading, out, seconds)


@kernel
def house_value(city, reading):
    """§5.1, §7.1 and §10.6  The value of the largest group of houses, doubled where the variant says so."""
    _low, _high, size, value = largest_group(city, reading)
    return value * (decide_house(reading, True, size, value) & TIMES)


@kernel
def judge_houses(city, reading, out, seconds):
    """§5.1, §7.1 and §10.6  Write the verdict on each house."""
    best_low, best_high, _size, _value = largest_group(city, reading)
    low, high = places_with(city, Kind.HOUSE)
    first_low, first_high = places_showing(city, Kind.HOUSE)  # the others are houses with their second district
    while (low | high) != NO_BITS:
        group_low, group_high, size, value = first_group(city, Kind.HOUSE, low, high)
        low, high = low ^ group_low, high ^ group_high
        decided = decide_house(reading, group_low == best_low and group_high == best_high, size, value)
        write_on_places(group_low & first_low, group_high & first_high, decided, out)
        write_on_places(group_low & ~first_low, group_high & ~first_high, decided, seconds)


@kernel
def largest_group(city, reading):
    """§5.1 and §10.6  The largest group of houses connected by touching: the set of its places, how many there are, and their value."""
    low, high = places_with(city, Kind.HOUSE)
    best_low, best_high, best_size, best_value = NO_BITS, NO_BITS, 0, 0
    while (low | high) != NO_BITS:
        group_low, group_high, size, value = first_group(city, Kind.HOUSE, low, high)
        low, high = low ^ group_low, high ^ group_high
        if is_larger(reading, size, value, best_size, best_value):
            best_low, best_high, best_size, best_value = group_low, group_high, size, value
    return best_low, best_high, best_size, best_value


@kernel
def judge_market(city, reading, place):
    """§5.2, §7.2 and §10.6  The verdict on a market: by what touches it."""
    cell, beside_market, beside_plaza = int(city.cells[place]), False, False
    for side in range(SIDES):
        if shows(city, place, side) == Kind.MARKET:
            kind = kind_across(city, cell, side)
            beside_market = beside_market or kind == Kind.MARKET
            beside_plaza = beside_plaza or kind == Kind.MARKET_PLAZA
    return decide_market(reading, beside_market, beside_plaza)


@kernel
def judge_barracks(city, reading, place):
    """§5.3, §7.3 and §10.6  The verdict on barracks: by the empty places across their sides."""
    cell, empty, outer = int(city.cells[place]), 0, 0
    for side in range(SIDES):
        if shows(city, place, side) == Kind.BARRACKS and not is_built(city, neighbour(cell, side)):
            empty += 1
            if reading & OUTER_EDGE != 0 and is_outside(city, cell, side):
                outer += 1
    return decide_barracks(reading, empty, outer)


@kernel
def decide_barracks(reading, empty, outer):
    """§5.3  Valid if a place across its sides is empty (option: and outside the city); §10.6 doubled if three or more are (option: three or four)."""
    return decide_by_open_sides(reading, empty, outer, MOST_OPEN_SIDES if reading & (THREE_OR_FOUR << SHIFT) != 0 else SIDES)


@kernel
def judge_garden(city, reading, place):
    """§5.5, §7.5 and §10.6  The verdict on a garden; only the variant needs to look for lakes across its sides."""
    cell, beside_lake = int(city.cells[place]), False
    if has_variant(reading, Color.GARDEN):
        for side in range(SIDES):
            beside = neighbour(cell, side)
            if not beside_lake and shows(city, place, side) == Kind.GARDEN and not is_built(city, beside):
                is_enclosed = reading & LAKE_REGION != 0 and not is_outside(city, cell, side)
                beside_lake = is_lake(reading, empty_around(city, beside), is_enclosed)
    return decide_garden(reading, beside_lake)


# --- §6 and §10.7  The score --------------------------------------------------------------------------------------------


@kernel
def stone_points(city):
    """§10.7  One point for each stone; five with a complete statue."""
    return int(city.stones) * (STATUE_POINTS if city.statue == ALL_PARTS else 1)


@kernel
def scores(state, out):
    """§6 and §10.7  The total of each seat if the game ended now."""
    reading = reading_of(state)
    for seat in range(int(state.seats)):
        city = state.cities[seat]
        total = stone_points(city)
        for color in range(COLORS):
            total += color_points(city, reading, color)
        out[seat] = total


@kernel
def color_points(city, reading, color):
    """§6  Value of the valid districts times stars of the visible plazas."""
    stars = int(city.stars[color])
    if stars == 0:
        return 0
    if city.statue == 0:  # without single tiles, all is as in the game above
        return stars * base_district_value(city, reading, color)
    return stars * district_value(city, reading, color)


@kernel
def breakdown(state, seat, out):
    """§6 and §10.7  Points of each of LINES for a seat: the five colours, then the stones."""
    city, reading = state.cities[seat], reading_of(state)
    for color in range(COLORS):
        out[color] = color_points(city, reading, color)
    out[COLORS] = stone_points(city)


@kernel
def ranking(state, out):
    """§6 and §10.7  The rank of each seat, 1 for the best: by points, then by stones."""
    scores(state, out)
    write_ranks(state, architect_score(state) if state.seats == 1 else 0, out)


# --- §10.9  The illustrious architect -----------------------------------------------------------------------------------


@kernel
def architect_score(state):
    """§9.3 and §10.9  No placement conditions: for each colour districts times level times stars, and his stones."""
    his = state.cities[1]
    total = stone_points(his)
    if state.architect == Architect.METAGENES:
        total += QUARRY_POINTS * count_hexes(his, Kind.QUARRY)
    for color in range(COLORS):
        total += architect_points(state, color, count_hexes(his, color), count_hexes(his, FIRST_PLAZA + color))
    return total


@kernel
def count_hexes(his, kind):
    """How many hexes of a kind his tiles show, the starting tile included; a two-colour tile counts for each of its districts."""
    count = count_starting(kind)
    for i in range(int(his.tile_count)):
        tile = int(his.tiles[i])
        if tile >= FIRST_SINGLE:
            count += FIRST_KIND[tile] == kind
            count += SECOND_KIND[tile] == kind
        else:
            for k in range(HEXES):
                count += TILE_KINDS[tile, k] == kind
    return count
