"""Moves as text (§11): `b2>a1` take and build, `+1` `+deck` `+points` at a palace, `!IV` a favor. And why a move is illegal."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ziggurat.errors import InvalidMove
from ziggurat.games.amytis.material import CARD_POINTS, COLOR_LETTERS, DISPLAY, FAVOR_NAMES, KIND_NAMES, KINDS, ROW_SPACES, Favor
from ziggurat.games.amytis.rules import PLACE_PAWN, TAKE_CARD, TAKE_DECK, TAKE_POINTS
from ziggurat.games.amytis.state import Phase
from ziggurat.geometry.square import SPACE_INDEX, SPACE_NAMES, SPACES

Telling = tuple[str, dict[str, Any]]

CHOICES = {**{f"+{slot + 1}": TAKE_CARD + slot for slot in range(DISPLAY)}, "+deck": TAKE_DECK, "+points": TAKE_POINTS}
FAVORS = {f"!{name}": PLACE_PAWN + favor for favor, name in enumerate(FAVOR_NAMES)}
BUILDS = {f"{stack}>{space}": SPACES * s + t for stack, s in SPACE_INDEX.items() for space, t in SPACE_INDEX.items()}
MOVES = {**BUILDS, **CHOICES, **FAVORS}
TEXTS = {move: text for text, move in MOVES.items()}
SLOPPY = {text.lower(): move for text, move in MOVES.items()}


def to_text(state: Any, move: int) -> str:
    """The one spelling of a move."""
    return TEXTS[move]


def from_text(state: Any, text: str) -> int:
    """The move, also from sloppy spellings (spaces, upper case, `b2-a1`, `b2 a1`)."""
    if (found := MOVES.get(text)) is not None:
        return found
    tidy = re.sub(r"\s+", "", text).lower()
    found = SLOPPY.get(tidy)
    if found is None:
        found = SLOPPY.get(re.sub(r"^([a-c][1-3])(?:->|-|:|,|to)?([a-c][1-3])$", r"\1>\2", tidy))
    if found is None:
        raise InvalidMove(f"`{text}` is not a move: write `b2>a1` (stack, then space), `+1` `+deck` `+points` at a palace, `!IV` `!row` for a favor")
    return found


def parts(state: Any, move: int) -> dict[str, Any]:
    """What the text of a move says, in parts, for a page that lets people click it together. What `+deck` brings, chance decides."""
    if move < TAKE_CARD:
        return {"kind": "build", "stack": SPACE_NAMES[move // SPACES], "space": SPACE_NAMES[move % SPACES]}
    if move == TAKE_DECK:
        return {"kind": "deck", "chance": True}
    if move == TAKE_POINTS:
        return {"kind": "points"}
    if move < PLACE_PAWN:
        return {"kind": "card", "slot": move - TAKE_CARD}
    return {"kind": "favor", "favor": FAVOR_NAMES[move - PLACE_PAWN]}


def why_not(state: Any, move: int) -> Telling:
    """The reason why a move cannot be played here, as a key of `text/*.json` with its values."""
    if state.phase == Phase.PALACE and move not in CHOICES.values():
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


field = np.void.__getitem__  # of a record: the one of `np.record` is written in Python and takes ten times as long


def tell(before: Any, move: int, after: Any, seat: int | None = None) -> list[Telling]:
    """The move and what came of it in words: keys of `text/*.json` with values. A value `=key` is itself a key; `player` is a seat."""
    mover = int(field(before, "to_move"))
    boards, then = field(before, "boards"), field(after, "boards")
    told = [(key, {"player": mover, **values}) for key, values in (tell_move(before, move), *tell_effects(boards[mover], then[mover]))]
    other = 1 - mover
    if field(after, "to_move") == other and field(boards[other], "architects") and not field(then[other], "architects"):
        told.append(("log.retrieve", {"player": other}))
    return told


def tell_move(state: Any, move: int) -> Telling:
    """The decision itself."""
    return tell_decision(move, taken(state, move))


def taken(state: Any, move: int) -> int:
    """The tile or the card that a decision takes; -1 for none."""
    if move < TAKE_CARD:
        stack = move // SPACES
        return int(field(state, "tiles")[stack, field(state, "left")[stack] - 1])
    if move == TAKE_DECK:
        return int(state.projects[state.drawn])
    return int(state.display[move - TAKE_CARD]) if move < TAKE_DECK else -1


def tell_decision(move: int, taken: int) -> Telling:
    """A decision that takes this tile or card."""
    if move < TAKE_CARD:
        return "log.build", {
            "color": f"=color.{COLOR_LETTERS[taken // KINDS]}",
            "kind": f"=kind.{KIND_NAMES[taken % KINDS]}",
            "stack": SPACE_NAMES[move // SPACES],
            "space": SPACE_NAMES[move % SPACES],
        }
    if move == TAKE_DECK:
        return "log.deck", {"n": int(CARD_POINTS[taken])}
    if move == TAKE_POINTS:
        return "log.points", {}
    if move < PLACE_PAWN:
        return "log.card", {"n": int(CARD_POINTS[taken])}
    return "log.favor", {"favor": f"=favor.{FAVOR_NAMES[move - PLACE_PAWN]}"}


def tell_effects(before: Any, after: Any) -> list[Telling]:
    """Points scored and projects validated by the move."""
    told: list[Telling] = []
    if gain := sum(field(after, "points").tolist()) - sum(field(before, "points").tolist()):
        told.append(("log.gain", {"n": gain}))
    fresh = int(field(after, "validated")) & ~int(field(before, "validated"))
    cards = field(after, "cards").tolist()[: int(field(after, "card_count"))] if fresh else []
    return told + [("log.validated", {"n": int(CARD_POINTS[card])}) for place, card in enumerate(cards) if fresh >> place & 1]
