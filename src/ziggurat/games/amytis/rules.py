"""The rules of The Architects of Amytis in the order of the rulebook (`rulebook.md`, whose § are cited).

A turn is one decision (a stack and a space), followed by one more after a palace and one more after a line of architects.
Kernels trust the move: `legal_moves` lists the right ones.
"""

from __future__ import annotations

from ziggurat.games.amytis.material import (
    AFTER_RETRIEVING,
    ALL_SPACES,
    CARDS,
    COLOR_OF,
    CORNERS,
    DISPLAY,
    EDGE,
    FAVOR_ROW,
    GARDEN,
    GARDEN_A_POINTS,
    GARDEN_B_POINTS,
    KIND_OF,
    KINDS,
    MARKET,
    MARKET_A_POINTS,
    MARKET_B_POINTS,
    ONE_SET,
    OTHER_SPACES,
    PALACE,
    PALACE_A_POINTS,
    PALACE_B_POINTS,
    PLACEMENTS,
    RESIDENCE,
    RESIDENCE_A_POINTS,
    RESIDENCE_B_POINTS,
    ROW_SPACES,
    SHOWS_COLOR,
    SHOWS_KIND,
    STACKS,
    THEATER_A_POINTS,
    THEATER_B_POINTS,
    TOP_FAVORS,
    WALL,
    WALL_A_POINTS,
    WALL_B_POINTS,
)
from ziggurat.games.amytis.state import BUILD_PHASE, FAVOR_PHASE, OVER_PHASE, PALACE_PHASE, draw_card, take_card
from ziggurat.geometry.square import COUNT, HAS_LINE, MEMBERS, SPACES
from ziggurat.kernel import NONE, SMALL, below, kernel

# A move is one number.
TAKE_CARD = STACKS * SPACES  # below it: stack * 9 + space. From it: a card of the display ...
TAKE_DECK = TAKE_CARD + DISPLAY  # ... the top of the deck ...
TAKE_POINTS = TAKE_DECK + 1  # ... points instead of a card (palace B)
PLACE_PAWN = TAKE_POINTS + 1  # from it: PLACE_PAWN + Favor
MAX_MOVES = STACKS * SPACES  # more than any phase offers
MOVE_CODES = PLACE_PAWN + TOP_FAVORS + 1


# --- §3  A turn -------------------------------------------------------------------------------------------------------


@kernel
def legal_moves(state, out):
    """Write the legal moves to `out`; returns their number."""
    phase = state.phase
    if phase == BUILD_PHASE:
        return legal_builds(state, out)
    if phase == PALACE_PHASE:
        return list_members(palace_choices(state), TAKE_CARD, out)
    if phase == FAVOR_PHASE:
        return list_members(open_favors(state), PLACE_PAWN, out)
    return 0


@kernel
def sample_move(state, rng):
    """A random legal move, each equally likely: the one that the list of `legal_moves` has at the place drawn, without the list."""
    phase = state.phase
    if phase == BUILD_PHASE:
        return sample_build(state, rng)
    if phase == PALACE_PHASE:
        return TAKE_CARD + sample_member(palace_choices(state), rng)
    return PLACE_PAWN + sample_member(open_favors(state), rng)


@kernel
def list_members(members, first, out):
    """Write the moves `first` + i for the members i of a small set; returns their number."""
    n = 0
    for i in range(SPACES):
        out[n] = first + i
        n += (members >> i) & 1
    return n


@kernel
def sample_member(members, rng):
    """A random member of a small set, each equally likely."""
    return int(MEMBERS[members & ALL_SPACES, below(rng, int(COUNT[members & ALL_SPACES]))])


