"""Let newcomers in only while the server keeps up: who wants a table, a seat, a socket or a stream is told when to come again, before those who play wait.

The event loop looks at the clock four times a second. How late it comes is how long everything takes that waits for it; to open a table takes about ten such
turns.
"""

from __future__ import annotations

import asyncio
import random
import time

from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused

LOOK_SECONDS = 0.25
MOST_LATE = 1.0  # seconds
FADING = 0.7  # of the delay before, at each look: one late turn is soon forgotten
SHORTEST, LONGEST = 2, 30  # seconds until a newcomer may come again, before chance adds up to a half


class Admission:
    """Whether the server keeps up, and what newcomers are told where it does not."""

    def __init__(self) -> None:
        self._late = 0.0
        self._due = time.monotonic() + LONGEST  # nothing is late before somebody measures

    async def watch(self) -> None:
        """Measure, for as long as the server runs."""
        while True:
            self._due = time.monotonic() + LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)
            self._late = max(time.monotonic() - self._due, self._late * FADING)
            METRICS.loop_late_seconds = round(self._late, 3)

    @property
    def late(self) -> float:
        """By how many seconds the event loop is late."""
        return max(time.monotonic() - self._due, self._late)

    def check(self) -> None:
        """Refuse a newcomer while the server does not keep up. They do not all come again at the same time."""
        if self.late > MOST_LATE:
            METRICS.turned_away += 1
            seconds = min(LONGEST, max(SHORTEST, round(5 * self.late)))
            raise Refused("busy", n=seconds + random.randint(0, seconds // 2))  # noqa: S311 - no secret
