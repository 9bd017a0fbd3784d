"""What earlier versions wrote loads for ever, and is shown to the byte as it was (`tests/saved/README.md`)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ziggurat
from saved_words import in_old_words
from ziggurat.game import Game

SAVED = Path(__file__).parent / "saved/2026-11"
RECORDS = [json.loads(line) for line in (SAVED / "records.zig.jsonl").read_text(encoding="utf-8").splitlines()]
VIEWS = json.loads((SAVED / "views.json").read_text(encoding="utf-8"))
every_game = pytest.mark.parametrize("number", range(len(VIEWS)), ids=[f"{number}-{view['game']}" for number, view in enumerate(VIEWS)])


def digest(value: Any) -> str:
    return hashlib.sha256(in_old_words(msgspec.json.encode(value))).hexdigest()[:16]


@every_game
def test_every_view_and_every_list_of_choices_is_the_same_to_the_byte(number: int) -> None:
    record, saved = RECORDS[number], VIEWS[number]
    game: Game = ziggurat.load(record)
    walk = game.copy()
    while walk.moves:
        walk.undo()
    named = [f"Player {seat}" for seat in range(walk.seats)]
    walk.players = named if record["players"] == named else []
    for ply, row in enumerate(saved["views"]):
        seats = [None, *range(walk.seats)]
        assert [digest(walk.view(seat)) for seat in seats] == row[: len(seats)], f"views at ply {ply}"
        assert [digest(walk.typed_view(seat)) for seat in seats] == row[: len(seats)], f"typed views at ply {ply}"
        if not walk.is_over:
            assert [digest(walk.choices(previews=previews)) for previews in (True, False)] == row[len(seats) :], f"choices at ply {ply}"
            walk.push(game.moves[ply])
    assert walk.is_over
    assert [digest(walk.log(language, 0, seat)) for language in ("en", "fr") for seat in seats] == saved["log"]


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_every_record_replays_and_is_written_as_it_was(number: int) -> None:
    record = RECORDS[number]
    game: Game = ziggurat.load(record)
    assert game.moves == record["moves"]
    assert game.result() == record.get("result")
    if "result" in record:
        assert json.dumps(game.record()) == json.dumps(record)
    else:
        assert game.record()["note"] == record["note"]
