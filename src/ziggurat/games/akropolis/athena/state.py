"""A position with the expansion as one record, and the deal (§10.2).

The record of the game above with more places, the cards, what lies at their slots, and what each player has completed. Its kernels work on this record,
too: it has all the fields that they know.
"""

from __future__ import annotations

import numpy as np

from ziggurat.games.akropolis.athena.material import AT_A_SLOT, CARD_COUNT, FIRST_SINGLE, MAX_PLACES, MAX_TILES, SINGLE_COUNT, SLOTS
from ziggurat.games.akropolis.material import COLORS, MAX_SEATS, MAX_SITE, TILE_COUNT
from ziggurat.games.akropolis.material import MAX_PLACES as BASE_PLACES
from ziggurat.games.akropolis.material import MAX_TILES as BASE_TILES
from ziggurat.games.akropolis.state import FINDER, lay_out_tiles
from ziggurat.games.akropolis.state import set_up as set_up_base
from ziggurat.geometry.hex import HALVES, SIZE
from ziggurat.kernel import below, kernel, record, shuffle

CITY = record(  # what one player has; see the record of the game above for what is not explained here
    ("built", np.uint64, (SIZE,)),
    ("fits", np.uint64, (HALVES * SIZE,)),
    ("cells", np.int16, (MAX_PLACES,)),
    ("spots", np.int16, (MAX_TILES,)),  # where each tile was laid: 3 * triangle + turn, of a single tile 6 * cell + rotation
    ("stones", np.int16),
    ("finder", np.uint8, (FINDER,)),
    ("kinds", np.int8, (MAX_PLACES,)),  # of a two-colour hex the first district
    ("levels", np.int8, (MAX_PLACES,)),
    ("tops", np.int8, (MAX_PLACES,)),  # of which tile the visible hex is: CITY_HEX, WHOLE_SINGLE, else TWO_COLOR + 6 * second district + rotation
    ("place_count", np.int8),
    ("tiles", np.int8, (MAX_TILES,)),  # single tiles among them, in the order of building
    ("tile_count", np.int8),
    ("stars", np.int8, (COLORS,)),
    ("north", np.int8),
    ("south", np.int8),
    ("west", np.int8),
    ("statue", np.int8),  # bit i: the card at slot i is completed, and the part of the statue is here
    ("fulfilled", np.int8),  # bit i: the city fulfilled the card at slot i when its player last looked
    ("spare", np.int8, (2,)),
)
CITY_HEX, WHOLE_SINGLE, TWO_COLOR = 0, 1, 2

STATE = record(
    ("cities", CITY, (MAX_SEATS,)),
    # the turn
    ("ply", np.int16),
    ("turn", np.int16),
    ("reserve", np.int16),
    ("readings", np.int16),  # the options of the expansion as bits (`options.py`)
    ("to_move", np.int8),
    ("open", np.int8),  # bit i: the player on turn may complete the card at slot i now; 0: a city tile is to be placed
    # the table
    ("site_count", np.int8),
    ("site", np.int8, (MAX_SITE,)),
    ("drawn", np.int8),
    ("offers", np.int8, (SLOTS, AT_A_SLOT)),  # the single tiles that still lie at each slot, 0 where one was taken
    # the options
    ("seats", np.int8),
    ("players", np.int8),
    ("tile_total", np.int8),
    ("first_stones", np.int8),
    ("architect", np.int8),
    ("variants", np.int8),
    ("house_by_value", np.int8),
    ("edge_is_outer", np.int8),
    ("lake_is_region", np.int8),
    ("is_limited", np.int8),
    ("cards_are_chosen", np.int8),  # 1: the option says which cards lie in the slots
    # the deal, never changed by play
    ("cards", np.int8, (SLOTS,)),  # by slot
    ("singles", np.int8, (SLOTS, AT_A_SLOT)),  # that lie at each slot at the beginning
    ("tiles", np.int8, (TILE_COUNT,)),
    ("spare", np.int8, (2,)),
)


@kernel
def deal(state, rng):
    """§2 and §10.2  The city tiles as in the game above, then the cards, then the single tiles."""
    lay_out_tiles(state)
    shuffle(state.tiles[: int(state.tile_total)], rng)
    if state.cards_are_chosen == 0:
        draw_cards(state, rng)
    draw_singles(state, rng)
    set_up(state)


@kernel
def draw_cards(state, rng):
    """§10.2  Four of the eighteen cards, one for each slot."""
    box = state.cities[0].tiles
    for place in range(CARD_COUNT):
        box[place] = 1 + place
    left = CARD_COUNT
    for slot in range(SLOTS):
        place = below(rng, left)
        left -= 1
        state.cards[slot] = box[place]
        box[place] = box[left]


@kernel
def draw_singles(state, rng):
    """§10.2  Four of the thirty single tiles at each slot."""
    box = state.cities[0].tiles  # room for all of them, and empty again after `set_up`
    for place in range(SINGLE_COUNT):
        box[place] = FIRST_SINGLE + place
    left = SINGLE_COUNT
    for slot in range(SLOTS):
        for i in range(AT_A_SLOT):
            place = below(rng, left)
            left -= 1
            state.singles[slot, i] = box[place]
            box[place] = box[left]


@kernel
def set_up(state):
    """§2 and §10.2  Everything but the deal and the options at its beginning."""
    for player in range(int(state.players)):
        city = state.cities[player]
        for place in range(MAX_PLACES):
            city.tops[place] = CITY_HEX
        for place in range(BASE_PLACES, MAX_PLACES):  # the others are those of the game above
            city.cells[place] = 0
            city.kinds[place] = 0
            city.levels[place] = 0
        for i in range(BASE_TILES, MAX_TILES):
            city.tiles[i] = 0
            city.spots[i] = 0
        city.statue = 0
        city.fulfilled = 0
    set_up_base(state)
    state.open = 0
    for slot in range(SLOTS):
        for i in range(AT_A_SLOT):
            state.offers[slot, i] = state.singles[slot, i]
