"""What bears on the points that a city can still earn: the numbers from which the learned estimate of the search is made (`search/estimate.py`)."""

from __future__ import annotations

import numpy as np

from ziggurat.games.akropolis.material import COLOR_NAMES, COLORS, FIRST_PLAZA, HEXES, STARS, TILE_COUNT, TILE_KINDS, Color, Kind
from ziggurat.games.akropolis.scoring import house_value, times_counted
from ziggurat.games.akropolis.rules import affordable
from ziggurat.games.akropolis.state import NO_BITS, ONE, find, is_built, is_in_game, lowest_place
from ziggurat.geometry.hex import HALVES, MARGIN, SIDES, SIZE, TURNS, WRAP, corner_of, neighbour
from ziggurat.kernel import kernel

OF_A_COLOR = ("value", "stars", "points", "value_ahead", "stars_ahead", "idle", "districts_unseen", "stars_unseen", "stars_on_offer")
OF_A_CITY = (
    *("turns_left", "to_move", "stones", "stones_ahead", "rival_stones", "places", "quarries", "level_2", "level_3"),
    *("temples_missing_1", "temples_missing_2", "temples_missing", "barracks_with_1", "ground_spots"),
    *("covers_0", "covers_1", "covers_2", "covers_3", "covers_high", "covers_gain"),
)
NAMES = (*OF_A_CITY, *(f"{color}_{name}" for color in COLOR_NAMES for name in OF_A_COLOR))
"""The features in their order: those of the city, then nine for each colour."""
FIRST_OF_COLORS = len(OF_A_CITY)
EACH_COLOR = len(OF_A_COLOR)
LONG = 18.0  # turns of a player in a game of two
ALONE = True  # a move leaves what the others can expect as it was


@kernel
def takes_left(state):
    """How many tiles will still be taken."""
    return int(state.tile_total) - int(state.drawn) + int(state.site_count) - 1


@kernel
def share_left(state):
    """The share of the game that is left, in games of 18 turns."""
    return takes_left(state) / (int(state.players) * LONG)


@kernel
def features(state, seat, out):
    """Write the features of a seat, each a number of about the size of one."""
    city = state.cities[seat]
    takes = takes_left(state)
    players = int(state.players)
    behind = (seat - int(state.to_move)) % players
    turns = (takes - behind + players - 1) // players
    ahead = turns / LONG
    out[0] = ahead
    out[1] = 1.0 if behind == 0 else 0.0
    out[2] = int(city.stones) / 6.0
    out[3] = int(city.stones) / 6.0 * ahead
    rival = 0
    for other in range(players):
        if other != seat:
            rival = max(rival, int(state.cities[other].stones))
    out[4] = rival / 6.0
    for i in range(5, len(NAMES)):
        out[i] = 0.0
    districts(state, city, out)
    covers(city, out)
    unseen(state, city, behind == 0, out)
    for color in range(COLORS):
        first = FIRST_OF_COLORS + EACH_COLOR * color
        value, stars = out[first], int(city.stars[color]) / 6.0
        out[first + 1] = stars
        out[first + 2] = value * stars
        out[first + 3] = value * ahead
        out[first + 4] = stars * ahead


@kernel
def districts(state, city, out):
    """The visible hexes: what counts of each colour, what does not, and what would make it count."""
    count = int(city.place_count)
    houses = 0
    out[5] = count / 50.0
    for place in range(count):
        kind, level = int(city.kinds[place]), int(city.levels[place])
        if level == 2:
            out[7] += 0.1
        elif level > 2:
            out[8] += 0.1
        if kind == Kind.QUARRY:
            out[6] += 0.1
        elif kind == Kind.HOUSE:
            houses += level
        elif kind < COLORS:
            times = times_counted(state, city, kind, place, (int(state.variants) >> kind) & 1 == 1)
            first = FIRST_OF_COLORS + EACH_COLOR * kind
            if times == 0:
                out[first + 5] += level * 0.1
            else:
                out[first] += level * times * 0.1
            if kind == Kind.TEMPLE or kind == Kind.BARRACKS:
                count_edges(city, int(city.cells[place]), kind, level, out)
    value = house_value(state, city, (int(state.variants) >> Color.HOUSE) & 1 == 1)
    out[FIRST_OF_COLORS] = value * 0.1
    out[FIRST_OF_COLORS + 5] = max(0, houses - value) * 0.1


@kernel
def count_edges(city, cell, kind, level, out):
    """How many places around a temple are missing; whether a barracks stands to lose its last open side."""
    missing = 0
    for side in range(SIDES):
        missing += not is_built(city, neighbour(cell, side))
    if kind == Kind.TEMPLE:
        if missing == 1:
            out[9] += level * 0.2
        elif missing == 2:
            out[10] += level * 0.2
        out[11] += missing * 0.1
    elif missing == 1:
        out[12] += level * 0.2


