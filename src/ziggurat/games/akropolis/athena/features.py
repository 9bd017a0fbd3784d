"""The inputs of the net with the expansion, and the filter of moves.

The features begin with those of the game above, with two-colour hexes counted as they score, so that its weights can be used until the expansion has its own
(`search/net.py` reads the others as nothing then). Behind them stand the statue, the cards that are left and how near the city is to each, and the height
at which a single tile can be laid.
"""

from __future__ import annotations

from ziggurat.games.akropolis.athena.card_share import card_share
from ziggurat.games.akropolis.athena.material import (
    AT_A_SLOT,
    CARD_NAMES,
    CLASS_OF,
    FIRST_KIND,
    PLAZA_CLASS,
    SECOND_KIND,
    SLOTS,
    TWO_COLOR_CLASS,
    WHOLE,
)
from ziggurat.games.akropolis.athena.readings import reading_of
from ziggurat.games.akropolis.athena.rules import FIRST_COMPLETION
from ziggurat.games.akropolis.athena.scoring import house_value, judge
from ziggurat.games.akropolis.athena.sides import empty_across, has_kind, second_kind
from ziggurat.games.akropolis.athena.state import CITY_HEX
from ziggurat.games.akropolis.features import (
    ALONE,
    FEATURES,
    LIKES,
    LONG,
    PLACES,
    TERMS,
    bring_best,
    liked,
    share_left,
    takes_left,
    worth_of_covering,
    worth_of_hex,
    write_covers,
    write_edges,
    write_hex,
    write_houses,
    write_products,
    write_stones,
    write_unseen,
    write_value,
)
from ziggurat.games.akropolis.features import NAMES as BASE_NAMES
from ziggurat.games.akropolis.features import sift as base_sift
from ziggurat.games.akropolis.material import COLORS, Kind
from ziggurat.games.akropolis.scoring import TIMES
from ziggurat.games.akropolis.state import find, is_built
from ziggurat.geometry.hex import CELLS, SIDES, neighbour
from ziggurat.kernel import kernel

__all__ = ["ALONE", "LIKES", "NAMES", "TERMS", "features", "liked", "share_left", "sift"]

STATUE_NAMES = (
    *("parts", "parts_3", "statue", "statue_ahead", "statue_stones", "parts_3_stones", "cards_ahead", "open", "nearest", "nearest_ahead"),
    *("height", "height_cards", "plazas_left", "halves_left"),
)
PARTS, PARTS_3, STATUE, STATUE_AHEAD, STATUE_STONES, PARTS_3_STONES, CARDS_AHEAD, OPEN, NEAREST, NEAREST_AHEAD = range(FEATURES, FEATURES + 10)
HEIGHT, HEIGHT_CARDS, PLAZAS_LEFT, HALVES_LEFT = range(FEATURES + 10, FEATURES + 14)
NAMES = (*BASE_NAMES, *STATUE_NAMES, *(f"{card}_{name}" for card in CARD_NAMES for name in ("near", "ahead")))
"""A name for each feature: those of the game above, of the statue, then two for each card that lies in a slot and is not completed."""
AT_CARDS = FEATURES + len(STATUE_NAMES)
ALL_FEATURES = len(NAMES)


