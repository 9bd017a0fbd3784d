"""Confidence intervals and Elo differences from the points of a match."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

NORMAL_95 = NormalDist().inv_cdf(0.975)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """A 95 % interval for the mean of shares between 0 and 1, each an independent deal.

    The spread over deals gives the width; where all deals ended alike, the rule of three does: nothing seen in n deals
    may still happen in 3 of n.
    """
    n = len(values)
    if n < 2:
        return 0.0, 1.0
    mean = fmean(values)
    half = NORMAL_95 * stdev(values) / math.sqrt(n)
    if half == 0:
        half = 3 / n
    return max(0.0, mean - half), min(1.0, mean + half)


def elo_difference(points: float, games: int) -> float:
    """The Elo difference that would expect this share of the points; half a point is added to both sides, so that it is finite."""
    share = (points + 0.5) / (games + 1)
    return 400 * math.log10(share / (1 - share))
