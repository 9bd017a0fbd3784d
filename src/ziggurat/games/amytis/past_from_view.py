"""The deals and moves that may have led to what a view shows: what `ziggurat.from_view` plays again.

A view tells everything but the order in which cards came to a player (it lists open and validated ones apart), so there can be several such pasts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from ziggurat.games.amytis.material import (
    CARDS,
    COPIES,
    DISPLAY,
    KIND_LETTERS,
    OTHER_SPACES,
    PALACE,
    PLACEMENTS,
    SHOWS_COLOR,
    STACK_HEIGHT,
    STACKS,
    STARTING_CARDS,
    TILE_INDEX,
    TILE_NAMES,
)
from ziggurat.games.amytis.types import SeatView, View
from ziggurat.geometry.square import SPACE_INDEX

BEFORE_PLAY = -1  # the ply at which starting cards are taken
NEVER = -2


def pasts_of(view: View) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield deals and moves that agree with the view, each with another order of the cards."""
    taken = tiles_taken(view)
    stacks = deal_stacks(view, taken)
    orders = [list(card_orders(view, seat, taken)) for seat in range(len(view.seats))]
    for hands in product(*orders):
        yield {"stacks": stacks, "projects": deal_cards(view, hands)}, list(view.log)


def tiles_taken(view: View) -> dict[int, tuple[int, int, str]]:
    """For each ply at which a tile was built: the stack, the space and the tile. A space shows its tiles from bottom to top."""
    boards = [[space.split() for row in seat.board for space in row] for seat in view.seats]
    taken = {}
    for ply, (move, mover) in enumerate(zip(view.log, view.movers, strict=True)):
        stack, arrow, space = move.partition(">")
        if arrow:
            taken[ply] = SPACE_INDEX[stack], SPACE_INDEX[space], boards[mover][SPACE_INDEX[space]].pop(0)
    return taken


def deal_stacks(view: View, taken: dict[int, tuple[int, int, str]]) -> list[list[str]]:
    """§2.1  The stacks: what was taken from the top, the top tile, and below it any tiles that nobody has seen."""
    stacks: list[list[str]] = [[] for _ in range(STACKS)]  # from the top
    for stack, _, tile in taken.values():
        stacks[stack].append(tile)
    for place, shown in enumerate(view.stacks):
        stacks[place] += [shown.top] if shown.top is not None else []
    seen = Counter(tile for stack in stacks for tile in stack)
    unseen = [tile for tile in TILE_NAMES for _ in range(COPIES - seen[tile])]
    for tiles in stacks:
        while len(tiles) < STACK_HEIGHT:
            tiles.append(unseen.pop())
    return [tiles[::-1] for tiles in stacks]


# --- §5  The order of a player's cards --------------------------------------------------------------------------------


def card_orders(view: View, seat: int, taken: dict[int, tuple[int, int, str]]) -> Iterator[list[int]]:
    """Yield the orders in which the cards of a seat may have come: a validated one before the last time that it was fulfilled, an open one after it."""
    shown: SeatView = view.seats[seat]
    came = [BEFORE_PLAY] * STARTING_CARDS[str(view.options["edition"])][seat] + [ply for ply, move in cards_taken(view) if view.movers[ply] == seat]
    colors = visible_colors(view, seat, taken)
    last = {card: last_fulfilled(card - 1, colors) for card in (*shown.projects, *shown.validated)}

    def merge(cards_open: list[int], validated: list[int], order: list[int]) -> Iterator[list[int]]:
        if not cards_open and not validated:
            yield order
            return
        ply = came[len(order)]
        if validated and ply <= last[validated[0]]:
            yield from merge(cards_open, validated[1:], [*order, validated[0]])
        if cards_open and ply > last[cards_open[0]]:
            yield from merge(cards_open[1:], validated, [*order, cards_open[0]])

    yield from merge(shown.projects, shown.validated, [])


def cards_taken(view: View) -> list[tuple[int, str]]:
    """The plies at which a card was taken, and from where: a place of the display, `1` to `3`, or `deck`."""
    return [(ply, move[1:]) for ply, move in enumerate(view.log) if move.startswith("+") and move != "+points"]


def visible_colors(view: View, seat: int, taken: dict[int, tuple[int, int, str]]) -> list[tuple[int, int]]:
    """The colours that a seat showed whenever its projects were validated, with the ply: after its tile, or after the choice at a palace."""
    shown, moments = 0, []
    for ply, (_, space, tile) in taken.items():
        if view.movers[ply] == seat:
            shown = (shown & int(OTHER_SPACES[space])) | int(SHOWS_COLOR[TILE_INDEX[tile], space])
            moments.append((ply + 1 if tile[1] == KIND_LETTERS[PALACE] else ply, shown))
    return moments[:-1] if view.phase == "palace" and seat == view.to_move else moments  # the choice at the palace is still to come


def last_fulfilled(card: int, moments: list[tuple[int, int]]) -> int:
    """§5  The last ply at which the visible colours showed the pattern of a card; NEVER if they did not."""
    wanted = [int(way) for way in PLACEMENTS[card]]
    return max((ply for ply, colors in moments if any(colors & way == way for way in wanted)), default=NEVER)


def deal_cards(view: View, hands: tuple[list[int], ...]) -> list[int]:
    """§2.4  The cards in dealing order, if they came to the players in these orders: display, starting cards, deck; unseen ones last."""
    first = [STARTING_CARDS[str(view.options["edition"])][seat] for seat in range(len(hands))]
    later = [iter(hand[n:]) for hand, n in zip(hands, first, strict=True)]
    events = [(source, next(later[view.movers[ply]])) for ply, source in cards_taken(view)]
    places: list[list[int | None]] = [[*(card for source, card in events if source == str(slot + 1)), view.display[slot]] for slot in range(DISPLAY)]
    dealt = [place.pop(0) for place in places]
    dealt += [card for hand, n in zip(hands, first, strict=True) for card in hand[:n]]
    for source, card in events:
        dealt.append(card if source == "deck" else places[int(source) - 1].pop(0))
    seen = [card for card in dealt if card is not None]
    return seen + [card for card in range(1, CARDS + 1) if card not in seen]
