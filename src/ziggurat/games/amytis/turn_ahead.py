"""A position as if it were another seat's turn already: for players who plan while they wait."""

from __future__ import annotations

from typing import Any

from ziggurat.games.amytis.material import MAX_TURNS
from ziggurat.games.amytis.rules import retrieve
from ziggurat.games.amytis.state import Phase


def suppose_turn(state: Any, seat: int) -> bool:
    """Let the seat build from the stacks as they are, with its architects back (§3.1); a choice that the other one still has to make is left out."""
    if int(state.turn) + 1 >= MAX_TURNS:
        return False
    state.turn += 1  # the tiles built are stored by turn, each player's in turn
    state.phase, state.to_move = Phase.BUILD, seat
    retrieve(state.boards[seat])
    return True
