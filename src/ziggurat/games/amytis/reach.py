"""Where a project could still be completed: for people who plan, no rule of the game. Plain Python beside the kernels; a view asks it after every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ziggurat.games.amytis.material import CARDS, COLORS, MAX_TURNS, PROJECTS, SEATS, TILES, card_pattern
from ziggurat.geometry.square import SPACE_NAMES, SPACES, placements

CARD_FACES = [{"pattern": list(card_pattern(card)), "points": points} for card, (_, points) in enumerate(PROJECTS)]
WAYS = [
    [("".join(cells.get(space, ".") for space in range(SPACES)), tuple(cells.items())) for cells in placements(card_pattern(card))] for card in range(CARDS)
]
"""WAYS[card]: each way to lay the card on a board, as nine letters and as pairs of a space and its letter."""
MOST_CELLS = max(len(cells) for laid in WAYS for _, cells in laid)
EACH_COLOR = TILES // COLORS
TURNS = MAX_TURNS // SEATS


def faces(cards: Iterable[int]) -> dict[str, Any]:
    """What is printed on these cards (0 is card 1), by their numbers."""
    return {str(card + 1): CARD_FACES[card] for card in cards}


@lru_cache(4096)
def ways(card: int, tops: str) -> list[tuple[int, list[tuple[str, int]], dict[str, Any]]]:
    """Each way to lay the card over these visible colours, the nearest first: how many tiles it lacks, of which colours, and what a view tells of it."""
    found = []
    for letters, cells in WAYS[card]:
        wrong = sorted((space, letter) for space, letter in cells if tops[space] != letter)
        wanted = Counter(letter for _, letter in wrong)
        found.append((len(wrong), list(wanted.items()), {"cells": letters, "missing": [SPACE_NAMES[space] for space, _ in wrong]}))
    return sorted(found, key=lambda way: way[0])


def reach(cards: Iterable[int], tops: str, turns: int, unbuilt: dict[str, int]) -> dict[str, list[dict[str, Any]]]:
    """For each card the ways in which it can still be completed, the nearest first: not more tiles than turns, nor than there are of a colour."""
    scarce = min(unbuilt.values()) < MOST_CELLS
    found = {}
    for card in cards:
        near = [way for way in ways(card, tops) if way[0] <= turns]
        found[str(card + 1)] = [told for _, wanted, told in near if not scarce or all(n <= unbuilt[color] for color, n in wanted)]
    return found


def turns_left(tiles: int, empty: int, waits: bool) -> int:
    """The most tiles that a seat can still build that has built so many; where two stacks are empty, one if its last turn waits, else none."""
    return min(TURNS - tiles, int(waits)) if empty >= 2 else TURNS - tiles
