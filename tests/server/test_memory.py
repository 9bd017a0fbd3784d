"""What is over leaves the memory at once: nothing waits for the garbage collector, which the server runs seldom."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import json
import subprocess
import sys
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.server import ServerProtocol

from serving import opened_host, run, settings_for, table
from ziggurat.server.bots import Dropped, Thinkers
from ziggurat.server.make_table import make_table
from ziggurat.server.rates import NO_RATES
from ziggurat.server.serve import Server
from ziggurat.server.web.app import create_app
from ziggurat.server.web.connection_limits import Config, Connections, GuardedSocket
from ziggurat.server.web.limits import Limits
from ziggurat.server.web.socket import Conversation


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class FakeSocket:
    """Says hello, stays for a moment, and is gone."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = [{"type": "websocket.receive", "text": '{"t": "hello"}'}, {"type": "websocket.disconnect", "code": 1001}]

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(0.01)
        return self.events.pop(0)

    async def send(self, message: dict[str, Any]) -> None:
        pass


def test_a_socket_that_was_closed_does_not_hold_its_room(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("amytis", "here", "here"))
            conversation = Conversation(FakeSocket(), host, Limits(NO_RATES), "127.0.0.1")  # type: ignore[arg-type] # as much of a socket as is used
            with contextlib.suppress(WebSocketDisconnect):  # pytest would hold the error, and with it everything
                await conversation.run(made.id)
            watcher = weakref.ref(conversation.watcher)
            assert watcher() is not None
            del conversation
            await asyncio.sleep(0.05)
            assert watcher() is None, gc.get_referrers(watcher())

    run(main)


def test_a_thought_that_was_dropped_does_not_hold_its_game() -> None:
    class Held:
        pass

    async def main() -> None:
        thinkers = Thinkers(1)
        held = Held()
        alive = weakref.ref(held)

        def work(stop: Callable[[], bool], held: Held = held) -> None:
            while not stop():
                time.sleep(0.005)

        del held
        thought = asyncio.ensure_future(thinkers.think("table", work))
        await asyncio.sleep(0.05)
        thinkers.drop("table")
        with contextlib.suppress(Dropped):
            await thought
        assert thought.exception() is not None
        del thought, work
        while thinkers.busy:
            await asyncio.sleep(0.01)
        thinkers.close()
        assert alive() is None, gc.get_referrers(alive())

    run(main)


def test_a_connection_that_was_closed_leaves_nothing_behind(tmp_path: Path) -> None:
    """A whole server in this process, and sockets that come and go: by themselves, and when the server closes them."""
    kinds = (GuardedSocket, ServerProtocol, WebSocket)

    def alive() -> dict[str, int]:
        return dict(Counter(type(thing).__name__ for thing in gc.get_objects() if type(thing) in kinds))

    async def main() -> None:
        port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        server = Server(Config(create_app(settings_for(tmp_path)), Connections(100, 1000), port=0, log_config=None, access_log=False), port.set_result)
        task = asyncio.create_task(server.serve())
        url = f"127.0.0.1:{await port}"
        async with httpx.AsyncClient() as client:
            new = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}
            made = (await client.post(f"http://{url}/api/tables", json=new)).json()
        for secrets in ([made["seats"][0]["secret"]], [], ["nonsense"]):
            async with connect(f"ws://{url}/api/tables/{made['id']}/socket") as socket:
                await socket.send(json.dumps({"t": "hello", "secrets": secrets}))
                await socket.recv()
        lost = await connect(f"ws://{url}/api/tables/{made['id']}/socket")
        lost.transport.abort()
        del lost, socket
        await asyncio.sleep(0.3)
        assert alive() == {}
        server.should_exit = True
        await task

    run(main)


MAPPED_BLOCKS = """
import ctypes, numpy as np
from ziggurat.server.large_blocks import return_large_blocks
class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]
libc = ctypes.CDLL(None)
libc.mallinfo2.restype = Info
def of_its_own():
    before = libc.mallinfo2().hblks
    block = np.ones(20_000_000, np.uint8)
    return libc.mallinfo2().hblks - before
if {0}:
    return_large_blocks()
print(of_its_own(), of_its_own(), of_its_own())
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="only glibc has it")
def test_the_memory_of_a_search_goes_back_to_the_system() -> None:
    programs = [MAPPED_BLOCKS.replace("{0}", str(returned)) for returned in (True, False)]
    outputs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split() for program in programs]
    assert outputs[0] == ["1", "1", "1"] != outputs[1]
