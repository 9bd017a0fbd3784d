"""Asking for tables that do not exist leaves nothing behind, however often and with whatever name."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from serving import Process, opened_api, opened_host, run, table
from ziggurat.server.host import LONGEST_ID, Host
from ziggurat.server.make_table import make_table
from ziggurat.server.refused import Refused


async def unknown(host: Host, id_: str) -> str:
    with pytest.raises(Refused) as refused:
        await host.get(id_)
    return refused.value.code


def test_unknown_ids_leave_no_lock_behind(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            codes = await asyncio.gather(*(unknown(host, f"nobody{number % 100}") for number in range(1000)))
            assert set(codes) == {"table.unknown"}
            assert host._loading == {} and not host.rooms

    run(main)


def test_whoever_comes_while_a_table_is_loaded_gets_the_same_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("amytis", "here", "here"))
        async with opened_host(tmp_path) as host:
            rooms = await asyncio.gather(*(host.get(made.id) for _ in range(50)))
            assert len({id(room) for room in rooms}) == 1 and rooms[0] is host.rooms[made.id]
            assert host._loading == {}

    run(main)


def test_whoever_gives_up_waiting_harms_nobody_who_waits(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("amytis", "here", "here"))
        async with opened_host(tmp_path) as host:
            asking = [asyncio.create_task(host.get(made.id)) for _ in range(10)]
            await asyncio.sleep(0)
            asking[0].cancel()
            asking[5].cancel()
            results = await asyncio.gather(*asking, return_exceptions=True)
            assert {id(room) for room in results if not isinstance(room, BaseException)} == {id(host.rooms[made.id])}
            assert host._loading == {}

    run(main)


def test_long_ids_are_refused_before_anything_is_looked_up(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            assert await unknown(host, "x" * (LONGEST_ID + 1)) == "table.unknown"
            for path in ("", "/record", "/picture.svg", "/stream", "/plies/0"):
                assert (await client.get(f"/api/tables/{'x' * 41}{path}")).status_code == 400
            fork = {"game": "amytis", "seats": [{}, {}], "from": {"table": "x" * 41, "ply": 0}}
            assert (await client.post("/api/tables", json=fork)).status_code == 400
            seat = {"kind": "account", "account": "x" * 41}
            assert (await client.post("/api/tables", json={"game": "amytis", "seats": [seat, {}]})).status_code == 400

    run(main)


def test_long_ids_on_a_socket(server: Process) -> None:
    async def main() -> None:
        for length in (LONGEST_ID + 1, 5000):
            async with connect(f"ws://127.0.0.1:{server.port}/api/tables/{'x' * length}/socket") as wire:
                await wire.send('{"t": "hello"}')
                answer = json.loads(await wire.recv())
                assert answer["error"]["code"] == "table.unknown" and len(answer["error"]["message"]) < 100

    run(main)
    assert "ziggurat_server_errors_total 0\n" in httpx.get(f"{server.url}/metrics").text
