"""Moves as text (§13): `2:-1,3/4` takes the tile at position 2 of the site, puts its first hex on (-1,3) and turns it by 4. And why a move is illegal."""

from __future__ import annotations

import re
from typing import Any

from ziggurat.errors import InvalidMove
from ziggurat.games.akropolis.choices import TILE_WORDS, text_of
from ziggurat.games.akropolis.material import ARCHITECT_NAMES, MAX_SITE
from ziggurat.games.akropolis.state import find, is_built
from ziggurat.geometry.hex import BOX_CORNERS, CELLS, CORNERS, HALF_AND_TURN, MARGIN, NEIGHBOURS, SIDES, SIZE, TRIANGLES, TURNS, cell_of
from ziggurat.view import Telling

FAR = MAX_SITE * TURNS * TRIANGLES
"""Not a move, but text in the form of one: FAR + slot is a place far from the city."""
MOVE = re.compile(r"(\d+)\s*[:;\s]\s*\(?\s*([+-]?\d+)\s*[,;\s]\s*([+-]?\d+)\s*\)?\s*[/\s]\s*(?:r\s*)?(\d+)")
FORM = "write `2:-1,3/4` (position in the site, hex Q,R of the tile's first hex, rotation 0 to 5)"
PIECES = re.compile(r"(\d+:)(-?\d+,-?\d+)(/\d)")


def to_text(state: Any, move: int) -> str:
    """The one spelling of a move, with Q and R of the endless table."""
    if move >= FAR:
        return f"{move - FAR}:?,?/?"
    west, north = bounds_of(state)
    return text_of(move, west - MARGIN, north - MARGIN)


def bounds_of(state: Any) -> tuple[int, int]:
    """The smallest Q and R of the city of the seat to move."""
    cities, mover = state["cities"], state["to_move"]
    return cities["west"].item(mover), cities["north"].item(mover)


def from_text(state: Any, text: str) -> int:
    """The move, also from sloppy spellings (spaces, brackets, `2 -1 3 4`)."""
    match = MOVE.fullmatch(text.replace("−", "-").strip().lower())
    if match is None:
        raise InvalidMove(f"`{text}` is not a move: {FORM}")
    slot, q, r, rotation = (int(part) for part in match.groups())
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
    match = PIECES.fullmatch(text)
    assert match is not None, text
    return list(match.groups())


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
    sentences: list[Telling] = [("log.place", {"player": mover, **TILE_WORDS[before["site"][slot]], "level": level, "price": slot})]
    if slot:
        sentences.append(("log.pay", {"player": mover, "n": slot}))
    if gained := int(has["stones"]) - int(had["stones"]) + slot:
        sentences.append(("log.stones", {"player": mover, "n": gained}))
    if before["seats"] == 1:
        sentences += tell_architect(before, after, slot)
    if laid_out := int(after["drawn"]) - int(before["drawn"]):
        sentences.append(("log.refill", {"n": laid_out}))
    return sentences


def tell_architect(before: Any, after: Any, paid: int) -> list[Telling]:
    """§9.2  What the illustrious architect did after the player's move."""
    his, mine = after.cities[1], before.cities[1]
    if his.tile_count == mine.tile_count:
        return []
    name = f"=architect.{ARCHITECT_NAMES[before.architect]}"
    price = int(mine.stones) + paid - int(his.stones)
    sentences: list[Telling] = [("log.architect", {"name": name, **TILE_WORDS[his.tiles[his.tile_count - 1]]})]
    return [*sentences, ("log.architect_pays", {"name": name, "n": price})] if price else sentences
