"""The deal as JSON: the tile numbers in drawing order, first the site from left to right, then stack after stack (§13)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ziggurat.errors import DealError
from ziggurat.games.akropolis.state import lay_out_tiles, set_up

Deal = dict[str, Any]


def write_deal(state: Any) -> Deal:
    """The deal from which this position was played."""
    return {"tiles": state.tiles[: state.tile_total].tolist()}


def read_deal(state: Any, deal: Deal) -> None:
    """Set up a prepared position with this deal; raises DealError naming the place."""
    if unknown := deal.keys() - {"tiles"}:
        raise DealError(f"`deal` has an unknown field `{min(unknown)}`: an akropolis deal has `tiles`, with `athena=true` also `cards` and `singles`")
    lay_out_tiles(state)
    total = int(state.tile_total)
    state.tiles[:total] = read_tiles(deal.get("tiles"), state.tiles[:total].tolist())
    set_up(state)


def read_tiles(tiles: Any, wanted: list[int]) -> list[int]:
    """Every tile of the game exactly once."""
    if not isinstance(tiles, list):
        raise DealError(f"`deal.tiles` must be a list of {len(wanted)} tile numbers, not {tiles!r}")
    for place, tile in enumerate(tiles):
        if not isinstance(tile, int) or isinstance(tile, bool) or tile not in wanted:
            raise DealError(f"`deal.tiles[{place}]` is {tile!r}, which is no tile of this game; its tiles are numbered {wanted[0]} to {wanted[-1]}")
    for tile, count in Counter(tiles).items():
        if count > 1:
            raise DealError(f"`deal.tiles` holds tile {tile} {count} times")
    if len(tiles) != len(wanted):
        raise DealError(f"`deal.tiles` must hold all {len(wanted)} tiles of this game, not {len(tiles)}: tile {min(set(wanted) - set(tiles))} is missing")
    return tiles
