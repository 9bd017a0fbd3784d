"""The rules of Akropolis in the order of the rulebook (`rulebook.md`, whose § are cited).

A turn is one decision: a tile of the site, the triangle on which it is laid, and how it is turned. Kernels trust the move: `legal_moves` lists the
right ones. Where a tile fits is not searched for at each turn: a tile changes it only within two cells, and `update_fits` does so when it is placed.
"""

from __future__ import annotations

import numpy as np

from ziggurat.games.akropolis.material import COLOR_OF, HAS_PLAZA, HEXES, MAX_SITE, MOST_TILES, STARS_OF, TILE_KINDS, Kind
from ziggurat.games.akropolis.state import FIRST_FITS, NO_BITS, ONE, count_bits, find, is_built, lay_out, lowest_place, new_place, show_hex, unwrapped
from ziggurat.geometry.hex import (
    AROUND,
    BESIDE,
    BOX_ROWS,
    CELLS,
    HALVES,
    INSIDE,
    MARGIN,
    MIDDLE,
    PATCH_COLUMNS,
    PATCH_ROWS,
    SHARING,
    SIZE,
    TRIANGLES,
    TURNS,
    WRAP,
    corner_of,
)
from ziggurat.kernel import below, kernel

# A move is one number: (3 * slot + turn) * 8192 + triangle.
MOST_NEW_FITS = 11  # triangles by which the list can grow with one tile: `tests/games/akropolis/test_fits.py` tries all surroundings
MAX_MOVES = max((len(FIRST_FITS) + MOST_NEW_FITS * (tiles - 1)) * TURNS * (players + 2) for players, tiles in MOST_TILES.items())
MOVE_CODES = TURNS * MAX_SITE * TRIANGLES
AT_ONCE = 6  # triangles of a row that are written whether there are as many or not: the end of a shorter loop is guessed wrong half the time (35 ns a list)
COLUMN_BITS = np.uint64((1 << PATCH_COLUMNS) - 1)


# --- §3  A turn -------------------------------------------------------------------------------------------------------


@kernel
def legal_moves(state, out):
    """§3  Write the legal moves to `out`: every tile that can be paid, every triangle on which it fits, every turn. Returns their number."""
    if is_over(state):
        return 0
    return list_placements(state, state.cities[state.to_move], out)


@kernel
def list_placements(state, city, out):
    """§3  Write every tile that a city can pay, on every triangle on which it fits, in every turn; returns their number."""
    n = list_fits(city, out)
    ways = TURNS * affordable(state, city)
    for way in range(1, ways):  # the list of triangles once more for each turn and tile: one addition for each move
        block = out[way * n : (way + 1) * n]
        for i in range(n):
            block[i] = out[i] + way * TRIANGLES
    return ways * n


@kernel
def sample_move(state, rng):
    """§3  A random legal move, each equally likely: the one that the list of `legal_moves` has at the place drawn, without the list."""
    return sample_placement(state, state.cities[state.to_move], rng)


@kernel
def sample_placement(state, city, rng):
    """§3  One of the moves that `list_placements` writes."""
    n = count_fits(city)
    place = below(rng, n * TURNS * affordable(state, city))
    return place // n * TRIANGLES + nth_fit(city, place % n)


@kernel
def apply(state, move):
    """§3  Play a legal move; in solo the illustrious architect's turn follows at once."""
    way, triangle = move // TRIANGLES, move % TRIANGLES
    slot, turn = way // TURNS, way % TURNS
    city = state.cities[state.to_move]
    pay(state, city, slot)
    tile = take_tile(state, slot)
    place_tile(state, city, tile, triangle, turn)
    state.ply += 1
    end_turn(state)
    if state.seats == 1 and not is_over(state):
        architect_turn(state)


@kernel
def is_over(state):
    """§4  Whether one tile is left of the site and there is no stack to follow it."""
    return state.site_count == 1 and state.drawn == state.tile_total


# --- §3.1  Take a tile ------------------------------------------------------------------------------------------------


@kernel
def affordable(state, city):
    """§3.1  How many tiles of the site, from the first, can be paid for: the tile at position i costs i stones."""
    return min(int(state.site_count), int(city.stones) + 1)


