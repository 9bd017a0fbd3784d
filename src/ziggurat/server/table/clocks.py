"""The clocks of a table: one for each seat. They follow from the times of the events, so a restart does not change them.

All times are those of the host's own clock (`Host.time`): it neither steps with the wall clock nor runs while the machine sleeps or no server is there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from ziggurat.server.table.events import Clock

SECOND = 1000
DAY = 86_400 * SECOND
WAITS = {"live": 10 * 60 * SECOND, "none": 60 * 60 * SECOND}


@dataclass
class Clocks:
    """How much time each seat has, and whose time runs."""

    plan: Clock
    seats: int
    left: list[int] = field(default_factory=list)
    """Milliseconds of each seat when the clock was last read."""
    running: int | None = None
    """The seat whose time runs; None: nobody's (a bot thinks, or the table is not playing)."""
    since: int = 0
    """Since when the present decision has been open."""

    def __post_init__(self) -> None:
        self.left = [self.full] * self.seats
        self.ticks = self.plan.kind != "none"
        """Whether time is measured at all."""

    @property
    def full(self) -> int:
        """What a seat begins with."""
        return {"none": 0, "live": self.plan.bank * SECOND, "days": self.plan.days * DAY}[self.plan.kind]

    @property
    def patience(self) -> int:
        """How long those who are there wait for those who are away; with a clock of days, as long as a turn may take."""
        return WAITS.get(self.plan.kind, self.full)

    def turn_to(self, seat: int | None, at: int) -> None:
        """Let this seat's time run from now on."""
        self.spend(at)
        self.running = seat
        self.since = at

    def spend(self, at: int) -> int:
        """Take the time since the last reading from the seat whose time runs; returns how much it was."""
        spent = max(0, at - self.since)
        if self.ticks and self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - spent)
        self.since = at
        return spent

    def turn_done(self, seat: int) -> None:
        """Add the increment after a complete turn, or let the days begin anew."""
        if self.plan.kind == "live":
            self.left[seat] += self.plan.increment * SECOND
        elif self.plan.kind == "days":
            self.left[seat] = self.full

    def refill(self, seat: int) -> None:
        """Give somebody who had no time left and is back a quarter of the bank at least, so that play can go on."""
        self.left[seat] = max(self.left[seat], self.full // 4)

    def take_back(self, then: list[int], free: Collection[int]) -> None:
        """Set the clocks back after an undo to what they showed at that decision (`then`: after its own time, before the increment of its turn).

        So nobody gains an increment by an undo, and those who waited or answered meanwhile (`free`) get back the time that they spent on it. The others, who
        take the decision back, never have more than now: what they spent stays spent. A clock that had run out then stays as it is now: its owner has come
        back since.
        """
        for seat, left in enumerate(then):
            if left:
                self.left[seat] = left if seat in free else min(left, self.left[seat])

    def sleep(self, ms: int) -> None:
        """Count everything so far as so much later."""
        self.since += ms

    def stop(self, at: int) -> None:
        """Stop all clocks."""
        self.turn_to(None, at)

    def deadline(self) -> int | None:
        """When the seat whose time runs has none left."""
        return self.since + self.left[self.running] if self.ticks and self.running is not None else None

    def reading(self, now: int) -> list[int]:
        """Milliseconds left of each seat now."""
        left = list(self.left)
        if self.ticks and self.running is not None:
            left[self.running] = max(0, left[self.running] - max(0, now - self.since))
        return left
