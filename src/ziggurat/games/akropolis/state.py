"""A position as one record, and the deal (§2).

A city has no edge of the table. Its places are cells of a torus (`geometry/hex.py`), but nothing in the record is a map of it: a city keeps the
list of its places in the order in which they were first built on, a small table that finds a cell in that list, and rows of bits for questions
about many cells at once: where something is built, and where a tile fits. So a city takes 2.1 KB, whatever its shape.
"""

from __future__ import annotations

import numpy as np

from ziggurat.games.akropolis.material import (
    COLOR_OF,
    COLORS,
    MAX_PLACES,
    MAX_SEATS,
    MAX_SITE,
    MAX_TILES,
    STARS_OF,
    STARTING_CELLS,
    STARTING_HEXES,
    STARTING_KINDS,
    STONES,
    TILE_COUNT,
    TILE_PLAYERS,
)
from ziggurat.geometry.hex import CORNERS, HALVES, NEIGHBOURS, SIZE, TRIANGLES, WRAP
from ziggurat.kernel import kernel, record, shuffle

FINDER = 128  # entries of the table that finds a cell; more than the places of any city
ONE, NO_BITS = np.uint64(1), np.uint64(0)

ROW_ENTRY = 99  # a cell first looks at the entry (q + 99 r) modulo 128: no two cells less than 12 apart meet there, so a compact city has no clash

CITY = record(  # what one player has
    ("built", np.uint64, (SIZE,)),  # row r: the cells with anything on them
    ("fits", np.uint64, (HALVES * SIZE,)),  # row r of each half: the triangles on which a tile can be placed now
    ("cells", np.int16, (MAX_PLACES,)),  # places in the order in which they were first built on
    ("spots", np.int16, (MAX_TILES,)),  # where each tile was laid: 3 * triangle + turn
    ("stones", np.int16),
    ("finder", np.uint8, (FINDER,)),  # 1 + the place of a cell, 0 where there is none
    ("kinds", np.int8, (MAX_PLACES,)),  # the visible hex of each place
    ("levels", np.int8, (MAX_PLACES,)),  # and the level on which it lies
    ("place_count", np.int8),
    ("tiles", np.int8, (MAX_TILES,)),  # tile numbers in the order of building; for the illustrious architect all that he has
    ("tile_count", np.int8),
    ("stars", np.int8, (COLORS,)),  # on the visible plazas
    ("north", np.int8),  # smallest r of the city on the endless table, the starting plaza being (0, 0)
    ("south", np.int8),  # largest r
    ("west", np.int8),  # smallest q
    ("spare", np.int8, (2,)),
)

STATE = record(
    ("cities", CITY, (MAX_SEATS,)),
    # the turn
    ("ply", np.int16),
    ("turn", np.int16),
    ("reserve", np.int16),  # stones; below zero only if they are not limited
    ("to_move", np.int8),
    # the table
    ("site_count", np.int8),
    ("site", np.int8, (MAX_SITE,)),  # tiles on offer, the free one first; 0 where there is none
    ("drawn", np.int8),  # tiles laid out so far: tiles[drawn] is the first of the next stack
    # the options
    ("seats", np.int8),
    ("players", np.int8),  # seats, and in solo the illustrious architect
    ("tile_total", np.int8),  # tiles in the game
    ("first_stones", np.int8),  # of the first player; the others have one more each
    ("architect", np.int8),
    ("variants", np.int8),  # bit c: the variant of colour c is played
    ("house_by_value", np.int8),
    ("edge_is_outer", np.int8),
    ("lake_is_region", np.int8),
    ("is_limited", np.int8),  # 1: there are no more than forty stones
    # the deal, never changed by play
    ("tiles", np.int8, (TILE_COUNT,)),  # in drawing order: the site, then stack after stack
    ("spare", np.int8, (2,)),
)


@kernel
def deal(state, rng):
    """§2  Shuffle the tiles of this number of players, and set up the table."""
    lay_out_tiles(state)
    shuffle(state.tiles[: int(state.tile_total)], rng)
    set_up(state)


@kernel
def lay_out_tiles(state):
    """§2.1  The tiles of the game in the order of their numbers."""
    n = 0
    for tile in range(1, TILE_COUNT + 1):
        if is_in_game(state, tile):
            state.tiles[n] = tile
            n += 1
    for place in range(n, TILE_COUNT):
        state.tiles[place] = 0


@kernel
def is_in_game(state, tile):
    """§2.1 and §2.5  All 61 tiles in the long game, else those marked for this number of players or fewer."""
    return int(state.tile_total) == TILE_COUNT or TILE_PLAYERS[tile] <= state.players


