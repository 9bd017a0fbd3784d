"""The deal as JSON: `{"stones": [24 values in drawing order]}` (§8)."""

from __future__ import annotations

from typing import Any

from cairn.material import COPIES, STONES, VALUES
from cairn.state import set_up
from ziggurat.errors import DealError


def write_deal(state: Any) -> dict[str, Any]:
    """The deal from which this position was played."""
    return {"stones": state.stones.tolist()}


def read_deal(state: Any, deal: dict[str, Any]) -> None:
    """Set up a prepared position with this deal; raises DealError naming the place."""
    if unknown := deal.keys() - {"stones"}:
        raise DealError(f"`deal` has an unknown field `{min(unknown)}`: a cairn deal has `stones`")
    stones = deal.get("stones")
    if not isinstance(stones, list) or len(stones) != STONES:
        raise DealError(f"`deal.stones` must be a list of {STONES} values")
    for place, value in enumerate(stones):
        if type(value) is not int or not 1 <= value <= VALUES:
            raise DealError(f"`deal.stones[{place}]` is {value!r}, which is no stone; stones have the values 1 to {VALUES}")
        if stones.count(value) != COPIES:
            raise DealError(f"`deal.stones` holds the value {value} {stones.count(value)} times; the box has {COPIES}")
    state.stones[:] = stones
    set_up(state)
