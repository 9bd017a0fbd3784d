"""What a move would do, beside its points, for someone who holds it in hand: stones paid and gained, districts that count more or no longer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ziggurat.games.akropolis.district import sheet
from ziggurat.games.akropolis.material import COLOR_NAMES
from ziggurat.games.akropolis.sight import scoring_options, visible_hexes
from ziggurat.games.akropolis.state import CITY
from ziggurat.geometry.hex import TRIANGLES, TURNS

Note = tuple[str, dict[str, Any]]
Sheet = dict[str, dict[str, Any]]


def notes(before: Any, after: Any, seat: int, move: int) -> list[Note]:
    """Keys of `text/*.json` with their values."""
    had, has = (int(state["cities"][seat]["stones"]) for state in (before, after))
    return [*stones(had, has, move // TRIANGLES // TURNS), *districts(sheet_of(before, seat), sheet_of(after, seat))]


def stones(had: int, has: int, price: int) -> list[Note]:
    """§3.1 and §3.4  The price of the tile, and the stones from covered quarries."""
    paid: list[Note] = [("note.pay", {"n": price, "left": has})] if price else []
    gained = has - had + price
    return [*paid, ("note.stones", {"n": gained})] if gained else paid


def districts(board: Sheet, then: Sheet) -> list[Note]:
    """§5  For each colour how many districts begin to count, and how many no longer do."""
    found: list[Note] = []
    for color in COLOR_NAMES:
        had, has = ({(row["q"], row["r"]) for row in side[color]["districts"] if row["counts"]} for side in (board, then))
        if has - had:
            found.append(("note.gained", {"name": f"=score.{color}", "n": len(has - had)}))
        if had - has:
            found.append(("note.lost", {"name": f"=score.{color}", "n": len(had - has)}))
    return found


def sheet_of(state: Any, seat: int) -> Sheet:
    """The score sheet of a city, hex by hex."""
    options = scoring_options(state)
    return sheet_of_city(state["cities"][seat].tobytes(), tuple({**options, "variants": tuple(options["variants"])}.items()))


@lru_cache(maxsize=256)
def sheet_of_city(city: bytes, options: tuple[tuple[str, Any], ...]) -> Sheet:
    """The sheet, told once for each city: a move is looked at in several imagined deals, and many moves from one position."""
    hexes = visible_hexes(np.frombuffer(city, CITY)[0])
    return sheet({(hex_["q"], hex_["r"]): (hex_["kind"], hex_["level"]) for hex_ in hexes}, dict(options))
