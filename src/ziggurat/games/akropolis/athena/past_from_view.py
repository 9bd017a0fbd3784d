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
from ziggurat.games.akropolis.material import SOLO_PLAYERS, SOLO_STONES, STARTING_TILE, TILE_COUNT, TILE_PLAYERS
from ziggurat.games.akropolis.past_from_view import KINDS_OF, LaidTile, Site, architect_turns, end_turn, is_over, read_move, stack_of, take
from ziggurat.games.akropolis.types import View


def pasts_of(view: View) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield deals and moves that agree with the view."""
    players = SOLO_PLAYERS if len(view.seats) == 1 else len(view.seats)
    wanted = [tile for tile in range(1, TILE_COUNT + 1) if view.options["long_game"] or TILE_PLAYERS[tile] <= players]
    laid = tiles_laid(view)
    shown = without_singles(view)
    expansion = {"cards": cards_of(view), "singles": singles_of(view)}
    first = Site(list(range(players + 2)), players + 2, SOLO_STONES + 1)
    for site in sites_after_turns(shown, laid, 0, first, players, len(wanted)):
        tiles = {place: tile.number for place, tile in site.taken.items() if tile.number is not None}
        tiles |= dict(zip(site.offered, view.site, strict=True))
        for place, tile in site.taken.items():
            if tile.number is None:
                tiles[place] = next(number for number in wanted if KINDS_OF[number] == tile.kinds and number not in tiles.values())
        unseen = [number for number in wanted if number not in tiles.values()]
        yield {"tiles": [tiles[place] if place in tiles else unseen.pop() for place in range(len(wanted))], **expansion}, list(view.log)


def sites_after_turns(view: View, laid: list[LaidTile], turn: int, site: Site, players: int, total: int) -> Iterator[Site]:
    """Yield what may be known of the site after all turns from this one on; the last one has not ended while its player completes cards."""
    if turn == len(laid):
        if all(site.allows(place, KINDS_OF[tile]) for place, tile in zip(site.offered, view.site, strict=True)):
            yield site
        return
    tile = laid[turn]
    if not site.allows(site.offered[tile.slot], tile.kinds):
        return
    after, is_last = take(site, tile.slot, tile, site.stones + tile.slot), turn == len(laid) - 1
    if is_last and view.phase == "complete":
        yield from sites_after_turns(view, laid, turn + 1, after, players, total)
        return
    after = end_turn(after, players, total)
    is_solo = len(view.seats) == 1
    for last in architect_turns(view, turn, after, players, total) if is_solo and not is_over(after, total) else [after]:
        yield from sites_after_turns(view, laid, turn + 1, last, players, total)


def without_singles(view: View) -> View:
    """The view as `architect_turns` of the game above reads it: the tiles of the illustrious architect without the single tiles that he was given."""
    if view.architect is UNSET:
        return view
    his = structs.replace(view.architect, tiles=[tile for tile in view.architect.tiles if tile < FIRST_SINGLE])
    return structs.replace(view, architect=his)


def tiles_laid(view: View) -> list[LaidTile]:
    """The city tile that was laid in each turn."""
    stacks = [{(place.q, place.r): stack_of(place) for place in seat.city} for seat in view.seats]
    numbers = [{(place.q, place.r): place.tile for place in seat.city} for seat in view.seats]
    heights = [dict.fromkeys([at for at, _ in STARTING_TILE], 1) for _ in view.seats]
    laid = []
    for move, mover in zip(view.log, view.movers, strict=True):
        if move == STOP_TEXT:
            continue
        if (single := COMPLETION.fullmatch(move)) is not None:
            at = int(single[3]), int(single[4])
            heights[mover][at] = heights[mover].get(at, 0) + 1
            continue
        slot, cells = read_move(move)
        levels = [heights[mover].get(cell, 0) for cell in cells]
        kinds = tuple(stacks[mover][cell][level] for cell, level in zip(cells, levels, strict=True))
        visible = [numbers[mover][cell] for cell, level in zip(cells, levels, strict=True) if level + 1 == len(stacks[mover][cell])]
        laid.append(LaidTile(slot, kinds, visible[0] if visible else None))
        for cell, level in zip(cells, levels, strict=True):
            heights[mover][cell] = level + 1
    return laid


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
