"""Ratings from points between pairs: the most likely ones of the Bradley-Terry model, on the Elo scale, with intervals by bootstrap over deals.

A difference of d points means that the higher one is expected to take 1 / (1 + 10**(-d / 400)) of the points. Ratings have no zero of
their own: here the mean of the pool is 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ziggurat.kernel import generator

if TYPE_CHECKING:
    from numpy.typing import NDArray

Pair = tuple[int, int]

ELO = 400 / math.log(10)
PRIOR = 1000.0  # Elo: ratings are supposed to spread so far around their mean, which keeps them finite and moves them very little
RESAMPLES = 2000
LONGEST_STEP = 2.0  # of Newton's method, on the natural scale: far from the solution a whole step overshoots
MOST_STEPS, CLOSE_ENOUGH = 200, 1e-10


def expected_share(difference: Any) -> Any:
    """The share of the points that a rating difference expects, of a number or an array."""
    return 1 / (1 + np.exp(-difference / ELO))


def fit_ratings(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compute the most likely ratings [..., bot] when bot i took points[..., i, j] from bot j; their mean is 0."""
    places = range(points.shape[-1])
    games = points + np.swapaxes(points, -1, -2)
    prior = (ELO / PRIOR) ** 2
    ratings = np.zeros(points.shape[:-1])
    for _ in range(MOST_STEPS):
        share = expected_share(ELO * (ratings[..., :, None] - ratings[..., None, :]))
        slope = (points - games * share).sum(-1) - prior * ratings
        bend = -games * share * (1 - share)
        bend[..., places, places] += prior - bend.sum(-1)
        step = np.linalg.solve(bend, slope[..., None])[..., 0]
        longest = np.abs(step).max(-1, keepdims=True)
        ratings += step * np.minimum(1, LONGEST_STEP / np.maximum(longest, LONGEST_STEP))
        if longest.max() < CLOSE_ENOUGH:
            break
    return ELO * ratings


def rate(shares: Mapping[Pair, Sequence[float]], games_a_deal: int, size: int) -> NDArray[np.float64]:
    """The ratings of so many bots, given for each pairing the share of its first bot in every deal."""
    points = np.zeros((size, size))
    for (one, other), seen in shares.items():
        points[one, other] = games_a_deal * sum(seen)
        points[other, one] = games_a_deal * (len(seen) - sum(seen))
    return fit_ratings(points)


def resample(shares: Mapping[Pair, Sequence[float]], games_a_deal: int, size: int, seed: str, samples: int = RESAMPLES) -> NDArray[np.float64]:
    """Compute ratings [sample, bot] by bootstrap: in each sample the deals of each pairing are drawn anew, with replacement.

    Where all deals between neighbours on the ladder ended alike, drawing them anew would claim certainty. We then add a deal won and a deal
    lost, which is about the rule of three: what was never seen in n deals may still happen in 3 of n. Between bots that are further apart
    we add nothing: the steps between them explain why one always wins.
    """
    order = np.argsort(-rate(shares, games_a_deal, size), kind="stable").tolist()
    neighbours = {frozenset(two) for two in pairwise(order)}
    points = np.zeros((samples, size, size))
    for pair, seen in shares.items():
        rng = np.random.default_rng(generator(f"{seed}/{pair[0]}/{pair[1]}"))
        doubt = not seen or (len(set(seen)) == 1 and frozenset(pair) in neighbours)
        values, counts = np.unique([*seen, 0.0, 1.0] if doubt else seen, return_counts=True)
        draws = max(1, len(seen))
        won = rng.multinomial(draws, counts / counts.sum(), samples) @ values
        points[:, pair[0], pair[1]] = games_a_deal * won
        points[:, pair[1], pair[0]] = games_a_deal * (draws - won)
    return fit_ratings(points)


def interval_of(samples: NDArray[np.float64], value: float) -> tuple[float, float]:
    """The middle 95 % of the samples, and the value itself."""
    low, high = np.quantile(samples, [0.025, 0.975])
    return min(float(low), value), max(float(high), value)
