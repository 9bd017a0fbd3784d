"""What puzzles of Blueprints are about, and on which tables they arise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ziggurat.games.blueprints.material import ACTIONS, CARD_NAMES, DISCARD, FIRST_PRIZE, REMOVE
from ziggurat.view import Telling

LEAST_MARGIN = 1.0
"""Points by which the best move must be better than the second."""
TABLES: tuple[dict[str, Any], ...] = ({}, {"seats": 3}, {}, {"seats": 4}, {"plans": "extended"})
"""The options of the tables on which puzzles are looked for, one after the other."""
AWARDS, PRIZES = CARD_NAMES[:FIRST_PRIZE], CARD_NAMES[FIRST_PRIZE:]
WORTH = 0.5  # points of a card that say what a move was about


def themes(state: Any, seat: int, move: int, tellings: Sequence[Telling], end: Sequence[Mapping[str, float]]) -> list[str]:
    """The themes of a move; `tellings` are its notes and what it serves, `end` is how many points more each seat has at the end by source."""
    action = move % ACTIONS
    if action == REMOVE:
        return ["remove"]
    keys, named = {key for key, _ in tellings}, []
    prize = "note.prize_met" in keys or any(points >= WORTH for line, points in end[seat].items() if line in PRIZES)
    if prize:
        named.append("plan_or_prize" if "note.plan_lost" in keys else "prize")
    if "note.plan_done" in keys:
        named.append("plan")
    elif "note.plan_open" in keys and not prize:
        named.append("keep_plan")
    if any(points >= WORTH for line, points in end[seat].items() if line in AWARDS):
        named.append("award")
    if action == DISCARD:
        named.append("discard")
    if "serves.demand" in keys:
        named.append("demand")
    return named
