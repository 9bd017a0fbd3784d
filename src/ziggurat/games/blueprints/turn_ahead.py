"""A position as if it were another seat's turn already: for players who plan while they wait."""

from __future__ import annotations

from typing import Any

from ziggurat.games.blueprints.material import CHOSEN
from ziggurat.games.blueprints.state import Phase


def suppose_turn(state: Any, seat: int) -> bool:
    """Let the seat choose from the pool as it lies; False if it has chosen its six dice of this round."""
    if int(state.buildings[int(state.round_index), seat].chosen) == CHOSEN:
        return False
    state.phase, state.to_move = Phase.BUILD, seat
    return True
