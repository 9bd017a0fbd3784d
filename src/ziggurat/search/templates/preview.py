"""What each legal move would bring its seat at once, by source. A template: `search/bind.py` writes it out for each game."""

from __future__ import annotations

from ziggurat.games.GAME.rules import apply
from ziggurat.games.GAME.scoring import breakdown
from ziggurat.games.GAME.sight import imagine

from ziggurat.kernel import copy_row, kernel


@kernel
def previews(states, rows, moves, n, seat, rng, lines):
    """The score sheet of the seat at states[0] in lines[n], and after each of the n moves in lines[0 .. n - 1].

    What the seat cannot see is imagined first, so that no sheet can tell of it.
    """
    copy_row(rows, 1, 0)
    imagine(states[1], seat, rng)
    breakdown(states[1], seat, lines[n])
    for i in range(n):
        copy_row(rows, 2, 1)
        apply(states[2], moves[i])
        breakdown(states[2], seat, lines[i])