@kernel
def set_up(state):
    """§2.2 to §2.4  Site, cities and stones at the beginning; tiles and options stay."""
    players = int(state.players)
    state.site_count = 0
    state.drawn = 0
    lay_out(state, players + 2)
    state.reserve = STONES
    for player in range(players):
        city = state.cities[player]
        start_city(city)
        city.stones = int(state.first_stones) + player
        state.reserve -= city.stones
    state.ply = 0
    state.turn = 0
    state.to_move = 0


@kernel
def lay_out(state, n):
    """§2.2 and §4  The next `n` tiles lie face up behind those of the site, in order."""
    count, drawn = int(state.site_count), int(state.drawn)
    for i in range(n):
        state.site[count + i] = state.tiles[drawn + i]
    state.site_count = count + n
    state.drawn = drawn + n
    for slot in range(count + n, MAX_SITE):
        state.site[slot] = 0


# --- §2.3  A city -----------------------------------------------------------------------------------------------------


@kernel
def start_city(city):
    """§2.3  Nothing but the starting tile: a house plaza and quarries on three of its sides."""
    for row in range(SIZE):
        city.built[row] = 0
        city.fits[row] = 0
        city.fits[SIZE + row] = 0
    for entry in range(FINDER):
        city.finder[entry] = 0
    for place in range(MAX_PLACES):
        city.cells[place] = 0
        city.kinds[place] = 0
        city.levels[place] = 0
    for i in range(MAX_TILES):
        city.tiles[i] = 0
        city.spots[i] = 0
    for color in range(COLORS):
        city.stars[color] = 0
    city.place_count = 0
    city.tile_count = 0
    city.north, city.south, city.west = -1, 1, -1
    for i in range(STARTING_HEXES):
        place = new_place(city, int(STARTING_CELLS[i]))
        show_hex(city, place, int(STARTING_KINDS[i]), 1)
    for triangle in FIRST_FITS:
        city.fits[triangle >> 6] |= ONE << np.uint64(triangle & WRAP)


@kernel
def first_entry(cell):
    """Where the finder looks for a cell first."""
    return ((cell & WRAP) + ROW_ENTRY * (cell >> 6)) & (FINDER - 1)


@kernel
def find(city, cell):
    """The place of a cell that is built on."""
    entry = first_entry(cell)
    place = int(city.finder[entry]) - 1
    while city.cells[place] != cell:
        entry = (entry + 1) & (FINDER - 1)
        place = int(city.finder[entry]) - 1
    return place


@kernel
def new_place(city, cell):
    """The next place of the list, for a cell that was empty so far."""
    entry = first_entry(cell)
    while city.finder[entry] != 0:
        entry = (entry + 1) & (FINDER - 1)
    place = int(city.place_count)
    city.finder[entry] = place + 1
    city.cells[place] = cell
    city.place_count = place + 1
    city.built[cell >> 6] |= ONE << np.uint64(cell & WRAP)
    return place


@kernel
def show_hex(city, place, kind, level):
    """This hex is what can be seen of the place from now on."""
    city.kinds[place] = kind
    city.levels[place] = level
    city.stars[COLOR_OF[kind]] += STARS_OF[kind]


@kernel
def is_built(city, cell):
    """Whether any hex lies on the cell."""
    return (city.built[cell >> 6] >> np.uint64(cell & WRAP)) & ONE != NO_BITS


@kernel
def unwrapped(coordinate, least):
    """The number from `least` to `least` + 63 that is this coordinate of the torus: where it lies on the endless table."""
    return least + ((coordinate - least) & WRAP)


# --- Words of bits ----------------------------------------------------------------------------------------------------
# The well-known sums in halves; compiled, they become one instruction each.

BY_TWO, BY_FOUR, BY_EIGHT = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
ONE_IN_EIGHT = np.uint64(0x0101010101010101)


@kernel
def count_bits(word):
    """How many bits are set."""
    word = word - ((word >> np.uint64(1)) & BY_TWO)
    word = (word & BY_FOUR) + ((word >> np.uint64(2)) & BY_FOUR)
    word = (word + (word >> np.uint64(4))) & BY_EIGHT
    return np.int64((word * ONE_IN_EIGHT) >> np.uint64(56))


@kernel
def lowest_place(word):
    """The place of the lowest bit that is set; 64 if there is none."""
    return count_bits((word - ONE) & ~word)


def first_fits() -> list[int]:
    """The triangles on which the first tile can be placed: empty, with a cell next to the starting tile (which nothing fits upon)."""
    built = set(STARTING_CELLS.tolist())
    touching = {int(cell) for start in built for cell in NEIGHBOURS[start]} - built
    triangles = [set(CORNERS[triangle].tolist()) for triangle in range(TRIANGLES)]
    return [triangle for triangle, cells in enumerate(triangles) if cells & touching and not cells & built]


FIRST_FITS = np.array(first_fits(), np.int64)
