"""Score a city typed in from a real table (`ziggurat score akropolis FILE`): any size, any shape, buildable or not."""

from __future__ import annotations

from typing import Any

import msgspec

from ziggurat.errors import OptionError, PositionError, listed
from ziggurat.games.akropolis.district import Seen, sheet
from ziggurat.games.akropolis.material import COLOR_NAMES, KIND_INDEX, KIND_NAMES
from ziggurat.games.akropolis.options import OPTIONS
from ziggurat.shape import typed


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """One player's city at the end of the game."""

    visible: list[tuple[int, int, str, int]]
    """The visible hexes: q, r, kind, level."""
    stones: int = 0
    """Stones left."""
    options: dict[str, Any] = {}
    """Options that differ from the defaults."""


def score_position(position: dict[str, Any]) -> dict[str, Any]:
    """The points of each colour, the stones, and the total."""
    given = typed(position, Position, PositionError)
    if given.stones < 0:
        raise PositionError(f"`stones` is {given.stones}: nobody has less than none")
    try:
        options = OPTIONS.read(given.options)
    except OptionError as error:
        raise PositionError(f"`options`: {error}") from None
    pages = sheet(read_city(given), options)
    points = {name: int(pages[name]["points"]) for name in COLOR_NAMES}
    return {**points, "stones": given.stones, "total": sum(points.values()) + given.stones}


def read_city(given: Position) -> Seen:
    """The visible hexes by place."""
    city: Seen = {}
    for index, (q, r, kind, level) in enumerate(given.visible):
        if kind not in KIND_INDEX:
            raise PositionError(f"`visible[{index}]` is a `{kind}`, which is no kind of hex; they are {listed(KIND_NAMES)}")
        if level < 1:
            raise PositionError(f"`visible[{index}]` lies on level {level}: the ground level is 1")
        if (q, r) in city:
            raise PositionError(f"`visible[{index}]` lies on ({q}, {r}), where a hex was named before: only the topmost is visible")
        city[q, r] = (kind, level)
    return city
