"""A position as one record, and the deal (§2)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ziggurat.games.amytis.material import (
    ALL_SPACES,
    CARDS,
    COPIES,
    DISPLAY,
    KINDS,
    MAX_CARDS,
    MAX_TURNS,
    PAWNS,
    SEATS,
    STACK_HEIGHT,
    STACKED_TILES,
    STACKS,
    TILES,
    TOP_FAVORS,
)
from ziggurat.geometry.square import SPACES
from ziggurat.kernel import NONE, below, kernel, record, shuffle


class Phase(IntEnum):
    """What the seat to move decides now."""

    BUILD = 0  # §3.2 and §3.3: a stack and a space
    PALACE = 1  # §4.4: a project card, or points
    FAVOR = 2  # §3.4: a space of the favor board
    OVER = 3


BUILD_PHASE, PALACE_PHASE, FAVOR_PHASE, OVER_PHASE = (int(phase) for phase in Phase)  # for kernels

BOARD = record(  # what one player has
    ("colors", np.int64),  # four sets of spaces side by side: where each colour is visible
    ("kinds", np.int64),  # six sets of spaces side by side: where each building type is visible
    ("points", np.int16, (KINDS,)),  # scored during the game by each building type; their sum is the score track
    ("architects", np.int16),  # set of stacks on which an own architect stands
    ("validated", np.int16),  # bit i: cards[i] is validated
    ("cards", np.int8, (MAX_CARDS,)),  # project cards in the order taken
    ("card_count", np.int8),
    ("heights", np.int8, (SPACES,)),  # tiles on each space
    ("row_pawns", np.int8),  # own pawns in the bottom row of the favor board
    ("pawns", np.int8),  # favor pawns left in the supply
    ("spare", np.int8),
)

STATE = record(
    ("boards", BOARD, (SEATS,)),
    # the turn
    ("ply", np.int16),
    ("turn", np.int16),
    ("standing", np.int16),  # set of stacks with a tile left
    ("to_move", np.int8),
    ("phase", np.int8),
    # the main board
    ("left", np.int8, (STACKS,)),  # tiles left in each stack
    ("display", np.int8, (DISPLAY,)),
    ("drawn", np.int8),  # cards dealt or drawn so far: projects[drawn] is the top of the deck
    ("favors", np.int8, (TOP_FAVORS,)),  # seat of the pawn in each column, NONE
    ("tiles_built", np.uint8, (MAX_TURNS,)),  # tile * 9 + space of each turn: what lies beneath: shown to players, never read by the rules
    # the options
    ("sides", np.int8),  # bit k: building type k uses side B
    ("row_limit", np.int8),  # most pawns of one player in the bottom row
    ("palace_b_after", np.int8),  # 1: palace B also counts the projects that this tile completes
    ("starting_cards", np.int8, (SEATS,)),
    # the deal, never changed by play
    ("tiles", np.int8, (STACKS, STACK_HEIGHT)),  # tile kinds of each stack, bottom to top
    ("projects", np.int8, (CARDS,)),  # cards in dealing order: display, first player, second player, deck from the top
)


@kernel
def deal(state, rng):
    """§2  Shuffle tiles and cards, and set up the table."""
    deal_tiles(state.tiles, rng)
    for card in range(CARDS):
        state.projects[card] = card
    shuffle(state.projects, rng)
    set_up(state)


@kernel
def deal_tiles(tiles, rng):
    """§2.1  Five of the 48 tiles on each stack; the three that are left over leave the game unseen."""
    for place in range(STACKED_TILES):
        tiles[place // STACK_HEIGHT, place % STACK_HEIGHT] = place // COPIES
    for extra in range(STACKED_TILES, TILES):  # each of the 48 is as likely to stay out
        place = below(rng, extra + 1)
        if place < STACKED_TILES:
            tiles[place // STACK_HEIGHT, place % STACK_HEIGHT] = extra // COPIES
    shuffle(tiles.reshape(STACKED_TILES), rng)


@kernel
def set_up(state):
    """§2.2 to §2.5  Everything but tiles, cards and options at its beginning: display and starting cards as dealt."""
    for stack in range(STACKS):
        state.left[stack] = STACK_HEIGHT
    state.standing = ALL_SPACES
    for slot in range(DISPLAY):
        state.display[slot] = state.projects[slot]
    state.drawn = DISPLAY
    for favor in range(TOP_FAVORS):
        state.favors[favor] = NONE
    for turn in range(MAX_TURNS):
        state.tiles_built[turn] = 0
    state.ply = 0
    state.turn = 0
    state.to_move = 0
    state.phase = BUILD_PHASE
    for seat in range(SEATS):
        board = state.boards[seat]
        clear_board(board)
        for _ in range(int(state.starting_cards[seat])):
            draw_card(state, board)


@kernel
def clear_board(board):
    """§2.3  An empty player board, all architects and pawns in the supply."""
    board.colors = 0
    board.kinds = 0
    for space in range(SPACES):
        board.heights[space] = 0
    for place in range(MAX_CARDS):
        board.cards[place] = 0
    board.card_count = 0
    board.validated = 0
    for kind in range(KINDS):
        board.points[kind] = 0
    board.architects = 0
    board.row_pawns = 0
    board.pawns = PAWNS


@kernel
def take_card(board, card):
    """The card lies open beside the player."""
    count = int(board.card_count)
    board.cards[count] = card
    board.card_count = count + 1


@kernel
def draw_card(state, board):
    """The top card of the deck goes to the player."""
    drawn = int(state.drawn)
    take_card(board, state.projects[drawn])
    state.drawn = drawn + 1
