"""How much one address may ask for: a bucket that fills with time, for each address and each kind of request."""

from __future__ import annotations

import ipaddress
import time
from contextvars import ContextVar
from dataclasses import dataclass

from ziggurat.server.metrics import METRICS
from ziggurat.server.table.decide import Refused

MOST_BUCKETS = 100_000
ASKING: ContextVar[str] = ContextVar("asking", default="")
"""The address whose request is being carried out. Tasks inherit it, so what follows from a request (the bots' moves) counts as that address's too."""


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many an hour."""

    burst: float
    per_hour: float


@dataclass(frozen=True)
class Rates:
    """What an address may do."""

    tables: Rate = Rate(30, 120)
    accounts: Rate = Rate(5, 10)
    requests: Rate = Rate(200, 36_000)
    """HTTP requests."""
    messages: Rate = Rate(100, 36_000)
    """Messages of one socket."""
    chat: Rate = Rate(10, 900)
    hints: Rate = Rate(10, 600)
    sockets: int = 200
    """Open sockets and streams of an address at once."""
    connections: int = 400
    """Connections of an address at once, of any kind, with and without a request; those of a proxy that names its clients are not counted."""


FREE = Rate(1e12, 1e12)
NO_RATES = Rates(FREE, FREE, FREE, FREE, FREE, FREE, sockets=10**9, connections=10**9)


class Limits:
    """The buckets of all addresses."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._open: dict[str, int] = {}

    def take(self, address: str, kind: str, amount: float = 1) -> None:
        """One more request of this kind; raises Refused when the bucket is empty."""
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
        """One more open socket; raises Refused when there are too many."""
        if self._open.get(address, 0) >= self.rates.sockets:
            METRICS.limited += 1
            raise Refused("limit", "sockets", most=self.rates.sockets)
        self._open[address] = self._open.get(address, 0) + 1

    def leave(self, address: str) -> None:
        """A socket was closed."""
        self._open[address] = self._open.get(address, 1) - 1
        if self._open[address] <= 0:
            del self._open[address]


def network_of(host: str) -> str:
    """What counts as one address: an IPv6 customer has a whole /64."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))
