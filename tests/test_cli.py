"""The command line: names, JSON fields and exit codes are relied on by others."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from asking import Ask
from ziggurat import __version__
from ziggurat.kernel import PACKAGE
from ziggurat.registry import game_names


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty recorded games."""
    path = tmp_path_factory.mktemp("games") / "games.zig.jsonl"
    command = [sys.executable, "-m", "ziggurat", "record", "amytis", "--bots", "random,greedy", "--games", "20", "--seed", "1", "--out", str(path)]
    subprocess.run(command, check=True)
    return path


def test_record_writes_the_same_bytes_in_every_process(games: Path, tmp_path: Path, ask: Ask) -> None:
    again = tmp_path / "again.zig.jsonl"
    assert ask("record", "amytis", "--bots", "random,greedy", "--games", "20", "--seed", "1", "--out", str(again)).code == 0
    assert again.read_bytes() == games.read_bytes()
    to_stdout = ask("record", "amytis", "--bots", "random,greedy", "--games", "20", "--seed", "1")
    assert to_stdout.out.encode() == games.read_bytes()
    first = json.loads(games.read_text().splitlines()[0])
    assert list(first) == ["ziggurat", "game", "rules", "options", "deal", "players", "moves", "result"]
    assert first["deal"]["seed"] == "1/0"
    assert first["players"] == ["bot:random", "bot:greedy"]
    assert first["options"] == {"seats": 2, "edition": "second", "sides": "AAAAAA", "bottom_row_limit": "none", "palace_b_counts": "before"}


def test_record_takes_options_and_resolves_chance(ask: Ask) -> None:
    answer = ask("record", "amytis", "--seats", "2", "-o", "sides=random", "--option", "edition=first", "--games", "8", "--seed", "x")
    options = [record["options"] for record in answer.json]
    assert {each["edition"] for each in options} == {"first"}
    assert len({each["sides"] for each in options}) > 4


def test_replay_accepts_and_answers_in_json(games: Path, ask: Ask) -> None:
    answer = ask("replay", str(games), "--json")
    assert answer.code == 0
    assert len(answer.json) == 20
    record = json.loads(games.read_text().splitlines()[0])
    assert answer.json[0] == {"ok": True, "plies": len(record["moves"]), **record["result"], "error": None}
    assert ask("replay", "-", stdin=games.read_text()).out == "20 records, 20 right, 0 wrong\n"


def test_replay_upto_gives_the_scores_so_far(games: Path, ask: Ask) -> None:
    answer = ask("replay", str(games), "--json", "--upto", "0")
    assert answer.code == 0
    assert answer.json[3]["scores"] == [0, 0]
    assert answer.json[3]["plies"] == 0
    assert answer.json[3]["error"] is None


def test_replay_refuses_the_bad_ones_and_checks_the_others(games: Path, ask: Ask) -> None:
    good, other = games.read_text().splitlines()[:2]
    bad = good.replace('"moves":["', '"moves":["z9>z9","', 1)
    answer = ask("replay", "-", "--json", stdin="\n".join([good, bad, "{truncated", other]))
    assert answer.code == 1
    assert [line["ok"] for line in answer.json] == [True, False, False, True]
    assert "`moves[0]`" in answer.json[1]["error"]
    human = ask("replay", "-", stdin="\n".join([good, bad, other]))
    assert human.code == 1
    assert "record on line 2: `moves[0]`" in human.err
    assert "3 records, 2 right, 1 wrong" in human.out


def test_replay_shows_a_single_game(games: Path, ask: Ask) -> None:
    answer = ask("replay", "-", stdin=games.read_text().splitlines()[0])
    assert "The game is over" in answer.out


def test_legal_lists_sorted_moves(games: Path, ask: Ask) -> None:
    line = games.read_text().splitlines()[0]
    answer = ask("legal", "-", "--json", "--upto", "1", stdin=line)
    (fields,) = answer.json
    assert fields.keys() == {"ply", "to_move", "over", "legal"}
    assert fields["ply"] == 1
    assert fields["legal"] == sorted(fields["legal"])
    assert json.loads(line)["moves"][1] in fields["legal"]
    (end,) = ask("legal", "-", "--json", stdin=line).json
    assert end == {"ply": len(json.loads(line)["moves"]), "to_move": None, "over": True, "legal": []}


