"""How much a server carries: `ziggurat bench --server`.

A server and its clients on loopback: so many tables of Amytis with two sockets each. Paced, every table has a move every two seconds; the
time from a move sent to both views received is measured. Saturated, each table moves as soon as both views are there. In the same run
and with the same clients, a bare echo server of the same stack (uvicorn, Litestar, msgspec) sends messages of the same sizes to both.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

TABLES = 500
PACE = 2.0  # seconds between two moves of a table
WARM_UP = 0.5
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Choice(msgspec.Struct):
    """What the client reads of a choice."""

    text: str


class News(msgspec.Struct):
    """What the client reads of a message; a page would read all of it."""

    t: str
    ply: int = 0
    choices: list[Choice] = []


decode = msgspec.json.Decoder(News).decode


def frame(payload: bytes) -> bytes:
    """A text frame of a client; the mask is zero, which is allowed and costs nothing."""
    size = len(payload)
    head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0x80 | 126]) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload


class Wire(asyncio.Protocol):
    """One socket of a table, with as little work as a client can have: what is measured is the server."""

    def __init__(self, table: Table, seat: int, path: str, hello: bytes, port: int) -> None:
        self.table, self.seat, self.hello = table, seat, hello
        self.request = UPGRADE.format(path=path, port=port).encode()
        self.buffer = bytearray()
        self.open = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Ask for the upgrade."""
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Hand each whole message to the table."""
        buffer = self.buffer
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            del buffer[: end + 4]
            self.open = True
            self.transport.write(frame(self.hello))
        while len(buffer) >= 2:
            size, start = buffer[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            if buffer[0] & 15 == 1:
                self.table.heard(self.seat, bytes(buffer[start : start + size]))
            elif buffer[0] & 15 == 9:
                self.transport.write(bytes([0x8A, 0x80 | size]) + b"\0\0\0\0" + bytes(buffer[start : start + size]))
            del buffer[: start + size]


class Table:
    """Two sockets that play by themselves."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.wires: list[Wire] = []
        self.ply = [-1, -1]
        self.next: tuple[int, bytes] | None = None
        self.sent = 0.0
        self.waiting = True
        self.over = False

    def heard(self, seat: int, message: bytes) -> None:
        """A message came; when both have seen the move, the time counts."""
        news = decode(message)
        if news.t not in {"table", "played"}:
            return
        self.run.received += len(message)
        self.ply[seat] = news.ply
        if news.choices:
            move = self.run.lots.choice(news.choices).text
            self.next = (seat, b'{"t":"play","ply":%d,"move":"%s"}' % (news.ply, move.encode()))
        if self.ply[0] == self.ply[1] and self.waiting:
            self.waiting = False
            if self.sent:
                self.run.times.append(time.perf_counter() - self.sent)
            if self.next is None:
                self.over = True
            elif self.run.saturated:
                self.play()

    def play(self) -> None:
        """Send the next move."""
        if self.next is None or self.waiting:
            return
        (seat, message), self.next = self.next, None
        self.waiting = True
        self.sent = time.perf_counter()
        self.wires[seat].transport.write(frame(message))


@dataclass
class Run:
    """What all tables share."""

    lots: random.Random = field(default_factory=lambda: random.Random(1))  # noqa: S311 - moves, not keys
    times: list[float] = field(default_factory=list)
    received: int = 0
    saturated: bool = False


