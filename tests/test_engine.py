"""The analysis engine, as a process: several questions in flight, the same answer for the same question, nothing hidden is read, nothing ends it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from threading import Lock
from typing import Any

import pytest

import ziggurat
from asking import Ask
from small_games import BUILT_IN
from ziggurat.engine.answers import Fields
from ziggurat.engine.engine import Engine
from ziggurat.engine.overrides import SETTINGS
from ziggurat.engine.questions import Question, QuestionError, read_question
from ziggurat.engine.scheduler import Scheduler
from ziggurat.engine.turns import Query
from ziggurat.game import Game
from ziggurat.kernel import below, generator
from ziggurat.registry import game_spec

COMMAND = [sys.executable, "-m", "ziggurat", "engine"]
WAIT = 120  # seconds: the machine may be busy
EVERY_FIELD = {
    "move", "code", "order", "visits", "winrate", "scoreMean", "scoreStdev", "scoreError", "utility", "win", "margin", "marginError", "prior",
    "pv", "pvVisits", "pvChance",
}  # fmt: skip


class Process:
    """The engine as a process; lines in and out."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen([*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, *lines: Fields | str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line if isinstance(line, str) else json.dumps(line)) + "\n")
        self.process.stdin.flush()

    def read(self, lines: int = 1) -> list[Fields]:
        assert self.process.stdout is not None
        return [json.loads(self.process.stdout.readline()) for _ in range(lines)]

    def end(self) -> list[Fields]:
        """Close the input; returns the answers that were still to come."""
        out, _ = self.process.communicate(timeout=WAIT)
        assert self.process.returncode == 0
        return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def engine() -> Iterator[Process]:
    process = Process("--threads", "2")
    yield process
    process.process.kill()
    process.process.communicate()


def position(name: str, plies: int, **options: Any) -> Game:
    """A position after some random moves."""
    game: Game = Game(game_spec(name), options, seed=f"engine/{plies}")
    rng = generator(f"engine/{plies}/moves")
    while game.ply < plies:
        legal = game.legal_codes()
        game.push_code(legal[int(below(rng, len(legal)))])
    return game


def answers_to(*lines: Fields, threads: int = 1) -> list[Fields]:
    """What the engine answers, in this process."""
    written: list[Fields] = []
    running = Engine(written.append, threads=threads, max_visits=50)
    for line in lines:
        running.handle(json.dumps(line).encode())
    running.close()
    return written


def by_id(answers: list[Fields]) -> dict[Any, Fields]:
    return {answer["id"]: answer for answer in answers}


# --- a whole process ----------------------------------------------------------------------------------------------------


def test_questions_are_answered_as_they_finish_and_nothing_wrong_ends_the_engine(engine: Process) -> None:
    engine.send({"id": "long", "game": "akropolis", "seed": "7", "maxVisits": 10_000_000})
    engine.send({"id": "short", "game": "amytis", "seed": "7", "moves": ["b2>a1"], "maxVisits": 40})
    (short,) = engine.read()
    assert (short["id"], short["turnNumber"], short["isDuringSearch"]) == ("short", 1, False)
    engine.send("rubbish", "[1, 2]", {"id": "x"}, {"id": "y", "game": "amytis", "seed": "7", "moves": ["z9>a1"]}, "")
    wrong = engine.read(4)
    assert all(set(answer) == {"error", "field", "id"} for answer in wrong)
    assert {(answer["id"], answer["field"]) for answer in wrong} == {(None, None), ("x", "seed"), ("y", "moves")}
    engine.send({"id": "stop", "action": "terminate", "terminateId": "long"})
    ended = by_id(engine.read(2))
    assert ended["stop"] == {"id": "stop", "action": "terminate", "terminateId": "long"}
    assert 0 < ended["long"]["rootInfo"]["visits"] < 10_000_000
    engine.send({"id": "v", "action": "query_version"}, {"id": "last", "game": "amytis", "seed": "7", "maxVisits": 30})
    (version, last) = engine.end()
    assert version["version"] == ziggurat.__version__
    assert version["games"]["amytis"] == 1
    assert last["rootInfo"]["visits"] == 30, "the end of the input waits for what is queued"


