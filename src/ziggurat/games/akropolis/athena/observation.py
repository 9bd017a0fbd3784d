"""A position with the expansion as numbers for a learner: all that a seat sees, and nothing else (`docs/reference/observations.md` is made from `FIELDS`).

A move has no parts that can be chosen one by one here: what a completion allows depends on the slot.
"""

from __future__ import annotations

from ziggurat.games.akropolis.athena.material import AT_A_SLOT, CARD_COUNT, FIRST_KIND, FIRST_SINGLE, MAX_PLACES, SECOND_KIND, SLOTS
from ziggurat.games.akropolis.athena.rules import is_over
from ziggurat.games.akropolis.athena.sides import second_kind
from ziggurat.games.akropolis.athena.state import TWO_COLOR
from ziggurat.games.akropolis.material import COLORS, HEXES, MAX_SEATS, TILE_KINDS
from ziggurat.games.akropolis.observation import FAR, KINDS, NAMED, observe_options, observe_place, observe_supply
from ziggurat.geometry.hex import SIDES
from ziggurat.kernel import kernel
from ziggurat.observation_fields import Field, offsets_of, per_seat, size_of

PLACE_NUMBERS = 7
READINGS = 11
SEAT_FIELDS = (
    NAMED["stones"],
    NAMED["stars"],
    Field("completed", SLOTS, 0, 1, "for each slot, 1 if the player has completed its card and has the part of the statue"),
    Field("fulfilled", SLOTS, 0, 1, "for each slot, 1 if the city fulfilled its card when the player last looked, and the player has not completed it"),
    Field("place count", 1, 0, MAX_PLACES, "how many places of the city are built on"),
    Field(
        "places",
        MAX_PLACES * PLACE_NUMBERS,
        -FAR,
        FAR,
        "for each place, in the order in which they were first built on: q and r from the starting plaza, what is visible (1 house, market, barracks, temple, "
        "garden, 6 quarry, 7 plaza of houses … 11 of gardens), the level, 1 if it is a single tile, and of a two-colour hex the second district and the "
        "rotation; zeros behind the last place",
    ),
)
FIELDS = (
    *per_seat(MAX_SEATS, SEAT_FIELDS),
    NAMED["site"],
    Field("cards", SLOTS, 1, CARD_COUNT, "the number of the card at each slot"),
    Field("singles", SLOTS * AT_A_SLOT * 2, 0, KINDS, "for each slot the four single tiles: what it shows, and the second district; 0 where there is none"),
    Field("open", SLOTS, 0, 1, "for each slot, 1 if its card can be completed now; all 0 when a city tile is to be placed"),
    *(NAMED[name] for name in ("stacks left", "reserve", "seats", "seat", "to move", "variants", "options")),
    Field(
        "athena options",
        READINGS,
        0,
        1,
        "1 for each of `athena_blank=literal`, `athena_open_center=true`, `athena_layout=exact`, `athena_separate=any`, `athena_separate=rings`, "
        "`athena_pantheon=own_side`, `athena_stairs=one_by_one`, `athena_main_street=printed_order`, `athena_barracks_variant=three_or_four`, "
        "`athena_architect_statue=false`, `athena_architect_pick=first`",
    ),
    NAMED["architect"],
    NAMED["architect stones"],
    Field("architect statue", SLOTS, 0, 1, "solo: for each slot, 1 if he has the part of the statue"),
    Field("architect hexes", KINDS, 0, 60, "solo: how many hexes of each kind his tiles show; a two-colour tile counts for both"),
)
AT = offsets_of(FIELDS)
SIZE = size_of(FIELDS)
SEAT_SIZE = size_of(SEAT_FIELDS)
STONES_AT, STARS_AT, COMPLETED_AT, FULFILLED_AT, COUNT_AT, PLACES_AT = offsets_of(SEAT_FIELDS).values()
SITE, CARDS, SINGLES_AT, OPEN = AT["site"], AT["cards"], AT["singles"], AT["open"]
STACKS_LEFT, SEAT, TO_MOVE, VARIANTS = AT["stacks left"], AT["seat"], AT["to move"], AT["variants"]
READINGS_AT, ARCHITECT = AT["athena options"], AT["architect"]
HIS_STONES, HIS_STATUE, HIS_HEXES = AT["architect stones"], AT["architect statue"], AT["architect hexes"]


@kernel
def observe(state, seat, out):
    """Write what the seat sees."""
    seats = int(state.seats)
    for number in range(SIZE):
        out[number] = 0
    for place in range(seats):
        observe_city(state.cities[(seat + place) % seats], out[SEAT_SIZE * place :])
    observe_table(state, out)
    for place in range(MAX_SEATS):
        out[SEAT + place] = place == seat
    out[TO_MOVE] = state.to_move == seat and not is_over(state)
    observe_options(state, out[VARIANTS:])
    for bit in range(READINGS):
        out[READINGS_AT + bit] = (int(state.readings) >> bit) & 1
    if seats == 1:
        observe_architect(state, out)


@kernel
def observe_city(city, out):
    """Write what lies before one player."""
    count, west, north = int(city.place_count), int(city.west), int(city.north)
    out[STONES_AT] = city.stones
    for color in range(COLORS):
        out[STARS_AT + color] = city.stars[color]
    for slot in range(SLOTS):
        is_completed = (int(city.statue) >> slot) & 1
        out[COMPLETED_AT + slot] = is_completed
        out[FULFILLED_AT + slot] = (int(city.fulfilled) >> slot) & 1 if is_completed == 0 else 0
    out[COUNT_AT] = count
    for place in range(count):
        at, second = PLACES_AT + PLACE_NUMBERS * place, second_kind(city, place)
        observe_place(city, place, west, north, out[at:])
        out[at + 4] = city.tops[place] != 0
        out[at + 5] = second + 1
        out[at + 6] = (int(city.tops[place]) - TWO_COLOR) % SIDES if second >= 0 else 0


@kernel
def observe_table(state, out):
    """Write the site, the cards with their single tiles, the stacks and the reserve."""
    for slot in range(int(state.site_count)):
        for i in range(HEXES):
            out[SITE + HEXES * slot + i] = int(TILE_KINDS[state.site[slot], i]) + 1
    for slot in range(SLOTS):
        out[CARDS + slot] = state.cards[slot]
        out[OPEN + slot] = (int(state.open) >> slot) & 1
        for i in range(AT_A_SLOT):
            tile = int(state.offers[slot, i])
            if tile != 0:
                at = SINGLES_AT + 2 * (AT_A_SLOT * slot + i)
                out[at] = int(FIRST_KIND[tile]) + 1
                out[at + 1] = int(SECOND_KIND[tile]) + 1
    observe_supply(state, out[STACKS_LEFT:])


@kernel
def observe_architect(state, out):
    """§9 and §10.9  Write the illustrious architect of a solo game."""
    his = state.cities[1]
    out[ARCHITECT + int(state.architect)] = 1
    out[HIS_STONES] = his.stones
    for slot in range(SLOTS):
        out[HIS_STATUE + slot] = (int(his.statue) >> slot) & 1
    for i in range(int(his.tile_count)):
        tile = int(his.tiles[i])
        if tile >= FIRST_SINGLE:
            out[HIS_HEXES + int(FIRST_KIND[tile])] += 1
            if SECOND_KIND[tile] >= 0:
                out[HIS_HEXES + int(SECOND_KIND[tile])] += 1
        else:
            for k in range(HEXES):
                out[HIS_HEXES + int(TILE_KINDS[tile, k])] += 1
