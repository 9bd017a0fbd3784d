"""Logs of levels whose settings have changed: their games are not counted as those of the levels of today."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ziggurat
from asking import Ask
from ziggurat.lab.dataset import dataset_identity, games_to_play
from ziggurat.lab.part_file import PartFile, fill
from ziggurat.lab.selfplay import self_play_games, self_play_identity
from ziggurat.levels import one_ply
from ziggurat.search import level_bots

OWN = """
from ziggurat.lab.estimates import share
from ziggurat.lab.study import Answer, Group, Study

STUDY = Study("own", "Own", "Who?", "A plan.", [Group("all", "amytis", ["level:2"], 4)], lambda results: Answer("One."))
"""
COMMANDS = {
    "match": "match amytis level:2 random --games 4",
    "ladder": "ladder amytis random level:2 --games 4",
    "tournament": "tournament amytis random level:2 --games 4",
    "swiss": "tournament amytis random level:2 greedy --swiss 2 --games 4",
    "study": "study own.py",
    "study again": "study own.py --no-play",
}


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Gives all levels of Amytis other settings."""
    return lambda: monkeypatch.setattr(level_bots, "levels_of", lambda spec, seats=2: (one_ply(notice=0.123),) * 8)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_log_of_a_level_that_changed_is_refused_and_left_as_it_is(name: str, tmp_path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(OWN, encoding="utf-8")
    command = (*COMMANDS[name].split(), "--seed", "1", "--jobs", "1", "--log", "log.jsonl")
    assert ask(*[word for word in command if word != "--no-play"]).code == 0
    before = Path("log.jsonl").read_bytes()
    assert ask(*command).code == 0
    change()
    answer = ask(*command)
    said = " ".join(answer.err.split())
    assert answer.code == 1 and "`level:2` is another bot now: Level(" in said and "notice=0.123" in said and "Name another log: games of two bots" in said
    assert "ask for that" not in said and Path("log.jsonl").read_bytes() == before


def test_a_log_that_does_not_say_what_its_levels_were_is_refused(tmp_path: Path, ask: Ask) -> None:
    log = tmp_path / "log.jsonl"
    command = ("match", "amytis", "level:1", "random", "--games", "2", "--seed", "1", "--log", str(log))
    assert ask(*command).code == 0
    text = log.read_text(encoding="utf-8")
    start = text.index('"settings":')
    log.write_text(text[:start] + text[text.index('"seed":') :], encoding="utf-8")
    answer = ask(*command)
    assert answer.code == 1 and "the log does not say what it was there, Newcomer(" in " ".join(answer.err.split())


def test_levels_of_other_tables_are_other_bots_and_searches_are_known_by_their_name() -> None:
    two, four = (level_bots.settings_of(["level:3", "mcts:sims=4"], "akropolis", {"seats": seats}) for seats in (2, 4))
    assert isinstance(two, dict) and list(two) == ["level:3"] and two != four
    assert not level_bots.settings_of(["mcts:sims=4", "greedy"], "akropolis", {"seats": 2})


@pytest.mark.parametrize(("pieces", "identity"), [(self_play_games, self_play_identity), (games_to_play, dataset_identity)])
def test_a_part_file_of_a_level_that_changed_is_refused(pieces: Any, identity: Any, tmp_path: Path, change: Any) -> None:
    def go() -> int:
        games = pieces("amytis", ["level:2"], {}, "1", 2)
        with PartFile(tmp_path / "result", games[0], identity) as part:
            return fill(part, games, jobs=1, cluster=None, console=None)

    assert go() == go() == 2
    change()
    with pytest.raises(ziggurat.GameError, match="`level:2` is another bot now"):
        go()
