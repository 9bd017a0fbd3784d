"""Analyses a position, or reviews a game: what a search expects of each decision, and what the move that was played cost.

Everything is seen with the eyes of the seat that decides. A search imagines what that seat cannot see (`imagine`), and so do the points that a
move gives at once. Only `gained` tells what a move truly brought: it is the past, not a judgement.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ziggurat.errors import GameOver
from ziggurat.game import Game
from ziggurat.record import load
from ziggurat.search.budget import Budget
from ziggurat.search.compare_moves import compare
from ziggurat.search.decision import Analysis, Decision
from ziggurat.search.gain_at_once import GainAtOnce, differences
from ziggurat.search.game_review import Review, rewound
from ziggurat.search.mcts import Stop, Thought, TreeSearch, never
from ziggurat.search.review_text import last_move_text, planned_move_text
from ziggurat.text import LANGUAGES

__all__ = ["DEFAULT_MS", "Analysis", "Budget", "Decision", "Review", "analyse_game", "analyse_position", "decisions", "judge"]

BEST = 5  # moves listed for a decision
DEFAULT_MS = 300  # for each decision of a review
SELDOM = 0.25  # a move with fewer visits than this share of the best one's is compared with it in a search of its own
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
    budget = Budget(sims, DEFAULT_MS if sims is None and ms is None else ms)
    analysed: list[Decision] = []
    progress(0, game.ply)
    for decision in decisions(game, budget, seed, languages, stop):
        analysed.append(decision)
        progress(len(analysed), game.ply)
    return Review(game.copy(), budget, seed, tuple(analysed), languages)


def decisions(game: Game, budget: Budget, seed: str, languages: tuple[str, ...] = LANGUAGES, stop: Stop = never) -> Iterator[Decision]:
    """Judge the decisions of a game one after the other; the result of a stopped search is thrown away."""
    walk = rewound(game, 0)
    for move in game.moves:
        code = walk.spec.move_text.from_text(walk.state, move)
        decision = judge(walk, code, budget, seed, languages, stop)
        if stop():
            return
        walk.push_unchecked(code)
        yield decision


def judge(game: Game, code: int, budget: Budget, seed: str, languages: tuple[str, ...], stop: Stop) -> Decision:
    """Judge one decision: what the position promised, and what the move played was worth."""
    analysis, thoughts, gains = search_position(game, budget, seed, stop)
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
        played=gains.choice(thought),
        own_search=own_search,
        gained=tuple(differences(game.breakdown, after.breakdown)),
        texts={language: (last_move_text(after, language), planned_move_text(game, best.move, language)) for language in languages},
    )
