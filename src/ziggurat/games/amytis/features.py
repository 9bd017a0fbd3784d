"""The inputs of a small net that estimates the points a seat can still earn, in the order of the rulebook.

Only what everyone sees is read: of each stack its size and top tile, of the deck nothing. A small table lies *side by side* in
one number, eight bits for each entry, since kernels have no arrays of their own. The features of §6 are in `favor_features.py`.
"""

from __future__ import annotations

import numpy as np

from ziggurat.games.amytis.favor_features import FAVOR_FEATURES, HIGHEST, entry, heights_of, write_favors
from ziggurat.games.amytis.material import (
    AFTER_RETRIEVING,
    ALL_SPACES,
    ARCHITECTS,
    CARD_POINTS,
    COLOR_OF,
    COLORS,
    CORNERS,
    DISPLAY,
    EDGE,
    GARDEN,
    GARDEN_A_POINTS,
    GARDEN_B_POINTS,
    KIND_NAMES,
    KIND_OF,
    KINDS,
    MARKET,
    MARKET_A_POINTS,
    MARKET_B_POINTS,
    MAX_TURNS,
    ONE_SET,
    PALACE,
    PALACE_A_POINTS,
    PALACE_B_POINTS,
    PAWNS,
    PLACEMENTS,
    RESIDENCE,
    RESIDENCE_A_POINTS,
    RESIDENCE_B_POINTS,
    STACK_HEIGHT,
    STACKS,
    THEATER,
    THEATER_A_POINTS,
    THEATER_B_POINTS,
    WALL,
    WALL_A_POINTS,
    WALL_B_POINTS,
)
from ziggurat.games.amytis.rules import uses_side_b, validated_count, where_color, where_kind
from ziggurat.games.amytis.state import BUILD_PHASE, FAVOR_PHASE, OVER_PHASE, PALACE_PHASE
from ziggurat.geometry.square import ALL_SETS, COUNT, HAS_LINE, LINES, SPACES, spaces_set
from ziggurat.kernel import NONE, SMALL, kernel

# --- The names, in groups that are written by one kernel each ---------------------------------------------------------

FARTHEST = 4  # cards that lack this many tiles or more are counted as one

LINE_NAMES = ("architects", "other_architects", "line_stacks", "lines_of_two", "other_line", "pawns", "other_pawns")
BUILDING_NAMES = tuple(f"{kind}_{what}" for what in ("next", "b") for kind in KIND_NAMES)
PROJECT_NAMES = ("validated", "other_validated", "held_1", "held_2", "held_3", "held_4", "display_0", "display_1", "display_2")
END_NAMES = ("turn", "shortest_end", "own_turns", "low_1", "low_2", "low_3", "left_0", "left_1", "left_2", "left_3", "free_1", "free_2", "to_move", "second")
NEXT_NAMES = ("at_palace", "at_favor", "at_hand", "top_1", "top_2", "top_3", "free_palaces")

NAMES = (*LINE_NAMES, *BUILDING_NAMES, *PROJECT_NAMES, *FAVOR_FEATURES, *END_NAMES, *NEXT_NAMES)
"""A name for each feature. `other_` is the opponent; `_now` is what a favor is worth with the heights and cards of now."""
AT_BUILDINGS = len(LINE_NAMES)
AT_PROJECTS = AT_BUILDINGS + len(BUILDING_NAMES)
AT_FAVORS = AT_PROJECTS + len(PROJECT_NAMES)
AT_END = AT_FAVORS + len(FAVOR_FEATURES)
AT_NEXT = AT_END + len(END_NAMES)

# --- Tables -----------------------------------------------------------------------------------------------------------

LINE_SETS = np.array([spaces_set(line) for line in LINES], np.int16)
COMPLETING = np.array([sum(1 << s for s in range(STACKS) if not sets >> s & 1 and HAS_LINE[sets | 1 << s]) for sets in ALL_SETS], np.int16)
"""COMPLETING[architects]: the stacks on which one more architect completes a line."""


ALONE = False  # a move changes what the opponent can expect: tiles, cards and favors are taken from him


@kernel
def share_left(state):
    """The share of the game that is left, roughly."""
    return max(0.0, 1.0 - int(state.turn) / MAX_TURNS)


