"""Reviews and hints: what a move cost, where the points came from, and nothing that the seat could not see."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from asking import Ask
from ziggurat.errors import OptionError
from ziggurat.game import Game
from ziggurat.kernel import below, generator
from ziggurat.registry import game_names, game_spec
from ziggurat.review.page import review_page
from ziggurat.search.analyse import Budget, Review, analyse_game, analyse_position, judge
from ziggurat.search.hint_text import STEPS, hint, where_to_look
from ziggurat.search.mcts import Thought, TreeSearch, never
from ziggurat.search.review_text import last_move_text, planned_move_text
from ziggurat.text import LANGUAGES, decimal

GAMES = game_names()
every_game = pytest.mark.parametrize("name", GAMES)
SIMS = 60
NASTY = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;"


def play(name: str, plies: int | None = None, seed: str = "review", **options: Any) -> Game:
    """A game of random moves, to its end or for some plies."""
    players = options.pop("players", None)
    game = Game(game_spec(name), options, seed=seed, players=players)
    rng = generator(f"{seed}/moves")
    while not game.is_over and (plies is None or game.ply < plies):
        legal = game.legal_codes()
        game.push_unchecked(legal[int(below(rng, len(legal)))])
    return game


@pytest.fixture(scope="module")
def reviews() -> dict[str, Review]:
    """A whole game of each kind, reviewed."""
    return {name: analyse_game(play(name, players=["Ada", "Bob"]), sims=SIMS) for name in GAMES}


def record_of(game: Game) -> str:
    return json.dumps(game.record())


# --- positions -----------------------------------------------------------------------------------------------------------


@every_game
def test_a_position_is_analysed_alike_for_the_same_seed_and_left_alone(name: str) -> None:
    game = play(name, 6)
    before = game.state.tobytes()
    analysis = game.analyse(sims=SIMS)
    assert analysis == analyse_position(game, sims=SIMS)
    assert game.state.tobytes() == before
    assert analysis.visits == SIMS or analysis.forced
    assert analysis.win == analysis.best[0].win and analysis.margin == analysis.best[0].margin
    assert [choice.visits for choice in analysis.best] == sorted((choice.visits for choice in analysis.best), reverse=True)
    assert all(choice.move in game.legal_moves for choice in analysis.best)
    json.dumps(analysis.as_json())


@every_game
def test_positions_that_the_mover_cannot_tell_apart_are_analysed_and_hinted_alike(name: str) -> None:
    for plies in (0, 5, 11):
        game = play(name, plies)
        twin = game.copy()
        game.spec.visibility.imagine(twin.state, game.state.to_move, generator(f"twin/{plies}"))
        one, other = (analyse_position(each, sims=SIMS) for each in (game, twin))
        assert one == other
        assert [hint(game, step, "fr", analysis=one) for step in STEPS] == [hint(twin, step, "fr", analysis=other) for step in STEPS]


def test_a_decision_of_blueprints_is_judged_alike_whatever_stands_behind_the_other_screen() -> None:
    """The other seat's plan and placements differ, the mover sees the same: so does the whole judgement but what truly came of it."""
    game = play("blueprints", 14)
    twin = game.copy()
    seat = int(game.state.to_move)
    game.spec.visibility.imagine(twin.state, seat, generator("twin"))
    assert twin.state.tobytes() != game.state.tobytes()
    assert twin.view(seat) == game.view(seat)
    code = game.legal_codes()[-1]
    one, other = (judge(each, code, Budget(sims=SIMS), "same", LANGUAGES, never) for each in (game, twin))
    assert (one.analysis, one.played, one.loss, one.win_loss, one.texts) == (other.analysis, other.played, other.loss, other.win_loss, other.texts)


def test_a_card_from_the_deck_is_not_known_before_it_is_drawn() -> None:
    game = play("amytis", 0, seed="deck")
    rng = generator("deck/moves")
    while "+deck" not in game.legal_moves:
        legal = game.legal_codes()
        game.push_unchecked(legal[int(below(rng, len(legal)))])
    code = game.spec.move_text.from_text(game.state, "+deck")
    assert planned_move_text(game, code, "en") == "First player draws a project from the deck"
    game.push("+deck")
    assert re.search(r"project worth \d+", last_move_text(game, "en"))