@kernel
def pay(state, city, price):
    """§3.1  The price goes to the reserve before anything else; in solo the player's stones go to the architect (§9)."""
    city.stones -= price
    if state.seats == 1:
        state.cities[1].stones += price
    else:
        state.reserve += price


@kernel
def take_tile(state, slot):
    """§3.1  The tile leaves the site, the others close up."""
    tile = int(state.site[slot])
    last = int(state.site_count) - 1
    for i in range(MAX_SITE - 1):
        state.site[i] = state.site[i + (i >= slot)]
    state.site[last] = 0
    state.site_count = last
    return tile


# --- §3.2 and §3.3  Place it ------------------------------------------------------------------------------------------


@kernel
def place_tile(state, city, tile, triangle, turn):
    """§3.2 and §3.3  Lay the tile: on the ground where its cells are empty, else one level higher, covering what was there."""
    count = int(city.tile_count)
    city.tiles[count] = tile
    city.spots[count] = TURNS * triangle + turn
    city.tile_count = count + 1
    on_ground = not is_built(city, corner_of(triangle, 0))
    if on_ground:
        widen(city, triangle)
    level = 1
    stones = 0
    corner = turn
    for i in range(HEXES):
        cell = corner_of(triangle, corner)
        if on_ground:
            place = new_place(city, cell)
        else:
            place = find(city, cell)
            level = int(city.levels[place]) + 1
            stones += cover(city, place)
        show_hex(city, place, int(TILE_KINDS[tile, i]), level)
        corner = corner + 1 if corner < HEXES - 1 else 0
    gain(state, city, stones)
    update_fits(city, triangle, level)


@kernel
def cover(city, place):
    """§3.4  The hex on this place no longer exists for anything; returns 1 for a quarry."""
    kind = int(city.kinds[place])
    city.stars[COLOR_OF[kind]] -= STARS_OF[kind]
    return int(kind == Kind.QUARRY)


@kernel
def gain(state, city, stones):
    """§3.4  One stone for each quarry covered, as far as the reserve goes."""
    if state.is_limited == 1:
        stones = min(stones, int(state.reserve))
    city.stones += stones
    state.reserve -= stones


# --- §4  Refill and rounds --------------------------------------------------------------------------------------------


@kernel
def end_turn(state):
    """§4  The next player's turn; when one tile is left of the site, the next stack is laid out behind it."""
    state.turn += 1
    seat = int(state.to_move) + 1
    state.to_move = seat if seat < state.seats else 0
    if state.site_count == 1 and state.drawn < state.tile_total:
        lay_out(state, int(state.players) + 1)


# --- §9  The illustrious architect ------------------------------------------------------------------------------------


@kernel
def architect_turn(state):
    """§9.2  He takes the cheapest tile with a plaza that he can afford, or else the first one, and lays it beside the others."""
    his = state.cities[1]
    slot = architect_choice(state, his)
    his.stones -= slot
    state.reserve += slot
    count = int(his.tile_count)
    his.tiles[count] = take_tile(state, slot)
    his.tile_count = count + 1
    end_turn(state)


@kernel
def architect_choice(state, his):
    """§9.2  The position of the tile that he takes."""
    for slot in range(affordable(state, his)):
        if HAS_PLAZA[state.site[slot]]:
            return slot
    return 0


# --- Where a tile fits (§3.2 and §3.3, updated with every tile) -------------------------------------------------------


@kernel
def list_fits(city, out):
    """§3.2 and §3.3  Write every triangle on which a tile can be placed; returns their number."""
    n = 0
    north = int(city.north) - MARGIN
    for row in range(north, int(city.south) + MARGIN):  # by the upper row of the triangle: no row of the torus comes twice
        word = row & WRAP
        for _half in range(HALVES):
            bits = city.fits[word]
            while bits != NO_BITS:
                listed = min(count_bits(bits), AT_ONCE)
                for i in range(AT_ONCE):
                    out[n + i] = (word << 6) + lowest_place(bits)
                    bits &= bits - ONE
                n += listed
            word += SIZE
    return n


