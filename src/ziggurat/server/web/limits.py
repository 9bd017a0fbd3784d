"""Limit how often one address may ask: a bucket that fills with time, for each address and each kind of request (`rates.py`)."""

from __future__ import annotations

from ziggurat.server.metrics import METRICS
from ziggurat.server.rates import Bucket, Rate, Rates
from ziggurat.server.refused import Refused

MOST_BUCKETS = 100_000


class Limits:
    """The buckets of all addresses."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._open: dict[str, int] = {}

    def take(self, address: str, kind: str, amount: float = 1) -> None:
        """Count one more request of this kind; raises Refused when the bucket is empty."""
        rate: Rate = getattr(self.rates, kind)
        if (bucket := self._buckets.get((address, kind))) is None:
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.clear()
            bucket = self._buckets[address, kind] = Bucket(rate)
        if wait := bucket.take(rate, amount):
            METRICS.limited += 1
            raise Refused("limit", n=max(1, round(wait)))

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