def test_a_finished_game_has_nothing_to_analyse_and_a_budget_is_needed() -> None:
    with pytest.raises(ziggurat.GameOver, match="nothing to analyse"):
        play("cairn").analyse(sims=10)
    for budget in ({}, {"sims": 5, "ms": 5}, {"sims": 0}):
        with pytest.raises(ziggurat.GameError, match="one budget"):
            analyse_position(play("cairn", 1), **budget)  # type: ignore[arg-type]


# --- games ---------------------------------------------------------------------------------------------------------------


@every_game
def test_the_sources_add_up_to_the_final_breakdown(name: str, reviews: dict[str, Review]) -> None:
    review = reviews[name]
    assert review.complete
    for sheet, final, start in zip(review.sources, review.game.breakdown, review.at(0).breakdown, strict=True):
        assert {line: row["points"] for line, row in sheet.items() if row["points"]} == {line: n for line, n in final.items() if n}
        assert all(row["points"] == row["start"] + row["opening"] + row["middle"] + row["end"] for row in sheet.values())
        assert {line: row["start"] for line, row in sheet.items() if row["start"]} == {line: n for line, n in start.items() if n}
    gained = [sum(sum(decision.gained[seat].values()) for decision in review.decisions) for seat in range(review.game.seats)]
    assert [score - sum(start.values()) for score, start in zip(review.game.scores, review.at(0).breakdown, strict=True)] == gained


@every_game
def test_losses_are_what_the_mover_gave_away_and_the_best_move_costs_nothing(name: str, reviews: dict[str, Review]) -> None:
    review = reviews[name]
    assert [decision.played.move for decision in review.decisions] == review.game.moves
    for decision in review.decisions:
        seat = decision.seat
        assert decision.loss == max(0.0, decision.best.margin[seat] - decision.played.margin[seat]) >= 0
        assert decision.win_loss == max(0.0, decision.best.win[seat] - decision.played.win[seat]) >= 0
        assert all(0 <= share <= 1 for choice in (decision.played, *decision.analysis.best) for share in choice.win)
        if decision.is_best or decision.analysis.forced:
            assert decision.loss == decision.win_loss == 0
    for seat, worst in enumerate(review.mistakes):
        assert len(worst) <= 3
        assert all(decision.seat == seat for decision in worst)
        assert [decision.loss for decision in worst] == sorted((decision.loss for decision in worst), reverse=True)
    for seat, total in enumerate(review.losses):
        sure = {decision.ply: decision for decision in review.decisions if decision.seat == seat and decision.loss > decision.error}
        sure |= {decision.ply: decision for decision in review.mistakes[seat]}
        assert total["margin"] == pytest.approx(sum(decision.loss for decision in sure.values()))
        assert total["error"] ** 2 == pytest.approx(sum(decision.error**2 for decision in sure.values()))
    assert any(review.mistakes), "random moves are not all good"


def test_forced_moves_are_marked_and_cost_nothing() -> None:
    game = play("cairn", throw="stuck")
    review = analyse_game(game, sims=20)
    forced = [decision for decision in review.decisions if decision.analysis.forced]
    assert forced
    assert all(decision.is_best and decision.loss == 0 and not decision.own_search for decision in forced)
    position = review.at(forced[0].ply)
    assert all(f"`{position.legal_moves[0]}`" in hint(position, step, sims=20) for step in STEPS)


def test_an_obviously_bad_last_move_costs_what_it_costs_and_the_best_one_nothing() -> None:
    """At the last decision of Akropolis every margin can be tried out, so the loss is known exactly."""
    game = play("akropolis", 35, stones="from_one")
    margins = {}
    for code in game.legal_codes():
        after = game.copy()
        after.push_unchecked(code)
        margins[code] = after.scores[1] - after.scores[0]
    worst, best = min(margins, key=lambda code: margins[code]), max(margins, key=lambda code: margins[code])
    for code, loss in ((worst, margins[best] - margins[worst]), (best, 0)):
        last = judge(game, code, Budget(sims=400), "last", LANGUAGES, never)
        assert last.best.margin[1] == margins[best]
        assert last.loss == pytest.approx(loss)
    assert margins[best] - margins[worst] > 5


