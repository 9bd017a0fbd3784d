"""The score (§6 and §7): buildings, validated projects and favors, line by line."""

from __future__ import annotations

from ziggurat.games.amytis.material import (
    CARD_POINTS,
    CARDS,
    CORNER_HEIGHT,
    CORNER_POINTS,
    CORNER_SPACES,
    FAVOR_CORNERS,
    FAVOR_IV,
    FAVOR_NAMES,
    FAVOR_PROJECTS,
    FAVOR_ROW,
    FAVOR_STAIRS,
    HEIGHT_POINTS,
    KIND_NAMES,
    KINDS,
    ROW_POINTS,
    SEATS,
    STAIRS_POINTS,
    STRAIGHT_LINES,
    TOP_FAVORS,
    VALIDATED_POINTS,
)
from ziggurat.games.amytis.rules import stacks_of_height, validated_count
from ziggurat.kernel import kernel

LINES = (*KIND_NAMES, *(f"project:{card}" for card in range(1, CARDS + 1)), *FAVOR_NAMES)
"""The lines of a breakdown, in the order of `breakdown`; their values add up to the score."""
FIRST_PROJECT, FIRST_FAVOR = KINDS, KINDS + CARDS


@kernel
def scores(state, out):
    """§7  The total of each seat if the game ended now: points during the game, validated projects, favors."""
    for seat in range(SEATS):
        board = state.boards[seat]
        total = 0
        for kind in range(KINDS):
            total += int(board.points[kind])
        total += project_points(board)
        for favor in range(TOP_FAVORS):
            if state.favors[favor] == seat:
                total += favor_points(board, favor)
        out[seat] = total + favor_points(board, FAVOR_ROW)


@kernel
def project_points(board):
    """§5  The points of the validated projects."""
    points = 0
    for place in range(int(board.card_count)):
        if (int(board.validated) >> place) & 1:
            points += int(CARD_POINTS[board.cards[place]])
    return points


@kernel
def favor_points(board, favor):
    """§6  What the favor is worth to a player who has a pawn there (the bottom row: with the pawns the player has there)."""
    if favor <= FAVOR_IV:
        return int(HEIGHT_POINTS[favor]) * stacks_of_height(board, favor + 1)
    if favor == FAVOR_STAIRS:
        return STAIRS_POINTS * count_stairs(board)
    if favor == FAVOR_CORNERS:
        return CORNER_POINTS * count_high_corners(board)
    if favor == FAVOR_PROJECTS:
        return VALIDATED_POINTS * validated_count(board)
    return int(ROW_POINTS[board.row_pawns])


@kernel
def count_stairs(board):
    """§6  Rows and columns whose heights read 1-2-3 or 3-2-1."""
    stairs = 0
    for line in range(STRAIGHT_LINES.shape[0]):
        first = int(board.heights[STRAIGHT_LINES[line, 0]])
        middle = int(board.heights[STRAIGHT_LINES[line, 1]])
        last = int(board.heights[STRAIGHT_LINES[line, 2]])
        stairs += middle == 2 and ((first == 1 and last == 3) or (first == 3 and last == 1))
    return stairs


@kernel
def count_high_corners(board):
    """§6  Corner stacks of three or more tiles."""
    high = 0
    for corner in range(len(CORNER_SPACES)):
        high += board.heights[CORNER_SPACES[corner]] >= CORNER_HEIGHT
    return high


@kernel
def breakdown(state, seat, out):
    """Points of each of LINES for a seat: building types, projects, favors."""
    board = state.boards[seat]
    for line in range(len(LINES)):
        out[line] = 0
    for kind in range(KINDS):
        out[kind] = board.points[kind]
    for place in range(int(board.card_count)):
        if (int(board.validated) >> place) & 1:
            card = int(board.cards[place])
            out[FIRST_PROJECT + card] = CARD_POINTS[card]
    for favor in range(TOP_FAVORS):
        if state.favors[favor] == seat:
            out[FIRST_FAVOR + favor] = favor_points(board, favor)
    out[FIRST_FAVOR + FAVOR_ROW] = favor_points(board, FAVOR_ROW)


@kernel
def ranking(state, out):
    """§7  1 + the number of seats that are strictly better; equal totals share the victory (§10, D10)."""
    scores(state, out)
    first, second = out[0], out[1]
    out[0] = 1 + (second > first)
    out[1] = 1 + (first > second)