def test_the_end_of_the_input_need_not_wait() -> None:
    process = Process("--threads", "1", "-quit-without-waiting")
    process.send({"id": "soon", "game": "amytis", "seed": "7", "maxVisits": 10})
    assert process.read()[0]["id"] == "soon"
    process.send({"id": "late", "game": "amytis", "seed": "7", "maxVisits": 10_000_000}, {"id": "never", "game": "amytis", "seed": "8"})
    began = time.monotonic()
    assert process.end() == []
    assert time.monotonic() - began < WAIT / 2


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        running.stdin.write('{"id": 1, "game": "amytis", "seed": 7, "maxVisits": 10}\n')
        running.stdin.close()
        assert running.stderr.read() == ""
        assert running.wait(WAIT) == 0


def test_the_command_in_this_process(ask: Ask) -> None:
    answer = ask("engine", "--max-visits", "20", stdin='{"id": "\\u202e", "game": "amytis", "seed": 7}\n')
    assert answer.code == 0
    assert answer.json[0]["rootInfo"]["visits"] == 20
    assert "\u202e" not in answer.out
    assert ask("engine", "--threads", "0").code == 2


# --- what an answer holds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"), [("amytis", {}), ("akropolis", {"seats": 3}), ("blueprints", {"seats": 4}), ("cairn", {}), ("akropolis", {"seats": 1})]
)
def test_an_answer_tells_of_every_move_and_every_seat(name: str, options: dict[str, Any]) -> None:
    game = position(name, 3, **options)
    question = {"id": 1, "game": name, "options": options, "deal": game.deal, "moves": game.moves, "maxVisits": 300, "includePolicy": True}
    (answer,) = answers_to(question)
    root, infos = answer["rootInfo"], answer["moveInfos"]
    assert (root["visits"], root["to_move"], root["seat"], root["over"]) == (300, game.to_move, game.to_move, False)
    assert [info["order"] for info in infos] == list(range(len(infos)))
    assert all(info.keys() == EVERY_FIELD for info in infos)
    assert {info["move"] for info in infos} <= set(game.legal_moves)
    assert [info["visits"] for info in infos] == sorted((info["visits"] for info in infos), reverse=True)
    assert sum(info["visits"] for info in infos) <= 300
    assert list(answer["policy"]) == game.legal_moves
    assert sum(answer["policy"].values()) == pytest.approx(1, abs=1e-3)
    for info in [root, *infos]:
        seat = root["seat"]
        assert len(info["win"]) == len(info["margin"]) == len(info["marginError"]) == game.seats
        assert (info["winrate"], info["scoreMean"], info["scoreError"]) == (info["win"][seat], info["margin"][seat], info["marginError"][seat])
        assert info["scoreError"] == pytest.approx(info["scoreStdev"] / info["visits"] ** 0.5, abs=1e-5)
        if game.seats > 1:
            assert sum(info["win"]) == pytest.approx(1, abs=1e-4)
    assert root["scoreStdev"] > 0


@pytest.mark.parametrize("name", [*BUILT_IN, "cairn"])
def test_a_main_line_can_be_played_up_to_the_first_word_of_chance(name: str) -> None:
    game = position(name, 4)
    (answer,) = answers_to({"id": 1, "record": game.record(), "maxVisits": 2000})
    for info in answer["moveInfos"]:
        line = game.copy()
        assert info["pv"][0] == info["move"]
        assert len(info["pv"]) == len(info["pvVisits"]) == len(info["pvChance"])
        assert info["pvVisits"] == sorted(info["pvVisits"], reverse=True)
        for move, is_chance in zip(info["pv"], info["pvChance"], strict=True):
            line.push(move)
            if is_chance or line.spec.secrets:
                break
    assert max(len(info["pv"]) for info in answer["moveInfos"]) > 1


