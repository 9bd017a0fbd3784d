"""Outside bots play by views alone, and whatever they do, the match goes on."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

import ziggurat
from asking import Ask
from ziggurat.arena.match import play_match, record_games
from ziggurat.registry import game_spec
from ziggurat.search.bots import check_bots, make_bot
from ziggurat.search.outside import OutsideBot

SOURCE = """
import os, sys, time
count = 0

class First:
    def choose(self, view):
        global count
        count += 1
        self.moves = getattr(self, "moves", 0) + 1
        assert count == self.moves, "a fresh process for each game"
        print("this does not disturb the answer")
        assert view["legal"] and view["seat"] == view["to_move"]
        return sorted(view["legal"])[0]

class Crash:
    def choose(self, view):
        raise RuntimeError("no idea")

class Late(First):
    def choose(self, view):
        return super().choose(view) if len(view["log"]) < 6 else 1 / 0

class Loop:
    def choose(self, view):
        while True:
            pass

class Illegal:
    def choose(self, view):
        return "castle"

class Number:
    def choose(self, view):
        return 7

class Silent:
    def choose(self, view):
        os._exit(3)

class Quits:
    def choose(self, view):
        sys.exit("bye")

class Hungry:
    def choose(self, view):
        return "x" * (40 << 30)

class Talks:
    def choose(self, view):
        os.write(1, b"rubbish\\n" * 1000)
        return sorted(view["legal"])[0]

class NeedsArguments:
    def __init__(self, x):
        pass

class Mute:
    pass

class Thinker:
    def __init__(self):
        raise OSError("no weights here")

    def choose(self, view):
        return view["legal"][0]

class Sleeper:
    def __init__(self):
        time.sleep(60)
"""
BROKEN = {
    "Missing": "the file has no class `Missing`, only `First`, `Crash`",
    "NeedsArguments": "TypeError",
    "Mute": "has no method `choose(self, view)`",
    "Thinker": "OSError: no weights here",
    "count": "TypeError",
}
"""Bots that cannot be made, and why."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bots") / "bots.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.mark.parametrize("game", ["amytis", "akropolis", "blueprints"])
def test_an_outside_bot_plays_whole_games_by_its_view(game: str, file: Path) -> None:
    *_, match = play_match(game, [f"py:{file}:First", "random"], {}, "outside", 2)
    assert match.games == 2
    assert match.forfeits == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Crash", "RuntimeError: no idea"),
        ("Late", "ZeroDivisionError"),
        ("Illegal", "answered 'castle' at ply"),
        ("Number", "answered '7'"),
        ("Silent", r"ended without an answer|gave no answer"),
        ("Quits", "SystemExit"),
        ("Hungry", "MemoryError"),
        ("NeedsArguments", "TypeError"),
        ("Missing", "AttributeError"),
    ],
)
def test_a_bad_bot_loses_with_a_reason_and_the_match_goes_on(name: str, reason: str, file: Path) -> None:
    *_, match = play_match("amytis", [f"py:{file}:{name}", "random"], {}, "bad", 4)
    summary = match.summary()
    assert summary["games"] == 4
    assert summary["points"] == [0, 4]
    assert len(summary["forfeits"]) == 4
    with pytest.raises(ziggurat.BotError, match=reason):
        make_bot(f"py:{file}:{name}", game_spec("amytis"), "1").choose(late_position(name))


def late_position(name: str) -> ziggurat.Game:
    game: ziggurat.Game = ziggurat.new("amytis", seed=1)
    while name == "Late" and game.ply < 6:
        game.push(game.legal_moves[0])
    return game


