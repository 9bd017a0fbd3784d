"""How people play who see little: one move ahead, and not every move. A template: `bind` gives each game its own copy."""

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
def look(desk, character, favourite, rng):
    """Write to `desk.worth` what each legal move of states[0] seems to be worth, summed over imagined deals; returns their number."""
    seat = int(desk.states[0].to_move)
    n = 0
    for deal in range(character.deals):
        copy_row(desk.rows, 1, 0)
        imagine(desk.states[1], seat, rng)
        n = legal_moves(desk.states[1], desk.moves[0])
        if deal == 0:
            notice(desk.worth, n, character.notice, rng)
        for i in range(n):
            if desk.worth[i] != OVERLOOKED:
                copy_row(desk.rows, 2, 1)
                apply(desk.states[2], desk.moves[0, i])
                desk.worth[i] += promise(desk, character, favourite, desk.states[2], seat)
    return n


@kernel
def notice(worth, n, share, rng):
    """A share of the moves is noticed, at least one of them."""
    sure = below(rng, n)
    for i in range(n):
        worth[i] = 0.0 if i == sure or below(rng, FINE) < share * FINE else OVERLOOKED


@kernel
def promise(desk, character, favourite, state, seat):
    """What a position seems to be worth: own points, a weakness for the favourite, some hope, and some eye for the best opponent."""
    scores(state, desk.points)
    value = float(desk.points[seat]) + character.fancy * liked(state, seat, favourite)
    if not is_over(state) and character.hope > 0:
        features(state, seat, desk.inputs)
        value += character.hope * read_net(desk.inputs, desk.first, desk.second, desk.hidden)
    if character.others > 0 and len(desk.points) > 1:
        best = -1e9
        for other in range(len(desk.points)):
            if other != seat:
                his = float(desk.points[other])
                if not is_over(state) and character.hope > 0:
                    features(state, other, desk.inputs)
                    his += character.hope * read_net(desk.inputs, desk.first, desk.second, desk.hidden)
                best = max(best, his)
        value -= character.others * best
    return value
