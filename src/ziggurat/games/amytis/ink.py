"""The view of `sight.py` as JSON, written by compiled code: what a table sends at every move (`tests/games/test_ink.py` compares the two)."""

from __future__ import annotations

import json

import numpy as np

from ziggurat.games.amytis.material import ARCHITECTS, CARD_POINTS, CARDS, DISPLAY, FAVOR_NAMES, KINDS, MAX_CARDS, SEATS, STACKS, TILE_NAMES, TOP_FAVORS
from ziggurat.games.amytis.moves import TEXTS, Telling, tell_decision
from ziggurat.games.amytis.reach import CARD_FACES
from ziggurat.games.amytis.rules import TAKE_CARD, TAKE_DECK
from ziggurat.games.amytis.scoring import LINES, breakdown
from ziggurat.games.amytis.state import Phase
from ziggurat.geometry.square import SIZE, SPACES
from ziggurat.ink import inked, put, put_number
from ziggurat.kernel import NONE, kernel

__all__ = ["LINES", "LONGEST", "MOST_TOLD", "SEATS", "TEXTS", "telling", "write_told", "write_view"]
LONGEST = 4096  # bytes that a view can have
COUNT = len(LINES)
ALWAYS = np.array([":" not in line for line in LINES])
"""Lines of single cards appear only when they count."""
TILES = inked(TILE_NAMES)
PHASES = inked(f'"phase":"{phase.name.lower()}","stacks":[' for phase in Phase)
SHEET = inked(*(f'"{line}":' for line in LINES))
FAVORS = inked(*(f'"{name}":' for name in FAVOR_NAMES[:TOP_FAVORS]))
FACES = inked(f'"{card + 1}":{json.dumps(face, separators=(",", ":"))}' for card, face in enumerate(CARD_FACES))
OWNERS = inked("null", *map(str, range(SEATS)))
WORDS = inked(
    '{"top":"', '{"top":null', '"', ',"left":', ',"architect":', "}", ",", '],"display":[', '],"deck_left":', ',"favors":{', '"row":[',
    ']},"cards":{', '},"seats":[',
    '{"board":[["', '","', '"],["', " ", '"]],"track":', ',"projects":[', '],"validated":[', '],"architects_left":', ',"pawns_left":', ',"score":',
    ',"breakdown":{', "null",
)  # fmt: skip
TOP, NO_TOP, QUOTE, LEFT, ARCHITECT, CLOSE, COMMA, SHOWN, DECK, COLUMNS, ROW, KNOWN, SHEETS = range(13)
BOARD, NEXT, LINE, SPACE, TRACK, PROJECTS, VALIDATED, ARCHITECTS_LEFT, PAWNS_LEFT, SCORE, BREAKDOWN, NULL = range(13, 25)


@kernel
def write_view(states, at, out, ends, lines):
    """What everyone sees of the position, from `phase` on, with scores; where each seat's sheet ends (its brace is not closed); how many bytes."""
    state = states[at]
    n = put(out, 0, PHASES, int(state.phase))
    for stack in range(STACKS):
        n = write_stack(state, stack, out, n)
    n = put(out, n - 1, WORDS, SHOWN)
    for slot in range(DISPLAY):
        card = int(state.display[slot])
        n = put(out, n, WORDS, NULL) if card == NONE else put_number(out, n, card + 1)
        n = put(out, n, WORDS, COMMA)
    n = put_number(out, put(out, n - 1, WORDS, DECK), CARDS - int(state.drawn))
    n = put(out, n, WORDS, COLUMNS)
    for favor in range(TOP_FAVORS):
        n = put(out, n, FAVORS, favor)
        n = put(out, n, OWNERS, int(state.favors[favor]) + 1)
        n = put(out, n, WORDS, COMMA)
    n = write_row(state, out, put(out, n, WORDS, ROW))
    n = write_faces(state, out, put(out, n, WORDS, KNOWN))
    n = put(out, n, WORDS, SHEETS)
    for seat in range(SEATS):
        breakdown(state, seat, lines[seat])
        n = write_sheet(state, seat, lines[seat], out, n)
        ends[seat] = n
    return n


@kernel
def write_stack(state, stack, out, n):
    """The top tile of a stack, how many are left, whose architect stands on it."""
    left = int(state.left[stack])
    if left > 0:
        n = put(out, put(out, n, WORDS, TOP), TILES, int(state.tiles[stack, left - 1]))
        n = put(out, n, WORDS, QUOTE)
    else:
        n = put(out, n, WORDS, NO_TOP)
    n = put_number(out, put(out, n, WORDS, LEFT), left)
    owner = 0
    for seat in range(SEATS):
        if int(state.boards[seat].architects) >> stack & 1:
            owner = seat + 1
    n = put(out, put(out, n, WORDS, ARCHITECT), OWNERS, owner)
    return put(out, put(out, n, WORDS, CLOSE), WORDS, COMMA)


