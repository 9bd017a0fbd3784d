"""The library beyond single moves: codes, copies, pickles, keys, imagined games, games out of views, bots, matches, files of records."""

from __future__ import annotations

import copy
import doctest
import importlib
import json
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

import ziggurat
from small_games import BUILT_IN
from test_every_game import EVERY_TABLE, GAMES
from ziggurat.compile_notice import NOTICE, CompileNotice
from ziggurat.game import Game, new_game
from ziggurat.kernel import PACKAGE, generator
from ziggurat.record import dump
from ziggurat.registry import game_spec

HELPS = {"score", "breakdown", "sheet", "reach", "points", "wood_dice", "die_points"}
STACKS = [f"{column}{row}" for column in "abc" for row in "123"]
every_game = pytest.mark.parametrize("name", GAMES)
every_table = pytest.mark.parametrize(("name", "options"), EVERY_TABLE)


def walk(name: str, options: dict[str, Any], seed: str, share: float = 1.0) -> Any:
    """Yield the positions of a random game, or a share of them; the first and the last always."""
    chance = random.Random(f"{name}/{options}/{seed}")
    game: Game = Game(game_spec(name), options, seed=seed)
    while not game.is_over:
        if chance.random() < share or game.ply == 0:
            yield game
        game.push_code(chance.choice(game.legal_codes()))
    yield game


# --- codes ----------------------------------------------------------------------------------------------------------------


@every_game
def test_codes_play_the_same_game_as_texts(name: str) -> None:
    *_, game = walk(name, {}, "codes")
    again = new_game(name, seed="codes")
    for ply, move in enumerate(game.moves):
        assert again.legal_moves == [again.spec.move_text.to_text(again.state, code) for code in again.legal_codes()]
        again.push(move) if ply % 2 else again.push_code(np.int32(game.code(ply)))
    assert again.moves == game.moves
    assert again.state.tobytes() == game.state.tobytes()
    assert again.movers == game.movers


@every_game
def test_every_code_is_played_or_refused_and_nothing_hangs(name: str) -> None:
    """Each code of a game (of Akropolis a sample), legal or not, in several positions: checked, and without a check."""
    chance = random.Random(name)
    for game in walk(name, {}, "refuse", 0.1):
        legal = set(game.legal_codes())
        before = game.state.tobytes()
        codes = range(game.num_actions) if game.num_actions < 1000 else chance.sample(range(game.num_actions), 300)
        for code in codes:
            for push in (game.push_code, game.push_unchecked):
                if code in legal:
                    push(code)
                    game.undo()
                else:
                    with pytest.raises((ziggurat.IllegalMove, ziggurat.GameOver)):
                        push(code)
                assert game.state.tobytes() == before
        for wrong in (-1, game.num_actions, 10**30, None, 1.5, "7", True, [3]):
            for push in (game.push_code, game.push_unchecked, game.peek):
                with pytest.raises(ziggurat.InvalidMove):
                    push(wrong)
        assert game.state.tobytes() == before


def test_a_code_that_is_not_legal_is_explained() -> None:
    game = ziggurat.new("amytis", seed=2, moves="a1>a1")
    with pytest.raises(ziggurat.IllegalMove, match="First player has an architect on a1"):
        game.push_code(0)
    assert game.num_actions == 94
    game.push(81 - 1)
    assert game.moves[-1] == "c3>c3"


# --- what is handed out ---------------------------------------------------------------------------------------------------


@every_game
def test_what_is_handed_out_can_be_damaged_without_harm(name: str) -> None:
    game = new_game(name, seed="copies")
    game.push(game.legal_moves[0])
    before = game.record(), game.view(game.to_move), game.legal_moves
    for handed in (game.moves, game.legal_moves, game.legal_codes(), game.movers):
        handed.clear()
    game.options.clear()
    for value in game.options.values():
        if isinstance(value, list):
            value.append("nonsense")
    view = game.view(game.to_move)
    view["legal"].clear()
    view["log"].clear()
    game.record()["moves"].clear()
    assert (game.record(), game.view(game.to_move), game.legal_moves) == before


# --- copies and pickles ---------------------------------------------------------------------------------------------------


