"""What a table asks of the rules at each move, over an array of positions. A template: `search/bind.py` writes it out for each game."""

from __future__ import annotations

from ziggurat.games.GAME.rules import apply, is_over, legal_moves
from ziggurat.games.GAME.scoring import breakdown

from ziggurat.kernel import copy_row, kernel


@kernel
def step(states, rows, at, move):
    """The position after the move at place `at + 1`; who is to move there, or -1 when the game is over."""
    copy_row(rows, at + 1, at)
    apply(states[at + 1], move)
    if is_over(states[at + 1]):
        return -1
    return int(states[at + 1].to_move)


@kernel
def list_moves(states, at, out):
    """The legal moves at a place; how many."""
    return legal_moves(states[at], out)


@kernel
def sheets(states, at, out):
    """The score sheet of each seat."""
    for seat in range(out.shape[0]):
        breakdown(states[at], seat, out[seat])
