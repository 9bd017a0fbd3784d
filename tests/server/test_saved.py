"""A data file that an earlier version wrote opens for ever, and its tables are shown to the byte as they were (`tests/saved/README.md`)."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import msgspec

from saved_words import in_old_words
from seating import act, plain, table_shown
from serving import opened_host, run
from ziggurat.server import requests as r
from ziggurat.server.room import Actor, Room

SAVED = Path(__file__).parents[1] / "saved/2026-11"
TABLES = json.loads((SAVED / "tables.json").read_text(encoding="utf-8"))


def digest(message: dict[str, Any]) -> str:
    message["clock"]["left"], message["thinking"] = [], None  # time runs, and so do bots
    assert message.pop("chat_total") == len(message["chat"])  # what messages have gained since
    assert message["end"] is None or message["end"].pop("next") == ""
    assert message.pop("order") is None and not message["settings"].pop("face_down")
    assert all((seat.pop("hints"), seat.pop("links"), seat.pop("back")) == (0, 0, False) for seat in message["seats"])
    return hashlib.sha256(in_old_words(msgspec.json.encode(message, order="sorted"))).hexdigest()[:16]


def test_every_table_of_a_saved_data_file_is_as_it_was(tmp_path: Path) -> None:
    shutil.copy(SAVED / "tables.db", tmp_path / "rooms.db")

    async def main() -> None:
        async with opened_host(tmp_path, clock=lambda: TABLES["now"]) as host:
            for id_, saved in TABLES["tables"].items():
                room = await host.get(id_)
                check(host, room, saved)
                assert room.table.game is None or room.table.game.moves == saved["moves"]
                assert saved["record"] is None or room.table.record() == saved["record"]

    def check(host: Any, room: Room, saved: dict[str, Any]) -> None:
        assert room.table.status == saved["status"], saved["name"]
        slept = room.table.number - saved["number"]
        assert slept in {0, 1}, "the time when no server ran is written down where clocks tick"
        for seat in [None, *range(len(room.table.seats))]:
            message = plain(table_shown(host, room, Actor([] if seat is None else [seat], None, "fr" if seat else "en"), seat))
            message["number"] -= slept
            assert digest(message) == saved["tables"][str(seat)], (saved["name"], seat)

    run(main)


def test_play_goes_on_at_a_saved_table(tmp_path: Path) -> None:
    shutil.copy(SAVED / "tables.db", tmp_path / "rooms.db")

    async def main() -> None:
        async with opened_host(tmp_path, clock=lambda: TABLES["now"]) as host:
            for id_, saved in TABLES["tables"].items():
                room = await host.get(id_)
                while (seat := room.table.to_move) is not None and room.table.seats[seat].bot == "" and room.table.ply < len(saved["moves"]) + 3:
                    game = room.table.game
                    assert game is not None
                    await act(host, room, Actor([seat]), r.Play(ply=game.ply, move=game.legal_moves[0]))

    run(main)
