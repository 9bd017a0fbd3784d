"""A fourth game, `tests/cairn`, shows that a game is one folder: no file of the package knows it, and everything works with it.

The suites over every game (`test_every_game.py`, `test_golden.py`, `test_text.py`) run over it too; here stands what they do not ask.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from asking import Ask
from cairn.pictures import draw
from cairn.score_typed_in import score_position
from ziggurat.arena.match import play_match, record_games
from ziggurat.game import new_game
from ziggurat.kernel import PACKAGE
from ziggurat.registry import game_names
from ziggurat.search.bots import make_bot

STONES = [6, 1, 5, 5, 2, 6, 4, 3, 1, 2, 6, 4, 3, 5, 1, 2, 6, 4, 3, 5, 1, 2, 4, 3]


def test_the_package_does_not_know_it() -> None:
    assert game_names()[-1] == "cairn"
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert len(files) > 50
    assert [str(path) for path in files if "cairn" in path.name or b"cairn" in path.read_bytes().lower()] == []


# --- the rules, by hand ---------------------------------------------------------------------------------------------------


def test_a_few_turns_by_hand() -> None:
    game = new_game("cairn", deal={"stones": STONES})
    assert game.legal_moves == ["6^", "6x", "1^", "1x"]
    game.push("6^")  # a 5 takes its place
    game.push("1 X")  # sloppy; another 5 takes its place
    assert game.view()["display"] == [5, 5]
    assert game.legal_moves == ["5^", "5x"], "equal stones are one choice"
    game.push("5^")
    assert game.view()["display"] == [2, 5], "the first of two equal stones is taken"
    game.push("2^")
    assert [sheet["cairn"] for sheet in game.view()["seats"]] == [[6, 5], [2]]
    assert game.breakdown == [{"stones": 2, "top": 5}, {"stones": 1, "top": 2}]
    assert game.scores == [7, 3]
    assert game.legal_moves == ["6x", "5^", "5x"]
    with pytest.raises(ziggurat.IllegalMove, match="6 is larger than 5, the top stone"):
        game.push("6^")
    with pytest.raises(ziggurat.IllegalMove, match="no open stone has the value 3"):
        game.push("3x")
    assert game.view()["bag_left"] == 18
    assert game.log()[1:3] == [["Second player throws a 1 away"], ["First player puts a 5 on the cairn, now 2 stones high"]]


def test_with_the_option_stuck_a_stone_is_thrown_away_only_when_neither_fits() -> None:
    game = new_game("cairn", deal={"stones": STONES}, throw="stuck")
    assert game.legal_moves == ["6^", "1^"]
    with pytest.raises(ziggurat.IllegalMove, match="only when neither does"):
        game.push("6x")
    for move in ("1^", "6^"):
        game.push(move)
    assert game.view()["display"] == [5, 5]
    assert game.legal_moves == ["5x"]


def test_ties_go_to_the_higher_top_stone_and_then_are_shared() -> None:
    game = new_game("cairn", seed="tie", seats=3)
    for seat, cairn in enumerate([[6, 5, 4], [5, 5], [4, 4, 4]]):
        game.state.heights[seat] = len(cairn)
        game.state.cairns[seat, : len(cairn)] = cairn
    assert game.scores == [7, 7, 7]
    assert game.ranks == [2, 1, 2]


@pytest.mark.parametrize(("seats", "turns"), [(2, 11), (3, 7)])
@pytest.mark.parametrize("throw", ["free", "stuck"])
def test_whole_games_against_a_plain_reading_of_the_rulebook(seats: int, turns: int, throw: str) -> None:
    for number in range(50):
        game = new_game("cairn", seed=f"plain/{number}", seats=seats, throw=throw)
        bot = make_bot("random", game.spec, f"plain/{number}")
        bag: list[int] = game.deal["stones"]
        display, bag = bag[:2], bag[2:]
        cairns: list[list[int]] = [[] for _ in range(seats)]
        for turn in range(seats * turns):
            own = cairns[turn % seats]
            fitting = {value for value in display if not own or value <= own[-1]}
            thrown = set(display) if throw == "free" or not fitting else set()
            assert game.to_move == turn % seats
            assert set(game.legal_moves) == {f"{value}^" for value in fitting} | {f"{value}x" for value in thrown}
            game.push_unchecked(bot.choose(game))
            value, sign = int(game.moves[-1][0]), game.moves[-1][1]
            if sign == "^":
                own.append(value)
            display[display.index(value)] = bag.pop(0)
            view = game.view()
            assert (view["display"], view["bag_left"], [sheet["cairn"] for sheet in view["seats"]]) == (display, len(bag), cairns)
        assert game.is_over
        keys = [(len(cairn) + sum(cairn[-1:]), sum(cairn[-1:])) for cairn in cairns]
        assert game.scores == [total for total, _ in keys]
        assert game.ranks == [1 + sum(other > key for other in keys) for key in keys]


# --- what is wrong is said ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ({"stones": STONES[1:]}, "must be a list of 24 values"),
        ({"stones": [7, *STONES[1:]]}, "`deal.stones\\[0\\]` is 7, which is no stone"),
        ({"stones": [True, *STONES[1:]]}, "is True, which is no stone"),
        ({"stones": [1, *STONES[1:]]}, "holds the value 1 5 times; the box has 4"),
        ({"stones": STONES, "cards": []}, "unknown field `cards`"),
        ({}, "must be a list"),
    ],
)
def test_a_wrong_deal(deal: dict[str, Any], reason: str) -> None:
    with pytest.raises(ziggurat.DealError, match=reason):
        new_game("cairn", deal=deal)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"cairn": [5, 6]}, "has 6 on 5"),
        ({"cairn": [0]}, "holds 0, which is no stone"),
        ({"cairn": [3] * 5}, "5 times; the box has 4"),
        ({"cairn": [1] * 12}, "12 stones; a player has at most 11 turns"),
        ({"cairn": "6"}, "Expected `array`"),
        ({}, "missing required field `cairn`"),
    ],
)
def test_a_wrong_position(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(ziggurat.PositionError, match=reason):
        score_position(position)


# --- pictures -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", ["isometric", "top"])
def test_clicks_spell_exactly_the_legal_moves(look: str) -> None:
    game = new_game("cairn", seed="draw", seats=3, players=["Ada", "<Bob>", "Cy"])
    bot = make_bot("random", game.spec, "draw")
    while not game.is_over:
        picture = game.svg(look=look)
        pieces = re.findall(r'data-move="([^"]+)"', picture)
        assert set(pieces) == {piece for move in game.legal_moves for piece in move}
        assert "&lt;Bob&gt;" in picture
        game.push_unchecked(bot.choose(game))
    assert "data-move=" not in game.svg(look=look)
    assert "data-move=" not in draw.svg(game.typed_view(None))


# --- everything else works with it ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", [["greedy", "random"], ["greedy", "random", "random"]])
def test_greedy_beats_random_in_the_arena(bots: list[str]) -> None:
    *_, match = play_match("cairn", bots, {}, "1", 60)
    summary = match.summary()
    assert summary["games"] == 60
    assert summary["interval"][0] > 1 / len(bots)


@pytest.mark.parametrize("bots", [["random", "greedy"], ["greedy", "random", "greedy"]])
def test_records_are_saved_and_loaded(bots: list[str], tmp_path: Path) -> None:
    for record in record_games("cairn", bots, {"throw": "stuck"}, "1", 3):
        game = ziggurat.load(record)
        ziggurat.save(game, tmp_path / "game.zig.json")
        assert ziggurat.load(tmp_path / "game.zig.json").record() == record == game.record()
        assert record["options"] == {"seats": len(bots), "throw": "stuck"}


def test_the_command_line_knows_it(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.measure.kernels.SECONDS_A_RUN", 0.001)
    file = str(tmp_path / "games.zig.jsonl")
    assert ask("record", "cairn", "--bots", "greedy,random,random", "--games", "3", "--seed", "1", "--out", file).code == 0
    assert ask("replay", file).out == "3 records, 3 right, 0 wrong\n"
    assert [answer["plies"] for answer in ask("replay", file, "--json").json] == [21, 21, 21]
    record = json.loads(Path(file).read_text().splitlines()[0])
    (answer,) = ask("legal", "-", "--json", "--upto", "4", stdin=json.dumps(record)).json
    assert record["moves"][4] in answer["legal"]
    assert ask("score", "cairn", "-", "--json", stdin='{"cairn": [6, 5, 5]}').json == [{"stones": 3, "top": 5, "total": 8}]
    (match,) = ask("match", "cairn", "greedy", "random", "--games", "4", "--seed", "1", "--json").json
    assert match["bots"] == ["greedy", "random"]
    assert ask("bench", "--game", "cairn", "--json").json[0]["cairn"]["state_bytes"] == 72
    assert "game cairn complete" in ask("doctor").out
    assert ask("record", "cairn", "--seats", "4").code == 2


def test_a_person_plays_it_in_the_terminal_to_the_end(ask: Ask, tmp_path: Path) -> None:
    (record,) = ask("record", "cairn", "--bots", "random,random", "--seed", "whole").json
    file = tmp_path / "mine.zig.json"
    script = "\n".join(["help", "hint 2", "9^", *record["moves"][:2], "undo", *record["moves"][1:], f"save {file}", "quit"]) + "\n"
    answer = ask("play", "cairn", "--seed", "whole/0", "--language", "en", stdin=script)
    assert answer.code == 0, answer.err
    for said in ("put the open stone of value 4", "Advice: ", "9^ is neither a move nor a command", "Taken back: ", "The game is over", "Top stone"):
        assert said in answer.out
    assert json.loads(file.read_text())["result"] == record["result"]
    french = ask("play", "cairn", "greedy", "random", "-o", "seats=3", "--seed", "1", "--language", "fr", stdin="quit\n")
    assert "Pierres visibles" in french.out
