"""The review of a game: what a search expects of each decision, what the move that was played cost, and where the points came from.

Everything is seen with the eyes of the seat that decides. A search imagines what that seat cannot see (`imagine`), and so do the points that a
move gives at once. Only `gained` tells what a move truly brought: it is the past, not a judgement.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET

from ziggurat.errors import GameError, GameOver
from ziggurat.game import SCORE, Game, breakdown_of, gain_between
from ziggurat.kernel import generator, margin_of
from ziggurat.record import load
from ziggurat.search.mcts import Stop, Thought, TreeSearch, never
from ziggurat.search.review_text import foretold, happened, tell_mistake
from ziggurat.search.review_types import (
    DecisionReport,
    FinalReport,
    LossReport,
    MistakeReport,
    MoveReport,
    PlayedReport,
    Points,
    PositionReport,
    ReviewReport,
)
from ziggurat.text import LANGUAGES

BEST = 5  # moves listed for a decision
WORST = 3  # mistakes told for a seat
DEFAULT_MS = 300  # for each decision of a review
GLANCES = 8  # imagined deals over which the points at once are averaged
WORLDS = 8  # imagined deals in which a seldom visited move is set against the best one
SEARCH_A_WORLD = 32  # fewer simulations than this are not split into more imagined deals
SELDOM = 0.25  # a move with fewer visits than this share of the best one's is searched by itself
TYPICAL_VISITS = 16  # what a move needs to stand for the others
PHASES = ("opening", "middle", "end")


# --- What is found out ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Budget:
    """How long to think about a decision: simulations (the same result everywhere) or milliseconds."""

    sims: int | None = None
    ms: int | None = None

    def __post_init__(self) -> None:
        given = [value for value in (self.sims, self.ms) if value is not None]
        if len(given) != 1 or given[0] < 1:
            raise GameError("an analysis needs one budget of at least 1: `sims` (simulations) or `ms` (milliseconds) for a decision")

    def think(self, search: TreeSearch, game: Game, stop: Stop, parts: int = 1) -> list[Thought]:
        """Search with the budget, or with one of so many equal parts of it."""
        if self.sims is not None:
            return search.think(game, sims=max(1, self.sims // parts), stop=stop)
        assert self.ms is not None
        return search.think(game, seconds=self.ms / 1000 / parts, stop=stop)

    @property
    def worlds(self) -> int:
        """In how many imagined deals two moves are compared."""
        return WORLDS if self.sims is None else max(2, min(WORLDS, self.sims // SEARCH_A_WORLD))

    def as_json(self) -> dict[str, int]:
        """`{"sims": 800}` or `{"ms": 300}`."""
        return {"sims": self.sims} if self.sims is not None else {"ms": self.ms or 0}


@dataclass(frozen=True)
class Choice:
    """One move, and what is expected after it."""

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
        """The move as it is written."""
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
    """A move in the middle of the others, to set the best one against; None if there is no other."""

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

    def report(self) -> PositionReport:
        """The position as it is written."""
        best = [choice.report() for choice in self.best]
        return PositionReport(self.ply, self.seat, self.legal, self.forced, self.visits, rounded(self.win), rounded(self.margin), best)

    def as_json(self) -> dict[str, Any]:
        """The fields of `docs/reference/review.md` as plain dicts."""
        found: dict[str, Any] = msgspec.to_builtins(self.report())
        return found


@dataclass(frozen=True)
class Decision:
    """A decision of a game: the position before it, and what was played."""

    analysis: Analysis
    played: Choice
    own_search: bool
    """Whether the move played was seldom visited, so that it was set against the best one in a search of their own."""
    gained: tuple[dict[str, int], ...]
    """For each seat the points by source that the ply truly brought."""
    told: Mapping[str, tuple[str, str]]
    """In each language the move played and the best one in words."""

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

    def report(self) -> DecisionReport:
        """The decision as it is written."""
        played = PlayedReport(**msgspec.structs.asdict(self.played.report()), own_search=self.own_search)
        gained = [dict(points) for points in self.gained]
        return DecisionReport(**msgspec.structs.asdict(self.analysis.report()), move=played.move, played=played, loss=self.loss_report(), gained=gained)

    def as_json(self) -> dict[str, Any]:
        """The fields of `docs/reference/review.md` as plain dicts."""
        found: dict[str, Any] = msgspec.to_builtins(self.report())
        return found

    def loss_report(self) -> LossReport:
        """What the decision cost, as it is written."""
        return LossReport(round(self.loss, 3), round(self.win_loss, 4))


@dataclass(frozen=True)
class Review:
    """A whole game: its decisions, and what follows from them."""

    game: Game
    """The game after its last ply."""
    budget: Budget
    seed: str
    decisions: tuple[Decision, ...]
    """As many as were looked at, from the first on."""
    languages: tuple[str, ...] = LANGUAGES

    @property
    def complete(self) -> bool:
        """Whether every decision was looked at."""
        return len(self.decisions) == self.game.ply

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
        """For each seat the losses of all its decisions together, in points and in winning chance."""
        own = [[decision for decision in self.decisions if decision.seat == seat] for seat in range(self.game.seats)]
        return [{"margin": sum(decision.loss for decision in decisions), "win": sum(decision.win_loss for decision in decisions)} for decisions in own]

    @cached_property
    def mistakes(self) -> tuple[tuple[Decision, ...], ...]:
        """For each seat the decisions that cost most, the worst first; three at most."""
        worst = sorted((decision for decision in self.decisions if round(decision.loss, 1) > 0), key=lambda decision: (-decision.loss, decision.ply))
        return tuple(tuple(decision for decision in worst if decision.seat == seat)[:WORST] for seat in range(self.game.seats))

    def sentence(self, decision: Decision, language: str) -> str:
        """A mistake in words: what was played, what was better, what it cost, and in which sources."""
        return tell_mistake(self.game, decision, language)

    @property
    def final(self) -> FinalReport:
        """Where the game stands after its last ply."""
        (win, margin), game = standing(self.game), self.game
        return FinalReport(game.is_over, game.scores, game.ranks, rounded(win) if game.is_over else None, rounded(margin), game.breakdown)

    def mistake_report(self, decision: Decision) -> MistakeReport:
        """A mistake as it is written."""
        text = {language: self.sentence(decision, language) for language in self.languages}
        return MistakeReport(decision.ply, decision.played.move, decision.best.move, decision.loss_report(), text)

    def report(self) -> ReviewReport:
        """The review as it is written."""
        return ReviewReport(
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
            losses=[LossReport(round(loss["margin"], 3), round(loss["win"], 4)) for loss in self.losses],
            mistakes=[[self.mistake_report(decision) for decision in worst] for worst in self.mistakes],
        )

    def as_json(self) -> dict[str, Any]:
        """The fields of `docs/reference/review.md` as plain dicts."""
        found: dict[str, Any] = msgspec.to_builtins(self.report())
        return found


# --- One position -----------------------------------------------------------------------------------------------------


def analyse_position(game: Game, *, sims: int | None = None, ms: int | None = None, seed: str = "analyse", stop: Stop = never) -> Analysis:
    """What a search expects of the position, and its best moves, with the eyes of the seat to move."""
    return look_at(game, Budget(sims, ms), seed, stop)[0]


def look_at(game: Game, budget: Budget, seed: str, stop: Stop) -> tuple[Analysis, list[Thought], Glance]:
    """The analysis of a position, and what lies behind it. The generator is named after the ply, so a part of a game is reviewed like the whole."""
    if game.is_over:
        raise GameOver(f"the game is over after {game.ply} plies: there is nothing to analyse; `undo` takes moves back")
    thoughts = budget.think(TreeSearch(game.spec, f"{seed}/{game.ply}"), game, stop)
    glance = Glance(game, f"{seed}/{game.ply}/glance")
    analysis = Analysis(
        ply=game.ply,
        seat=int(game.state.to_move),
        legal=len(game.legal_codes()),
        visits=sum(thought.visits for thought in thoughts),
        best=tuple(glance.choice(thought) for thought in thoughts[:BEST] if thought.visits or thought is thoughts[0]),
        typical=None if len(thoughts) == 1 else glance.choice(typical(thoughts, int(game.state.to_move))),
    )
    return analysis, thoughts, glance


def typical(thoughts: list[Thought], seat: int) -> Thought:
    """Of the moves beside the best, the one in the middle; those hardly looked at do not count, if others do."""
    others = [thought for thought in thoughts[1:] if thought.visits >= TYPICAL_VISITS] or thoughts[1:2]
    return sorted(others, key=lambda thought: (-thought.margin[seat], thought.move))[len(others) // 2]


class Glance:
    """The points that moves give at once, as the seat to move may expect them: the mean over the same imagined deals for every move."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.seat = int(game.state.to_move)
        self.worlds = game.spec.blank(GLANCES)
        rng = generator(seed)
        for place in range(GLANCES):
            self.worlds[place] = game.state
            game.spec.visibility.imagine(self.worlds[place], self.seat, rng)
        self.after = game.spec.blank(1)

    def choice(self, thought: Thought) -> Choice:
        """The thought with its move as text and the points at once."""
        gain, progress = self.points(thought.move)
        return Choice(self.game.spec.moves.to_text(self.game.state, thought.move), thought.move, thought.visits, thought.win, thought.margin, gain, progress)

    def points(self, code: int) -> tuple[tuple[Points, ...], Points]:
        """For each seat the points by source at once, and the progress of the seat to move."""
        spec, seats = self.game.spec, self.game.seats
        sums: list[Points] = [{} for _ in range(seats)]
        ahead: Points = {}
        for world in self.worlds:
            self.after[0] = world
            spec.rules.apply(self.after[0], code)
            for total, points in zip(sums, differences(breakdown_of(spec, world, seats), breakdown_of(spec, self.after[0], seats)), strict=True):
                add(total, points)
            if spec.choices.SOURCES != spec.scoring.LINES:
                add(ahead, gain_between(spec, world, self.after[0], self.seat))
        gain = tuple(mean(total, GLANCES) for total in sums)
        return gain, mean(ahead, GLANCES)


