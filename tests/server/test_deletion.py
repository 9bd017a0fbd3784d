"""Those who made a table may delete it, and what was said there: for good, and not from under other people's hands."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import ziggurat
from playing import SocketPlayer
from seating import act, make, players, seat_all, sit
from serving import Process, opened_api, opened_host, run, table
from ziggurat.server import requests as r
from ziggurat.server.deletion import delete_table
from ziggurat.server.make_table import make_table
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor
from ziggurat.server.secret_keys import hash_of
from ziggurat.server.table import events as e
from ziggurat.server.web.stream import game_stream


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


async def made_by(client: Any, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = await client.post("/api/tables", json={"game": "amytis", "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


LINK, HERE, BOT = {"kind": "link"}, {"kind": "here"}, {"kind": "bot", "bot": "greedy"}


def test_only_those_who_made_the_table_delete_it_and_then_nothing_is_left(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = await made_by(client, LINK, LINK, listed=True)
            path = f"/api/tables/{made['id']}"
            await client.post(f"{path}/join", json={"name": "Unforgettable"}, headers=bearer(made["seats"][0]["secret"]))
            for headers in ({}, bearer("wrong"), bearer(made["seats"][0]["secret"]), bearer(hash_of(made["owner"]))):
                refused = await client.delete(path, headers=headers)
                assert (refused.status_code, refused.json()["error"]["code"]) == (403, "table.not_owner")
            assert (await client.delete(path, headers=bearer(made["owner"]))).status_code == 204
            gone = await client.get(path)
            assert (gone.status_code, gone.json()["error"]["code"]) == (404, "table.unknown")
            assert (await client.get("/api/tables")).json() == []
            assert (await client.delete(path, headers=bearer(made["owner"]))).status_code == 404
        with sqlite3.connect(tmp_path / "rooms.db") as database:
            database.execute("pragma wal_checkpoint(truncate)")
            assert database.execute("select count(*) from room").fetchone() == database.execute("select count(*) from event").fetchone() == (0,)
        assert b"Unforgettable" not in (tmp_path / "rooms.db").read_bytes(), "overwritten, not only unlinked"

    run(main)


def test_the_secret_of_the_owner_opens_no_seat_and_is_stored_as_a_hash(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = await made_by(client, HERE, BOT)
            answer = await client.get(f"/api/tables/{made['id']}", headers=bearer(made["owner"]))
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "secret.unknown")
            shown = (await client.get(f"/api/tables/{made['id']}")).text
            assert made["owner"] not in shown and hash_of(made["owner"]) not in shown
        data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert made["owner"].encode() not in data

    run(main)


def test_a_running_game_is_not_taken_from_others_and_one_against_bots_is_the_own(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            made = await made_by(client, HERE, LINK)
            path = f"/api/tables/{made['id']}"
            await client.post(f"{path}/join", json={}, headers=bearer(made["seats"][1]["secret"]))
            refused = await client.delete(path, headers=bearer(made["owner"]))
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "table.shared")
            assert (await client.get(path)).status_code == 200
            await client.post(f"{path}/resign", headers=bearer(made["seats"][1]["secret"]))
            assert (await client.delete(path, headers=bearer(made["seats"][0]["secret"]))).status_code == 204, (
                "a seat at the screen where it was made is proof, too"
            )
            alone = await made_by(client, HERE, BOT)
            assert (await client.delete(f"/api/tables/{alone['id']}", headers=bearer(alone["owner"]))).status_code == 204
            assert not host.rooms
            waiting = await made_by(client, LINK, LINK, {"kind": "open"}, game="blueprints")
            assert (await client.delete(f"/api/tables/{waiting['id']}", headers=bearer(waiting["owner"]))).status_code == 204
            record = (await client.post("/api/records", json={"record": ziggurat.new("amytis", seed=1).record()})).json()
            assert (await client.delete(f"/api/tables/{record['id']}", headers=bearer(record["owner"]))).status_code == 204

    run(main)


def test_bots_clocks_and_hands_at_a_deleted_table_come_to_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("amytis", "mcts:ms=300", "here", clock=r.NewClock(kind="live", bank=1, increment=0)))
            room = await host.get(made.id)
            assert room.thinking is not None
            await delete_table(host, room, [made.owner])
            assert room.deleted and made.id not in host.rooms and made.id not in host.alarms.timers
            with pytest.raises(Refused, match="deleted"):
                await act(host, room, Actor([1]), r.Chat(text="hello?"))
            await asyncio.sleep(0.5)
            assert await host.store.row(made.id) is None and made.id not in host.rooms

    run(main)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_those_who_watch_are_told_and_their_streams_end(server: Process) -> None:
    async def main() -> None:
        made = make(server, "amytis", "link", "link")
        seated = players(server, made)
        await sit(seated)
        await seated[0].ask({"t": "resign"})
        watcher = SocketPlayer(server.url, made["id"], [], random.Random(1), language="fr")
        await watcher.open()
        async with httpx.AsyncClient(base_url=server.url) as client:
            assert (await client.delete(f"/api/tables/{made['id']}", headers=bearer(made["owner"]))).status_code == 204
        with pytest.raises(ConnectionClosed, match="1008"):
            await watcher.until(lambda state: False)
        assert watcher.refusals[-1]["code"] == "table.deleted" and "supprimée" in watcher.refusals[-1]["message"]
        again = await watcher.open()
        assert again["error"]["code"] == "table.unknown"

    run(main)


def test_a_stream_of_a_deleted_table_ends(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            app: Any = client._transport.app  # type: ignore[attr-defined]
            host = app.app.state.host
            made = await make_table(host, table("amytis", "link", "link"))
            room = await host.get(made.id)
            stream = game_stream(host, room, Actor(), app.limits, "test")
            assert json.loads(await anext(stream))["type"] == "gameFull"
            await delete_table(host, room, [made.owner])
            rest = [line async for line in stream]
            assert len(rest) <= 2

    run(main)


def test_what_was_said_is_deleted_for_good_and_the_table_goes_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            made = await make_table(host, table("amytis", "link", "link"))
            room = await host.get(made.id)
            for seat in range(2):
                await act(host, room, await host.actor(room, [made.seats[seat].secret]), r.Join(name=f"P{seat}"))
            for n in range(3):
                await act(host, room, Actor([n % 2]), r.Chat(text=f"unspeakable {n}"))
            path = f"/api/tables/{made.id}"
            assert (await client.delete(f"{path}/chat", headers=bearer(made.seats[0].secret))).json()["error"]["code"] == "table.not_owner"
            assert len((await client.get(path)).json()["chat"]) == 3
            assert (await client.delete(f"{path}/chat", headers=bearer(made.owner))).status_code == 204
            assert (await client.get(path)).json()["chat"] == [] and (await client.get(f"{path}/chat")).json() == {"chat": [], "first": 0, "chat_total": 0}
            await act(host, room, Actor([0]), r.Chat(text="after"))
            assert (await client.delete(f"{path}/chat", headers=bearer(made.owner))).status_code == 204
            await act(host, room, Actor([1]), r.Chat(text="last"))
            events = [e.decode(body) for body in await host.store.events(made.id)]
            assert [event.text for event in events if isinstance(event, e.Said)] == ["", "", "", "", "last"]
        with sqlite3.connect(tmp_path / "rooms.db") as database:
            database.execute("pragma wal_checkpoint(truncate)")
        assert b"unspeakable" not in (tmp_path / "rooms.db").read_bytes()
        async with opened_host(tmp_path) as host:
            room = await host.get(made.id)
            assert [said.text for said in room.table.chat] == ["last"] and room.table.status == "running"
            mover = room.table.to_move
            assert mover is not None
            await act(host, room, Actor([mover]), r.Play(ply=0, move=room.table.game.legal_moves[0]))  # type: ignore[union-attr]

    run(main)


def test_the_owner_of_a_table_owns_its_rematch(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("amytis", "link", "link"))
            room = await host.get(made.id)
            for seat in range(2):
                await act(host, room, await host.actor(room, [made.seats[seat].secret]), r.Join())
            await act(host, room, Actor([0]), r.Resign())
            await act(host, room, Actor([0]), r.Rematch())
            await act(host, room, Actor([1]), r.Answer(yes=True))
            while not room.table.rematch:
                await asyncio.sleep(0.005)
            following = await host.get(room.table.rematch)
            with pytest.raises(Refused, match="Other people"):
                await delete_table(host, following, [made.owner])
            await act(host, following, Actor([0]), r.Resign())
            await delete_table(host, following, [made.owner])

    run(main)


def test_a_table_of_an_earlier_version_is_deleted_by_the_screen_that_made_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "here", "greedy"))
            party.table.head.owner = ""
            with pytest.raises(Refused, match="Only those who made"):
                await delete_table(host, party.room, [""])
            await delete_table(host, party.room, [party.secrets[0]])

    run(main)
