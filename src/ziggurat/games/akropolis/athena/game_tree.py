"""The game with the expansion as a tree of chance and decisions: the city tiles in drawing order, the cards, the single tiles slot by slot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ziggurat.games.akropolis.athena.material import AT_A_SLOT, CARD_COUNT, CARD_NAMES, FIRST_SINGLE, LAST_SINGLE, SLOTS
from ziggurat.games.akropolis.game_tree import draw_count as tile_draws
from ziggurat.games.akropolis.game_tree import tiles_in_game
from ziggurat.options import Options

MOST_OUTCOMES = LAST_SINGLE + CARD_COUNT + 1
"""Tiles are drawn by their numbers; a card is drawn as LAST_SINGLE and its number."""


def chosen_cards(options: Options) -> list[int]:
    """The numbers of the cards that the option names; none if they are drawn."""
    cards = options["athena_cards"]
    return [] if cards == "random" else [1 + CARD_NAMES.index(name) for name in cards]


def card_draws(options: Options) -> int:
    """How many cards are drawn."""
    return 0 if chosen_cards(options) else SLOTS


def draw_count(options: Options) -> int:
    """How many draws make a deal."""
    return tile_draws(options) + card_draws(options) + SLOTS * AT_A_SLOT


def outcomes(options: Options, drawn: Sequence[int]) -> list[tuple[int, int]]:
    """What can be drawn next with its weight: each tile or card that is left."""
    used, tiles, cards = set(drawn), tile_draws(options), card_draws(options)
    if len(drawn) < tiles:
        return [(tile, 1) for tile in tiles_in_game(options) if tile not in used]
    if len(drawn) < tiles + cards:
        return [(LAST_SINGLE + card, 1) for card in range(1, CARD_COUNT + 1) if LAST_SINGLE + card not in used]
    return [(tile, 1) for tile in range(FIRST_SINGLE, LAST_SINGLE + 1) if tile not in used]


def outcome_text(options: Options, drawn: Sequence[int], outcome: int) -> str:
    """A draw in words: `tile 12`, `card housing`."""
    return f"card {CARD_NAMES[outcome - LAST_SINGLE - 1]}" if outcome > LAST_SINGLE else f"tile {outcome}"


def deal_of(options: Options, drawn: Sequence[int]) -> dict[str, Any]:
    """The explicit deal that these draws make."""
    tiles, cards = tile_draws(options), card_draws(options)
    singles = list(drawn[tiles + cards :])
    return {
        "tiles": list(drawn[:tiles]),
        "cards": chosen_cards(options) or [draw - LAST_SINGLE for draw in drawn[tiles : tiles + cards]],
        "singles": [singles[AT_A_SLOT * slot : AT_A_SLOT * (slot + 1)] for slot in range(SLOTS)],
    }


def draws_of(options: Options, deal: dict[str, Any]) -> list[int]:
    """The draws that make an explicit deal."""
    cards = [] if chosen_cards(options) else [LAST_SINGLE + card for card in deal["cards"]]
    return [*deal["tiles"], *cards, *(tile for row in deal["singles"] for tile in row)]


def most_plies(options: Options) -> int:
    """No game has more decisions: each places a city tile, completes a card, or stops in a turn."""
    seats: int = options["seats"]
    return 2 * tile_draws(options) + SLOTS * seats
