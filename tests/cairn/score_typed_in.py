"""Score a position typed in from a real table (`ziggurat score cairn FILE`): `{"cairn": [6, 5, 5]}`, from the bottom."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

from cairn.material import COPIES, HIGHEST, VALUES
from ziggurat.errors import PositionError
from ziggurat.parse import typed


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """One player's table at the end of the game."""

    cairn: list[int]
    """The values of the stones from the bottom."""


def score_position(position: dict[str, Any]) -> dict[str, Any]:
    """Each line, and the total."""
    cairn = typed(position, Position, PositionError).cairn
    if len(cairn) > HIGHEST:
        raise PositionError(f"`cairn` has {len(cairn)} stones; a player has at most {HIGHEST} turns")
    for value in cairn:
        if not 1 <= value <= VALUES:
            raise PositionError(f"`cairn` holds {value}, which is no stone; stones have the values 1 to {VALUES}")
        if cairn.count(value) > COPIES:
            raise PositionError(f"`cairn` holds the value {value} {cairn.count(value)} times; the box has {COPIES}")
    for below, above in pairwise(cairn):
        if above > below:
            raise PositionError(f"`cairn` has {above} on {below}: no stone is larger than the one below it")
    top = cairn[-1] if cairn else 0
    return {"stones": len(cairn), "top": top, "total": len(cairn) + top}
