"""Who sees what (§8): the view of a seat, and a position imagined by someone who knows only that view.

Nothing in this game is known to one player and hidden from the other, so all seats and the spectators see the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.games.amytis.material import (
    ARCHITECTS,
    CARDS,
    COPIES,
    FAVOR_NAMES,
    SEATS,
    STACK_HEIGHT,
    STACKS,
    TILE_KINDS,
    TILE_NAMES,
)
from ziggurat.games.amytis.state import Phase
from ziggurat.geometry.square import COUNT, SIZE, SPACES
from ziggurat.kernel import NONE, below, kernel, nth_bit


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """What everyone at the table sees."""
    return {
        "phase": Phase(int(state.phase)).name.lower(),
        "stacks": [view_stack(state, stack) for stack in range(STACKS)],
        "display": [None if card == NONE else card + 1 for card in state.display.tolist()],
        "deck_left": CARDS - int(state.drawn),
        "favors": view_favors(state),
        "seats": [view_board(state, seat) for seat in range(SEATS)],
    }


def view_stack(state: Any, stack: int) -> dict[str, Any]:
    """One stack of the main board: its top tile, how many are left, and whose architect stands on it."""
    left = int(state.left[stack])
    owners = [seat for seat in range(SEATS) if state.boards[seat].architects >> stack & 1]
    top = TILE_NAMES[state.tiles[stack, left - 1]] if left else None
    return {"top": top, "left": left, "architect": owners[0] if owners else None}


def view_favors(state: Any) -> dict[str, Any]:
    """The seat of the pawn on each of the seven columns, and the seats of the pawns in the bottom row."""
    columns = {name: None if owner == NONE else owner for name, owner in zip(FAVOR_NAMES, state.favors.tolist(), strict=False)}
    return {**columns, "row": [seat for seat in range(SEATS) for _ in range(int(state.boards[seat].row_pawns))]}


def view_board(state: Any, seat: int) -> dict[str, Any]:
    """What lies before one player."""
    board = state.boards[seat]
    stacks: list[list[str]] = [[] for _ in range(SPACES)]
    for built in state.tiles_built[seat::SEATS][: board.heights.sum()].tolist():
        stacks[built % SPACES].append(TILE_NAMES[built // SPACES])
    spaces = [" ".join(stack) for stack in stacks]
    cards = board.cards[: board.card_count].tolist()
    return {
        "board": [spaces[row * SIZE : (row + 1) * SIZE] for row in range(SIZE)],
        "track": int(board.points.sum()),
        "projects": [card + 1 for place, card in enumerate(cards) if not board.validated >> place & 1],
        "validated": [card + 1 for place, card in enumerate(cards) if board.validated >> place & 1],
        "architects_left": ARCHITECTS - int(COUNT[board.architects]),
        "pawns_left": int(board.pawns),
    }


def hide_log(state: Any, moves: list[str], movers: list[int], seat: int | None) -> list[str]:
    """The moves so far as a seat sees them: every move is public."""
    return list(moves)


@kernel
def imagine(state, seat, rng):
    """§8  Re-deal what the seat has not seen: the lower tiles of the stacks, the three unused ones, the order of the deck.

    Only what is seen is read, so positions that look the same are imagined the same way by the same generator.
    """
    unseen, n = unseen_tiles(state)
    for stack in range(STACKS):
        for place in range(int(state.left[stack]) - 1):
            tile = nth_bit(unseen, below(rng, n))
            unseen ^= np.uint64(1) << np.uint64(tile)
            n -= 1
            state.tiles[stack, place] = tile // COPIES
    unseen = unseen_cards(state)
    for place in range(int(state.drawn), CARDS):
        card = nth_bit(unseen, below(rng, CARDS - place))
        unseen ^= np.uint64(1) << np.uint64(card)
        state.projects[place] = card


@kernel
def unseen_tiles(state):
    """The set of the 48 tiles (two bits for each kind) that nobody has seen yet, and its size."""
    unseen = (np.uint64(1) << np.uint64(COPIES * TILE_KINDS)) - np.uint64(1)
    n = COPIES * TILE_KINDS
    for stack in range(STACKS):
        left = int(state.left[stack])
        for place in range(max(left - 1, 0), STACK_HEIGHT):  # the top tile and those already taken
            copy = np.uint64(1) << np.uint64(COPIES * int(state.tiles[stack, place]))
            if (unseen & copy) == np.uint64(0):
                copy <<= np.uint64(1)
            unseen ^= copy
            n -= 1
    return unseen, n


@kernel
def unseen_cards(state):
    """The set of the cards that are still in the deck."""
    unseen = (np.uint64(1) << np.uint64(CARDS)) - np.uint64(1)
    for place in range(int(state.drawn)):
        unseen ^= np.uint64(1) << np.uint64(int(state.projects[place]))
    return unseen


TOLD_APART = False  # the tile beneath is met by many moves: its outcomes are averaged, not told apart


@kernel
def outcome(state):
    """What chance showed with the last move is not told apart."""
    return 0
