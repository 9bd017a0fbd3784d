"""What is in the box (§1): dice, plans, awards and prizes, as tables to check against it.

THE PLANS ARE RECONSTRUCTED. No list of the 24 printed plans is public; this deck agrees with every published fact about them (§12) but may
differ from the printed one. Owners of the game can give their own list (option `plans`, §9).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, get_args

import numpy as np

# The names of things, in the order of their numbers; the tables below are made from them.
MaterialLetter = Literal["W", "R", "S", "G"]
# fmt: off
Die = Literal[
    "W1", "R1", "S1", "G1", "W2", "R2", "S2", "G2", "W3", "R3", "S3", "G3",
    "W4", "R4", "S4", "G4", "W5", "R5", "S5", "G5", "W6", "R6", "S6", "G6",
]
# fmt: on
Space = Literal["a1", "b1", "a2", "b2", "a3", "b3"]
CardName = Literal["gold", "silver", "bronze", "skyscraper", "structural_integrity", "geometer", "materials"]
Decided = Literal["score", "first_demand", "second_demand", "turn_order"]
Finally = Literal["points", "prizes", "gold", "silver", "bronze"]


class Material(IntEnum):
    """The four colours of dice."""

    WOOD = 0  # orange
    RECYCLED = 1  # green
    STONE = 2  # black
    GLASS = 3  # clear


class Card(IntEnum):
    """Awards and prizes, in the order of the breakdown."""

    GOLD = 0
    SILVER = 1
    BRONZE = 2
    SKYSCRAPER = 3
    STRUCTURAL_INTEGRITY = 4
    GEOMETER = 5
    MATERIALS = 6


MAX_SEATS = 4
ROUNDS = 3
MATERIALS, VALUES = len(Material), 6
MATERIAL_LETTERS: tuple[MaterialLetter, ...] = get_args(MaterialLetter)
MATERIAL_NAMES = tuple(material.name.lower() for material in Material)

# --- Dice (§1.1) ------------------------------------------------------------------------------------------------------

DICE_OF_MATERIAL = 8
DICE = MATERIALS * DICE_OF_MATERIAL
IN_DEMAND = 2
BAG = DICE - IN_DEMAND  # what a round is played with
CHOSEN = 6  # dice that each player chooses in a round
POOL = np.array([0, 0, 8, 9, 7], np.int8)  # by number of players
MAX_POOL = 9
REMOVALS = 12  # two players: one die each turn

# A die as it lies on the table is one number: (value - 1) * 4 + material. So dice in the order of their numbers are sorted by value.
DIE_KINDS = MATERIALS * VALUES
DIE_NAMES: tuple[Die, ...] = get_args(Die)
assert tuple(f"{letter}{value}" for value in range(1, VALUES + 1) for letter in MATERIAL_LETTERS) == DIE_NAMES
DIE_INDEX: dict[str, int] = {name: die for die, name in enumerate(DIE_NAMES)}
MATERIAL_OF = np.array([die % MATERIALS for die in range(DIE_KINDS)], np.int8)
VALUE_OF = np.array([die // MATERIALS + 1 for die in range(DIE_KINDS)], np.int8)

# --- Plans (§1.2, §12) ------------------------------------------------------------------------------------------------

RECONSTRUCTED = (  # plan number = place in this list, from 1; three rows of two spaces seen from above, X is hatched
    "X1/X2/X3",  # heights 3-2-1, in a line
    "2X/3X/1X",
    "X2/X1/X3",
    "22/2X/XX",  # heights 2-2-2, around a corner
    "XX/X2/31",  # heights 3-2-1, around a corner
    "32/X1/XX",
    "XX/1X/32",
    "22/11/XX",  # heights 2-2-1-1, in a square
    "XX/12/21",
    "X2/12/1X",  # heights 2-2-1-1, shaped like an S
    "1X/21/X2",
    "X1/22/1X",
    "2X/11/X2",
    "X1/31/1X",  # heights 3-1-1-1: the one plan that appears in public course material
    "X1/21/X2",  # heights 2-2-1-1, shaped like a T
    "1X/22/1X",
    "X1/12/X2",
    "2X/11/2X",
    "X2/X1/21",  # heights 2-2-1-1, shaped like an L
    "22/1X/1X",
    "11/X2/X2",
    "1X/2X/12",
    "X1/X2/12",
    "21/1X/2X",
)
ALTERNATES = (  # numbers 25 to 36
    "2X/2X/2X",  # heights 2-2-2, in a line
    "11/13/XX",  # heights 3-1-1-1
    "1X/11/X3",
    "1X/13/1X",
    "1X/11/3X",
    "1X/31/1X",
    "13/1X/1X",
    "11/1X/3X",
    "13/X1/X1",
    "11/X3/X1",
    "X2/X1/3X",  # heights 3-2-1, not connected: from public test data
    "1X/X3/2X",
)
DECKS = {"reconstructed": RECONSTRUCTED, "extended": RECONSTRUCTED + ALTERNATES}
MAX_PLANS = 48  # in a player's own list: twice the box
PLAN_SUM = 6
PLAN_MARKS = "X123"

# --- The grid ---------------------------------------------------------------------------------------------------------
#
#        a   b
#    1   0   1        The spaces of a plan, seen from above. A cell is one place for a die: level * 6 + space,
#    2   2   3        levels counted from 0 here and from 1 in the rulebook.
#    3   4   5

ROWS, COLUMNS = 3, 2
SPACES = ROWS * COLUMNS
LEVELS = CHOSEN
CELLS = LEVELS * SPACES
SPACE_NAMES: tuple[Space, ...] = get_args(Space)
assert tuple(f"{'ab'[space % COLUMNS]}{space // COLUMNS + 1}" for space in range(SPACES)) == SPACE_NAMES
SPACE_INDEX: dict[str, int] = {name: space for space, name in enumerate(SPACE_NAMES)}


def where(cell: int) -> tuple[int, int, int]:
    """Level, row and column of a cell."""
    return cell // SPACES, cell % SPACES // COLUMNS, cell % COLUMNS


def share_a_face(one: int, other: int) -> bool:
    """§5.2  Whether two cells differ by one step in exactly one direction."""
    return sum(abs(a - b) for a, b in zip(where(one), where(other), strict=True)) == 1


TOUCHES = np.array([[share_a_face(one, other) for other in range(CELLS)] for one in range(CELLS)], np.int8)
"""TOUCHES[cell, other]: 1 where two dice would share a face."""
NEAR = np.array([sum(1 << other for other in range(CELLS) if TOUCHES[cell, other]) for cell in range(CELLS)], np.int64)
"""NEAR[cell]: the set of cells that share a face with it."""

# Heights of the six spaces lie side by side in one number, four bits each; so do the planned heights of a plan (hatched: 0).
HEIGHT_BITS, HEIGHT_MASK = 4, 15
COUNT_BITS, COUNT_MASK = 4, 15  # so do numbers of dice of each value, and of each material


def side_by_side(heights: list[int]) -> int:
    """Six heights in one number."""
    return sum(height << (HEIGHT_BITS * space) for space, height in enumerate(heights))


NEXT_TO = np.array([side_by_side([8 * int(TOUCHES[space, other]) for other in range(SPACES)]) for space in range(SPACES)], np.int64)
"""NEXT_TO[space]: the highest bit of each neighbouring space's number."""


