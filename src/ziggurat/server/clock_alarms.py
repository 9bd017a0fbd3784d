"""Wake the server when the clock of a table runs out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ziggurat.server.table.table import Table

LONGEST_SECONDS = 86_400.0


class ClockAlarms:
    """One timer for each table whose clock runs."""

    def __init__(self, time: Callable[[], int], ring: Callable[[str], None]) -> None:
        """`time` reads the host's clock; `ring` is called with the id of a table whose clock may have run out."""
        self.time = time
        self.ring = ring
        self.timers: dict[str, asyncio.TimerHandle] = {}

    def set(self, table: Table, *, here: bool = True) -> None:
        """Set the timer of a table to the time when its running clock shows 0; without one, or where another process has it (`here`), remove it."""
        self.drop(table.id)
        deadline = table.deadline if here else None
        if deadline is not None:
            wait = max(0.0, (deadline - self.time()) / 1000) + 0.005
            self.timers[table.id] = asyncio.get_running_loop().call_later(min(wait, LONGEST_SECONDS), self._ring, table.id)

    def drop(self, id_: str) -> None:
        """Remove the timer of a table."""
        if (timer := self.timers.pop(id_, None)) is not None:
            timer.cancel()

    def close(self) -> None:
        """Stop all timers."""
        for timer in self.timers.values():
            timer.cancel()

    def _ring(self, id_: str) -> None:
        self.timers.pop(id_, None)
        self.ring(id_)
