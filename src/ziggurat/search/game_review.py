"""The review of a whole game: its decisions, its worst mistakes, and where its points came from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from ziggurat.game import SCORE, Game
from ziggurat.kernel import margin_of
from ziggurat.search.budget import Budget
from ziggurat.search.decision import Decision, rounded
from ziggurat.search.gain_at_once import differences
from ziggurat.search.review_reason import borne_out, mistake_notes, reason, summary
from ziggurat.search.review_text import mistake_text
from ziggurat.search.review_types import VERSION, FinalReport, LossReport, MistakeReport, ReviewReport
from ziggurat.text import LANGUAGES

WORST = 3  # mistakes listed for a seat
PHASES = ("opening", "middle", "end")


@dataclass(frozen=True)
class Review:
    """A whole game: its decisions, and what follows from them."""

    game: Game
    """The game after its last ply."""
    budget: Budget
    seed: str
    decisions: tuple[Decision, ...]
    """Those that were analysed, in the order of the plies."""
    languages: tuple[str, ...] = LANGUAGES
    complete: bool = True
    """Whether every decision was judged fully, and the costliest once more."""
    progress: float = 1.0
    """How much of the work is done."""

    def at(self, ply: int) -> Game:
        """The game as it was before a decision."""
        return rewound(self.game, ply)

    @cached_property
    def sources(self) -> tuple[dict[str, dict[str, int]], ...]:
        """For each seat and source the `points` in all, and how many there were at the `start` and came in the opening, the middle and the end.

        A phase is a third of the plies; of Blueprints that is a round.
        """
        walk, plies = rewound(self.game, 0), self.game.ply
        before = walk.breakdown
        sheets: list[dict[str, dict[str, int]]] = [{line: new_source(points) for line, points in sheet.items()} for sheet in before]
        for ply, move in enumerate(self.game.moves):
            walk.push_recorded(move)
            after = walk.breakdown
            phase = PHASES[ply * len(PHASES) // plies]
            for sheet, points in zip(sheets, differences(before, after), strict=True):
                for line, n in points.items():
                    row = sheet.setdefault(line, new_source(0))
                    row[phase] += n
                    row["points"] += n
            before = after
        return tuple({line: row for line, row in sheet.items() if ":" not in line or any(row.values())} for sheet in sheets)

    @property
    def losses(self) -> list[dict[str, float]]:
        """For each seat what its decisions cost together, in points and in winning chance, and how far the points may be off.

        Its mistakes count, and other decisions whose loss exceeds its error. A loss is never below 0: the sum of all would grow with the noise of each.
        """
        costly = [[decision for decision in self.decisions if decision.seat == seat and self.is_sure(decision)] for seat in range(self.game.seats)]
        return [
            {
                "margin": sum(decision.loss for decision in decisions),
                "win": sum(decision.win_loss for decision in decisions),
                "error": sum(decision.error**2 for decision in decisions) ** 0.5,
            }
            for decisions in costly
        ]

    def is_sure(self, decision: Decision) -> bool:
        """Whether a decision surely cost something: it is listed as a mistake, or its loss exceeds its error."""
        return decision.loss > decision.error or decision in self.mistakes[decision.seat]

    @cached_property
    def mistakes(self) -> tuple[tuple[Decision, ...], ...]:
        """For each seat the decisions that cost most, the worst first; three at most. What may well have cost nothing is no mistake.

        Once all is done, only what was judged once more is: the first judgement, which picked it out, believes too much of it.
        """
        sure = [decision for decision in self.decisions if decision.is_mistake and (decision.stage == "deep" or not self.complete)]
        worst = sorted(sure, key=lambda decision: (-decision.loss, decision.ply))
        return tuple(tuple(decision for decision in worst if decision.seat == seat)[:WORST] for seat in range(self.game.seats))

    def sentence(self, decision: Decision, language: str) -> str:
        """A mistake in words: what was played, what was better, what it cost, and in which sources."""
        return mistake_text(self.game, decision, language)

    @property
    def final(self) -> FinalReport:
        """The position after the last ply, as JSON has it."""
        (win, margin), game = standing(self.game), self.game
        return FinalReport(game.is_over, game.scores, game.ranks, rounded(win) if game.is_over else None, rounded(margin), game.breakdown)

    def mistake_report(self, decision: Decision) -> MistakeReport:
        """A mistake as JSON has it."""
        text = {language: self.sentence(decision, language) for language in self.languages}
        seat, before = decision.seat, self.at(decision.ply)
        notes = borne_out(before, seat, mistake_notes(before, decision), decision.parts)
        return MistakeReport(
            ply=decision.ply,
            seat=seat,
            move=decision.played.move,
            better=decision.best.move,
            loss=decision.loss_report(),
            win_before=round(decision.best.win[seat], 4),
            win_after=round(decision.played.win[seat], 4),
            parts=list(decision.parts),
            stage=decision.stage,
            notes=notes,
            reason={language: reason(before, seat, notes, decision.parts, language) for language in self.languages},
            text=text,
        )

    def report(self) -> ReviewReport:
        """The review as JSON has it."""
        return ReviewReport(
            version=VERSION,
            rules=self.game.spec.version,
            checked=sum(decision.stage != "quick" for decision in self.decisions),
            progress=round(self.progress, 3),
            summaries=[summary(self.game, seat, self.languages) for seat in range(self.game.seats)],
            game=self.game.spec.name,
            options=self.game.options,
            players=[self.game.name_of(seat) for seat in range(self.game.seats)],
            plies=self.game.ply,
            analysed=len(self.decisions),
            complete=self.complete,
            budget=self.budget.as_json(),
            seed=self.seed,
            decisions=[decision.report() for decision in self.decisions],
            final=self.final,
            sources=list(self.sources),
            losses=[LossReport(round(loss["margin"], 3), round(loss["win"], 4), round(loss["error"], 3)) for loss in self.losses],
            mistakes=[[self.mistake_report(decision) for decision in worst] for worst in self.mistakes],
        )

    def as_json(self) -> dict[str, Any]:
        """The fields of `docs/reference/review.md` as plain dicts."""
        fields: dict[str, Any] = msgspec.to_builtins(self.report())
        return fields


def standing(game: Game) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Winning share and margin of each seat if the game ended now."""
    ranks, points = game.ranks, np.array(game.scores, SCORE)
    winners = max(1, ranks.count(1))
    return tuple(1 / winners if rank == 1 else 0.0 for rank in ranks), tuple(float(margin_of(points, seat)) for seat in range(game.seats))


def rewound(game: Game, ply: int) -> Game:
    """Copy a game as it was after so many plies."""
    past = game.copy()
    while past.ply > ply:
        past.undo()
    return past


def new_source(points: int) -> dict[str, int]:
    """Begin the row of a source that has these points at the start."""
    return {"points": points, "start": points, **dict.fromkeys(PHASES, 0)}
