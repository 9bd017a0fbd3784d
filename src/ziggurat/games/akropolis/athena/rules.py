"""The rules with the expansion (§10.3 and §10.4): after the city tile, the cards.

A turn is one decision for the city tile, as in the game above, and then, while the city fulfils a card that its player has not completed, one for each
completion, or to stop. Kernels trust the move: `legal_moves` lists the right ones.
"""

from __future__ import annotations

import numpy as np

from ziggurat.games.akropolis.athena.cards import GROUND, HIGHER, open_slots
from ziggurat.games.akropolis.athena.material import AT_A_SLOT, CLASS_OF, DISTRICT_CLASS, FACE_OF, FIRST_KIND, KIND_BITS, MAX_PLACES, SECOND_KIND, SLOTS, WHOLE
from ziggurat.games.akropolis.athena.readings import HE_TAKES_FIRST, NO_HIS_STATUE
from ziggurat.games.akropolis.athena.state import CITY_HEX, TWO_COLOR, WHOLE_SINGLE
from ziggurat.games.akropolis.material import HEXES, MAX_SITE
from ziggurat.games.akropolis.rules import (
    MAX_MOVES as BASE_MAX_MOVES,
)
from ziggurat.games.akropolis.rules import (
    MOVE_CODES as PLACE_CODES,
)
from ziggurat.games.akropolis.rules import (
    architect_turn,
    cover,
    end_turn,
    gain,
    list_placements,
    pay,
    place_tile,
    sample_placement,
    take_tile,
    turn_left,
    turn_right,
)
from ziggurat.games.akropolis.rules import (
    is_over as is_site_over,
)
from ziggurat.games.akropolis.state import NO_BITS, ONE, count_bits, find, is_built, lowest_place, new_place, show_hex, unwrapped
from ziggurat.geometry.hex import CELLS, CORNER_Q, CORNER_R, HALVES, MARGIN, SIDES, SIZE, TRIANGLES, TURNS, WRAP, corner_of, neighbour
from ziggurat.kernel import NONE, below, kernel

# A move is one number. That of a city tile is as in the game above; STOP follows; a completion is
# FIRST_COMPLETION + (((4 * slot + mine) * 4 + his) * 6 + rotation) * 4096 + cell, where `mine` and `his` are places among the tiles at the slot, and
# `his` is 0 except in solo.
STOP = PLACE_CODES
FIRST_COMPLETION = STOP + 1
COMPLETIONS = SLOTS * AT_A_SLOT * AT_A_SLOT * SIDES
MOVE_CODES = FIRST_COMPLETION + COMPLETIONS * CELLS
MOST_SINGLE_FITS = MAX_PLACES + 2 * MAX_PLACES + SIDES  # on every place, and around: each hex beside the city adds at most two places to those around it
MOST_FACES = AT_A_SLOT * (AT_A_SLOT - 1)  # ways to give a tile to the illustrious architect and take another one
FITS_OF_A_SINGLE = 24  # triangles by which it can add to the list of fits: the six with its cell, and those that touch it on the ground
MAX_MOVES = max(BASE_MAX_MOVES + SLOTS * FITS_OF_A_SINGLE * TURNS * MAX_SITE, 1 + SLOTS * MOST_FACES * SIDES * MOST_SINGLE_FITS)
LONGEST = SIZE - 1  # rows or columns that a city can span on the torus (D49)
FEWEST_TILES_NEAR_LONGEST = (LONGEST - 3) // 2  # with fewer a city does not span 62: 3 of the starting tile, 2 more with each city tile, 1 with a single one


# --- §10.3  A turn ------------------------------------------------------------------------------------------------------


@kernel
def legal_moves(state, out):
    """§3 and §10.3  Write the legal moves to `out`; returns their number."""
    if is_over(state):
        return 0
    city = state.cities[state.to_move]
    return list_completions(state, city, out) if state.open != 0 else list_placements(state, city, out)