def test_the_worst_move_of_a_random_game_is_told_with_its_cost() -> None:
    review = analyse_game(play("amytis", seed="waste"), sims=300)
    decision = max(review.decisions, key=lambda decision: decision.loss)
    sentence = review.sentence(decision, "en")
    assert f"`{decision.played.move}`" in sentence and f"`{decision.best.move}`" in sentence
    assert f"It cost {decimal(decision.loss, 'en')} points" in sentence
    assert decision.loss > 5


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mistake_is_told_in_both_languages(name: str, language: str, reviews: dict[str, Review]) -> None:
    for worst in reviews[name].mistakes:
        for decision in worst:
            sentence = reviews[name].sentence(decision, language)
            assert f"`{decision.played.move}`" in sentence
            assert f"`{decision.best.move}`" in sentence
            assert decimal(decision.loss, language) in sentence
            assert not re.search(r"\{|review\.|log\.|score\.", sentence), sentence


def test_a_review_is_the_same_for_the_same_simulations_and_a_part_is_reviewed_like_the_whole(reviews: dict[str, Review]) -> None:
    review = reviews["amytis"]
    again = analyse_game(review.game.record(), sims=SIMS)
    assert again.as_json() == review.as_json()
    part = ziggurat.load(review.game.record(), upto=7)
    assert [decision.analysis for decision in analyse_game(part, sims=SIMS).decisions] == [decision.analysis for decision in review.decisions[:7]]
    other = analyse_game(part, sims=SIMS, seed="other")
    assert other.decisions[0].analysis.best != review.decisions[0].analysis.best


def test_a_review_can_be_stopped_and_tells_its_progress() -> None:
    game = play("cairn")
    reported: list[tuple[int, int]] = []
    review = analyse_game(game, sims=10, progress=lambda done, plies: reported.append((done, plies)), stop=lambda: len(reported) > 3)
    assert not review.complete
    assert len(review.decisions) == 3
    assert reported == [(0, game.ply), (1, game.ply), (2, game.ply), (3, game.ply)]


@pytest.mark.parametrize(("name", "seats"), [("akropolis", 1), ("akropolis", 3), ("blueprints", 4)])
def test_any_number_of_seats_is_reviewed(name: str, seats: int) -> None:
    review = analyse_game(play(name, 8, seats=seats), sims=20)
    fields = review.as_json()
    assert len(fields["mistakes"]) == len(fields["losses"]) == len(fields["sources"]) == seats
    assert "</html>" in review_page(review, "fr")


# --- hints ---------------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_has_three_steps_and_the_first_does_not_tell_the_move(name: str, language: str) -> None:
    for plies in (0, 1, 4, 9, 15):
        game = play(name, plies, seed=f"hint/{plies}")
        analysis = analyse_position(game, sims=200)
        if analysis.forced:
            continue
        best = analysis.best[0].move
        look, move, why = (hint(game, step, language, analysis=analysis) for step in STEPS)
        assert best not in look
        assert f"`{best}`" in move and f"`{best}`" in why
        assert "%" in why
        for sentence in (look, move, why):
            assert not re.search(r"\{|hint\.|log\.|score\.", sentence), sentence


def test_a_hint_where_to_look_leaves_a_choice() -> None:
    """What is named fits more than one legal move, or two things are named."""
    for name in GAMES:
        for plies in range(0, 20, 3):
            game = play(name, plies)
            analysis = analyse_position(game, sims=40)
            if analysis.forced:
                continue
            look, marks = where_to_look(game, analysis, "en")
            assert look == hint(game, 1, analysis=analysis)
            fitting = [row for row in game.move_parts() if any(mark in marks for _, mark in game.spec.choices.pieces(game.state, row))]
            assert len(fitting) > 1, look


def test_a_step_that_does_not_exist_and_an_analysis_of_another_position_are_refused() -> None:
    game = play("amytis", 2)
    with pytest.raises(ziggurat.GameError, match="there is no step 4"):
        hint(game, 4, sims=5)
    with pytest.raises(ziggurat.GameError, match="the game is at ply 2"):
        hint(game, 1, analysis=play("amytis", 1).analyse(sims=5))


# --- the command line ----------------------------------------------------------------------------------------------------


