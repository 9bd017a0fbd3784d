"""A server that is behind tells newcomers when to come again, and goes on for those who play."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from serving import opened_api, run, served
from ziggurat.server.rates import Rate, Rates
from ziggurat.server.refused import Refused
from ziggurat.server.web import admission as admission_of_the_server
from ziggurat.server.web.admission import Admission
from ziggurat.server.web.connection_limits import Connections

NEW = {"game": "amytis", "seats": [{"kind": "link"}, {"kind": "link"}]}
BROWSER = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "Accept-Language": "fr"}


def test_an_event_loop_that_is_late_again_and_again_is_noticed_and_one_late_turn_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission_of_the_server, "MOST_LATE", 0.5)

    async def main() -> None:
        admission = Admission()
        watch = asyncio.create_task(admission.watch())
        await asyncio.sleep(0.1)
        time.sleep(2.0)
        await asyncio.sleep(0)
        admission.check()
        for _ in range(5):
            time.sleep(0.9)
            await asyncio.sleep(0.01)
        with pytest.raises(Refused) as refused:
            admission.check()
        assert refused.value.values["n"] in range(2, 46)
        async with asyncio.timeout(60):
            while admission.late > 0.5:
                await asyncio.sleep(0.1)
        admission.check()
        watch.cancel()

    run(main)


def test_newcomers_are_told_when_to_come_again_and_players_play_on(tmp_path: Path) -> None:
    late: list[Admission] = []

    async def main() -> None:
        async with served(tmp_path, Connections(100, 1000)) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            made = (await client.post("/api/tables", json=NEW)).json()
            address, secret = f"ws://127.0.0.1:{port}/api/tables/{made['id']}/socket", made["seats"][0]["secret"]
            async with connect(address) as playing:
                await playing.send(json.dumps({"t": "hello", "secrets": [secret], "id": 1}))
                for admission in late:
                    admission.looks.extend([4.0] * 4)
                for answer in (
                    await client.post("/api/tables", json=NEW),
                    await client.post(f"/api/tables/{made['id']}/join", json={"name": "Ada"}),
                    await client.get(f"/api/tables/{made['id']}/stream"),
                ):
                    assert answer.status_code == 503 and answer.json()["error"]["code"] == "busy"
                    assert 20 <= int(answer.headers["retry-after"]) <= 30
                async with connect(address) as newcomer:
                    with pytest.raises(ConnectionClosed) as closed:
                        await newcomer.recv()
                    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
                    assert closed.value.rcvd.reason.startswith("come again in 2") and closed.value.rcvd.reason.endswith(" s")
                await playing.send(json.dumps({"t": "join", "name": "Ada", "id": 2}))
                while json.loads(await playing.recv()).get("id") != 2:
                    pass
                assert (await client.get(f"/api/tables/{made['id']}")).status_code == 200

    with pytest.MonkeyPatch.context() as patch:
        begin: Any = Admission.__init__

        def noted(self: Admission) -> None:
            begin(self)
            late.append(self)

        patch.setattr(Admission, "__init__", noted)
        patch.setattr(Admission, "watch", lambda self: asyncio.sleep(3600))
        run(main)


def test_a_page_asked_for_too_often_is_a_page_that_says_when(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path, rates=Rates(requests=Rate(0.5, 3600))) as client:
            page = await client.get("/table/xyz", headers=BROWSER)
            assert page.status_code == 429 and page.headers["content-type"] == "text/html; charset=utf-8"
            assert page.headers["retry-after"] == "1" and '<meta http-equiv="refresh" content="1">' in page.text
            assert '<html lang="fr">' in page.text and "attendez 1" in page.text
            english = await client.get("/", headers={**BROWSER, "Accept-Language": "en"})
            assert '<html lang="en">' in english.text and "wait 1 second" in english.text
            program = await client.get("/api/games", headers={"Accept": "*/*"})
            assert program.status_code == 429 and program.json()["error"]["code"] == "limit" and program.headers["retry-after"] == "1"

    run(main)


def test_limits_within_the_server_name_their_time_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path, rates=Rates(tables=Rate(1, 360))) as client:
            assert (await client.post("/api/tables", json=NEW)).status_code == 201
            refused = await client.post("/api/tables", json=NEW)
            assert refused.status_code == 429 and 8 <= int(refused.headers["retry-after"]) <= 10

    run(main)


def test_opening_sockets_counts_as_requests(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, Connections(100, 1000), rates=Rates(requests=Rate(2, 600))) as port:
            reasons = [await reason_of(f"ws://127.0.0.1:{port}/api/tables/nowhere/socket") for _ in range(3)]
            assert [code for code, _ in reasons] == [1008, 1008, 1013]
            assert reasons[2][1] in {"come again in 5 s", "come again in 6 s"}

    run(main)


async def reason_of(address: str) -> tuple[int, str]:
    """Why a socket is closed."""
    async with connect(address) as opened:
        with contextlib.suppress(ConnectionClosed):
            await opened.send('{"t": "hello"}')
            while True:
                await opened.recv()
        return opened.close_code or 0, opened.close_reason or ""
