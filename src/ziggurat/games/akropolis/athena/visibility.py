"""Who sees what with the expansion (§10.10): everything of it is public, so the view only has more in it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET

from ziggurat.games.akropolis.athena.card_needs import needs
from ziggurat.games.akropolis.athena.material import ALL_TILE_NAMES, CARD_NAMES, FIRST_KIND, FIRST_SINGLE, MAX_PLACES, SLOTS, CardName
from ziggurat.games.akropolis.athena.readings import SHIFT, reading_of
from ziggurat.games.akropolis.athena.scoring import architect_score, verdicts
from ziggurat.games.akropolis.athena.sides import second_kind
from ziggurat.games.akropolis.athena.state import CITY, TWO_COLOR
from ziggurat.games.akropolis.material import ARCHITECT_NAMES, KIND_NAMES, STARTING_HEXES, STARTING_KINDS
from ziggurat.games.akropolis.state import find
from ziggurat.games.akropolis.types import Architect, CardPart, Hex, ScoreSheet, SeatView, Slot, View
from ziggurat.games.akropolis.visibility import (
    BRANCHES_ON_CHANCE,
    END,
    LIVE_SCORES,
    TABLE_NUMBERS,
    VERDICT,
    JudgedHex,
    hide_log,
    imagine,
    lay_hex,
    lay_tile,
    rounds_of,
    score_sheet,
    write_places,
    write_table,
)
from ziggurat.games.akropolis.visibility import (
    outcome as outcome_of_turn,
)
from ziggurat.geometry.hex import SIDES
from ziggurat.kernel import kernel
from ziggurat.view import Frame, Sheet

__all__ = ["BRANCHES_ON_CHANCE", "HELP", "LIVE_SCORES", "hide_log", "imagine", "outcome", "result", "view"]

HELP = ("progress",)
"""Fields of a seat that help it to plan: only where a table shows previews."""


def view(state: Any, seat: int | None, frame: Frame, sheets: list[Sheet], *, helps: bool = True) -> View:
    """What everyone at the table sees; without `helps`, nothing that only helps to plan (`HELP`)."""
    out = np.zeros(TABLE_NUMBERS, np.int32)
    offered = write_table(state, out)
    _, players, stacks, stacks_left, is_limited, reserve, *site = out.tolist()
    site, cities, reading = site[:offered], state["cities"], int(reading_of(state))
    his = architect(state) if len(sheets) == 1 else UNSET
    slots = [Slot(CARD_NAMES[card - 1], [tile for tile in row if tile]) for card, row in zip(state["cards"].tolist(), state["offers"].tolist(), strict=True)]
    looked_at = tuple(slot.card for slot in slots) if helps and not frame.over else ()
    named = [*site, *state["singles"].ravel().tolist(), *(() if his is UNSET else his.tiles)]  # of the single tiles also those that moves of the log name
    return View(
        *frame,
        "over" if frame.over else "complete" if state["open"] else "place",
        site,
        *rounds_of(players, stacks, stacks_left),
        reserve if is_limited else None,
        [view_seat(cities[owner].tobytes(), reading, sheet, looked_at) for owner, sheet in enumerate(sheets)],
        {str(tile): ALL_TILE_NAMES[tile] for tile in named},
        his,
        slots,
    )


def view_seat(city: bytes, reading: int, sheet: Sheet, cards: tuple[CardName, ...]) -> SeatView:
    """What lies before one player; how far it is with these cards, if any."""
    stones, hexes, score, statue, fulfilled = city_in_words(city, reading)
    far = far_with_cards(city, reading, cards) if cards else UNSET
    return SeatView(stones, hexes, score, *sheet, slots_of(statue), slots_of(fulfilled & ~statue), far)


@lru_cache(maxsize=512)
def far_with_cards(city: bytes, reading: int, cards: tuple[CardName, ...]) -> list[list[CardPart]]:
    """How far a city is with each card; nothing for those that are completed."""
    stones, hexes, _, statue, _ = city_in_words(city, reading)
    return [[] if (statue >> slot) & 1 else needs(card, hexes, stones, reading >> SHIFT) for slot, card in enumerate(cards)]


def slots_of(bits: int) -> list[int]:
    """The slots of a set of bits, numbered from 1."""
    return [slot + 1 for slot in range(SLOTS) if (bits >> slot) & 1]


@lru_cache(maxsize=512)
def city_in_words(city: bytes, reading: int) -> tuple[int, list[Hex], ScoreSheet, int, int]:
    """The stones, the visible hexes, the score sheet, the parts of the statue and the fulfilled cards of a city (a record as bytes)."""
    rows, stacks, seconds = np.zeros((MAX_PLACES, END + 1), np.int32), np.zeros(2 * MAX_PLACES, np.int32), np.zeros((MAX_PLACES, 3), np.int32)
    record = np.frombuffer(city, CITY)
    count = write_city(record, 0, reading, rows, stacks, seconds)
    names = [KIND_NAMES[kind] for kind in stacks.tolist()]
    hexes: list[Hex] = []
    judged: list[JudgedHex] = []
    for (q, r, kind, level, verdict, tile, end), (second, rotation, second_verdict) in zip(rows[:count].tolist(), seconds[:count].tolist(), strict=True):
        below = names[end - level : end - 1] if level > 1 else UNSET
        judged.append((q, r, kind, level, verdict))
        if second < 0:
            hexes.append(Hex(q, r, KIND_NAMES[kind], level, tile, below))
        else:
            hexes.append(Hex(q, r, KIND_NAMES[kind], level, tile, below, KIND_NAMES[second], rotation))
            judged.append((q, r, second, level, second_verdict))
    stones, statue, fulfilled = (int(record[name][0]) for name in ("stones", "statue", "fulfilled"))
    return stones, hexes, score_sheet(judged), statue, fulfilled


@kernel
def write_city(cities, at, reading, rows, stacks, seconds):
    """Write a row for each place of a city, as in the game above, and for its second district the kind (-1: none), the rotation and the verdict."""
    city = cities[at]
    verdicts(city, reading, rows[:, VERDICT], seconds[:, 2])
    write_places(city, rows)
    for place in range(int(city.place_count)):
        seconds[place, 0] = second_kind(city, place)
        seconds[place, 1] = (int(city.tops[place]) - TWO_COLOR) % SIDES
    for place in range(STARTING_HEXES):
        lay_hex(rows, stacks, place, 0, int(STARTING_KINDS[place]))
    for i in range(int(city.tile_count)):
        tile, spot = int(city.tiles[i]), int(city.spots[i])
        if tile >= FIRST_SINGLE:
            lay_hex(rows, stacks, find(city, spot // SIDES), tile, int(FIRST_KIND[tile]))
        else:
            lay_tile(city, rows, stacks, tile, spot)
    return int(city.place_count)


def architect(state: Any) -> Architect:
    """§10.9  The illustrious architect: his name, stones, tiles in the order taken, score, and parts of the statue."""
    his = state.cities[1]
    tiles = his.tiles[: his.tile_count].tolist()
    return Architect(ARCHITECT_NAMES[state.architect], int(his.stones), tiles, int(architect_score(state)), slots_of(int(his.statue)))


def result(state: Any) -> dict[str, Any]:
    """What the result of a game holds beside scores, ranks and breakdown."""
    return {"architect": msgspec.to_builtins(architect(state))} if state.seats == 1 else {}


@kernel
def outcome(state):
    """What chance showed with the last move, as in the game above; nothing while the turn goes on with cards. No bot was frozen before the expansion."""
    return 0 if state.open != 0 else abs(outcome_of_turn(state))
