"""The whole turn that gives the best margin if the game ended right after it. A template: `bind` gives each game its own copy."""

from __future__ import annotations

from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.scoring import scores
from ziggurat.any_game.visibility import imagine
from ziggurat.kernel import below, copy_row, kernel, margin_of

WORST = -(1 << 40)


@kernel
def margin(state, seat, points):
    """The margin of the seat if the game ended now."""
    scores(state, points)
    return margin_of(points, seat)


@kernel
def turn_is_over(state, turn):
    """Whether the turn with this number is complete."""
    return is_over(state) or int(state.turn) != turn


@kernel
def best_of_turn(states, rows, moves, counts, cursors, seat, turn, points):
    """The best margin that the rest of the turn can reach from states[2], as far as there are levels of the buffers, one for each decision."""
    deepest = len(states) - 1
    if turn_is_over(states[2], turn) or deepest == 2:
        return margin(states[2], seat, points)
    best = WORST
    depth = 2
    counts[2] = legal_moves(states[2], moves[2])
    cursors[2] = 0
    while depth > 1:
        if cursors[depth] == counts[depth]:
            depth -= 1
            continue
        copy_row(rows, depth + 1, depth)
        apply(states[depth + 1], moves[depth, cursors[depth]])
        cursors[depth] += 1
        if turn_is_over(states[depth + 1], turn) or depth + 1 == deepest:
            best = max(best, margin(states[depth + 1], seat, points))
        else:
            depth += 1
            counts[depth] = legal_moves(states[depth], moves[depth])
            cursors[depth] = 0
    return best


@kernel
def turn_values(states, rows, moves, counts, cursors, points, rng, deals, values):
    """For each legal move of states[0] the best margin of a turn that begins with it, summed over imagined deals; returns their number."""
    seat, turn = int(states[0].to_move), int(states[0].turn)
    n = 0
    for deal in range(deals):
        copy_row(rows, 1, 0)
        imagine(states[1], seat, rng)
        n = legal_moves(states[1], moves[1])
        for i in range(n):
            if deal == 0:
                values[i] = 0
            copy_row(rows, 2, 1)
            apply(states[2], moves[1, i])
            values[i] += best_of_turn(states, rows, moves, counts, cursors, seat, turn, points)
    return n


@kernel
def pick_best(values, n, rng):
    """Pick the place of the highest value; among equals one is drawn."""
    best, ties = 0, 1
    for i in range(1, n):
        if values[i] > values[best]:
            best, ties = i, 1
        elif values[i] == values[best]:
            ties += 1
            if below(rng, ties) == 0:
                best = i
    return best
