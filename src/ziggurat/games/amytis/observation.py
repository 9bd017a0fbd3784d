"""A position as numbers for a learner: all that a seat sees, and nothing else (`docs/reference/observations.md` is made from `FIELDS`)."""

from __future__ import annotations

from ziggurat.games.amytis.material import CARDS, COLOR_OF, COLORS, DISPLAY, KIND_OF, KINDS, PAWNS, ROW_SPACES, SEATS, STACK_HEIGHT, STACKS, TOP_FAVORS
from ziggurat.games.amytis.state import FAVOR_PHASE, OVER_PHASE
from ziggurat.geometry.square import SPACES
from ziggurat.kernel import NONE, SMALL, kernel
from ziggurat.observation_fields import Field, offsets_of, per_seat, size_of

SEAT_FIELDS = (
    Field("colours", COLORS * SPACES, 0, 1, "for blue, green, orange and pink the nine spaces a1 b1 c1 a2 … c3: 1 where the visible tile has this colour"),
    Field("kinds", KINDS * SPACES, 0, 1, "for garden, market, wall, palace, residence and theater the nine spaces: 1 where the visible tile is of this type"),
    Field("heights", SPACES, 0, 20, "the tiles on each space"),
    Field("architects", STACKS, 0, 1, "1 for each stack of the main board on which an architect of the seat stands"),
    Field("points", KINDS, 0, 100, "the points scored so far by each building type"),
    Field("open cards", CARDS, 0, 1, "1 for each project card of the seat that is not validated"),
    Field("validated cards", CARDS, 0, 1, "1 for each project card that is"),
    Field("favors", TOP_FAVORS, 0, 1, "1 for each of the seven columns of the favor board on which a pawn of the seat stands"),
    Field("row pawns", 1, 0, ROW_SPACES, "the pawns of the seat in the bottom row"),
    Field("pawns", 1, 0, PAWNS, "the pawns in the supply"),
)
FIELDS = (
    *per_seat(SEATS, SEAT_FIELDS),
    Field("top colours", COLORS * STACKS, 0, 1, "for each colour the nine stacks of the main board: 1 where the top tile has it"),
    Field("top kinds", KINDS * STACKS, 0, 1, "for each building type the nine stacks: 1 where the top tile is of it"),
    Field("left", STACKS, 0, STACK_HEIGHT, "the tiles left in each stack"),
    Field("display", DISPLAY * CARDS, 0, 1, "for each place of the display the twenty cards: 1 for the one that lies there"),
    Field("deck", 1, 0, CARDS, "the cards in the deck"),
    Field("phase", OVER_PHASE, 0, 1, "1 for what is decided now: a tile, a choice at a palace, a favor"),
    Field("to move", 1, 0, 1, "1 if the seat is to decide"),
    Field("second", 1, 0, 1, "1 for the second player"),
    Field("sides", KINDS, 0, 1, "1 for each building type that is played with side B"),
    Field("row limit", 1, 0, ROW_SPACES, "the most pawns of one player in the bottom row"),
    Field("palace B after", 1, 0, 1, "1 if palace B also counts the projects that its tile completes"),
)
AT = offsets_of(FIELDS)
SIZE = size_of(FIELDS)
SEAT_SIZE = size_of(SEAT_FIELDS)
COLORS_AT, KINDS_AT, HEIGHTS_AT, ARCHITECTS_AT, POINTS_AT, OPEN_AT, VALIDATED_AT, FAVORS_AT, ROW_AT, PAWNS_AT = offsets_of(SEAT_FIELDS).values()
TOP_COLORS, TOP_KINDS, LEFT, SHOWN, DECK, PHASE = AT["top colours"], AT["top kinds"], AT["left"], AT["display"], AT["deck"], AT["phase"]
TO_MOVE, SECOND, SIDES, ROW_LIMIT, PALACE_B = AT["to move"], AT["second"], AT["sides"], AT["row limit"], AT["palace B after"]


@kernel
def observe(state, seat, out):
    """Write what the seat sees."""
    observe_board(state, seat, out)
    observe_board(state, 1 - seat, out[SEAT_SIZE:])
    observe_table(state, out)
    phase = int(state.phase)
    for number in range(FAVOR_PHASE + 1):
        out[PHASE + number] = phase == number
    out[TO_MOVE] = state.to_move == seat and phase != OVER_PHASE
    out[SECOND] = seat
    for kind in range(KINDS):
        out[SIDES + kind] = (int(state.sides) >> kind) & 1
    out[ROW_LIMIT] = state.row_limit
    out[PALACE_B] = state.palace_b_after


@kernel
def write_bits(bits, n, out):
    """Write the first n bits of a set. Sets are made in numbers, not in the output: there each thread of a GPU would write at a place of its own."""
    for bit in range(n):
        out[bit] = (bits >> bit) & 1


@kernel
def observe_board(state, seat, out):
    """Write what lies before one player."""
    board = state.boards[seat]
    write_bits(board.colors, COLORS * SPACES, out[COLORS_AT:])
    write_bits(board.kinds, KINDS * SPACES, out[KINDS_AT:])
    for space in range(SPACES):
        out[HEIGHTS_AT + space] = board.heights[space]
    write_bits(int(board.architects), STACKS, out[ARCHITECTS_AT:])
    for kind in range(KINDS):
        out[POINTS_AT + kind] = board.points[kind]
    cards = 0
    for place in range(int(board.card_count)):
        cards |= 1 << (CARDS * ((int(board.validated) >> place) & 1) + (int(board.cards[place]) & SMALL))
    write_bits(cards, 2 * CARDS, out[OPEN_AT:])
    for favor in range(TOP_FAVORS):
        out[FAVORS_AT + favor] = state.favors[favor] == seat
    out[ROW_AT] = board.row_pawns
    out[PAWNS_AT] = board.pawns


@kernel
def observe_table(state, out):
    """Write the main board, the display and the deck: of a stack only its top tile is seen."""
    colors, kinds = 0, 0
    for stack in range(STACKS):
        left = int(state.left[stack])
        out[LEFT + stack] = left
        tile = int(state.tiles[stack, max(left - 1, 0)]) & SMALL
        is_left = int(left > 0)
        colors |= is_left << (STACKS * int(COLOR_OF[tile]) + stack)
        kinds |= is_left << (STACKS * int(KIND_OF[tile]) + stack)
    write_bits(colors, COLORS * STACKS, out[TOP_COLORS:])
    write_bits(kinds, KINDS * STACKS, out[TOP_KINDS:])
    for slot in range(DISPLAY):
        card = int(state.display[slot])
        write_bits(1 << card if card != NONE else 0, CARDS, out[SHOWN + CARDS * slot :])
    out[DECK] = CARDS - int(state.drawn)
