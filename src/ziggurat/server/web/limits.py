"""Limit how often one address may ask: a bucket that fills with time, for each address and each kind of request (`rates.py`)."""

from __future__ import annotations

import time

from ziggurat.server.metrics import METRICS
from ziggurat.server.rates import Rate, Rates
from ziggurat.server.refused import Refused

MOST_BUCKETS = 100_000


class Limits:
    """The buckets of all addresses."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._open: dict[str, int] = {}

    def take(self, address: str, kind: str, amount: float = 1) -> None:
        """Count one more request of this kind; raises Refused when the bucket is empty."""
        rate: Rate = getattr(self.rates, kind)
        now = time.monotonic()
        left, then = self._buckets.get((address, kind), (rate.burst, now))
        left = min(rate.burst, left + (now - then) * rate.per_hour / 3600)
        if left < amount:
            METRICS.limited += 1
            wait = (amount - left) * 3600 / rate.per_hour
            raise Refused("limit", n=max(1, round(wait)))
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.clear()
        self._buckets[address, kind] = (left - amount, now)

    def enter(self, address: str) -> None:
        """Count one more open socket; raises Refused when there are too many."""
        if self._open.get(address, 0) >= self.rates.sockets:
            METRICS.limited += 1
            raise Refused("limit", "sockets", most=self.rates.sockets)
        self._open[address] = self._open.get(address, 0) + 1

    def leave(self, address: str) -> None:
        """Count one open socket less."""
        self._open[address] = self._open.get(address, 1) - 1
        if self._open[address] <= 0:
            del self._open[address]
