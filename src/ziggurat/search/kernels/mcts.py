"""Tree search over imagined deals. A template: `bind` gives each game its own copy.

Each simulation imagines a deal that the searching seat cannot tell from the truth, walks down the tree by the moves that are
legal in it (`select`), adds to the tree where it leaves it (`expand`), judges the position that it reached (`evaluate`), and
writes the result into every node on its way (`back_up`). The tree knows moves, not positions: a node stands for a sequence of
moves, whatever lay hidden; where a game distinguishes what chance showed (`outcome`), each outcome has a node of its own
(`branch`). Values are one number for each seat, so two to four seats need no special case.

All memory is passed in (`search/search_memory.py` lists the arrays and their shapes); nothing is allocated.
"""

from __future__ import annotations

import math

from ziggurat.any_game.features import sift
from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.scoring import scores
from ziggurat.any_game.visibility import BRANCHES_ON_CHANCE, imagine, outcome
from ziggurat.kernel import NONE, below, copy_row, kernel, margin_of
from ziggurat.search.kernels.judge import expect, expect_after, expected_margin, share_of_winners, share_wins, value_of

NOISE = 1e-6  # breaks ties between equally promising moves at random


@kernel
def simulate(memory, settings, rng, used, simulations):
    """Run simulations from states[0]; returns how many nodes are in use."""
    seat = int(memory.states[0].to_move) if settings.eyes == NONE else int(settings.eyes)
    nodes, path, state = memory.nodes, memory.path, memory.states[1]
    for _ in range(simulations):
        copy_row(memory.rows, 1, 0)
        draw_deal(memory, state, seat, rng)
        node, depth = 0, 0
        path[0] = 0
        while not is_over(state) and depth + 2 < len(path):
            if nodes[node].first_child == NONE:
                if nodes[node].visits < settings.expand_after and node != 0:
                    break
                used = expand(memory, settings, node, used, rng)
                if nodes[node].first_child == NONE:
                    break
            node, used = select(memory, settings, node, used, state, rng)
            apply(state, nodes[node].move)
            depth += 1
            path[depth] = node
            shown = shown_by_chance(state, settings)
            if shown != 0:
                if used == len(nodes) - 1:
                    break
                node, used = branch(nodes, node, used, shown)
                depth += 1
                path[depth] = node
        evaluate(memory, settings, rng)
        back_up(nodes, path, depth, memory.results)
    return used


@kernel
def shown_by_chance(state, settings):
    """What chance showed with the last move; 0 if nothing. Below 0 lies what bots that were frozen earlier take for nothing."""
    shown = outcome(state)
    if shown < 0:
        return 0 if settings.coarse == 1 else -shown
    return shown


@kernel
def draw_deal(memory, state, seat, rng):
    """Imagine what lies hidden: anew, or, where the search has a fixed number of deals, the next of them."""
    deals = len(memory.deals)
    if deals == 0:
        imagine(state, seat, rng)
        return
    number = int(memory.nodes[0].visits) % deals
    for i in range(len(rng)):
        memory.dealer[i] = memory.deals[number, i]
    imagine(state, seat, memory.dealer)


@kernel
def select(memory, settings, node, used, state, rng):
    """Choose the child to go to: the best sum of its value for the seat to move and a bonus for a good, seldom tried move.

    Where a node was expanded under another deal, legal moves may have no child yet: they get one. Returns the child and the nodes in use.
    """
    nodes, stamps, moves = memory.nodes, memory.stamps, memory.moves[0]
    seat = int(state.to_move)
    parent = nodes[node]
    if node == 0 and settings.only != NONE:
        return int(parent.first_child), used
    n = 0
    if not BRANCHES_ON_CHANCE:
        n = legal_moves(state, moves)
        if node == 0 and settings.first_moves > 0:
            n = keep_first_moves(memory.moves[3], settings.first_moves, moves, n)
        missing = n
        stamps[0] += 2
        for i in range(n):
            stamps[1 + moves[i]] = stamps[0]
        child = int(parent.first_child)
        while child != NONE:
            if stamps[1 + nodes[child].move] == stamps[0]:
                stamps[1 + nodes[child].move] = stamps[0] + 1
                missing -= 1
            child = int(nodes[child].next_sibling)
        i = 0
        while missing > 0 and used < len(nodes) - 1:
            if stamps[1 + moves[i]] == stamps[0]:
                stamps[1 + moves[i]] = stamps[0] + 1
                used = add_child(nodes, node, used, moves[i], settings.late_prior, parent.values[seat] / max(1, int(parent.visits)) - settings.late_loss)
                missing -= 1
            i += 1
    reach = settings.explore * math.sqrt(parent.visits + 1.0)
    best, best_value = NONE, -1e9
    child = int(parent.first_child)
    while child != NONE:
        that = nodes[child]
        if BRANCHES_ON_CHANCE or stamps[1 + that.move] == stamps[0] + 1:
            visits = int(that.visits)
            value = (that.values[seat] + settings.trust * that.guess) / (visits + settings.trust)
            value += reach * that.prior / (1.0 + visits)
            if value > best_value:
                best, best_value = child, value
        child = int(that.next_sibling)
    if best == NONE:  # the memory is full, and no child is legal: any legal move, stored in the last node
        best = len(nodes) - 1
        nodes[best].move = moves[below(rng, n)]
    return best, used


@kernel
def keep_first_moves(first_moves, count, moves, n):
    """Keep those of the n moves that a search may begin with; returns how many."""
    left = 0
    for i in range(n):
        for k in range(count):
            if moves[i] == first_moves[k]:
                moves[left] = first_moves[k]
                left += 1
                break
    return left


