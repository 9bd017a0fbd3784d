"""Connections that say nothing, or too little, or are too many, shut nobody out."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from serving import Process, reach, rest, run, served
from ziggurat.server.client_address import network_of
from ziggurat.server.metrics import METRICS
from ziggurat.server.web.connection_limits import Connections, raise_file_limit

NEW = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}


def limited(files: int, hard: int) -> list[str]:
    """A command that runs another with so many files."""
    return ["sh", "-c", f'ulimit -Sn {files}; ulimit -Hn {hard}; exec "$@"', "sh"]


@contextmanager
def started(folder: Path, *options: str, **more: Any) -> Iterator[Process]:
    process = Process(folder, *options, **more).start()
    try:
        yield process
    finally:
        process.kill()


@contextmanager
def held(port: int, count: int, send: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many connections that stay open."""
    sockets: list[socket.socket] = []
    try:
        for _ in range(count):
            sockets.append(socket.create_connection(("127.0.0.1", port), timeout=30))
            sockets[-1].sendall(send)
        yield sockets
    finally:
        for each in sockets:
            each.close()


def test_silent_connections_shut_nobody_out(tmp_path: Path) -> None:
    """More than the server may have files open, from one address, of which none asks for anything; some have begun to."""
    raise_file_limit()  # ours: we hold the other ends
    log = tmp_path / "log"
    with started(tmp_path, under=limited(1024, 1024), log=log) as server, held(server.port, 700), held(server.port, 400, b"GET / HTTP/1.1\r\nHo"):
        for _ in range(5):
            assert httpx.get(f"{server.url}/healthz", timeout=30).status_code == 200
        assert httpx.post(f"{server.url}/api/tables", json=NEW, timeout=60).status_code == 201
        metrics = httpx.get(f"{server.url}/metrics", timeout=30).text
    assert "ziggurat_server_errors_total 0" in metrics
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["text"] for line in lines] == ["server started", "too many connections are silent"], "one line, not a thousand"


def test_the_file_limit_is_raised_at_the_start(tmp_path: Path) -> None:
    with started(tmp_path, under=limited(256, 3000)) as server:
        assert server.process is not None
        assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (3000, 3000)


def answer_of(each: socket.socket) -> bytes:
    """All that is sent until the other end closes."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while part := each.recv(4096):
            data += part
    return data


def test_an_address_may_hold_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")  # else what comes from this machine may be a proxy
    log = tmp_path / "log"
    with started(tmp_path, "--connections", "20", log=log) as server:
        with held(server.port, 20) as first:
            with held(server.port, 5) as more:
                answers = [answer_of(each) for each in more]
                assert all(answer.startswith(b"HTTP/1.1 429 ") for answer in answers)
                assert json.loads(answers[0].partition(b"\r\n\r\n")[2])["error"]["code"] == "limit"
            first.pop().close()
            first.pop().close()
            assert eventually(lambda: httpx.get(f"{server.url}/healthz", timeout=30).status_code == 200)
        assert eventually(lambda: "ziggurat_connections 1\n" in httpx.get(f"{server.url}/metrics", timeout=30).text)
        assert "ziggurat_connections_refused_total 5" in httpx.get(f"{server.url}/metrics").text

        async def sockets() -> None:
            for _ in range(50):  # one after another: each that is closed is forgotten
                async with connect(f"ws://127.0.0.1:{server.port}/api/tables/nowhere/socket") as opened:
                    await opened.send('{"t": "hello"}')
                    assert "table.unknown" in str(await opened.recv())

        run(sockets)
        assert eventually(lambda: "ziggurat_connections 1\n" in httpx.get(f"{server.url}/metrics").text)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    told = [(line["text"], line["address"]) for line in lines if line["text"] != "server started"]
    assert told == [("an address holds too many connections", "127.0.0.1")], "once a minute"


def eventually(is_true: Callable[[], bool], seconds: float = 30) -> bool:
    """Whether something becomes true; a connection that is turned away meanwhile does not count."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(httpx.HTTPError):
            if is_true():
                return True
        time.sleep(0.02)
    return False


def test_a_proxy_on_this_machine_stands_for_many(tmp_path: Path) -> None:
    with started(tmp_path, "--connections", "5") as server, held(server.port, 30):
        assert httpx.get(f"{server.url}/healthz", timeout=30).status_code == 200


def test_an_ipv4_address_in_ipv6_is_one_address_and_not_all() -> None:
    assert network_of("::ffff:198.51.100.7") == "198.51.100.7" == network_of("198.51.100.7")
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2::9") != network_of("2001:db8:1:3::9")


# --- In time -----


GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n"
NEVER = 3600.0


