"""The options of §10.11 that decide how cards and districts are read, as bits."""

from __future__ import annotations

from ziggurat.games.akropolis.scoring import reading_of as base_reading_of
from ziggurat.kernel import kernel

LITERAL = 1 << 0
OPEN_CENTER = 1 << 1
EXACT = 1 << 2
SEPARATE_ANY = 1 << 3
SEPARATE_RINGS = 1 << 4
OWN_SIDE = 1 << 5
ONE_BY_ONE = 1 << 6
PRINTED_ORDER = 1 << 7
THREE_OR_FOUR = 1 << 8
NO_HIS_STATUE = 1 << 9
HE_TAKES_FIRST = 1 << 10
SHIFT = 8
"""By how many places they lie above those of the game, in the number that `reading_of` returns."""


@kernel
def reading_of(state):
    """How the rules are read in this game: the number of the game above, and these bits."""
    return base_reading_of(state) + (int(state.readings) << SHIFT)
