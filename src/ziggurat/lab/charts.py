"""The plots of reports, drawn as SVG: estimates with their intervals, a heat map, stacked bars.

A plot names no colours, only the classes of `charts.css`: so it follows the page, by day and by night. `standalone` makes a picture for elsewhere.
Each is drawn twice, for a wide page and for a phone, where letters must not shrink.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ziggurat.drawing.theme import LIGHT
from ziggurat.lab.estimates import Estimate
from ziggurat.lab.report import Plot, number_with, percent_with, points_with, share_gap_with, signed

STYLE = Path(__file__).with_name("charts.css")
WIDE, NARROW = 880, 360
STEPS = (1, 2, 2.5, 5, 10)
NARROW_INTERVAL = 0.1  # an interval whose ends would look alike with one digit
LONGEST_LABEL = 21
SERIES = 6
"""How many colours there are; the first five are those of Akropolis: blue, yellow, red, purple, green."""


def figure(value: float, form: str) -> str:
    """A value on an axis or in a cell: `percent`, `gap` (percentage points), `signed`, `elo` or `plain`."""
    if form in {"percent", "gap"}:
        text = f"{100 * value:.6g}".replace("-", "−")
        return f"{text}\u00a0%" if form == "percent" else signed(100 * value, 1).removesuffix(".0")
    return signed(value, 1).removesuffix(".0") if form in {"signed", "elo"} else f"{value:.6g}".replace("-", "−")


def in_words(estimate: Estimate, form: str, digits: int = 1) -> str:
    """An estimate with its interval."""
    if form == "elo":
        return points_with(estimate, 0)
    return {"percent": percent_with, "gap": share_gap_with, "signed": points_with, "plain": number_with}[form](estimate, digits)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round values between two ends, at most so many."""
    span = max(high - low, 1e-9)
    size = 10.0 ** math.floor(math.log10(span / most))
    step = next(size * each for each in STEPS if span / (size * each) <= most + 1e-9)
    first = math.ceil(low / step - 1e-9)
    return [place * step for place in range(first, math.floor(high / step + 1e-9) + 1)]