@every_table
def test_copies_and_pickles_are_games_of_their_own(name: str, options: dict[str, Any]) -> None:
    for game in walk(name, options, "copies", 0.1):
        before = game.record()
        for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert type(other) is Game
            assert other.record() == before
            assert other.state.tobytes() == game.state.tobytes()
            assert (other.seed, other.movers, other.legal_codes()) == (game.seed, game.movers, game.legal_codes())
            if not other.is_over:
                other.push_code(other.legal_codes()[-1])
                other.undo()
            while other.ply:
                other.undo()
            other.players.append("a copy")
            other.players = ["x"] * other.seats
            assert other.players == ["x"] * other.seats
            other.extra["note"] = 1
            assert game.record() == before


def test_a_pickle_keeps_names_and_unknown_fields_and_is_read_by_another_process() -> None:
    record = {**ziggurat.new("amytis", seed=1, players=["Ada", "Bo"], moves="a1>a1").record(), "event": "open"}
    data = pickle.dumps(ziggurat.load(record))
    assert len(data) < 2000
    program = "import pickle, sys, json; print(json.dumps(pickle.load(sys.stdin.buffer).record()))"
    done = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True)
    assert json.loads(done.stdout) == record


def test_a_pickle_by_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    function, (kind, name, version, *rest) = ziggurat.new("amytis", seed=1).__reduce__()
    with pytest.raises(ziggurat.RecordError, match="by other rules"):
        function(kind, name, version + 1, *rest)


# --- keys -----------------------------------------------------------------------------------------------------------------


@every_table
def test_positions_with_equal_keys_have_the_same_future(name: str, options: dict[str, Any]) -> None:
    """Positions are reached twice, by moves in another order; where the keys are equal, every future is."""
    chance = random.Random(f"key/{name}/{options}")
    for game in walk(name, options, "key", 0.3):
        assert game.position_key() == game.copy().position_key()
        if game.is_over or len(game.legal_codes()) < 2:
            continue
        one, other = game.copy(), game.copy()
        line: list[int] = []
        while not one.is_over and len(line) < 4:
            line.append(chance.choice(one.legal_codes()))
            one.push_code(line[-1])
        swapped = [*line[2:3], *line[1:2], *line[0:1], *line[3:]]
        try:
            for code in swapped:
                other.push_code(code)
        except ziggurat.GameError:
            continue
        if one.position_key() == other.position_key():
            assert same_future(one, other, chance)
        else:
            assert forgotten(one) != forgotten(other)


def forgotten(game: Game) -> bytes:
    """The bytes of a position without its past."""
    state = game.spec.blank(1)
    state[0] = game.state
    game.spec.module("position_key").forget_past(state[0])
    return state.tobytes()


def same_future(one: Game, other: Game, chance: random.Random) -> bool:
    """Whether two positions stay alike through random games: the same legal moves, seats and scores."""
    for _ in range(12):
        a, b = one.copy(), other.copy()
        while True:
            if (set(a.legal_codes()), a.to_move, a.scores, a.ranks) != (set(b.legal_codes()), b.to_move, b.scores, b.ranks):
                return False
            if a.is_over:
                break
            code = chance.choice(a.legal_codes())
            a.push_code(code)
            b.push_code(code)
    return True


@every_game
def test_keys_differ_by_options_deal_and_move(name: str) -> None:
    game = new_game(name, seed=1)
    keys = {game.position_key(), new_game(name, seed=2).position_key()}
    for code in game.legal_codes()[:5]:
        game.push_code(code)
        keys.add(game.position_key())
        game.undo()
    assert len(keys) == 2 + min(5, len(game.legal_codes()))
    assert all(len(key) == 16 for key in keys)


def test_moves_in_another_order_lead_to_one_key() -> None:
    chance = random.Random("key")
    equal = 0
    for number in range(200):
        one, other = ziggurat.new("amytis", seed=number), ziggurat.new("amytis", seed=number)
        first, second = (f"{stack}>{space}" for stack, space in zip(chance.sample(STACKS, 2), chance.sample(STACKS, 2), strict=True))
        reply = f"{chance.choice(STACKS)}>{chance.choice(STACKS)}"
        try:
            for game, moves in ((one, (first, reply, second)), (other, (second, reply, first))):
                for move in moves:
                    game.push(move)
        except ziggurat.IllegalMove:
            continue
        assert one.state.tobytes() != other.state.tobytes()
        equal += one.position_key() == other.position_key()
    assert equal > 10


# --- imagined games -------------------------------------------------------------------------------------------------------