@kernel
def sift(state, moves, n, worth, keep, weights):
    """Keep all moves: there are few."""
    return n


LIKES = KINDS  # a casual player may prefer a type of building


@kernel
def liked(state, seat, kind):
    """How many tiles of a type lie open in the city."""
    return int(COUNT[where_kind(state.boards[seat], kind)])


@kernel
def features(state, seat, out):
    """Write the features of a seat to `out`: one number for each of NAMES, mostly between -1 and 2."""
    board, other = state.boards[seat & SMALL], state.boards[(1 - seat) & SMALL]
    waits = other_turn_comes_first(state, seat)
    mine = int(AFTER_RETRIEVING[board.architects & ALL_SPACES])  # as they stand when the next own turn begins
    theirs = int(AFTER_RETRIEVING[other.architects & ALL_SPACES]) if waits else int(other.architects)
    heights = heights_of(board)
    validated, other_validated = validated_count(board), validated_count(other)

    write_lines(state, board, other, mine, theirs, out)
    gains = write_buildings(state, board, heights, validated + other_validated, mine, theirs, waits, out[AT_BUILDINGS:])
    completes, done, fetch = write_projects(state, board, validated, other_validated, out[AT_PROJECTS:])
    favor = write_favors(state, seat, board, other, heights, validated, out[AT_FAVORS:])
    acts = write_end(state, seat, out[AT_END:])
    write_rest_of_turn(state, seat, board, gains, done, fetch, favor, out[AT_NEXT:])
    write_next_turn(state, board, heights, mine, theirs, gains, completes, fetch, favor, acts, out[AT_NEXT:])


@kernel
def other_turn_comes_first(state, seat):
    """Whether the opponent has a whole turn before the next one that the seat begins."""
    return state.phase != OVER_PHASE and (state.to_move == seat) != (state.phase == BUILD_PHASE)


# --- §3  Architects and their lines -----------------------------------------------------------------------------------


@kernel
def write_lines(state, board, other, mine, theirs, out):
    """§3.1 and §3.4  Who is how near to a line, and has how many pawns for favors."""
    free = state.standing & ~(mine | theirs)
    after = int(AFTER_RETRIEVING[theirs & ALL_SPACES])
    out[0] = int(COUNT[mine & ALL_SPACES]) / ARCHITECTS
    out[1] = int(COUNT[theirs & ALL_SPACES]) / ARCHITECTS
    out[2] = int(COUNT[COMPLETING[mine & ALL_SPACES] & free & ALL_SPACES]) * 0.5
    out[3] = lines_of_two(mine, free) * 0.25
    out[4] = (COMPLETING[after & ALL_SPACES] & free) != 0
    out[5] = board.pawns / PAWNS
    out[6] = other.pawns / PAWNS


@kernel
def lines_of_two(mine, free):
    """The lines that two more architects complete, before all of them return."""
    lines = 0
    for line in range(len(LINE_SETS)):
        missing = int(LINE_SETS[line]) & ~mine
        lines += COUNT[missing & ALL_SPACES] == 2 and (missing & ~free) == 0
    return lines if COUNT[mine & ALL_SPACES] <= ARCHITECTS - 2 else 0


# --- §4  Buildings ----------------------------------------------------------------------------------------------------


@kernel
def write_buildings(state, board, heights, all_validated, mine, theirs, waits, out):
    """§4  The most points that the next tile of each type gives, and which types use side B. Returns the points side by side."""
    architects = int(COUNT[mine & ALL_SPACES]) + 1
    standing = architects + int(COUNT[theirs & ALL_SPACES]) + waits
    gains = next_garden(board, heights, uses_side_b(state, GARDEN)) << (8 * GARDEN)
    gains |= next_wall(board, uses_side_b(state, WALL)) << (8 * WALL)
    gains |= (PALACE_B_POINTS * all_validated if uses_side_b(state, PALACE) else next_palace(board)) << (8 * PALACE)
    gains |= next_residence(board, uses_side_b(state, RESIDENCE)) << (8 * RESIDENCE)
    gains |= (THEATER_B_POINTS * architects if uses_side_b(state, THEATER) else THEATER_A_POINTS * standing) << (8 * THEATER)
    most = 0
    for color in range(COLORS):
        most = max(most, next_market(board, heights, color, uses_side_b(state, MARKET)))
    gains |= most << (8 * MARKET)
    for kind in range(KINDS):
        out[kind] = entry(gains, kind) * 0.1
        out[KINDS + kind] = uses_side_b(state, kind)
    return gains


