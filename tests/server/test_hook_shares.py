"""Slow webhook targets keep nobody else's program waiting: a delivery has a deadline, a client and a target have a few slots each."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import cast

import pytest

from serving import run
from ziggurat.server import webhooks
from ziggurat.server.client_address import CLIENT
from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused
from ziggurat.server.webhooks import Hook, Hooks

SLOW, QUICK = "127.0.0.2", "127.0.0.3"


@asynccontextmanager
async def targets() -> AsyncIterator[tuple[str, str, asyncio.Event]]:
    """A target that sends a byte now and then, for ever; one that answers; and whether the latter was called."""
    called, over = asyncio.Event(), asyncio.Event()
    handlers: set[asyncio.Task[None]] = set()

    async def drip(writer: asyncio.StreamWriter) -> None:
        while not over.is_set() and not writer.is_closing():
            writer.write(b"H")
            await asyncio.sleep(0.05)

    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        called.set()

    async def started(work: Callable[[asyncio.StreamWriter], Awaitable[None]], address: str) -> asyncio.Server:
        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            handlers.add(cast("asyncio.Task[None]", asyncio.current_task()))
            with contextlib.suppress(OSError, EOFError):
                await reader.readuntil(b"\r\n\r\n")
                await work(writer)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

        return await asyncio.start_server(handle, address, 0)

    async with await started(drip, SLOW) as slow, await started(answer, QUICK) as quick:
        places = [f"http://{server.sockets[0].getsockname()[0]}:{server.sockets[0].getsockname()[1]}/" for server in (slow, quick)]
        try:
            yield places[0], places[1], called
        finally:
            over.set()
            await asyncio.gather(*handlers)


def send(hooks: Hooks, client: str, place: str, url: str) -> None:
    """Send a notice as what follows from a request of this client."""
    turn = {"table": place, "game": "amytis", "seat": 0, "ply": 0, "number": 1}
    CLIENT.set(client)
    hooks.send(place, Hook(url, "key"), turn, lambda: True)


def test_a_target_that_answers_a_byte_at_a_time_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "DEADLINE", 1.0)

    async def main() -> None:
        async with targets() as (slow, _, _):
            hooks, failed = Hooks(private=True, pauses=()), METRICS.hooks_failed
            send(hooks, "192.0.2.1", "t/0", slow)
            await asyncio.wait_for(asyncio.gather(*hooks._tasks.values()), 30)
            assert METRICS.hooks_failed == failed + 1
            await hooks.close()

    run(main)


@pytest.mark.parametrize("clients", [1, 200], ids=["of one client", "of many clients, at one target"])
def test_slow_targets_keep_the_programs_of_others_waiting_for_nothing(clients: int) -> None:
    async def main() -> None:
        async with targets() as (slow, quick, called):
            hooks = Hooks(private=True, pauses=())
            for number in range(200):
                send(hooks, f"192.0.2.{number % clients}", f"slow/{number}", slow)
            await asyncio.sleep(0.5)
            send(hooks, "198.51.100.1", "quick/0", quick)
            async with asyncio.timeout(8):  # less than the deadline of those that are slow
                await called.wait()
            await hooks.close()

    run(main)


def test_a_client_cannot_fill_the_waiting_list() -> None:
    async def main() -> None:
        async with targets() as (slow, quick, called):
            hooks = Hooks(private=True, pauses=())
            for number in range(3000):
                send(hooks, "192.0.2.1", f"slow/{number}", slow)
            assert len(hooks._tasks) <= 200
            send(hooks, "198.51.100.1", "quick/0", quick)
            async with asyncio.timeout(8):
                await called.wait()
            await hooks.close()
            await asyncio.sleep(0)
            assert not hooks._waiting, "nobody waits any more"

    run(main)


def test_a_name_server_that_does_not_answer_holds_no_thread_of_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "DEADLINE", 0.5)

    def never(*_: object, **__: object) -> list[object]:
        time.sleep(3)
        return []

    monkeypatch.setattr("socket.getaddrinfo", never)

    async def main() -> None:
        hooks, began = Hooks(private=True), time.monotonic()

        async def check(number: int) -> None:
            CLIENT.set("192.0.2.1")
            with pytest.raises(Refused):
                await hooks.check(f"http://name{number}.example/")

        checks = asyncio.gather(*(check(number) for number in range(100)))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(time.sleep, 0)
        assert time.monotonic() - began < 2.5, "no lookup is in its way"
        await checks

    run(main)