@kernel
def covers(city, out):
    """Where a tile can be laid on top: by the quarries that it would cover, and on which level."""
    best = -9.0
    for row in range(int(city.north) - MARGIN, int(city.south) + MARGIN):
        word = row & WRAP
        for half in range(HALVES):
            bits = city.fits[half * SIZE + word]
            while bits != NO_BITS:
                triangle = ((half * SIZE + word) << 6) + lowest_place(bits)
                bits &= bits - ONE
                if not is_built(city, corner_of(triangle, 0)):
                    out[13] += 0.02
                    continue
                quarries, level, lost = 0, 1, 0
                for corner in range(HEXES):
                    place = find(city, corner_of(triangle, corner))
                    kind = int(city.kinds[place])
                    level = int(city.levels[place])
                    if kind == Kind.QUARRY:
                        quarries += 1
                    elif kind >= FIRST_PLAZA:
                        lost += 3
                    elif city.stars[kind] > 0:
                        lost += level
                out[14 + quarries] += 0.2
                if level > 1:
                    out[18] += 0.2
                best = max(best, quarries + level - lost)
    out[19] = max(best, -4.0) * 0.25


@kernel
def unseen(state, city, to_move, out):
    """Districts and stars of each colour that are still to come, and the stars that the seat could take at once."""
    seen = 0
    for place in range(int(state.drawn)):
        seen |= 1 << int(state.tiles[place])
    for slot in range(int(state.site_count)):
        tile = int(state.site[slot])
        seen &= ~(1 << tile)
        if to_move and slot <= city.stones:
            for i in range(HEXES):
                kind = int(TILE_KINDS[tile, i])
                if kind >= FIRST_PLAZA:
                    out[FIRST_OF_COLORS + EACH_COLOR * (kind - FIRST_PLAZA) + 8] += 0.5
    for tile in range(1, TILE_COUNT + 1):
        if (seen >> tile) & 1 == 0 and is_in_game(state, tile):
            for i in range(HEXES):
                kind = int(TILE_KINDS[tile, i])
                if kind >= FIRST_PLAZA:
                    color = kind - FIRST_PLAZA
                    out[FIRST_OF_COLORS + EACH_COLOR * color + 7] += int(STARS[color]) * 0.1
                elif kind < COLORS:
                    out[FIRST_OF_COLORS + EACH_COLOR * kind + 6] += 0.1


LIKES = COLORS  # what one can have a weakness for


@kernel
def liked(state, seat, color):
    """How much of a colour a city shows: its districts and stars."""
    city = state.cities[seat]
    return value_of_color(city, color) + int(city.stars[color])


# --- Which moves are worth a thought ----------------------------------------------------------------------------------
# A city has hundreds of moves and few good ones. What a hex is worth on a place is told here from its surroundings alone, without
# laying the tile; the weights are fitted to what the net says of the same moves (`bench/tune_sift.py`).

TERMS = (
    *("stone", "stone_ahead", "price", "price_ahead", "high", "compact", "quarry", "quarry_ahead"),
    *("star_now", "star_ahead", "lost_star_now", "lost_star_ahead", "lost_now", "lost_ahead"),
    *("house_now", "house_ahead", "market_now", "market_ahead", "barracks_now", "barracks_ahead"),
    *("temple_now", "temple_ahead", "garden_now", "garden_ahead", "temple_closed", "barracks_closed", "market_harmed", "house_loose"),
    *("garden_star_ahead", "house_star_ahead", "temple_share", "temple_share_ahead"),
)
TERM_COUNT = len(TERMS)
KINDS = len(Kind)
LEAST_OF_A_SLOT = 3


