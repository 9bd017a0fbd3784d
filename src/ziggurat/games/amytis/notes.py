"""What a page says of a move in words: what it would do beside its points, the pieces that a hint points at, and why it cannot be played."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.games.amytis.material import ALL_SPACES, CARD_POINTS, COLOR_LETTERS, FAVOR_NAMES, KIND_NAMES, KINDS, PALACE
from ziggurat.games.amytis.moves import TEXTS, taken, why_not
from ziggurat.games.amytis.rules import PLACE_PAWN, TAKE_CARD, TAKE_DECK, TAKE_POINTS, apply, legal_moves, uses_side_b
from ziggurat.games.amytis.state import Phase
from ziggurat.geometry.square import HAS_LINE, SPACE_NAMES, SPACES

Note = tuple[str, dict[str, Any]]
Piece = tuple[Note, dict[str, str | int]]
MOST_CHOICES = 8


def notes(before: Any, after: Any, seat: int, move: int) -> list[Note]:
    """Keys of `text/*.json` with their values."""
    board, then = before["boards"][seat], after["boards"][seat]
    return [*projects(board, then), *palace(after, seat), *lines(board, then)]


def projects(board: Any, then: Any) -> list[Note]:
    """§5  The projects that the move validates."""
    fresh = int(then["validated"]) & ~int(board["validated"])
    cards = then["cards"].tolist()[: int(then["card_count"])]
    return [("note.project", {"n": int(CARD_POINTS[card])}) for place, card in enumerate(cards) if fresh >> place & 1]


def lines(board: Any, then: Any) -> list[Note]:
    """§3.4  A new line of three architects, and whether a pawn is left for its favor."""
    had, has = (bool(HAS_LINE[int(side["architects"]) & ALL_SPACES]) for side in (board, then))
    return [] if had or not has else [("note.line", {}) if then["pawns"] else ("note.line_no_pawn", {})]


def palace(after: Any, seat: int) -> list[Note]:
    """§4.4  A palace scores with the choice that follows it, not at once."""
    if after["phase"] != Phase.PALACE:
        return []
    then, choices = np.array([after], after.dtype), np.zeros(MOST_CHOICES, np.int32)
    legal_moves(after, choices)
    apply(then[0], TAKE_POINTS if uses_side_b(after, PALACE) else int(choices[0]))
    gain = int(then[0]["boards"][seat]["points"].sum()) - int(after["boards"][seat]["points"].sum())
    return [(f"note.palace.{side(after)}", {"n": gain})]


def side(state: Any) -> str:
    """The side of the palace in this game."""
    return "B" if uses_side_b(state, PALACE) else "A"


def pieces(state: Any, move: int) -> list[Piece]:
    """What one takes in hand for a move, in order: how a hint names it, and what is marked on the board."""
    if move >= TAKE_CARD:
        return [(choice(state, move), {"text": TEXTS[move]})]
    stack, space = SPACE_NAMES[move // SPACES], SPACE_NAMES[move % SPACES]
    on_stack = "look.stack", {**tile_words(taken(state, move)), "stack": stack}
    return [(on_stack, {"stack": stack}), (space_words(state, move % SPACES), {"space": space})]


def choice(state: Any, move: int) -> Note:
    """A choice at a palace or of a favor."""
    if move == TAKE_DECK:
        return "look.deck", {}
    if move == TAKE_POINTS:
        return "look.points", {}
    if move >= PLACE_PAWN:
        return "look.favor", {"favor": f"=favor.{FAVOR_NAMES[move - PLACE_PAWN]}"}
    return f"look.card.{move - TAKE_CARD}", {"n": int(CARD_POINTS[taken(state, move)])}


def tile_words(tile: int) -> dict[str, Any]:
    """Colour and type of a tile."""
    return {"color": f"=color.{COLOR_LETTERS[tile // KINDS]}", "kind": f"=kind.{KIND_NAMES[tile % KINDS]}"}


def space_words(state: Any, space: int) -> Note:
    """A space of the board of the seat to move: what is visible on it."""
    board, name = state["boards"][int(state["to_move"])], SPACE_NAMES[space]
    if not board["heights"][space]:
        return "look.space.empty", {"space": name}
    color = next(n for n in range(len(COLOR_LETTERS)) if int(board["colors"]) >> (SPACES * n + space) & 1)
    kind = next(n for n in range(KINDS) if int(board["kinds"]) >> (SPACES * n + space) & 1)
    return "look.space", {**tile_words(color * KINDS + kind), "space": name}


def refusal(state: Any, move: int) -> Note:
    """Why the seat to move cannot play this, said to its player: the reasons of `moves.why_not` without what is typed."""
    reason, values = why_not(state, move)
    key = reason.replace("reason.", "refusal.")
    if key == "refusal.choose_card":
        return f"{key}.{side(state)}", {}
    if values.get("player") == int(state["to_move"]):
        return f"{key}.yours", {}
    return key, {"player": values["player"]} if "player" in values else {}
