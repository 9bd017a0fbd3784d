"""What each seat can expect of a position: its points now, and what the net expects on top. A template: `bind` gives each game its own copy."""

from __future__ import annotations

import math

from ziggurat.any_game.features import ALONE, features, share_left
from ziggurat.any_game.rules import is_over
from ziggurat.any_game.scoring import ranking, scores
from ziggurat.kernel import kernel
from ziggurat.search.net import read_net, read_spread


@kernel
def expect(memory, state, expected):
    """Write the final points that each seat can expect; returns the share of the game that is left."""
    scores(state, memory.points)
    for seat in range(len(expected)):
        expected[seat] = float(memory.points[seat])
    if is_over(state):
        return 0.0
    if len(memory.hidden) == 0:
        return share_left(state)
    for seat in range(len(expected)):
        features(state, seat, memory.inputs)
        expected[seat] += read_net(memory.inputs, memory.first, memory.second, memory.hidden)
    return share_left(state)


@kernel
def expect_after(memory, state, seat, expected, before):
    """Like `expect`, after a move of the seat; where a move leaves the others as they were, they expect what they did before."""
    if not ALONE or is_over(state) or len(memory.hidden) == 0:
        return expect(memory, state, expected)
    scores(state, memory.points)
    for other in range(len(expected)):
        expected[other] = before[other]
    features(state, seat, memory.inputs)
    expected[seat] = float(memory.points[seat]) + read_net(memory.inputs, memory.first, memory.second, memory.hidden)
    return share_left(state)


@kernel
def expected_margin(expected, seat):
    """The points that a seat expects over its best opponent; alone, its points."""
    best = 0.0 if len(expected) == 1 else -1e9
    for other in range(len(expected)):
        if other != seat:
            best = max(best, expected[other])
    return expected[seat] - best


@kernel
def share_wins(memory, expected, left, shares):
    """Write the chance of each seat to win, when these points are expected and this share of the game is left."""
    spread = read_spread(left, memory.spread)
    best = expected[0]
    for seat in range(1, len(expected)):
        best = max(best, expected[seat])
    total = 0.0
    for seat in range(len(expected)):
        shares[seat] = math.exp((expected[seat] - best) / spread)
        total += shares[seat]
    for seat in range(len(expected)):
        shares[seat] /= total


@kernel
def share_of_winners(state, points, shares):
    """Write the share of each seat in the win of a game that is over: 1, divided among the winners."""
    ranking(state, points)
    winners = 0
    for seat in range(len(points)):
        winners += points[seat] == 1
    for seat in range(len(points)):
        shares[seat] = 1.0 / winners if points[seat] == 1 else 0.0


@kernel
def value_of(share, margin, settings):
    """The value that a search maximises: a chance to win and an expected margin, mixed as the settings say."""
    return (1.0 - settings.margin_share) * share + settings.margin_share / (1.0 + math.exp(-margin / settings.margin_scale))