@kernel
def count_fits(city):
    """§3.2 and §3.3  On how many triangles a tile can be placed."""
    n = 0
    for row in range(int(city.north) - MARGIN, int(city.south) + MARGIN):
        n += count_bits(city.fits[row & WRAP]) + count_bits(city.fits[(row & WRAP) + SIZE])
    return n


@kernel
def nth_fit(city, n):
    """§3.2 and §3.3  The triangle that `list_fits` writes to the place n."""
    row, word = int(city.north) - MARGIN, (int(city.north) - MARGIN) & WRAP
    here = count_bits(city.fits[word])
    while n >= here:
        n -= here
        if word < SIZE:  # the other half of the same row
            word += SIZE
        else:
            row += 1
            word = row & WRAP
        here = count_bits(city.fits[word])
    bits = city.fits[word]
    for _ in range(n):
        bits &= bits - ONE
    return (word << 6) + lowest_place(bits)


@kernel
def update_fits(city, triangle, level):
    """§3.2 and §3.3  After a tile was laid on the triangle: where tiles fit now, within two cells of it.

    * A triangle that shares a cell with it fits if its three cells are on this level. They belong to two tiles or more, except on the triangle itself.
    * A triangle beside it fits if its three cells are empty: it touches the new tile. (Only a tile on the ground can change that.)
    * All others stay as they are.
    """
    half = triangle // CELLS
    row, column = (triangle >> 6) & WRAP, triangle & WRAP
    built = patch_of(city, row, column)
    flat = INSIDE[half]
    around = built & AROUND[half]
    while around != NO_BITS:
        place = lowest_place(around)
        around &= around - ONE
        cell = (((row + (place >> 3) - MARGIN) & WRAP) << 6) + ((column + (place & 7) - MARGIN) & WRAP)
        if city.levels[find(city, cell)] == level:
            flat |= ONE << np.uint64(place)
    shift = np.uint64((column - MARGIN) & WRAP)
    for other in range(HALVES):
        sharing = SHARING[half, other]
        fits = triangles_in(flat, other) & sharing
        if other == half:
            fits &= ~MIDDLE
        if level == 1:
            fits |= triangles_in(~built, other) & BESIDE[half, other]
        for k in range(BOX_ROWS):
            word = other * SIZE + ((row + k - MARGIN) & WRAP)
            eight = np.uint64(PATCH_COLUMNS * k)
            lost = turn_left((sharing >> eight) & COLUMN_BITS, shift)
            won = turn_left((fits >> eight) & COLUMN_BITS, shift)
            city.fits[word] = (city.fits[word] & ~lost) | won


@kernel
def patch_of(city, row, column):
    """The cells that are built on around a box, as a patch (`geometry/hex.py`)."""
    shift = np.uint64((column - MARGIN) & WRAP)
    patch = NO_BITS
    for k in range(PATCH_ROWS):
        bits = turn_right(city.built[(row + k - MARGIN) & WRAP], shift) & COLUMN_BITS
        patch |= bits << np.uint64(PATCH_COLUMNS * k)
    return patch


@kernel
def triangles_in(cells, half):
    """The triangles of a half whose three cells are all in a patch of cells."""
    shared = (cells >> np.uint64(1)) & (cells >> np.uint64(PATCH_COLUMNS))
    if half == 0:
        return shared & cells
    return shared & (cells >> np.uint64(PATCH_COLUMNS + 1))


@kernel
def turn_left(word, places):
    """A row of the torus shifted to higher columns."""
    return (word << places) | (word >> ((np.uint64(SIZE) - places) & np.uint64(WRAP)))


@kernel
def turn_right(word, places):
    """A row of the torus shifted to lower columns."""
    return (word >> places) | (word << ((np.uint64(SIZE) - places) & np.uint64(WRAP)))


@kernel
def widen(city, triangle):
    """The bounds of the city on the endless table, with this triangle of the ground in it.

    A triangle that touches the city has its upper row from north - 2 to south + 1, which is unambiguous on the torus as long as a tile is still to
    be laid (`geometry/hex.py`); so is its left column.
    """
    north, west = int(city.north), int(city.west)
    top, left = unwrapped(triangle >> 6, north - MARGIN), unwrapped(triangle, west - MARGIN)
    city.north = min(north, top)
    city.south = max(int(city.south), top + 1)
    city.west = min(west, left)