@kernel
def apply(state, move):
    """Play a legal move."""
    state.ply += 1
    phase = state.phase
    if phase == BUILD_PHASE:
        move &= SMALL
        build(state, move // SPACES, move % SPACES)
    elif phase == PALACE_PHASE:
        choose_at_palace(state, move)
    else:
        place_pawn(state, move - PLACE_PAWN)


@kernel
def is_over(state):
    """§7  Whether the game has ended."""
    return state.phase == OVER_PHASE


# --- §3.1  Retrieve ---------------------------------------------------------------------------------------------------


@kernel
def retrieve(board):
    """§3.1  With a line of three, or all four on the main board, ALL own architects come back."""
    board.architects = AFTER_RETRIEVING[board.architects & ALL_SPACES]


# --- §3.2  Choose a stack ---------------------------------------------------------------------------------------------


@kernel
def free_stacks(state):
    """§3.2  The set of stacks with a tile and without an architect of either player."""
    return state.standing & ~(state.boards[0].architects | state.boards[1].architects)


@kernel
def legal_builds(state, out):
    """§3.2 and §3.3  Every free stack with every space of the own board: there is no other condition."""
    free = free_stacks(state)
    n = 0
    for stack in range(STACKS):  # written for every stack, kept for the free ones: a test of each would be guessed wrong half the time
        for space in range(SPACES):
            out[n + space] = stack * SPACES + space
        n += SPACES * ((free >> stack) & 1)
    return n


@kernel
def sample_build(state, rng):
    """§3.2 and §3.3  A free stack and a space of the own board, at random."""
    free = free_stacks(state)
    place = below(rng, SPACES * int(COUNT[free & ALL_SPACES]))
    return int(MEMBERS[free & ALL_SPACES, place // SPACES]) * SPACES + place % SPACES


@kernel
def take_tile(state, stack):
    """§3.2  The top tile of the stack, which is one lower from now on."""
    left = int(state.left[stack]) - 1
    state.left[stack] = left
    if left == 0:
        state.standing &= ~(1 << stack)
    return int(state.tiles[stack, left & SMALL]) & SMALL


# --- §3.3  Place the tile ---------------------------------------------------------------------------------------------


@kernel
def build(state, stack, space):
    """§3.2 and §3.3  Take the tile, set the architect, place the tile, score it; a palace first waits for its choice."""
    board = state.boards[state.to_move & SMALL]
    tile = take_tile(state, stack)
    board.architects |= 1 << stack
    state.tiles_built[state.turn] = tile * SPACES + space
    place_tile(board, tile, space)
    kind = int(KIND_OF[tile])
    if kind == PALACE and palace_has_choice(state):
        state.phase = PALACE_PHASE
        return
    board.points[kind] += building_points(state, board, tile, space)
    finish_tile(state, board)


@kernel
def place_tile(board, tile, space):
    """§3.3  The tile covers what was visible on the space."""
    board.colors = (board.colors & OTHER_SPACES[space]) | SHOWS_COLOR[tile, space]
    board.kinds = (board.kinds & OTHER_SPACES[space]) | SHOWS_KIND[tile, space]
    board.heights[space] += 1


@kernel
def finish_tile(state, board):
    """§3.3 and §3.4  After the effect: projects, then the favor, then the turn is over."""
    validate_projects(board)
    if HAS_LINE[board.architects & ALL_SPACES] and board.pawns > 0:
        state.phase = FAVOR_PHASE
    else:
        end_turn(state)


# --- §3.4  Favor ------------------------------------------------------------------------------------------------------


@kernel
def row_is_open(state, board):
    """§3.4  Whether the player may put one more pawn into the bottom row."""
    pawns = int(state.boards[0].row_pawns) + int(state.boards[1].row_pawns)
    return pawns < ROW_SPACES and board.row_pawns < state.row_limit


@kernel
def open_favors(state):
    """§3.4  The set of unoccupied spaces of the favor board; the free spaces of the bottom row are one choice."""
    favors = int(row_is_open(state, state.boards[state.to_move])) << FAVOR_ROW
    for favor in range(TOP_FAVORS):
        favors |= int(state.favors[favor] == NONE) << favor
    return favors


@kernel
def place_pawn(state, favor):
    """§3.4  A pawn from the supply occupies the space for the rest of the game."""
    board = state.boards[state.to_move]
    board.pawns -= 1
    if favor == FAVOR_ROW:
        board.row_pawns += 1
    else:
        state.favors[favor] = state.to_move
    end_turn(state)


# --- §4  Buildings ----------------------------------------------------------------------------------------------------


@kernel
def uses_side_b(state, kind):
    """§2.6  Whether this building type was dealt with side B up."""
    return (int(state.sides) >> kind) & 1 == 1


@kernel
def where_color(board, color):
    """The set of spaces whose visible tile has this colour."""
    return (board.colors >> (ONE_SET * color)) & ALL_SPACES


@kernel
def where_kind(board, kind):
    """The set of spaces whose visible tile is of this building type."""
    return (board.kinds >> (ONE_SET * kind)) & ALL_SPACES


@kernel
def building_points(state, board, tile, space):
    """§4  The points of the tile just placed on the space."""
    kind = int(KIND_OF[tile])
    side_b = uses_side_b(state, kind)
    if kind == GARDEN:
        return garden_points(board, space, side_b)
    if kind == MARKET:
        return market_points(board, int(COLOR_OF[tile]), side_b)
    if kind == WALL:
        return wall_points(board, side_b)
    if kind == PALACE:
        return palace_points(state, board, side_b)
    if kind == RESIDENCE:
        return residence_points(board, side_b)
    return theater_points(state, board, side_b)


@kernel
def garden_points(board, space, side_b):
    """§4.1  A: 1 for each own stack as high as this one. B: 2 for each tile of this stack."""
    height = int(board.heights[space])
    if side_b:
        return GARDEN_B_POINTS * height
    return GARDEN_A_POINTS * stacks_of_height(board, height)


@kernel
def stacks_of_height(board, height):
    """How many own stacks have exactly this many tiles (at least one)."""
    stacks = 0
    for space in range(SPACES):
        stacks += board.heights[space] == height
    return stacks


@kernel
def market_points(board, color, side_b):
    """§4.2  A: 2 for each visible tile of this colour. B: 1 for each visible tile of another colour."""
    same = int(COUNT[where_color(board, color)])
    if side_b:
        visible = 0
        for space in range(SPACES):
            visible += board.heights[space] > 0
        return MARKET_B_POINTS * (visible - same)
    return MARKET_A_POINTS * same


@kernel
def wall_points(board, side_b):
    """§4.3  A: 2 for each visible wall on the edge. B: by the number of visible walls on corners."""
    walls = where_kind(board, WALL)
    if side_b:
        return int(WALL_B_POINTS[COUNT[walls & CORNERS]])
    return WALL_A_POINTS * int(COUNT[walls & EDGE])


@kernel
def palace_points(state, board, side_b):
    """§4.4  A: 1 for each visible palace. B: 1 for each project validated so far by both players."""
    if side_b:
        return PALACE_B_POINTS * (validated_count(state.boards[0]) + validated_count(state.boards[1]))
    return PALACE_A_POINTS * int(COUNT[where_kind(board, PALACE)])


@kernel
def residence_points(board, side_b):
    """§4.5  A: 1 for each different visible building type. B: 2 for each visible residence and market."""
    if side_b:
        return RESIDENCE_B_POINTS * int(COUNT[where_kind(board, RESIDENCE) | where_kind(board, MARKET)])
    different = 0
    for kind in range(KINDS):
        different += where_kind(board, kind) != 0
    return RESIDENCE_A_POINTS * different


@kernel
def theater_points(state, board, side_b):
    """§4.6  A: 1 for each architect on the main board. B: 2 for each own architect there. The one just set counts."""
    if side_b:
        return THEATER_B_POINTS * int(COUNT[board.architects])
    return THEATER_A_POINTS * (int(COUNT[state.boards[0].architects]) + int(COUNT[state.boards[1].architects]))


# --- §4.4  The choice at a palace -------------------------------------------------------------------------------------


@kernel
def palace_has_choice(state):
    """§4.4  Whether there is a card to take or, with side B, points to choose. (Cards cannot run out: §10, D12.)"""
    return palace_choices(state) != 0


@kernel
def palace_choices(state):
    """§4.4  The set of choices: a card of the display, the top of the deck, or with side B points; numbered from TAKE_CARD on."""
    choices = int(state.drawn < CARDS) << (TAKE_DECK - TAKE_CARD)
    choices |= int(uses_side_b(state, PALACE)) << (TAKE_POINTS - TAKE_CARD)
    for slot in range(DISPLAY):
        choices |= int(state.display[slot] != NONE) << slot
    return choices


@kernel
def choose_at_palace(state, move):
    """§4.4  Take the card, then score (side A); or score instead of taking (side B)."""
    board = state.boards[state.to_move]
    side_b = uses_side_b(state, PALACE)
    if move == TAKE_POINTS:
        if state.palace_b_after == 1:  # option: the projects that this very tile completes count already (§10, D6)
            validate_projects(board)
    elif move == TAKE_DECK:
        draw_card(state, board)
    else:
        take_from_display(state, board, move - TAKE_CARD)
    if move == TAKE_POINTS or not side_b:
        board.points[PALACE] += palace_points(state, board, side_b)
    finish_tile(state, board)


@kernel
def take_from_display(state, board, slot):
    """§4.4  The card goes to the player; the top of the deck takes its place."""
    take_card(board, state.display[slot])
    drawn = int(state.drawn)
    if drawn < CARDS:
        state.display[slot] = state.projects[drawn]
        state.drawn = drawn + 1
    else:
        state.display[slot] = NONE


# --- §5  Projects -----------------------------------------------------------------------------------------------------


@kernel
def is_fulfilled(board, card):
    """§5  Whether the visible colours show the pattern of the card, turned and shifted in any way."""
    colors = board.colors
    ways = 0
    for way in range(PLACEMENTS.shape[1]):  # all sixteen, without a break: they are compared side by side
        wanted = PLACEMENTS[card, way]
        ways += (colors & wanted) == wanted
    return ways > 0


@kernel
def validate_projects(board):
    """§5  Every own card that is fulfilled now is validated, and stays so."""
    validated = int(board.validated)
    for place in range(int(board.card_count)):
        validated |= int(is_fulfilled(board, int(board.cards[place]) & SMALL)) << place
    board.validated = validated


@kernel
def validated_count(board):
    """How many projects the player has validated."""
    count = 0
    for place in range(int(board.card_count)):
        count += (int(board.validated) >> place) & 1
    return count


# --- §7  End of the game ----------------------------------------------------------------------------------------------


@kernel
def end_turn(state):
    """§7  After a turn of the second player, two empty stacks end the game; otherwise the other player's turn begins."""
    seat = int(state.to_move) & SMALL
    state.turn += 1
    if seat == 1 and COUNT[state.standing & ALL_SPACES] <= STACKS - 2:
        state.phase = OVER_PHASE
        return
    state.phase = BUILD_PHASE
    state.to_move = 1 - seat
    retrieve(state.boards[1 - seat])
