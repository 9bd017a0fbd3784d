"""The whole turn that gives the best margin if the game ended right after it. A template: `search/bind.py` writes it out for each game."""

from __future__ import annotations

from ziggurat.games.GAME.rules import apply, is_over, legal_moves
from ziggurat.games.GAME.scoring import scores
from ziggurat.games.GAME.sight import imagine

from ziggurat.kernel import below, kernel

WORST = -(1 << 40)


@kernel
def margin(state, seat, points):
    """The score of the seat less that of its best opponent (alone: the score itself)."""
    scores(state, points)
    best = 0 if len(points) == 1 else WORST
    for other in range(len(points)):
        if other != seat:
            best = max(best, int(points[other]))
    return int(points[seat]) - best


@kernel
def turn_is_over(state, turn):
    """Whether the turn with this number is complete."""
    return is_over(state) or int(state.turn) != turn


@kernel
def best_of_turn(states, moves, counts, cursors, seat, turn, points):
    """The best margin that the rest of the turn can reach from states[1]. One level of each buffer for each decision of a turn."""
    if turn_is_over(states[1], turn):
        return margin(states[1], seat, points)
    best = WORST
    depth = 1
    counts[1] = legal_moves(states[1], moves[1])
    cursors[1] = 0
    while depth > 0:
        if cursors[depth] == counts[depth]:
            depth -= 1
            continue
        states[depth + 1] = states[depth]
        apply(states[depth + 1], moves[depth, cursors[depth]])
        cursors[depth] += 1
        if turn_is_over(states[depth + 1], turn):
            best = max(best, margin(states[depth + 1], seat, points))
        else:
            depth += 1
            counts[depth] = legal_moves(states[depth], moves[depth])
            cursors[depth] = 0
    return best


@kernel
def turn_values(position, states, moves, counts, cursors, points, rng, deals, values):
    """For each legal move the best margin of a turn that begins with it, summed over imagined deals; returns the number of moves."""
    seat, turn = int(position.to_move), int(position.turn)
    n = 0
    for deal in range(deals):
        states[0] = position
        imagine(states[0], seat, rng)
        n = legal_moves(states[0], moves[0])
        for i in range(n):
            if deal == 0:
                values[i] = 0
            states[1] = states[0]
            apply(states[1], moves[0, i])
            values[i] += best_of_turn(states, moves, counts, cursors, seat, turn, points)
    return n


@kernel
def pick_best(values, n, rng):
    """The place of the highest value; ties are drawn."""
    best, ties = 0, 1
    for i in range(1, n):
        if values[i] > values[best]:
            best, ties = i, 1
        elif values[i] == values[best]:
            ties += 1
            if below(rng, ties) == 0:
                best = i
    return best