class Server:
    """A server in a process of its own."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)  # noqa: S603 - ourselves
        assert self.process.stdout is not None
        found = re.search(r":(\d+)", self.process.stdout.readline().replace("http:", ""))
        assert found is not None
        self.port = int(found[1])

    def memory(self) -> float | None:
        """Resident megabytes, where the system tells."""
        try:
            found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        except OSError:
            return None
        return int(found[1]) / 1024 if found else None

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait()


async def seat_tables(server: Server, run: Run, count: int, *, echo: bool) -> list[Table]:
    """So many tables with both sockets connected."""
    loop = asyncio.get_running_loop()
    tables = []
    for number in range(count):
        table = Table(run)
        made: dict[str, Any] = {"id": str(number), "seats": [{"secret": "0"}, {"secret": "1"}]} if echo else await asyncio.to_thread(make_table, server.port)
        for seat in range(2):
            hello = json.dumps({"t": "hello", "secrets": [made["seats"][seat]["secret"]]}).encode()
            path = f"/api/tables/{made['id']}/socket"
            wire = Wire(table, seat, path, hello, server.port)
            await loop.create_connection(lambda wire=wire: wire, "127.0.0.1", server.port)  # type: ignore[misc]
            table.wires.append(wire)
        tables.append(table)
    async with asyncio.timeout(60):
        while any(table.waiting for table in tables):
            await asyncio.sleep(0.02)
    return tables


def make_table(port: int) -> dict[str, Any]:
    """A table of two people, previews off."""
    new = json.dumps({"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", new, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        made: dict[str, Any] = json.load(answer)
    return made


def percentile(times: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1) if ordered else 0.0


async def paced(tables: list[Table], run: Run, server: Server, seconds: float) -> dict[str, Any]:
    """Every table moves every two seconds."""
    run.saturated = False
    gap = PACE / len(tables)
    began = due = time.perf_counter()
    late, place, warm = 0, 0, False
    while (now := time.perf_counter()) < began + seconds + PACE:
        if not warm and now > began + PACE:  # the first round warms up
            warm, late = True, 0
            run.times.clear()
        while due <= now:
            table = tables[place % len(tables)]
            place += 1
            due += gap
            late += table.waiting
            table.play()
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
    await asyncio.sleep(0.5)
    found = {"moves_per_s": round(len(run.times) / seconds, 1), "p50_ms": percentile(run.times, 0.5), "p99_ms": percentile(run.times, 0.99)}
    return found | {"max_ms": percentile(run.times, 1.0), "late": late, "memory_mb": server.memory()}


async def saturated(tables: list[Table], run: Run, server: Server, seconds: float) -> dict[str, Any]:
    """Each table moves as soon as both views are there; it ends when the first games do, so that all tables are busy all the time."""
    run.saturated = True
    for table in tables:
        table.play()
    await asyncio.sleep(WARM_UP)
    run.times.clear()
    run.received = 0
    cpu, own, began = server.cpu(), time.process_time(), time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds and sum(table.over for table in tables) <= len(tables) // 50:
        await asyncio.sleep(0.05)
    times, received = list(run.times), run.received
    found: dict[str, Any] = {"moves_per_s": round(len(times) / passed), "p50_ms": percentile(times, 0.5), "p99_ms": percentile(times, 0.99)}
    found |= {"bytes_per_move": round(received / max(1, len(times))), "server_cpu": round((server.cpu() - cpu) / passed, 2)}
    found["server_us_per_move"] = round(1e6 * (server.cpu() - cpu) / max(1, len(times)))
    found |= {"client_cpu": round((time.process_time() - own) / passed, 2), "seconds": round(passed, 2), "ended": sum(table.over for table in tables)}
    run.saturated = False
    return found


async def measure(count: int, seconds: float) -> dict[str, Any]:
    """The whole run."""
    with tempfile.TemporaryDirectory() as folder:
        options = ("--no-browser", "--no-limits", "--port", "0", "--data", f"{folder}/bench.db")
        server = Server("-m", "ziggurat", "serve", *options)
        try:
            run = Run()
            tables = await seat_tables(server, run, count, echo=False)
            idle = server.memory()
            steady = await paced(tables, run, server, seconds)
            for table in tables:
                for wire in table.wires:
                    wire.transport.abort()
            fresh = await seat_tables(server, run, count, echo=False)  # whole games ahead of them
            full = await saturated(fresh, run, server, min(seconds, 5.0))
            full["memory_mb"] = server.memory()
        finally:
            server.close()
    half = full["bytes_per_move"] // 2
    server = Server("-m", "ziggurat.server.echo", str(half))
    try:
        run = Run()
        tables = await seat_tables(server, run, count, echo=True)
        echo = await saturated(tables, run, server, min(seconds, 5.0))
    finally:
        server.close()
    ratio = round(full["moves_per_s"] / max(1, echo["moves_per_s"]), 3)
    return {"tables": count, "sockets": 2 * count, "idle_memory_mb": idle, "paced": steady, "saturated": full, "echo": echo, "share_of_echo": ratio}


def bench(count: int = TABLES, seconds: float = 10.0) -> dict[str, Any]:
    """Start everything and measure it."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(measure(count, seconds))
    found: dict[str, Any] = uvloop.run(measure(count, seconds))
    return found