def planned_heights(plan: str) -> int:
    """The planned heights of `X1/31/1X`, side by side."""
    return side_by_side([0 if mark in "X/" else int(mark) for mark in plan.replace("/", "")])


# Where dice fit is kept as sets of spaces side by side in one number: for each value the spaces that accept it (§4.1).
ALL_SPACES = (1 << SPACES) - 1
FOR_EVERY_VALUE = sum(1 << (SPACES * value) for value in range(VALUES))
"""Times a set of spaces: the same set for each value."""
STILL_FITS = np.array([[~sum(1 << (SPACES * lower + space) for lower in range(value)) for space in range(SPACES)] for value in range(VALUES)], np.int64)
"""STILL_FITS[value - 1, space]: what a die of this value on this space leaves: every lower value loses the space."""

# A move is one number: die * 8 + what is done with it.
ACTIONS = 8
DISCARD = 6  # below it: the space to build on; it itself: the die fits nowhere
REMOVE = 7  # two players: the second die of the turn

MEMBERS = np.full((1 << SPACES, SPACES), DISCARD, np.int8)
"""MEMBERS[set, i]: the i-th space of a set of spaces; for the empty set, DISCARD."""
WAYS = np.zeros((2, 1 << SPACES), np.int8)
"""WAYS[strict, set]: in how many ways a die with these spaces can be played: one (discard) for the empty set, unless strict."""
for _set in range(1 << SPACES):
    _members = [space for space in range(SPACES) if _set >> space & 1]
    MEMBERS[_set, : len(_members)] = _members
    WAYS[:, _set] = len(_members)
WAYS[0, 0] = 1

# --- Points (§5) ------------------------------------------------------------------------------------------------------

PLAN_BONUS = 6
WOOD_POINTS = 2  # for each die that shares a face
RECYCLED_POINTS = np.array([0, 2, 5, 10, 15, 20, 30], np.int8)  # by number of recycled dice
STONE_POINTS = np.array([2, 3, 5, 8, 8, 8], np.int8)  # by level
DIE_POINTS = np.array([[(0, 0, STONE_POINTS[level], VALUE_OF[die])[MATERIAL_OF[die]] for level in range(LEVELS)] for die in range(DIE_KINDS)], np.int8)
"""DIE_POINTS[die, level]: what a stone or glass die scores there, whatever else lies in the building."""
POINT_LINES = ("bonus", *MATERIAL_NAMES)  # the plan, then the materials

# --- Awards and prizes (§6) -------------------------------------------------------------------------------------------

CARD_NAMES: tuple[CardName, ...] = get_args(CardName)
assert tuple(card.name.lower() for card in Card) == CARD_NAMES
CARDS = len(Card)
CARD_POINTS = np.array([3, 2, 1, 2, 2, 2, 2], np.int8)
FIRST_PRIZE = int(Card.SKYSCRAPER)
NO_CARD = -1
AWARD_OF = np.array(  # by number of players and rank (0 is the best building)
    [[NO_CARD] * 4, [NO_CARD] * 4, [Card.SILVER] + [NO_CARD] * 3, [Card.GOLD, Card.SILVER] + [NO_CARD] * 2, [Card.GOLD, Card.SILVER, Card.BRONZE, NO_CARD]],
    np.int8,
)
AWARD_POINTS = np.array([[0 if card == NO_CARD else CARD_POINTS[card] for card in row] for row in AWARD_OF], np.int8)
"""AWARD_POINTS[players, rank]: the points of that award."""
SKYSCRAPER_HEIGHT = 5  # dice in one stack
SAME_VALUE = 4  # dice of one value: structural integrity
SAME_MATERIAL = 5  # dice of one colour: materials
PRIZE_NEEDS = np.array([0, 0, 0, SKYSCRAPER_HEIGHT, SAME_VALUE, VALUES, SAME_MATERIAL], np.int8)
"""PRIZE_NEEDS[card]: how much of it the prize needs; geometer needs every value."""