@kernel
def next_garden(board, heights, side_b):
    """§4.1  A: on a space that brings it level with most stacks. B: on the highest stack."""
    most = 0
    if side_b:
        for space in range(SPACES):
            most = max(most, int(board.heights[space]))
        return GARDEN_B_POINTS * (most + 1)
    for height in range(HIGHEST):
        if entry(heights, height) > 0:
            most = max(most, entry(heights, height + 1))
    return GARDEN_A_POINTS * (most + 1)


@kernel
def next_market(board, heights, color, side_b):
    """§4.2  A market of this colour, on a space that shows another colour (A) or none (B)."""
    same = int(COUNT[where_color(board, color)])
    if side_b:
        return MARKET_B_POINTS * (SPACES - entry(heights, 0) - same)
    return MARKET_A_POINTS * min(SPACES, same + 1)


@kernel
def next_wall(board, side_b):
    """§4.3  A: on the edge. B: on a corner."""
    walls = where_kind(board, WALL)
    if side_b:
        return int(WALL_B_POINTS[min(int(COUNT[CORNERS]), int(COUNT[walls & CORNERS]) + 1)])
    return WALL_A_POINTS * min(int(COUNT[EDGE]), int(COUNT[walls & EDGE]) + 1)


@kernel
def next_palace(board):
    """§4.4  Side A, beside the visible palaces."""
    return PALACE_A_POINTS * min(SPACES, int(COUNT[where_kind(board, PALACE)]) + 1)


@kernel
def next_residence(board, side_b):
    """§4.5  A: with all types that are visible. B: beside the visible residences and markets."""
    if side_b:
        return RESIDENCE_B_POINTS * min(SPACES, int(COUNT[where_kind(board, RESIDENCE) | where_kind(board, MARKET)]) + 1)
    different = 0
    for kind in range(KINDS):
        different += kind == RESIDENCE or where_kind(board, kind) != 0
    return RESIDENCE_A_POINTS * different


# --- §5  Projects -----------------------------------------------------------------------------------------------------


@kernel
def write_projects(state, board, validated, other_validated, out):
    """§5  Points of the open own cards and of the display, by the tiles that they lack.

    Returns, side by side, the points that one tile of each colour completes; the points of own cards that are complete and wait
    for their turn to end; and the best card of the display that is complete.
    """
    held, completes = 0, 0
    for place in range(int(board.card_count)):
        if (int(board.validated) >> place) & 1 == 0:
            card = int(board.cards[place]) & SMALL
            lacking, wanted = lacking_tiles(board, card)
            points = int(CARD_POINTS[card])
            held += points << (8 * lacking)
            for color in range(COLORS):
                if (wanted >> (ONE_SET * color)) & ALL_SPACES != 0:
                    completes += points << (8 * color)
    display, fetch = 0, 0
    for slot in range(DISPLAY):
        if state.display[slot] != NONE:
            card = int(state.display[slot]) & SMALL
            lacking, _ = lacking_tiles(board, card)
            points = int(CARD_POINTS[card])
            display += points << (8 * lacking)
            if lacking == 0:
                fetch = max(fetch, points)
    out[0] = validated * 0.2
    out[1] = other_validated * 0.2
    for lacking in range(1, FARTHEST + 1):
        out[1 + lacking] = entry(held, lacking) * 0.025
    for lacking in range(3):
        out[2 + FARTHEST + lacking] = entry(display, lacking) * 0.05
    return completes, entry(held, 0), fetch


@kernel
def lacking_tiles(board, card):
    """How many tiles the card lacks in the best way of laying it, up to FARTHEST; and the colour sets of the tiles that alone complete it."""
    missing_colors = ~board.colors
    none, one, two, three, wanted = 0, 0, 0, 0, 0
    for way in range(PLACEMENTS.shape[1]):  # all sixteen side by side, without a branch; x & (x - 1) takes the lowest tile away
        missing = PLACEMENTS[card, way] & missing_colors
        but_one = missing & (missing - 1)
        but_two = but_one & (but_one - 1)
        none += missing == 0
        one += but_one == 0
        two += but_two == 0
        three += (but_two & (but_two - 1)) == 0
        wanted |= missing if but_one == 0 else 0
    return FARTHEST - (none > 0) - (one > 0) - (two > 0) - (three > 0), wanted


