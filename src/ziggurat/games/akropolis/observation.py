"""A position as numbers for a learner: all that a seat sees, and nothing else (`docs/reference/observations.md` is made from `FIELDS`).

Also a move in three parts, tile, place and rotation, of which each can be chosen by itself: every tile that the player can pay goes on every place where
one fits, in every rotation (§3).
"""

from __future__ import annotations

import numpy as np

from ziggurat.games.akropolis.material import ARCHITECT_NAMES, COLORS, HEXES, KIND_NAMES, MAX_PLACES, MAX_SEATS, MAX_SITE, STONES, TILE_COUNT, TILE_KINDS
from ziggurat.games.akropolis.rules import affordable, is_over
from ziggurat.games.akropolis.state import ONE, unwrapped
from ziggurat.geometry.hex import HALVES, TRIANGLES, TURNS
from ziggurat.geometry.hex import SIZE as ROWS
from ziggurat.kernel import kernel
from ziggurat.observation_fields import Field, offsets_of, per_seat, size_of

KINDS = len(KIND_NAMES)
FAR = 63
PLACE_NUMBERS = 4
SEAT_FIELDS = (
    Field("stones", 1, 0, STONES, "the stones"),
    Field("stars", COLORS, 0, 30, "the stars on visible plazas of houses, markets, barracks, temples and gardens"),
    Field("place count", 1, 0, MAX_PLACES, "how many places of the city are built on"),
    Field(
        "places",
        MAX_PLACES * PLACE_NUMBERS,
        -FAR,
        FAR,
        "for each place, in the order in which they were first built on: q and r from the starting plaza, what is visible (1 house, market, barracks, temple, "
        "garden, 6 quarry, 7 plaza of houses … 11 of gardens) and the level; 0 0 0 0 behind the last place",
    ),
)
FIELDS = (
    *per_seat(MAX_SEATS, SEAT_FIELDS),
    Field("site", MAX_SITE * HEXES, 0, KINDS, "for each position of the site the three hexes of the tile, clockwise, as above; 0 where there is none"),
    Field("stacks left", 1, 0, TILE_COUNT, "the stacks of tiles that are still to be laid out"),
    Field("reserve", 1, 0, STONES, "the stones in the reserve if they are limited, else 0"),
    Field("seats", 1, 1, MAX_SEATS, "the number of players"),
    Field("seat", MAX_SEATS, 0, 1, "1 for the place of the seat in the order of turns"),
    Field("to move", 1, 0, 1, "1 if the seat is to decide"),
    Field("variants", COLORS, 0, 1, "1 for each colour whose variant is played"),
    Field("options", 4, 0, 1, "1 for each of the options `house_group=value`, `barracks_edge=outer`, `lake=region`, `stone_supply=forty`"),
    Field("architect", len(ARCHITECT_NAMES), 0, 1, "solo: 1 for the illustrious architect"),
    Field("architect stones", 1, 0, STONES, "solo: his stones"),
    Field("architect hexes", KINDS, 0, 60, "solo: how many hexes of each kind his tiles show"),
)
NAMED = {field.name: field for field in (*SEAT_FIELDS, *FIELDS)}
"""The fields by their names; the expansion has most of them, too."""
AT = offsets_of(FIELDS)
SIZE = size_of(FIELDS)
SEAT_SIZE = size_of(SEAT_FIELDS)
STONES_AT, STARS_AT, COUNT_AT, PLACES_AT = offsets_of(SEAT_FIELDS).values()
SITE, STACKS_LEFT, SEAT, TO_MOVE, VARIANTS = AT["site"], AT["stacks left"], AT["seat"], AT["to move"], AT["variants"]
ARCHITECT, HIS_STONES, HIS_HEXES = AT["architect"], AT["architect stones"], AT["architect hexes"]


@kernel
def observe(state, seat, out):
    """Write what the seat sees."""
    seats = int(state.seats)
    for place in range(MAX_SEATS):
        if place < seats:
            observe_city(state.cities[(seat + place) % seats], out[SEAT_SIZE * place :])
        else:
            for number in range(SEAT_SIZE * place, SEAT_SIZE * (place + 1)):
                out[number] = 0
    observe_table(state, out)
    for place in range(MAX_SEATS):
        out[SEAT + place] = place == seat
    out[TO_MOVE] = state.to_move == seat and not is_over(state)
    observe_options(state, out[VARIANTS:])
    observe_architect(state, out)


