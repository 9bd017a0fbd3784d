"""What is in the box (§1): tiles, project cards, building cards and the favor board, as tables to check against it."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, get_args

import numpy as np

from ziggurat.geometry import square


class Color(IntEnum):
    """The four colours, each with its mark."""

    BLUE = 0  # star
    GREEN = 1  # circle
    ORANGE = 2  # triangle
    PINK = 3  # square


class Kind(IntEnum):
    """The six building types."""

    GARDEN = 0
    MARKET = 1
    WALL = 2
    PALACE = 3
    RESIDENCE = 4
    THEATER = 5


class Favor(IntEnum):
    """The spaces of the favor board: seven columns with one space each, and the bottom row with six."""

    I = 0  # noqa: E741 - the name printed on the board
    II = 1
    III = 2
    IV = 3
    STAIRS = 4
    CORNERS = 5
    PROJECTS = 6
    ROW = 7


# The same as plain numbers, for kernels: numba-cuda takes no enum as an index.
GARDEN, MARKET, WALL, PALACE, RESIDENCE, THEATER = (int(kind) for kind in Kind)
FAVOR_IV, FAVOR_STAIRS, FAVOR_CORNERS, FAVOR_PROJECTS, FAVOR_ROW = (int(favor) for favor in list(Favor)[Favor.IV :])

COLOR_LETTERS = "BGOP"
KIND_LETTERS = "gmwprt"
KIND_NAMES = tuple(kind.name.lower() for kind in Kind)
FavorName = Literal["I", "II", "III", "IV", "stairs", "corners", "projects", "row"]
FAVOR_NAMES: tuple[FavorName, ...] = get_args(FavorName)

COLORS, KINDS = len(Color), len(Kind)
COPIES = 2
TILE_KINDS = COLORS * KINDS
TILES = COPIES * TILE_KINDS
STACKS, STACK_HEIGHT = 9, 5
STACKED_TILES = STACKS * STACK_HEIGHT

SEATS = 2
ARCHITECTS = 4
PAWNS = 5  # for favors; the two pawns that show the score are only display
DISPLAY = 3
TOP_FAVORS = 7
ROW_SPACES = 6
MAX_TURNS = 38  # 7 stacks can lose 4 of their 5 tiles and 2 can be emptied: 7 * 4 + 2 * 5
STARTING_CARDS = {"second": (2, 3), "first": (2, 2)}  # first player, second player
MAX_CARDS = 3 + COPIES * COLORS  # a starting hand, and one for each palace in the game

# A tile kind is one number: colour * 6 + type. The order is that of the texts "Bg" "Bm" ... "Pt".
TILE_NAMES = tuple(color + kind for color in COLOR_LETTERS for kind in KIND_LETTERS)
TILE_INDEX = {name: tile for tile, name in enumerate(TILE_NAMES)}
COLOR_OF = np.array([tile // KINDS for tile in range(TILE_KINDS)], np.int8)
KIND_OF = np.array([tile % KINDS for tile in range(TILE_KINDS)], np.int8)

PROJECTS = (  # card number = place in this list, from 1: pattern as printed, points
    ("G . . / . B . / . . O", 8),
    ("B . . / . O . / . . G", 8),
    ("B B B", 8),
    ("P P P", 8),
    ("O . / O O", 8),
    ("G . / G G", 8),
    ("G P / P P", 10),
    ("O B / O B", 10),
    ("O P P / P . .", 10),
    ("O G G / O . .", 10),
    (". O O / O B .", 10),
    (". P P / B B .", 10),
    (". B . / B G B", 10),
    (". G . / P G P", 10),
    ("P B G / O . . / O . .", 12),
    ("P P O / G G .", 12),
    ("B P B / . G . / . B .", 12),
    ("B . . / B G . / . G O", 12),
    (". P . / B G O / . G .", 12),
    ("P . P / B G O", 12),
)
CARDS = len(PROJECTS)
CARD_POINTS = np.array([points for _, points in PROJECTS], np.int16)


def card_pattern(card: int) -> square.Pattern:
    """The rows of the pattern on a card (0 is card 1), a dot for a free cell."""
    return tuple(row.strip().replace(" ", "") for row in PROJECTS[card][0].split("/"))


# What a board shows is kept as sets of spaces side by side in one number: four for the colours, six for the types.
ALL_SPACES = square.spaces_set(tuple(range(square.SPACES)))
ONE_SET = square.SPACES  # bits


def side_by_side(member: int, space: int) -> int:
    """One space in the set number `member` of sets that lie side by side in one number."""
    return 1 << (ONE_SET * member + space)


SHOWS_COLOR = np.array([[side_by_side(int(COLOR_OF[t]), s) for s in range(square.SPACES)] for t in range(TILE_KINDS)], np.int64)
"""SHOWS_COLOR[tile, space]: the colour sets of a board with only this tile on this space."""
SHOWS_KIND = np.array([[side_by_side(int(KIND_OF[t]), s) for s in range(square.SPACES)] for t in range(TILE_KINDS)], np.int64)
"""SHOWS_KIND[tile, space]: the type sets of a board with only this tile on this space."""
OTHER_SPACES = np.array([~sum(side_by_side(m, s) for m in range(KINDS)) for s in range(square.SPACES)], np.int64)
"""OTHER_SPACES[space]: every set without this space."""


def card_placements(card: int) -> list[int]:
    """The colour sets that each way of laying the card asks for."""
    return [sum(side_by_side(COLOR_LETTERS.index(c), s) for s, c in cells.items()) for cells in square.placements(card_pattern(card))]


MAX_PLACEMENTS = 16  # four turns, four shifts
IMPOSSIBLE = -1  # asks for every colour everywhere
PLACEMENTS = np.full((CARDS, MAX_PLACEMENTS), IMPOSSIBLE, np.int64)
"""PLACEMENTS[card, way]: the colour sets that fulfil the card, each way of laying it; filled up with IMPOSSIBLE."""
for _card in range(CARDS):
    PLACEMENTS[_card, : len(card_placements(_card))] = card_placements(_card)

# The building cards: points by side (§4). Their conditions stand in rules.py, one function for each building.
GARDEN_A_POINTS, GARDEN_B_POINTS = 1, 2
MARKET_A_POINTS, MARKET_B_POINTS = 2, 1
WALL_A_POINTS, WALL_B_POINTS = 2, np.array([0, 1, 4, 8, 10], np.int16)
PALACE_A_POINTS, PALACE_B_POINTS = 1, 1
RESIDENCE_A_POINTS, RESIDENCE_B_POINTS = 1, 2
THEATER_A_POINTS, THEATER_B_POINTS = 1, 2

# The favor board (§6).
HEIGHT_POINTS = np.array([3, 2, 4, 6], np.int16)  # I, II, III, IV: for each stack of exactly 1, 2, 3, 4 tiles
STAIRS_POINTS, CORNER_POINTS, VALIDATED_POINTS = 6, 5, 2
CORNER_HEIGHT = 3
ROW_POINTS = np.array([0, 4, 10, 18, 30, 30, 30], np.int16)  # by own pawns in the bottom row; from the fifth on nothing more

AFTER_RETRIEVING = np.array([0 if square.HAS_LINE[sets] or square.COUNT[sets] == ARCHITECTS else sets for sets in square.ALL_SETS], np.int16)
"""AFTER_RETRIEVING[architects]: where the architects of a player stand when a turn has begun: nowhere after a line of three, or all four (§3.1)."""
CORNERS = square.spaces_set(square.CORNERS)
CORNER_SPACES = np.array(square.CORNERS, np.int8)
EDGE = square.spaces_set(square.EDGE)
STRAIGHT_LINES = np.array(square.ROWS + square.COLUMNS, np.int8)  # where stairs can be
