"""The inputs of the net with the expansion, and the filter of moves.

The features are those of the game above, with two-colour hexes counted as they score, so that its weights can be used until the expansion has its own. What
cards and statues are worth beyond the points of the moment is not in them yet.
"""

from __future__ import annotations

from ziggurat.games.akropolis.athena.material import AT_A_SLOT, FIRST_KIND, SECOND_KIND, WHOLE
from ziggurat.games.akropolis.athena.readings import reading_of
from ziggurat.games.akropolis.athena.rules import FIRST_COMPLETION
from ziggurat.games.akropolis.athena.scoring import house_value, judge
from ziggurat.games.akropolis.athena.sides import empty_across, has_kind, second_kind
from ziggurat.games.akropolis.features import (
    ALONE,
    AT_COLORS,
    BARRACKS_WITH_1,
    EACH_COLOR,
    FEATURES,
    IDLE,
    LEVEL_2,
    LEVEL_3,
    LIKES,
    LONG,
    NAMES,
    PLACES,
    POINTS,
    QUARRIES,
    RIVAL_STONES,
    STARS_AHEAD,
    STARS_NOW,
    STONES,
    STONES_AHEAD,
    TEMPLES_LACKING,
    TEMPLES_LACKING_1,
    TEMPLES_LACKING_2,
    TERMS,
    TO_MOVE,
    TURNS_LEFT,
    VALUE,
    VALUE_AHEAD,
    bring_best,
    liked,
    share_left,
    takes_left,
    worth_of_covering,
    worth_of_hex,
    write_covers,
    write_unseen,
)
from ziggurat.games.akropolis.features import sift as base_sift
from ziggurat.games.akropolis.material import COLORS, Kind
from ziggurat.games.akropolis.scoring import TIMES
from ziggurat.games.akropolis.state import find, is_built
from ziggurat.geometry.hex import CELLS, SIDES, neighbour
from ziggurat.kernel import kernel

__all__ = ["ALONE", "LIKES", "NAMES", "TERMS", "features", "liked", "share_left", "sift"]


@kernel
def features(state, seat, out):
    """Write the features of a seat to `out`, each a number of about the size of one."""
    city = state.cities[seat]
    players = int(state.players)
    behind = (seat - int(state.to_move)) % players
    takes = takes_left(state)
    if state.open != 0:  # this turn's tile is taken already
        behind = players - 1 if behind == 0 else behind - 1
    ahead = max(0, (takes - behind + players - 1) // players) / LONG
    rival = 0
    for other in range(players):
        if other != seat:
            rival = max(rival, int(state.cities[other].stones))
    for i in range(FEATURES):
        out[i] = 0.0
    out[TURNS_LEFT] = ahead
    out[TO_MOVE] = 1.0 if behind == 0 else 0.0
    out[STONES] = int(city.stones) / 6.0
    out[STONES_AHEAD] = int(city.stones) / 6.0 * ahead
    out[RIVAL_STONES] = rival / 6.0
    write_districts(state, city, out)
    write_covers(city, out)
    write_unseen(state, city, behind == 0, out)
    for color in range(COLORS):
        first = AT_COLORS + EACH_COLOR * color
        value, stars = out[first + VALUE], int(city.stars[color]) / 6.0
        out[first + STARS_NOW] = stars
        out[first + POINTS] = value * stars
        out[first + VALUE_AHEAD] = value * ahead
        out[first + STARS_AHEAD] = stars * ahead


@kernel
def write_districts(state, city, out):
    """§10.6  The visible hexes: what counts of each colour, what does not, and what would make it count."""
    count, reading = int(city.place_count), reading_of(state)
    houses = 0
    out[PLACES] = count / 50.0
    for place in range(count):
        kind, level = int(city.kinds[place]), int(city.levels[place])
        if level == 2:
            out[LEVEL_2] += 0.1
        elif level > 2:
            out[LEVEL_3] += 0.1
        if kind == Kind.QUARRY:
            out[QUARRIES] += 0.1
        second = second_kind(city, place)
        if has_kind(city, place, Kind.HOUSE):
            houses += level
        write_district(city, reading, place, kind, level, out)
        write_district(city, reading, place, second, level, out)
    value = house_value(city, reading)
    out[AT_COLORS + VALUE] = value * 0.1
    out[AT_COLORS + IDLE] = max(0, houses - value) * 0.1


@kernel
def write_district(city, reading, place, kind, level, out):
    """§10.6  A district that is not a house: whether it counts, and what it lacks."""
    if kind <= Kind.HOUSE or kind >= COLORS:
        return
    times = judge(city, reading, kind, place) & TIMES
    first = AT_COLORS + EACH_COLOR * kind
    if times == 0:
        out[first + IDLE] += level * 0.1
    else:
        out[first + VALUE] += level * times * 0.1
    if kind == Kind.TEMPLE:
        missing = empty_across(city, place, kind)
        if missing == 1:
            out[TEMPLES_LACKING_1] += level * 0.2
        elif missing == 2:
            out[TEMPLES_LACKING_2] += level * 0.2
        out[TEMPLES_LACKING] += missing * 0.1
    elif kind == Kind.BARRACKS and empty_across(city, place, kind) == 1:
        out[BARRACKS_WITH_1] += level * 0.2


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
