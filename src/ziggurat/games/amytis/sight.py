"""Who sees what (§8): the view of a seat, and a position imagined by someone who knows only that view.

Nothing in this game is known to one player and hidden from the other, so all seats and the spectators see the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.games.amytis.material import (
    ARCHITECTS,
    CARDS,
    COLOR_LETTERS,
    COPIES,
    FAVOR_NAMES,
    SEATS,
    STACK_HEIGHT,
    STACKS,
    TILE_KINDS,
    TILE_NAMES,
)
from ziggurat.games.amytis.reach import EACH_COLOR, faces, reach, turns_left
from ziggurat.games.amytis.state import STATE, Phase
from ziggurat.geometry.square import SIZE, SPACES
from ziggurat.kernel import NONE, below, kernel, nth_bit
from ziggurat.plain import Plain

PHASE_NAMES = [phase.name.lower() for phase in Phase]
MEMBERS = [[stack for stack in range(STACKS) if stands >> stack & 1] for stands in range(1 << STACKS)]
PLAIN = Plain(STATE)


HELP = ("reach",)
"""What a seat is told to help it plan: only where a table shows previews."""


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """What everyone at the table sees."""
    seen = PLAIN(state)
    boards, built = seen["boards"], seen["tiles_built"]
    seats = [view_board(board, built[player::SEATS]) for player, board in enumerate(boards)]
    add_reach(seen, seats)
    return {
        "phase": PHASE_NAMES[seen["phase"]],
        "stacks": view_stacks(seen, boards),
        "display": [None if card == NONE else card + 1 for card in seen["display"]],
        "deck_left": CARDS - seen["drawn"],
        "favors": view_favors(seen, boards),
        "cards": faces(card for board in boards for card in board["cards"][: board["card_count"]]) | faces(card for card in seen["display"] if card != NONE),
        "seats": seats,
    }


def add_reach(seen: dict[str, Any], seats: list[dict[str, Any]]) -> None:
    """Tell each seat where its open projects, and those of the display, could still be completed."""
    spaces = [[space for row in seat["board"] for space in row] for seat in seats]
    laid = " ".join(space for board in spaces for space in board)
    unbuilt = {color: EACH_COLOR - laid.count(color) for color in COLOR_LETTERS}
    empty, phase = seen["left"].count(0), seen["phase"]
    display = [card for card in seen["display"] if card != NONE]
    for player, seat in enumerate(seats):
        tops = "".join(space[-2] if space else "." for space in spaces[player])
        waits = phase == Phase.BUILD if player == seen["to_move"] else player == SEATS - 1
        turns = 0 if phase == Phase.OVER else turns_left(sum(map(len, (space.split() for space in spaces[player]))), empty, waits)
        seat["reach"] = reach([*(card - 1 for card in seat["projects"]), *display], tops, turns, unbuilt)


def view_stacks(seen: dict[str, Any], boards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The stacks of the main board: the top tile of each, how many are left, and whose architect stands on it."""
    owners: list[int | None] = [None] * STACKS
    for player, board in enumerate(boards):
        for stack in MEMBERS[board["architects"]]:
            owners[stack] = player
    return [
        {"top": TILE_NAMES[tiles[left - 1]] if left else None, "left": left, "architect": owner}
        for tiles, left, owner in zip(seen["tiles"], seen["left"], owners, strict=True)
    ]


def view_favors(seen: dict[str, Any], boards: list[dict[str, Any]]) -> dict[str, Any]:
    """The seat of the pawn on each of the seven columns, and the seats of the pawns in the bottom row."""
    columns = {name: None if owner == NONE else owner for name, owner in zip(FAVOR_NAMES, seen["favors"], strict=False)}
    return {**columns, "row": [player for player, board in enumerate(boards) for _ in range(board["row_pawns"])]}


def view_board(board: dict[str, Any], tiles_built: list[int]) -> dict[str, Any]:
    """What lies before one player, who built these tiles."""
    spaces = [""] * SPACES
    for built in tiles_built[: sum(board["heights"])]:
        space, tile = built % SPACES, TILE_NAMES[built // SPACES]
        spaces[space] = f"{spaces[space]} {tile}" if spaces[space] else tile
    cards, validated = board["cards"][: board["card_count"]], board["validated"]
    return {
        "board": [spaces[row * SIZE : (row + 1) * SIZE] for row in range(SIZE)],
        "track": sum(board["points"]),
        "projects": [card + 1 for place, card in enumerate(cards) if not validated >> place & 1],
        "validated": [card + 1 for place, card in enumerate(cards) if validated >> place & 1],
        "architects_left": ARCHITECTS - len(MEMBERS[board["architects"]]),
        "pawns_left": board["pawns"],
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
