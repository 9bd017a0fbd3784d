"""One WebSocket takes neither the event loop nor the memory: frames and bytes of every kind are counted, and who does not read is not read."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import inspect
import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from serving import reach, run, served
from ziggurat.measure.server import UPGRADE, frame
from ziggurat.server.metrics import METRICS
from ziggurat.server.rates import Bucket, Rate, Rates
from ziggurat.server.web import connection_limits
from ziggurat.server.web.connection_limits import PRIVATE_PARTS, Connections

MASK = b"\0\0\0\0"
PING, PIECE, BEGIN = b"\x89\x80" + MASK, b"\x00\x80" + MASK, b"\x01\x80" + MASK
LONG_PING = b"\x89\xfd" + MASK + bytes(125)
FLOODS = {
    "pings": PING * 40_000,
    "pongs": (b"\x8a\x80" + MASK) * 40_000,
    "pieces": BEGIN + PIECE * 40_000,
    "messages": frame(b'{"t": "ping"}') * 10_000,
}


def usual() -> Connections:
    """As a server has them that is started without options."""
    return Connections(100, 1000, rates=Rates())


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_is_closed_before_it_is_read(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    taken = Bucket.take

    def counting(self: Bucket, rate: Rate, amount: float = 1) -> float:
        if rate is Rates.frames:
            seen.append(int(amount))
        return taken(self, rate, amount)

    monkeypatch.setattr(Bucket, "take", counting)

    async def main() -> None:
        dropped = METRICS.connections_dropped
        async with served(tmp_path, usual()) as port:
            reader, writer = await reach(port, UPGRADE.format(path="/api/tables/x/socket", port=port).encode())
            assert b"101" in await reader.readuntil(b"\r\n\r\n")
            writer.write(FLOODS[kind])
            assert b"too many frames" in await until_closed(reader)
            writer.close()
        assert METRICS.connections_dropped == dropped + 1
        assert sum(seen) < 1000, "the rest was not looked at"

    run(main, seconds=60)


async def until_closed(reader: asyncio.StreamReader) -> bytes:
    """What is sent before the connection ends; the test waits no longer than `run` does."""
    data = b""
    try:
        while part := await reader.read(1 << 16):
            data += part
    except ConnectionResetError:  # we had sent what nobody read
        pass
    return data


def test_bytes_are_counted_also_of_a_frame_that_is_not_whole(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, Connections(100, 1000, rates=replace(Rates(), octets=Rate(5000, 1)))) as port:
            reader, writer = await reach(port, UPGRADE.format(path="/api/tables/x/socket", port=port).encode())
            await reader.readuntil(b"\r\n\r\n")
            writer.write(frame(b" " * 16_000)[:9000])
            assert b"too many bytes" in await until_closed(reader)
            writer.close()

    run(main, seconds=60)


def test_a_message_in_endless_pieces_is_refused(tmp_path: Path) -> None:
    """Also where they come slowly."""

    async def main() -> None:
        async with served(tmp_path, Connections(100, 1000)) as port:
            reader, writer = await reach(port, UPGRADE.format(path="/api/tables/x/socket", port=port).encode())
            await reader.readuntil(b"\r\n\r\n")
            writer.write(BEGIN + PIECE * 110)
            assert b"too many pieces" in await until_closed(reader)
            writer.close()

    run(main, seconds=60)


def test_who_does_not_read_is_not_read(tmp_path: Path) -> None:
    """Pongs that nobody reads do not pile up: the server takes no more pings than it has answered."""

    async def main() -> None:
        async with served(tmp_path, Connections(100, 1000)) as port:
            line = await asyncio.to_thread(unread_socket, port)
            sent = await asyncio.to_thread(send_while_taken, line, LONG_PING * 1000, 64 << 20)
            assert sent < 32 << 20, "the rest waits with the client"
            assert not any(transport.get_write_buffer_size() > 1 << 20 for transport in transports())
            await asyncio.to_thread(line.close)

    run(main)


def transports() -> list[Any]:
    """The connections of the server in this process."""
    return [thing.transport for thing in gc.get_objects() if type(thing) is connection_limits.GuardedSocket]


def unread_socket(port: int) -> socket.socket:
    """A WebSocket with little room for what it does not read."""
    line = socket.socket()
    line.settimeout(30)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    line.sendall(UPGRADE.format(path="/api/tables/x/socket", port=port).encode())
    assert b"101" in line.recv(4096)
    return line


def send_while_taken(line: socket.socket, chunk: bytes, most: int) -> int:
    """Send until nothing is taken for two seconds, or so many bytes are sent; returns how many were."""
    sent = 0
    line.settimeout(2)
    try:
        while sent < most:
            sent += line.send(chunk[sent % len(LONG_PING) :])
    except TimeoutError:
        pass
    return sent


def test_who_never_reads_again_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "STALLED_SECONDS", 0.5)

    async def main() -> None:
        connections = Connections(100, 1000)
        async with served(tmp_path, connections) as port:
            line = await asyncio.to_thread(unread_socket, port)
            assert connections.count == 1
            with contextlib.suppress(OSError):
                await asyncio.to_thread(send_while_taken, line, LONG_PING * 1000, 64 << 20)
            while connections.count:
                await asyncio.sleep(0.05)
            await asyncio.to_thread(line.close)

    run(main, seconds=30)


def test_a_closed_socket_whose_client_does_not_read_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "LAST_BYTES_SECONDS", 0.5)
    monkeypatch.setattr(connection_limits, "STALLED_SECONDS", 3600.0)

    async def main() -> None:
        connections = Connections(100, 1000)
        async with served(tmp_path, connections) as port:
            line = await asyncio.to_thread(unread_socket, port)
            await asyncio.to_thread(send_while_taken, line, LONG_PING * 1000, 64 << 20)
            for each in transports():
                each.get_protocol().queue.put_nowait({"type": "websocket.disconnect", "code": 1000})
            while connections.count:
                await asyncio.sleep(0.05)
            await asyncio.to_thread(line.close)

    run(main, seconds=30)


def test_a_client_that_asks_and_pings_as_it_may_stays(tmp_path: Path) -> None:
    """A hundred messages at once, each answered by our pings' pongs, some in pieces: nobody is closed."""

    async def main() -> None:
        async with served(tmp_path, usual()) as port, connect(f"ws://127.0.0.1:{port}/api/tables/nowhere/socket", max_size=None) as opened:
            pongs = [await opened.ping() for _ in range(100)]
            for pong in pongs:
                await pong
            await opened.send(iter(['{"t": ', '"hello"', "}"]))
            assert "table.unknown" in str(await opened.recv())
            with pytest.raises(ConnectionClosed) as closed:
                await opened.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.reason == "table.unknown"

    run(main, seconds=60)


def test_a_bucket_fills_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    rate = Rate(3, 3600)
    bucket = Bucket(rate)
    assert [bucket.take(rate) for _ in range(4)] == [0, 0, 0, 1]
    now += 0.5
    assert bucket.take(rate) == 0.5
    now += 0.5
    assert bucket.take(rate) == 0.0


def test_the_parts_of_uvicorn_and_websockets_that_we_use_are_there() -> None:
    """They are not promised: another version may not have them."""
    for kind, names in PRIVATE_PARTS.items():
        source = "".join(inspect.getsource(each) for each in kind.__mro__ if each not in (object, asyncio.Protocol))
        for name in names:
            assert hasattr(kind, name) or f"self.{name}" in source, f"{kind.__name__}.{name}"
