"""The deals and moves that may have led to what a view with the expansion shows: what `ziggurat.from_view` plays again.

The expansion has no secrets: the moves name the single tiles. So the pasts are those of the game above, with the cards of the view, and at each slot the
tiles that lie there and those that the moves took. In which order taken tiles lay there makes a difference only where two show the same: the moves take
the first one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, structs

from ziggurat.games.akropolis.athena.choices import STOP_TEXT
from ziggurat.games.akropolis.athena.material import AT_A_SLOT, CARD_NAMES, FIRST_SINGLE, SLOTS
from ziggurat.games.akropolis.athena.move_text import COMPLETION
from ziggurat.games.akropolis.past_from_view import Place, drawing_orders, read_move, tiles_laid
from ziggurat.games.akropolis.types import View


def pasts_of(view: View) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield deals and moves that agree with the view."""
    expansion = {"cards": cards_of(view), "singles": singles_of(view)}
    for tiles in drawing_orders(without_singles(view), tiles_laid(view, read_any_move)):
        yield {"tiles": tiles, **expansion}, list(view.log)


def read_any_move(move: str) -> tuple[int, list[Place]]:
    """The position in the site (-1: the move takes no tile from it), and the cells of the tile on the endless table."""
    if move == STOP_TEXT:
        return -1, []
    completion = COMPLETION.fullmatch(move)
    return read_move(move) if completion is None else (-1, [(int(completion[3]), int(completion[4]))])


def without_singles(view: View) -> View:
    """The view as the game above reads it: the tiles of the illustrious architect without the single tiles that he was given."""
    if view.architect is UNSET:
        return view
    his = structs.replace(view.architect, tiles=[tile for tile in view.architect.tiles if tile < FIRST_SINGLE])
    return structs.replace(view, architect=his)


def cards_of(view: View) -> list[int]:
    """The cards by slot."""
    assert view.slots is not UNSET
    return [1 + CARD_NAMES.index(slot.card) for slot in view.slots]


def singles_of(view: View) -> list[list[int]]:
    """The single tiles that lay at each slot: those that were taken, in the order of the moves, before those that are left.

    A tile that was taken lay before every tile that shows the same and was left, so this order gives the same moves.
    """
    assert view.slots is not UNSET
    taken: list[list[int]] = [[] for _ in range(SLOTS)]
    for move in view.log:
        if (completion := COMPLETION.fullmatch(move)) is not None:
            gift = [int(completion[6])] if completion[6] else []
            taken[int(completion[1]) - 1] += [*gift, int(completion[2])]
    singles = [[*gone, *slot.singles] for gone, slot in zip(taken, view.slots, strict=True)]
    assert all(len(row) == AT_A_SLOT for row in singles)
    assert all(len({*row}) == AT_A_SLOT for row in singles)
    return singles
