"""One decision of a game: what a search expected of the position, its best moves, the move that was played, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET

from ziggurat.search.review_types import DecisionReport, LossReport, MoveReport, PartReport, PlayedReport, Points, PositionReport, Stage


@dataclass(frozen=True)
class Choice:
    """One move, and what a search expects after it."""

    move: str
    code: int
    """The move as the rules number it."""
    visits: int
    win: tuple[float, ...]
    """Winning chance of each seat; a shared win is shared."""
    margin: tuple[float, ...]
    """Expected points of each seat over its best opponent at the end of the game."""
    gain: tuple[Points, ...]
    """For each seat the points by source that the move gives at once, if the game ended then: the mean over imagined deals."""
    progress: Points = field(default_factory=dict)
    """Where a game's moves add to what is not scored yet (a building of Blueprints): these points."""

    def report(self) -> MoveReport:
        """The move as JSON has it."""
        gain = [tidy(points) for points in self.gain]
        return MoveReport(self.move, self.visits, rounded(self.win), rounded(self.margin), gain, tidy(self.progress) if self.progress else UNSET)


@dataclass(frozen=True)
class Analysis:
    """A position as the seat to move sees it. `win` and `margin` are those of the best move, the one that the search visited most."""

    ply: int
    seat: int
    legal: int
    """How many legal moves there are."""
    visits: int
    """Simulations of the search."""
    best: tuple[Choice, ...]
    """The best moves, best first."""
    typical: Choice | None
    """A move in the middle of the others, to compare the best one with; None if there is no other."""

    @property
    def forced(self) -> bool:
        """Whether there was no choice."""
        return self.legal == 1

    @property
    def win(self) -> tuple[float, ...]:
        """Winning chance of each seat if the best move is played."""
        return self.best[0].win

    @property
    def margin(self) -> tuple[float, ...]:
        """Expected margin of each seat, in points, if the best move is played."""
        return self.best[0].margin

    @property
    def runner_up(self) -> float:
        """Visits of the second move as a share of those of the best one: how near it came to being chosen."""
        return self.best[1].visits / max(1, self.best[0].visits) if len(self.best) > 1 else 0.0

    def report(self) -> PositionReport:
        """The position as JSON has it."""
        best = [choice.report() for choice in self.best]
        return PositionReport(self.ply, self.seat, self.legal, self.forced, self.visits, rounded(self.win), rounded(self.margin), best)

    def as_json(self) -> dict[str, Any]:
        """The fields of `docs/reference/review.md` as plain dicts."""
        fields: dict[str, Any] = msgspec.to_builtins(self.report())
        return fields


@dataclass(frozen=True)
class Decision:
    """A decision of a game: the position before it, and what was played."""

    analysis: Analysis
    played: Choice
    own_search: bool
    """Whether the move played was compared with the best one beside the search of the position."""
    gained: tuple[dict[str, int], ...]
    """For each seat the points by source that the ply truly brought."""
    texts: Mapping[str, tuple[str, str]]
    """In each language the move played and the best one in words."""
    error: float = 0.0
    """How far the loss may be off, in points."""
    parts: tuple[PartReport, ...] = ()
    """Where the loss comes from."""
    stage: Stage = "quick"

    @property
    def ply(self) -> int:
        """The decisions taken before."""
        return self.analysis.ply

    @property
    def seat(self) -> int:
        """Who decided."""
        return self.analysis.seat

    @property
    def best(self) -> Choice:
        """The best move."""
        return self.analysis.best[0]

    @property
    def is_best(self) -> bool:
        """Whether the best move was played."""
        return self.played.code == self.best.code

    @property
    def loss(self) -> float:
        """Points of expected margin that the mover gave away; never below 0."""
        return max(0.0, self.best.margin[self.seat] - self.played.margin[self.seat])

    @property
    def win_loss(self) -> float:
        """Winning chance that the mover gave away; never below 0."""
        return max(0.0, self.best.win[self.seat] - self.played.win[self.seat])

    @property
    def is_mistake(self) -> bool:
        """Whether the decision cost something, as far as can be told: more than half of the error, and a tenth of a point."""
        return round(self.loss, 1) > 0 and self.loss > self.error / 2

    def report(self) -> DecisionReport:
        """The decision as JSON has it."""
        played = PlayedReport(**msgspec.structs.asdict(self.played.report()), own_search=self.own_search)
        gained = [dict(points) for points in self.gained]
        return DecisionReport(
            **msgspec.structs.asdict(self.analysis.report()),
            move=played.move,
            played=played,
            loss=self.loss_report(),
            parts=list(self.parts),
            stage=self.stage,
            played_text={language: played for language, (played, _) in self.texts.items()},
            better_text={language: better for language, (_, better) in self.texts.items()},
            gained=gained,
        )

    def as_json(self) -> dict[str, Any]:
        """The fields of `docs/reference/review.md` as plain dicts."""
        fields: dict[str, Any] = msgspec.to_builtins(self.report())
        return fields

    def loss_report(self) -> LossReport:
        """What the decision cost, as JSON has it."""
        return LossReport(round(self.loss, 3), round(self.win_loss, 4), round(self.error, 3))


def rounded(values: tuple[float, ...]) -> list[float]:
    """Round numbers for JSON; a zero has no sign."""
    return [round(value, 4) + 0.0 for value in values]


def tidy(points: Points) -> dict[str, float]:
    """Round points for JSON; whole ones become whole numbers."""
    return {line: int(n) if n == int(n) else round(n, 3) for line, n in points.items()}