def test_the_json_has_its_documented_fields(ask: Ask) -> None:
    game = play("blueprints", players=["Ada", "Bob"])
    answer = ask("analyse", "-", "--json", "--sims", "20", stdin=record_of(game))
    assert answer.code == 0
    (fields,) = answer.json
    assert list(fields) == [
        *("version", "game", "rules", "options", "players", "plies", "analysed", "checked", "complete", "progress", "budget", "seed"),
        *("decisions", "final", "sources", "summaries", "losses", "mistakes"),
    ]
    assert (fields["plies"], fields["analysed"], fields["complete"], fields["budget"]) == (game.ply, game.ply, True, {"sims": 20})
    assert list(fields["final"]) == ["over", "scores", "ranks", "win", "margin", "breakdown"]
    for ply, decision in enumerate(fields["decisions"]):
        assert list(decision) == [
            *("ply", "seat", "legal", "forced", "visits", "win", "margin", "best", "move", "played", "loss", "parts", "stage"),
            *("played_text", "better_text", "gained"),
        ]
        assert decision["ply"] == ply
        assert decision["move"] == game.moves[ply] == decision["played"]["move"]
        assert len(decision["win"]) == len(decision["margin"]) == len(decision["gained"]) == 2
        assert {"move", "visits", "win", "margin", "gain"} <= decision["best"][0].keys() <= {"move", "visits", "win", "margin", "gain", "progress"}
        assert isinstance(decision["played"]["own_search"], bool)
        best, played = (decision[which] for which in ("best", "played"))
        loss = max(0, best[0]["margin"][decision["seat"]] - played["margin"][decision["seat"]])
        assert decision["loss"]["margin"] == pytest.approx(loss, abs=2e-3)
    for worst in fields["mistakes"]:
        for mistake in worst:
            assert list(mistake) == [*("ply", "seat", "move", "better", "loss", "win_before", "win_after", "parts", "stage", "notes", "reason", "text")]
            assert set(mistake["text"]) == set(mistake["reason"]) == set(LANGUAGES)
    page = (Path(__file__).parent.parent / "docs/reference/review.md").read_text(encoding="utf-8")
    names = {*fields, *fields["final"], *fields["decisions"][0], *fields["decisions"][0]["played"], *fields["mistakes"][0][0], "progress"}
    assert [name for name in names if f"`{name}`" not in page] == []


def test_the_text_is_the_same_byte_for_byte_and_tells_all(ask: Ask) -> None:
    record = record_of(play("amytis", 12, players=["Ada", "[bold]Bob[/]"]))
    call = ("analyse", "-", "--sims", "40", "--language", "en")
    one, other = (ask(*call, stdin=record) for _ in range(2))
    assert one.code == 0
    assert one.out == other.out
    assert "[bold]Bob" in one.out, "a name is no markup"
    assert "What cost most" in one.out and "Where the points came from" in one.out
    assert len(re.findall(r"^ +\d+ .*%", one.out, re.MULTILINE)) == 12
    french = ask(*call[:-1], "fr", stdin=record).out
    assert "Ce qui a coûté le plus" in french and "D’où viennent les points" in french
    assert len(re.findall(r"^ +\d+ .*%", ask(*call, "--upto", "3", stdin=record).out, re.MULTILINE)) == 3


def test_alone_the_points_to_expect_are_a_score(ask: Ask) -> None:
    out = ask("analyse", "-", "--sims", "20", "--language", "en", stdin=record_of(play("akropolis", 4, seats=1))).out
    assert "Score" in out and "Margin" not in out
    assert re.findall(r"^ +\d+ .*%", out, re.MULTILINE) and not re.search(r"% +\+", out), "a score has no sign"


def test_several_records_are_answered_and_wrong_ones_named(ask: Ask) -> None:
    good = record_of(play("cairn", 4))
    answer = ask("analyse", "-", "--json", "--sims", "5", stdin=f"{good}\n{{}}\n{good}")
    assert answer.code == 1
    assert [line.get("analysed") for line in answer.json] == [4, None, 4]
    assert "error" in answer.json[1]
    human = ask("analyse", "-", "--sims", "5", stdin=f"{good}\n{{}}")
    assert human.code == 1
    assert "record on line 2" in human.err


def test_a_record_without_moves_has_no_review(ask: Ask) -> None:
    empty = record_of(play("amytis", 0))
    assert "nothing to review" in ask("analyse", "-", "--sims", "5", "--language", "en", stdin=empty).out
    assert ask("analyse", "-", "--sims", "5", "--html", "-", stdin=empty).code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["nowhere.zig.json"], 1, "cannot read"),
        (["-"], 1, "holds no record"),
        (["-", "--ms", "5", "--sims", "5"], 2, "give one of them"),
        (["-", "--ms", "0"], 2, "Invalid value"),
        (["-", "--language", "de"], 2, "there is no language `de`"),
        (["-", "--html", "no/such/folder/x.html"], 2, "cannot write"),
    ],
)
def test_mistakes_get_one_clear_line_and_a_status(arguments: list[str], code: int, reason: str, ask: Ask) -> None:
    answer = ask("analyse", *arguments)
    assert answer.code == code
    assert reason in " ".join((answer.err + answer.out).split())