def test_score_reads_positions(ask: Ask) -> None:
    good = {"board": [["Gw", "", "Bt Or"], ["", "", ""], ["", "", "Gw Gw Gw"]], "track": 61, "projects": [8, 12], "favors": ["I", "corners", "row", "row"]}
    answer = ask("score", "amytis", "-", "--json", stdin=json.dumps(good))
    assert answer.json == [{"track": 61, "projects": 20, "favors": {"I": 3, "corners": 5, "row": 10}, "total": 99}]
    human = ask("score", "amytis", "-", stdin=json.dumps(good))
    assert "total 99" in human.out


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"board": [["Gw"]]}, "3 rows of 3 spaces"),
        ({"board": [["Zz", "", ""], ["", "", ""], ["", "", ""]]}, "space a1 holds `Zz`"),
        ({"projects": [21]}, "there is no card 21"),
        ({"projects": [8, 8]}, "names card 8 more than once"),
        ({"favors": ["V"]}, "there is no favor `V`"),
        ({"favors": ["IV", "IV"]}, "names `IV` more than once"),
        ({"favors": ["row"] * 6}, "a player has 5"),
        ({"track": -1}, "never negative"),
        ({"track": "many"}, "Expected `int`"),
        ({"stones": 4}, "unknown field `stones`"),
    ],
)
def test_score_says_what_is_wrong_and_answers_the_others(change: dict[str, Any], reason: str, ask: Ask) -> None:
    good = {"board": [["", "", ""]] * 3}
    answer = ask("score", "amytis", "-", "--json", stdin=f"{json.dumps(good)}\n{json.dumps({**good, **change})}\n{json.dumps(good)}")
    assert answer.code == 1
    assert [line.get("total") for line in answer.json] == [0, None, 0]
    assert reason in answer.json[1]["error"]


def test_match_has_its_fixed_fields(ask: Ask) -> None:
    answer = ask("match", "amytis", "greedy", "random", "--games", "5", "--seed", "1", "--json")
    (fields,) = answer.json
    assert list(fields) == ["bots", "games", "wins", "points", "mean_scores", "elo_diff", "interval", "seconds_per_move"]
    assert fields["games"] == 6
    assert fields["bots"] == ["greedy", "random"]
    human = ask("match", "amytis", "greedy", "random", "--games", "2", "--seed", "1")
    assert "95 % interval" in human.out