def test_an_endless_loop_is_ended_in_time(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.search.outside.START", 1.0)
    bot = OutsideBot(game_spec("amytis"), f"py:{file}:Loop", seconds=0.2)
    began = time.perf_counter()
    with pytest.raises(ziggurat.BotError, match=r"gave no answer within 1\.2 s"):
        bot.choose(ziggurat.new("amytis", seed=1))
    assert time.perf_counter() - began < 30, "a wide margin: the machine may be busy"
    assert bot.process is None


def test_what_a_bot_prints_does_not_disturb_its_answer(file: Path) -> None:
    game = ziggurat.new("amytis", seed=1)
    assert make_bot(f"py:{file}:Talks", game.spec, "1").choose(game) == game.spec.move_text.from_text(game.state, min(game.legal_moves))


def test_an_outside_bot_sees_only_its_view(tmp_path: Path) -> None:
    """It is given exactly the seat's view: another seat's plan and placements are not in it, nor is the seed."""
    seen = tmp_path / "seen.jsonl"
    file = tmp_path / "spy.py"
    lines = ["import json", "class Spy:", "    def choose(self, view):", f"        with open({str(seen)!r}, 'a') as out:"]
    lines += ["            print(json.dumps(view), file=out)", "        return view['legal'][0]"]
    file.write_text("\n".join(lines), encoding="utf-8")
    (record,) = record_games("blueprints", [f"py:{file}:Spy", "random"], {}, "spy", 1)
    game = ziggurat.new("blueprints", seed="spy/0")
    views = iter(seen.read_text(encoding="utf-8").splitlines())
    for move in record["moves"]:
        if game.to_move == 0:
            given = json.loads(next(views))
            assert {**given, "seats": None} == {**game.view(0), "seats": None}
            assert "spy/0" not in json.dumps(given)
        game.push(move)


@pytest.mark.parametrize("name", ["py:", "py:nowhere.py:Bot", "py:nowhere.py", f"py:{sys.executable}:not a name"])
def test_a_bot_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(ziggurat.BotError, match="py:"):
        make_bot(name, game_spec("amytis"), "1")


@pytest.mark.parametrize(("name", "reason"), BROKEN.items())
def test_a_bot_that_cannot_be_made_stops_a_match_before_the_first_deal(name: str, reason: str, file: Path, ask: Ask, tmp_path: Path) -> None:
    log, bot = tmp_path / "deals.jsonl", f"py:{file}:{name}"
    for command in (["match", "amytis", "random", bot, "--log", str(log)], ["ladder", "amytis", "random", bot, "--log", str(log)]):
        answer = ask(*command, "--games", "2", "--seed", "1", "--json")
        assert (answer.code, answer.out) == (2, "")
        assert reason in answer.err
        assert not log.exists()
    record = ask("record", "amytis", "--bots", f"random,{bot}", "--out", str(tmp_path / "games.zig.jsonl"))
    assert (record.code, record.out) == (2, "")
    assert reason in record.err
    assert not (tmp_path / "games.zig.jsonl").exists()
    for call in (ziggurat.match, ziggurat.ladder):
        with pytest.raises(ziggurat.BotError) as raised:
            call("amytis", ["random", bot], games=2)
        assert reason in str(raised.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("import nothing_of_this_name", "ModuleNotFoundError"), ("class Bot(:", "SyntaxError"), ("1 / 0", "ZeroDivisionError"), ("exit(3)", "SystemExit")],
)
def test_a_file_that_cannot_be_imported_stops_a_match(text: str, reason: str, tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "broken.py"
    file.write_text(f"{text}\nclass Bot:\n    def choose(self, view):\n        return view['legal'][0]\n", encoding="utf-8")
    answer = ask("match", "amytis", "random", f"py:{file}:Bot", "--games", "2", "--json")
    assert (answer.code, answer.out) == (2, "")
    assert reason in answer.err
    assert ask("play", "amytis", f"py:{file}:Bot").code == 2


def test_a_misnamed_file_stops_a_match(ask: Ask) -> None:
    for command in (["match", "amytis", "random", "py:nowhere.py:Bot"], ["ladder", "amytis", "random", "py:nowhere.py:Bot"]):
        assert ask(*command).code == 2
    with pytest.raises(ziggurat.BotError, match="there is no file"):
        ziggurat.match("amytis", ["random", "py:nowhere.py:Bot"], games=2)


def test_a_bot_that_never_gets_ready_is_not_waited_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.search.outside.START", 0.3)
    monkeypatch.setattr("ziggurat.search.outside.SECONDS", 0.2)
    with pytest.raises(ziggurat.BotError, match=r"gave no answer within 0\.5 s"):
        check_bots([f"py:{file}:Sleeper"], game_spec("amytis"))


def test_a_file_of_any_name_holds_a_bot(tmp_path: Path) -> None:
    file = tmp_path / "my bot v2.txt"
    file.write_text("class Bot:\n    def choose(self, view):\n        return view['legal'][0]\n", encoding="utf-8")
    check_bots([f"py:{file}:Bot"], game_spec("amytis"))


def test_the_command_line_tells_why_a_game_was_lost(file: Path, ask: Ask) -> None:
    answer = ask("match", "amytis", f"py:{file}:Crash", "greedy", "--games", "2", "--seed", "1", "--json")
    assert answer.code == 0
    assert answer.json[0]["points"] == [0, 2]
    assert "RuntimeError: no idea" in answer.err
    record = ask("record", "amytis", "--bots", f"py:{file}:Crash,greedy", "--seed", "1")
    assert record.code != 0
    assert "game 0 ended at ply 0" in record.err