def test_a_page_of_several_games_is_refused(ask: Ask, tmp_path: Path) -> None:
    good = record_of(play("cairn", 2))
    answer = ask("analyse", "-", "--html", str(tmp_path / "x.html"), stdin=f"{good}\n{good}")
    assert answer.code == 2
    assert "2 records" in answer.err
    assert not (tmp_path / "x.html").exists()


def test_an_interrupted_review_shows_what_is_there(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play("amytis", players=["Ada", "Bob"])
    think, calls = TreeSearch.think, []

    def interrupted(self: TreeSearch, *arguments: Any, **named: Any) -> list[Thought]:
        calls.append(1)
        if len(calls) == 60:
            raise KeyboardInterrupt
        return think(self, *arguments, **named)

    monkeypatch.setattr(TreeSearch, "think", interrupted)
    answer = ask("analyse", "-", "--sims", "400", "--language", "en", stdin=record_of(game))
    assert answer.code == 130
    assert f"of {game.ply} decisions were looked at" in answer.out
    calls.clear()
    (fields,) = ask("analyse", "-", "--sims", "400", "--json", stdin=record_of(game)).json
    assert fields["complete"] is False
    assert 0 < fields["analysed"] == len(fields["decisions"]) < fields["plies"]


# --- the page ------------------------------------------------------------------------------------------------------------


def held_in(page: str) -> dict[str, Any]:
    """What a page holds, unpacked."""
    packed = re.search(r'<script type="text/plain" id="held">([^<]*)</script>', page)
    assert packed
    held: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    return held


@pytest.fixture(scope="module")
def page() -> str:
    return review_page(analyse_game(play("blueprints", 20, players=[NASTY, "Bob"]), sims=SIMS), "en")


def test_a_page_holds_no_name_outside_its_packed_data(page: str) -> None:
    assert "alert(1)" not in page and "alert(2)" not in page
    assert held_in(page)["names"]["fr"] == [NASTY, "Bob"]


def test_a_page_refers_to_nothing_outside(page: str) -> None:
    outside = re.sub(r'<script type="module">.*</script>', "", page, flags=re.DOTALL)
    assert "default-src 'none'" in outside
    assert not re.search(r"<(?:link|img|iframe)|\bsrc=|@import|url\((?!data:)", outside)


def test_a_page_has_every_position_as_the_one_who_decided_saw_it_and_the_end_for_each_seat(page: str) -> None:
    held = held_in(page)
    seats = [decision["seat"] for decision in held["review"]["decisions"]]
    assert [(moment["ply"], moment["seat"]) for moment in held["moments"]] == [*enumerate(seats), (20, 0), (20, 1)]
    for moment in held["moments"][:20]:
        own = moment["seat"]
        assert moment["view"]["seats"][own]["plan"] and "plan" not in moment["view"]["seats"][1 - own], "what was hidden stays so"
    assert set(held["words"]) == set(LANGUAGES)
    assert held["words"]["fr"]["games"]["blueprints"]["game.name"] == "Blueprints"


def test_without_a_built_page_the_command_says_what_to_do(tmp_path: Path) -> None:
    review = analyse_game(play("cairn", 2), sims=2)
    with pytest.raises(OptionError, match=r"`\./run analyse …` builds it"):
        review_page(review, "en", template=tmp_path / "none.html")


def test_the_page_is_written_by_the_command(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "review.html"
    answer = ask("analyse", "-", "--sims", "10", "--html", str(file), "--language", "fr", stdin=record_of(play("amytis", 6)))
    assert answer.code == 0
    assert str(file) in answer.err
    assert file.read_text(encoding="utf-8").startswith('<!doctype html>\n<html lang="fr">')
    assert file.read_text(encoding="utf-8") == ask("analyse", "-", "--sims", "10", "--html", "-", "--language", "fr", stdin=record_of(play("amytis", 6))).out