def test_chance_is_told_where_a_move_uncovers_something() -> None:
    """In Akropolis the last tile but one of the site brings the next stack; no other move shows anything new."""
    game = position("akropolis", 1)
    (answer,) = answers_to({"id": 1, "record": game.record(), "maxVisits": 3000})
    best = answer["moveInfos"][0]
    assert best["pvChance"][:2] == [False, True], "two seats, four tiles: three of them are taken before the next stack"


def test_a_finished_game_has_its_result() -> None:
    game = position("amytis", 0)
    rng = generator("to the end")
    while not game.is_over:
        codes = game.legal_codes()
        game.push_code(codes[int(below(rng, len(codes)))])
    (answer,) = answers_to({"id": 1, "record": game.record(), "seat": 1})
    margin = game.scores[1] - game.scores[0]
    assert answer["moveInfos"] == []
    assert answer["rootInfo"]["over"] is True
    assert answer["rootInfo"]["to_move"] is None
    assert answer["rootInfo"]["scoreMean"] == margin
    assert answer["rootInfo"]["win"][1] == (1 if margin > 0 else 0)


def test_turns_of_a_game_are_answered_one_by_one() -> None:
    game = position("amytis", 6)
    question = {"id": "g", "game": "amytis", "seed": "engine/6", "moves": game.moves, "maxVisits": 30}
    answers = answers_to({**question, "analyzeTurns": [0, 3, 6, 3]}, threads=2)
    assert sorted(answer["turnNumber"] for answer in answers) == [0, 3, 6]
    (last,) = answers_to(question)
    assert last in answers, "a part of a game is answered like the whole"


# --- some moves only, other settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*BUILT_IN, "cairn"])
def test_only_the_moves_that_are_allowed_and_not_avoided_are_searched(name: str) -> None:
    game = position(name, 4)
    question = {"id": 1, "record": game.record(), "maxVisits": 600, "includePolicy": True}
    (free,) = answers_to(question)
    best = free["moveInfos"][0]["move"]
    unsearched = [move for move in game.legal_moves if move not in {info["move"] for info in free["moveInfos"]}]
    allowed = [best, *(unsearched or game.legal_moves)[-2:]]
    (few,) = answers_to({**question, "allowMoves": allowed})
    assert {info["move"] for info in few["moveInfos"]} == set(allowed), "also moves that the search did not think worth a try"
    assert {move for move, prior in few["policy"].items() if prior} == set(allowed)
    assert sum(few["policy"].values()) == pytest.approx(1, abs=1e-3)
    assert sum(info["visits"] for info in few["moveInfos"]) in {599, 600}
    (without,) = answers_to({**question, "avoidMoves": [best]})
    searched = {info["move"] for info in without["moveInfos"]}
    assert best not in searched and searched and without["policy"][best] == 0
    (both,) = answers_to({**question, "allowMoves": allowed, "avoidMoves": [best]})
    assert {info["move"] for info in both["moveInfos"]} == set(allowed) - {best}


def test_moves_are_restricted_for_the_position_itself_and_not_for_the_replies() -> None:
    game = position("amytis", 0)
    (answer,) = answers_to({"id": 1, "record": game.record(), "maxVisits": 500, "allowMoves": game.legal_moves[:1]})
    (only,) = answer["moveInfos"]
    assert only["pv"][0] == game.legal_moves[0] and only["pv"][1:2] != game.legal_moves[:1]
    assert answers_to({"id": 1, "record": game.record(), "maxVisits": 500, "avoidMoves": []}) == answers_to(
        {"id": 1, "record": game.record(), "maxVisits": 500}
    )


def test_who_cannot_know_the_legal_moves_cannot_restrict_them() -> None:
    game = position("blueprints", 9)
    other = 1 - (game.to_move or 0)
    (refused,) = answers_to({"id": 1, "record": game.record(), "seat": other, "allowMoves": game.legal_moves[:1]})
    assert refused["field"] == "allowMoves" and f"seat {other} cannot know" in refused["error"]


