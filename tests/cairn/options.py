"""The options of the game (§7), and how they enter a position."""

from __future__ import annotations

from typing import Any

from cairn.material import SEATS
from ziggurat.options import Option, Options, OptionSet

OPTIONS = OptionSet((Option("seats", SEATS), Option("throw", ("free", "stuck"))))


def prepare(state: Any, options: Options) -> None:
    """Write the options into a blank position."""
    state.seats = options["seats"]
    state.only_stuck = options["throw"] == "stuck"
