"""Points by source: the breakdown of a position, and what a move adds to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ziggurat.bind import bind
from ziggurat.view import Gain

if TYPE_CHECKING:
    from ziggurat.spec import GameSpec

KERNELS = "ziggurat.game_kernels"
SCORE = np.int32  # the type of scores and breakdowns in buffers


def shown_lines(spec: GameSpec, points: list[int]) -> dict[str, int]:
    """The points by source; lines of single cards (`project:8`) only when they count."""
    return {line: n for line, n in zip(spec.scoring.LINES, points, strict=True) if n or ":" not in line}


def breakdown_of(spec: GameSpec, state: Any, seats: int) -> list[dict[str, int]]:
    """For each seat the points by source in a position."""
    out = np.zeros(len(spec.scoring.LINES), SCORE)
    sheets = []
    for seat in range(seats):
        spec.scoring.breakdown(state, seat, out)
        sheets.append(shown_lines(spec, out.tolist()))
    return sheets


def gain_between(spec: GameSpec, before: Any, after: Any, seat: int) -> Gain:
    """What a move adds to the points of a seat, by source: `after` is the position that it leads to."""
    kernels, sources = bind(spec.name, KERNELS), spec.choices.SOURCES
    points = np.zeros((2, len(sources)), SCORE)
    kernels.points(before, seat, points[0])
    kernels.points_after(before, after, seat, points[1])
    return gains_of(points[1:] - points[:1], sources)[0]


def gains_of(points: np.ndarray[Any, Any], sources: tuple[str, ...]) -> list[Gain]:
    """Each row as points by source, without the zeros."""
    gains: list[Gain] = [{} for _ in range(len(points))]
    rows, columns = np.nonzero(points)
    for row, column, n in zip(rows.tolist(), columns.tolist(), points[rows, columns].tolist(), strict=True):
        gains[row][sources[column]] = n
    return gains
