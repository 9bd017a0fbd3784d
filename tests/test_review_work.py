"""What a move cost, and where that comes from: parts that add up, errors that are honest, steps in a useful order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from test_analyse import play
from ziggurat.games.blueprints.material import MATERIAL_LETTERS
from ziggurat.lessons import game_at, played
from ziggurat.registry import game_names
from ziggurat.search.analyse import Budget, Decision, do_step, glance, judge
from ziggurat.search.coach_text import compare_in_words
from ziggurat.search.compare_moves import believed, compare, margins_of, rival_weights
from ziggurat.search.continuations import AFTER, END, play_on
from ziggurat.search.expected_points import Expectation
from ziggurat.search.mcts import TreeSearch, never
from ziggurat.search.move_tellings import tellings_of
from ziggurat.search.review_reason import borne_out, notes_apart, reason, sources_named
from ziggurat.search.review_types import NoteReport, PartReport
from ziggurat.search.review_work import GLANCES, PICKED, ReviewWork, Step
from ziggurat.search.try_again import turn_of
from ziggurat.text import LANGUAGES

# --- who is the best rival -----------------------------------------------------------------------------------------------


@given(st.integers(2, 4).flatmap(lambda n: st.tuples(*[st.lists(st.integers(0, 60), min_size=n, max_size=n)] * 2, st.integers(0, n - 1))))
def test_the_changes_of_all_rivals_add_up_to_that_of_the_best_one(given: tuple[list[int], list[int], int]) -> None:
    before, after, seat = (np.array([given[0]], float), np.array([given[1]], float), given[2])
    weights = rival_weights(before, after, seat)
    change = margins_of(after)[0, seat] - margins_of(before)[0, seat]
    own = after[0, seat] - before[0, seat]
    assert own - (weights * (after - before)).sum() == pytest.approx(change)
    assert weights[0, seat] == 0 and weights.sum() == pytest.approx(1)


def test_alone_a_margin_are_the_points() -> None:
    alone = np.array([[7], [9]])
    assert margins_of(alone).tolist() == [[7.0], [9.0]] and not rival_weights(alone, alone, 0).any()


# --- what to believe -------------------------------------------------------------------------------------------------------


def test_what_was_seen_often_counts_more_than_what_was_expected() -> None:
    lots = np.random.default_rng(1)
    few, many = lots.normal(10, 8, 8), lots.normal(10, 8, 2000)
    near_few, unsure = believed(few, 0.0, 4.0)
    near_many, sure = believed(many, 0.0, 4.0)
    assert 0 < near_few < few.mean() and abs(near_many - 10) < 0.6 and sure < unsure / 5


def test_a_few_that_agree_do_not_make_it_certain() -> None:
    value, error = believed(np.full(4, 3.0), 0.0, 5.0)
    assert 0 < value < 3 and error > 0.3


def test_the_stated_error_covers_the_truth_as_often_as_it_says() -> None:
    """Differences with a known mean, and expectations that are off by their spread: 19 times in 20 the mean lies within."""
    lots, hits = np.random.default_rng(2), 0
    for _ in range(2000):
        truth = lots.normal(2, 3)
        value, error = believed(lots.normal(truth, 9, 40), truth + lots.normal(0, 3), 3.0)
        hits += abs(value - truth) <= 1.96 * error
    assert 0.93 < hits / 2000 < 0.98


# --- continuations ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_games_are_played_on_to_the_end_and_nothing_of_the_position_changes(name: str) -> None:
    game = play(name, 5)
    before, codes = game.state.tobytes(), game.legal_codes()
    played = play_on(game, [[codes[0]], [codes[-1]]], Budget(sims=1), 1, "x", never)
    assert game.state.tobytes() == before and played.deals == 4
    again = play_on(game, [[codes[0]], [codes[-1]]], Budget(sims=1), 1, "x", never)
    assert (played.sheets == again.sheets).all() and (played.shares == again.shares).all()
    assert played.shares.sum(2) == pytest.approx(np.ones((2, 4)))
    assert (played.sheets[:, :, END].sum(3) >= played.sheets[:, :, AFTER].sum(3)).any()


def test_a_twin_that_looks_the_same_to_the_mover_is_compared_alike() -> None:
    """Nothing that the mover cannot see has a say."""
    game = play("blueprints", 14)
    twin = game.copy()
    game.spec.visibility.imagine(twin.state, game.state.to_move, np.array([1, 2, 3, 4], np.uint64))
    assert twin.state.tobytes() != game.state.tobytes()
    one, other = game.legal_codes()[0], game.legal_codes()[-1]
    first, second = (compare(each, [one], [other], Budget(sims=40), "s", never) for each in (game, twin))
    assert first == second


def test_a_search_of_one_move_begins_every_simulation_with_it() -> None:
    for name in game_names():
        game = play(name, 3)
        search = TreeSearch(game.spec, "only")
        search.settings.only = code = game.legal_codes()[-1]
        (thought,) = search.think(game, sims=50)
        assert (thought.move, thought.visits) == (code, 50)


# --- decisions -------------------------------------------------------------------------------------------------------------


def decisions(name: str, **options: Any) -> list[Decision]:
    game = play(name, 12, **options)
    return [judge(play(name, ply, **options), game.code(ply), Budget(sims=60), "parts", LANGUAGES, never) for ply in range(3, 12, 4)]


@pytest.mark.parametrize(("name", "seats"), [*((name, 2) for name in game_names()), ("blueprints", 4), ("akropolis", 1)])
def test_the_parts_of_a_loss_add_up_to_it(name: str, seats: int) -> None:
    for decision in decisions(name, **({} if seats == 2 else {"seats": seats})):
        change = decision.played.margin[decision.seat] - decision.best.margin[decision.seat]
        assert sum(part.points for part in decision.parts) == pytest.approx(change, abs=0.02)
        assert all(0 <= part.seat < seats and (not part.source or part.source in play(name, 0).spec.scoring.LINES) for part in decision.parts)
        assert decision.error > 0 or decision.is_best or not decision.parts


def test_the_last_move_is_judged_exactly() -> None:
    game = play("akropolis", 35, stones="from_one")
    last = judge(game, game.legal_codes()[0], Budget(sims=200), "last", LANGUAGES, never)
    assert last.error == 0 and all(part.when == "now" for part in last.parts)


def test_a_glance_is_less_sure_than_a_judgement() -> None:
    game = play("amytis", 12)
    code = game.legal_codes()[-1]
    quick, full = glance(game, code, Budget(sims=40), "s", LANGUAGES, never), judge(game, code, Budget(sims=400), "s", LANGUAGES, never)
    assert (quick.stage, full.stage) == ("quick", "full") and not quick.parts and full.parts and quick.error > 0


# --- why --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_says_why_in_both_languages(language: str) -> None:
    for name in game_names():
        for ply in range(2, 30, 3):
            game = play(name, ply)
            if game.is_over or len(codes := game.legal_codes()) < 2:
                continue
            seat = int(game.state.to_move)
            parts = compare(game, [codes[0]], [codes[-1]], Budget(sims=4), "why", never).parts
            notes = notes_apart(game, codes[-1], codes[0])
            text = reason(game, seat, notes, parts, language)
            assert (text.endswith(".") or not parts) and "{" not in text and "note." not in text and "serves." not in text and "review." not in text, text


def test_before_a_loss_is_judged_nobody_says_where_its_points_go() -> None:
    game = play("akropolis", 6)
    work = ReviewWork(game, Budget(sims=40), "s")
    step = work.next_step()
    assert step is not None and step.stage == "quick"
    work.add(step, do_step(game, step, work.budget, "s"))
    mistakes = [mistake for worst in work.review().report().mistakes for mistake in worst]
    assert mistakes and all(mistake.stage == "quick" for mistake in mistakes)
    nothing = {game.words(language)("review.reason.none") for language in LANGUAGES}
    assert not nothing & {text for mistake in mistakes for text in mistake.reason.values()}
    assert reason(game, 0, [], [], "en") == ""
    small = [PartReport("now", 0, "", -0.2)]
    assert reason(game, 0, [], small, "en") in nothing


def test_the_reason_names_the_project_that_the_better_move_validates() -> None:
    for seed in range(40):
        game = play("amytis", 30, seed=f"project/{seed}")
        while not game.is_over:
            seat, codes = int(game.state.to_move), game.legal_codes()
            both = [notes_apart(game, code, codes[0]) for code in codes]
            found = [notes for notes in both if any(note.key == "note.project" and note.of == "better" for note in notes)]
            if found:
                (note, *_) = [note for note in found[0] if note.key == "note.project"]
                assert f"validates a project at once ({note.values['n']} points)" in reason(game, seat, found[0], (), "en")
                assert f"project:{note.values['id']}" in game.spec.scoring.LINES
                return
            game.push_unchecked(codes[0])
    pytest.fail("no project could be validated")


def test_what_costs_nothing_is_no_reason() -> None:
    game = play("amytis", 12)
    seat = int(game.state.to_move)
    notes = [NoteReport("better", "serves.project", {"id": 10, "n": 2}), NoteReport("better", "serves.project", {"id": 12, "n": 1})]
    notes.append(NoteReport("better", "note.line", {}))
    parts = [PartReport("later", seat, "project:12", -4.0), PartReport("later", seat, "project:10", 3.0), PartReport("later", 1 - seat, "project:10", -6.0)]
    assert borne_out(game, seat, notes, parts) == notes[1:], "a rival's project is not the mover's"
    text = reason(game, seat, notes, parts, "en")
    assert "project 12" in text and "project 10" not in text and "completes a line" in text
    earlier = [PartReport("now", seat, "project:10", -8.0), PartReport("later", seat, "project:10", 8.0)]
    assert borne_out(game, seat, notes, earlier) == [notes[0], notes[2]], "what only comes earlier is a reason, too"
    assert borne_out(game, seat, notes, []) == notes, "before the parts are known"


def test_the_notes_of_every_game_name_lines_of_its_score_sheet() -> None:
    named = {
        "akropolis": NoteReport("better", "serves.stars", {"name": "=score.market", "n": 2, "all": 4}),
        "amytis": NoteReport("better", "note.project", {"id": 3, "n": 8}),
        "blueprints": NoteReport("better", "serves.prize", {"card": "=card.skyscraper", "n": 3, "of": 5}),
    }
    lines = {name: sources_named(play(name, 2), note) for name, note in named.items()}
    assert lines == {"akropolis": {"market"}, "amytis": {"project:3"}, "blueprints": {"skyscraper"}}


def test_a_die_in_demand_is_no_reason_where_the_other_move_takes_one_too() -> None:
    """It decides ties whichever of the two materials it has."""
    found = 0
    for seed in range(20):
        game = play("blueprints", 4, seed=f"demand/{seed}")
        first, second = (MATERIAL_LETTERS[material] for material in game.state["demand"][game.state["round_index"]])
        moves = {game.spec.move_text.to_text(game.state, code)[0]: code for code in game.legal_codes()}
        others = moves.keys() & {*MATERIAL_LETTERS} - {first, second}
        if {first, second} <= moves.keys() and others:
            found += 1
            assert "serves.demand" not in {note.key for note in notes_apart(game, moves[first], moves[second])}
            assert "serves.demand" in {note.key for note in notes_apart(game, moves[first], moves[min(others)]) if note.of == "better"}
    assert found


def test_the_coach_tells_what_speaks_for_the_better_move_not_what_speaks_against_it() -> None:
    found = 0
    for ply in range(8, 24):
        game = play("akropolis", ply, seed="coach")
        codes, seat = game.legal_codes(), int(game.state.to_move)
        expectation = Expectation([0.0] * len(codes), [0.0] * len(codes))
        for better in codes[:: max(1, len(codes) // 12)]:
            against = {game.sentence(key, values, "en") for key, values in tellings_of(game, seat, better, "notes") if key in {"note.lost", "note.pay"}}
            found += len(against)
            assert not against & {*compare_in_words(game, codes[0], better, expectation, "en").serves}
    assert found


CARD_MOVES = [  # ply, a move that is less good, what the better one of the lesson does
    (4, "0:1,-4/2", "allows a card to be completed (Parkland)"),
    (5, "stop", "completes a card (Parkland) and brings a part of the statue"),
    (20, "stop", "completes a card (Guard Tower) and the statue, so that each stone left is worth 5 points"),
]


@pytest.mark.parametrize(("ply", "played_move", "said"), CARD_MOVES)
def test_the_reason_names_the_card_that_the_better_move_completes_or_fulfils(ply: int, played_move: str, said: str) -> None:
    game = game_at("akropolis", "athena", ply)
    notes = notes_apart(game, game.check(played("akropolis", "athena").moves[ply]), game.check(played_move))
    assert said in reason(game, int(game.state.to_move), notes, (), "en")


# --- the order of the work ----------------------------------------------------------------------------------------------------


def test_all_decisions_are_glanced_at_then_judged_the_costliest_first_and_those_once_more() -> None:
    game = play("cairn")
    work = ReviewWork(game, Budget(sims=10), "s")
    assert work.progress == 0
    done: list[Step] = []
    shares: list[float] = []
    while (step := work.next_step()) is not None:
        if step.stage == "full" and (not done or done[-1].stage == "quick"):
            assert len(work.decisions) == game.ply
            costs = [work.decisions[other.plies[0]].loss for other in [step, *work.steps()]]
            assert costs[0] == max(costs)
        done.append(step)
        work.add(step, do_step(game, step, work.budget, "s"))
        shares.append(work.progress)
    assert work.is_complete and shares == sorted(shares) and shares[-1] == 1
    assert [step.stage for step in done] == sorted((step.stage for step in done), key=["quick", "full", "deep"].index)
    assert len(done[0].plies) == min(GLANCES, game.ply)
    assert {ply for step in done if step.stage == "full" for ply in step.plies} == set(range(game.ply))
    review = work.review()
    mistakes = [decision for worst in review.mistakes for decision in worst]
    assert review.complete and mistakes and {decision.stage for decision in mistakes} == {"deep"}
    assert all(sum(decision.seat == seat for decision in work.deepened) <= PICKED for seat in range(game.seats))


def test_two_who_work_never_take_the_same_step_and_a_step_that_was_not_done_is_taken_again() -> None:
    game = play("cairn")
    work = ReviewWork(game, Budget(sims=5), "s")
    first, second = work.next_step(), work.next_step()
    assert first is not None and (second is None or second != first)
    work.give_back(first)
    assert work.next_step() == first
    late = do_step(game, Step("full", (0,)), work.budget, "s")
    work.add(Step("full", (0,)), late)
    work.add(first, do_step(game, first, work.budget, "s"))
    assert work.decisions[0] == late[0], "a glance never replaces more"


def test_a_turn_are_the_decisions_of_one_seat_in_a_row() -> None:
    game = play("amytis", 30)
    for ply in range(game.ply):
        turn = turn_of(game, ply)
        assert {game.movers[each] for each in turn} == {game.movers[ply]} and (turn.stop == game.ply or game.movers[turn.stop] != game.movers[ply])
