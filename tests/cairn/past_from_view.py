"""The deals and moves that may have led to what a view shows: what `ziggurat.from_view` plays again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cairn.material import COPIES, VALUES
from cairn.types import View


def pasts_of(view: View) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield deals and moves that agree with the view; a stone that was taken lay on either place of the display."""
    for stones in drawn_before(view, len(view.log), tuple(view.display), []):
        unseen = [value for value in range(1, VALUES + 1) for _ in range(COPIES - stones.count(value))]
        yield {"stones": stones + unseen}, list(view.log)


def drawn_before(view: View, ply: int, display: tuple[int, ...], later: list[int]) -> Iterator[list[int]]:
    """Yield the stones in drawing order that lead to this display after so many plies, with those drawn `later` behind them."""
    if ply == 0:
        yield [*display, *later]
        return
    value = int(view.log[ply - 1][0])
    if may_be_taken(view, ply - 1, (value, display[1])):
        yield from drawn_before(view, ply - 1, (value, display[1]), [display[0], *later])
    if display[0] != value and may_be_taken(view, ply - 1, (display[0], value)):  # of two equal stones the first is taken
        yield from drawn_before(view, ply - 1, (display[0], value), [display[1], *later])


def may_be_taken(view: View, ply: int, display: tuple[int, int]) -> bool:
    """§3.3  Whether the move at this ply was legal with this display: with the option `throw=stuck` a stone is thrown away only when neither fits."""
    if view.options["throw"] == "free" or not view.log[ply].endswith("x"):
        return True
    put = [int(move[0]) for move, mover in zip(view.log[:ply], view.movers, strict=False) if mover == view.movers[ply] and move.endswith("^")]
    return bool(put) and min(display) > put[-1]