@kernel
def write_row(state, out, n):
    """The seats of the pawns in the bottom row."""
    some = 0
    for seat in range(SEATS):
        for _ in range(int(state.boards[seat].row_pawns)):
            n = put(out, put(out, n, OWNERS, seat + 1), WORDS, COMMA)
            some = 1
    return n - some


@kernel
def write_faces(state, out, n):
    """What is printed on the cards of the players and of the display."""
    some = 0
    for seat in range(SEATS):
        board = state.boards[seat]
        for place in range(int(board.card_count)):
            n = put(out, put(out, n, FACES, int(board.cards[place])), WORDS, COMMA)
            some = 1
    for slot in range(DISPLAY):
        card = int(state.display[slot])
        if card != NONE:
            n = put(out, put(out, n, FACES, card), WORDS, COMMA)
            some = 1
    return n - some


@kernel
def write_sheet(state, seat, lines, out, n):
    """What lies before one player, with the points."""
    board = state.boards[seat]
    built = 0
    for space in range(SPACES):
        built += int(board.heights[space])
    for space in range(SPACES):
        n = put(out, n, WORDS, BOARD if space == 0 else LINE if space % SIZE == 0 else NEXT)
        first = True
        for turn in range(built):
            tile = int(state.tiles_built[turn * SEATS + seat])
            if tile % SPACES == space:
                if not first:
                    n = put(out, n, WORDS, SPACE)
                n = put(out, n, TILES, tile // SPACES)
                first = False
    track = 0
    for kind in range(KINDS):
        track += int(board.points[kind])
    n = put_number(out, put(out, n, WORDS, TRACK), track)
    n = write_cards(board, 0, out, put(out, n, WORDS, PROJECTS))
    n = write_cards(board, 1, out, put(out, n, WORDS, VALIDATED))
    standing = 0
    for stack in range(STACKS):
        standing += int(board.architects) >> stack & 1
    n = put_number(out, put(out, n, WORDS, ARCHITECTS_LEFT), ARCHITECTS - standing)
    n = put_number(out, put(out, n, WORDS, PAWNS_LEFT), int(board.pawns))
    return write_lines(lines, out, n)


@kernel
def write_cards(board, validated, out, n):
    """The cards of a player that are validated, or are not."""
    some = 0
    for place in range(int(board.card_count)):
        if int(board.validated) >> place & 1 == validated:
            n = put(out, put_number(out, n, int(board.cards[place]) + 1), WORDS, COMMA)
            some = 1
    return n - some


@kernel
def write_lines(lines, out, n):
    """The score and where it comes from."""
    score = 0
    for line in range(COUNT):
        score += int(lines[line])
    n = put_number(out, put(out, n, WORDS, SCORE), score)
    n = put(out, n, WORDS, BREAKDOWN)
    for line in range(COUNT):
        if ALWAYS[line] or lines[line] != 0:
            n = put_number(out, put(out, n, SHEET, line), int(lines[line]))
            n = put(out, n, WORDS, COMMA)
    return put(out, n - 1, WORDS, CLOSE)


# --- The log: what `moves.tell` says, each sentence as four numbers -----------------------------------------------------

MOST_TOLD = MAX_CARDS + 3
DECIDED, GAINED, PROVED, RETRIEVED = range(4)


@kernel
def write_told(states, at, move, out):
    """What is told of the move taken at a place, a row for each sentence: what it is, two numbers, and the player; how many rows."""
    before, after = states[at], states[at + 1]
    mover = int(before.to_move)
    board, then = before.boards[mover], after.boards[mover]
    taken = -1
    if move < TAKE_CARD:
        stack = move // SPACES
        taken = int(before.tiles[stack, int(before.left[stack]) - 1])
    elif move < TAKE_DECK:
        taken = int(before.display[move - TAKE_CARD])
    elif move == TAKE_DECK:
        taken = int(before.projects[int(before.drawn)])
    n = put_row(out, 0, DECIDED, move, taken, mover)
    gain = 0
    for kind in range(KINDS):
        gain += int(then.points[kind]) - int(board.points[kind])
    if gain != 0:
        n = put_row(out, n, GAINED, gain, 0, mover)
    fresh = int(then.validated) & ~int(board.validated)
    for place in range(int(then.card_count)):
        if fresh >> place & 1:
            n = put_row(out, n, PROVED, int(then.cards[place]), 0, mover)
    other = 1 - mover
    if after.to_move == other and before.boards[other].architects != 0 and after.boards[other].architects == 0:
        n = put_row(out, n, RETRIEVED, 0, 0, other)
    return n


@kernel
def put_row(out, n, what, first, second, player):
    """One sentence; how many there are now."""
    out[n, 0], out[n, 1], out[n, 2], out[n, 3] = what, first, second, player
    return n + 1


def telling(what: int, first: int, second: int) -> Telling:
    """The key and the values of a sentence, but for the player."""
    if what == DECIDED:
        return tell_decision(first, second)
    if what == PROVED:
        return "log.validated", {"n": int(CARD_POINTS[first])}
    return ("log.gain", {"n": first}) if what == GAINED else ("log.retrieve", {})