# --- One game ---------------------------------------------------------------------------------------------------------


def analyse_game(
    source: Game | str | bytes | os.PathLike[str] | Mapping[str, Any],
    *,
    sims: int | None = None,
    ms: int | None = None,
    seed: str = "analyse",
    languages: tuple[str, ...] = LANGUAGES,
    progress: Callable[[int, int], None] = lambda done, plies: None,
    stop: Stop = never,
) -> Review:
    """The review of a game or a record; 300 ms a decision if nothing is said. `stop()` ends it with the decisions so far."""
    game = source if isinstance(source, Game) else load(source)
    budget = Budget(sims, DEFAULT_MS if sims is None and ms is None else ms)
    found: list[Decision] = []
    progress(0, game.ply)
    for decision in decisions(game, budget, seed, languages, stop):
        found.append(decision)
        progress(len(found), game.ply)
    return Review(game.copy(), budget, seed, tuple(found), languages)


def decisions(game: Game, budget: Budget, seed: str, languages: tuple[str, ...] = LANGUAGES, stop: Stop = never) -> Iterator[Decision]:
    """The decisions of a game one after the other; what a stopped search found is thrown away."""
    walk = rewound(game, 0)
    for move in game.moves:
        code = walk.spec.moves.from_text(walk.state, move)
        found = judge(walk, code, budget, seed, languages, stop)
        if stop():
            return
        walk.push_unchecked(code)
        yield found