@every_table
def test_an_imagined_game_looks_the_same_and_is_a_whole_game(name: str, options: dict[str, Any]) -> None:
    deals = set()
    for game in walk(name, options, "imagine", 0.15):
        for seat in (None, *range(game.seats)):
            imagined = [game.imagine(seat, number) for number in range(3)]
            for number, other in enumerate(imagined):
                assert other.view(seat) == game.view(seat)
                dream = game.copy()
                game.spec.visibility.imagine(dream.state, -1 if seat is None else seat, generator(str(number)))
                assert other.state.tobytes() == dream.state.tobytes(), "the position that `imagine` of the rules gives"
                assert ziggurat.load(other.record()).state.tobytes() == other.state.tobytes(), "its record replays"
                assert other.seed is None
                deals.add(dump(other.deal))
            other = imagined[0]
            while other.ply:
                other.undo()
            assert other.moves == []
    assert len(deals) > 3
    with pytest.raises(ziggurat.GameError, match="there is no seat"):
        game.imagine(game.seats, 1)


# --- games out of views ---------------------------------------------------------------------------------------------------


@every_table
def test_a_game_out_of_a_view_looks_as_the_view_tells(name: str, options: dict[str, Any]) -> None:
    differ = 0
    for game in walk(name, options, "from_view", 0.2):
        for seat in (None, *range(game.seats)):
            view = json.loads(json.dumps(game.view(seat)))
            one, other = (ziggurat.from_view(view, seed) for seed in (1, 2))
            for made in (one, other):
                assert made.view(seat) == view
                assert ziggurat.load(made.record()).state.tobytes() == made.state.tobytes()
            if seat is not None and seat == game.to_move:
                assert one.legal_moves == game.legal_moves
            assert ziggurat.from_view(view, 1).state.tobytes() == one.state.tobytes()
            differ += one.state.tobytes() != other.state.tobytes()
    assert differ > 5


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_view_of_a_table_that_shows_no_scores_is_enough(name: str) -> None:
    for game in walk(name, {}, "scores", 0.1):
        view: Any = game.view(0)
        less = {**view, "seats": [{key: value for key, value in seat.items() if key not in HELPS} for seat in view["seats"]]}
        assert ziggurat.from_view(less, 1).view(0) == view


def test_many_discards_are_rebuilt_too() -> None:
    """Blueprints with `only_when_stuck`: what was discarded says that nothing of the pool fitted."""
    chance = random.Random(4)
    discards = 0
    for number in range(12):
        game = ziggurat.new("blueprints", seed=f"stuck/{number}", seats=2 + number % 3, unplaceable="only_when_stuck")
        while not game.is_over:
            thrown = [move for move in game.legal_moves if move.endswith("x")]
            high = max(game.legal_moves, key=lambda move: move.lstrip("-")[1])
            game.push(chance.choice(thrown) if thrown else high if chance.random() < 0.8 else chance.choice(game.legal_moves))
            discards += game.moves[-1].endswith("x")
            if chance.random() < 0.2:
                for seat in range(game.seats):
                    view: Any = game.view(seat)
                    made: Any = ziggurat.from_view(view, 1).view(seat)
                    assert sorted(made.pop("legal")) == sorted(view.pop("legal"))
                    assert made == view
    assert discards > 8


def test_a_view_that_contradicts_itself_is_refused() -> None:
    view = ziggurat.new("amytis", seed=7, moves="b2>a1 b1>a1").view(0)
    for wrong, said in (
        ({**view, "game": "chess"}, "no game `chess`"),
        ({**view, "log": ["b2>a1"]}, "has 1 moves by 2 movers"),
        ({**view, "log": ["b2>a1", "b2>a1"]}, "contradicts itself"),
        ({**view, "deck_left": 3}, "contradicts itself"),
        ({**view, "display": [1, 1, 1]}, "contradicts itself"),
        ({**view, "seats": []}, "contradicts itself"),
        ({**view, "ply": "two"}, "Expected `int`"),
        ({**view, "log": ["castle", "x>y"]}, "contradicts itself"),
        ([], "a view is a JSON object"),
    ):
        with pytest.raises(ziggurat.GameError, match=said):
            ziggurat.from_view(wrong, 1)  # type: ignore[arg-type]


def test_a_search_that_was_cut_off_does_not_say_that_the_view_is_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    view = ziggurat.new("amytis", seed=7, moves="b2>a1 b1>a1").view(0)
    monkeypatch.setattr("ziggurat.game_from_view.MOST_PASTS", 1)
    assert ziggurat.from_view(view, 1).view(0) == view
    with pytest.raises(ziggurat.GameError, match="none of the first 1 games of `amytis` that were tried"):
        ziggurat.from_view({**view, "deck_left": 3}, 1)


