"""The options of the game (§9), and how they enter a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ziggurat.errors import OptionError
from ziggurat.games.amytis.material import KINDS, ROW_SPACES, SEATS, STARTING_CARDS
from ziggurat.options import Option, Options, OptionSet, OptionValue


@dataclass(frozen=True)
class Sides(Option):
    """Six letters A or B: the side of the garden, market, wall, palace, residence and theater cards."""

    @property
    def hint(self) -> Any:
        """Any text: there are 64 of them."""
        return str

    def read(self, value: OptionValue) -> OptionValue:
        """The six letters in upper case, or `random`."""
        text = str(value).strip()
        if text.lower() == "random":
            return "random"
        if len(text) != KINDS or set(text.upper()) - {"A", "B"}:
            raise OptionError(f"option `sides` cannot be `{value}`: write six letters A or B (garden, market, wall, palace, residence, theater), or `random`")
        return text.upper()

    def resolve(self, value: OptionValue, below: Callable[[int], int]) -> OptionValue:
        """`random` becomes one of the 64 combinations."""
        return "".join("AB"[below(2)] for _ in range(KINDS)) if value == "random" else value


OPTIONS = OptionSet(
    (
        Option("seats", (SEATS,)),
        Option("edition", ("second", "first")),
        Sides("sides", ("AAAAAA", "random")),
        Option("bottom_row_limit", ("none", "four")),
        Option("palace_b_counts", ("before", "after")),
    )
)


def prepare(state: Any, options: Options) -> None:
    """Write the options into a blank position."""
    state.sides = sum(1 << kind for kind, side in enumerate(options["sides"]) if side == "B")
    state.starting_cards[:] = STARTING_CARDS[options["edition"]]
    state.row_limit = 4 if options["bottom_row_limit"] == "four" else ROW_SPACES
    state.palace_b_after = options["palace_b_counts"] == "after"
