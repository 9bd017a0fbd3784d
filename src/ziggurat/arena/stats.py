"""Confidence intervals and Elo differences from the points of a match."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean

NORMAL_95 = NormalDist().inv_cdf(0.975)
MANY = 100  # degrees of freedom, from which on the normal distribution is within a hundredth
ALIKE = 1e-9  # of a spread: what is smaller comes from rounding


def student_95(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches to either side, of a mean whose spread is known from so many degrees of freedom (Student).

    >>> [round(student_95(freedom), 2) for freedom in (1, 2, 3, 9, 29, 1000)]
    [12.71, 4.3, 3.18, 2.26, 2.05, 1.96]
    """
    if freedom >= MANY:
        return NORMAL_95
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    z = NORMAL_95  # the expansion of Cornish and Fisher
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / math.pow(freedom, power) for power, term in enumerate(terms, 1))


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """A 95 % interval for the mean of shares between 0 and 1, each an independent deal."""
    return grouped_interval([values])


def grouped_interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """A 95 % interval for the mean of shares between 0 and 1, each an independent deal; in each group deals are alike, such as those of the same bots.

    The spread over the deals of a group gives the width, not that between groups: a bot that always beats one and always loses to another has a sure
    share of a half. Where groups hold too few deals to tell, all deals are one group, which is wider. Where all ended alike, the rule of three gives the
    width: what was not seen in n deals may still happen in 3 of n.
    """
    values = [value for group in groups for value in group]
    n = len(values)
    if n < 2:
        return 0.0, 1.0
    if n < 2 * len(groups):
        groups = [values]
    mean, freedom = fmean(values), n - len(groups)
    spread = math.sqrt(sum((value - middle) ** 2 for group in groups if group for middle in [fmean(group)] for value in group) / freedom)
    half = student_95(freedom) * spread / math.sqrt(n) if spread > ALIKE else 3 / n
    return max(0.0, mean - half), min(1.0, mean + half)


def elo_difference(points: float, games: int) -> float:
    """The Elo difference that would expect this share of the points; half a point is added to both sides, so that it is finite."""
    share = (points + 0.5) / (games + 1)
    return 400 * math.log10(share / (1 - share))
