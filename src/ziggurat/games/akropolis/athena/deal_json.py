"""The deal as JSON with the expansion (§10.12): the city tiles, the cards by slot, and the single tiles by slot in the order in which they lie."""

from __future__ import annotations

from typing import Any

from ziggurat.errors import DealError
from ziggurat.games.akropolis.athena.material import AT_A_SLOT, CARD_COUNT, CARD_NAMES, FIRST_SINGLE, LAST_SINGLE, SLOTS
from ziggurat.games.akropolis.athena.state import set_up
from ziggurat.games.akropolis.deal_json import Deal, read_tiles
from ziggurat.games.akropolis.state import lay_out_tiles

FIELDS = ("tiles", "cards", "singles")


def write_deal(state: Any) -> Deal:
    """The deal from which this position was played."""
    return {"tiles": state.tiles[: state.tile_total].tolist(), "cards": state.cards.tolist(), "singles": state.singles.tolist()}


def read_deal(state: Any, deal: Deal) -> None:
    """Set up a prepared position with this deal; raises DealError naming the place."""
    if unknown := deal.keys() - set(FIELDS):
        raise DealError(f"`deal` has an unknown field `{min(unknown)}`: an akropolis deal with `athena=true` has `tiles`, `cards` and `singles`")
    lay_out_tiles(state)
    total = int(state.tile_total)
    state.tiles[:total] = read_tiles(deal.get("tiles"), state.tiles[:total].tolist())
    chosen = state.cards.tolist() if state.cards_are_chosen else None
    state.cards[:] = read_cards(deal.get("cards"), chosen)
    state.singles[:] = read_singles(deal.get("singles"))
    set_up(state)


def read_cards(cards: Any, chosen: list[int] | None) -> list[int]:
    """Four different cards; where the option names them, these."""
    if not isinstance(cards, list) or len(cards) != SLOTS:
        raise DealError(f"`deal.cards` must be a list of {SLOTS} card numbers, not {cards!r}")
    for place, card in enumerate(cards):
        if not is_number(card, 1, CARD_COUNT):
            raise DealError(f"`deal.cards[{place}]` is {card!r}, which is no card: they are numbered 1 to {CARD_COUNT}")
        if card in cards[:place]:
            raise DealError(f"`deal.cards` holds card {card} twice")
        if chosen is not None and card != chosen[place]:
            raise DealError(f"`deal.cards[{place}]` is {card}, but the option `athena_cards` says `{CARD_NAMES[chosen[place] - 1]}` ({chosen[place]})")
    return cards


def read_singles(singles: Any) -> list[list[int]]:
    """Four different single tiles at each slot."""
    if not isinstance(singles, list) or len(singles) != SLOTS or not all(isinstance(row, list) and len(row) == AT_A_SLOT for row in singles):
        raise DealError(f"`deal.singles` must be {SLOTS} lists of {AT_A_SLOT} tile numbers, not {singles!r:.80}")
    seen: set[int] = set()
    for slot, row in enumerate(singles):
        for place, tile in enumerate(row):
            if not is_number(tile, FIRST_SINGLE, LAST_SINGLE):
                raise DealError(f"`deal.singles[{slot}][{place}]` is {tile!r}, which is no single tile: they are numbered {FIRST_SINGLE} to {LAST_SINGLE}")
            if tile in seen:
                raise DealError(f"`deal.singles` holds tile {tile} twice")
            seen.add(tile)
    return singles


def is_number(value: Any, least: int, most: int) -> bool:
    """Whether a value is a whole number between these."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
