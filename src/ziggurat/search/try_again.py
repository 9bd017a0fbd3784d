"""Judge another move at a moment of a finished game: against the best one, and against the one that was played, as the seat saw it then."""

from __future__ import annotations

from collections.abc import Sequence

from ziggurat.errors import GameError
from ziggurat.game import Game
from ziggurat.search.analyse import changed, search_position
from ziggurat.search.budget import Budget
from ziggurat.search.compare_moves import Comparison, compare
from ziggurat.search.decision import rounded, tidy
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


def judge_try(game: Game, ply: int, moves: Sequence[str], budget: Budget, seed: str, language: str, *, best: str = "", stop: Stop = never) -> TryReport:
    """Judge what somebody would have played at a ply: one move, or those of a turn. `best`: the best move, where a review knows it."""
    before = rewound(game, ply)
    seat, line = int(before.state.to_move), codes_of(before, moves)
    played = [game.code(later) for later in turn_of(game, ply)][: max(1, len(line))]
    analysis = search_position(before, budget, f"{seed}/try", stop)[0]
    first = before.check(best) if best else analysis.best[0].code
    good = played if first == played[0] else [first]
    with_best = compare(before, line, good, budget, f"{seed}/{ply}/best", stop, runner_up=analysis.runner_up) if line[: len(good)] != good else None
    with_played = compare(before, line, played, budget, f"{seed}/{ply}/played", stop) if line != played else None
    loss = LossReport(0.0, 0.0, 0.0)
    if with_best is not None:
        loss = LossReport(round(max(0.0, -with_best.margin[seat]), 3), round(max(0.0, -with_best.win[seat]), 4), round(with_best.error, 3))
    against = 0.0 if with_played is None else with_played.margin[seat]
    error = 0.0 if with_played is None else with_played.error
    verdict = verdict_of(loss, against, error, is_best=with_best is None)
    win, margin = analysis.win, analysis.margin
    if with_best is not None:
        win, margin = changed(win, margin, with_best)
    return TryReport(
        ply=ply,
        seat=seat,
        moves=list(moves),
        best=before.spec.move_text.to_text(before.state, first),
        played=game.moves[ply],
        verdict=verdict,
        loss=loss,
        against_played=round(against, 3),
        error=round(error, 3),
        win=rounded(win),
        margin=rounded(margin),
        gain=[tidy(points) for points in GainAtOnce(before, f"{seed}/{ply}/try").points(line[0])[0]],
        parts=[] if with_played is None else list(with_played.parts),
        text=text_of(before, verdict, loss, against, with_best, first, line[0], language),
    )


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


def text_of(game: Game, verdict: Verdict, loss: LossReport, against: float, with_best: Comparison | None, best: int, tried: int, language: str) -> str:
    """The verdict in words, and why the best move is better still."""
    words = game.words(language)
    said = [words(f"review.try.{verdict}", points=decimal(abs(against), language), n=round(abs(against), 1))]
    if verdict != "best" and with_best is not None:
        said.append(words("review.try.left", points=decimal(loss.margin, language), n=round(loss.margin, 1)))
        seat = int(game.state.to_move)
        said.append(reason(game, seat, notes_apart(game, best, tried), with_best.parts, language))
    return " ".join(said)