@pytest.mark.parametrize(
    "sent", [b"", b"GET", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", GET + b"GET /he"], ids=["silent", "line", "head", "second head"]
)
def test_a_head_that_does_not_come_is_not_waited_for(tmp_path: Path, sent: bytes) -> None:
    async def main() -> None:
        before = METRICS.connections_dropped
        connections = Connections(10, 1000, head_seconds=0.3, body_seconds=NEVER)
        async with served(tmp_path, connections) as port:
            answered = await rest(await reach(port, sent))
            assert answered.count(b"HTTP/1.1 ") == sent.startswith(GET)
            assert not connections.waiting and not connections.held
        assert METRICS.connections_dropped == before + 1 or sent.startswith(GET)  # between two requests, uvicorn itself closes it

    run(main)


def test_bytes_that_drip_do_not_lengthen_the_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, Connections(10, 1000, head_seconds=0.5, body_seconds=NEVER)) as port:
            for first in (b"GET / HTTP/1.1\r\nX-Slow: ", GET + b"GET / HTTP/1.1\r\nX-Slow: "):
                reader, writer = await reach(port, first)
                with contextlib.suppress(ConnectionError):
                    while not reader.at_eof():  # for ever, if nobody closes it
                        writer.write(b"x")
                        await writer.drain()
                        with contextlib.suppress(TimeoutError):
                            async with asyncio.timeout(0.02):
                                await reader.read(1000)
                writer.close()

    run(main)


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    async def main() -> None:
        errors = METRICS.server_errors
        connections = Connections(10, 1000, head_seconds=NEVER, body_seconds=0.3)
        async with served(tmp_path, connections) as port:
            assert b"HTTP/1.1 2" not in await rest(await reach(port, POST + b'{"game": '))
            assert not connections.waiting and not connections.held
        assert METRICS.server_errors == errors, "a client that goes is no error of ours"

    run(main)


def test_whoever_has_asked_is_not_hurried(tmp_path: Path) -> None:
    """A body in pieces, a stream, a socket and a connection that is used again outlive the time for a head."""

    async def main() -> None:
        connections = Connections(10, 1000, head_seconds=0.3, body_seconds=NEVER)
        async with served(tmp_path, connections) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            made = (await client.post("/api/tables", json=NEW)).json()
            body = json.dumps(NEW).encode().ljust(90)
            slow = await reach(port, POST)
            async with (
                connect(f"ws://127.0.0.1:{port}/api/tables/{made['id']}/socket") as opened,
                client.stream("GET", f"/api/tables/{made['id']}/stream") as stream,
            ):
                await opened.send('{"t": "hello"}')
                lines = stream.aiter_lines()
                assert "gameFull" in await anext(lines)
                for place in range(0, 90, 9):
                    await asyncio.sleep(0.1)
                    slow[1].write(body[place : place + 9])
                assert b"HTTP/1.1 201" in await slow[0].read(100)
                await opened.send('{"t": "ping", "id": 7}')
                assert await pong(opened)
                assert (await client.get("/healthz")).status_code == 200
            slow[1].close()
        assert not connections.waiting and not connections.held and connections.count == 0

    run(main)


async def pong(opened: Any) -> bool:
    async for message in opened:
        if json.loads(message)["t"] == "pong":
            return True
    return False


def test_no_bytes_on_the_port_break_anything(tmp_path: Path) -> None:
    """Noise, cut requests, wrong heads, upgrades that are none: in time everything is closed and forgotten."""
    lots = random.Random(4)
    upgrade = b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    whole = [
        GET,
        POST,
        upgrade + b"\r\n",
        upgrade + b"Sec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\n\r\n",
        GET.replace(b"GET", b"BREW"),
        GET.replace(b"1.1", b"1.0"),
    ]

    def noise() -> bytes:
        one = lots.choice(whole)
        kind = lots.randrange(4)
        if kind == 0:
            return lots.randbytes(lots.randrange(1, 300))
        if kind == 1:
            return one[: lots.randrange(1, len(one))]
        if kind == 2:
            place = lots.randrange(len(one))
            return one[:place] + lots.randbytes(3) + one[place:]
        return one + lots.choice(whole) + lots.randbytes(20)

    async def main() -> None:
        errors = METRICS.server_errors
        connections = Connections(1000, 2000, head_seconds=0.3, body_seconds=0.3)
        async with served(tmp_path, connections) as port:
            reached = [await reach(port, noise()) for _ in range(300)]
            for _, writer in reached[::3]:
                writer.transport.abort()
            await asyncio.gather(*map(rest, reached))
            while connections.count:
                await asyncio.sleep(0.05)
            assert not connections.waiting and not connections.held
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
                assert (await client.get("/healthz")).status_code == 200
        assert METRICS.server_errors == errors

    run(main)


def test_of_those_who_wait_the_oldest_gives_way(tmp_path: Path) -> None:
    async def main() -> None:
        connections = Connections(1000, 220, head_seconds=NEVER, body_seconds=NEVER)
        assert (connections.most, connections.most_waiting) == (20, 10)
        async with served(tmp_path, connections) as port:
            silent = [await reach(port) for _ in range(30)]
            for streams in silent[:20]:
                assert await rest(streams) == b"", "closed without a word"
            assert len(connections.waiting) == 10
            busy = [await reach(port, GET.replace(b"/healthz", b"/nowhere")) for _ in range(5)]
            for reader, _ in busy:
                assert b"404" in await reader.readline()
            for _, writer in (*silent, *busy):
                writer.close()

    run(main)


def test_when_all_connections_are_taken_the_next_is_told_so(tmp_path: Path) -> None:
    async def main() -> None:
        connections = Connections(1000, 216, head_seconds=NEVER, body_seconds=NEVER)
        assert connections.most == 16
        async with served(tmp_path, connections) as port, contextlib.AsyncExitStack() as stack:
            for _ in range(16):
                await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}/api/tables/x/socket"))
            answer = await rest(await reach(port))
            assert answer.startswith(b"HTTP/1.1 503 ") and b"no room" in answer

    run(main)
