"""The inputs of a small net that estimates the points a city can still earn; and a filter that picks the moves worth searching out of hundreds."""

from __future__ import annotations

from ziggurat.games.akropolis.city_shape import empty_around
from ziggurat.games.akropolis.material import COLOR_NAMES, COLORS, FIRST_PLAZA, HEXES, STARS, TILE_COUNT, TILE_KINDS, Color, Kind
from ziggurat.games.akropolis.rules import affordable
from ziggurat.games.akropolis.scoring import TIMES, house_value, judge, reading_of
from ziggurat.games.akropolis.state import NO_BITS, ONE, find, is_built, is_in_game, lowest_place
from ziggurat.geometry.hex import HALVES, MARGIN, SIDES, SIZE, TURNS, WRAP, corner_of, neighbour
from ziggurat.kernel import kernel

# --- The features -----------------------------------------------------------------------------------------------------

CITY_NAMES = (
    *("turns_left", "to_move", "stones", "stones_ahead", "rival_stones", "places", "quarries", "level_2", "level_3"),
    *("temples_lacking_1", "temples_lacking_2", "temples_lacking", "barracks_with_1", "ground_spots"),
    *("covers_0", "covers_1", "covers_2", "covers_3", "covers_high", "best_cover"),
)
TURNS_LEFT, TO_MOVE, STONES, STONES_AHEAD, RIVAL_STONES, PLACES, QUARRIES, LEVEL_2, LEVEL_3 = range(9)
TEMPLES_LACKING_1, TEMPLES_LACKING_2, TEMPLES_LACKING, BARRACKS_WITH_1, GROUND_SPOTS, COVERS = range(9, 15)
COVERS_HIGH, BEST_COVER = range(18, 20)
COLOR_FEATURES = ("value", "stars", "points", "value_ahead", "stars_ahead", "idle", "districts_unseen", "stars_unseen", "stars_on_offer")
VALUE, STARS_NOW, POINTS, VALUE_AHEAD, STARS_AHEAD, IDLE, DISTRICTS_UNSEEN, STARS_UNSEEN, STARS_ON_OFFER = range(len(COLOR_FEATURES))

