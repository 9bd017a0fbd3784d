"""The legal moves in parts: what a page, a hint and a review are made from."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from ziggurat.games.amytis.material import CARD_POINTS, COLOR_LETTERS, COLORS, DISPLAY, FAVOR_NAMES, KIND_NAMES, KINDS
from ziggurat.games.amytis.rules import TAKE_CARD, TAKE_DECK, where_color, where_kind
from ziggurat.games.amytis.scoring import LINES, breakdown
from ziggurat.games.amytis.types import Choice, SpaceName
from ziggurat.geometry.square import SPACE_NAMES, SPACES
from ziggurat.kernel import NONE, kernel
from ziggurat.view import Gain, Piece, Telling, Values

PLACES = cast("tuple[SpaceName, ...]", SPACE_NAMES)
MOVES = [
    *(Choice(f"{stack}>{space}", "build", stack=stack, space=space) for stack in PLACES for space in PLACES),
    *(Choice(f"+{slot + 1}", "card", slot=slot) for slot in range(DISPLAY)),
    Choice("+deck", "deck", chance=True),
    Choice("+points", "points"),
    *(Choice(f"!{favor}", "favor", favor=favor) for favor in FAVOR_NAMES),
]
"""Every move, in the order of their numbers (`rules.py`); all but `gain`."""
TEXTS = {move: choice.text for move, choice in enumerate(MOVES)}
SAID = [msgspec.structs.astuple(move)[:-1] for move in MOVES]

PARTS = ("move", "taken", "covered")
"""The number of a move says its text; the tile or the card that it takes and the tile that it covers are NONE where there is none, or chance decides."""
SOURCES = LINES
points = breakdown


@kernel
def parts(state, move, out):
    """Write the parts of a move."""
    out[0] = move
    out[1] = taken(state, move)
    out[2] = visible_tile(state.boards[state.to_move], move % SPACES) if move < TAKE_CARD else NONE


@kernel
def taken(state, move):
    """§3.2 and §4.4  The tile on top of the stack, or the card of the display."""
    if move < TAKE_CARD:
        stack = move // SPACES
        return int(state.tiles[stack, int(state.left[stack]) - 1])
    return int(state.display[move - TAKE_CARD]) if move < TAKE_DECK else NONE


@kernel
def visible_tile(board, space):
    """§3.3  The tile on top of an own space."""
    if board.heights[space] == 0:
        return NONE
    tile = 0
    for color in range(COLORS):
        tile += color * KINDS * ((where_color(board, color) >> space) & 1)
    for kind in range(KINDS):
        tile += kind * ((where_kind(board, kind) >> space) & 1)
    return int(tile)


@kernel
def points_after(before, after, seat, out):
    """Write the points of a seat after a move."""
    breakdown(after, seat, out)


def texts(state: Any, codes: list[int]) -> list[str]:
    """The legal moves as text."""
    return [TEXTS[code] for code in codes]


def choices(texts: list[str], codes: list[int], parts: list[list[int]], gains: list[Gain] | None) -> list[Choice]:
    """The legal moves in parts. What `+deck` brings, chance decides."""
    if gains is None:
        return [MOVES[code] for code in codes]
    return [Choice(*(*SAID[code], gain if code != TAKE_DECK else None)) for code, gain in zip(codes, gains, strict=True)]


def piece_keys(parts: list[int]) -> list[int]:
    """The stack and the space, or the choice."""
    move = parts[0]
    return [*divmod(move, SPACES)] if move < TAKE_CARD else [move]


def pieces(state: Any, parts: list[int]) -> list[Piece]:
    """The tile on its stack and the space, or the choice."""
    move, tile, covered = parts
    if move >= TAKE_CARD:
        return [(look_at(MOVES[move], tile), {"text": TEXTS[move]})]
    stack, space = PLACES[move // SPACES], PLACES[move % SPACES]
    there: Telling = ("look.space.empty", {"space": space}) if covered == NONE else ("look.space", {**tile_words(covered), "space": space})
    return [(("look.stack", {**tile_words(tile), "stack": stack}), {"stack": stack}), (there, {"space": space})]


def look_at(choice: Choice, card: int) -> Telling:
    """A choice at a palace or of a favor."""
    if choice.kind == "favor":
        return "look.favor", {"favor": f"=favor.{choice.favor}"}
    if choice.kind == "card":
        return f"look.card.{choice.slot}", {"n": int(CARD_POINTS[card])}
    return f"look.{choice.kind}", {}


def tile_words(tile: int) -> Values:
    """Colour and type of a tile."""
    return {"color": f"=color.{COLOR_LETTERS[tile // KINDS]}", "kind": f"=kind.{KIND_NAMES[tile % KINDS]}"}
