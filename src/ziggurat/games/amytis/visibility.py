"""Who sees what (§8): the view of a seat, and a position imagined by someone who knows only that view.

Nothing in this game is known to one player and hidden from the other, so all seats and the spectators see the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import numpy as np
from msgspec import UNSET

from ziggurat.games.amytis.material import (
    ARCHITECTS,
    CARDS,
    COPIES,
    KINDS,
    PROJECTS,
    SEATS,
    STACK_HEIGHT,
    STACKS,
    TILE_KINDS,
    TILE_NAMES,
    card_pattern,
)
from ziggurat.games.amytis.project_reach import MOST_CELLS, reach, scarce_colors, turns_left
from ziggurat.games.amytis.state import BUILD_PHASE, OVER_PHASE, STATE, Phase
from ziggurat.games.amytis.types import Card, Favors, PhaseName, SeatView, Stack, View
from ziggurat.games.amytis.unpack_record import Unpack
from ziggurat.geometry.square import SIZE, SPACES
from ziggurat.kernel import NONE, below, kernel, nth_bit
from ziggurat.view import Frame, Sheet

PHASE_NAMES = cast("list[PhaseName]", [phase.name.lower() for phase in Phase])
NUMBERS = [str(card + 1) for card in range(CARDS)]
FACES = [Card(list(card_pattern(card)), points) for card, (_, points) in enumerate(PROJECTS)]
OWNERS = [*range(SEATS), None]
"""OWNERS[pawn]: the seat, or nobody (NONE)."""
SEEN = Unpack(STATE, "boards", "to_move", "phase", "left", "display", "drawn", "favors", "tiles_built", "tiles")


HELP = ("reach",)
"""Fields of a seat that help it to plan: only where a table shows previews."""


def view(state: Any, seat: int | None, frame: Frame, sheets: list[Sheet], *, helps: bool = True) -> View:
    """What everyone at the table sees; without `helps`, nothing that only helps to plan (`HELP`)."""
    seen = SEEN(state)
    display = [card for card in seen.display if card != NONE]
    return View(
        *frame,
        PHASE_NAMES[seen.phase],
        view_stacks(seen),
        [None if card == NONE else card + 1 for card in seen.display],
        CARDS - seen.drawn,
        view_favors(seen),
        {NUMBERS[card]: FACES[card] for cards in (*[board.cards[: board.card_count] for board in seen.boards], display) for card in cards},
        view_seats(seen, display, sheets, helps),
    )


def view_stacks(seen: Any) -> list[Stack]:
    """The stacks of the main board: the top tile of each, how many are left, and whose architect stands on it."""
    first, second = [board.architects for board in seen.boards]
    return [
        Stack(TILE_NAMES[tiles[left - 1]] if left else None, left, 0 if first >> stack & 1 else 1 if second >> stack & 1 else None)
        for stack, (tiles, left) in enumerate(zip(seen.tiles, seen.left, strict=True))
    ]


def view_favors(seen: Any) -> Favors:
    """The seat of the pawn on each of the seven columns, and the seats of the pawns in the bottom row."""
    row = [player for player, board in enumerate(seen.boards) for _ in range(board.row_pawns)]
    pawns: list[Any] = [*[OWNERS[owner] for owner in seen.favors], row]
    return Favors(*pawns)


def view_seats(seen: Any, display: list[int], sheets: list[Sheet], helps: bool) -> list[SeatView]:
    """What lies before each player, and where the open projects, and those of the display, could still be completed."""
    tiles = [sum(board.heights) for board in seen.boards]
    cities = [city(seen.tiles_built[player : SEATS * n : SEATS]) for player, n in enumerate(tiles)]
    seats = [view_seat(board, rows, sheet) for board, (rows, _), sheet in zip(seen.boards, cities, sheets, strict=True)]
    if helps:
        scarce = scarce_colors(sum([colors for _, colors in cities]))
        for player, (board, n, own) in enumerate(zip(seen.boards, tiles, seats, strict=True)):
            turns = min(turns_of(seen, player, n), MOST_CELLS)
            own.reach = {NUMBERS[card]: reach(card, board.colors, turns, scarce) for card in (*[number - 1 for number in own.projects], *display)}
    return seats


def view_seat(board: Any, rows: list[list[str]], sheet: Sheet) -> SeatView:
    """What lies before one player, but for `reach`."""
    cards, validated = board.cards[: board.card_count], board.validated
    return SeatView(
        rows,
        sum(board.points),
        [card + 1 for place, card in enumerate(cards) if not validated >> place & 1],
        [card + 1 for place, card in enumerate(cards) if validated >> place & 1],
        ARCHITECTS - board.architects.bit_count(),
        board.pawns,
        UNSET,
        *sheet,
    )


def turns_of(seen: Any, player: int, tiles: int) -> int:
    """The most tiles that a player can still build who has built so many."""
    if seen.phase == OVER_PHASE:
        return 0
    return turns_left(tiles, seen.left.count(0), seen.phase == BUILD_PHASE if player == seen.to_move else player == SEATS - 1)


@lru_cache(1024)
def city(built: tuple[int, ...]) -> tuple[list[list[str]], int]:
    """The board of a player who built these tiles on these spaces, and how many of each colour: four numbers side by side, eight bits for each.

    All views that show the board share it.
    """
    spaces, colors = [""] * SPACES, 0
    for one in built:
        tile, space = divmod(one, SPACES)
        spaces[space] = f"{spaces[space]} {TILE_NAMES[tile]}" if spaces[space] else TILE_NAMES[tile]
        colors += 1 << (8 * (tile // KINDS))
    return [spaces[row * SIZE : (row + 1) * SIZE] for row in range(SIZE)], colors


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


BRANCHES_ON_CHANCE = False  # many moves uncover the tile beneath: the search averages over what it may be


@kernel
def outcome(state):
    """0: the search averages over what chance shows."""
    return 0