NAMES = (*CITY_NAMES, *(f"{color}_{name}" for color in COLOR_NAMES for name in COLOR_FEATURES))
"""A name for each feature: those of the city, then nine for each colour. `_ahead` is a number times the share of the game that is left."""
AT_COLORS, EACH_COLOR, FEATURES = len(CITY_NAMES), len(COLOR_FEATURES), len(NAMES)
LONG = 18.0  # turns of a player in a game of two
ALONE = True  # a move does not change what the others can expect


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
    """Write the features of a seat to `out`, each a number of about the size of one."""
    city = state.cities[seat]
    players = int(state.players)
    behind = (seat - int(state.to_move)) % players
    ahead = ((takes_left(state) - behind + players - 1) // players) / LONG
    write_stones(state, seat, behind == 0, ahead, out)
    write_districts(state, city, out)
    write_covers(city, out)
    write_unseen(state, city, behind == 0, out)
    write_products(city, ahead, out)


@kernel
def write_stones(state, seat, to_move, ahead, out):
    """Write the turns that are left and the stones, zeros everywhere else."""
    stones, rival = int(state.cities[seat].stones), 0
    for other in range(int(state.players)):
        if other != seat:
            rival = max(rival, int(state.cities[other].stones))
    for i in range(FEATURES):
        out[i] = 0.0
    out[TURNS_LEFT] = ahead
    out[TO_MOVE] = 1.0 if to_move else 0.0
    out[STONES] = stones / 6.0
    out[STONES_AHEAD] = stones / 6.0 * ahead
    out[RIVAL_STONES] = rival / 6.0


@kernel
def write_products(city, ahead, out):
    """Write the stars, and what they make of the values that stand in `out` already."""
    for color in range(COLORS):
        first = AT_COLORS + EACH_COLOR * color
        value, stars = out[first + VALUE], int(city.stars[color]) / 6.0
        out[first + STARS_NOW] = stars
        out[first + POINTS] = value * stars
        out[first + VALUE_AHEAD] = value * ahead
        out[first + STARS_AHEAD] = stars * ahead


@kernel
def write_districts(state, city, out):
    """§5  The visible hexes: what counts of each colour, what does not, and what would make it count."""
    count, reading = int(city.place_count), reading_of(state)
    houses = 0
    out[PLACES] = count / 50.0
    for place in range(count):
        kind, level = int(city.kinds[place]), int(city.levels[place])
        write_hex(kind, level, out)
        if kind == Kind.HOUSE:
            houses += level
        elif kind < COLORS:
            write_value(kind, level, judge(city, reading, kind, place) & TIMES, out)
            if Kind.BARRACKS <= kind <= Kind.TEMPLE:
                write_edges(kind, level, empty_around(city, int(city.cells[place])), out)
    write_houses(house_value(city, reading), houses, out)


@kernel
def write_hex(kind, level, out):
    """What every visible hex adds to: those on higher levels, and the quarries."""
    if level == 2:
        out[LEVEL_2] += 0.1
    elif level > 2:
        out[LEVEL_3] += 0.1
    if kind == Kind.QUARRY:
        out[QUARRIES] += 0.1


@kernel
def write_value(kind, level, times, out):
    """§5 and §7  A district that is not a house, and how often its level counts."""
    first = AT_COLORS + EACH_COLOR * kind
    if times == 0:
        out[first + IDLE] += level * 0.1
    else:
        out[first + VALUE] += level * times * 0.1


@kernel
def write_houses(value, houses, out):
    """§5.1 and §7.1  The value of the houses that count, and of the others."""
    out[AT_COLORS + VALUE] = value * 0.1
    out[AT_COLORS + IDLE] = max(0, houses - value) * 0.1


@kernel
def write_edges(kind, level, missing, out):
    """§5.3 and §5.4  How many places around a temple are missing; whether a barracks stands to lose its last open side."""
    if kind == Kind.TEMPLE:
        if missing == 1:
            out[TEMPLES_LACKING_1] += level * 0.2
        elif missing == 2:
            out[TEMPLES_LACKING_2] += level * 0.2
        out[TEMPLES_LACKING] += missing * 0.1
    elif missing == 1:
        out[BARRACKS_WITH_1] += level * 0.2


@kernel
def write_covers(city, out):
    """§3.3 and §3.4  Where a tile can be laid on top: by the quarries that it would cover, on which level, and what the best is worth."""
    best = -4
    for row in range(int(city.north) - MARGIN, int(city.south) + MARGIN):
        word = row & WRAP
        for half in range(HALVES):
            bits = city.fits[half * SIZE + word]
            while bits != NO_BITS:
                triangle = ((half * SIZE + word) << 6) + lowest_place(bits)
                bits &= bits - ONE
                if not is_built(city, corner_of(triangle, 0)):
                    out[GROUND_SPOTS] += 0.02
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
                out[COVERS + quarries] += 0.2
                if level > 1:
                    out[COVERS_HIGH] += 0.2
                best = max(best, quarries + level - lost)
    out[BEST_COVER] = best * 0.25


@kernel
def write_unseen(state, city, to_move, out):
    """§2.1 and §3.1  Districts and stars of each colour that are still to come, and the plazas that the seat could take at once."""
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
                    out[AT_COLORS + EACH_COLOR * (kind - FIRST_PLAZA) + STARS_ON_OFFER] += 0.5
    for tile in range(1, TILE_COUNT + 1):
        if (seen >> tile) & 1 == 0 and is_in_game(state, tile):
            for i in range(HEXES):
                kind = int(TILE_KINDS[tile, i])
                if kind >= FIRST_PLAZA:
                    color = kind - FIRST_PLAZA
                    out[AT_COLORS + EACH_COLOR * color + STARS_UNSEEN] += int(STARS[color]) * 0.1
                elif kind < COLORS:
                    out[AT_COLORS + EACH_COLOR * kind + DISTRICTS_UNSEEN] += 0.1


# --- What a casual player may prefer ----------------------------------------------------------------------------------

LIKES = COLORS


@kernel
def liked(state, seat, color):
    """How much of a colour a city shows: its districts and stars."""
    city = state.cities[seat]
    return levels_of_color(city, color) + int(city.stars[color])


@kernel
def levels_of_color(city, color):
    """The sum of the levels of the visible districts of a colour, whether they count or not."""
    value = 0
    for place in range(int(city.place_count)):
        if city.kinds[place] == color:
            value += int(city.levels[place])
    return value


# --- Which moves are worth searching ----------------------------------------------------------------------------------
# A city has hundreds of moves and few good ones. What a hex is worth on a place is estimated here from its surroundings alone, without
# laying the tile: a sum of terms, whose weights are fitted to what the net says of the same moves (`bench/train_sift.py`).

TERMS = (
    *("stone", "stone_ahead", "price", "price_ahead", "high", "compact", "quarry", "quarry_ahead"),
    *("star_now", "star_ahead", "lost_star_now", "lost_star_ahead", "lost_now", "lost_ahead"),
    *("house_now", "house_ahead", "market_now", "market_ahead", "barracks_now", "barracks_ahead"),
    *("temple_now", "temple_ahead", "garden_now", "garden_ahead", "temple_beside", "barracks_beside", "market_harmed", "house_loose"),
    *("garden_star_ahead", "house_star_ahead", "temple_later", "temple_later_ahead"),
)
STONE, STONE_AHEAD, PRICE, PRICE_AHEAD, HIGH, COMPACT, QUARRY, QUARRY_AHEAD = range(8)
STAR_NOW, STAR_AHEAD, LOST_STAR_NOW, LOST_STAR_AHEAD, LOST_NOW, LOST_AHEAD = range(8, 14)
DISTRICT_NOW, DISTRICT_AHEAD, TEMPLE_NOW, TEMPLE_AHEAD = 14, 15, 20, 21  # a pair for each colour, in their order
TEMPLE_BESIDE, BARRACKS_BESIDE, MARKET_HARMED, HOUSE_LOOSE = range(24, 28)
GARDEN_STAR_AHEAD, HOUSE_STAR_AHEAD, TEMPLE_LATER, TEMPLE_LATER_AHEAD = range(28, 32)
LEAST_OF_A_SLOT = 3
STARS_TO_COME, HOUSE_STARS_TO_COME = 4.0, 2.0  # of a colour, when the whole game is left


@kernel
def sift(state, moves, n, worth, keep, weights):
    """Bring the most promising moves to the front: some for each tile, then the best of all. Returns how many.

    A player's last move can be searched completely: all moves stay.
    """
    if n <= keep or takes_left(state) <= state.players:
        return n
    write_worth(state, moves, n, worth, weights)
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


@kernel
def write_worth(state, moves, n, worth, weights):
    """Write roughly what each legal move is worth, in points; the moves are in the order of `legal_moves`."""
    city = state.cities[state.to_move]
    slots = affordable(state, city)
    triangles = n // (TURNS * slots)
    ahead = share_left(state)
    for i in range(triangles):
        triangle = int(moves[i])
        on_ground = not is_built(city, corner_of(triangle, 0))
        place_worth = 0.0 if on_ground else float(weights[HIGH])
        for way in range(TURNS * slots):
            worth[way * triangles + i] = 0.0
        for corner in range(HEXES):
            cell = corner_of(triangle, corner)
            level = 1
            if not on_ground:
                place = find(city, cell)
                level = int(city.levels[place]) + 1
                place_worth += worth_of_covering(city, place, ahead, weights)
            open_sides, markets, houses = 0, 0, 0
            for side in range(SIDES):
                beside = neighbour(cell, side)
                if not is_built(city, beside):
                    open_sides += 1
                    continue
                place = find(city, beside)
                kind, height = int(city.kinds[place]), int(city.levels[place])
                if kind == Kind.MARKET:
                    markets += height
                elif kind == Kind.HOUSE:
                    houses += 1
                elif on_ground and kind == Kind.TEMPLE:
                    place_worth += weights[TEMPLE_BESIDE] * height * (int(city.stars[Color.TEMPLE]) + STARS_TO_COME * ahead)
                elif on_ground and kind == Kind.BARRACKS:
                    place_worth += weights[BARRACKS_BESIDE] * height * (int(city.stars[Color.BARRACKS]) + STARS_TO_COME * ahead)
            place_worth += weights[COMPACT] * (SIDES - open_sides)
            for way in range(TURNS * slots):
                slot, turn = way // TURNS, way % TURNS
                i_hex = corner - turn if corner >= turn else corner - turn + HEXES
                kind = int(TILE_KINDS[state.site[slot], i_hex])
                worth[way * triangles + i] += worth_of_hex(city, kind, level, open_sides, markets, houses, ahead, weights)
        for way in range(TURNS * slots):
            worth[way * triangles + i] += place_worth + (way // TURNS) * (weights[PRICE] + weights[PRICE_AHEAD] * ahead)


@kernel
def worth_of_covering(city, place, ahead, weights):
    """What is won or lost by covering what is visible on a place."""
    kind = int(city.kinds[place])
    if kind == Kind.QUARRY:
        return weights[STONE] + weights[STONE_AHEAD] * ahead
    if kind >= FIRST_PLAZA:
        color = kind - FIRST_PLAZA
        return int(STARS[color]) * (weights[LOST_STAR_NOW] * levels_of_color(city, color) + weights[LOST_STAR_AHEAD] * ahead)
    return int(city.levels[place]) * (weights[LOST_NOW] * int(city.stars[kind]) + weights[LOST_AHEAD] * ahead)


@kernel
def worth_of_hex(city, kind, level, open_sides, markets, houses, ahead, weights):
    """What a new hex is worth on a place with these surroundings."""
    if kind == Kind.QUARRY:
        return weights[QUARRY] + weights[QUARRY_AHEAD] * ahead
    if kind >= FIRST_PLAZA:
        color = kind - FIRST_PLAZA
        worth = int(STARS[color]) * (weights[STAR_NOW] * levels_of_color(city, color) + weights[STAR_AHEAD] * ahead)
        if color == Color.GARDEN:
            worth += weights[GARDEN_STAR_AHEAD] * ahead
        elif color == Color.HOUSE:
            worth += weights[HOUSE_STAR_AHEAD] * ahead
        return worth
    stars = int(city.stars[kind])
    if kind == Kind.MARKET and markets > 0:
        return weights[MARKET_HARMED] * markets * (stars + STARS_TO_COME * ahead)
    if kind == Kind.HOUSE and houses == 0:
        return weights[HOUSE_LOOSE] * level * (stars + HOUSE_STARS_TO_COME * ahead)
    if kind == Kind.TEMPLE:
        counts = 1.0 if open_sides == 0 else 0.6 if open_sides == 1 else 0.3 if open_sides == 2 else 0.1
        now, later = weights[TEMPLE_NOW] * stars + weights[TEMPLE_AHEAD] * ahead, weights[TEMPLE_LATER] * stars + weights[TEMPLE_LATER_AHEAD]
        return level * (counts * now + later * ahead)
    counts = 1.0
    if kind == Kind.BARRACKS:
        counts = 0.0 if open_sides == 0 else 0.6 if open_sides == 1 else 1.0
    return level * counts * (weights[DISTRICT_NOW + 2 * kind] * stars + weights[DISTRICT_AHEAD + 2 * kind] * ahead)
