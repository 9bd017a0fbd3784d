"""How often one address may do what: the settings that `web/limits.py` enforces."""

from __future__ import annotations

from dataclasses import dataclass


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
NO_RATES = Rates(FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, sockets=10**9, connections=10**9)
