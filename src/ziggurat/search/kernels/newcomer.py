"""The whole turn that brings the most of the points that a newcomer sees. A template: `bind` gives each game its own copy."""

from __future__ import annotations

from ziggurat.any_game.choices import points_after
from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.visibility import imagine
from ziggurat.kernel import copy_row, kernel
from ziggurat.search.kernels.one_ply import OVERLOOKED, overlook_moves


@kernel
def notice_moves(states, rows, moves, worth, share, rng):
    """Imagine what is hidden in states[0] as states[1], list its legal moves, and overlook all but a share of them; returns their number."""
    copy_row(rows, 1, 0)
    imagine(states[1], int(states[0].to_move), rng)
    n = legal_moves(states[1], moves[1])
    overlook_moves(worth, n, share, rng)
    return n


@kernel
def rate_turns(states, rows, moves, counts, cursors, sources, weights, n, worth):
    """Write to `worth` the most that a turn brings which begins with each move, but for the overlooked moves."""
    for i in range(n):
        if worth[i] != OVERLOOKED:
            copy_row(rows, 2, 1)
            apply(states[2], moves[1, i])
            worth[i] = best_of_turn(states, rows, moves, counts, cursors, sources, weights)


@kernel
def best_of_turn(states, rows, moves, counts, cursors, sources, weights):
    """The most that the rest of the turn can bring from states[2], as far as there are levels of the buffers, one for each decision."""
    deepest = len(states) - 1
    if turn_is_over(states[1], states[2]) or deepest == 2:
        return points_seen(states[1], states[2], sources, weights)
    best, depth = OVERLOOKED, 2
    counts[2] = legal_moves(states[2], moves[2])
    cursors[2] = 0
    while depth > 1:
        if cursors[depth] == counts[depth]:
            depth -= 1
            continue
        copy_row(rows, depth + 1, depth)
        apply(states[depth + 1], moves[depth, cursors[depth]])
        cursors[depth] += 1
        if turn_is_over(states[1], states[depth + 1]) or depth + 1 == deepest:
            best = max(best, points_seen(states[1], states[depth + 1], sources, weights))
        else:
            depth += 1
            counts[depth] = legal_moves(states[depth], moves[depth])
            cursors[depth] = 0
    return best


@kernel
def turn_is_over(before, after):
    """Whether the turn that was going on is complete."""
    return is_over(after) or after.turn != before.turn


@kernel
def points_seen(before, after, sources, weights):
    """The points of the seat that was to move, by the sources that it sees."""
    points_after(before, after, int(before.to_move), sources)
    total = 0.0
    for source in range(len(weights)):
        total += weights[source] * sources[source]
    return total
