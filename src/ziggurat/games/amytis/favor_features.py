"""The features of §6: heights of stacks, favors that a seat has, and those that it can still get."""

from __future__ import annotations

import numpy as np

from ziggurat.games.amytis.material import (
    CORNER_HEIGHT,
    CORNER_POINTS,
    CORNERS,
    FAVOR_CORNERS,
    FAVOR_IV,
    FAVOR_NAMES,
    FAVOR_STAIRS,
    HEIGHT_POINTS,
    ROW_POINTS,
    STAIRS_POINTS,
    STRAIGHT_LINES,
    TOP_FAVORS,
    VALIDATED_POINTS,
)
from ziggurat.games.amytis.rules import row_is_open
from ziggurat.geometry.square import COUNT, SPACES
from ziggurat.kernel import NONE, SMALL, kernel

HIGHEST = 6  # stacks from this height on are counted as one

HEIGHT_NAMES = tuple(f"height_{height}" for height in range(HIGHEST))
COLUMN_NAMES = tuple(f"{favor}_{what}" for favor in FAVOR_NAMES[:TOP_FAVORS] for what in ("own", "own_now", "open_now"))
OTHER_NAMES = ("row_own", "row_other", "row_next", "open_1", "open_2", "reach", "stairs_near", "corners_near", "raise_1", "raise_2", "raise_3")
FAVOR_FEATURES = (*HEIGHT_NAMES, *COLUMN_NAMES, *OTHER_NAMES)
AT_COLUMNS = len(HEIGHT_NAMES)
AT_OTHERS = AT_COLUMNS + len(COLUMN_NAMES)

STAIRS_HEIGHTS = 5  # 0 to 3, and any that is too high
NEVER = 9


def steps_to_stairs(first: int, middle: int, last: int) -> tuple[int, int]:
    """How many tiles three heights lack to be stairs (NEVER: one is too high), and the place in the line that lacks the last one."""
    ways = [(1 - first, 2 - middle, 3 - last), (3 - first, 2 - middle, 1 - last)]
    lacking = min((way for way in ways if min(way) >= 0), key=sum, default=(NEVER, 0, 0))
    return sum(lacking), lacking.index(max(lacking))


STAIRS_STEPS = np.array([[[steps_to_stairs(a, b, c) for c in range(STAIRS_HEIGHTS)] for b in range(STAIRS_HEIGHTS)] for a in range(STAIRS_HEIGHTS)], np.int8)
"""STAIRS_STEPS[first, middle, last]: what `steps_to_stairs` says of three heights."""
HEIGHT_WORTH = np.array([0, *HEIGHT_POINTS, *[0] * (HIGHEST - FAVOR_IV)], np.int16)
"""HEIGHT_WORTH[height]: what the favor for this height gives for a stack."""


@kernel
def entry(table, place):
    """One of the numbers that lie side by side."""
    return (table >> (8 * place)) & 255


@kernel
def heights_of(board):
    """How many own spaces have each height, side by side."""
    table = 0
    for space in range(SPACES):
        table += 1 << (8 * min(int(board.heights[space]), HIGHEST))
    return table


