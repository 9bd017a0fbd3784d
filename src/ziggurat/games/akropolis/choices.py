"""The legal moves in parts: what a page, a hint and a review are made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import UNSET, UnsetType

from ziggurat.games.akropolis.material import HEXES, KIND_NAMES, STARTING_HEXES, TILE_NAMES
from ziggurat.games.akropolis.scoring import LINES, breakdown
from ziggurat.games.akropolis.state import find, is_built, unwrapped
from ziggurat.games.akropolis.types import Choice
from ziggurat.geometry.hex import CORNER_Q, CORNER_R, HALVES, MARGIN, SIDES, SIZE, TRIANGLES, TURNS, WRAP, corner_of, neighbour, rotation_of
from ziggurat.kernel import NONE, kernel
from ziggurat.view import Gain, Piece, Values

PARTS = ("slot", "q", "r", "rotation", "landmark", "covers")
"""The first four are the text of a move. `landmark` is a place of the city, `covers` whether the tile would lie on it (else beside it)."""
SOURCES = LINES
points = breakdown
ROTATIONS = np.array([[rotation_of(half, turn) for turn in range(TURNS)] for half in range(HALVES)], np.int8)
"""ROTATIONS[half, turn]: the rotation of a tile."""
TILE_WORDS: list[Values] = [{letter: f"=kind.{kind}" for letter, kind in zip("abc", hexes, strict=False)} for hexes in TILE_NAMES]
"""TILE_WORDS[tile]: the words for its three hexes."""


@kernel
def parts(state, move, out):
    """Write the parts of a move."""
    city = state.cities[state.to_move]
    way, triangle = move // TRIANGLES, move % TRIANGLES
    slot, turn = way // TURNS, way % TURNS
    out[0] = slot
    out[1], out[2] = first_hex(int(city.west), int(city.north), triangle, turn)
    out[3] = ROTATIONS[triangle >> 12, turn]
    out[4] = landmark_of(city, triangle)
    out[5] = is_built(city, corner_of(triangle, 0))


@kernel
def first_hex(west, north, triangle, turn):
    """Where the first hex of a tile lies on the endless table: a triangle that touches the city has its box from (west - 2, north - 2) on."""
    half = triangle >> 12
    q, r = unwrapped(triangle, west - MARGIN), unwrapped(triangle >> 6, north - MARGIN)
    return q + int(CORNER_Q[half, turn]), r + int(CORNER_R[half, turn])


@kernel
def landmark_of(city, triangle):
    """The place of the city that tells best where a triangle is: the highest one covered or, on the ground, touched."""
    best = NONE
    for corner in range(HEXES):
        cell = corner_of(triangle, corner)
        best = better_landmark(city, cell, best) if is_built(city, cell) else landmark_beside(city, cell, best)
    return best


@kernel
def landmark_beside(city, cell, best):
    """The highest one of the places beside an empty cell and the best place so far."""
    for side in range(SIDES):
        beside = neighbour(cell, side)
        if is_built(city, beside):
            best = better_landmark(city, beside, best)
    return best


@kernel
def better_landmark(city, cell, best):
    """The higher one of a cell and the best place so far; of two on one level that with the smaller cell."""
    place = find(city, cell)
    if best == NONE or city.levels[place] > city.levels[best] or (city.levels[place] == city.levels[best] and cell < city.cells[best]):
        return place
    return best


@kernel
def points_after(before, after, seat, out):
    """Write the points of a seat after a move."""
    breakdown(after, seat, out)


# --- As text ----------------------------------------------------------------------------------------------------------

WINDOW = SIZE // 2
"""A city whose places lie less than this far from its start has the same texts for the same numbers, wherever its bounds are."""
MOST_SAFE_PLACES = STARTING_HEXES + HEXES * ((WINDOW - 3) // 2)
"""A tile on the ground takes a city two cells further at most: with so many places, no tile fits further away than the window."""
CORNER_Q_OF, CORNER_R_OF, ROTATION_OF = CORNER_Q.tolist(), CORNER_R.tolist(), ROTATIONS.tolist()


class WindowTexts(dict[int, str]):
    """Each move within the window as text, by its number; written when first needed."""

    def __missing__(self, move: int) -> str:
        text = self[move] = text_of(move, -WINDOW, -WINDOW)
        return text


WINDOW_TEXTS = WindowTexts()


def text_of(move: int, least_q: int, least_r: int) -> str:
    """The one spelling of a move, where the boxes of triangles begin at these coordinates of the endless table."""
    way, triangle = divmod(move, TRIANGLES)
    slot, turn = divmod(way, TURNS)
    half, q, r = triangle >> 12, unwrapped_in_python(triangle, least_q), unwrapped_in_python(triangle >> 6, least_r)
    return f"{slot}:{q + CORNER_Q_OF[half][turn]},{r + CORNER_R_OF[half][turn]}/{ROTATION_OF[half][turn]}"


def unwrapped_in_python(coordinate: int, least: int) -> int:
    """The same as `state.unwrapped`, without the cost of calling a kernel."""
    return least + ((coordinate - least) & WRAP)


def texts(state: Any, codes: list[int]) -> list[str]:
    """Legal moves as text: a list of some hundred in about 15 µs."""
    cities, mover = state["cities"], state["to_move"]
    if cities["place_count"].item(mover) <= MOST_SAFE_PLACES:
        return [WINDOW_TEXTS[code] for code in codes]
    least_q, least_r = cities["west"].item(mover) - MARGIN, cities["north"].item(mover) - MARGIN
    return [text_of(code, least_q, least_r) for code in codes]


# --- In parts ---------------------------------------------------------------------------------------------------------


def choices(texts: list[str], codes: list[int], parts: list[list[int]], gains: list[Gain] | None) -> list[Choice]:
    """The legal moves in parts."""
    shown: Sequence[Gain | UnsetType] = gains or [UNSET] * len(codes)
    return [Choice(text, slot, q, r, rotation, gain) for text, (slot, q, r, rotation, _, _), gain in zip(texts, parts, shown, strict=True)]


def piece_keys(parts: list[int]) -> list[int]:
    """The tile, and the landmark of where it goes."""
    slot, _, _, _, landmark, _ = parts
    return [slot, landmark]


def pieces(state: Any, parts: list[int]) -> list[Piece]:
    """The tile, and the hex of the city that it would cover or touch."""
    slot, _, _, _, landmark, covers = parts
    tile: Values = {"n": slot, **TILE_WORDS[state["site"][slot]]}
    return [(("look.tile", tile), {"slot": slot}), landmark_piece(state, landmark, covers)]


def landmark_piece(state: Any, landmark: int, covers: int) -> Piece:
    """The hex of the city that a tile would cover or touch."""
    city = state["cities"][state["to_move"]]
    kind, level, cell = (int(city[field][landmark]) for field in ("kinds", "levels", "cells"))
    hex_: Values = {"kind": f"=kind.{KIND_NAMES[kind]}", "level": level}
    q, r = unwrapped(cell, int(city["west"])), unwrapped(cell >> 6, int(city["north"]))
    return ("look.over" if covers else "look.beside", hex_), {"q": q, "r": r}
