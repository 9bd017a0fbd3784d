"""Estimates with their 95 % intervals: of means and shares over independent deals, of differences, of many things at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

from ziggurat.arena.stats import NORMAL_95, mean_interval, student_95


@dataclass(frozen=True)
class Estimate:
    """A value and the interval that holds the true one 95 times out of 100."""

    value: float
    low: float
    high: float
    n: int
    """How many independent deals it rests on."""

    @property
    def error(self) -> float:
        """The standard error."""
        return (self.high - self.low) / 2 / NORMAL_95

    def holds(self, value: float) -> bool:
        """Whether a value lies in the interval."""
        return self.low <= value <= self.high

    def __add__(self, shift: float) -> Estimate:
        """The same estimate, shifted."""
        return Estimate(self.value + shift, self.low + shift, self.high + shift, self.n)


def around(value: float, error: float, n: int) -> Estimate:
    """An estimate from its standard error."""
    return Estimate(value, value - NORMAL_95 * error, value + NORMAL_95 * error, n)


def from_spread(value: float, error: float, n: int) -> Estimate:
    """An estimate whose standard error is known from the spread of so many deals: of few deals it is not known well, and the interval is wider."""
    half = student_95(n - 1) * error
    return Estimate(value, value - half, value + half, n)


def mean(values: Sequence[float]) -> Estimate:
    """The mean of one value for each deal; a single deal has no spread, so its interval is its own size on either side."""
    value = fmean(values)
    if len(values) < 2:
        return Estimate(value, value - abs(value), value + abs(value), len(values))
    return from_spread(value, stdev(values) / math.sqrt(len(values)), len(values))


def share(values: Sequence[float]) -> Estimate:
    """The mean of shares between 0 and 1, one for each deal; its interval stays between 0 and 1."""
    low, high = mean_interval(values)
    return Estimate(fmean(values), low, high, len(values))


def difference(ones: Sequence[float], others: Sequence[float]) -> Estimate:
    """By how much the first is larger on the same deals: the luck of a deal, which both share, cancels."""
    return mean([one - other for one, other in zip(ones, others, strict=True)])


def apart(one: Estimate, other: Estimate) -> Estimate:
    """By how much the first is larger, of estimates from different deals."""
    return around(one.value - other.value, math.hypot(one.error, other.error), min(one.n, other.n))


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Estimate:
    """The ratio of two sums over deals, such as points for each tile; the deals in which nothing was counted say nothing."""
    total, n = sum(bottoms), len(tops)
    if not total:
        return Estimate(0.0, 0.0, 0.0, 0)
    value = sum(tops) / total
    if n < 2:
        return Estimate(value, value - abs(value), value + abs(value), n)
    spread = stdev([top - value * bottom for top, bottom in zip(tops, bottoms, strict=True)])
    return from_spread(value, spread * math.sqrt(n) / total, n)


def share_ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Estimate:
    """The ratio of two sums over deals where it is a share: its interval stays between 0 and 1."""
    each = ratio(tops, bottoms)
    if not each.n:
        return Estimate(0.0, 0.0, 1.0, 0)
    return Estimate(each.value, max(0.0, each.low), min(1.0, each.high), each.n)


def widened(estimate: Estimate, count: int) -> Estimate:
    """The interval widened so that, of so many estimates made at once, all hold the truth 95 times out of 100 (Šidák)."""
    factor = NormalDist().inv_cdf((1 + 0.95 ** (1 / count)) / 2) / NORMAL_95
    return around(estimate.value, factor * estimate.error, estimate.n)


@dataclass(frozen=True)
class Shrunk:
    """Many estimates, each drawn towards what a model expects of it, by as much as chance alone explains their spread around the model."""

    estimates: list[Estimate]
    spread: float
    """The standard deviation of the true values around the model; 0 if chance explains all of it."""
    chance: float
    """How often chance alone would spread them this far or farther."""


def shrink(estimates: Sequence[Estimate], expected: Sequence[Estimate], free: int) -> Shrunk:
    """Shrink estimates towards the values that a model with `free` free numbers expects (empirical Bayes, DerSimonian and Laird)."""
    weights = [1 / max(each.error, 1e-9) ** 2 for each in estimates]
    off = [each.value - model.value for each, model in zip(estimates, expected, strict=True)]
    degrees = max(1, len(estimates) - free)
    chi = sum(weight * gap**2 for weight, gap in zip(weights, off, strict=True))
    size = sum(weights) - sum(weight**2 for weight in weights) / sum(weights)
    spread = math.sqrt(max(0.0, (chi - degrees) / size)) if size > 0 else 0.0
    drawn = []
    for each, model in zip(estimates, expected, strict=True):
        own = spread**2 / (spread**2 + each.error**2) if spread else 0.0
        error = math.sqrt(own * each.error**2 + (1 - own) ** 2 * model.error**2)
        drawn.append(around(model.value + own * (each.value - model.value), error, each.n))
    return Shrunk(drawn, spread, chi_square_tail(chi, degrees))


def chi_square_tail(chi: float, degrees: int) -> float:
    """How often a chi-square of so many degrees is at least this large (Wilson and Hilferty; good to a hundredth)."""
    if chi <= 0:
        return 1.0
    scaled = ((chi / degrees) ** (1 / 3) - (1 - 2 / (9 * degrees))) / math.sqrt(2 / (9 * degrees))
    return 1 - NormalDist().cdf(scaled)
