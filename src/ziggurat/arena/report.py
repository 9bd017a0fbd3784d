"""Shows matches and ladders to people: tables and plots."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from rich.table import Table

from ziggurat.drawing.theme import LIGHT
from ziggurat.errors import OptionError
from ziggurat.record import why_unwritable

PLOTS = (".svg", ".png")


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
    if reason := why_unwritable(path):
        raise OptionError(f"cannot plot to `{path}`: {reason}")
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
