"""The fields of a review as JSON has them (`docs/reference/review.md`)."""

from __future__ import annotations

import msgspec
from msgspec import UnsetType

from ziggurat.view import OptionValue

Points = dict[str, float]
"""Points by source; means over imagined deals need not be whole."""


class LossReport(msgspec.Struct):
    """What a decision gave away."""

    margin: float
    """Points of expected margin."""
    win: float
    """Winning chance."""


class MoveReport(msgspec.Struct):
    """One move, and what is expected after it."""

    move: str
    visits: int
    win: list[float]
    margin: list[float]
    gain: list[Points]
    """For each seat the points that the move gives at once."""
    progress: Points | UnsetType
    """What it adds to things that are not scored yet."""


class PlayedReport(MoveReport):
    """The move that was played."""

    own_search: bool
    """Whether the first search seldom visited it, so that a second search compared it with the best one."""


class PositionReport(msgspec.Struct):
    """A position as the seat to move sees it."""

    ply: int
    seat: int
    legal: int
    forced: bool
    visits: int
    win: list[float]
    margin: list[float]
    best: list[MoveReport]
    """The best moves, best first."""


class DecisionReport(PositionReport):
    """A decision of a game."""

    move: str
    played: PlayedReport
    loss: LossReport
    gained: list[dict[str, int]]
    """For each seat the points that the ply truly brought."""


class MistakeReport(msgspec.Struct):
    """A decision that cost much."""

    ply: int
    move: str
    better: str
    loss: LossReport
    text: dict[str, str]
    """The mistake in words, for each language."""


class FinalReport(msgspec.Struct):
    """The position after the last ply."""

    over: bool
    scores: list[int]
    ranks: list[int]
    win: list[float] | None
    """Null while the game runs."""
    margin: list[float]
    breakdown: list[dict[str, int]]


class ReviewReport(msgspec.Struct):
    """A whole game: its decisions, and what follows from them."""

    game: str
    options: dict[str, OptionValue]
    players: list[str]
    plies: int
    analysed: int
    """How many decisions were analysed."""
    complete: bool
    budget: dict[str, int]
    """`{"sims": 800}` or `{"ms": 300}` for each decision."""
    seed: str
    decisions: list[DecisionReport]
    final: FinalReport
    sources: list[dict[str, dict[str, int]]]
    """For each seat and source the `points` in all, and how many there were at the `start` and came in the opening, the middle and the end."""
    losses: list[LossReport]
    """For each seat the losses of all its decisions together."""
    mistakes: list[list[MistakeReport]]
    """For each seat the decisions that cost most, the worst first."""