def test_an_outside_bot_can_look_ahead_from_its_view(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import ziggurat\n"
        "class Mine:\n"
        "    def choose(self, view):\n"
        "        game = ziggurat.from_view(view, seed=view['ply'])\n"
        "        def score(move):\n"
        "            game.push(move)\n"
        "            points = game.scores[view['seat']]\n"
        "            game.undo()\n"
        "            return points\n"
        "        return max(game.legal_moves, key=score)\n"
    )
    result = ziggurat.match("amytis", [f"py:{file}:Mine", "random"], games=2, seed=1)
    assert "forfeits" not in result


# --- bots, matches, ladders -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "mcts:sims=50", "level:6", "level:8", "frozen:2026-11"])
def test_a_bot_chooses_and_tells_what_it_expects(name: str) -> None:
    game = ziggurat.new("amytis", seed=3, moves="a1>a1 b1>b1")
    choices, values = [], []
    for _ in range(2):
        with ziggurat.bot(name, "amytis", seed=5) as bot:
            choices.append(bot.choose(game))
            values.append(ziggurat.bot(name, "amytis", seed=5).values(game))
    assert choices[0] == choices[1] and values[0] == values[1]
    assert set(values[0]) <= set(game.legal_codes()) and values[0]
    assert name == "greedy" or all(0 <= value <= 1 for value in values[0].values())
    game.push_code(choices[0])


@pytest.mark.parametrize("name", ["random", "newcomer", "level:1"])
def test_a_bot_without_values_says_so(name: str) -> None:
    bot = ziggurat.bot(name, "amytis", seed=1)
    assert bot.choose(ziggurat.new("amytis", seed=1)) in range(94)
    with pytest.raises(ziggurat.BotError, match="has no values") as said:
        bot.values(ziggurat.new("amytis", seed=1))
    having = re.findall(r"`(\S+)`", str(said.value))[1:]
    assert {"greedy", "level:8"} <= set(having)
    game = ziggurat.new("amytis", seed=1, moves="a1>a1")
    for other in (*having, *(f"level:{number}" for number in range(1, 9))):
        made = ziggurat.bot(other.replace("2000", "20").replace("ms=1000", "ms=20"), "amytis", seed=1)
        if other in having:
            assert made.values(game)
        else:
            with pytest.raises(ziggurat.BotError, match="has no values"):
                made.values(game)


def test_what_is_wrong_with_a_bot_is_said_before_anything_is_played() -> None:
    with pytest.raises(ziggurat.BotError, match="there is no bot `gredy`"):
        ziggurat.bot("gredy", "amytis", 1)
    with pytest.raises(ziggurat.UnknownGame):
        ziggurat.bot("greedy", "go", 1)
    with pytest.raises(ziggurat.GameError, match="was made for `amytis`"):
        ziggurat.bot("greedy", "amytis", 1).choose(ziggurat.new("blueprints", seed=1))
    for call, said in (
        (lambda: ziggurat.match("amytis", ["greedy", "gredy"]), "there is no bot `gredy`"),
        (lambda: ziggurat.match("amytis", ["greedy"]), "name one bot for each seat"),
        (lambda: ziggurat.match("amytis", "greedy"), "give a list of names"),
        (lambda: ziggurat.match("amytis", ["greedy", "random"], games=0), "`games` is 0"),
        (lambda: ziggurat.match("amytis", ["greedy", "random"], colour="red"), "no option `colour`"),
        (lambda: ziggurat.ladder("amytis", ["greedy"]), "needs two bots"),
    ):
        with pytest.raises(ziggurat.GameError, match=said):
            call()


def test_a_match_and_a_ladder_give_plain_results() -> None:
    result = ziggurat.match("akropolis", ["greedy", "random", "random"], games=6, seed=1, stones="from_one")
    assert result["games"] == 6 and len(result["wins"]) == 3
    assert json.loads(json.dumps(result)) == result
    rated = ziggurat.ladder("amytis", ["random", "greedy", "level:1"], games=4, seed=1)
    assert {rung["bot"] for rung in rated["ladder"]} == {"random", "greedy", "level:1"}
    assert json.loads(json.dumps(rated)) == rated


# --- files of records -----------------------------------------------------------------------------------------------------


