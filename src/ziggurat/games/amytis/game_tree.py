"""The game as a tree of chance and decisions, for programs that read games so (`envs/openspiel.py`): the deal, tile after tile and card after card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ziggurat.games.amytis.material import CARDS, COPIES, MAX_TURNS, STACK_HEIGHT, STACKED_TILES, TILE_INDEX, TILE_KINDS, TILE_NAMES
from ziggurat.geometry.square import SPACE_NAMES
from ziggurat.options import Options

MOST_OUTCOMES = TILE_KINDS
TURN_DEPTH = 3


def draw_count(options: Options) -> int:
    """How many draws make a deal: the stacks from a1 to c3, bottom to top, then the cards in dealing order."""
    return STACKED_TILES + CARDS


def outcomes(options: Options, drawn: Sequence[int]) -> list[tuple[int, int]]:
    """What can be drawn next with its weight: a kind of tile as often as the box still has it, or a card that is left."""
    if len(drawn) < STACKED_TILES:
        used = Counter(drawn)
        return [(tile, COPIES - used[tile]) for tile in range(TILE_KINDS) if used[tile] < COPIES]
    dealt = set(drawn[STACKED_TILES:])
    return [(card, 1) for card in range(CARDS) if card not in dealt]


def outcome_text(options: Options, drawn: Sequence[int], outcome: int) -> str:
    """A draw in words: `Gw on b2`, `card 7`."""
    place = len(drawn)
    return f"{TILE_NAMES[outcome]} on {SPACE_NAMES[place // STACK_HEIGHT]}" if place < STACKED_TILES else f"card {outcome + 1}"


def deal_of(options: Options, drawn: Sequence[int]) -> dict[str, Any]:
    """The explicit deal that these draws make."""
    tiles = [TILE_NAMES[tile] for tile in drawn[:STACKED_TILES]]
    stacks = [tiles[first : first + STACK_HEIGHT] for first in range(0, STACKED_TILES, STACK_HEIGHT)]
    return {"stacks": stacks, "projects": [card + 1 for card in drawn[STACKED_TILES:]]}


def draws_of(options: Options, deal: dict[str, Any]) -> list[int]:
    """The draws that make an explicit deal."""
    return [*(TILE_INDEX[tile] for stack in deal["stacks"] for tile in stack), *(card - 1 for card in deal["projects"])]


def most_plies(options: Options) -> int:
    """No game has more decisions."""
    return MAX_TURNS * TURN_DEPTH