@kernel
def sample_move(state, rng):
    """§3 and §10.3  A random legal move, each equally likely: the one that the list of `legal_moves` has at the place drawn, without the list."""
    city = state.cities[state.to_move]
    if state.open != 0:
        cells = count_cells(city)
        place = below(rng, 1 + count_ways(state) * cells)
        if place == 0:
            return STOP
        return FIRST_COMPLETION + nth_way(state, (place - 1) // cells) * CELLS + nth_cell(city, (place - 1) % cells)
    return sample_placement(state, city, rng)


@kernel
def apply(state, move):
    """§3 and §10.3  Play a legal move; the turn goes on while there is a card to complete."""
    city = state.cities[state.to_move]
    state.ply += 1
    state.open = 0
    if move != STOP:
        places = int(city.place_count)
        kinds = place_city_tile(state, city, move) if move < STOP else complete_card(state, city, move - FIRST_COMPLETION)
        state.open = open_slots(state, city, kinds | (HIGHER if city.place_count == places else GROUND))
    if state.open == 0:
        end_turn(state)
        if state.seats == 1 and not is_over(state):
            architect_turn(state)


@kernel
def is_over(state):
    """§4  Whether one tile is left of the site and there is no stack to follow it; the cards of the last turn come first (D44)."""
    return is_site_over(state) and state.open == 0


@kernel
def place_city_tile(state, city, move):
    """§3  Take a tile and place it, as in the game above; returns the kinds that it shows, as bits."""
    way, triangle = move // TRIANGLES, move % TRIANGLES
    slot, turn = way // TURNS, way % TURNS
    pay(state, city, slot)
    tile = take_tile(state, slot)
    place_tile(state, city, tile, triangle, turn)
    if city.statue != 0:  # there may be single tiles below it
        for corner in range(HEXES):
            city.tops[find(city, corner_of(triangle, corner))] = CITY_HEX
    end_table(city)
    return int(KIND_BITS[tile])


@kernel
def complete_card(state, city, code):
    """§10.3  Take the part of the statue and a single tile, and place it at once; in solo the illustrious architect is given his first (§10.9).

    Returns the kinds that the tile shows, as bits.
    """
    cell, way = code % CELLS, code // CELLS
    rotation, faces = way % SIDES, way // SIDES
    slot, mine, his = faces // (AT_A_SLOT * AT_A_SLOT), faces // AT_A_SLOT % AT_A_SLOT, faces % AT_A_SLOT
    city.statue |= 1 << slot
    if state.seats == 1:
        give_architect(state, slot, take_single(state, slot, his))
    tile = take_single(state, slot, mine)
    place_single(state, city, tile, cell, rotation)
    return int(KIND_BITS[tile])


@kernel
def take_single(state, slot, place):
    """§10.3  A single tile leaves its slot."""
    tile = int(state.offers[slot, place])
    state.offers[slot, place] = 0
    return tile


@kernel
def give_architect(state, slot, tile):
    """§10.9  The illustrious architect gets a single tile, and the part of the slot (option: no part)."""
    his = state.cities[1]
    if int(state.readings) & NO_HIS_STATUE == 0:
        his.statue |= 1 << slot
    count = int(his.tile_count)
    his.tiles[count] = tile
    his.tile_count = count + 1


# --- Which tiles can be taken -------------------------------------------------------------------------------------------


@kernel
def is_first_of_face(state, slot, place, gone):
    """§10.12  Whether no tile that shows the same lies before this one at a slot; the one at the place `gone` is taken already."""
    face = FACE_OF[state.offers[slot, place]]
    for other in range(place):
        if other != gone and state.offers[slot, other] != 0 and FACE_OF[state.offers[slot, other]] == face:
            return False
    return True


@kernel
def can_be_mine(state, slot, place, gone):
    """§10.3  Whether a tile at a slot can be taken, after the one at the place `gone`."""
    return place != gone and state.offers[slot, place] != 0 and is_first_of_face(state, slot, place, gone)


@kernel
def can_be_his(state, slot, place):
    """§10.9  Whether the illustrious architect can be given a tile: one of the best class that lies there (option: the first of them)."""
    if state.offers[slot, place] == 0 or not is_first_of_face(state, slot, place, NONE):
        return False
    best = DISTRICT_CLASS
    for other in range(AT_A_SLOT):
        if state.offers[slot, other] != 0:
            best = min(best, int(CLASS_OF[state.offers[slot, other]]))
    if CLASS_OF[state.offers[slot, place]] != best:
        return False
    if int(state.readings) & HE_TAKES_FIRST != 0:
        for other in range(place):
            if state.offers[slot, other] != 0 and CLASS_OF[state.offers[slot, other]] == best:
                return False
    return True


@kernel
def rotations_of(tile):
    """§10.4  In how many ways a single tile can be turned."""
    return 1 if SECOND_KIND[tile] == WHOLE else SIDES


@kernel
def next_way(state, way):
    """The first way from this number on to complete a card: slot, my tile, the architect's tile and rotation as one number; COMPLETIONS if there is none."""
    while way < COMPLETIONS:
        rotation, faces = way % SIDES, way // SIDES
        slot, mine, his = faces // (AT_A_SLOT * AT_A_SLOT), faces // AT_A_SLOT % AT_A_SLOT, faces % AT_A_SLOT
        if (int(state.open) >> slot) & 1 == 0:
            way = (slot + 1) * AT_A_SLOT * AT_A_SLOT * SIDES
            continue
        if state.seats == 1:
            is_possible = can_be_his(state, slot, his) and can_be_mine(state, slot, mine, his)
        else:
            is_possible = his == 0 and can_be_mine(state, slot, mine, NONE)
        if is_possible and rotation < rotations_of(int(state.offers[slot, mine])):
            return way
        way = (faces + 1) * SIDES
    return COMPLETIONS


@kernel
def count_ways(state):
    """How many ways there are to complete a card, wherever the tile goes."""
    n, way = 0, next_way(state, 0)
    while way < COMPLETIONS:
        n += 1
        way = next_way(state, way + 1)
    return n


@kernel
def nth_way(state, n):
    """The way number n."""
    way = next_way(state, 0)
    for _ in range(n):
        way = next_way(state, way + 1)
    return way


@kernel
def list_completions(state, city, out):
    """§10.3  Write STOP and every completion; returns their number."""
    out[0] = STOP
    cells = list_cells(city, out[1:])
    n, way = 1, next_way(state, 0)
    first = way
    while way < COMPLETIONS:
        if way != first:
            for i in range(cells):
                out[n + i] = out[1 + i] + (way - first) * CELLS
        n += cells
        way = next_way(state, way + 1)
    for i in range(cells):
        out[1 + i] += FIRST_COMPLETION + first * CELLS
    for i in range(1 + cells, n):
        out[i] += FIRST_COMPLETION + first * CELLS
    return n


# --- §10.4  Where a single tile can lie -----------------------------------------------------------------------------------


@kernel
def list_cells(city, out):
    """§10.4  Write every cell on which a single tile can be placed; returns their number."""
    n = 0
    for place in range(int(city.place_count)):
        if city.tops[place] == CITY_HEX:
            out[n] = city.cells[place]
            n += 1
    north, west, east, south = bounds_of_ring(city)
    for row in range(north, south + 1):
        bits = ring_of(city, row, west, east)
        while bits != NO_BITS:
            out[n] = ((row & WRAP) << 6) + lowest_place(bits)
            bits &= bits - ONE
            n += 1
    return n


@kernel
def count_cells(city):
    """§10.4  On how many cells a single tile can be placed."""
    n = 0
    for place in range(int(city.place_count)):
        n += city.tops[place] == CITY_HEX
    north, west, east, south = bounds_of_ring(city)
    for row in range(north, south + 1):
        n += count_bits(ring_of(city, row, west, east))
    return n


@kernel
def nth_cell(city, n):
    """§10.4  The cell that `list_cells` writes to the place n."""
    for place in range(int(city.place_count)):
        if city.tops[place] == CITY_HEX:
            if n == 0:
                return int(city.cells[place])
            n -= 1
    north, west, east, south = bounds_of_ring(city)
    for row in range(north, south + 1):
        bits = ring_of(city, row, west, east)
        here = count_bits(bits)
        if n < here:
            for _ in range(n):
                bits &= bits - ONE
            return ((row & WRAP) << 6) + lowest_place(bits)
        n -= here
    return NONE


@kernel
def ring_of(city, row, west, east):
    """§10.4  The empty places of a row that share an edge with the city, from one column to another."""
    here, above, below_it = city.built[row & WRAP], city.built[(row - 1) & WRAP], city.built[(row + 1) & WRAP]
    one = np.uint64(1)
    near = turn_left(here, one) | turn_right(here, one) | above | turn_right(above, one) | below_it | turn_left(below_it, one)
    bits = near & ~here
    if east - west < SIZE - 1:  # else every column is allowed
        span = (ONE << np.uint64(east - west + 1)) - ONE
        bits &= turn_left(span, np.uint64(west & WRAP))
    return bits


@kernel
def bounds_of_ring(city):
    """The rows and columns in which a single tile can lie on the ground: first row, first and last column, last row. The table ends somewhere (D49)."""
    north, south = int(city.north), int(city.south)
    if city.tile_count < FEWEST_TILES_NEAR_LONGEST:
        return north - 1, 0, SIZE - 1, south + 1
    if south - north + 1 < LONGEST:
        north, south = north - 1, south + 1
    west, east = int(city.west), east_of(city)
    if east - west + 1 < LONGEST:
        return north, 0, SIZE - 1, south
    return north, west, east, south


@kernel
def east_of(city):
    """The largest q of the city on the endless table."""
    west = int(city.west)
    east = west
    for place in range(int(city.place_count)):
        east = max(east, unwrapped(int(city.cells[place]), west))
    return east


@kernel
def end_table(city):
    """D49  Where a city tile no longer fits, because the city would span more rows or columns than there are.

    Two rows beyond the end of a city of 62 rows are too many. On the torus, this row of triangles lies to the north and to the south alike; a city of 63
    rows has two such rows. They are just those that `list_fits` would visit twice.
    """
    if city.tile_count < FEWEST_TILES_NEAR_LONGEST:
        return
    north, west = int(city.north) - MARGIN, int(city.west) - MARGIN
    for row in range(north, int(city.south) + 1 - LONGEST):
        city.fits[row & WRAP] = NO_BITS
        city.fits[(row & WRAP) + SIZE] = NO_BITS
    for column in range(west, east_of(city) + 1 - LONGEST):
        bit = ONE << np.uint64(column & WRAP)
        for word in range(HALVES * SIZE):
            city.fits[word] &= ~bit


@kernel
def place_single(state, city, tile, cell, rotation):
    """§10.4  Lay a single tile: on the ground, or one level higher on a hex of a city tile, covering it."""
    count = int(city.tile_count)
    city.tiles[count] = tile
    city.spots[count] = SIDES * cell + rotation
    city.tile_count = count + 1
    level, stones = 1, 0
    if is_built(city, cell):
        place = find(city, cell)
        level = int(city.levels[place]) + 1
        stones = cover(city, place)
    else:
        widen_by_cell(city, cell)
        place = new_place(city, cell)
    show_hex(city, place, int(FIRST_KIND[tile]), level)
    second = int(SECOND_KIND[tile])
    city.tops[place] = WHOLE_SINGLE if second == WHOLE else TWO_COLOR + SIDES * second + rotation
    gain(state, city, stones)
    update_fits_around(city, cell, level)
    end_table(city)


@kernel
def widen_by_cell(city, cell):
    """The bounds of the city on the endless table, with this cell of the ground in it."""
    north, west = int(city.north), int(city.west)
    row, column = unwrapped(cell >> 6, north - 1), unwrapped(cell, west - 1)
    city.north = min(north, row)
    city.south = max(int(city.south), row)
    city.west = min(west, column)


@kernel
def update_fits_around(city, cell, level):
    """§3.2, §3.3 and §10.4  After a single tile was laid: where city tiles fit now.

    A triangle with this cell fits if its three cells are on this level: they belong to two tiles at least. On the ground, every empty triangle beside
    the cell fits: it touches the city.
    """
    for half in range(HALVES):
        for corner in range(HEXES):
            triangle = triangle_at(cell, half, corner)
            is_flat = True
            for other in range(HEXES):
                near = corner_of(triangle, other)
                is_flat = is_flat and is_built(city, near) and city.levels[find(city, near)] == level
            set_fit(city, triangle, is_flat)
    if level > 1:
        return
    for side in range(SIDES):
        beside = neighbour(cell, side)
        for half in range(HALVES):
            for corner in range(HEXES):
                triangle = triangle_at(beside, half, corner)
                is_empty = True
                for other in range(HEXES):
                    is_empty = is_empty and not is_built(city, corner_of(triangle, other))
                if is_empty:
                    set_fit(city, triangle, True)


@kernel
def triangle_at(cell, half, corner):
    """The triangle of a half that has the cell at this corner."""
    row, column = ((cell >> 6) - int(CORNER_R[half, corner])) & WRAP, (cell - int(CORNER_Q[half, corner])) & WRAP
    return half * CELLS + (row << 6) + column


@kernel
def set_fit(city, triangle, fits):
    """Note whether a tile can be placed on a triangle."""
    bit = ONE << np.uint64(triangle & WRAP)
    if fits:
        city.fits[triangle >> 6] |= bit
    else:
        city.fits[triangle >> 6] &= ~bit
