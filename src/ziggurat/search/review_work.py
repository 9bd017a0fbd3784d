"""The work of a review, step by step, in an order in which the costliest decisions are known early.

First a glance at all decisions, then a full judgement of each, those that seem to cost most first, and at last the costliest once more. Each step can be done
anywhere, and what is done is never lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ziggurat.game import Game
from ziggurat.search.budget import Budget
from ziggurat.search.decision import Decision
from ziggurat.search.game_review import Review
from ziggurat.search.review_types import Stage
from ziggurat.text import LANGUAGES

GLANCES = 8  # decisions at which one step glances
PICKED = 5  # decisions of a seat that are judged once more: its three mistakes, and those that may turn out to be
WEIGHTS = {"quick": 0.15, "full": 1.0, "deep": 2.0}  # how long steps take, for the progress


@dataclass(frozen=True)
class Step:
    """Some decisions that are judged in one go."""

    stage: Stage
    plies: tuple[int, ...]
    known: tuple[Decision, ...] = ()
    """Of the stage `deep`: what is known of them."""


@dataclass
class ReviewWork:
    """A review that is being made."""

    game: Game
    """The game after its last ply."""
    budget: Budget
    seed: str
    languages: tuple[str, ...] = LANGUAGES
    glances: bool = True
    """Whether it begins with a glance at every decision."""
    decisions: dict[int, Decision] = field(default_factory=dict)
    taken: set[tuple[str, int]] = field(default_factory=set)
    """Stage and first ply of the steps that somebody does."""

    def next_step(self) -> Step | None:
        """Take the next step; None where there is none, or none before those that were taken are done."""
        step = next((step for step in self.steps() if (step.stage, step.plies[0]) not in self.taken), None)
        if step is not None:
            self.taken.add((step.stage, step.plies[0]))
        return step

    def steps(self) -> Iterable[Step]:
        """The steps that could be done now, in their order."""
        plies = range(self.game.ply)
        unseen = [ply for ply in plies if ply not in self.decisions] if self.glances else []
        for begin in range(0, self.game.ply, GLANCES):
            if left := tuple(ply for ply in unseen if begin <= ply < begin + GLANCES):
                yield Step("quick", left)
        if unseen:
            return
        left = tuple(ply for ply in plies if ply not in self.decisions or self.decisions[ply].stage == "quick")
        yield from (Step("full", (ply,)) for ply in sorted(left, key=self.urgency))
        if not left:
            yield from (Step("deep", (decision.ply,), (decision,)) for decision in self.costliest() if decision.stage != "deep")

    def urgency(self, ply: int) -> tuple[float, int]:
        """What decisions are sorted by: the costliest first."""
        return -self.decisions[ply].loss if ply in self.decisions else 0.0, ply

    def costliest(self) -> list[Decision]:
        """For each seat the decisions that seem to cost most; those that were picked out once stay so."""
        picked = self.deepened
        for seat in range(self.game.seats):
            room = PICKED - sum(decision.seat == seat for decision in picked)
            own = [decision for decision in self.decisions.values() if decision.seat == seat and decision.loss > 0 and decision.stage != "deep"]
            picked += sorted(own, key=lambda decision: (-decision.loss, decision.ply))[:room]
        return sorted(picked, key=lambda decision: (-decision.loss, decision.ply))

    def add(self, step: Step, decisions: Iterable[Decision]) -> None:
        """Note what came of a step. A glance never replaces more."""
        self.taken.discard((step.stage, step.plies[0]))
        for decision in decisions:
            if step.stage != "quick" or decision.ply not in self.decisions:
                self.decisions[decision.ply] = decision

    def give_back(self, step: Step) -> None:
        """Note that a step was not done: somebody else may take it."""
        self.taken.discard((step.stage, step.plies[0]))

    @property
    def deepened(self) -> list[Decision]:
        """The decisions that were judged once more."""
        return [decision for decision in self.decisions.values() if decision.stage == "deep"]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to do."""
        return next(iter(self.steps()), None) is None

    @property
    def progress(self) -> float:
        """How much of the work is done: 0 to 1."""
        plies, checked = self.game.ply, sum(decision.stage != "quick" for decision in self.decisions.values())
        deep = min(plies, PICKED * self.game.seats)
        if self.is_complete:
            return 1.0
        done = WEIGHTS["quick"] * len(self.decisions) + WEIGHTS["full"] * checked + WEIGHTS["deep"] * min(deep, len(self.deepened))
        return done / (WEIGHTS["quick"] * plies + WEIGHTS["full"] * plies + WEIGHTS["deep"] * deep)

    def review(self) -> Review:
        """The review as far as it goes."""
        decisions = tuple(self.decisions[ply] for ply in sorted(self.decisions))
        return Review(self.game, self.budget, self.seed, decisions, self.languages, self.is_complete, self.progress)