@kernel
def worth_of_moves(state, moves, n, worth, weights):
    """Tell roughly what each legal move is worth, in points; the moves are in the order of `legal_moves`."""
    city = state.cities[state.to_move]
    slots = affordable(state, city)
    triangles = n // (TURNS * slots)
    ahead = share_left(state)
    for i in range(triangles):
        triangle = int(moves[i])
        on_ground = not is_built(city, corner_of(triangle, 0))
        base = weights[4] * (0.0 if on_ground else 1.0)
        value = np.float32(0.0)
        for way in range(TURNS * slots):
            worth[way * triangles + i] = 0.0
        for corner in range(HEXES):
            cell = corner_of(triangle, corner)
            level = 1
            if not on_ground:
                place = find(city, cell)
                kind = int(city.kinds[place])
                level = int(city.levels[place]) + 1
                base += worth_of_covering(state, city, place, kind, ahead, weights)
            open_sides, markets, houses, main = 0, 0, 0, 0
            for side in range(SIDES):
                beside = neighbour(cell, side)
                if not is_built(city, beside):
                    open_sides += 1
                    continue
                place = find(city, beside)
                kind = int(city.kinds[place])
                if kind == Kind.MARKET:
                    markets += int(city.levels[place])
                elif kind == Kind.HOUSE:
                    houses += 1
                elif on_ground:
                    if kind == Kind.TEMPLE:
                        base += weights[24] * int(city.levels[place]) * (int(city.stars[Color.TEMPLE]) + 4.0 * ahead)
                    elif kind == Kind.BARRACKS:
                        base += weights[25] * int(city.levels[place]) * (int(city.stars[Color.BARRACKS]) + 4.0 * ahead)
            base += weights[5] * (SIDES - open_sides)
            for way in range(TURNS * slots):
                slot, turn = way // TURNS, way % TURNS
                hexagon = corner - turn if corner >= turn else corner - turn + HEXES
                kind = int(TILE_KINDS[state.site[slot], hexagon])
                value = worth_of_hex(city, kind, level, open_sides, markets, houses, ahead, weights)
                worth[way * triangles + i] += value
        for way in range(TURNS * slots):
            worth[way * triangles + i] += base + (way // TURNS) * (weights[2] + weights[3] * ahead)


@kernel
def worth_of_covering(state, city, place, kind, ahead, weights):
    """What is won or lost by covering what is visible on a place."""
    if kind == Kind.QUARRY:
        return weights[0] + weights[1] * ahead
    if kind >= FIRST_PLAZA:
        color = kind - FIRST_PLAZA
        return int(STARS[color]) * (weights[10] * value_of_color(city, color) + weights[11] * ahead)
    return int(city.levels[place]) * (weights[12] * int(city.stars[kind]) + weights[13] * ahead)


@kernel
def value_of_color(city, color):
    """The sum of the levels of the visible districts of a colour."""
    value = 0
    for place in range(int(city.place_count)):
        if city.kinds[place] == color:
            value += int(city.levels[place])
    return value


@kernel
def worth_of_hex(city, kind, level, open_sides, markets, houses, ahead, weights):
    """What a new hex is worth on a place with these surroundings."""
    if kind == Kind.QUARRY:
        return weights[6] + weights[7] * ahead
    if kind >= FIRST_PLAZA:
        color = kind - FIRST_PLAZA
        worth = int(STARS[color]) * (weights[8] * value_of_color(city, color) + weights[9] * ahead)
        if color == Color.GARDEN:
            worth += weights[28] * ahead
        elif color == Color.HOUSE:
            worth += weights[29] * ahead
        return worth
    stars = int(city.stars[kind])
    counts = 1.0
    if kind == Kind.MARKET:
        if markets > 0:
            return weights[26] * markets * (stars + 4.0 * ahead)
    elif kind == Kind.BARRACKS:
        counts = 0.0 if open_sides == 0 else 0.6 if open_sides == 1 else 1.0
    elif kind == Kind.TEMPLE:
        counts = 1.0 if open_sides == 0 else 0.6 if open_sides == 1 else 0.3 if open_sides == 2 else 0.1
        return level * (weights[20] * counts * stars + weights[21] * counts * ahead + weights[30] * stars * ahead + weights[31] * ahead)
    elif kind == Kind.HOUSE and houses == 0:
        return weights[27] * level * (stars + 2.0 * ahead)
    return level * counts * (weights[14 + 2 * kind] * stars + weights[15 + 2 * kind] * ahead)


@kernel
def sift(state, moves, n, worth, keep, weights):
    """Bring the moves that are most worth a thought to the front: some for each tile, then the best of all. Returns how many."""
    if n <= keep:
        return n
    worth_of_moves(state, moves, n, worth, weights)
    slots = affordable(state, state.cities[state.to_move])
    each = n // slots
    front = 0
    for slot in range(slots):
        for _ in range(LEAST_OF_A_SLOT):
            front = bring_best(moves, worth, slot * each, (slot + 1) * each, front)
    while front < keep:
        front = bring_best(moves, worth, 0, n, front)
    return front


@kernel
def bring_best(moves, worth, begin, end, front):
    """The best move of a stretch changes its place with the first one behind the front."""
    begin = max(begin, front)
    best = begin
    for i in range(begin + 1, end):
        if worth[i] > worth[best]:
            best = i
    moves[front], moves[best] = moves[best], moves[front]
    worth[front], worth[best] = worth[best], worth[front]
    return front + 1