@kernel
def branch(nodes, node, used, shown):
    """Find or add the node for what chance showed after a move; returns it and the nodes in use."""
    child = int(nodes[node].first_child)
    while child != NONE:
        if nodes[child].outcome == shown:
            return child, used
        child = int(nodes[child].next_sibling)
    child = used
    used = add_child(nodes, node, used, 0, 0.0, 0.0)
    nodes[child].outcome = shown
    return child, used


@kernel
def add_child(nodes, node, used, move, prior, guess):
    """Add a node for a move; returns how many nodes are in use."""
    child = nodes[used]
    child.visits = 0
    for seat in range(len(child.wins)):
        child.values[seat] = 0.0
        child.wins[seat] = 0.0
        child.margins[seat] = 0.0
        child.squares[seat] = 0.0
    child.first_child = NONE
    child.next_sibling = nodes[node].first_child
    child.outcome = 0
    child.move = move
    child.prior = prior
    child.guess = guess
    nodes[node].first_child = used
    return used + 1


@kernel
def expand(memory, settings, node, used, rng):
    """Give the node a child for each move that is worth a thought; the more points a move promises, the higher its prior."""
    nodes, state, moves = memory.nodes, memory.states[1], memory.moves[1]
    if node == 0 and settings.only != NONE:
        return add_child(nodes, node, used, settings.only, 1.0, 0.0)
    seat = int(state.to_move)
    n = legal_moves(state, moves)
    if node == 0 and settings.first_moves > 0:
        n = keep_first_moves(memory.moves[3], settings.first_moves, moves, n)
    n = sift(state, moves, n, memory.worth, settings.widest if node > 0 else settings.widest_first, memory.sieve)
    if used + n > len(nodes) - 1:
        return used
    expect(memory, state, memory.expected[0])
    first = used
    best = -1e9
    for i in range(n):
        copy_row(memory.rows, 2, 1)
        apply(memory.states[2], moves[i])
        left = expect_after(memory, memory.states[2], seat, memory.expected[1], memory.expected[0])
        margin = expected_margin(memory.expected[1], seat)
        share_wins(memory, memory.expected[1], left, memory.results[0])
        best = max(best, margin)
        used = add_child(nodes, node, used, moves[i], margin + NOISE * below(rng, 1024), value_of(memory.results[0, seat], margin, settings))
    total = 0.0
    for child in range(first, used):
        nodes[child].prior = math.exp((nodes[child].prior - best) / settings.temperature)
        total += nodes[child].prior
    for child in range(first, used):
        nodes[child].prior = nodes[child].prior / total
    return used


@kernel
def evaluate(memory, settings, rng):
    """Play the imagined position on for some plies, then write winning share, margin and value of each seat; what the net expects, if the game is not over."""
    state, results = memory.states[1], memory.results
    play_out(memory, settings, rng)
    left = expect(memory, state, memory.expected[0])
    if is_over(state):
        share_of_winners(state, memory.points, results[0])
    else:
        share_wins(memory, memory.expected[0], left, results[0])
    for seat in range(results.shape[1]):
        results[1, seat] = expected_margin(memory.expected[0], seat)
        results[2, seat] = value_of(results[0, seat], results[1, seat], settings)


@kernel
def play_out(memory, settings, rng):
    """Play on for at most `settings.playout` plies: each seat takes the best of a few moves drawn at random, by points now."""
    state, moves, points = memory.states[1], memory.moves[2], memory.points
    for _ in range(settings.playout):
        if is_over(state):
            return
        n = legal_moves(state, moves)
        move = moves[below(rng, n)]
        if settings.tries > 1 and n > 1:
            seat = int(state.to_move)
            best = -(1 << 40)
            for _ in range(settings.tries):
                candidate = moves[below(rng, n)]
                copy_row(memory.rows, 2, 1)
                apply(memory.states[2], candidate)
                scores(memory.states[2], points)
                value = margin_of(points, seat)
                if value > best:
                    best, move = value, candidate
        apply(state, move)


@kernel
def back_up(nodes, path, depth, results):
    """Add the result to every node on the path."""
    for level in range(depth + 1):
        node = nodes[path[level]]
        node.visits += 1
        for seat in range(results.shape[1]):
            node.wins[seat] += results[0, seat]
            node.margins[seat] += results[1, seat]
            node.squares[seat] += results[1, seat] * results[1, seat]
            node.values[seat] += results[2, seat]


@kernel
def find_child(nodes, node, move, shown):
    """Find the node to which a move and what chance showed with it lead; NONE if the tree has none."""
    child = int(nodes[node].first_child)
    while child != NONE and nodes[child].move != move:
        child = int(nodes[child].next_sibling)
    if child == NONE or shown == 0:
        return child
    child = int(nodes[child].first_child)
    while child != NONE and nodes[child].outcome != shown:
        child = int(nodes[child].next_sibling)
    return child


@kernel
def keep_below(nodes, spare, spare_rows, node_rows, root):
    """Copy the tree below a node to the front of `spare`, breadth first; returns the nodes in use there."""
    copy_between(spare_rows, 0, node_rows, root)
    spare[0].next_sibling = NONE
    used = 1
    done = 0
    while done < used:
        child = int(spare[done].first_child)
        last = NONE
        while child != NONE:
            copy_between(spare_rows, used, node_rows, child)
            if last == NONE:
                spare[done].first_child = used
            else:
                spare[last].next_sibling = used
            last = used
            used += 1
            child = int(nodes[child].next_sibling)
        if last != NONE:
            spare[last].next_sibling = NONE
        done += 1
    return used


@kernel
def copy_between(rows, to, others, source):
    """Copy a node from one tree into another."""
    for i in range(rows.shape[1]):
        rows[to, i] = others[source, i]