@kernel
def write_favors(state, seat, board, other, heights, validated, out):
    """§6  The heights, the favors that the seat has, and those that it can still get; returns the best of these."""
    for height in range(HIGHEST):
        out[height] = entry(heights, height) * 0.25
    stairs, near_stairs, completing, in_stairs = stairs_of(board)
    corners, near_corners = high_corners(board)
    own, best, second, reach = 0, 0, 0, 0
    for favor in range(TOP_FAVORS):
        near = 0
        if favor <= FAVOR_IV:
            points = int(HEIGHT_POINTS[favor]) * entry(heights, favor + 1)
            near = int(HEIGHT_POINTS[favor]) * entry(heights, favor)
        elif favor == FAVOR_STAIRS:
            points, near = STAIRS_POINTS * stairs, STAIRS_POINTS * near_stairs
        elif favor == FAVOR_CORNERS:
            points, near = CORNER_POINTS * corners, CORNER_POINTS * int(COUNT[near_corners])
        else:
            points = VALIDATED_POINTS * validated
        is_own = state.favors[favor] == seat
        is_open = state.favors[favor] == NONE and board.pawns > 0
        own |= is_own << favor
        column = AT_COLUMNS + 3 * favor
        out[column] = is_own
        out[column + 1] = points * is_own * 0.05
        out[column + 2] = points * is_open * 0.05
        second = max(second, min(best, points * is_open))
        best = max(best, points * is_open)
        reach = max(reach, (points + near) * is_open)
    row = next_in_row(state, board)
    second = max(second, min(best, row))
    best = max(best, row)
    out[AT_OTHERS] = board.row_pawns * 0.25
    out[AT_OTHERS + 1] = other.row_pawns * 0.25
    out[AT_OTHERS + 2] = row * 0.1
    out[AT_OTHERS + 3] = best * 0.05
    out[AT_OTHERS + 4] = second * 0.05
    out[AT_OTHERS + 5] = reach * 0.05
    out[AT_OTHERS + 6] = near_stairs * 0.25
    out[AT_OTHERS + 7] = int(COUNT[near_corners]) * 0.5
    write_raises(board, own, completing, in_stairs, near_corners, out[AT_OTHERS + 8 :])
    return best


@kernel
def stairs_of(board):
    """§6  How many stairs there are, how many lines lack one tile, the spaces for these tiles, and the spaces of the stairs."""
    stairs, near, completing, in_stairs = 0, 0, 0, 0
    for line in range(len(STRAIGHT_LINES)):
        first, middle, last = int(STRAIGHT_LINES[line, 0]) & SMALL, int(STRAIGHT_LINES[line, 1]) & SMALL, int(STRAIGHT_LINES[line, 2]) & SMALL
        a, b, c = step_height(board, first), step_height(board, middle), step_height(board, last)
        lacking = STAIRS_STEPS[a, b, c, 0]
        if lacking == 0:
            stairs += 1
            in_stairs |= (1 << first) | (1 << middle) | (1 << last)
        elif lacking == 1:
            near += 1
            completing |= 1 << int(STRAIGHT_LINES[line, STAIRS_STEPS[a, b, c, 1] & SMALL])
    return stairs, near, completing, in_stairs


@kernel
def step_height(board, space):
    """The height of a space as STAIRS_STEPS knows it."""
    return min(STAIRS_HEIGHTS - 1, int(board.heights[space])) & SMALL


@kernel
def high_corners(board):
    """§6  How many corner stacks are high enough for the favor, and the set of those that lack one tile."""
    high, near = 0, 0
    for space in range(SPACES):
        height = int(board.heights[space])
        high |= (height >= CORNER_HEIGHT) << space
        near |= (height == CORNER_HEIGHT - 1) << space
    return int(COUNT[high & CORNERS]), near & CORNERS


@kernel
def next_in_row(state, board):
    """§6  What one more pawn in the bottom row gives."""
    if board.pawns == 0 or not row_is_open(state, board):
        return 0
    pawns = int(board.row_pawns) & SMALL
    return int(ROW_POINTS[pawns + 1]) - int(ROW_POINTS[pawns])


@kernel
def write_raises(board, own, completing, in_stairs, near_corners, out):
    """§6  What a tile on each space changes in the own favors: the three best spaces."""
    has_stairs, has_corners = (own >> FAVOR_STAIRS) & 1, (own >> FAVOR_CORNERS) & 1
    best, second, third = -SMALL, -SMALL, -SMALL
    for space in range(SPACES):
        height = min(HIGHEST, int(board.heights[space])) & SMALL
        points = height_worth(own, min(HIGHEST, height + 1)) - height_worth(own, height)
        points += STAIRS_POINTS * has_stairs * (((completing >> space) & 1) - ((in_stairs >> space) & 1))
        points += CORNER_POINTS * has_corners * ((near_corners >> space) & 1)
        third = max(third, min(second, points))
        second = max(second, min(best, points))
        best = max(best, points)
    out[0] = best * 0.1
    out[1] = second * 0.1
    out[2] = third * 0.1


@kernel
def height_worth(own, height):
    """§6  What a stack of this height gives by the own favors I to IV."""
    return int(HEIGHT_WORTH[height]) * (((own << 1) >> height) & 1)
