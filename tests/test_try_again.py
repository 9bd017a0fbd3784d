"""Another try at a moment: each decision of the turn counts, and the words speak of the move that was tried."""

from __future__ import annotations

import pytest

from test_analyse import play
from ziggurat.game import Game
from ziggurat.search.analyse import Budget, judge, search_position
from ziggurat.search.decision import Decision
from ziggurat.search.game_review import rewound
from ziggurat.search.mcts import never
from ziggurat.search.review_reason import notes_apart
from ziggurat.search.review_types import TryReport
from ziggurat.search.try_again import judge_try

BUDGET = Budget(sims=200)
SEED = "try"


def tried(game: Game, ply: int, moves: list[str], language: str = "en") -> TryReport:
    return judge_try(game, ply, moves, BUDGET, SEED, language)


def best_then_worst(game: Game, ply: int) -> tuple[str, Decision, str]:
    """The best first decision of a turn; then the second one that costs most, judged, and the best second one."""
    walk = rewound(game, ply)
    first = search_position(walk, BUDGET, SEED, never)[0].best[0].move
    walk.push(first)
    judged = [judge(walk, code, BUDGET, SEED, ("en",), never) for code in walk.legal_codes()]
    worst = max(judged, key=lambda decision: decision.loss)
    return first, worst, worst.best.move


@pytest.mark.parametrize(("name", "ply"), [("amytis", 8), ("blueprints", 4)])
def test_a_bad_second_decision_costs_what_a_review_says_however_good_the_first(name: str, ply: int) -> None:
    game = play(name)
    first, worst, second = best_then_worst(game, ply)
    assert worst.loss > 0.5
    alone, good, bad = (tried(game, ply, moves) for moves in ([first], [first, second], [first, worst.played.move]))
    assert (alone.verdict, good.verdict) == ("best", "best") and alone.loss.margin == good.loss.margin == 0
    assert bad.verdict != "best" and bad.best == first
    assert bad.loss.margin == pytest.approx(worst.loss, abs=0.002) and bad.loss.error == pytest.approx(worst.error, abs=0.002)
    assert bad.margin[bad.seat] == pytest.approx(alone.margin[bad.seat] - worst.loss, abs=0.002)
    assert "The best move brings about" in bad.text


def test_a_turn_as_it_was_played_is_not_the_best_if_its_second_decision_was_a_mistake() -> None:
    game = rewound(play("amytis"), 8)
    first, worst, _ = best_then_worst(game, 8)
    game.push(first)
    game.push(worst.played.move)
    same = tried(game, 8, [first, worst.played.move])
    assert same.against_played == 0 and same.verdict == "equal" and same.loss.margin > 5


def test_the_losses_of_all_decisions_are_added_and_a_stopped_try_judges_no_more_of_them() -> None:
    game = play("amytis")
    walk = rewound(game, 8)
    first = next(move for move in walk.legal_moves if move[:2] == "a3" and move != "a3>a1")
    walk.push(first)
    assert walk.to_move == game.movers[8], "a palace: the turn goes on"
    second = walk.legal_moves[-1]
    alone, both = tried(game, 8, [first]), tried(game, 8, [first, second])
    later = judge(walk, walk.check(second), BUDGET, SEED, ("en",), never)
    assert alone.loss.margin > 0 and both.loss.margin == pytest.approx(alone.loss.margin + later.loss, abs=0.003)
    assert both.loss.error**2 == pytest.approx(alone.loss.error**2 + later.error**2, abs=0.02)
    stopped = judge_try(game, 8, [first, second], BUDGET, SEED, "en", stop=lambda: True)
    assert stopped.loss.error < both.loss.error


@pytest.mark.parametrize(("language", "own", "other"), [("en", "Your move ", "The move played "), ("fr", "Votre coup ", "Le coup joué ")])
def test_what_a_tried_move_does_is_not_said_of_the_move_that_was_played(language: str, own: str, other: str) -> None:
    found = 0
    for ply in range(4, 24):
        game = play("akropolis", ply + 1)
        before = rewound(game, ply)
        best = search_position(before, BUDGET, SEED, never)[0].best[0].code
        worded = before.words(language)
        for code in before.legal_codes()[::9]:
            if any(note.of == "played" and f"played.{note.key}" in worded for note in notes_apart(before, best, code)):
                text = tried(game, ply, [before.spec.move_text.to_text(before.state, code)], language).text
                assert other not in text
                found += own in text
                break
    assert found, "some tries do something worth saying"
