"""Opponents inside a batch: whoever sits on the other seats moves until it is the learner's turn; and results. A template: `bind` binds it to each game."""

from __future__ import annotations

from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.scoring import ranking, scores
from ziggurat.kernel import NONE, below, kernel
from ziggurat.search.kernels.greedy import pick_best, turn_values


@kernel
def play_random(states, to_move, seats, rngs, moves, first, last):
    """Play random moves in each game until the seat that `seats` names is to move, or the game is over."""
    for i in range(first, last):
        state = states[i]
        while to_move[i] != NONE and to_move[i] != seats[i]:
            apply(state, moves[below(rngs[i], legal_moves(state, moves))])
            to_move[i] = NONE if is_over(state) else state.to_move


@kernel
def play_greedy(states, rows, to_move, seats, rngs, scratch, scratch_rows, moves, counts, cursors, points, values, deals, first, last):
    """The same with moves of the bot `greedy`: `turn_values` looks at the first position of the scratch."""
    for i in range(first, last):
        state = states[i]
        while to_move[i] != NONE and to_move[i] != seats[i]:
            for word in range(rows.shape[1]):
                scratch_rows[0, word] = rows[i, word]
            n = turn_values(scratch, scratch_rows, moves, counts, cursors, points, rngs[i], deals, values)
            apply(state, moves[1, pick_best(values, n, rngs[i])])
            to_move[i] = NONE if is_over(state) else state.to_move


@kernel
def rate_ended(states, to_move, points, places, first, last):
    """Write scores and ranks of the games that are over; the numbers of the others stay."""
    for i in range(first, last):
        if to_move[i] == NONE:
            scores(states[i], points[i])
            ranking(states[i], places[i])
