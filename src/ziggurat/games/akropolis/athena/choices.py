"""The legal moves in parts with the expansion: those of the game above, completions, and to stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from ziggurat.games.akropolis.athena.material import ALL_TILE_NAMES, AT_A_SLOT, CARD_NAMES
from ziggurat.games.akropolis.athena.rules import FIRST_COMPLETION, STOP
from ziggurat.games.akropolis.athena.scoring import LINES, breakdown
from ziggurat.games.akropolis.choices import better_landmark, landmark_beside, landmark_piece, unwrapped_in_python
from ziggurat.games.akropolis.choices import parts as base_parts
from ziggurat.games.akropolis.choices import pieces as base_pieces
from ziggurat.games.akropolis.choices import texts as base_texts
from ziggurat.games.akropolis.state import is_built, unwrapped
from ziggurat.games.akropolis.types import Choice
from ziggurat.geometry.hex import CELLS, SIDES
from ziggurat.kernel import NONE, kernel
from ziggurat.view import Gain, Piece, Values

PARTS = ("slot", "q", "r", "rotation", "landmark", "covers", "card", "single", "gift")
"""The first six as in the game above, with `slot` -1 where no tile of the site is laid; `card` is the slot of the card from 1, 0: stop, -1: a city tile."""
SOURCES = LINES
points = breakdown
STOP_TEXT = "stop"


@kernel
def parts(state, move, out):
    """Write the parts of a move."""
    out[6] = NONE
    out[7] = 0
    out[8] = 0
    if move < STOP:
        base_parts(state, move, out)
        return
    for i in range(7):
        out[i] = 0
    out[0] = NONE
    out[4] = NONE
    if move == STOP:
        return
    city = state.cities[state.to_move]
    cell, way = (move - FIRST_COMPLETION) % CELLS, (move - FIRST_COMPLETION) // CELLS
    faces = way // SIDES
    slot, mine, his = faces // (AT_A_SLOT * AT_A_SLOT), faces // AT_A_SLOT % AT_A_SLOT, faces % AT_A_SLOT
    out[1] = unwrapped(cell, int(city.west) - 1)
    out[2] = unwrapped(cell >> 6, int(city.north) - 1)
    out[3] = way % SIDES
    out[4] = landmark_of_cell(city, cell)
    out[5] = is_built(city, cell)
    out[6] = slot + 1
    out[7] = state.offers[slot, mine]
    out[8] = state.offers[slot, his] if state.seats == 1 else 0


@kernel
def landmark_of_cell(city, cell):
    """The place of the city that tells best where a cell is: itself, or the highest one beside it."""
    return better_landmark(city, cell, NONE) if is_built(city, cell) else landmark_beside(city, cell, NONE)


@kernel
def points_after(before, after, seat, out):
    """Write the points of a seat after a move."""
    breakdown(after, seat, out)


# --- As text ----------------------------------------------------------------------------------------------------------


def completion_text(state: Any, move: int, west: int, north: int) -> str:
    """§10.12  The one spelling of a completion: `+3.68@0,2/5`, in solo with the tile of the illustrious architect behind it, `!82`."""
    way, cell = divmod(move - FIRST_COMPLETION, CELLS)
    faces, rotation = divmod(way, SIDES)
    slot, mine, his = faces // (AT_A_SLOT * AT_A_SLOT), faces // AT_A_SLOT % AT_A_SLOT, faces % AT_A_SLOT
    row = state["offers"][slot]
    at = f"{unwrapped_in_python(cell, west - 1)},{unwrapped_in_python(cell >> 6, north - 1)}"
    gift = f"!{int(row[his])}" if state["seats"] == 1 else ""
    return f"+{slot + 1}.{int(row[mine])}@{at}/{rotation}{gift}"


def texts(state: Any, codes: list[int]) -> list[str]:
    """Legal moves as text."""
    if not state["open"]:
        return base_texts(state, codes)
    cities, mover = state["cities"], state["to_move"]
    west, north = cities["west"].item(mover), cities["north"].item(mover)
    return [STOP_TEXT if code == STOP else completion_text(state, code, west, north) for code in codes]


# --- In parts ---------------------------------------------------------------------------------------------------------


def choices(texts: list[str], codes: list[int], parts: list[list[int]], gains: list[Gain] | None) -> list[Choice]:
    """The legal moves in parts."""
    shown: Sequence[Gain | UnsetType] = gains or [UNSET] * len(codes)
    return [choice_of(text, row, gain) for text, row, gain in zip(texts, parts, shown, strict=True)]


def choice_of(text: str, parts: list[int], gain: Gain | UnsetType) -> Choice:
    """One legal move in parts."""
    slot, q, r, rotation, _, _, card, single, gift = parts
    if card < 0:
        return Choice(text, slot, q, r, rotation, gain)
    return Choice(text, slot, q, r, rotation, gain, card, single or UNSET, gift or UNSET)


def piece_keys(parts: list[int]) -> list[int]:
    """The tile, and the landmark of where it goes; the card and the single tile, and the landmark; or nothing but the stop."""
    slot, _, _, _, landmark, _, card, single, _ = parts
    return [slot, landmark] if card < 0 else [0] if card == 0 else [-card, single, landmark]


def pieces(state: Any, parts: list[int]) -> list[Piece]:
    """The tile or the card, and the hex of the city that it would cover or touch."""
    _, _, _, _, landmark, covers, card, single, _ = parts
    if card < 0:
        return base_pieces(state, parts[:6])
    if card == 0:
        return [(("look.stop", {}), {})]
    named: Values = {"card": f"=card.{CARD_NAMES[int(state['cards'][card - 1]) - 1]}"}
    return [
        (("look.card", named), {"card": card}),
        (single_words("look.single", single), {"single": single}),
        landmark_piece(state, landmark, covers),
    ]


def single_words(key: str, tile: int, **more: Any) -> tuple[str, Values]:
    """A sentence about a single tile: with what it shows, or with its two districts."""
    kinds = ALL_TILE_NAMES[tile]
    if len(kinds) == 1:
        return key, {"a": f"=kind.{kinds[0]}", **more}
    return f"{key}_two", {"a": f"=kind.{kinds[0]}", "b": f"=kind.{kinds[1]}", **more}
