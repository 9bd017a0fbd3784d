"""What is in the box (§1): hex kinds and the 61 city tiles, as tables to check against it."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, get_args

import numpy as np

from ziggurat.geometry.hex import cell_of


class Color(IntEnum):
    """The five colours: each has a district and a plaza."""

    HOUSE = 0  # blue
    MARKET = 1  # yellow
    BARRACKS = 2  # red
    TEMPLE = 3  # purple
    GARDEN = 4  # green


class Kind(IntEnum):
    """What a hex shows. The first five are the districts, in the order of the colours; so are the last five, the plazas."""

    HOUSE = 0
    MARKET = 1
    BARRACKS = 2
    TEMPLE = 3
    GARDEN = 4
    QUARRY = 5
    HOUSE_PLAZA = 6
    MARKET_PLAZA = 7
    BARRACKS_PLAZA = 8
    TEMPLE_PLAZA = 9
    GARDEN_PLAZA = 10


class Architect(IntEnum):
    """The illustrious architects of the solo game, from easy to hard."""

    HIPPODAMOS = 0
    METAGENES = 1
    CALLICRATES = 2


ColorName = Literal["house", "market", "barracks", "temple", "garden"]
PlazaName = Literal["house_plaza", "market_plaza", "barracks_plaza", "temple_plaza", "garden_plaza"]
KindName = Literal[ColorName, "quarry", PlazaName]
ArchitectName = Literal["hippodamos", "metagenes", "callicrates"]
COLOR_NAMES: tuple[ColorName, ...] = get_args(ColorName)
KIND_NAMES: tuple[KindName, ...] = get_args(KindName)
KIND_INDEX: dict[str, int] = {name: kind for kind, name in enumerate(KIND_NAMES)}
ARCHITECT_NAMES: tuple[ArchitectName, ...] = get_args(ArchitectName)
KIND_LETTERS = "hmbtgqHMBTG"
"""A letter for each kind: small for a district and the quarry, capital for a plaza."""
COLORS = len(Color)
FIRST_PLAZA = int(Kind.HOUSE_PLAZA)

STARS = np.array([1, 2, 2, 2, 3], np.int8)
"""STARS[colour]: the stars on a plaza of this colour."""
COLOR_OF = np.array([kind - FIRST_PLAZA if kind >= FIRST_PLAZA else kind % Kind.QUARRY for kind in Kind], np.int8)
"""COLOR_OF[kind]: the colour of a hex (a quarry has none, and 0 here)."""
STARS_OF = np.array([STARS[kind - FIRST_PLAZA] if kind >= FIRST_PLAZA else 0 for kind in Kind], np.int8)
"""STARS_OF[kind]: the stars that a hex shows."""

TILES = (  # the back, and the three hexes clockwise; the tile's number is its place in this list, from 1
    ("2+", "house barracks temple"),  # 1
    ("2+", "market_plaza barracks quarry"),  # 2
    ("2+", "quarry house barracks"),  # 3
    ("2+", "barracks_plaza house quarry"),  # 4
    ("2+", "barracks_plaza quarry quarry"),  # 5
    ("2+", "barracks_plaza house temple"),  # 6
    ("2+", "garden quarry quarry"),  # 7
    ("2+", "quarry barracks market"),  # 8
    ("2+", "quarry temple market"),  # 9
    ("2+", "quarry market barracks"),  # 10
    ("2+", "garden_plaza quarry house"),  # 11
    ("2+", "quarry market house"),  # 12
    ("2+", "garden_plaza house quarry"),  # 13
    ("2+", "quarry temple barracks"),  # 14
    ("2+", "house garden market"),  # 15
    ("2+", "barracks_plaza market house"),  # 16
    ("2+", "market_plaza house garden"),  # 17
    ("2+", "house_plaza market barracks"),  # 18
    ("2+", "quarry house house"),  # 19
    ("2+", "house garden barracks"),  # 20
    ("2+", "market_plaza temple house"),  # 21
    ("2+", "market_plaza quarry quarry"),  # 22
    ("2+", "temple_plaza quarry quarry"),  # 23
    ("2+", "garden_plaza quarry quarry"),  # 24
    ("2+", "quarry market garden"),  # 25
    ("2+", "market quarry quarry"),  # 26
    ("2+", "quarry barracks market"),  # 27
    ("2+", "house_plaza quarry quarry"),  # 28
    ("2+", "temple_plaza house quarry"),  # 29
    ("2+", "temple quarry quarry"),  # 30
    ("2+", "temple_plaza quarry house"),  # 31
    ("2+", "house_plaza garden quarry"),  # 32
    ("2+", "house_plaza quarry quarry"),  # 33
    ("2+", "temple_plaza house barracks"),  # 34
    ("2+", "house temple market"),  # 35
    ("2+", "quarry market temple"),  # 36
    ("2+", "house_plaza quarry quarry"),  # 37
    ("3+", "house market barracks"),  # 38
    ("3+", "quarry temple house"),  # 39
    ("3+", "quarry barracks garden"),  # 40
    ("3+", "quarry house house"),  # 41
    ("3+", "quarry house market"),  # 42
    ("3+", "temple_plaza quarry quarry"),  # 43
    ("3+", "house quarry quarry"),  # 44
    ("3+", "quarry market house"),  # 45
    ("3+", "house_plaza temple market"),  # 46
    ("3+", "garden_plaza house barracks"),  # 47
    ("3+", "barracks_plaza quarry house"),  # 48
    ("3+", "market_plaza quarry quarry"),  # 49
    ("4", "barracks quarry quarry"),  # 50
    ("4", "barracks_plaza quarry quarry"),  # 51
    ("4", "house_plaza quarry market"),  # 52
    ("4", "garden_plaza market house"),  # 53
    ("4", "market_plaza quarry temple"),  # 54
    ("4", "quarry house temple"),  # 55
    ("4", "temple_plaza house market"),  # 56
    ("4", "quarry garden house"),  # 57
    ("4", "quarry house house"),  # 58
    ("4", "quarry barracks house"),  # 59
    ("4", "quarry house barracks"),  # 60
    ("4", "quarry house market"),  # 61
)
TILE_COUNT = len(TILES)
STARTING_TILE: tuple[tuple[tuple[int, int], KindName], ...] = (  # tile number 0
    ((0, 0), "house_plaza"),
    ((0, -1), "quarry"),
    ((1, 0), "quarry"),
    ((-1, 1), "quarry"),
)

HEXES = 3
TILE_KINDS = np.zeros((TILE_COUNT + 1, HEXES), np.int8)
"""TILE_KINDS[tile, i]: hex i of a city tile (number 1 to 61), clockwise."""
TILE_PLAYERS = np.zeros(TILE_COUNT + 1, np.int8)
"""TILE_PLAYERS[tile]: the number of players from which the tile is used."""
for _tile, (_back, _hexes) in enumerate(TILES, start=1):
    TILE_KINDS[_tile] = [KIND_INDEX[name] for name in _hexes.split()]
    TILE_PLAYERS[_tile] = int(_back[0])
TILE_NAMES: list[list[KindName]] = [[], *([KIND_NAMES[kind] for kind in kinds] for kinds in TILE_KINDS[1:].tolist())]
"""TILE_NAMES[tile]: the names of its three hexes, clockwise."""
HAS_PLAZA = (TILE_KINDS >= FIRST_PLAZA).any(axis=1)
"""HAS_PLAZA[tile]: whether a city tile shows a plaza."""

STARTING_HEXES = len(STARTING_TILE)
STARTING_CELLS = np.array([cell_of(*at) for at, _ in STARTING_TILE], np.int16)
STARTING_KINDS = np.array([KIND_INDEX[name] for _, name in STARTING_TILE], np.int8)

MAX_SEATS = 4
MAX_SITE = MAX_SEATS + 2
STONES = 40
MOST_TILES = {2: 30, 3: 20, 4: 15}  # players -> tiles that each of them places; with two and three, in the long game
MAX_TILES = max(MOST_TILES.values())
MAX_PLACES = STARTING_HEXES + HEXES * MAX_TILES  # of one city
HOUSE_BONUS_VALUE = 10  # houses variant: from this value on the group is doubled
LEAST_OPEN_SIDES, MOST_OPEN_SIDES = 3, 4  # barracks variant
TEMPLE_BONUS_LEVEL = 2  # temples variant
SOLO_PLAYERS, SOLO_STONES = 2, 1  # solo is set up for two players, and the first has one stone
QUARRY_POINTS = 2  # of Metagenes
HARD_LEVEL = 2  # on which the districts of Callicrates count
MARKETS_PER_PLAZA = 3  # that the markets variant doubles for the illustrious architect
