"""What is told on a socket, and when: an answer before its news, a slow client the present state only, a broken one nothing."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from seating import DEAL, Party, seat_all
from serving import opened_host, run, table
from ziggurat.server.host import Host
from ziggurat.server.rates import NO_RATES, Rate
from ziggurat.server.web.limits import Limits
from ziggurat.server.web.socket import PING, Conversation


class Line:
    """A client at the other end of a `Conversation`, who may be slow."""

    def __init__(self, host: Host, party: Party, seat: int) -> None:
        self.heard: list[dict[str, Any]] = []
        self.free = asyncio.Event()
        self.free.set()
        self.gone = False
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        socket: Any = SimpleNamespace(receive=self.incoming.get, send=self.send)
        self.talk = Conversation(socket, host, Limits(NO_RATES), "here")
        self.task = asyncio.create_task(self.talk.run(party.table.id))
        self.ask(t="hello", secrets=[party.secrets[seat]], id=1)

    def ask(self, **request: Any) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(request)})

    async def send(self, message: dict[str, Any]) -> None:
        await self.free.wait()
        if self.gone:
            raise ConnectionResetError
        self.heard.append(json.loads(message["text"]))

    async def until(self, kind: str, **values: Any) -> dict[str, Any]:
        async with asyncio.timeout(20):
            while not (matching := [message for message in self.heard if message["t"] == kind and values.items() <= message.items()]):
                await asyncio.sleep(0.002)
        return matching[0]

    async def leave(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        with pytest.raises(WebSocketDisconnect):
            await self.task


def test_an_answer_comes_before_what_it_brought_about(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            lines = [Line(host, party, seat) for seat in range(2)]
            for line in lines:
                await line.until("table")
            assert [message["t"] for message in lines[0].heard[:2]] == ["done", "table"]
            lines[0].ask(t="play", ply=0, move="b2>a1", id=2)
            for line in lines:
                await line.until("played", ply=1)
            kinds = [message["t"] for message in lines[0].heard]
            assert kinds.index("played") > kinds.index("done", 1)
            for line in lines:
                await line.leave()
            assert not party.room.watchers

    run(main)


def test_a_slow_client_delays_nobody_and_is_told_the_present_state_in_the_end(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            slow, quick = Line(host, party, 0), Line(host, party, 1)
            for line in (slow, quick):
                await line.until("table")
            slow.free.clear()
            before = len(slow.heard)
            await party.play_on(12)
            await quick.until("played", ply=12)
            assert len(slow.heard) == before
            slow.free.set()
            last = await slow.until("played", ply=12)
            plies = [message["ply"] for message in slow.heard[before:] if message["t"] == "played"]
            assert len(plies) == 2 and plies == sorted(plies), "one message waited, and one told the rest"
            assert len(last["log"]) == 12 - plies[0]
            await party.play_on(1)
            await slow.until("played", ply=13)
            for line in (slow, quick):
                await line.leave()

    run(main)


def test_a_client_that_is_gone_hurts_nobody(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            gone, other = Line(host, party, 0), Line(host, party, 1)
            for line in (gone, other):
                await line.until("table")
            gone.gone = True
            await party.play_on(3)
            await other.until("played", ply=3)
            with pytest.raises(ConnectionResetError):
                await gone.task
            await other.leave()

    run(main)


def test_a_ping_is_answered_while_another_request_is_carried_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            line = Line(host, party, 0)
            await line.until("table")
            async with party.room.lock:
                line.ask(t="play", ply=0, move="b2>a1", id=2)
                line.ask(t="ping", id=3)
                await line.until("pong", id=3)
                assert not [message for message in line.heard if message["t"] == "done" and message["id"] == 2]
            await line.until("done", id=2)
            await line.leave()

    run(main)


def test_pings_of_the_page_use_up_no_messages_of_an_address(tmp_path: Path) -> None:
    """Fifty open pages behind one address would else be refused without doing anything."""

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            line = Line(host, party, 0)
            line.talk.limits = Limits(replace(NO_RATES, messages=Rate(2, 1)))
            await line.until("table")
            for _ in range(20):
                line.incoming.put_nowait({"type": "websocket.receive", "text": PING})
            line.ask(t="play", ply=0, move="b2>a1", id=2)
            await line.until("done", id=2)
            assert [message["t"] for message in line.heard].count("pong") == 20
            line.ask(t="play", ply=1, move="a3>c3", id=3)
            await line.until("error")
            await line.leave()

    run(main)


def test_what_a_client_sent_before_it_left_is_carried_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            line, other = Line(host, party, 0), Line(host, party, 1)
            for one in (line, other):
                await one.until("table")
            async with party.room.lock:
                line.ask(t="play", ply=0, move="b2>a1", id=2)
                leaving = asyncio.create_task(line.leave())
                await asyncio.sleep(0.05)
                assert not leaving.done()
            await other.until("played", ply=1)
            await leaving
            await other.leave()

    run(main)


def test_an_error_of_ours_ends_the_conversation(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            broken, other = Line(host, party, 0), Line(host, party, 1)
            for line in (broken, other):
                await line.until("table")
            assert broken.talk.watcher is not None
            broken.talk.watcher._sent = broken.talk.watcher.room = None  # type: ignore[assignment]
            await party.play_on(1)
            with pytest.raises(AttributeError):
                await broken.task
            await other.until("played", ply=1)
            await other.leave()

    run(main)
