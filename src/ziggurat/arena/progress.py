"""Shows how far a run of many games is, and how long it will take: a bar on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

OFTEN = 0.2  # seconds between two updates on a terminal
SELDOM = 30.0  # and elsewhere, where each is a line


class GameProgress:
    """Shows how many games were played, and the time left by the speed so far. `resumed` games were played by an earlier run."""

    def __init__(self, console: Console, total: int, resumed: int = 0) -> None:
        self.console, self.total, self.resumed = console, total, resumed
        self.every = OFTEN if console.is_terminal else SELDOM
        self.last = time.monotonic()
        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:.0f} of {task.total:.0f} games  {task.fields[more]}")
        self.bar = Progress(*columns, TextColumn("{task.fields[left]}"), console=console, transient=True, disable=not console.is_terminal)
        self.task = self.bar.add_task("playing", total=total, more="", left="")
        self.begun = False
        self.first: tuple[float, int] | None = None  # when the first new games ended, and how many there were then: compiling and starting do not count

    def is_due(self) -> bool:
        """Whether enough time has passed to show it again: callers compute what costs time only then."""
        return time.monotonic() - self.last >= self.every or (self.console.is_terminal and not self.begun)

    def __call__(self, games: int, more: str = "") -> None:
        """Note that so many games were played; show it, if it is due."""
        now = time.monotonic()
        if self.first is None and games > self.resumed:
            self.first = now, games
        if self.is_due():
            self.last, self.begun = now, True
            left = self.time_left(games, now)
            self.bar.update(self.task, completed=games, more=more, left=left)
            if not self.console.is_terminal:
                self.console.print("  ".join(text for text in (f"{games} of {self.total} games", more, left) if text), markup=False)

    def time_left(self, games: int, now: float) -> str:
        """`about 3 min left`; nothing before the speed is known."""
        if self.first is None or games <= self.first[1]:
            return ""
        began, before = self.first
        return f"about {in_words((now - began) / (games - before) * (self.total - games))} left"


def in_words(seconds: float) -> str:
    """`40 s`, `12 min`, `3 h 20 min`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


@contextmanager
def progress(console: Console, total: int, resumed: int = 0) -> Iterator[GameProgress]:
    """Show the progress of so many games on a console."""
    shown = GameProgress(console, total, resumed)
    with shown.bar:
        yield shown
