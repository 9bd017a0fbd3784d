"""What a page says of a move in words: what it would do beside its points, and why it cannot be played."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.games.amytis.material import ALL_SPACES, CARD_POINTS, PALACE
from ziggurat.games.amytis.move_text import AROUND, why_not
from ziggurat.games.amytis.project_reach import WAYS
from ziggurat.games.amytis.rules import TAKE_POINTS, apply, legal_moves, uses_side_b
from ziggurat.games.amytis.state import STATE, Phase
from ziggurat.games.amytis.unpack_record import Unpack
from ziggurat.geometry.square import HAS_LINE, LINES, spaces_set
from ziggurat.view import Telling

MOST_CHOICES = 8
PLANNED = Unpack(STATE, "boards", "left")


def notes(before: Any, after: Any, seat: int, move: int) -> list[Telling]:
    """Keys of `text/*.json` with their values."""
    was, now = AROUND(before), AROUND(after)
    board, then = was.boards[seat], now.boards[seat]
    return [*projects(board, then), *(palace(after, seat) if now.phase == Phase.PALACE else []), *lines(board, then)]


def projects(board: Any, then: Any) -> list[Telling]:
    """§5  The projects that the move validates, each with its points and its number."""
    fresh = then.validated & ~board.validated
    return [("note.project", {"n": int(CARD_POINTS[card]), "id": card + 1}) for place, card in enumerate(then.cards) if fresh >> place & 1]


def lines(board: Any, then: Any) -> list[Telling]:
    """§3.4  A new line of three architects, and whether a pawn is left for its favor."""
    had, has = (bool(HAS_LINE[side.architects & ALL_SPACES]) for side in (board, then))
    return [] if had or not has else [("note.line", {}) if then.pawns else ("note.line_no_pawn", {})]


def palace(after: Any, seat: int) -> list[Telling]:
    """§4.4  A palace scores with the choice that follows it, not at once."""
    then, choices = np.array([after], after.dtype), np.zeros(MOST_CHOICES, np.int32)
    legal_moves(after, choices)
    apply(then[0], TAKE_POINTS if uses_side_b(after, PALACE) else int(choices[0]))
    gain = int(then[0]["boards"][seat]["points"].sum()) - int(after["boards"][seat]["points"].sum())
    return [(f"note.palace.{side(after)}", {"n": gain})]


def side(state: Any) -> str:
    """The side of the palace in this game."""
    return "B" if uses_side_b(state, PALACE) else "A"


def serves(before: Any, after: Any, seat: int, move: int) -> list[Telling]:
    """What a move works towards: own projects that lack fewer tiles now, and a line that lacks one architect."""
    was, now = PLANNED(before), PLANNED(after)
    board, then = was.boards[seat], now.boards[seat]
    return [*nearer_projects(board, then), *line_in_sight(now, board, then)]


def nearer_projects(board: Any, then: Any) -> list[Telling]:
    """§5  The own projects that lack fewer tiles after the move, and are not complete."""
    nearer: list[Telling] = []
    for place, card in enumerate(then.cards[: then.card_count]):
        had, has = (min((wanted & ~side.colors).bit_count() for wanted in WAYS[card]) for side in (board, then))
        if 0 < has < had and not then.validated >> place & 1:
            nearer.append(("serves.project", {"id": card + 1, "n": has}))
    return nearer


def line_in_sight(now: Any, board: Any, then: Any) -> list[Telling]:
    """§3.4  The new architect makes two of a line whose third stack is free; a line that is complete is told of already."""
    if HAS_LINE[then.architects & ALL_SPACES]:
        return []
    new, blocked = then.architects & ~board.architects, now.boards[0].architects | now.boards[1].architects
    free = sum(1 << stack for stack, left in enumerate(now.left) if left) & ~blocked
    for line in map(spaces_set, LINES):
        lacking = line & ~then.architects
        if line & new and lacking.bit_count() == 1 and lacking & free and then.pawns:
            return [("serves.line", {})]
    return []


def refusal(state: Any, move: int) -> Telling:
    """Why the seat to move cannot play this, said to its player: the reasons of `moves.why_not` without what is typed."""
    reason, values = why_not(state, move)
    key = reason.replace("reason.", "refusal.")
    if key == "refusal.choose_card":
        return f"{key}.{side(state)}", {}
    if values.get("player") == int(state["to_move"]):
        return f"{key}.yours", {}
    return key, {"player": values["player"]} if "player" in values else {}
