"""Compares two moves of a position: how much margin and winning chance one gives away, how sure that is, and from which sources it comes.

A search says which move is best, but not what the difference is: the best of many estimates looks better than it is, and a net that judges positions plays
differences down. So the two moves are judged again, by chance that had no part in the choice: games are played on from both in the same imagined deals
(`continuations.py`), and a short search of each move says what to believe before the first of these games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ziggurat.game import Game
from ziggurat.search.budget import Budget
from ziggurat.search.continuations import AFTER, BEFORE, END, MINDS_RIVALS, Continued, play_on
from ziggurat.search.mcts import Stop, Thought, TreeSearch
from ziggurat.search.review_types import PartReport

Numbers = np.ndarray[Any, Any]
SURE = 1.96  # standard errors to either side: 19 times in 20
PRIOR_PARTS = 4  # the search of each move has this part of the budget
PRIOR_NODES = 60_000
LEAST_SPREAD = 0.5  # points: a search is never believed to be surer than that, unless the game ends with the move
DOUBT = 0.6  # share of what search and continuations disagree about that is taken for a standard error: both are judges with faults of their own
CHOICE_DOUBT = 0.5  # share of the spread that is taken for a standard error where another move was visited as often as the best one
WIN_SPREAD = 0.08  # standard deviation between what a search expects of the winning chance and what comes of it
LEAST_PART = 0.05  # points of a source that are worth a line of their own


@dataclass(frozen=True)
class Comparison:
    """How much more (or less) there is to expect after one line of moves than after another."""

    margin: tuple[float, ...]
    """Points of margin of each seat."""
    win: tuple[float, ...]
    """Winning chance of each seat."""
    error: float
    """How far the mover's margin may be off."""
    parts: tuple[PartReport, ...]
    """Where the mover's margin comes from; they add up to it."""


def compare(
    game: Game,
    one: Sequence[int],
    other: Sequence[int],
    budget: Budget,
    seed: str,
    stop: Stop,
    times: int = 1,
    minds_rivals: float = MINDS_RIVALS,
    runner_up: float = 0.0,
) -> Comparison:
    """By how much margin and winning chance are higher after one line than after another, as the seat to move sees it.

    `runner_up`: where the other line was chosen as the best one, how near the next one came to that (`Analysis.runner_up`).
    """
    continued = play_on(game, [other, one], budget, times, f"{seed}/continued", stop, minds_rivals)
    alone, alone_other = (judged_alone(game, line[0], budget, f"{seed}/alone", stop) for line in (one, other))
    return compared(game, continued, (alone, alone_other), runner_up)


def judged_alone(game: Game, code: int, budget: Budget, seed: str, stop: Stop) -> Thought:
    """What a search expects of a move if every simulation begins with it."""
    search = TreeSearch(game.spec, seed, nodes=PRIOR_NODES)
    search.settings.only = code
    return budget.think(search, game, stop, PRIOR_PARTS)[0]


def compared(game: Game, continued: Continued, thoughts: tuple[Thought, Thought], runner_up: float) -> Comparison:
    """Put together what the games that were played on say (lines: the other, one), and what the searches expected (one, the other)."""
    one, other = thoughts
    seat, seats = int(game.state.to_move), game.seats
    changes = margin_changes(continued, seat)
    total = changes.sum((1, 2, 3))
    margins = margins_of(continued.sheets[:, :, END].sum(3))
    margin = (margins[1] - margins[0]).mean(0)
    win = (continued.shares[1] - continued.shares[0]).mean(0)
    error = 0.0
    if not continued.is_certain:
        spread = max(LEAST_SPREAD, (one.spread[seat] + other.spread[seat]) / 2)
        expected = one.margin[seat] - other.margin[seat]
        margin[seat], error = believed(total, expected, spread)
        error = math.hypot(error, DOUBT * (margin[seat] - expected), CHOICE_DOUBT * runner_up * spread)
        shares = continued.shares[1, :, seat] - continued.shares[0, :, seat]
        win[seat] = believed(shares, one.win[seat] - other.win[seat], WIN_SPREAD)[0]
        if seats == 2:
            margin[1 - seat], win[1 - seat] = -margin[seat], -win[seat]
    parts = parts_of(game, changes, total, float(margin[seat]))
    return Comparison(tuple(margin.tolist()), tuple(win.tolist()), SURE * error, parts)


