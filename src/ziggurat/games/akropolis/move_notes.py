"""What a page says of a move in words: what it would do beside its points, and why it cannot be played."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.games.akropolis.material import COLOR_NAMES, MAX_PLACES
from ziggurat.games.akropolis.move_text import why_not
from ziggurat.games.akropolis.scoring import TIMES, reading_of, verdicts
from ziggurat.geometry.hex import TRIANGLES, TURNS
from ziggurat.view import Telling


def notes(before: Any, after: Any, seat: int, move: int) -> list[Telling]:
    """Keys of `text/*.json` with their values."""
    reading, had, has = reading_of(before), before["cities"][seat], after["cities"][seat]
    price = move // TRIANGLES // TURNS
    return [*stones(int(had["stones"]), int(has["stones"]), price), *districts(counting(had, reading), counting(has, reading))]


def stones(had: int, has: int, price: int) -> list[Telling]:
    """§3.1 and §3.4  The price of the tile, and the stones from covered quarries."""
    paid: list[Telling] = [("note.pay", {"n": price, "left": has})] if price else []
    gained = has - had + price
    return [*paid, ("note.stones", {"n": gained})] if gained else paid


def districts(had: list[set[int]], has: list[set[int]]) -> list[Telling]:
    """§5  For each colour how many districts begin to count, and how many no longer do."""
    changes: list[Telling] = []
    for color, before, after in zip(COLOR_NAMES, had, has, strict=True):
        if more := len(after - before):
            changes.append(("note.gained", {"name": f"=score.{color}", "n": more}))
        if less := len(before - after):
            changes.append(("note.lost", {"name": f"=score.{color}", "n": less}))
    return changes


def counting(city: Any, reading: int) -> list[set[int]]:
    """For each colour the places of its districts that count."""
    out = np.zeros(MAX_PLACES, np.int32)
    verdicts(city, reading, out)
    counts = (out & TIMES) > 0
    return [set(np.flatnonzero(counts & (city["kinds"] == color)).tolist()) for color in range(len(COLOR_NAMES))]


def serves(before: Any, after: Any, seat: int, move: int) -> list[Telling]:
    """What a move works towards: stars, by which the districts of a colour are multiplied."""
    had, has = (state["cities"][seat]["stars"].tolist() for state in (before, after))
    changes = zip(COLOR_NAMES, had, has, strict=True)
    return [("serves.stars", {"name": f"=score.{color}", "n": new - old, "all": new}) for color, old, new in changes if new > old]


def refusal(state: Any, move: int) -> Telling:
    """Why the seat to move cannot play this, said to its player: the reasons of `moves.why_not` without what is typed."""
    reason, values = why_not(state, move)
    return reason.replace("reason.", "refusal."), {"price": values["slot"], "n": values["n"]} if reason == "reason.too_expensive" else {}
