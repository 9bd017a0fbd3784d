"""What a page says of a move in words: what it would do beside its points, the pieces that a hint points at, and why it cannot be played."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ziggurat.games.akropolis.district import sheet
from ziggurat.games.akropolis.material import COLOR_NAMES, KIND_NAMES
from ziggurat.games.akropolis.moves import hexes_of, why_not
from ziggurat.games.akropolis.sight import place_of_cell, scoring_options, visible_hexes
from ziggurat.games.akropolis.state import CITY, find, is_built
from ziggurat.geometry.hex import CORNERS, NEIGHBOURS, TRIANGLES, TURNS

Note = tuple[str, dict[str, Any]]
Piece = tuple[Note, dict[str, str | int]]
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


def pieces(state: Any, move: int) -> list[Piece]:
    """What one looks at for a move: the tile, then a hex of the city that it would cover or touch. How a hint names it, and what is marked."""
    slot = move // TRIANGLES // TURNS
    tile = "look.tile", {"n": slot, **hexes_of(int(state["site"][slot]))}
    return [(tile, {"slot": slot}), place(state["cities"][int(state["to_move"])], CORNERS[move % TRIANGLES].tolist())]


def place(city: Any, cells: list[int]) -> Piece:
    """The hex of the city that tells best where these cells are: the highest one covered or, on the ground, touched."""
    over = is_built(city, cells[0])
    near = cells if over else [cell for corner in cells for cell in NEIGHBOURS[corner].tolist() if is_built(city, cell)]
    found = max((int(city["levels"][find(city, cell)]), -cell) for cell in near)
    cell = -found[1]
    q, r = place_of_cell(cell, int(city["west"]), int(city["north"]))
    kind = KIND_NAMES[int(city["kinds"][find(city, cell)])]
    return ("look.over" if over else "look.beside", {"kind": f"=kind.{kind}", "level": found[0]}), {"q": q, "r": r}


def refusal(state: Any, move: int) -> Note:
    """Why the seat to move cannot play this, said to its player: the reasons of `moves.why_not` without what is typed."""
    reason, values = why_not(state, move)
    return reason.replace("reason.", "refusal."), {"price": values["slot"], "n": values["n"]} if reason == "reason.too_expensive" else {}
