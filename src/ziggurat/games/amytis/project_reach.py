"""Where a project could still be completed: a help for people who plan, not a rule of the game. Every view computes it after a move.

Colours are sets of spaces side by side in one number, as on a board (`material.py`).
"""

from __future__ import annotations

from functools import cache, lru_cache

from ziggurat.games.amytis.choices import PLACES
from ziggurat.games.amytis.material import ALL_SPACES, CARDS, COLOR_LETTERS, COLORS, MAX_TURNS, ONE_SET, SEATS, TILES, card_placements
from ziggurat.games.amytis.types import Way
from ziggurat.geometry.square import SPACES

WAYS = [card_placements(card) for card in range(CARDS)]
"""WAYS[card]: the colours that each way of laying the card asks for."""
MOST_CELLS = max(wanted.bit_count() for laid in WAYS for wanted in laid)
ONE_COLOR = [ALL_SPACES << (ONE_SET * color) for color in range(COLORS)]
MOST_OF_ONE = max((wanted & spaces).bit_count() for laid in WAYS for wanted in laid for spaces in ONE_COLOR)
EACH_COLOR = TILES // COLORS
TURNS = MAX_TURNS // SEATS
RankedWay = tuple[int, int, int, Way]
"""How many tiles a way lacks, its place among those of its card, the colours that are lacking, and the way as a view shows it."""
Scarce = tuple[tuple[int, int], ...]
"""The colours of which fewer tiles are left than a card can ask for: all spaces in this colour, and how many."""


@lru_cache(4096)
def reach(card: int, colors: int, turns: int, scarce: Scarce) -> list[Way]:
    """The ways in which a card can still be completed where these colours are visible, the nearest first: not more tiles than turns, nor than there are.

    All views that show them share the list.
    """
    hidden = ~colors
    near = sorted([by_lacking[wanted & hidden] for wanted, by_lacking in ways(card)])
    for spaces, left in scarce:
        near = [way for way in near if (way[2] & spaces).bit_count() <= left]
    return [way for tiles, _, _, way in near if tiles <= turns]


@cache
def ways(card: int) -> list[tuple[int, dict[int, RankedWay]]]:
    """Each way to lay the card: the colours that it asks for, and what a view shows for any part of them that is lacking."""
    return [(wanted, ways_of(wanted, place)) for place, wanted in enumerate(WAYS[card])]


def ways_of(wanted: int, place: int) -> dict[int, RankedWay]:
    """What a view shows of one way to lay a card, by the colours that are lacking: any part of those that it asks for."""
    letters = [next((letter for letter, spaces in zip(COLOR_LETTERS, sets_of(wanted), strict=True) if spaces >> space & 1), ".") for space in range(SPACES)]
    by_lacking, lacking = {}, wanted
    while True:
        spaces = sum(sets_of(lacking))
        missing = [name for space, name in enumerate(PLACES) if spaces >> space & 1]
        by_lacking[lacking] = (len(missing), place, lacking, Way("".join(letters), missing))
        if not lacking:
            return by_lacking
        lacking = (lacking - 1) & wanted


def sets_of(colors: int) -> list[int]:
    """For each colour the set of its spaces."""
    return [colors >> (ONE_SET * color) & ALL_SPACES for color in range(COLORS)]


@lru_cache(4096)
def scarce_colors(built: int) -> Scarce:
    """The colours that are scarce when so many tiles of each were built: four numbers side by side, eight bits for each."""
    left = [EACH_COLOR - (built >> (8 * color) & 255) for color in range(COLORS)]
    return tuple([(spaces, n) for spaces, n in zip(ONE_COLOR, left, strict=True) if n < MOST_OF_ONE])


def turns_left(tiles: int, empty: int, waits: bool) -> int:
    """The most tiles that a seat can still build that has built so many; where two stacks are empty, one if its last turn waits, else none."""
    return min(TURNS - tiles, int(waits)) if empty >= 2 else TURNS - tiles
