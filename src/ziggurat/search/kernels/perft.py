"""Counts move sequences: the classic check of a move generator. A template: `bind` gives each game its own copy."""

from __future__ import annotations

from ziggurat.any_game.rules import apply, legal_moves
from ziggurat.kernel import copy_row, kernel


@kernel
def count_sequences(states, rows, moves, counts, cursors, depth):
    """The number of sequences of `depth` legal moves from states[0]; the buffers have one level for each move."""
    total = 0
    level = 0
    counts[0] = legal_moves(states[0], moves[0])
    cursors[0] = 0
    while level >= 0:
        if level == depth - 1:
            total += counts[level]
            level -= 1
        elif cursors[level] == counts[level]:
            level -= 1
        else:
            copy_row(rows, level + 1, level)
            apply(states[level + 1], moves[level, cursors[level]])
            cursors[level] += 1
            level += 1
            counts[level] = legal_moves(states[level], moves[level])
            cursors[level] = 0
    return total
