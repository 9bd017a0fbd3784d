"""Broken records and positions, made by chance: each is refused with one clear line, whatever was done to it."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from ziggurat.arena.match import record_games
from ziggurat.registry import game_names, game_spec

GAMES = game_names()
STRANGE: list[Any] = [None, True, -1, 0, 3, 10**30, 1.5, float("nan"), "", "x", "random", "A" * 300, "\ud800", [], [[]], {}, {"a": 1}, ["a1>a1"], [None]]
POSITIONS = {
    "amytis": {"board": [["Gw", "", "Bt Or"], ["", "", ""], ["", "", ""]], "track": 61, "projects": [8, 12], "favors": ["IV", "row", "row"]},
    "akropolis": {"visible": [[0, 0, "house", 1], [1, 0, "house_plaza", 2]], "stones": 4, "options": {"variants": ["temple"], "lake": "region"}},
    "blueprints": {"plan": ["X1", "31", "1X"], "building": [["", "W3"], ["G5 R5 S6", "W4"], ["R1", ""]]},
}


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    paths = [path] if path else []
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        paths += places(child, (*path, key))
    return paths


def damaged(value: Any, chance: random.Random) -> Any:
    """A copy with one to three places changed, removed, doubled or swapped."""
    made = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        *way, last = chance.choice(places(made))
        where = made
        for step in way:
            where = where[step]
        match chance.randrange(4):
            case 0:
                where[last] = copy.deepcopy(chance.choice(STRANGE))
            case 1:
                del where[last]
            case 2 if isinstance(where, list):
                where.insert(last, where[last])
            case _ if isinstance(where, list):
                chance.shuffle(where)
            case _:
                where[f"{last}?"] = where[last]
        if not places(made):
            break
    return made


@pytest.mark.parametrize("name", GAMES)
def test_a_damaged_record_is_refused_or_still_right(name: str) -> None:
    seats = max(2, game_spec(name).seats[0])
    (record,) = record_games(name, ["random"] * seats, {}, "fuzz", 1)
    chance = random.Random(f"fuzz/{name}")
    refused = 0
    for _ in range(500):
        broken = damaged(record, chance)
        try:
            game = ziggurat.load(broken)
        except ziggurat.GameError:
            refused += 1
        else:
            assert ziggurat.load(game.record()).state.tobytes() == game.state.tobytes()
    assert refused > 250


@pytest.mark.parametrize("name", POSITIONS)
def test_a_damaged_position_is_refused_or_scored(name: str) -> None:
    score = game_spec(name).module("score_typed_in").score_position
    chance = random.Random(f"position/{name}")
    refused = 0
    for _ in range(1500):
        broken = damaged(POSITIONS[name], chance)
        try:
            answer = score(broken)
        except ziggurat.GameError:
            refused += 1
        else:
            assert json.dumps(answer)
    assert refused > 300


@pytest.mark.parametrize("name", GAMES)
def test_a_text_of_any_kind_is_no_move_or_one(name: str) -> None:
    game = ziggurat.Game(game_spec(name), seed="text")
    chance = random.Random(f"text/{name}")
    letters = "abcxRSWG0123456789>+-!:,/^ ?é\x00\n#"
    for _ in range(2000):
        text = "".join(chance.choice(letters) for _ in range(chance.randrange(9)))
        before = game.state.tobytes()
        try:
            game.push(text)
        except ziggurat.GameError:
            assert game.state.tobytes() == before
        else:
            game.undo()


def test_bytes_that_are_no_text_are_no_record(tmp_path: Path) -> None:
    for data in (b"\xff\xfe\x00", b"\x80" * 50, bytes(range(256))):
        (tmp_path / "noise.zig.json").write_bytes(data)
        with pytest.raises(ziggurat.RecordError):
            ziggurat.load(tmp_path / "noise.zig.json")
