"""The deals and moves that may have led to what a view shows: what `ziggurat.from_view` plays again.

The moves tell where each tile was laid, and the stacks of hexes which kinds it has. A tile that is covered whole may be one of several with the same
hexes: it makes no difference. In solo, which position the illustrious architect took a tile from follows from what lay in the site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET

from ziggurat.games.akropolis.material import (
    FIRST_PLAZA,
    HEXES,
    KIND_INDEX,
    SOLO_PLAYERS,
    SOLO_STONES,
    STARTING_TILE,
    TILE_COUNT,
    TILE_KINDS,
    TILE_PLAYERS,
)
from ziggurat.games.akropolis.types import Hex, View
from ziggurat.geometry.hex import DIRECTIONS, SIDES

Kinds = tuple[int, ...]
Place = tuple[int, int]
KINDS_OF: list[Kinds] = [tuple(kinds) for kinds in TILE_KINDS.tolist()]


@dataclass(frozen=True)
class LaidTile:
    """A tile of a city: the position in the site from which it came, its hexes, and its number where a hex of it is visible."""

    slot: int
    kinds: Kinds
    number: int | None


@dataclass(frozen=True)
class Site:
    """Which tiles were on offer: each is named by its place in the order of drawing."""

    offered: list[int]
    drawn: int
    stones: int = 0
    """Solo: those of the illustrious architect."""
    taken: dict[int, LaidTile] = field(default_factory=dict)
    """What is known of the tiles, by their place."""
    plain: frozenset[int] = frozenset()
    """Solo: places of tiles without a plaza, since he would have taken them."""

    def allows(self, place: int, kinds: Kinds) -> bool:
        """Whether the tile at this place of the order of drawing may have these hexes."""
        return place not in self.plain or max(kinds) < FIRST_PLAZA


def pasts_of(view: View) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield deals and moves that agree with the view."""
    for tiles in drawing_orders(view, tiles_laid(view, read_move)):
        yield {"tiles": tiles}, list(view.log)


def drawing_orders(view: View, laid: list[LaidTile]) -> Iterator[list[int]]:
    """Yield the tiles in drawing order, in every way that agrees with the view and with the tile laid in each turn."""
    players = SOLO_PLAYERS if len(view.seats) == 1 else len(view.seats)
    wanted = [tile for tile in range(1, TILE_COUNT + 1) if view.options["long_game"] or TILE_PLAYERS[tile] <= players]
    first = Site(list(range(players + 2)), players + 2, SOLO_STONES + 1)
    for site in sites_after(view, laid, 0, first, players, len(wanted)):
        tiles = {place: tile.number for place, tile in site.taken.items() if tile.number is not None}
        tiles |= dict(zip(site.offered, view.site, strict=True))
        for place, tile in site.taken.items():
            if tile.number is None:
                tiles[place] = next(number for number in wanted if KINDS_OF[number] == tile.kinds and number not in tiles.values())
        unseen = [number for number in wanted if number not in tiles.values()]
        yield [tiles[place] if place in tiles else unseen.pop() for place in range(len(wanted))]


def tiles_laid(view: View, read: Callable[[str], tuple[int, list[Place]]]) -> list[LaidTile]:
    """The tile of the site that was laid in each turn; `read` says of a move what `read_move` does, with the position -1 where it lays something else."""
    stacks = [{(place.q, place.r): stack_of(place) for place in seat.city} for seat in view.seats]
    numbers = [{(place.q, place.r): place.tile for place in seat.city} for seat in view.seats]
    heights = [dict.fromkeys([at for at, _ in STARTING_TILE], 1) for _ in view.seats]
    laid = []
    for move, mover in zip(view.log, view.movers, strict=True):
        slot, cells = read(move)
        levels = [heights[mover].get(cell, 0) for cell in cells]
        if slot >= 0:
            kinds = tuple(stacks[mover][cell][level] for cell, level in zip(cells, levels, strict=True))
            visible = [numbers[mover][cell] for cell, level in zip(cells, levels, strict=True) if level + 1 == len(stacks[mover][cell])]
            laid.append(LaidTile(slot, kinds, visible[0] if visible else None))
        for cell, level in zip(cells, levels, strict=True):
            heights[mover][cell] = level + 1
    return laid


def stack_of(place: Hex) -> list[int]:
    """The kinds on a place, from the ground up."""
    return [KIND_INDEX[kind] for kind in (*(() if place.below is UNSET else place.below), place.kind)]


def read_move(move: str) -> tuple[int, list[Place]]:
    """The position in the site, and the three cells of the tile on the endless table (§13)."""
    slot, _, rest = move.partition(":")
    at, _, rotation = rest.partition("/")
    q, r = (int(part) for part in at.split(","))
    steps = [(0, 0), *(DIRECTIONS[(int(rotation) + turn) % SIDES] for turn in range(HEXES - 1))]
    return int(slot), [(q + dq, r + dr) for dq, dr in steps]


# --- §4 and §9  The site ----------------------------------------------------------------------------------------------


def sites_after(view: View, laid: list[LaidTile], turn: int, site: Site, players: int, total: int) -> Iterator[Site]:
    """Yield what may be known of the site after all turns from this one on; the last one has not ended while its player completes cards (§10.3)."""
    if turn == len(laid):
        if all(site.allows(place, KINDS_OF[tile]) for place, tile in zip(site.offered, view.site, strict=True)):
            yield site
        return
    tile = laid[turn]
    if not site.allows(site.offered[tile.slot], tile.kinds):
        return
    after = take(site, tile.slot, tile, site.stones + tile.slot)
    if turn == len(laid) - 1 and view.phase == "complete":
        yield from sites_after(view, laid, turn + 1, after, players, total)
        return
    after = end_turn(after, players, total)
    is_solo = len(view.seats) == 1
    for last in architect_turns(view, turn, after, players, total) if is_solo and not is_over(after, total) else [after]:
        yield from sites_after(view, laid, turn + 1, last, players, total)


def take(site: Site, slot: int, tile: LaidTile, stones: int, plain: frozenset[int] = frozenset()) -> Site:
    """§3.1  The tile leaves the site, the others close up."""
    offered = site.offered[:slot] + site.offered[slot + 1 :]
    return Site(offered, site.drawn, stones, {**site.taken, site.offered[slot]: tile}, site.plain | plain)


def end_turn(site: Site, players: int, total: int) -> Site:
    """§4  When one tile is left of the site, the next stack is laid out behind it."""
    if len(site.offered) > 1 or site.drawn == total:
        return site
    drawn = site.drawn + players + 1
    return Site([*site.offered, *range(site.drawn, drawn)], drawn, site.stones, site.taken, site.plain)


def is_over(site: Site, total: int) -> bool:
    """§4  Whether one tile is left of the site and there is no stack to follow it."""
    return len(site.offered) == 1 and site.drawn == total


def architect_turns(view: View, turn: int, site: Site, players: int, total: int) -> Iterator[Site]:
    """§9.2  Yield the sites after the illustrious architect's turn: from which position he took his tile, and which tiles can have no plaza."""
    assert view.architect is not UNSET
    number = view.architect.tiles[turn]
    affordable = site.offered[: site.stones + 1]
    has_plaza = max(KINDS_OF[number]) >= FIRST_PLAZA
    for slot in range(len(affordable) if has_plaza else 1):
        before = affordable[:slot] if has_plaza else affordable
        if site.allows(site.offered[slot], KINDS_OF[number]):
            tile = LaidTile(slot, KINDS_OF[number], number)
            yield end_turn(take(site, slot, tile, site.stones - slot, frozenset(before)), players, total)