def test_bench_has_its_fixed_fields(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.measure.kernels.SECONDS_A_RUN", 0.001)
    (fields,) = ask("bench", "--game", "amytis", "--json").json
    assert list(fields["amytis"]) == ["plies_per_s", "games_per_s", "compile_s", "state_bytes", "mean_score", "mean_legal"]
    assert fields["amytis"]["state_bytes"] <= 256


def test_bench_shows_the_same_games_without_lists_beside_it(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.measure.kernels.FIRST_GAMES", 2)
    (fields,) = ask("bench", "--game", "blueprints", "--sampled", "--json").json
    assert fields["blueprints"]["sampled_plies_per_s"] > 0
    assert "without lists of moves" in ask("bench", "--game", "amytis", "--sampled").out


@pytest.mark.parametrize(("flag", "keys"), [("--python", ["push_text_per_s", "push_code_per_s"]), ("--batch", ["steps_per_s", "steps_observed_per_s"])])
def test_bench_measures_python_and_batches(flag: str, keys: list[str], ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.measure.python.RUNS", 1)
    monkeypatch.setattr("ziggurat.measure.python.COMMON_GAMES", 64)
    (fields,) = ask("bench", flag, "--game", "amytis", "--json").json
    assert fields.keys() - {"python-chess"} == {"amytis"}
    assert all(fields["amytis"][key] > 0 for key in keys)
    human = ask("bench", flag, "--game", "blueprints", "--option", "seats=3")
    assert human.code == 0
    assert human.out.startswith("blueprints  ")


def test_bench_measures_a_server_with_few_tables_before_their_games_are_over() -> None:
    answer = json.loads(program("bench", "--server", "--tables", "2", "--seconds", "1", "--json").stdout)
    assert answer["tables"] == 2 and answer["moves_per_s"] > 0 and answer["settings"] == "page"


def test_bench_compares_with_python_chess_where_it_is(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.measure.python.measure_chess", lambda: {"push_text_per_s": 1.0, "push_code_per_s": 2.0})
    monkeypatch.setattr("ziggurat.measure.python.RUNS", 1)
    (fields,) = ask("bench", "--python", "--game", "amytis", "--json").json
    assert list(fields) == ["amytis", "python-chess"]
    assert fields["python-chess"] == {"push_text_per_s": 1.0, "push_code_per_s": 2.0}


def test_doctor_finds_every_game(ask: Ask) -> None:
    answer = ask("doctor")
    assert answer.code == 0
    assert all(f"game {name} complete" in answer.out for name in game_names())


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["record", "chess"], 2, "there is no game `chess`"),
        (["record", "amytis", "--bots", "random"], 2, "seats"),
        (["record", "amytis", "--bots", "random,clever"], 2, "there is no bot `clever`"),
        (["record", "amytis", "-o", "sides=XYZ"], 2, "six letters"),
        (["record", "amytis", "-o", "sides"], 2, "write NAME=VALUE"),
        (["record", "amytis", "-o", "edition=first", "-o", "edition=second"], 2, "given twice"),
        (["record", "amytis", "--out", "no/such/folder/x.jsonl"], 2, "cannot write"),
        (["record"], 2, "Missing argument"),
        (["dance"], 2, "No such command"),
        (["replay", "nowhere.zig.json"], 1, "cannot read `nowhere.zig.json`"),
        (["replay", "-"], 1, "holds no record"),
        (["score", "amytis", "-"], 1, "holds no position"),
        (["score", "chess", "-"], 2, "there is no game"),
        (["match", "amytis", "random"], 2, "seats"),
        (["match", "amytis", "random", "level:9"], 2, "there is no bot `level:9`"),
        (["match", "amytis", "random", "mcts:depth=3"], 2, "write `mcts:sims=2000`"),
        (["bench", "--game", "chess"], 2, "there is no game"),
        (["bench", "--python", "--batch"], 2, "name one of them"),
        (["play", "amytis", "greedy", "greedy", "greedy"], 2, "3 bots are named"),
        (["play", "amytis", "--language", "de"], 2, "there is no language `de`"),
        (["legal", "-"], 1, "holds no record"),
    ],
)
def test_mistakes_get_one_clear_line_and_a_status(arguments: list[str], code: int, reason: str, ask: Ask) -> None:
    answer = ask(*arguments)
    assert answer.code == code
    assert reason in " ".join((answer.err + answer.out).split())


def test_every_command_explains_itself(ask: Ask) -> None:
    listed = ask("--help").out
    for command in ("play", "record", "replay", "legal", "score", "match", "ladder", "analyse", "bench", "warm", "doctor"):
        assert command in listed
        assert ask(command, "--help").code == 0
    assert ask("--version").out == f"ziggurat {__version__}\n"


# --- the terminal game ---------------------------------------------------------------------------------------------------


def play(ask: Ask, script: str, *arguments: str) -> str:
    answer = ask("play", "amytis", *arguments, stdin=script)
    assert answer.code == 0, answer.err
    return answer.out


def test_a_person_plays_takes_back_asks_for_a_hint_and_saves(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "mine.zig.json"
    out = play(ask, f"help\nhint\nhint\nhint 3\na1>a1\nundo\nmoves c3\nscore\nb1 b2\nsave {file}\nquit\n", "greedy", "--seed", "3", "--language", "en")
    assert re.search("Look at the |Compare the ", out) and "Advice: " in out and "A typical other move" in out
    assert "Taken back: a1>a1" in out
    assert "9 legal moves: c3>a1" in out
    assert f"Saved to {file}" in out
    assert "Magpie takes the" in out
    saved = json.loads(file.read_text())
    assert saved["moves"][0] == "b1>b2"
    assert saved["players"] == ["First player", "bot:greedy"]
    assert ask("replay", str(file)).code == 0


def test_wrong_input_at_the_table_is_explained_and_changes_nothing(ask: Ask) -> None:
    out = play(ask, "castle\n+1\n!IV\n\nquit\n", "random", "--seed", "1", "--language", "en")
    assert "castle is neither a move nor a command" in out
    assert "+1 is not legal: no palace waits" in out
    assert "Until next time." in out


def test_leaving_an_unsaved_game_asks_once(ask: Ask) -> None:
    out = play(ask, "a1>a1\nquit\nquit\n", "random", "--seed", "2", "--language", "en")
    assert "not saved" in out


def test_the_table_speaks_french(ask: Ask) -> None:
    out = play(ask, "a1>a1\nundo\nquit\n", "random", "--seed", "2", "--language", "fr")
    assert "Les Architectes d’Amytis" in out
    assert "Premier joueur" in out


def test_the_second_seat_can_be_chosen_and_people_can_play_each_other(ask: Ask) -> None:
    out = play(ask, "quit\nquit\n", "greedy", "--seat", "2", "--seed", "3", "--language", "en")
    assert "Magpie takes the" in out
    both = play(ask, "a1>a1\nb1>b1\nquit\nquit\n", "--seed", "3", "--language", "en")
    assert "Second player, your move" in both


def test_a_whole_game_can_be_played_to_its_end(ask: Ask, tmp_path: Path) -> None:
    hinted: list[str] = []
    record = json.loads(ask("record", "amytis", "--bots", "random,random", "--seed", "whole").out)
    hinted += record["moves"]
    file = tmp_path / "end.zig.json"
    out = play(ask, "\n".join([*hinted, f"save {file}", "quit"]) + "\n", "--seed", "whole/0", "--language", "en")
    assert "The game is over" in out
    assert "Final score" in out
    assert json.loads(file.read_text())["result"] == record["result"]


# --- as a program --------------------------------------------------------------------------------------------------------


def program(*arguments: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "ziggurat", *arguments], input=stdin, capture_output=True, text=True, env={**os.environ, **env}, check=False)


def test_a_game_ends_quietly_with_the_input() -> None:
    done = program("play", "amytis", "greedy", ZIGGURAT_LANGUAGE="en")
    assert done.returncode == 0, done.stderr
    assert "The Architects of Amytis" in done.stdout
    assert "\x1b[" not in done.stdout, "no colour codes where nobody sees them"


def test_no_color_is_honoured_and_colour_is_there_when_asked() -> None:
    assert "\x1b[" in program("play", "amytis", "random", FORCE_COLOR="1", TERM="xterm-256color").stdout
    coloured = program("play", "amytis", "random", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color").stdout
    assert "\x1b[3" not in coloured and "\x1b[48" not in coloured


def test_a_reader_that_has_enough_is_no_error(games: Path) -> None:
    script = f"{sys.executable} -m ziggurat record amytis --seed 1 --games 300 | head -n 1 > /dev/null; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux that is always full")
@pytest.mark.parametrize("command", ["record amytis --seed 1 --games 2", "match amytis random random --games 2", "match --help"])
def test_a_full_disk_behind_the_output_is_an_error_without_a_trace(command: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-m", "ziggurat", *command.split()], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "error: cannot write: No space left on device\n")


def test_the_package_ships_its_words_and_rulebooks() -> None:
    assert (PACKAGE / "py.typed").is_file()
    assert (PACKAGE / "games/amytis/rulebook.md").is_file()


@pytest.mark.parametrize(("game", "field"), [("akropolis", "visible"), ("blueprints", "building")])
def test_the_scoring_examples_can_be_fed_to_score_as_they_are(game: str, field: str, ask: Ask) -> None:
    examples = json.loads((Path(__file__).parent / f"games/{game}/examples.json").read_text(encoding="utf-8"))
    typed = [example for example in examples if field in example and "die" not in example]
    assert len(typed) > 15
    answer = ask("score", game, "-", "--json", stdin="\n".join(json.dumps(example) for example in typed))
    for example, scored in zip(typed, answer.json, strict=True):
        wanted = {key: value for key, value in example["expect"].items() if key in scored or "error" in scored}
        assert {key: scored.get(key) for key in wanted} == wanted, example["id"]