# --- §7  End of the game ----------------------------------------------------------------------------------------------


@kernel
def write_end(state, seat, out):
    """§7  How near the end is; returns whether the seat may have another turn."""
    low, second, third = STACK_HEIGHT, STACK_HEIGHT, STACK_HEIGHT
    stacks, free = 0, 0
    architects = int(state.boards[0].architects | state.boards[1].architects)
    for stack in range(STACKS):
        left = int(state.left[stack])
        stacks += 1 << (8 * left)
        free += (1 - ((architects >> stack) & 1)) << (8 * left)
        third = min(third, max(second, left))
        second = min(second, max(low, left))
        low = min(low, left)
    is_building = state.phase == BUILD_PHASE
    first = int(state.to_move) if is_building else 1 - int(state.to_move)  # who begins the next turn
    turns = low + second  # until two stacks are empty
    is_open = turns > 0
    turns += (first + turns) & 1  # the second player has the last turn
    own_turns = (turns + (first == seat)) // 2
    if state.phase == OVER_PHASE:
        is_open, turns, own_turns = False, 0, 0
    out[0] = state.turn / MAX_TURNS
    out[1] = turns * 0.1
    out[2] = own_turns * 0.2
    out[3] = low / STACK_HEIGHT
    out[4] = second / STACK_HEIGHT
    out[5] = third / STACK_HEIGHT
    for left in range(4):
        out[6 + left] = entry(stacks, left) * 0.25
    out[10] = entry(free, 1) * 0.25
    out[11] = entry(free, 2) * 0.25
    out[12] = state.to_move == seat
    out[13] = seat
    return is_open or own_turns > 0


# --- The rest of this turn, and the next one --------------------------------------------------------------------------


@kernel
def write_rest_of_turn(state, seat, board, gains, done, fetch, favor, out):
    """§4.4 and §3.4  The points that the seat takes at once at a palace or with a favor."""
    at_palace = state.phase == PALACE_PHASE and state.to_move == seat
    at_favor = state.phase == FAVOR_PHASE and state.to_move == seat
    points = 0
    if at_palace:
        points = done + palace_and_card(state, entry(gains, PALACE), fetch)
        if not uses_side_b(state, PALACE):
            points -= PALACE_A_POINTS  # this palace is visible already
    if (at_palace or at_favor) and HAS_LINE[board.architects & ALL_SPACES]:
        points += favor
    out[0] = at_palace
    out[1] = at_favor
    out[2] = points * 0.05


@kernel
def palace_and_card(state, points, fetch):
    """§4.4  The points of a palace with those of a complete card of the display: both (A), or the better of them (B)."""
    return max(points, fetch) if uses_side_b(state, PALACE) else points + fetch


@kernel
def write_next_turn(state, board, heights, mine, theirs, gains, completes, fetch, favor, acts, out):
    """§3.2  The three best top tiles, each with what it scores, completes and draws with it; nothing when the seat has no turn left."""
    free = state.standing & ~(mine | theirs)
    lines = int(COMPLETING[mine & ALL_SPACES])
    best, second, third, palaces = 0, 0, 0, 0
    for stack in range(STACKS):
        if (free >> stack) & 1:
            tile = int(state.tiles[stack, (int(state.left[stack]) - 1) & SMALL]) & SMALL
            kind, color = int(KIND_OF[tile]), int(COLOR_OF[tile])
            points = entry(gains, kind)
            if kind == MARKET:
                points = next_market(board, heights, color, uses_side_b(state, MARKET))
            elif kind == PALACE:
                palaces += 1
                points = palace_and_card(state, points, fetch)
            points += entry(completes, color) + favor * ((lines >> stack) & 1)
            third = max(third, min(second, points))
            second = max(second, min(best, points))
            best = max(best, points)
    out[3] = best * acts * 0.05
    out[4] = second * acts * 0.05
    out[5] = third * acts * 0.05
    out[6] = palaces * 0.25
