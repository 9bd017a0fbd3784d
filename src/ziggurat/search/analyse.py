"""Analyses a position, or reviews a game: what a search expects of each decision, and what the move that was played cost.

Everything is seen with the eyes of the seat that decides. A search imagines what that seat cannot see (`imagine`), and so do the points that a
move gives at once. Only `gained` tells what a move truly brought: it is the past, not a judgement.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ziggurat.errors import GameOver
from ziggurat.game import Game
from ziggurat.record import load
from ziggurat.search.budget import Budget
from ziggurat.search.compare_moves import CHOICE_DOUBT, LEAST_SPREAD, SURE, Comparison, compare, judged_alone
from ziggurat.search.decision import Analysis, Decision
from ziggurat.search.gain_at_once import GainAtOnce, differences
from ziggurat.search.game_review import Review, rewound
from ziggurat.search.mcts import Stop, Thought, TreeSearch, never
from ziggurat.search.review_text import last_move_text, planned_move_text
from ziggurat.search.review_types import Stage
from ziggurat.search.review_work import ReviewWork, Step
from ziggurat.text import LANGUAGES

__all__ = ["DEFAULT_MS", "Analysis", "Budget", "Decision", "Review", "analyse_game", "analyse_position", "deepen", "do_step", "glance", "judge"]

BEST = 5  # moves listed for a decision
DEFAULT_MS = 300  # for each decision of a review
SELDOM = 0.25  # a move with fewer visits than this share of the best one's gets a search of its own
QUICKER = 6  # a glance has this part of the budget
DEEPER = 4  # the costliest decisions are played on this many times as often
MIND_RIVALS_MORE = 1.0  # and by bots that mind their rivals as much as themselves (`MINDS_RIVALS`: those that picked them out)
TYPICAL_VISITS = 16  # a move needs so many to stand for the others


# --- One position -----------------------------------------------------------------------------------------------------


def analyse_position(game: Game, *, sims: int | None = None, ms: int | None = None, seed: str = "analyse", stop: Stop = never) -> Analysis:
    """Search the position with the eyes of the seat to move: what to expect of it, and its best moves."""
    return search_position(game, Budget(sims, ms), seed, stop)[0]


def search_position(game: Game, budget: Budget, seed: str, stop: Stop) -> tuple[Analysis, list[Thought], GainAtOnce]:
    """Analyse a position; returns also what the search thinks of all moves. The seed holds the ply, so a part of a game is reviewed like the whole."""
    if game.is_over:
        raise GameOver(f"the game is over after {game.ply} plies: there is nothing to analyse; `undo` takes moves back")
    thoughts = budget.think(TreeSearch(game.spec, f"{seed}/{game.ply}"), game, stop)
    gains = GainAtOnce(game, f"{seed}/{game.ply}/glance")
    analysis = Analysis(
        ply=game.ply,
        seat=int(game.state.to_move),
        legal=len(game.legal_codes()),
        visits=sum(thought.visits for thought in thoughts),
        best=tuple(gains.choice(thought) for thought in thoughts[:BEST] if thought.visits or thought is thoughts[0]),
        typical=None if len(thoughts) == 1 else gains.choice(typical(thoughts, int(game.state.to_move))),
    )
    return analysis, thoughts, gains


def typical(thoughts: list[Thought], seat: int) -> Thought:
    """Of the moves beside the best, the one in the middle; seldom visited ones count only where there are no others."""
    others = [thought for thought in thoughts[1:] if thought.visits >= TYPICAL_VISITS] or thoughts[1:2]
    return sorted(others, key=lambda thought: (-thought.margin[seat], thought.move))[len(others) // 2]


# --- One decision -----------------------------------------------------------------------------------------------------


def glance(game: Game, code: int, budget: Budget, seed: str, languages: tuple[str, ...], stop: Stop) -> Decision:
    """Judge a decision quickly, by a search alone; its loss may be far off, and says so."""
    analysis, thoughts, gains = search_position(game, budget, f"{seed}/quick", stop)
    best, seat = thoughts[0], analysis.seat
    thought = next((thought for thought in thoughts if thought.move == code), None)
    if thought is None or thought.visits < SELDOM * best.visits:
        alone = judged_alone(game, code, budget, f"{seed}/{game.ply}/quick/alone", stop)
        thought = replace(alone, visits=0 if thought is None else thought.visits)
    error = 0.0 if code == best.move else SURE * max(LEAST_SPREAD, (best.spread[seat] + thought.spread[seat]) / 2)
    return decided(game, analysis, gains, thought, languages, error=error, stage="quick")


def judge(game: Game, code: int, budget: Budget, seed: str, languages: tuple[str, ...], stop: Stop) -> Decision:
    """Judge a decision fully: what the position promised, what the move played cost, and where that comes from."""
    analysis, thoughts, gains = search_position(game, budget, seed, stop)
    best = thoughts[0]
    if code == best.move:
        return decided(game, analysis, gains, best, languages, error=SURE * CHOICE_DOUBT * analysis.runner_up * best.spread[analysis.seat])
    visits = next((thought.visits for thought in thoughts if thought.move == code), 0)
    difference = compare(game, [code], [best.move], budget, f"{seed}/{game.ply}/compare", stop, runner_up=analysis.runner_up)
    thought = Thought(code, visits, best.value, *changed(best.win, best.margin, difference))
    return decided(game, analysis, gains, thought, languages, difference=difference)


def deepen(game: Game, decision: Decision, budget: Budget, seed: str, stop: Stop) -> Decision:
    """Judge what a decision cost once more, longer, by new chance and by other players: it was picked out because it seemed to cost much to the first ones."""
    lines, again = ([decision.played.code], [decision.best.code]), f"{seed}/{game.ply}/deepen"
    difference = compare(game, *lines, budget, again, stop, DEEPER, MIND_RIVALS_MORE, decision.analysis.runner_up)
    win, margin = changed(decision.best.win, decision.best.margin, difference)
    return replace(decision, played=replace(decision.played, win=win, margin=margin), error=difference.error, parts=difference.parts, stage="deep")


def changed(win: tuple[float, ...], margin: tuple[float, ...], difference: Comparison) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Winning chances and margins, changed by a difference."""
    wins = tuple(min(1.0, max(0.0, a + b)) for a, b in zip(win, difference.win, strict=True))
    return wins, tuple(a + b for a, b in zip(margin, difference.margin, strict=True))


