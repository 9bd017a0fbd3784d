"""What puzzles of Amytis are about, and on which tables they arise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ziggurat.games.amytis.rules import PLACE_PAWN, TAKE_CARD
from ziggurat.geometry.square import SPACES
from ziggurat.view import Telling

LEAST_MARGIN = 3.0
"""Points by which the best move must be better than the second."""
TABLES: tuple[dict[str, Any], ...] = ({}, {"sides": "random"}, {}, {"edition": "first"}, {"sides": "random"}, {})
"""The options of the tables on which puzzles are looked for, one after the other."""
HIGH = 3  # a stack of so many tiles is high
DENIED = -1.0  # points that the rival loses of a project, at the end


def themes(state: Any, seat: int, move: int, tellings: Sequence[Telling], end: Sequence[Mapping[str, float]]) -> list[str]:
    """The themes of a move; `tellings` are its notes and what it serves, `end` is how many points more each seat has at the end by source."""
    if move >= TAKE_CARD:
        return ["favor" if move >= PLACE_PAWN else "palace"]
    keys, named = {key for key, _ in tellings}, []
    if keys & {"note.project", "serves.project"}:
        named.append("project")
    if keys & {"note.line", "serves.line"}:
        named.append("line")
    if int(state["boards"][seat]["heights"][move % SPACES]) + 1 >= HIGH:
        named.append("height")
    if sum(points for line, points in end[1 - seat].items() if line.startswith("project:")) <= DENIED:
        named.append("deny_project")
    return named
