"""Which values the parts of a legal move can have, for games whose moves have such parts. A template: `bind` gives each game its own copy."""

from __future__ import annotations

from ziggurat.any_game.observation import legal_factors
from ziggurat.kernel import kernel


@kernel
def factor_games(states, out, first, last):
    """Write for each game and each value of each part whether a legal move has it."""
    for i in range(first, last):
        legal_factors(states[i], out[i])