def test_a_question_overrides_the_settings_of_its_search() -> None:
    game = position("akropolis", 3)
    question = {"id": 1, "record": game.record(), "maxVisits": 300}

    def searched(**settings: float) -> list[str]:
        (answer,) = answers_to({**question, "overrideSettings": settings})
        return [info["move"] for info in answer["moveInfos"]]

    assert len(searched(widestFirst=2, explore=20)) < len(searched(explore=20)), "legal moves of other deals may come to the two"
    assert len(searched(temperature=1000, explore=20)) > len(searched(temperature=0.1)), "where all look alike, all are tried"
    for name, (_, kind, least, most) in SETTINGS.items():
        assert searched(**{name: kind(least)}) and searched(**{name: kind(min(most, 100))}), name
    assert answers_to({**question, "overrideSettings": {}}) == answers_to(question)


def test_an_unknown_setting_is_answered_with_those_that_there_are() -> None:
    (refused,) = answers_to({**GOOD, "overrideSettings": {"expolre": 2}})
    assert "no setting `expolre`" in refused["error"] and "`explore`" in refused["error"]


# --- determinism, and what is hidden ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_same_question_has_the_same_answer_whatever_runs_beside_it(name: str) -> None:
    question = {"id": 1, "record": position(name, 5).record(), "maxVisits": 400, "searchSeed": "s", "includePolicy": True}
    alone = answers_to(question)
    others = [{"id": number, "game": "amytis", "seed": number, "maxVisits": 900} for number in range(2, 6)]
    assert by_id(answers_to(*others, question, threads=3))[1] == alone[0]
    assert answers_to({**question, "searchSeed": "t"}) != alone


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("seat", [0, 1])
def test_what_the_seat_cannot_see_changes_nothing(name: str, seat: int) -> None:
    """Deals that look alike to the seat get the same answer, byte for byte, whoever is to move; so does its view alone.

    A view of Blueprints does not tell in which order the dice of the pool were drawn: there the same is expected, and not drawn alike.
    """
    for plies in (5, 8):
        game = position(name, plies)
        common = {"id": 1, "maxVisits": 150, "seat": seat, "includePolicy": True}
        answer = answers_to({**common, "record": game.record()})
        for dream in range(3):
            assert answers_to({**common, "record": game.imagine(seat, dream).record()}) == answer
        seen = answers_to({**common, "view": game.view(seat)})
        assert seen == answer or (name == "blueprints" and seen[0]["rootInfo"]["winrate"] == pytest.approx(answer[0]["rootInfo"]["winrate"], abs=0.05))
        assert answer[0]["rootInfo"]["seat"] == seat


def test_other_eyes_expect_something_else_where_there_are_secrets() -> None:
    game = position("blueprints", 9)
    mine, theirs = (answers_to({"id": 1, "record": game.record(), "maxVisits": 200, "seat": seat})[0]["rootInfo"] for seat in (0, 1))
    assert mine["win"] != theirs["win"]
    assert mine["winrate"] == mine["win"][0]
    assert theirs["winrate"] == theirs["win"][1]


# --- questions ----------------------------------------------------------------------------------------------------------

