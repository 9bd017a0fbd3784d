"""What is in the box of the expansion (§10.1): the construction cards and the single tiles, as tables to check against it."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, get_args

import numpy as np

from ziggurat.games.akropolis.material import COLORS, FIRST_PLAZA, KIND_INDEX, KIND_NAMES, TILE_COUNT, TILE_NAMES, KindName
from ziggurat.games.akropolis.material import MAX_PLACES as BASE_PLACES
from ziggurat.games.akropolis.material import MAX_TILES as BASE_TILES


class Card(IntEnum):
    """The construction cards, numbered as in §10.8."""

    HOUSING = 1
    VILLA = 2
    DISTRICT_CENTER = 3
    CITY_MARKET = 4
    STOREHOUSES = 5
    LUXURY_GOODS = 6
    RAMPART = 7
    GUARD_TOWER = 8
    FORTRESS = 9
    SANCTUARY = 10
    PANTHEON = 11
    PILGRIMS_STAIRS = 12
    OASIS = 13
    HANGING_GARDENS = 14
    PARKLAND = 15
    MAIN_STREET = 16
    QUARRY_MINE = 17
    AGORA = 18


CardName = Literal[
    "housing",
    "villa",
    "district_center",
    "city_market",
    "storehouses",
    "luxury_goods",
    "rampart",
    "guard_tower",
    "fortress",
    "sanctuary",
    "pantheon",
    "pilgrims_stairs",
    "oasis",
    "hanging_gardens",
    "parkland",
    "main_street",
    "quarry_mine",
    "agora",
]
CARD_NAMES: tuple[CardName, ...] = get_args(CardName)
"""CARD_NAMES[card - 1]: its name."""
CARD_COUNT = len(CARD_NAMES)
SLOTS = 4
AT_A_SLOT = 4  # single tiles that lie at each slot at the beginning
ALL_PARTS = (1 << SLOTS) - 1  # of a complete statue
STATUE_POINTS = 5  # of each stone with a complete statue
MINE_STONES = 8  # Quarry Mine
VILLA_HOUSES, TOWER_BARRACKS, HIGH_LEVEL, LUXURY_LEVEL = 4, 2, 2, 3

SINGLES = (  # what a tile shows; its number is its place in this list, from 62
    "market garden",  # 62
    "barracks temple",  # 63
    "house market",  # 64
    "house barracks",  # 65
    "market barracks",  # 66
    "temple garden",  # 67
    "house garden",  # 68
    "market temple",  # 69
    "barracks garden",  # 70
    "house temple",  # 71
    "house",  # 72
    "house",  # 73
    "house",  # 74
    "garden",  # 75
    "market",  # 76
    "market",  # 77
    "temple",  # 78
    "temple",  # 79
    "barracks",  # 80
    "barracks",  # 81
    "house_plaza",  # 82
    "house_plaza",  # 83
    "house_plaza",  # 84
    "garden_plaza",  # 85
    "market_plaza",  # 86
    "market_plaza",  # 87
    "temple_plaza",  # 88
    "temple_plaza",  # 89
    "barracks_plaza",  # 90
    "barracks_plaza",  # 91
)
FIRST_SINGLE = TILE_COUNT + 1
SINGLE_COUNT = len(SINGLES)
LAST_SINGLE = TILE_COUNT + SINGLE_COUNT
WHOLE = -1
"""The second kind of a tile that shows only one."""

FIRST_KIND = np.zeros(LAST_SINGLE + 1, np.int8)
"""FIRST_KIND[tile]: what a single tile shows, of a two-colour one the first district."""
SECOND_KIND = np.full(LAST_SINGLE + 1, WHOLE, np.int8)
"""SECOND_KIND[tile]: the second district of a two-colour tile, or WHOLE."""
for _number, _shown in enumerate(SINGLES, start=FIRST_SINGLE):
    _first, *_second = _shown.split()
    FIRST_KIND[_number] = KIND_INDEX[_first]
    if _second:
        SECOND_KIND[_number] = KIND_INDEX[_second[0]]
ALL_TILE_NAMES: list[list[KindName]] = [*TILE_NAMES, *([KIND_NAMES[KIND_INDEX[name]] for name in shown.split()] for shown in SINGLES)]
"""ALL_TILE_NAMES[tile]: what a tile shows, city tiles and single tiles."""
KIND_BITS = np.zeros(LAST_SINGLE + 1, np.int16)
"""KIND_BITS[tile]: a bit for each kind that a tile shows, city tiles and single tiles."""
for _number, _names in enumerate(ALL_TILE_NAMES):
    KIND_BITS[_number] = sum({1 << KIND_INDEX[name] for name in _names})
PLAZA_CLASS, TWO_COLOR_CLASS, DISTRICT_CLASS = range(3)
CLASS_OF = np.where(FIRST_KIND >= FIRST_PLAZA, PLAZA_CLASS, np.where(SECOND_KIND != WHOLE, TWO_COLOR_CLASS, DISTRICT_CLASS)).astype(np.int8)
"""CLASS_OF[tile]: the class of a single tile, the one that the illustrious architect likes best first (§10.9)."""
FACE_OF = (FIRST_KIND.astype(np.int16) * (COLORS + 1) + SECOND_KIND + 1).astype(np.int16)
"""FACE_OF[tile]: a number that single tiles share if they show the same."""

MAX_PLACES = BASE_PLACES + SLOTS  # of one city
MAX_TILES = BASE_TILES + SLOTS