@kernel
def observe_city(city, out):
    """Write what lies before one player."""
    count, west, north = int(city.place_count), int(city.west), int(city.north)
    out[STONES_AT] = city.stones
    for color in range(COLORS):
        out[STARS_AT + color] = city.stars[color]
    out[COUNT_AT] = count
    for place in range(count):
        observe_place(city, place, west, north, out[PLACES_AT + PLACE_NUMBERS * place :])
    for number in range(PLACES_AT + PLACE_NUMBERS * count, PLACES_AT + PLACE_NUMBERS * MAX_PLACES):
        out[number] = 0


@kernel
def observe_place(city, place, west, north, out):
    """Write where a place of a city lies, what is visible there, and the level."""
    cell = int(city.cells[place])
    out[0] = unwrapped(cell, west)
    out[1] = unwrapped(cell >> 6, north)
    out[2] = int(city.kinds[place]) + 1
    out[3] = city.levels[place]


@kernel
def observe_table(state, out):
    """Write the site, the stacks and the reserve."""
    offered = int(state.site_count)
    for slot in range(MAX_SITE):
        for i in range(HEXES):
            out[SITE + HEXES * slot + i] = int(TILE_KINDS[state.site[slot], i]) + 1 if slot < offered else 0
    observe_supply(state, out[STACKS_LEFT:])


@kernel
def observe_supply(state, out):
    """Write the fields from `stacks left` to `seats`."""
    out[0] = (int(state.tile_total) - int(state.drawn)) // (int(state.players) + 1)
    out[1] = state.reserve if state.is_limited == 1 else 0
    out[2] = state.seats


@kernel
def observe_options(state, out):
    """Write the fields `variants` and `options`: what changes the rules."""
    for color in range(COLORS):
        out[color] = (int(state.variants) >> color) & 1
    out[COLORS] = state.house_by_value
    out[COLORS + 1] = state.edge_is_outer
    out[COLORS + 2] = state.lake_is_region
    out[COLORS + 3] = state.is_limited


@kernel
def observe_architect(state, out):
    """§9  Write the illustrious architect of a solo game."""
    for number in range(ARCHITECT, SIZE):
        out[number] = 0
    if state.seats == 1:
        his = state.cities[1]
        out[ARCHITECT + int(state.architect)] = 1
        out[HIS_STONES] = his.stones
        for i in range(int(his.tile_count)):
            for k in range(HEXES):
                out[HIS_HEXES + int(TILE_KINDS[his.tiles[i], k])] += 1


# --- A move in three parts --------------------------------------------------------------------------------------------

FACTORS = (("tile", MAX_SITE), ("place", TRIANGLES), ("rotation", TURNS))
"""The parts of a move and how many values each has. `place` is a triangle of cells (`geometry/hex.py`): 4096 * half + 64 * r + q, r and q modulo 64, of the
upper left cell of its box; `rotation` is which of the three cells the first hex of the tile lies on."""
FACTOR_ORDER = (0, 2, 1)
"""The code of a move is the number whose digits are its factors in this order: (3 * tile + rotation) * 8192 + place."""
TILE_AT, PLACE_AT, ROTATION_AT = 0, MAX_SITE, MAX_SITE + TRIANGLES


@kernel
def legal_factors(state, out):
    """Write for each value of each factor whether a legal move has it, one factor behind the other. Every combination of these is a legal move."""
    city = state.cities[state.to_move]
    running = not is_over(state)
    payable = affordable(state, city) if running else 0
    for slot in range(MAX_SITE):
        out[TILE_AT + slot] = slot < payable
    for row in range(HALVES * ROWS):
        bits = city.fits[row]
        for column in range(ROWS):
            out[PLACE_AT + ROWS * row + column] = running and (bits >> np.uint64(column)) & ONE == ONE
    for turn in range(TURNS):
        out[ROTATION_AT + turn] = running