GOOD: Fields = {"id": 1, "game": "amytis", "seed": "7", "moves": ["b2>a1"], "maxVisits": 5}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"game": None}, "game"),
        ({"options": {"sides": "XYZ"}}, "options"),
        ({"options": {"colour": 3}}, "options"),
        ({"seed": None}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"deal": {"seed": "7"}}, "deal"),
        ({"seed": None, "deal": {}}, "deal"),
        ({"seed": None, "deal": {"stacks": []}}, "deal"),
        ({"moves": ["b2>a1", "b2>b2"]}, "moves"),
        ({"moves": ["castle"]}, "moves"),
        ({"moves": "b2>a1"}, "moves"),
        ({"moves": ["b2>a1"] * 20_000}, "moves"),
        ({"analyzeTurns": [2]}, "analyzeTurns"),
        ({"analyzeTurns": [-1]}, "analyzeTurns"),
        ({"analyzeTurns": []}, "analyzeTurns"),
        ({"analyzeTurns": 1}, "analyzeTurns"),
        ({"maxVisits": 0}, "maxVisits"),
        ({"maxVisits": "many"}, "maxVisits"),
        ({"maxVisits": 10**12}, "maxVisits"),
        ({"maxTime": -1}, "maxTime"),
        ({"seat": 2}, "seat"),
        ({"seat": -1}, "seat"),
        ({"includePolicy": "yes"}, "includePolicy"),
        ({"allowMoves": []}, "allowMoves"),
        ({"allowMoves": ["b2>a1"]}, "allowMoves"),
        ({"allowMoves": ["castle"]}, "allowMoves"),
        ({"allowMoves": "a1>b2"}, "allowMoves"),
        ({"avoidMoves": ["a1>b2", "b2>a1"]}, "avoidMoves"),
        ({"allowMoves": ["a3>b2"], "avoidMoves": ["a3>b2"]}, "avoidMoves"),
        ({"overrideSettings": {"cpuctExploration": 1}}, "overrideSettings"),
        ({"overrideSettings": {"temperature": 0}}, "overrideSettings"),
        ({"overrideSettings": {"explore": 1e6}}, "overrideSettings"),
        ({"overrideSettings": {"widest": 2.5}}, "overrideSettings"),
        ({"overrideSettings": {"explore": "much"}}, "overrideSettings"),
        ({"overrideSettings": [1]}, "overrideSettings"),
        ({"id": None}, "id"),
        ({"id": [1]}, "id"),
        ({"action": "dance"}, "action"),
        ({"action": "terminate"}, "terminateId"),
        ({"action": 7}, "action"),
        ({"record": {"ziggurat": 1}}, "record"),
        ({"game": None, "moves": None, "seed": None, "record": {"ziggurat": 1}}, "record"),
        ({"game": None, "moves": None, "seed": None, "view": {"game": "amytis"}}, "view"),
    ],
    ids=str,
)
def test_an_error_names_its_field_and_the_engine_goes_on(change: Fields, field: str) -> None:
    wrong = {name: value for name, value in {**GOOD, **change}.items() if value is not None}
    refused, good = sorted(answers_to(wrong, {**GOOD, "id": 2}), key=lambda answer: answer["id"] == 2)
    assert refused.keys() == {"error", "field", "id"}
    assert refused["field"] == field
    assert refused["id"] == (1 if field != "id" else None)
    assert "\n" not in refused["error"]
    assert good["rootInfo"]["visits"] == 5


def test_a_wrong_game_with_many_turns_is_refused_once() -> None:
    (answer,) = answers_to({**GOOD, "moves": ["b2>a1", "b2>a1"], "analyzeTurns": [0, 1, 2]}, threads=3)
    assert answer["field"] == "moves"


def test_a_misspelt_field_is_noticed_and_the_question_answered() -> None:
    warning, answer = answers_to({**GOOD, "maxVisit": 10})
    assert warning.keys() == {"warning", "field", "id"}
    assert warning["field"] == "maxVisit"
    assert answer["rootInfo"]["visits"] == 5


def test_a_deal_is_given_by_seed_in_full_or_by_both() -> None:
    deal = ziggurat.new("amytis", seed=7).deal
    answers = [
        answers_to({"id": 1, "game": "amytis", **given})[0] for given in ({"seed": 7}, {"deal": {"seed": "7"}}, {"deal": deal}, {"deal": {"seed": "7", **deal}})
    ]
    assert all(answer == answers[0] for answer in answers)
    assert answers[0]["rootInfo"]["visits"] == 50, "the default of the engine"


def test_a_view_has_one_turn() -> None:
    game = position("amytis", 4)
    with pytest.raises(QuestionError, match="a view shows ply 4 alone"):
        read_question({"id": 1, "view": game.view(0), "analyzeTurns": [3]})


# --- time, reports, ends ------------------------------------------------------------------------------------------------


