"""How the options of the expansion (§10.11) enter a position; they are declared with those of the game."""

from __future__ import annotations

from typing import Any

from ziggurat.games.akropolis.athena.material import CARD_NAMES
from ziggurat.games.akropolis.athena.readings import (
    EXACT,
    HE_TAKES_FIRST,
    LITERAL,
    NO_HIS_STATUE,
    ONE_BY_ONE,
    OPEN_CENTER,
    OWN_SIDE,
    PRINTED_ORDER,
    SEPARATE_ANY,
    SEPARATE_RINGS,
    THREE_OR_FOUR,
)
from ziggurat.games.akropolis.options import OPTIONS
from ziggurat.games.akropolis.options import prepare as prepare_base
from ziggurat.options import Options

__all__ = ["OPTIONS", "prepare"]

BITS: dict[tuple[str, Any], int] = {
    ("athena_blank", "literal"): LITERAL,
    ("athena_open_center", True): OPEN_CENTER,
    ("athena_layout", "exact"): EXACT,
    ("athena_separate", "any"): SEPARATE_ANY,
    ("athena_separate", "rings"): SEPARATE_RINGS,
    ("athena_pantheon", "own_side"): OWN_SIDE,
    ("athena_stairs", "one_by_one"): ONE_BY_ONE,
    ("athena_main_street", "printed_order"): PRINTED_ORDER,
    ("athena_barracks_variant", "three_or_four"): THREE_OR_FOUR,
    ("athena_architect_statue", False): NO_HIS_STATUE,
    ("athena_architect_pick", "first"): HE_TAKES_FIRST,
}
"""The bit of each value that is not the default."""


def prepare(state: Any, options: Options) -> None:
    """Write the options into a blank position."""
    prepare_base(state, options)
    state.readings = sum(bit for (name, value), bit in BITS.items() if options[name] == value)
    cards = options["athena_cards"]
    state.cards_are_chosen = cards != "random"
    if cards != "random":
        state.cards[:] = [1 + CARD_NAMES.index(name) for name in cards]
