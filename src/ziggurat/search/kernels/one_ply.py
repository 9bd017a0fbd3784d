"""The moves of a bot that looks one move ahead, and not at every move. A template: `bind` gives each game its own copy."""

from __future__ import annotations

from ziggurat.any_game.features import features, liked
from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.scoring import scores
from ziggurat.any_game.visibility import imagine
from ziggurat.kernel import below, copy_row, kernel
from ziggurat.search.net import read_net

OVERLOOKED = -1e9
FINE = 1 << 20


@kernel
def rate_moves(memory, settings, thing, rng):
    """Write to `memory.worth` what each legal move of states[0] seems to be worth, summed over imagined deals; returns their number."""
    seat = int(memory.states[0].to_move)
    n = 0
    for deal in range(settings.deals):
        copy_row(memory.rows, 1, 0)
        imagine(memory.states[1], seat, rng)
        n = legal_moves(memory.states[1], memory.moves[0])
        if deal == 0:
            overlook_moves(memory.worth, n, settings.notice, rng)
        for i in range(n):
            if memory.worth[i] != OVERLOOKED:
                copy_row(memory.rows, 2, 1)
                apply(memory.states[2], memory.moves[0, i])
                memory.worth[i] += worth_of(memory, settings, thing, memory.states[2], seat)
    return n


@kernel
def overlook_moves(worth, n, share, rng):
    """Mark as overlooked all but a share of the moves; one at least is noticed."""
    sure = below(rng, n)
    for i in range(n):
        worth[i] = 0.0 if i == sure or below(rng, FINE) < share * FINE else OVERLOOKED


@kernel
def worth_of(memory, settings, thing, state, seat):
    """What a position seems to be worth: own points, more for the favourite thing, what can still be earned, less the best opponent's."""
    scores(state, memory.points)
    value = float(memory.points[seat]) + settings.favourite * liked(state, seat, thing)
    if not is_over(state) and settings.future > 0:
        features(state, seat, memory.inputs)
        value += settings.future * read_net(memory.inputs, memory.first, memory.second, memory.hidden)
    if settings.opponent > 0 and len(memory.points) > 1:
        best = -1e9
        for other in range(len(memory.points)):
            if other != seat:
                theirs = float(memory.points[other])
                if not is_over(state) and settings.future > 0:
                    features(state, other, memory.inputs)
                    theirs += settings.future * read_net(memory.inputs, memory.first, memory.second, memory.hidden)
                best = max(best, theirs)
        value -= settings.opponent * best
    return value