def test_time_ends_a_search_and_reports_come_on_the_way() -> None:
    answers = answers_to({"id": 1, "game": "amytis", "seed": 7, "maxTime": 0.4, "reportDuringSearchEvery": 0.1})
    assert [answer["isDuringSearch"] for answer in answers] == [True] * (len(answers) - 1) + [False]
    assert len(answers) >= 2
    visits = [answer["rootInfo"]["visits"] for answer in answers]
    assert visits == sorted(visits)


def test_many_questions_can_be_ended_at_once() -> None:
    written: list[Fields] = []
    running = Engine(written.append, threads=1)
    for number in range(12):
        running.handle(json.dumps({"id": number, "game": "amytis", "seed": number, "maxVisits": 10_000_000}).encode())
    running.handle(b'{"id": "one", "action": "terminate", "terminateId": 11, "turnNumbers": [5]}')
    running.handle(b'{"id": "all", "action": "terminate_all"}')
    running.close()
    answers = by_id(written)
    assert answers["one"]["turnNumbers"] == [5]
    assert set(answers) == {*range(12), "one", "all"}
    assert all(answers[number].get("noResults") or answers[number]["rootInfo"]["visits"] > 0 for number in range(12))
    assert answers[11] == {"id": 11, "turnNumber": 0, "isDuringSearch": False, "noResults": True}, "there was no room for its search yet"


def test_a_fault_in_a_search_is_answered_and_the_engine_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Query) -> Game:
        raise RuntimeError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr(Query, "make_game", fail)
        (answer,) = answers_to(GOOD)
    assert answer == {"error": "the engine failed at ply 1: RuntimeError: a bug", "field": None, "id": 1}


def test_nothing_is_written_by_two_threads_at_once() -> None:
    lock = Lock()

    def write(answer: Fields) -> None:
        assert lock.acquire(blocking=False)
        time.sleep(0.001)
        lock.release()

    running = Engine(write, threads=4)
    for number in range(20):
        running.handle(json.dumps({**GOOD, "id": number}).encode())
    running.close()


# --- who is next --------------------------------------------------------------------------------------------------------


def query(number: int, turns: int = 1, priority: int = 0) -> Query:
    moves = ["b2>a1"] * (turns - 1)
    return Query(Question(id=number, game="amytis", seed=1, moves=moves, analyze_turns=list(range(turns)), priority=priority), number, 100)


def served(scheduler: Scheduler, slices: int) -> list[int]:
    """Which questions get the next slices, each a second long."""
    order = []
    for _ in range(slices):
        turn = scheduler.take()
        assert turn is not None
        order.append(turn.query.number)
        scheduler.give_back(turn, 1.0, done=False)
    return order


def test_a_question_of_many_turns_gets_no_more_than_a_question_of_one() -> None:
    scheduler = Scheduler(most_open=8)
    scheduler.add(query(0, turns=50))
    assert served(scheduler, 5) == [0] * 5
    scheduler.add(query(1))
    scheduler.add(query(2))
    order = served(scheduler, 30)
    assert [order.count(number) for number in range(3)] == [10, 10, 10]


def test_priority_goes_first() -> None:
    scheduler = Scheduler(most_open=8)
    scheduler.add(query(0))
    scheduler.add(query(1, priority=3))
    assert served(scheduler, 4) == [1] * 4


def test_only_so_many_searches_are_open_and_the_others_have_their_turn() -> None:
    scheduler = Scheduler(most_open=2)
    for number in range(5):
        scheduler.add(query(number))
    assert set(served(scheduler, 10)) == {0, 1}
    for expected in ({0, 1, 2}, {0, 1, 2, 3}):
        turn = scheduler.take()
        assert turn is not None
        scheduler.give_back(turn, 1.0, done=True)
        assert set(served(scheduler, 6)) <= expected
        assert scheduler.open == 2
    scheduler.close()
    while (turn := scheduler.take()) is not None:
        scheduler.give_back(turn, 1.0, done=True)
    assert scheduler.open == 0
    assert not scheduler.queries