def write(x: float, y: float, text: str, kind: str = "", end: str = "start") -> str:
    """A line of text."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{end}">{escape(text)}</text>'


def box(kind: str, x: float, y: float, width: float, height: float, round_by: float, opacity: float | None = None) -> str:
    """A rectangle with round corners."""
    clear = "" if opacity is None else f' fill-opacity="{opacity:.2f}"'
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round_by:g}"{clear}/>'


def picture(width: int, height: float, about: str, drawn: str, narrow: bool) -> str:
    """The SVG around what was drawn."""
    kind = "narrow" if narrow else "wide"
    return f'<svg class="plot {kind}" viewBox="0 0 {width} {height:.0f}" role="img" aria-label="{escape(about)}">{drawn}</svg>'


@dataclass(frozen=True)
class Row:
    """An estimate with its name; a heading begins a new part above it."""

    label: str
    estimate: Estimate
    series: int = 0
    heading: str = ""


@dataclass(frozen=True)
class Intervals:
    """Estimates as dots on bars: the bar is the interval. A dot is full where its interval leaves out the value that one compares with."""

    title: str
    rows: Sequence[Row]
    form: str = "percent"
    compare: float | None = None
    """The value that one compares with: a fair share, zero."""
    compare_label: str = ""
    dense: bool = False

    @property
    def digits(self) -> int:
        """How many digits after the point the figures need, so that intervals do not look like points."""
        is_narrow = self.form == "plain" and any(0 < row.estimate.high - row.estimate.low < NARROW_INTERVAL for row in self.rows)
        return 2 if is_narrow else 1

    @property
    def about(self) -> str:
        """The plot in words."""
        named = "; ".join(f"{row.label} {in_words(row.estimate, self.form, self.digits)}" for row in self.rows[:12])
        return f"{self.title}: {named}" + ("; …" if len(self.rows) > 12 else "")

    def svg(self, *, narrow: bool) -> str:
        """Draw it."""
        width = NARROW if narrow else WIDE
        left, right = (8, width - 8) if narrow else (96 if self.dense else 240, width - 190)
        ends = [end for row in self.rows for end in (row.estimate.low, row.estimate.high)] + ([] if self.compare is None else [self.compare])
        low, high = min(ends), max(ends)
        room = 0.04 * (high - low) or 0.5
        low, high = low - room, high + room

        def x(value: float) -> float:
            return left + (right - left) * (value - low) / (high - low)

        step = (30 if narrow else 17) if self.dense else (42 if narrow else 30)
        y, body = 20.0 if self.compare_label else 6.0, ""
        top = y
        for row in self.rows:
            if row.heading:
                y += 28
                body += write(0, y - 8, row.heading, "head")
            body += self.row(row, y, step, x, narrow, width)
            y += step
        grid = ""
        for value in ticks(low, high, 5 if narrow else 7):
            grid += f'<line class="tick" x1="{x(value):.1f}" x2="{x(value):.1f}" y1="{top:.1f}" y2="{y:.1f}"/>'
            grid += write(x(value), y + 17, figure(value, self.form), "soft", "middle")
        if self.compare is not None:
            at = x(self.compare)
            grid += f'<line class="compare" x1="{at:.1f}" x2="{at:.1f}" y1="{top - 4:.1f}" y2="{y:.1f}"/>'
            end = "end" if at > width * 0.75 else "start" if at < width * 0.25 else "middle"
            grid += write(at, 11, self.compare_label, "soft", end) if self.compare_label else ""
        return picture(width, y + 24, self.about, grid + body, narrow)

    def row(self, row: Row, y: float, step: float, x: Callable[[float], float], narrow: bool, width: int) -> str:
        """Draw one estimate with its name and its figures."""
        each = row.estimate
        middle = y + step - 11 if narrow else y + step / 2
        thick, dot = (7, 3.5) if self.dense else (10, 5.5)
        full = "" if self.compare is None or not each.holds(self.compare) else " hollow"
        figures = in_words(each, self.form, self.digits)
        name = f"{row.label}: {figures}"
        line = y + 13 if narrow else middle + 4.5
        small = " small" if self.dense else ""
        return (
            f'<g class="c{row.series % SERIES}"><title>{escape(name)}</title>'
            + box("bar", x(each.low), middle - thick / 2, max(1.0, x(each.high) - x(each.low)), thick, thick / 2)
            + f'<circle class="dot{full}" cx="{x(each.value):.1f}" cy="{middle:.1f}" r="{dot}"/></g>'
            + write(0, line, row.label, f"label{small}")
            + write(width, line, figures.split(" (")[0] if narrow else figures, f"value{small}", "end")
        )


@dataclass(frozen=True)
class HeatMap:
    """Estimates in a square: the farther from the middle value, the stronger the colour; outlined where the interval leaves the middle value out."""

    title: str
    row_names: Sequence[str]
    column_names: Sequence[str]
    cells: Sequence[Sequence[Estimate]]
    row_title: str = ""
    column_title: str = ""
    form: str = "percent"
    middle: float = 0.5
    below: str = ""
    above: str = ""
    """What the two colours mean."""
    row_labels: Sequence[str] = ()
    """Longer names of the rows, where there is room for them."""

    @property
    def about(self) -> str:
        """The plot in words."""
        each = [
            (cell.value, row, column)
            for row, cells in zip(self.row_names, self.cells, strict=True)
            for column, cell in zip(self.column_names, cells, strict=True)
        ]
        (least, *at_least), (most, *at_most) = min(each), max(each)
        return f"{self.title}: from {figure_value(least, self.form)} ({' '.join(at_least)}) to {figure_value(most, self.form)} ({' '.join(at_most)})"

    def svg(self, *, narrow: bool) -> str:
        """Draw it."""
        width, left = (NARROW, 38) if narrow else (WIDE, 170)
        across = (width - left) / len(self.column_names)
        tall = 34 if narrow else 46
        largest = max(abs(cell.value - self.middle) for cells in self.cells for cell in cells) or 1.0
        drawn = write(left, 13, self.column_title, "head") + ("" if narrow else write(0, 38, self.row_title, "head"))
        for place, name in enumerate(self.column_names):
            drawn += write(left + across * (place + 0.5), 38, name, "code", "middle")
        labels = self.row_names if narrow or not self.row_labels else [shortened(label) for label in self.row_labels]
        for line, (name, label, cells) in enumerate(zip(self.row_names, labels, self.cells, strict=True)):
            y = 48 + tall * line
            drawn += write(left - 8, y + tall / 2 + 4.5, label, "code", "end")
            for place, cell in enumerate(cells):
                drawn += self.cell(
                    left + across * place, y, across, tall, cell, f"{name} {self.column_names[place]}", abs(cell.value - self.middle) / largest, narrow
                )
        y = 48 + tall * len(self.row_names) + 22
        for at, kind, words in ((left, "cold", self.below), (left + (width - left) / 2, "hot", self.above)):
            drawn += box(kind, at, y - 11, 14, 14, 3, 0.8) + write(at + 20, y, words, "soft")
        if narrow and self.row_title:
            y += 22
            drawn += write(left, y, f"rows: {self.row_title}", "soft")
        return picture(width, y + 8, self.about, drawn, narrow)

    def cell(self, x: float, y: float, across: float, tall: float, cell: Estimate, name: str, strength: float, narrow: bool) -> str:
        """Draw one estimate."""
        kind = "hot" if cell.value > self.middle else "cold"
        sure = "" if cell.holds(self.middle) else " sure"
        text = figure_value(cell.value, self.form).removesuffix("\u00a0%")
        return (
            f"<g><title>{escape(f'{name}: {in_words(cell, self.form)}')}</title>"
            + box(kind + sure, x + 1.5, y + 1.5, across - 3, tall - 3, 5, 0.06 + 0.74 * strength)
            + write(x + across / 2, y + tall / 2 + 4.5, text, "cell small" if narrow else "cell", "middle")
            + "</g>"
        )


def shortened(label: str) -> str:
    """A label that fits beside a map."""
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"


def figure_value(value: float, form: str) -> str:
    """A value with one digit: `50.3 %`."""
    return f"{100 * value:.1f}\u00a0%" if form == "percent" else figure(round(value, 1), form)


@dataclass(frozen=True)
class Stacks:
    """Bars made of parts: where the points come from."""

    title: str
    parts: Sequence[str]
    rows: Sequence[tuple[str, Sequence[float]]]

    @property
    def about(self) -> str:
        """The plot in words."""
        bars = (f"{label}: " + ", ".join(f"{part} {value:.1f}" for part, value in zip(self.parts, values, strict=True)) for label, values in self.rows)
        return f"{self.title}: " + "; ".join(bars)

    def svg(self, *, narrow: bool) -> str:
        """Draw it."""
        width, left = (NARROW, 0) if narrow else (WIDE, 240)
        longest = max(sum(values) for _, values in self.rows) or 1.0
        scale = (width - left - 52) / longest
        drawn, x, y = "", 0.0, 12.0
        for place, part in enumerate(self.parts):
            need = 28 + 7.4 * len(part)
            if x + need > width:
                x, y = 0.0, y + 22
            drawn += box(f"part c{place % SERIES}", x, y - 10, 13, 13, 3) + write(x + 18, y + 1, part, "soft")
            x += need
        y += 16
        for label, values in self.rows:
            if narrow:
                drawn += write(0, y + 14, label, "label")
                y += 20
            else:
                drawn += write(0, y + 21, label, "label")
            x = float(left)
            for place, value in enumerate(values):
                long = scale * value
                drawn += f"<g><title>{escape(f'{label}, {self.parts[place]}: {value:.1f}')}</title>"
                drawn += box(f"part c{place % SERIES}", x, y + 4, max(0.0, long - 1.5), 24, 3) + "</g>"
                if long > 34:
                    drawn += write(x + long / 2, y + 21, f"{value:.0f}" if value >= 10 else f"{value:.1f}", "inside", "middle")
                x += long
            drawn += write(x + 6, y + 21, f"{sum(values):.1f}", "value")
            y += 36
        return picture(width, y + 4, self.about, drawn, narrow)


def standalone(plot: Plot) -> str:
    """A plot as a picture of its own, in the light theme."""
    inside = plot.svg(narrow=False)
    head, body = inside.split(">", 1)
    width, height = head.split('viewBox="0 0 ')[1].split('"')[0].split()
    margin = 16
    box = f'viewBox="{-margin} {-margin} {int(width) + 2 * margin} {int(height) + 2 * margin}"'
    names = {"ink": LIGHT.ink, "soft": LIGHT.soft, "line": LIGHT.line, "panel": LIGHT.panel}
    colours = "".join(f"--{name}:{value};" for name, value in names.items())
    style = STYLE.read_text(encoding="utf-8").split("@media")[0].strip()
    ground = f'<rect x="{-margin}" y="{-margin}" width="100%" height="100%" rx="14" fill="{LIGHT.panel}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-label="{escape(plot.about)}"><style>svg{{{colours}}}{style}</style>{ground}{body}\n'
