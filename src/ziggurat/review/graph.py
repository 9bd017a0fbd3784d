"""The course of a game as one picture: winning chance above, expected margin below, and a column for each decision to choose it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from ziggurat.review.text import loss_in_words
from ziggurat.search.decision import Decision
from ziggurat.search.game_review import Review, standing
from ziggurat.text import Words, decimal

LEAST_MARKED = 0.5  # points: smaller losses get no triangle
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
GLYPHS = ("●", "■", "▲", "◆")  # signs of the seats, so that colour is not the only one


@dataclass(frozen=True)
class Frame:
    """Where a graph lies: its size, and the two fields in it."""

    name: str
    width: int
    left: int
    right: int
    win_top: int
    win_height: int
    margin_top: int
    margin_height: int

    @property
    def height(self) -> int:
        """The whole height."""
        return self.margin_top + self.margin_height + 26

    def x(self, place: float, last: int) -> float:
        """Where a ply lies."""
        return self.left + (self.width - self.left - self.right) * (place + 0.5) / (last + 1)


WIDE = Frame("wide", 1320, 54, 12, 42, 120, 200, 88)
NARROW = Frame("narrow", 340, 40, 6, 46, 150, 236, 110)


def graph(review: Review, words: Words, frame: Frame) -> str:
    """The SVG of the whole game."""
    points = courses(review)
    last = len(points) - 1
    largest = max(1.0, *(abs(margin) for _, margins in points for margin in margins))
    step = next((step for step in STEPS if largest / step <= 2.4), math.ceil(largest))
    scale = max(largest, step) * 1.08

    def win_y(value: float) -> float:
        return frame.win_top + frame.win_height * (1 - value)

    def margin_y(value: float) -> float:
        return frame.margin_top + frame.margin_height * (0.5 - value / scale / 2)

    out = axes(frame, [(value / 100, f"{value}\u00a0%") for value in (0, 50, 100)], win_y, words("review.graph.win"), frame.win_top)
    ticks = [(float(k * step), decimal(k * step, words.language, 0, signed=True)) for k in range(-2, 3) if abs(k * step) <= scale]
    out += axes(frame, ticks, margin_y, words("review.graph.margin"), frame.margin_top)
    for seat in range(review.game.seats):
        for values, height in (([win for win, _ in points], win_y), ([margin for _, margin in points], margin_y)):
            path = " ".join(f"{frame.x(place, last):.1f},{height(value[seat]):.1f}" for place, value in enumerate(values))
            out += f'<polyline class="line s{seat}" points="{path}"/>'
            if last == 0:
                out += f'<circle class="dot s{seat}" cx="{frame.x(0, 0):.1f}" cy="{height(values[0][seat]):.1f}" r="4"/>'
    worst = max((decision.loss for decision in review.decisions), default=0.0)
    rank = {decision.ply: place for mistakes in review.mistakes for place, decision in enumerate(mistakes, 1)}
    for decision in review.decisions:
        out += column(review, decision, words, frame, last)
        if decision.loss >= LEAST_MARKED or decision.ply in rank:
            out += triangle(frame.x(decision.ply, last), win_y(decision.analysis.win[decision.seat]), decision, worst, rank.get(decision.ply))
    about = escape(words("review.graph.about"))
    return f'<svg class="graph {frame.name}" viewBox="0 0 {frame.width} {frame.height}" role="group" aria-label="{about}">{out}</svg>'


def courses(review: Review) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    """Winning chances and margins before each decision, and after the last one of a game that is over."""
    points = [(decision.analysis.win, decision.analysis.margin) for decision in review.decisions]
    if review.complete and review.game.is_over:
        points.append(standing(review.game))
    return points


def axes(frame: Frame, ticks: list[tuple[float, str]], height: Callable[[float], float], title: str, top: int) -> str:
    """Title, lines and figures of one of the two fields."""
    out = f'<text class="head" x="{frame.left}" y="{top - 28 if top < 100 else top - 12}">{escape(title)}</text>'
    for value, label in ticks:
        y = height(value)
        out += f'<line class="tick" x1="{frame.left}" x2="{frame.width - frame.right}" y1="{y:.1f}" y2="{y:.1f}"/>'
        out += f'<text class="figure" x="{frame.left - 6}" y="{y + 4:.1f}">{escape(label)}</text>'
    return out


def column(review: Review, decision: Decision, words: Words, frame: Frame, last: int) -> str:
    """The column of a decision: a link to its line in the list."""
    width = (frame.width - frame.left - frame.right) / (last + 1)
    seat, game = decision.seat, review.game
    label = words(
        "review.ply.about",
        number=decision.ply + 1,
        player=game.name_of(seat, words.language),
        move=decision.played.move,
        percent=decimal(100 * decision.analysis.win[seat], words.language, 0),
        margin=decimal(decision.analysis.margin[seat], words.language, signed=True),
        loss=loss_in_words(decision, words.language) or "0",
    )
    x, tall = frame.x(decision.ply, last) - width / 2, frame.height - frame.win_top
    box = f'<rect x="{x:.1f}" y="{frame.win_top - 4}" width="{width:.1f}" height="{tall - 14}" rx="3"/>'
    number = decision.ply + 1
    figure = "" if number % 10 else f'<text class="number" x="{x + width / 2:.1f}" y="{frame.height - 4}">{number}</text>'
    return f'<a class="ply" href="#ply-{decision.ply}" data-ply="{decision.ply}" aria-label="{escape(label)}">{box}{figure}<title>{escape(label)}</title></a>'


def triangle(x: float, y: float, decision: Decision, worst: float, rank: int | None) -> str:
    """A loss, the larger the more it cost; those that cost a seat most are numbered."""
    r = 3.5 + 5.5 * math.sqrt(decision.loss / worst) if worst else 3.5
    top = y - 7 - 1.6 * r
    shape = f"M{x - r:.1f} {top:.1f}h{2 * r:.1f}L{x:.1f} {top + 1.6 * r:.1f}z"
    number = "" if rank is None else f'<text class="rank" x="{x:.1f}" y="{top - 3:.1f}">{rank}</text>'
    return f'<g class="loss s{decision.seat}{" worst" if rank else ""}"><path d="{shape}"/>{number}</g>'
