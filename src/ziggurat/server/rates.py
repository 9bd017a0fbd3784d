"""How often one address or one connection may do what: the settings that `web/limits.py` and `web/connection_limits.py` enforce."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many an hour."""

    burst: float
    per_hour: float


class Bucket:
    """What is left of a rate for one address or one connection: it fills with time."""

    __slots__ = ("left", "since")

    def __init__(self, rate: Rate) -> None:
        self.left, self.since = rate.burst, time.monotonic()

    def take(self, rate: Rate, amount: float = 1) -> float:
        """Take so much, and return 0; where less is left, take nothing and return the seconds until it is there."""
        now = time.monotonic()
        self.left = min(rate.burst, self.left + (now - self.since) * rate.per_hour / 3600)
        self.since = now
        if self.left < amount:
            return (amount - self.left) * 3600 / rate.per_hour
        self.left -= amount
        return 0.0


@dataclass(frozen=True)
class Rates:
    """What an address may do."""

    tables: Rate = Rate(30, 120)
    accounts: Rate = Rate(5, 10)
    requests: Rate = Rate(200, 36_000)
    """HTTP requests."""
    messages: Rate = Rate(100, 36_000)
    """Messages of an address, on all its sockets."""
    frames: Rate = Rate(300, 72_000)
    """Frames of one socket, of any kind: messages, pieces of them, pings, pongs. The messages of an address never need as many."""
    octets: Rate = Rate(2_000_000, 720_000_000)
    """Bytes that one socket sends: 100 of the longest messages at once, and ten a second."""
    chat: Rate = Rate(10, 900)
    hints: Rate = Rate(10, 600)
    """Hints, and moves that somebody tries in a review."""
    reviews: Rate = Rate(10, 120)
    """Reviews that are begun."""
    coach: Rate = Rate(60, 1800)
    """Moves whose cost the coach looks up, and moves of bots that are explained."""
    sockets: int = 200
    """Open sockets and streams of an address at once."""
    connections: int = 400
    """Connections of an address at once, of any kind, with and without a request; those of a proxy that names its clients are not counted."""


FREE = Rate(1e12, 1e12)
NO_RATES = Rates(FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, sockets=10**9, connections=10**9)
