"""Moves as text (§11): `b2>a1` take and build, `+1` `+deck` `+points` at a palace, `!IV` a favor. And why a move is illegal."""

from __future__ import annotations

import re
from typing import Any

from ziggurat.errors import InvalidMove
from ziggurat.games.amytis.choices import TEXTS, tile_words
from ziggurat.games.amytis.material import CARD_POINTS, FAVOR_NAMES, ROW_SPACES, Favor
from ziggurat.games.amytis.rules import PLACE_PAWN, TAKE_CARD, TAKE_DECK, TAKE_POINTS
from ziggurat.games.amytis.state import STATE, Phase
from ziggurat.games.amytis.unpack_record import Unpack
from ziggurat.geometry.square import SPACE_NAMES, SPACES
from ziggurat.view import Telling

CODES = {text: move for move, text in TEXTS.items()}
SLOPPY = {text.lower(): move for text, move in CODES.items()}
AROUND = Unpack(
    STATE,
    "boards.points",
    "boards.architects",
    "boards.validated",
    "boards.cards",
    "boards.card_count",
    "boards.pawns",
    "turn",
    "to_move",
    "phase",
    "tiles_built",
)
"""The fields of the positions before and after a move that sentences about it need."""


def to_text(state: Any, move: int) -> str:
    """The one spelling of a move."""
    return TEXTS[move]


def from_text(state: Any, text: str) -> int:
    """The move, also from sloppy spellings (spaces, upper case, `b2-a1`, `b2 a1`)."""
    if (move := CODES.get(text)) is not None:
        return move
    tidy = re.sub(r"\s+", "", text).lower()
    move = SLOPPY.get(tidy)
    if move is None:
        move = SLOPPY.get(re.sub(r"^([a-c][1-3])(?:->|-|:|,|to)?([a-c][1-3])$", r"\1>\2", tidy))
    if move is None:
        raise InvalidMove(f"`{text}` is not a move: write `b2>a1` (stack, then space), `+1` `+deck` `+points` at a palace, `!IV` `!row` for a favor")
    return move


def spell(text: str) -> list[str]:
    """The pieces that spell a move, as the picture names them: a stack with its `>` and a space, or the choice."""
    stack, arrow, space = text.partition(">")
    return [f"{stack}>", space] if arrow else [text]


def why_not(state: Any, move: int) -> Telling:
    """The reason why a move cannot be played here, as a key of `text/*.json` with its values."""
    if state.phase == Phase.PALACE and not TAKE_CARD <= move < PLACE_PAWN:
        return "reason.choose_card", {}
    if state.phase == Phase.FAVOR and move < PLACE_PAWN:
        return "reason.choose_favor", {}
    if move < TAKE_CARD:
        return why_not_build(state, move // SPACES)
    if move < PLACE_PAWN:
        return why_not_choice(state, move)
    return why_not_favor(state, Favor(move - PLACE_PAWN))


def why_not_build(state: Any, stack: int) -> Telling:
    """§3.2  The stack is empty or an architect stands on it."""
    for seat, board in enumerate(state.boards):
        if board.architects >> stack & 1:
            return "reason.architect", {"stack": SPACE_NAMES[stack], "player": seat}
    return "reason.stack_empty", {"stack": SPACE_NAMES[stack]}


def why_not_choice(state: Any, move: int) -> Telling:
    """§4.4  No palace was built, or the card is not there, or the side offers no points."""
    if state.phase != Phase.PALACE:
        return "reason.no_palace", {}
    if move == TAKE_POINTS:
        return "reason.side_a_points", {}
    if move == TAKE_DECK:
        return "reason.deck_empty", {}
    return "reason.no_card", {"slot": move - TAKE_CARD + 1}


def why_not_favor(state: Any, favor: Favor) -> Telling:
    """§3.4  No line was completed, or the space is occupied."""
    if state.phase != Phase.FAVOR:
        return "reason.no_line", {}
    if favor == Favor.ROW:
        full = sum(int(board.row_pawns) for board in state.boards) == ROW_SPACES
        return ("reason.row_full", {}) if full else ("reason.row_limit", {})
    return "reason.favor_taken", {"favor": FAVOR_NAMES[favor], "player": int(state.favors[favor])}


def tell(before: Any, move: int, after: Any, seat: int | None = None) -> list[Telling]:
    """The move and what came of it in words: keys of `text/*.json` with values. A value `=key` is itself a key; `player` is a seat."""
    was, now = AROUND(before), AROUND(after)
    mover = was.to_move
    other, board, then = 1 - mover, was.boards[mover], now.boards[mover]
    sentences = [(key, {"player": mover, **values}) for key, values in (tell_move(move, was.turn, now, then), *tell_effects(board, then))]
    if now.to_move == other and was.boards[other].architects and not now.boards[other].architects:
        sentences.append(("log.retrieve", {"player": other}))
    return sentences


def tell_move(move: int, turn: int, now: Any, then: Any) -> Telling:
    """The decision itself: after it, the tile lies on the player's board, the card among the player's cards."""
    if move < TAKE_CARD:
        return "log.build", {**tile_words(now.tiles_built[turn] // SPACES), "stack": SPACE_NAMES[move // SPACES], "space": SPACE_NAMES[move % SPACES]}
    if move >= PLACE_PAWN:
        return "log.favor", {"favor": f"=favor.{FAVOR_NAMES[move - PLACE_PAWN]}"}
    if move == TAKE_POINTS:
        return "log.points", {}
    return "log.deck" if move == TAKE_DECK else "log.card", {"n": int(CARD_POINTS[then.cards[then.card_count - 1]])}


def tell_effects(board: Any, then: Any) -> list[Telling]:
    """Points scored and projects validated by the move."""
    gain = sum(then.points) - sum(board.points)
    return [*([("log.gain", {"n": gain})] if gain else []), *tell_projects("log.validated", board, then)]


def tell_projects(key: str, board: Any, then: Any) -> list[Telling]:
    """§5  The projects that the move validated, each with its points."""
    fresh = then.validated & ~board.validated
    return [(key, {"n": int(CARD_POINTS[card])}) for place, card in enumerate(then.cards) if fresh >> place & 1] if fresh else []
