"""Let newcomers in only while the server keeps up: who wants a table, a seat, a socket or a stream is told when to come again, before those who play wait.

The event loop looks at the clock four times a second. How late it comes is how long everything takes that waits for it; to open a table takes about ten such
turns. One late turn says nothing (something was loaded or compiled); a server that is late four times in a row has more to do than it can.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque

from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused

LOOK_SECONDS = 0.25
MOST_LATE = 1.0  # seconds
LOOKS = 4
SHORTEST, LONGEST = 2, 30  # seconds until a newcomer may come again, before chance adds up to a half


class Admission:
    """Whether the server keeps up, and what newcomers are told where it does not."""

    def __init__(self) -> None:
        self.looks = deque([0.0] * LOOKS, LOOKS)
        """By how many seconds the event loop was late, the last times."""

    async def watch(self) -> None:
        """Measure, for as long as the server runs."""
        while True:
            due = time.monotonic() + LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)
            self.looks.append(time.monotonic() - due)
            METRICS.loop_late_seconds = round(self.late, 3)

    @property
    def late(self) -> float:
        """By how many seconds the event loop is late each time."""
        return min(self.looks)

    def check(self) -> None:
        """Refuse a newcomer while the server does not keep up. They do not all come again at the same time."""
        if self.late > MOST_LATE:
            METRICS.turned_away += 1
            seconds = min(LONGEST, max(SHORTEST, round(5 * self.late)))
            raise Refused("busy", n=seconds + random.randint(0, seconds // 2))  # noqa: S311 - no secret