def believed(seen: Numbers, expected: float, spread: float) -> tuple[float, float]:
    """What to believe after these differences were seen, where one expected another, with this spread; returns also how sure that is (a standard error).

    The expectation counts as one of the differences when their own spread is estimated: so a few that happen to agree do not make it certain.
    """
    n, mean = len(seen), float(seen.mean())
    variance = (float(((seen - mean) ** 2).sum()) + spread**2) / n
    error = variance / n
    weight = spread**2 / (spread**2 + error)
    return weight * mean + (1 - weight) * expected, (weight * error) ** 0.5


def margins_of(points: Numbers) -> Numbers:
    """The margin of each seat: its points less those of its best rival; alone, its points."""
    seats = points.shape[-1]
    if seats == 1:
        return points.astype(float)
    rivals = np.stack([np.delete(points, seat, -1).max(-1) for seat in range(seats)], -1)
    margins: Numbers = (points - rivals).astype(float)
    return margins


# --- From which sources ----------------------------------------------------------------------------------------------------


def margin_changes(continued: Continued, seat: int) -> Numbers:
    """[deals, now or later, seats, sources]: how each source changes the margin of a seat, from the other line to the one."""
    sheets = continued.sheets.astype(float)
    now, later = sheets[:, :, AFTER] - sheets[:, :, BEFORE], sheets[:, :, END] - sheets[:, :, AFTER]
    changes = np.stack([now[1] - now[0], later[1] - later[0]], 1)
    ends = sheets[:, :, END].sum(3)
    weights = -rival_weights(ends[0], ends[1], seat)
    weights[:, seat] = 1.0
    weighted: Numbers = changes * weights[:, None, :, None]
    return weighted


def rival_weights(before: Numbers, after: Numbers, seat: int) -> Numbers:
    """[deals, seats]: how much of a change of each rival's points changes the points of the best rival.

    On the way from the points before to those after, each rival counts for as long as it is the best one. So the changes of all rivals, each times its weight,
    add up to the change of the best one.
    """
    weights = np.zeros_like(after)
    rivals = [other for other in range(after.shape[1]) if other != seat]
    if len(rivals) < 2:
        weights[:, rivals] = 1.0
        return weights
    for deal in range(len(after)):
        x, y = before[deal, rivals], after[deal, rivals]
        times = sorted({0.0, 1.0, *crossings(x, y - x)})
        for begin, end in pairwise(times):
            middle = x + (y - x) * (begin + end) / 2
            weights[deal, rivals[int(np.argmax(middle))]] += end - begin
    return weights


def crossings(points: Numbers, change: Numbers) -> list[float]:
    """The moments between 0 and 1 at which two rivals have equal points."""
    pairs = [(i, j) for i in range(len(points)) for j in range(i) if change[i] != change[j]]
    moments = [float((points[j] - points[i]) / (change[i] - change[j])) for i, j in pairs]
    return [moment for moment in moments if 0 < moment < 1]


def parts_of(game: Game, changes: Numbers, total: Numbers, margin: float) -> tuple[PartReport, ...]:
    """The parts of a difference, the largest first; small ones are put together.

    The games that were played on had more or less luck than what is believed in the end (`margin`): each part takes its share of that, the more it goes with
    the total from deal to deal.
    """
    means = changes.mean(0)
    varied = total - total.mean()
    if (variance := float((varied**2).sum())) > 0:
        means = means + (margin - float(total.mean())) * np.tensordot(varied, changes, (0, 0)) / variance
    parts, lines = [], game.spec.scoring.LINES
    for place, when in enumerate(("now", "later")):
        for seat in range(means.shape[1]):
            row = means[place, seat]
            small = np.abs(row) < LEAST_PART
            parts += [(when, seat, lines[i], float(row[i])) for i in np.flatnonzero(~small)]
            parts.append((when, seat, "", float(row[small].sum())))
    shown = sorted((part for part in parts if abs(part[3]) >= 0.0005), key=lambda part: (-abs(part[3]), part[:3]))
    return tuple(PartReport(when, seat, source, round(points, 3)) for when, seat, source, points in shown)  # type: ignore[arg-type]
