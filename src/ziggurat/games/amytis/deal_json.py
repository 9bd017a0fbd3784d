"""The deal as JSON: nine stacks of five tiles, bottom to top, and the twenty cards in dealing order (§11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ziggurat.errors import DealError
from ziggurat.games.amytis.material import CARDS, COPIES, STACK_HEIGHT, STACKS, TILE_INDEX, TILE_NAMES
from ziggurat.games.amytis.state import set_up
from ziggurat.geometry.square import SPACE_NAMES

Deal = dict[str, Any]


def write_deal(state: Any) -> Deal:
    """The deal from which this position was played."""
    return {
        "stacks": [[TILE_NAMES[tile] for tile in stack] for stack in state.tiles.tolist()],
        "projects": [card + 1 for card in state.projects.tolist()],
    }


def read_deal(state: Any, deal: Deal) -> None:
    """Set up a prepared position with this deal; raises DealError naming the place."""
    if unknown := deal.keys() - {"stacks", "projects"}:
        raise DealError(f"`deal` has an unknown field `{min(unknown)}`: an amytis deal has `stacks` and `projects`")
    state.tiles[:] = read_stacks(deal.get("stacks"))
    state.projects[:] = read_projects(deal.get("projects"))
    set_up(state)


def read_stacks(stacks: Any) -> list[list[int]]:
    """Nine stacks of five tile kinds, no kind more often than in the box."""
    if not isinstance(stacks, list) or len(stacks) != STACKS:
        raise DealError(f"`deal.stacks` must be a list of {STACKS} stacks, not {size(stacks)}")
    for name, stack in zip(SPACE_NAMES, stacks, strict=True):
        if not isinstance(stack, list) or len(stack) != STACK_HEIGHT:
            raise DealError(f"`deal.stacks`: stack {name} must be a list of {STACK_HEIGHT} tiles, not {size(stack)}")
        for tile in stack:
            if not isinstance(tile, str) or tile not in TILE_INDEX:
                raise DealError(f"`deal.stacks`: stack {name} holds {tile!r}, which is no tile; a tile is like `Gw`: a colour B G O P and a type g m w p r t")
    for tile, count in Counter(tile for stack in stacks for tile in stack).items():
        if count > COPIES:
            raise DealError(f"`deal.stacks` holds the tile `{tile}` {count} times; the box has {COPIES}")
    return [[TILE_INDEX[tile] for tile in stack] for stack in stacks]


def read_projects(projects: Any) -> list[int]:
    """All twenty cards, each once."""
    if not isinstance(projects, list) or len(projects) != CARDS:
        raise DealError(f"`deal.projects` must be a list of {CARDS} cards, not {size(projects)}")
    for place, card in enumerate(projects):
        if isinstance(card, bool) or not isinstance(card, int) or not 1 <= card <= CARDS:
            raise DealError(f"`deal.projects[{place}]` is {card!r}, which is no card; cards are numbered 1 to {CARDS}")
    for card, count in Counter(projects).items():
        if count > 1:
            raise DealError(f"`deal.projects` holds card {card} {count} times")
    return [card - 1 for card in projects]


def size(value: Any) -> str:
    """What stands there in place of a list of the right length."""
    return f"{len(value)}" if isinstance(value, list) else f"{value!r}"
