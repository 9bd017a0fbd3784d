"""Tree search over imagined deals. A template: `search/bind.py` writes it out for each game.

Each simulation imagines a deal that the searching seat cannot tell from the truth, walks down the tree by the moves that are
legal in it (`select`), adds to the tree where it leaves it (`expand`), plays the game out (`evaluate`), and writes the result
into every node on its way (`back_up`). The tree knows moves, not positions: a node stands for a sequence of moves, whatever lay
hidden. Values are one number for each seat, so two to four seats need no special case.
"""

from __future__ import annotations

import math

from ziggurat.games.GAME.rules import apply, is_over, legal_moves
from ziggurat.games.GAME.scoring import ranking, scores
from ziggurat.games.GAME.sight import imagine

from ziggurat.kernel import NONE, below, copy_row, kernel, margin_of

NOISE = 1e-6  # breaks ties between equally promising moves at random


@kernel
def simulate(states, rows, nodes, used, settings, moves, stamps, path, points, results, rng, simulations):
    """Run simulations from states[0]; returns how many nodes are in use.

    states   [3]           the position, the imagined one, and one to try moves on;  rows: their memory
    nodes    [N] of NODE   the tree; nodes[0] is the position itself
    moves    [3, M]        buffers for legal moves
    stamps   [1 + CODES]   stamps[0] counts listings of legal moves; stamps[1 + move] is the last one in which the move was legal
    path     [DEPTH]       the nodes on the way down
    points   [SEATS]       a buffer for scores;  results [3, SEATS]  winning share, margin and value of a playout
    """
    seat = int(states[0].to_move)
    state = states[1]
    for _ in range(simulations):
        copy_row(rows, 1, 0)
        imagine(state, seat, rng)
        node, depth = 0, 0
        path[0] = 0
        while not is_over(state) and depth + 1 < len(path):
            if nodes[node].first_child == NONE:
                if nodes[node].visits < settings.expand_after and node != 0:
                    break
                used = expand(nodes, node, used, settings, states, rows, moves, points, rng)
                if nodes[node].first_child == NONE:
                    break
            n = legal_moves(state, moves[0])
            child, used = select(nodes, node, used, settings, state, moves[0], n, stamps, rng)
            if child == NONE:
                break
            apply(state, nodes[child].move)
            node = child
            depth += 1
            path[depth] = node
        evaluate(settings, states, rows, moves, points, results, rng)
        back_up(nodes, path, depth, results)
    return used


@kernel
def select(nodes, node, used, settings, state, moves, n, stamps, rng):
    """The child to go to: the best sum of its value for the seat to move and a bonus for a good, seldom tried move.

    Where no child is legal (the node was expanded under another deal), a legal move gets one. Returns the child and the nodes in use.
    """
    seat = int(state.to_move)
    stamps[0] += 1
    stamp = stamps[0]
    for i in range(n):
        stamps[1 + moves[i]] = stamp
    parent = nodes[node]
    reach = settings.explore * math.sqrt(parent.visits + 1.0)
    unknown = parent.values[seat] / max(1, int(parent.visits)) - settings.first_play
    best, best_value = NONE, -1e9
    child = int(parent.first_child)
    while child != NONE:
        that = nodes[child]
        if stamps[1 + that.move] == stamp:
            visits = int(that.visits)
            value = that.values[seat] / visits if visits > 0 else unknown
            value += reach * that.prior / (1.0 + visits)
            if value > best_value:
                best, best_value = child, value
        child = int(that.next_sibling)
    if best == NONE and used < len(nodes):
        best = used
        used = add_child(nodes, node, used, moves[below(rng, n)], 1.0 / n)
    return best, used


@kernel
def add_child(nodes, node, used, move, prior):
    """A new node for a move; returns how many nodes are in use."""
    child = nodes[used]
    child.visits = 0
    for seat in range(len(child.wins)):
        child.values[seat] = 0.0
        child.wins[seat] = 0.0
        child.margins[seat] = 0.0
    child.first_child = NONE
    child.next_sibling = nodes[node].first_child
    child.move = move
    child.prior = prior
    nodes[node].first_child = used
    return used + 1


@kernel
def expand(nodes, node, used, settings, states, rows, moves, points, rng):
    """Give the node a child for each legal move, or for the most promising ones; the more points a move gives at once, the higher its prior."""
    state = states[1]
    seat = int(state.to_move)
    n = legal_moves(state, moves[1])
    if used + settings.widest > len(nodes):
        return used
    first = used
    best = -1e9
    for i in range(n):
        copy_row(rows, 2, 1)
        apply(states[2], moves[1, i])
        value = margin_now(states[2], seat, points) + NOISE * below(rng, 1024)
        best = max(best, value)
        if used - first < settings.widest:
            used = add_child(nodes, node, used, moves[1, i], value)
        else:
            replace_weakest(nodes, first, used, moves[1, i], value)
    total = 0.0
    for child in range(first, used):
        nodes[child].prior = math.exp((nodes[child].prior - best) / settings.temperature)
        total += nodes[child].prior
    for child in range(first, used):
        nodes[child].prior = nodes[child].prior / total
    return used


@kernel
def replace_weakest(nodes, first, used, move, value):
    """The move takes the place of the least promising of the new children, if it promises more."""
    weakest = first
    for child in range(first + 1, used):
        if nodes[child].prior < nodes[weakest].prior:
            weakest = child
    if value > nodes[weakest].prior:
        nodes[weakest].move = move
        nodes[weakest].prior = value


@kernel
def margin_now(state, seat, points):
    """The margin of the seat if the game ended now."""
    scores(state, points)
    return float(margin_of(points, seat))


@kernel
def evaluate(settings, states, rows, moves, points, results, rng):
    """Play the imagined position out: each seat takes the best of a few moves drawn at random. Then winning share, margin and value of each seat."""
    state = states[1]
    while not is_over(state):
        n = legal_moves(state, moves[2])
        move = moves[2, below(rng, n)]
        if settings.tries > 1 and n > 1:
            seat = int(state.to_move)
            best = -1e9
            for _ in range(settings.tries):
                candidate = moves[2, below(rng, n)]
                copy_row(rows, 2, 1)
                apply(states[2], candidate)
                value = margin_now(states[2], seat, points)
                if value > best:
                    best, move = value, candidate
        apply(state, move)
    ranking(state, points)
    seats = len(points)
    winners = 0
    for seat in range(seats):
        winners += points[seat] == 1
    for seat in range(seats):
        results[0, seat] = 1.0 / winners if points[seat] == 1 else 0.0
    scores(state, points)
    for seat in range(seats):
        margin = float(margin_of(points, seat))
        results[1, seat] = margin
        chance = 1.0 / (1.0 + math.exp(-margin / settings.margin_scale))
        results[2, seat] = (1.0 - settings.margin_share) * results[0, seat] + settings.margin_share * chance


@kernel
def back_up(nodes, path, depth, results):
    """Add the result to every node on the way."""
    for level in range(depth + 1):
        node = nodes[path[level]]
        node.visits += 1
        for seat in range(results.shape[1]):
            node.wins[seat] += results[0, seat]
            node.margins[seat] += results[1, seat]
            node.values[seat] += results[2, seat]
