"""Shows matches and ladders to people: progress while they run, tables and plots at the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ziggurat.drawing.theme import LIGHT
from ziggurat.errors import OptionError

OFTEN = 0.2  # seconds between two updates on a terminal
SELDOM = 30.0  # and elsewhere, where each is a line
PLOTS = (".svg", ".png")


class GameProgress:
    """Shows how many games were played: a bar on a terminal, elsewhere a line now and then."""

    def __init__(self, console: Console, total: int) -> None:
        self.console, self.total = console, total
        self.every = OFTEN if console.is_terminal else SELDOM
        self.last = time.monotonic()
        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:.0f} of {task.total:.0f} games  {task.fields[more]}")
        self.bar = Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal)
        self.task = self.bar.add_task("playing", total=total, more="")
        self.begun = False

    def is_due(self) -> bool:
        """Whether enough time has passed to show it again: callers compute what costs time only then."""
        return time.monotonic() - self.last >= self.every or (self.console.is_terminal and not self.begun)

    def __call__(self, games: int, more: str = "") -> None:
        """Show it, if it is due."""
        if self.is_due():
            self.last, self.begun = time.monotonic(), True
            self.bar.update(self.task, completed=games, more=more)
            if not self.console.is_terminal:
                self.console.print(f"{games} of {self.total} games{'  ' if more else ''}{more}", markup=False)


@contextmanager
def progress(console: Console, total: int) -> Iterator[GameProgress]:
    """Show the progress of so many games on a console."""
    shown = GameProgress(console, total)
    with shown.bar:
        yield shown


def percent(interval: tuple[float, float] | list[float]) -> str:
    """`52 to 70 %`."""
    return f"{100 * interval[0]:.0f} to {100 * interval[1]:.0f} %"


def table_of(title: str, names: int, heads: tuple[str, ...]) -> Table:
    """Make a table whose first columns are names."""
    table = Table(title=title, title_justify="left")
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place < names else "right", no_wrap=True)
    return table


def ladder_tables(summary: dict[str, Any]) -> Iterator[Table]:
    """Make two tables: the ladder from the best down, and the steps between neighbours."""
    title = f"{summary['game']}, {summary['options']['seats']} seats, {summary['games']} games"
    ladder = table_of(title, 1, ("bot", "Elo", "95 %", "games", "points", "score", "s/move"))
    for rung in summary["ladder"]:
        low, high = rung["interval"]
        points = f"{rung['points'] / rung['games']:.1%}" if rung["games"] else "–"
        row = f"{rung['rating']:+.0f}", f"{low:+.0f} to {high:+.0f}", str(rung["games"]), points, f"{rung['mean_score']:.1f}", f"{rung['seconds_per_move']:.4f}"
        ladder.add_row(rung["bot"], *row)
    yield ladder
    steps = table_of("each over the next: points by the ratings, and as seen", 1, ("bot", "Elo", "95 %", "expected", "seen", "95 %", "games"))
    for step in summary["steps"]:
        low, high = step["elo_interval"]
        seen = ("–", "–") if step["seen"] is None else (f"{step['seen']:.1%}", percent(step["seen_interval"]))
        row = f"{step['elo']:+.0f}", f"{low:+.0f} to {high:+.0f}", f"{step['expected']:.1%}", *seen, str(step["games"])
        steps.add_row(step["higher"], *row)
    yield steps


def check_plot(path: Path) -> None:
    """Raise OptionError if a plot cannot be written there, as far as one can know before."""
    if path.suffix.lower() not in PLOTS:
        raise OptionError(f"cannot plot to `{path}`: name a file that ends in `.svg` or `.png`")
    if not path.resolve().parent.is_dir():
        raise OptionError(f"cannot plot to `{path}`: there is no folder `{path.parent}`")
    import matplotlib  # noqa: F401 - if the extra `plot` is missing, better said now than after the last game


def plot_ladder(summary: dict[str, Any], path: Path, defaults: dict[str, Any]) -> None:
    """Draw the ratings with their intervals; the title names the options that differ from the defaults."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    rungs = summary["ladder"][::-1]
    others = [f"{name}={value}" for name, value in summary["options"].items() if name != "seats" and value != defaults.get(name)]
    title = f"{summary['game']}, {summary['options']['seats']} seats"
    below = ", ".join([f"{summary['games']:,} games", f"seed {summary['seed']}", *others])
    with rc_context({"svg.hashsalt": "ziggurat", "svg.fonttype": "path", "font.size": 10}):
        figure = Figure(figsize=(8, 1.6 + 0.42 * len(rungs)), facecolor=LIGHT.panel, layout="constrained")
        axes = figure.add_subplot(facecolor=LIGHT.panel)
        for place, rung in enumerate(rungs):
            low, high = rung["interval"]
            axes.plot([low, high], [place, place], color=LIGHT.accent, linewidth=2.5, solid_capstyle="round")
            axes.plot([rung["rating"]], [place], "o", color=LIGHT.ink, markersize=6, zorder=3)
            axes.annotate(f"{rung['rating']:+.0f}", (rung["rating"], place), (0, 7), textcoords="offset points", ha="center", fontsize=8, color=LIGHT.soft)
        axes.set_yticks(range(len(rungs)), [rung["bot"] for rung in rungs], color=LIGHT.ink)
        axes.set_ylim(-0.6, len(rungs) - 0.3)
        axes.axvline(0, color=LIGHT.line, linewidth=1, zorder=0)
        axes.grid(axis="x", color=LIGHT.line, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.tick_params(length=0, labelcolor=LIGHT.ink)
        for side in axes.spines.values():
            side.set_visible(False)
        axes.set_xlabel("Elo, with 95 % intervals; the mean of the pool is 0", color=LIGHT.soft)
        axes.set_title(below, loc="left", color=LIGHT.soft, fontsize=9, wrap=True)
        axes.annotate(title, (0, 1), (0, 24), "axes fraction", "offset points", color=LIGHT.ink, fontsize=13, fontweight="bold")
        picture = BytesIO()
        kind = path.suffix.lower()[1:]
        figure.savefig(picture, format=kind, dpi=160, metadata={"Date": None} if kind == "svg" else None)
    try:
        path.write_bytes(picture.getvalue())
    except OSError as error:
        raise OptionError(f"cannot write `{path}`: {error.strerror or error}") from None
