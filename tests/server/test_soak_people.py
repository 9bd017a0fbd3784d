"""The people of the soak: they come again when they are told to, and leave a table together."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from ledger import Ledger, Lost, Manner, Person, let_in, play_chain
from playing import SocketPlayer
from serving import run, served
from ziggurat.server.rates import Rate, Rates
from ziggurat.server.web.connection_limits import Connections


class Seated:
    """Somebody at a table, who fails soon or hears of it for ever."""

    def __init__(self, ledger: Ledger, *, fails: bool) -> None:
        self.ledger, self.fails, self.state = ledger, fails, dict[str, Any]()

    async def live(self, _: asyncio.Event) -> str:
        await asyncio.sleep(0.05)
        if self.fails:
            raise Lost("not let in")
        while True:
            self.ledger.hear("table", {"number": 3, "status": "running"})
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """It has no line."""


def test_where_one_fails_nobody_goes_on_at_the_table() -> None:
    """Else the others come back to it and wait for who is gone: a table that is stuck, and no fault of the server."""

    async def main() -> None:
        ledger = Ledger()
        persons: Any = [Seated(ledger, fails=True), Seated(ledger, fails=False)]
        with pytest.raises(Lost):
            await play_chain("http://nowhere", {"id": "table", "owner": ""}, persons, 0, asyncio.Event(), ledger)
        await asyncio.sleep(0.1)
        assert ledger.progress == {}, "the table is out of sight"

    run(main)


def test_people_who_are_told_to_wait_wait_and_are_let_in(tmp_path: Path) -> None:
    async def main() -> None:
        rates = Rates(requests=Rate(2, 3600))
        async with served(tmp_path, Connections(100, 1000), rates=rates) as port, httpx.AsyncClient() as client:
            url, ledger = f"http://127.0.0.1:{port}", Ledger()
            new = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}
            made = (await client.post(f"{url}/api/tables", json=new)).json()
            began = time.monotonic()
            for _ in range(3):
                player = SocketPlayer(url, made["id"], [], random.Random(1))
                assert (await let_in(player, ledger))["t"] == "table"
            assert ledger.counts["told to wait"] >= 2 and time.monotonic() - began > 1.5
            person = Person(url, made["id"], 0, made["seats"][0]["secret"], ledger, random.Random(1), Manner(), client)
            assert (await person.post("chat", {"text": "hello"}))["t"] == "done"
            assert ledger.counts["told to wait"] >= 3 and not ledger.problems

    run(main)
