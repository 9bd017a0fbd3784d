"""What puzzles of Akropolis are about, and on which tables they arise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ziggurat.games.akropolis.state import is_built
from ziggurat.geometry.hex import TRIANGLES, TURNS, corner_of
from ziggurat.view import Telling

LEAST_MARGIN = 2.0
"""Points by which the best move must be better than the second."""
TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"seats": 3},
    {},
    {"variants": ["house", "temple"]},
    {"seats": 4},
    {"variants": ["market", "garden"]},
    {"seats": 3, "variants": ["barracks", "temple"]},
)
"""The options of the tables on which puzzles are looked for, one after the other."""


def themes(state: Any, seat: int, move: int, tellings: Sequence[Telling], end: Sequence[Mapping[str, float]]) -> list[str]:
    """The themes of a move; `tellings` are its notes and what it serves, `end` is how many points more each seat has at the end by source."""
    keys, named = {key for key, _ in tellings}, []
    stacks = is_built(state["cities"][seat], corner_of(move % TRIANGLES, 0))
    if "serves.stars" in keys:
        named.append("stars_on_top" if stacks else "stars")
    elif stacks:
        named.append("stack")
    if "note.stones" in keys:
        named.append("quarry")
    if move // TRIANGLES // TURNS:
        named.append("price")
    if "note.lost" in keys:
        named.append("sacrifice")
    if any(key == "note.gained" and values["name"] == "=score.temple" for key, values in tellings):
        named.append("temple")
    return named
