"""Datasets: rows that hold what the seat saw and nothing else, the same from any source, readable by others."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ziggurat
from asking import Ask
from small_games import BUILT_IN
from ziggurat.game import new_game
from ziggurat.lab.dataset import DatasetGame, games_to_play
from ziggurat.lab.dataset_columns import COLUMNS, columns_for, position_columns
from ziggurat.lab.dataset_page import PAGE, page
from ziggurat.lab.thinking_bots import choose, judge
from ziggurat.registry import game_names, game_spec
from ziggurat.search.bots import make_bot

ROOT = Path(__file__).resolve().parents[1]


def in_the_midst(name: str, seed: int, plies: int, **options: Any) -> ziggurat.Game:
    game = new_game(name, seed=f"midst/{seed}", **options)
    bot = make_bot("random", game.spec, f"{seed}")
    for _ in range(plies):
        if game.is_over:
            break
        game.push_unchecked(bot.choose(game))
    return game


@pytest.mark.parametrize("name", sorted(game_names()))
@settings(max_examples=10)
@given(seed=st.integers(0, 10_000), plies=st.integers(0, 60), dream=st.integers(0, 10_000))
def test_a_row_is_the_same_whatever_lies_hidden(name: str, seed: int, plies: int, dream: int) -> None:
    game = in_the_midst(name, seed, plies, **({"seats": 2 + seed % 3} if game_spec(name).seats[1] > 3 else {}))
    if (seat := game.to_move) is None:
        return
    imagined = game.imagine(seat, dream)
    assert position_columns(game, seat, views=True) == position_columns(imagined, seat, views=True)
    all_seen = [position_columns(each, seat, omniscient=True) for each in (game, imagined)]
    if game.deal != imagined.deal:
        assert all_seen[0]["deal"] != all_seen[1]["deal"]


def test_values_do_not_depend_on_what_lies_hidden() -> None:
    for name in BUILT_IN:
        for seed in range(4):
            game = in_the_midst(name, seed, 3 * seed)
            seat = game.to_move
            assert seat is not None
            other = game.imagine(seat, "another deal")
            for bot in ("greedy", "mcts:sims=20"):
                assert choose(make_bot(bot, game.spec, "same"), game) == choose(make_bot(bot, game.spec, "same"), other)


@pytest.mark.parametrize("bot", ["random", "greedy", "level:1", "mcts:sims=20", "mcts:sims=20:threads=2"])
def test_a_bot_that_says_what_it_thinks_chooses_as_it_does(bot: str) -> None:
    game = ziggurat.new("amytis", seed="think")
    plain, thinking = make_bot(bot, game.spec, "same"), make_bot(bot, game.spec, "same")
    for _ in range(12):
        made = choose(thinking, game)
        assert made.code == plain.choose(game)
        if made.visits is not None:
            assert made.kind == "win" and 0 <= (made.value or 0) <= 1 and max(made.visits.values()) == made.visits[made.code]
        if bot == "greedy":
            assert made.kind == "margin"
        game.push_unchecked(made.code)


@pytest.mark.parametrize("bot", ["greedy", "mcts:sims=30"])
def test_a_judge_values_the_move_that_was_chosen(bot: str) -> None:
    game = ziggurat.new("amytis", seed="judge")
    own = choose(make_bot(bot, game.spec, "same"), game)
    assert judge(make_bot(bot, game.spec, "same"), game, own.code) == own
    values = ziggurat.bot(bot, "amytis", seed="same").values(game)
    worst = min(values, key=lambda code: values[code])
    assert judge(make_bot(bot, game.spec, "same"), game, worst).value == pytest.approx(values[worst])


def test_a_dataset_holds_whole_games_with_what_bots_thought(tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "games.parquet"
    answer = ask("dataset", "amytis", "mcts:sims=8", "greedy", "--games", "3", "--seed", "d", "--out", str(file), "--jobs", "2")
    assert answer.code == 0 and "rows of 3 games" in answer.err
    table = pq.read_table(file)
    assert table.column_names == [column.name for column in COLUMNS if not column.wanted]
    assert not list(tmp_path.glob("*.part"))
    rows = table.to_pylist()
    assert {row["game"] for row in rows} == {0, 1, 2}
    for row in rows:
        assert row["choice"] in row["legal"]
        assert len(row["observation"]) == len(rows[0]["observation"])
        assert (row["visits"] is None) == (row["value_kind"] != "win")
        assert row["visits"] is None or len(row["visits"]) == len(row["legal"])
        assert row["over"] and row["win"] in {0.0, 0.5, 1.0}
        assert row["score"] == row["scores"][row["seat"]] and row["margin"] == row["score"] - row["scores"][1 - row["seat"]]
    assert {row["value_by"] for row in rows if row["seat"] == 0} <= {"mcts:sims=8", None}
    assert {(row["value_kind"], row["value_by"]) for row in rows if row["seat"] == 1} == {("margin", "greedy")}
    played = tmp_path / "games.jsonl"
    assert ask("selfplay", "amytis", "mcts:sims=8", "greedy", "--games", "3", "--seed", "d", "--out", str(played), "--jobs", "1").code == 0
    games = list(ziggurat.read_records(played))
    assert [[row["choice_text"] for row in rows if row["game"] == number] for number in range(3)] == [game.moves for game in games]
    replayed = tmp_path / "records.parquet"
    assert ask("dataset", "--records", str(played), "--out", str(replayed), "--jobs", "1").code == 0
    same = [name for name in table.column_names if name not in {"value", "value_kind", "value_by", "visits"}]
    again = pq.read_table(replayed)
    assert again.select(same).equals(table.select(same))
    assert again["value"].null_count == len(rows)


def test_the_seed_of_a_deal_is_nowhere_unless_all_is_wanted(tmp_path: Path, ask: Ask) -> None:
    plain, whole = tmp_path / "plain.parquet", tmp_path / "whole.parquet"
    common = ("dataset", "blueprints", "random", "--games", "2", "--seed", "a-very-secret-seed", "--jobs", "1", "--views")
    assert ask(*common, "--out", str(plain)).code == 0
    assert ask(*common, "--out", str(whole), "--omniscient").code == 0
    assert "a-very-secret-seed" not in json.dumps(pq.read_table(plain).to_pylist()) + str(pq.read_schema(plain).metadata)
    row = pq.read_table(whole).to_pylist()[0]
    assert json.loads(row["deal"])["seed"] == "a-very-secret-seed/0"
    game = ziggurat.new("blueprints", seed="a-very-secret-seed/0", players=["bot:random"] * game_spec("blueprints").option_set.defaults["seats"])
    assert row["state"] == game.state.tobytes()
    assert json.loads(row["view"]) == game.view(row["seat"])


def test_levels_of_an_expansion_play_in_a_dataset_as_they_do_elsewhere(tmp_path: Path, ask: Ask) -> None:
    common = ("akropolis", "level:3", "--option", "athena=true", "--games", "1", "--seed", "d", "--jobs", "1", "--out")
    file, played = tmp_path / "games.parquet", tmp_path / "games.jsonl"
    assert ask("dataset", *common, str(file)).code == 0
    assert ask("selfplay", *common, str(played)).code == 0
    (game,) = ziggurat.read_records(played)
    assert [row["choice_text"] for row in pq.read_table(file).to_pylist()] == game.moves


def test_an_interrupted_dataset_goes_on_with_the_same_command(tmp_path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, file = tmp_path / "whole.parquet", tmp_path / "part.parquet"
    command = ("dataset", "amytis", "greedy", "--games", "4", "--seed", "go", "--jobs", "1", "--out")
    assert ask(*command, str(whole)).code == 0
    plain, numbers = DatasetGame.play, list[int]()

    def tired(self: DatasetGame) -> DatasetGame:
        if len(numbers) == 2:
            raise KeyboardInterrupt
        numbers.append(self.number)
        return plain(self)

    monkeypatch.setattr(DatasetGame, "play", tired)
    assert ask(*command, str(file)).code == 130
    numbers.append(-1)
    assert ask(*command, str(file)).code == 0
    assert numbers == [0, 1, -1, 2, 3]
    assert pq.read_table(file).equals(pq.read_table(whole))


def test_records_can_be_judged_and_must_be_of_one_game(tmp_path: Path, ask: Ask) -> None:
    file, judged = tmp_path / "records.jsonl", tmp_path / "judged.parquet"
    assert ask("selfplay", "amytis", "random", "--games", "2", "--seed", "j", "--out", str(file), "--jobs", "1").code == 0
    assert ask("dataset", "--records", str(file), "--judge", "greedy", "--out", str(judged), "--jobs", "1").code == 0
    table = pq.read_table(judged)
    assert table["value"].null_count == 0 and set(table["value_by"].to_pylist()) == {"greedy"}
    other = tmp_path / "other.jsonl"
    assert ask("selfplay", "blueprints", "random", "--games", "1", "--out", str(other), "--jobs", "1").code == 0
    piped = tmp_path / "piped.parquet"
    assert ask("dataset", "--records", "-", "--judge", "greedy", "--out", str(piped), "--jobs", "1", stdin=file.read_text(encoding="utf-8")).code == 0
    assert piped.read_bytes() == judged.read_bytes()
    mixed = ask("dataset", "--records", str(file), "--records", str(other), "--out", str(tmp_path / "x.parquet"))
    assert mixed.code == 2 and "a dataset is about one game" in mixed.err


@pytest.mark.parametrize(("name", "plies"), [("amytis", 5), ("blueprints", 44)])
@pytest.mark.parametrize("omniscient", [False, True])
def test_an_unfinished_record_says_so_and_tells_no_points_that_may_be_hidden(name: str, plies: int, omniscient: bool, tmp_path: Path, ask: Ask) -> None:
    game, file = in_the_midst(name, 7, plies), tmp_path / "half.parquet"
    if name == "blueprints":
        assert len({tuple(game.imagine(0, dream).scores) for dream in range(20)}) > 1, "in the midst of a round, screens hide points"
    (tmp_path / "half.zig.json").write_text(json.dumps(game.record()), encoding="utf-8")
    whole = ["--omniscient"] * omniscient
    answer = ask("dataset", "--records", str(tmp_path / "half.zig.json"), "--out", str(file), "--jobs", "1", *whole)
    assert answer.code == 0, answer.err
    table = pq.read_table(file)
    assert len(table) == plies and set(table["over"].to_pylist()) == {False}
    assert all(table[column].null_count == plies for column in ("score", "rank", "win", "margin", "scores"))


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["amytis", "random"], 2, "--out FILE.parquet"),
        (["--out", "x.parquet"], 2, "name a game and its bots, or `--records FILE`"),
        (["amytis", "random", "--records", "x.jsonl", "--out", "x.parquet"], 2, "not both"),
        (["--records", "x.jsonl", "--games", "5", "--seed", "1", "--out", "x.parquet"], 2, "leave out `--games`, `--seed`"),
        (["amytis", "random", "--judge", "greedy", "--out", "x.parquet"], 2, "`--judge` is for `--records`"),
        (["--records", "nowhere.jsonl", "--out", "x.parquet"], 1, "cannot read `nowhere.jsonl`"),
        (["amytis", "clever", "--out", "x.parquet"], 2, "there is no bot `clever`"),
    ],
)
def test_mistakes_are_named(arguments: list[str], code: int, reason: str, ask: Ask) -> None:
    answer = ask("dataset", *arguments)
    assert answer.code == code
    assert reason in " ".join((answer.err + answer.out).split())


def test_a_record_that_cannot_be_replayed_is_named(tmp_path: Path, ask: Ask) -> None:
    good, bad = tmp_path / "good.zig.json", tmp_path / "bad.zig.json"
    game = in_the_midst("amytis", 1, 100)
    good.write_text(json.dumps(game.record()))
    bad.write_text(json.dumps({**game.record(), "moves": ["zz"]}))
    answer = ask("dataset", "--records", str(good), "--records", str(bad), "--out", str(tmp_path / "x.parquet"), "--jobs", "1")
    assert answer.code == 1 and "record 2 of those that were given: `moves[0]`: `zz` is not a move" in answer.err


def test_a_game_that_lives_elsewhere_has_datasets_too() -> None:
    pieces = games_to_play("cairn", ["greedy"], {}, "x", 2, views=True)
    assert all(piece.play().columns() for piece in pieces)


# --- the page ------------------------------------------------------------------------------------------------------------


def test_the_schema_page_is_that_of_the_columns() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
    assert {column.name for column in columns_for(views=False, omniscient=False)} & {"view", "deal", "state"} == set()


@pytest.mark.parametrize("library", ["pyarrow", "polars", "duckdb"])
def test_the_examples_of_the_page_run(library: str, tmp_path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert ask("dataset", "amytis", "greedy", "--games", "2", "--seed", "1", "--out", "games.parquet", "--jobs", "1").code == 0
    examples = [text for text in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL) if f"import {library}" in text]
    assert len(examples) == 1
    names: dict[str, Any] = {}
    exec(examples[0], names)
    assert len(names["share"]) == 2
    assert isinstance(names["share"], pa.Table) or library != "pyarrow"
