"""Judge another move at a moment of a finished game: against the best one, and against the one that was played, as the seat saw it then."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from ziggurat.errors import GameError
from ziggurat.game import Game
from ziggurat.search.analyse import changed, search_position
from ziggurat.search.budget import Budget
from ziggurat.search.compare_moves import Comparison, compare
from ziggurat.search.decision import Analysis, rounded, tidy
from ziggurat.search.gain_at_once import GainAtOnce
from ziggurat.search.game_review import rewound
from ziggurat.search.mcts import Stop, never
from ziggurat.search.review_reason import notes_apart, reason
from ziggurat.search.review_types import LossReport, TryReport, Verdict
from ziggurat.text import decimal


class TryError(GameError):
    """What somebody tries is not the decisions of one turn."""

    code = "try.wrong"


NO_LESS = 0.25  # points within which a move is as good as the best one


@dataclass(frozen=True)
class Known:
    """What a review says of a moment: whoever tries one of its two moves hears the same of them again."""

    best: str
    """The best move."""
    less: Comparison | None = None
    """What is expected after the move played, compared with the best one; None where that is the same move, or not judged yet."""


@dataclass(frozen=True)
class Judged:
    """One decision of a try."""

    game: Game
    """The position before it."""
    tried: int
    best: int
    """The best move there, as far as the engine knows."""
    analysis: Analysis
    less: Comparison | None
    """What is expected after the try, compared with the best move; None where it is the best move."""

    @property
    def loss(self) -> LossReport:
        """What the decision gives away."""
        if self.less is None:
            return LossReport(0.0, 0.0, 0.0)
        seat = self.analysis.seat
        return LossReport(max(0.0, -self.less.margin[seat]), max(0.0, -self.less.win[seat]), self.less.error)


def judge_try(
    game: Game, ply: int, moves: Sequence[str], budget: Budget, seed: str, language: str, *, known: Known | None = None, stop: Stop = never
) -> TryReport:
    """Judge what somebody would have played at a ply: one move, or those of a turn. `known`: what a review says of this moment."""
    before = rewound(game, ply)
    seat, line = int(before.state.to_move), codes_of(before, moves)
    played = [game.code(later) for later in turn_of(game, ply)][: len(line)]
    best, less = (known.best, known.less) if known else ("", None)
    judged = judge_each(before, line, best, less if line[0] == played[0] else None, budget, seed, stop)
    if line == played:
        with_played = None
    elif less is not None and line == [judged[0].best]:
        with_played = turned(less)
    else:
        with_played = compare(before, line, played, budget, f"{seed}/{ply}/played", stop)
    loss = total_loss(judged)
    against = 0.0 if with_played is None else with_played.margin[seat]
    error = 0.0 if with_played is None else with_played.error
    verdict = verdict_of(loss, against, error, is_best=all(one.less is None for one in judged))
    win, margin = judged[0].analysis.win, judged[0].analysis.margin
    for one in judged:
        if one.less is not None:
            win, margin = changed(win, margin, one.less)
    return TryReport(
        ply=ply,
        seat=seat,
        moves=list(moves),
        best=before.spec.move_text.to_text(before.state, judged[0].best),
        played=game.moves[ply],
        verdict=verdict,
        loss=loss,
        against_played=round(against, 3),
        error=round(error, 3),
        win=rounded(win),
        margin=rounded(margin),
        gain=[tidy(points) for points in GainAtOnce(before, f"{seed}/{ply}/try").points(line[0])[0]],
        parts=[] if with_played is None else list(with_played.parts),
        text=text_of(judged, verdict, loss, against, language),
    )


def turned(less: Comparison) -> Comparison:
    """The same comparison seen from the other move."""
    parts = tuple(msgspec.structs.replace(part, points=-part.points) for part in less.parts)
    return Comparison(tuple(-n for n in less.margin), tuple(-n for n in less.win), less.error, parts)


def judge_each(before: Game, line: Sequence[int], best: str, less: Comparison | None, budget: Budget, seed: str, stop: Stop) -> list[Judged]:
    """Judge each decision of a try at its own position, against the best move there. The later ones share the budget of one decision.

    `less`: what is known of the first one.
    """
    walk, judged, later = before.copy(), list[Judged](), budget.part(max(1, len(line) - 1))
    for number, code in enumerate(line):
        if judged and stop():
            break
        judged.append(judge_one(walk.copy(), code, "" if number else best, None if number else less, later if number else budget, seed, stop))
        walk.push_unchecked(code)
    return judged


def judge_one(game: Game, code: int, best: str, less: Comparison | None, budget: Budget, seed: str, stop: Stop) -> Judged:
    """Judge one decision as a review does, with the same chance; `less`: what a review says of it already."""
    analysis = search_position(game, budget, seed, stop)[0]
    better = game.check(best) if best else analysis.best[0].code
    if code == better:
        less = None
    elif less is None:
        less = compare(game, [code], [better], budget, f"{seed}/{game.ply}/compare", stop, runner_up=analysis.runner_up)
    return Judged(game, code, better, analysis, less)


def total_loss(judged: Sequence[Judged]) -> LossReport:
    """What all decisions of a try give away together."""
    losses = [one.loss for one in judged]
    error = math.hypot(*(loss.error for loss in losses))
    return LossReport(round(sum(loss.margin for loss in losses), 3), round(sum(loss.win for loss in losses), 4), round(error, 3))


def codes_of(before: Game, moves: Sequence[str]) -> list[int]:
    """Check the moves of a try one after the other: all of them must be the same seat's; raises where one is not legal."""
    walk, seat, codes = before.copy(), before.to_move, []
    if not moves or seat is None:
        raise TryError("a try needs a move, and a moment at which somebody decides")
    for move in moves:
        if walk.to_move != seat:
            raise TryError(f"the turn ends before `{move}`: try fewer moves")
        codes.append(walk.check(move))
        walk.push_unchecked(codes[-1])
    return codes


def turn_of(game: Game, ply: int) -> range:
    """The plies of the decisions that the same seat took in a row, from this one on."""
    end = ply + 1
    while end < game.ply and game.movers[end] == game.movers[ply]:
        end += 1
    return range(ply, end)


def verdict_of(loss: LossReport, against: float, error: float, *, is_best: bool) -> Verdict:
    """The verdict: as good as the best move, else compared with the one played, as far as can be told."""
    if is_best or loss.margin <= NO_LESS:
        return "best"
    if abs(against) <= max(error, NO_LESS):
        return "equal"
    return "better" if against > 0 else "worse"


def text_of(judged: Sequence[Judged], verdict: Verdict, loss: LossReport, against: float, language: str) -> str:
    """The verdict in words, and why the best move is better still, at the decision that costs most."""
    worst = max(judged, key=lambda one: one.loss.margin)
    game, words = worst.game, worst.game.words(language)
    said = [words(f"review.try.{verdict}", points=decimal(abs(against), language), n=round(abs(against), 1))]
    if verdict != "best" and worst.less is not None:
        said.append(words("review.try.left", points=decimal(loss.margin, language), n=round(loss.margin, 1)))
        seat = worst.analysis.seat
        said.append(reason(game, seat, notes_apart(game, worst.best, worst.tried), worst.less.parts, language, tried=True))
    return " ".join(said)