def test_records_are_read_one_by_one_from_files_and_folders(tmp_path: Path) -> None:
    games = [ziggurat.new("amytis", seed=seed, moves="a1>a1" if seed else "") for seed in range(4)]
    (tmp_path / "b.zig.jsonl").write_text("\n\n".join(dump(game.record()) for game in games[:3]) + "\n")
    (tmp_path / "a.zig.json").write_text(json.dumps(games[3].record(), indent=1))
    (tmp_path / "notes.txt").write_text("no record")
    assert [game.seed for game in ziggurat.read_records(tmp_path)] == ["3", "0", "1", "2"]
    assert [game.seed for game in ziggurat.read_records(str(tmp_path / "b.zig.jsonl"))] == ["0", "1", "2"]
    (tmp_path / "b.zig.jsonl").write_text(dump(games[0].record()) + "\n" + dump(games[1].record())[:-9] + "\n")
    read = ziggurat.read_records(tmp_path / "b.zig.jsonl")
    assert next(read).seed == "0", "what comes before the fault is read"
    with pytest.raises(ziggurat.RecordError, match=r"b\.zig\.jsonl`, line 2: not JSON"):
        next(read)
    with pytest.raises(ziggurat.RecordError, match="cannot read"):
        next(ziggurat.read_records(tmp_path / "nowhere.zig.json"))


# --- errors, names, notices -----------------------------------------------------------------------------------------------


def test_every_error_of_the_library_is_a_game_error(tmp_path: Path) -> None:
    game: Any = ziggurat.new("amytis", seed=1)
    library: Any = ziggurat
    calls: list[Any] = [
        lambda: game.view("first"),
        lambda: game.view(7),
        lambda: game.view(1.0),
        lambda: game.state_at(1),
        lambda: game.state_at(-1),
        lambda: game.state_at("x"),
        lambda: game.state_at(0.0),
        lambda: game.code(0),
        lambda: game.code(None),
        lambda: game.points_of(2),
        lambda: game.points_of(None),
        lambda: game.name_of(2),
        lambda: game.log("de"),
        lambda: game.log(seat=3),
        lambda: game.words("de"),
        lambda: game.svg(theme="red"),
        lambda: game.choice(93),
        game.undo,
        lambda: game.push(""),
        lambda: game.push(None),
        lambda: game.check(3),
        lambda: library.load(5),
        lambda: library.load(game.record(), upto=-1),
        lambda: library.load(game.record(), upto=1),
        lambda: library.load(game.record(), upto=False),
        lambda: library.load("\0"),
        lambda: library.save(game, tmp_path / "nowhere" / "x.zig.json"),
        lambda: library.new("amytis", moves=5),
        lambda: library.new("amytis", players=[1, 2]),
        lambda: library.new("amytis", players="Ada"),
        lambda: library.new("amytis", players=7),
        lambda: setattr(game, "players", ["Ada"]),
        lambda: library.new("amytis", deal={"stacks": 3}),
        lambda: library.new("amytis", deal=7),
        lambda: library.match("amytis", None),
        lambda: library.match("amytis", ["greedy", "random"], seconds=-1),
        lambda: library.ladder("amytis", ["greedy", "random"], seconds="x"),
        lambda: library.batch("amytis", 2).seed_of("x"),
        lambda: library.batch("amytis", 2, sides="random").options(1.0),
    ]
    for number, call in enumerate(calls):
        with pytest.raises(ziggurat.GameError):
            pytest.fail(f"call {number} gave {call()!r}")


def test_type_checkers_know_the_names_of_the_games() -> None:
    """`GameName` is written by `python -m ziggurat.server.export_types`, which finds the games: a fourth one needs that command and no edit."""
    assert sorted(get_args(ziggurat.GameName)) == sorted(BUILT_IN)
    assert (PACKAGE / "py.typed").is_file()


def test_someone_at_a_terminal_is_told_once_that_it_compiles(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    listener = CompileNotice()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    listener.on_start(None)
    listener.on_start(None)
    assert capsys.readouterr().err == f"{NOTICE}\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    CompileNotice().on_start(None)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("module", ["game", "line_of_play", "library", "record", "game_from_view", "json_difference", "batches.game_batch"])
def test_the_examples_in_docstrings_run(module: str) -> None:
    result = doctest.testmod(importlib.import_module(f"ziggurat.{module}"))
    assert result.failed == 0
    assert result.attempted > 0
