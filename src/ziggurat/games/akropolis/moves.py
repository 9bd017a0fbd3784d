"""Moves as text (§13): `2:-1,3/4` takes the tile at position 2 of the site, puts its first hex on (-1,3) and turns it by 4. And why a move is illegal."""

from __future__ import annotations

import re
from typing import Any

from ziggurat.errors import InvalidMove
from ziggurat.games.akropolis.choices import ROTATIONS, TILE_WORDS, first_hex, texts
from ziggurat.games.akropolis.material import ARCHITECT_NAMES, MAX_SITE
from ziggurat.games.akropolis.state import find, is_built
from ziggurat.geometry.hex import BOX_CORNERS, CELLS, CORNERS, HALF_AND_TURN, MARGIN, NEIGHBOURS, SIDES, SIZE, TRIANGLES, TURNS, cell_of
from ziggurat.view import Telling

FAR = MAX_SITE * TURNS * TRIANGLES
"""What is not a move but was typed like one: FAR + slot is somewhere away from the city."""
MOVE = re.compile(r"(\d+)\s*[:;\s]\s*\(?\s*([+-]?\d+)\s*[,;\s]\s*([+-]?\d+)\s*\)?\s*[/\s]\s*(?:r\s*)?(\d+)")
PIECES = re.compile(r"(\d+:)(-?\d+,-?\d+)(/\d)")
ROTATION_OF: list[list[int]] = ROTATIONS.tolist()


def to_text(state: Any, move: int) -> str:
    """The one spelling of a move, with Q and R of the endless table."""
    if move >= FAR:
        return f"{move - FAR}:?,?/?"
    way, triangle = divmod(move, TRIANGLES)
    slot, turn = divmod(way, TURNS)
    west, north = bounds_of(state)
    q, r = first_hex(west, north, triangle, turn)
    return texts([move], [[slot, q, r, ROTATION_OF[triangle // CELLS][turn], 0, 0]])[0]


def bounds_of(state: Any) -> tuple[int, int]:
    """The smallest Q and R of the city of the seat to move."""
    cities, mover = state["cities"], state["to_move"]
    return cities["west"].item(mover), cities["north"].item(mover)


def from_text(state: Any, text: str) -> int:
    """The move, also from sloppy spellings (spaces, brackets, `2 -1 3 4`)."""
    found = MOVE.fullmatch(text.replace("−", "-").strip().lower())
    if found is None:
        raise InvalidMove(f"`{text}` is not a move: write `2:-1,3/4` (position in the site, hex Q,R of the tile's first hex, rotation 0 to 5)")
    slot, q, r, rotation = (int(part) for part in found.groups())
    if rotation >= SIDES:
        raise InvalidMove(f"`{text}` is not a move: the rotation is {rotation}, it goes from 0 to {SIDES - 1}")
    if slot >= MAX_SITE:
        raise InvalidMove(f"`{text}` is not a move: the position is {slot}, a site has positions 0 to {MAX_SITE - 1}")
    half, turn = HALF_AND_TURN[rotation]
    left, top = q - BOX_CORNERS[half][turn][0], r - BOX_CORNERS[half][turn][1]
    west, north = bounds_of(state)
    if not (0 <= left - (west - MARGIN) < SIZE and 0 <= top - (north - MARGIN) < SIZE):
        return FAR + slot
    return (slot * TURNS + turn) * TRIANGLES + half * CELLS + cell_of(left, top)


def spell(text: str) -> list[str]:
    """The pieces that spell a move, as pictures name them: a tile of the site `2:`, a place `-1,3`, a rotation `/4`."""
    found = PIECES.fullmatch(text)
    assert found is not None, text
    return list(found.groups())


def why_not(state: Any, move: int) -> Telling:
    """The reason why a move cannot be played here, as a key of `text/*.json` with its values."""
    city = state.cities[state.to_move]
    slot = move - FAR if move >= FAR else move // TRIANGLES // TURNS
    if slot >= state.site_count:
        return "reason.no_tile", {"slot": slot, "last": int(state.site_count) - 1}
    if slot > city.stones:
        return "reason.too_expensive", {"slot": slot, "n": int(city.stones)}
    if move >= FAR:
        return "reason.touches_nothing", {}
    return why_not_there(city, [int(cell) for cell in CORNERS[move % TRIANGLES]])


def why_not_there(city: Any, cells: list[int]) -> Telling:
    """§3.2 and §3.3  The reason why a tile does not fit on three cells."""
    levels = {int(city.levels[find(city, cell)]) if is_built(city, cell) else 0 for cell in cells}
    if len(levels) > 1:
        return "reason.heights_differ", {"low": min(levels), "high": max(levels)}
    if levels == {0} and not any(is_built(city, int(NEIGHBOURS[cell, side])) for cell in cells for side in range(SIDES)):
        return "reason.touches_nothing", {}
    return ("reason.one_tile", {}) if levels != {0} else ("reason.unknown", {})


def tell(before: Any, move: int, after: Any, seat: int | None = None) -> list[Telling]:
    """The move and what came of it in words: keys of `text/*.json` with values. A value `=key` is itself a key; `player` is a seat."""
    mover = int(before["to_move"])
    way, triangle = divmod(move, TRIANGLES)
    slot, turn = divmod(way, TURNS)
    had, has = before["cities"][mover], after["cities"][mover]
    level = int(has["levels"][find(has, int(CORNERS[triangle, turn]))])
    told: list[Telling] = [("log.place", {"player": mover, **TILE_WORDS[before["site"][slot]], "level": level, "price": slot})]
    if slot:
        told.append(("log.pay", {"player": mover, "n": slot}))
    if gained := int(has["stones"]) - int(had["stones"]) + slot:
        told.append(("log.stones", {"player": mover, "n": gained}))
    if before["seats"] == 1:
        told += tell_architect(before, after, slot)
    if laid_out := int(after["drawn"]) - int(before["drawn"]):
        told.append(("log.refill", {"n": laid_out}))
    return told


def tell_architect(before: Any, after: Any, paid: int) -> list[Telling]:
    """§9.2  What the illustrious architect did after the player's move."""
    his, mine = after.cities[1], before.cities[1]
    if his.tile_count == mine.tile_count:
        return []
    name = f"=architect.{ARCHITECT_NAMES[before.architect]}"
    price = int(mine.stones) + paid - int(his.stones)
    told: list[Telling] = [("log.architect", {"name": name, **TILE_WORDS[his.tiles[his.tile_count - 1]]})]
    return [*told, ("log.architect_pays", {"name": name, "n": price})] if price else told