def judge(game: Game, code: int, budget: Budget, seed: str, languages: tuple[str, ...], stop: Stop) -> Decision:
    """What the position promised, and what the move played was worth."""
    analysis, thoughts, glance = look_at(game, budget, seed, stop)
    best = thoughts[0]
    thought = next((thought for thought in thoughts if thought.move == code), Thought(code, 0, best.value, best.win, best.margin))
    own_search = thought.visits < SELDOM * best.visits
    if own_search:
        win, margin = compare(game, code, best.move, budget, f"{seed}/{game.ply}/own", stop)
        win = tuple(min(1.0, max(0.0, a + b)) for a, b in zip(best.win, win, strict=True))
        thought = Thought(code, thought.visits, thought.value, win, tuple(a + b for a, b in zip(best.margin, margin, strict=True)))
    after = game.copy()
    after.push_unchecked(code)
    return Decision(
        analysis=analysis,
        played=glance.choice(thought),
        own_search=own_search,
        gained=tuple(differences(game.breakdown, after.breakdown)),
        told={language: (happened(after, language), foretold(game, best.move, language)) for language in languages},
    )


def compare(game: Game, one: int, other: int, budget: Budget, seed: str, stop: Stop) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By how much winning chance and margin of each seat are higher after one move than after the other.

    Both moves are searched in the same imagined deals, so that neither the deal nor the depth of the search favours one of them. Together they
    have the budget of a decision.
    """
    seat, worlds = int(game.state.to_move), budget.worlds
    rng = generator(f"{seed}/worlds")
    searches = [TreeSearch(game.spec, seed) for _ in range(2)]
    totals = np.zeros((2, game.seats))
    for _ in range(worlds):
        world = game.copy()
        game.spec.visibility.imagine(world.state, seat, rng)
        for search, code, sign in zip(searches, (one, other), (1, -1), strict=True):
            after = world.copy()
            after.push_unchecked(code)
            totals += sign * np.array(expectation(after, search, budget, stop, 2 * worlds))
    win, margin = (totals / worlds).tolist()
    return tuple(win), tuple(margin)


def expectation(game: Game, search: TreeSearch, budget: Budget, stop: Stop, parts: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Winning chance and margin of each seat: the mean over all simulations of a search, as a node of a tree has it; at the end the result."""
    if game.is_over:
        return standing(game)
    thoughts = budget.think(search, game, stop, parts)
    total = max(1, sum(thought.visits for thought in thoughts))
    win, margin = (
        tuple(sum(thought.visits * values(thought)[seat] for thought in thoughts) / total for seat in range(game.seats))
        for values in (lambda thought: thought.win, lambda thought: thought.margin)
    )
    return win, margin