def decided(
    game: Game,
    analysis: Analysis,
    gains: GainAtOnce,
    thought: Thought,
    languages: tuple[str, ...],
    *,
    difference: Comparison | None = None,
    error: float = 0.0,
    stage: Stage = "full",
) -> Decision:
    """Put a decision together: what was thought of the move played, and what it truly brought."""
    after = game.copy()
    after.push_unchecked(thought.move)
    best = analysis.best[0].code
    return Decision(
        analysis=analysis,
        played=gains.choice(thought),
        own_search=difference is not None,
        gained=tuple(differences(game.breakdown, after.breakdown)),
        texts={language: (last_move_text(after, language), planned_move_text(game, best, language)) for language in languages},
        error=difference.error if difference is not None else error,
        parts=difference.parts if difference is not None else (),
        stage=stage,
    )


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
    """Review a game or a record, with 300 ms a decision by default. `stop()` ends it with the decisions so far."""
    game = source if isinstance(source, Game) else load(source)
    work = ReviewWork(game.copy(), Budget(sims, DEFAULT_MS if sims is None and ms is None else ms), seed, languages, glances=False)
    progress(0, game.ply)
    while (step := work.next_step()) is not None:
        decisions = do_step(work.game, step, work.budget, seed, languages, stop)
        if stop():
            break
        work.add(step, decisions)
        if step.stage == "full":
            progress(len(work.decisions), game.ply)
    return work.review()


def do_step(game: Game, step: Step, budget: Budget, seed: str, languages: tuple[str, ...] = LANGUAGES, stop: Stop = never) -> list[Decision]:
    """Do one step of a review; the result of a stopped one is worthless."""
    made: list[Decision] = []
    for place, ply in enumerate(step.plies):
        if made and stop():
            break
        past, code = rewound(game, ply), game.code(ply)
        if step.stage == "quick":
            made.append(glance(past, code, budget.part(QUICKER), seed, languages, stop))
        elif step.stage == "full":
            made.append(judge(past, code, budget, seed, languages, stop))
        else:
            made.append(deepen(past, step.known[place], budget, seed, stop))
    return made
