"""Score a position typed in from a real table (`ziggurat score amytis FILE`)."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ziggurat.errors import PositionError
from ziggurat.games.amytis.material import CARD_POINTS, CARDS, FAVOR_NAMES, MAX_CARDS, PAWNS, TILE_INDEX, Favor
from ziggurat.games.amytis.scoring import favor_points
from ziggurat.games.amytis.state import BOARD
from ziggurat.geometry.square import SIZE, SPACE_NAMES
from ziggurat.parse import typed

MAX_HEIGHT = 48


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """One player's table at the end of the game."""

    board: list[list[str]]
    """Three rows of three spaces, each its stack from bottom to top: `"Bt Or"`."""
    track: int = 0
    """The points scored during the game."""
    projects: list[int] = []
    """The numbers of the validated cards; they are not checked against the board."""
    favors: list[str] = []
    """The spaces with an own pawn; only `row` may be named more than once."""


def score_position(position: dict[str, Any]) -> dict[str, Any]:
    """Track, projects, each favor, and the total."""
    given = typed(position, Position, PositionError)
    check_cards(given)
    board = read_board(given)
    favors = {name: int(favor_points(board, FAVOR_NAMES.index(name))) for name in dict.fromkeys(given.favors)}
    projects = sum(int(CARD_POINTS[card - 1]) for card in given.projects)
    return {"track": given.track, "projects": projects, "favors": favors, "total": given.track + projects + sum(favors.values())}


def check_cards(given: Position) -> None:
    """Cards and favors as they can lie on a table."""
    if given.track < 0:
        raise PositionError(f"`track` is {given.track}: points are never negative")
    for card in given.projects:
        if not 1 <= card <= CARDS:
            raise PositionError(f"`projects`: there is no card {card}; cards are numbered 1 to {CARDS}")
        if given.projects.count(card) > 1:
            raise PositionError(f"`projects` names card {card} more than once")
    if len(given.projects) > MAX_CARDS:
        raise PositionError(f"`projects` names {len(given.projects)} cards; a player never has more than {MAX_CARDS}")
    for name in given.favors:
        if name not in FAVOR_NAMES:
            raise PositionError(f"`favors`: there is no favor `{name}`; they are {' '.join(FAVOR_NAMES)}")
        if name != FAVOR_NAMES[Favor.ROW] and given.favors.count(name) > 1:
            raise PositionError(f"`favors` names `{name}` more than once; only `row` may repeat")
    if len(given.favors) > PAWNS:
        raise PositionError(f"`favors` names {len(given.favors)} pawns; a player has {PAWNS}")


def read_board(given: Position) -> Any:
    """The board as the rules keep it: heights, cards and pawns (what is visible does not matter at the end)."""
    if len(given.board) != SIZE or any(len(row) != SIZE for row in given.board):
        raise PositionError(f"`board` must be {SIZE} rows of {SIZE} spaces")
    board = np.zeros(1, BOARD)[0]
    for space, stack in enumerate(stack for row in given.board for stack in row):
        for tile in stack.split():
            if tile not in TILE_INDEX:
                raise PositionError(
                    f"`board`: space {SPACE_NAMES[space]} holds `{tile}`, which is no tile; a tile is like `Gw`: a colour B G O P and a type g m w p r t"
                )
        if len(stack.split()) > MAX_HEIGHT:
            raise PositionError(f"`board`: space {SPACE_NAMES[space]} holds {len(stack.split())} tiles; the box has {MAX_HEIGHT}")
        board.heights[space] = len(stack.split())
    board.cards[: len(given.projects)] = [card - 1 for card in given.projects]
    board.card_count = len(given.projects)
    board.validated = (1 << len(given.projects)) - 1
    board.row_pawns = given.favors.count(FAVOR_NAMES[Favor.ROW])
    return board