# --- Small things -----------------------------------------------------------------------------------------------------


def standing(game: Game) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Winning share and margin of each seat if the game ended now."""
    ranks, points = game.ranks, np.array(game.scores, SCORE)
    winners = max(1, ranks.count(1))
    return tuple(1 / winners if rank == 1 else 0.0 for rank in ranks), tuple(float(margin_of(points, seat)) for seat in range(game.seats))


def rewound(game: Game, ply: int) -> Game:
    """A game of its own, as it was after so many plies."""
    past = game.copy()
    while past.ply > ply:
        past.undo()
    return past


def new_source(points: int) -> dict[str, int]:
    """A source that has these points at the start."""
    return {"points": points, "start": points, **dict.fromkeys(PHASES, 0)}


def differences(before: list[dict[str, int]], after: list[dict[str, int]]) -> list[dict[str, int]]:
    """For each seat the points by source that came or went."""
    changed = []
    for old, new in zip(before, after, strict=True):
        changed.append({line: n for line in {**old, **new} if (n := new.get(line, 0) - old.get(line, 0))})
    return changed


def add(total: Points, points: Mapping[str, float]) -> None:
    """Add points by source."""
    for line, n in points.items():
        total[line] = total.get(line, 0.0) + n


def mean(total: Points, n: int) -> Points:
    """The mean of n sums, without what came to nothing."""
    return {line: points / n for line, points in total.items() if points}


def rounded(values: tuple[float, ...]) -> list[float]:
    """Numbers for JSON; nothing is never negative."""
    return [round(value, 4) + 0.0 for value in values]


def tidy(points: Points) -> dict[str, float]:
    """Points for JSON: whole ones as whole numbers."""
    return {line: int(n) if n == int(n) else round(n, 3) for line, n in points.items()}
