"""What a move would do, beside its points, for someone who holds it in hand: projects it validates, lines it completes."""

from __future__ import annotations

from typing import Any

from ziggurat.games.amytis.material import ALL_SPACES, CARD_POINTS
from ziggurat.geometry.square import HAS_LINE

Note = tuple[str, dict[str, Any]]


def notes(before: Any, after: Any, seat: int, move: int) -> list[Note]:
    """Keys of `text/*.json` with their values."""
    board, then = before["boards"][seat], after["boards"][seat]
    return [*projects(board, then), *lines(board, then)]


def projects(board: Any, then: Any) -> list[Note]:
    """§5  The projects that the move validates."""
    fresh = int(then["validated"]) & ~int(board["validated"])
    cards = then["cards"].tolist()[: int(then["card_count"])]
    return [("note.project", {"id": card + 1, "n": int(CARD_POINTS[card])}) for place, card in enumerate(cards) if fresh >> place & 1]


def lines(board: Any, then: Any) -> list[Note]:
    """§3.4  A new line of three architects, and whether a pawn is left for its favor."""
    had, has = (bool(HAS_LINE[int(side["architects"]) & ALL_SPACES]) for side in (board, then))
    return [] if had or not has else [("note.line", {}) if then["pawns"] else ("note.line_no_pawn", {})]
