"""A table that cannot be loaded hurts nobody else: the list leaves it out, and whoever opens it is told what it is."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seating import seat_all
from serving import opened_api, opened_host, run, table
from ziggurat.server.make_table import make_table
from ziggurat.server.refused import Refused
from ziggurat.server.web.stream import account_stream


def older_rules(database: sqlite3.Connection, id_: str) -> None:
    (head,) = database.execute("select head from room where id = ?", (id_,)).fetchone()
    database.execute("update room set head = ? where id = ?", (json.dumps({**json.loads(head), "rules": 0}).encode(), id_))


def damaged_head(database: sqlite3.Connection, id_: str) -> None:
    database.execute("update room set head = ? where id = ?", (b'{"game": "amytis", "rul', id_))


def damaged_event(database: sqlite3.Connection, id_: str) -> None:
    database.execute("update event set body = ? where room = ? and number = 1", (b"\xff\x00", id_))


def impossible_move(database: sqlite3.Connection, id_: str) -> None:
    database.execute("update event set body = ? where room = ? and number = 3", (b'{"e":"moved","at":1,"seat":0,"move":"nonsense"}', id_))


def unknown_game(database: sqlite3.Connection, id_: str) -> None:
    (head,) = database.execute("select head from room where id = ?", (id_,)).fetchone()
    database.execute("update room set game = 'chess', head = ? where id = ?", (json.dumps({**json.loads(head), "game": "chess"}).encode(), id_))


BROKEN: dict[Callable[[sqlite3.Connection, str], None], str] = {
    older_rules: "table.rules",
    damaged_head: "table.damaged",
    damaged_event: "table.damaged",
    impossible_move: "table.damaged",
    unknown_game: "table.damaged",
}


async def prepare(folder: Path) -> tuple[str, dict[str, str]]:
    """A data file with one sound table and one for each way to break it; the code with which each is refused."""
    async with opened_host(folder) as host:
        sound = (await make_table(host, table("amytis", "open", "link", listed=True))).id
        codes = {}
        for code in BROKEN.values():
            party = await seat_all(host, table("amytis", "link", "link", listed=True))
            await party.play_on(2)
            codes[party.table.id] = code
    with sqlite3.connect(folder / "rooms.db") as database:
        for id_, broken in zip(codes, BROKEN, strict=True):
            broken(database, id_)
    return sound, codes


def test_the_list_leaves_out_what_cannot_be_loaded_and_its_players_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        sound, codes = await prepare(tmp_path)
        async with opened_api(tmp_path) as client:
            for _ in range(2):
                answer = await client.get("/api/tables")
                assert answer.status_code == 200 and [listed["id"] for listed in answer.json()] == [sound]
            for id_, code in codes.items():
                for path in ("", "/plies/0", "/picture.svg", "/record"):
                    refused = await client.get(f"/api/tables/{id_}{path}")
                    assert (refused.status_code, refused.json()["error"]["code"]) == (409, code), path
                assert (await client.post(f"/api/tables/{id_}/join", json={})).status_code == 409
            answers: list[dict[str, Any]] = [(await client.get(f"/api/tables/{id_}?language=fr")).json() for id_ in codes]
            assert "version 0 des règles" in answers[0]["error"]["message"] and "endommagé" in answers[1]["error"]["message"]

    with caplog.at_level(logging.ERROR, "ziggurat.server"):
        run(main)
    logged = [record for record in caplog.records if record.getMessage() == "a table cannot be loaded"]
    assert len(logged) == len(BROKEN) and len({record.table for record in logged}) == len(BROKEN)  # type: ignore[attr-defined]


def test_one_broken_table_does_not_end_the_stream_of_an_account(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/accounts", json={"name": "bot"})).json()
            seats = [{"kind": "here"}, {"kind": "account", "account": made["id"]}]
            for _ in range(2):
                await client.post("/api/tables", json={"game": "amytis", "seats": seats})
            tables = (await client.get("/api/account", headers={"Authorization": f"Bearer {made['token']}"})).json()["tables"]  # as the stream tells them
        with sqlite3.connect(tmp_path / "rooms.db") as database:
            damaged_head(database, tables[0])
        async with opened_api(tmp_path) as client:
            app: Any = client._transport.app  # type: ignore[attr-defined]
            host = app.app.state.host
            account = await host.account_of(made["token"])
            stream = account_stream(host, account, app.limits, "test")
            assert json.loads(await anext(stream))["table"] == tables[1]
            await stream.aclose()

    run(main)


def test_a_table_that_was_running_and_is_broken_now_does_not_keep_others_from_waking(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            ids = [(await make_table(host, table("amytis", "link", "link"))).id for _ in range(2)]
        with sqlite3.connect(tmp_path / "rooms.db") as database:
            database.execute("update room set wake = 1")
            damaged_head(database, ids[0])
        async with opened_host(tmp_path) as host:
            assert (await host.get(ids[1])).table.status == "open"
            with pytest.raises(Refused, match="damaged"):
                await host.get(ids[0])
            assert host.broken == {ids[0]}

    run(main)
