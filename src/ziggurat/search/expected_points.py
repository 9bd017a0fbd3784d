"""How many points a move can be expected to bring by the end of the game, as the seat to move sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ziggurat.bind import bind
from ziggurat.game import SCORE, Game
from ziggurat.kernel import generator
from ziggurat.search.net import load_net
from ziggurat.search.one_ply import SETTINGS
from ziggurat.search.search_memory import make_memory

FEWEST_DEALS, MOST_DEALS, TRIED = 2, 6, 2000  # imagined deals, the same ones for every move: so many that about 2000 positions are judged
Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Expectation:
    """What can be expected of each legal move, in the order of `legal_codes`; means over imagined deals."""

    points: list[float]
    """The points that the move can be expected to bring the seat to move by the end of the game."""
    rivals: list[float]
    """How many points more (or less, below 0) than after an average move the best opponent can expect to have at the end."""


def expected_points(game: Game, seed: str) -> Expectation | None:
    """Judge every legal move; None where the game has no trained net.

    The points of a move are what it changes in the score at once, plus how much more (or less) than after an average move the net expects the seat to earn
    from then on. So a move that only prepares something is worth what it prepares, and points that will be lost again count less. Where moves do not change
    the score by themselves (a building of Blueprints scores when its round ends), they are what the seat can expect to have at the end, compared with an
    average move. Everything that the seat cannot see is dealt anew first, so the numbers cannot tell of it.
    """
    spec, seat, net = game.spec, int(game.state.to_move), load_net(game.spec.key)
    if not net.is_trained:
        return None
    memory = make_memory(spec, game.seats, net, 1, np.zeros((0, 4), np.uint64))
    memory.states[0] = game.state
    rate_moves, n = bind(spec.key, "ziggurat.search.kernels.one_ply").rate_moves, len(game.legal_codes())
    deals = max(FEWEST_DEALS, min(MOST_DEALS, TRIED // max(1, n)))
    alone, scores_at_once = spec.module("features").ALONE, spec.choices.SOURCES == spec.scoring.LINES

    def judge(name: str, **look: float) -> Numbers:
        rate_moves(memory, settings(**look), 0, generator(name))
        return np.array(memory.worth[:n])

    now, later, rivals = np.zeros(n), np.zeros(n), np.zeros(n)
    for deal in range(deals):
        name = f"{seed}/{deal}"
        total, at_once = judge(name, future=1.0), judge(name)
        now += at_once - score_of(game, seat, name) if scores_at_once else at_once - at_once.mean()
        later += total - at_once
        if not alone and game.seats > 1:
            rivals += total - judge(name, future=1.0, opponent=1.0)
    points = (now + later - later.mean()) / deals
    return Expectation(points.tolist(), ((rivals - rivals.mean()) / deals).tolist())


def score_of(game: Game, seat: int, name: str) -> int:
    """The score of the seat before its move, in an imagined deal."""
    world, points = game.spec.blank(1), np.zeros(game.seats, SCORE)
    world[0] = game.state
    game.spec.visibility.imagine(world[0], seat, generator(name))
    game.spec.scoring.scores(world[0], points)
    return int(points[seat])


def settings(**look: float) -> Any:
    """A look at every move in one imagined deal: at the score after it, at what can still be earned (`future`), at the best opponent (`opponent`)."""
    chosen = np.zeros(1, SETTINGS)[0]
    chosen.notice, chosen.deals = 1.0, 1
    for name, value in look.items():
        setattr(chosen, name, value)
    return chosen
