"""What a page says of a move in words with the expansion: what it would do beside its points, and why it cannot be played."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.games.akropolis.athena.material import ALL_PARTS, CARD_NAMES, MAX_PLACES, SLOTS, STATUE_POINTS
from ziggurat.games.akropolis.athena.move_text import why_not
from ziggurat.games.akropolis.athena.readings import reading_of
from ziggurat.games.akropolis.athena.rules import STOP
from ziggurat.games.akropolis.athena.scoring import verdicts
from ziggurat.games.akropolis.athena.state import TWO_COLOR
from ziggurat.games.akropolis.material import COLOR_NAMES
from ziggurat.games.akropolis.move_notes import districts, serves, stones
from ziggurat.games.akropolis.scoring import TIMES
from ziggurat.geometry.hex import SIDES, TRIANGLES, TURNS
from ziggurat.view import Telling

__all__ = ["notes", "refusal", "serves"]


def notes(before: Any, after: Any, seat: int, move: int) -> list[Telling]:
    """Keys of `text/*.json` with their values."""
    reading, had, has = int(reading_of(before)), before["cities"][seat], after["cities"][seat]
    price = move // TRIANGLES // TURNS if move < STOP else 0
    sentences = stones(int(had["stones"]), int(has["stones"]), price)
    return [*sentences, *cards(before, had, has), *districts(counting(had, reading), counting(has, reading))]


def cards(before: Any, had: Any, has: Any) -> list[Telling]:
    """§10.3 and §10.7  Which cards can be completed, or no longer; and the statue."""
    changes: list[Telling] = []
    statue = int(has["statue"])
    for slot in range(SLOTS):
        bit, card = 1 << slot, f"=card.{CARD_NAMES[int(before['cards'][slot]) - 1]}"
        if int(has["fulfilled"]) & bit and not int(had["fulfilled"]) & bit:
            changes.append(("note.fulfils", {"card": card}))
        if int(had["fulfilled"]) & bit and not (int(has["fulfilled"]) | statue) & bit:
            changes.append(("note.card_lost", {"card": card}))
    if new := statue ^ int(had["statue"]):
        card = f"=card.{CARD_NAMES[int(before['cards'][new.bit_length() - 1]) - 1]}"
        left = SLOTS - statue.bit_count()
        changes.append(("note.statue", {"card": card, "n": STATUE_POINTS}) if statue == ALL_PARTS else ("note.part", {"card": card, "n": left}))
    return changes


def counting(city: Any, reading: int) -> list[set[int]]:
    """For each colour the places of its districts that count."""
    first, second = np.zeros(MAX_PLACES, np.int32), np.zeros(MAX_PLACES, np.int32)
    verdicts(city, reading, first, second)
    tops = city["tops"].astype(np.int32)
    seconds = np.where(tops >= TWO_COLOR, (tops - TWO_COLOR) // SIDES, -1)
    return [
        {*np.flatnonzero(((first & TIMES) > 0) & (city["kinds"] == color)).tolist(), *np.flatnonzero(((second & TIMES) > 0) & (seconds == color)).tolist()}
        for color in range(len(COLOR_NAMES))
    ]


def refusal(state: Any, move: int) -> Telling:
    """Why the seat to move cannot play this, said to its player: the reasons of `why_not` without what is typed."""
    reason, values = why_not(state, move)
    named = {"price": values["slot"], "n": values["n"]} if reason == "reason.too_expensive" else {key: values[key] for key in ("card",) if key in values}
    return reason.replace("reason.", "refusal."), named