@kernel
def features(state, seat, out):
    """Write the features of a seat to `out`, each a number of about the size of one."""
    city = state.cities[seat]
    players = int(state.players)
    behind = (seat - int(state.to_move)) % players
    if state.open != 0:  # this turn's tile is taken already
        behind = players - 1 if behind == 0 else behind - 1
    ahead = max(0, (takes_left(state) - behind + players - 1) // players) / LONG
    write_stones(state, seat, behind == 0, ahead, out)
    write_districts(state, city, out)
    write_covers(city, out)
    write_unseen(state, city, behind == 0, out)
    write_products(city, ahead, out)
    write_statue(state, seat, ahead, out)


@kernel
def write_statue(state, seat, ahead, out):
    """§10.3 and §10.7  The parts of the statue, the cards that are left and how near they are, and where their single tiles could lie."""
    city, stones = state.cities[seat], int(state.cities[seat].stones) / 6.0
    for i in range(FEATURES, ALL_FEATURES):
        out[i] = 0.0
    parts, nearest = 0, 0.0
    for slot in range(SLOTS):
        if (int(city.statue) >> slot) & 1 == 1:
            parts += 1
            continue
        near = card_share(city, int(state.cards[slot]), int(state.readings))
        nearest = max(nearest, near)
        first = AT_CARDS + 2 * (int(state.cards[slot]) - 1)
        out[first] = near
        out[first + 1] = ahead
        out[OPEN] += 0.25 if near >= 1.0 else 0.0
        write_offers(state, slot, out)
    out[PARTS] = parts / SLOTS
    if parts == SLOTS:
        out[STATUE] = 1.0
        out[STATUE_AHEAD] = ahead
        out[STATUE_STONES] = stones
    elif parts == SLOTS - 1:
        out[PARTS_3] = 1.0
        out[PARTS_3_STONES] = stones
    out[CARDS_AHEAD] = (SLOTS - parts) * ahead / SLOTS
    out[NEAREST] = nearest
    out[NEAREST_AHEAD] = nearest * ahead
    highest = 0
    for place in range(int(city.place_count)):
        if city.tops[place] == CITY_HEX:
            highest = max(highest, int(city.levels[place]))
    out[HEIGHT] = highest / 4.0
    out[HEIGHT_CARDS] = highest * (SLOTS - parts) / 16.0


@kernel
def write_offers(state, slot, out):
    """§10.2  The plazas and the two-colour tiles that a card which is left can still bring."""
    for i in range(AT_A_SLOT):
        tile = int(state.offers[slot, i])
        if tile != 0 and CLASS_OF[tile] == PLAZA_CLASS:
            out[PLAZAS_LEFT] += 0.1
        elif tile != 0 and CLASS_OF[tile] == TWO_COLOR_CLASS:
            out[HALVES_LEFT] += 0.1


@kernel
def write_districts(state, city, out):
    """§10.6  The visible hexes: what counts of each colour, what does not, and what would make it count."""
    count, reading = int(city.place_count), reading_of(state)
    houses = 0
    out[PLACES] = count / 50.0
    for place in range(count):
        kind, level, second = int(city.kinds[place]), int(city.levels[place]), second_kind(city, place)
        write_hex(kind, level, out)
        if has_kind(city, place, Kind.HOUSE):
            houses += level
        write_district(city, reading, place, kind, level, out)
        write_district(city, reading, place, second, level, out)
    write_houses(house_value(city, reading), houses, out)


@kernel
def write_district(city, reading, place, kind, level, out):
    """§10.6  A district that is not a house: whether it counts, and what it lacks."""
    if kind <= Kind.HOUSE or kind >= COLORS:
        return
    write_value(kind, level, judge(city, reading, kind, place) & TIMES, out)
    if Kind.BARRACKS <= kind <= Kind.TEMPLE:
        write_edges(kind, level, empty_across(city, place, kind), out)


# --- Which moves are worth searching ------------------------------------------------------------------------------------


@kernel
def sift(state, moves, n, worth, keep, weights):
    """Bring the most promising moves to the front: city tiles as in the game above; of completions the best by a rough estimate, and always the stop."""
    if state.open == 0:
        return base_sift(state, moves, n, worth, keep, weights)
    if n <= keep:
        return n
    city, ahead = state.cities[state.to_move], share_left(state)
    worth[0] = 1e9  # the stop comes first in the list, and stays
    for i in range(1, n):
        worth[i] = worth_of_single(state, city, int(moves[i]) - FIRST_COMPLETION, ahead, weights)
    front = 0
    while front < keep:
        front = bring_best(moves, worth, 0, n, front)
    return front


@kernel
def worth_of_single(state, city, code, ahead, weights):
    """Roughly what a single tile is worth on a cell, from its surroundings alone."""
    cell, faces = code % CELLS, code // CELLS // SIDES
    slot, mine = faces // (AT_A_SLOT * AT_A_SLOT), faces // AT_A_SLOT % AT_A_SLOT
    tile = int(state.offers[slot, mine])
    level, total = 1, 0.0
    if is_built(city, cell):
        place = find(city, cell)
        level = int(city.levels[place]) + 1
        total += worth_of_covering(city, place, ahead, weights)
    open_sides, markets, houses = 0, 0, 0
    for side in range(SIDES):
        beside = neighbour(cell, side)
        if not is_built(city, beside):
            open_sides += 1
        else:
            place = find(city, beside)
            kind = int(city.kinds[place])
            if kind == Kind.MARKET:
                markets += int(city.levels[place])
            elif kind == Kind.HOUSE:
                houses += 1
    total += worth_of_hex(city, int(FIRST_KIND[tile]), level, open_sides, markets, houses, ahead, weights)
    second = int(SECOND_KIND[tile])
    if second != WHOLE:
        total += worth_of_hex(city, second, level, open_sides, markets, houses, ahead, weights)
    return total
