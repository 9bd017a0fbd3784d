"""The three by three square: names of its spaces, lines of three, corners, turns of a pattern.

a1 b1 c1        0 1 2      Column letters a to c from left to right, rows 1 to 3 from top to bottom.
a2 b2 c2        3 4 5      A *set of spaces* is a number with one bit for each space: bit 0 is a1, bit 8 is c3.
a3 b3 c3        6 7 8
"""

from __future__ import annotations

import numpy as np

SIZE = 3
SPACES = SIZE * SIZE
SPACE_NAMES = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abc")
SPACE_INDEX = {name: space for space, name in enumerate(SPACE_NAMES)}

ROWS = tuple(tuple(SIZE * row + column for column in range(SIZE)) for row in range(SIZE))
COLUMNS = tuple(tuple(SIZE * row + column for row in range(SIZE)) for column in range(SIZE))
DIAGONALS = ((0, 4, 8), (2, 4, 6))
LINES = ROWS + COLUMNS + DIAGONALS
CORNERS = (0, 2, 6, 8)
CENTRE = 4
EDGE = tuple(space for space in range(SPACES) if space != CENTRE)


def spaces_set(spaces: tuple[int, ...]) -> int:
    """The set of these spaces as a number."""
    return sum(1 << space for space in spaces)


ALL_SETS = range(1 << SPACES)
COUNT = np.array([spaces.bit_count() for spaces in ALL_SETS], np.int8)
"""COUNT[set]: how many spaces are in the set."""

MEMBERS = np.zeros((1 << SPACES, SPACES), np.int8)
"""MEMBERS[set, i]: the i-th space of the set; 0 where it has fewer."""
for _set in ALL_SETS:
    _spaces = [space for space in range(SPACES) if _set >> space & 1]
    MEMBERS[_set, : len(_spaces)] = _spaces

HAS_LINE = np.array([any(spaces & spaces_set(line) == spaces_set(line) for line in LINES) for spaces in ALL_SETS], np.bool_)
"""HAS_LINE[set]: whether the set holds a whole row, column or diagonal."""

Pattern = tuple[str, ...]


def quarter_turn(pattern: Pattern) -> Pattern:
    """The pattern (rows of letters) turned clockwise by 90 degrees."""
    return tuple("".join(row) for row in zip(*reversed(pattern), strict=True))


def placements(pattern: Pattern) -> list[dict[int, str]]:
    """Every way to lay the pattern on the board, turned (never mirrored) and shifted: space -> letter, free cells left out."""
    ways: list[dict[int, str]] = []
    for _ in range(4):
        height, width = len(pattern), len(pattern[0])
        for down in range(SIZE - height + 1):
            for right in range(SIZE - width + 1):
                cells = {
                    SIZE * (row + down) + column + right: letter
                    for row, letters in enumerate(pattern)
                    for column, letter in enumerate(letters)
                    if letter != "."
                }
                if cells not in ways:
                    ways.append(cells)
        pattern = quarter_turn(pattern)
    return ways
