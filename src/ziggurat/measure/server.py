"""Measures how many moves a server can handle: `ziggurat bench --server --game NAME`.

It starts a server and its clients on this machine: so many tables of two seats, a socket for each seat, with the settings people play with
(previews, hints, live scores) or without them. The tables are spread over a whole game. First every table has a move every two seconds (`paced`):
we measure the time from a move sent to both views received, and the processor time of the server. Then each table moves as soon as both views
have arrived (`saturated`). With `--processes N` there are N servers that share a PostgreSQL and a Redis. A table is made at any of
them, and its sockets end at any of them: together, as behind the proxy of `deploy/`, or each at another (`scattered`).
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from ziggurat.errors import GameError, listed
from ziggurat.measure.backend_cpu import BackendCpu

TABLES = 500
SHARED = ("ZIGGURAT_DATABASE_URL", "ZIGGURAT_REDIS_URL")
TEST_SHARED = ("ZIGGURAT_TEST_DATABASE_URL", "ZIGGURAT_TEST_REDIS_URL")
PACE = 2.0  # seconds between two moves of a table
WARM_UP = 0.5
LOOK = 0.01  # seconds between two looks at what has been played
PROCESS_CLOCK = 2  # Linux: with a process's number, the clock of its processor time (CPUCLOCK_SCHED)
SETTINGS = {"page": {"previews": True, "hints": True, "live_scores": True}, "bare": {}}
"""What a table allows: all that people play with, or nothing."""
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Choice(msgspec.Struct):
    """What the client reads of a choice."""

    text: str


class Message(msgspec.Struct):
    """What the client reads of a message; a page would read all of it."""

    t: str
    ply: int = 0
    choices: list[Choice] = []


decode = msgspec.json.Decoder(Message).decode


def frame(payload: bytes) -> bytes:
    """Wrap a text into a frame as a client sends it; the mask is zero, which is allowed and costs nothing."""
    size = len(payload)
    head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0x80 | 126]) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload


class SeatSocket(asyncio.Protocol):
    """The socket of one seat. It does as little as a client can: we measure the server."""

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
                self.table.receive(self.seat, bytes(buffer[start : start + size]))
            elif buffer[0] & 15 == 9:
                self.transport.write(bytes([0x8A, 0x80 | size]) + b"\0\0\0\0" + bytes(buffer[start : start + size]))
            del buffer[: start + size]


class Table:
    """A table whose two seats play random moves."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.sockets: list[SeatSocket] = []
        self.ply = [-1, -1]
        self.next: tuple[int, bytes] | None = None
        self.sent = 0.0
        self.waiting = True
        self.over = False
        self.until = 0
        """The ply up to which it plays as fast as it can."""

    def receive(self, seat: int, data: bytes) -> None:
        """Take in a message; when both seats have seen the move, note the time and play on."""
        message = decode(data)
        if message.t not in {"table", "played"}:
            return
        self.run.received += len(data)
        self.ply[seat] = message.ply
        if message.choices:
            move = self.run.lots.choice(message.choices).text
            self.next = (seat, b'{"t":"play","ply":%d,"move":"%s"}' % (message.ply, move.encode()))
        if self.ply[0] == self.ply[1] and self.waiting:
            self.waiting = False
            if self.sent:
                self.run.times.append(time.perf_counter() - self.sent)
            if self.next is None:
                self.over = True
            elif self.run.saturated or message.ply < self.until:
                self.play()

    def play(self) -> None:
        """Send the next move."""
        if self.next is None or self.waiting:
            return
        (seat, message), self.next = self.next, None
        self.waiting = True
        self.sent = time.perf_counter()
        self.sockets[seat].transport.write(frame(message))


@dataclass
class Run:
    """What all tables share."""

    lots: random.Random = field(default_factory=lambda: random.Random(1))  # noqa: S311 - moves, not keys
    times: list[float] = field(default_factory=list)
    received: int = 0
    saturated: bool = False


class Server:
    """A server in a process of its own; `python` may be that of another tree."""

    def __init__(self, data: str, python: str = sys.executable, shared: Mapping[str, str] | None = None, *, limits: bool = False) -> None:
        options = ("--no-browser", *(() if limits else ("--no-limits",)), "--port", "0", *(() if shared else ("--data", data)))
        own = {name: value for name, value in os.environ.items() if name not in SHARED}  # a site that the environment names is not ours to fill
        environment = {**own, "ZIGGURAT_ONE_PROCESS": "1", **(shared or {})}  # older trees do not know the option
        self.process = subprocess.Popen([python, "-m", "ziggurat", "serve", *options], stdout=subprocess.PIPE, text=True, env=environment)  # noqa: S603 - ourselves
        assert self.process.stdout is not None
        port = re.search(r":(\d+)", self.process.stdout.readline().replace("http:", ""))
        assert port is not None
        self.port = int(port[1])

    def memory(self) -> float | None:
        """Resident megabytes, where the system says so."""
        try:
            size = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        except OSError:
            return None
        return int(size[1]) / 1024 if size else None

    def cpu(self) -> float:
        """Seconds of processor time so far, of all threads, those that have ended included."""
        try:
            return time.clock_gettime(~self.process.pid << 3 | PROCESS_CLOCK)
        except (OSError, AttributeError):
            return 0.0

    def call(self, path: str, body: object = None) -> Any:
        """Send one HTTP request."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", None if body is None else json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=300) as answer:  # noqa: S310 - ourselves
            return json.load(answer)

    async def warm(self) -> None:
        """Wait until everything is compiled: we do not measure that."""
        while not all(game["search_ready"] for game in (await asyncio.to_thread(self.call, "/api/games"))["games"]):
            await asyncio.sleep(0.2)

    def close(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait()


class Site:
    """All servers that share the same tables: one with a data file, or several with a database."""

    def __init__(self, servers: list[Server], backends: BackendCpu | None = None, *, scattered: bool = False) -> None:
        self.servers, self.backends, self.scattered = servers, backends, scattered

    def server_for(self, table: int, seat: int) -> Server:
        """Where the socket of a seat ends; scattered, all pairs of servers are equally frequent."""
        count = len(self.servers)
        return self.servers[(table if seat == 0 or not self.scattered else table // count) % count]

    def maker_of(self, table: int) -> Server:
        """Where a table is made: anywhere."""
        count = len(self.servers)
        return self.servers[table // count // count % count]

    def cpu(self) -> float:
        """Seconds of processor time so far, of all servers."""
        return sum(server.cpu() for server in self.servers)

    def backend_cpu(self) -> tuple[float, float]:
        """Seconds of processor time so far of the database and of Redis, where there are any."""
        return self.backends.seconds() if self.backends is not None else (0.0, 0.0)

    def memory(self) -> float | None:
        """Resident megabytes of all servers."""
        sizes = [size for server in self.servers if (size := server.memory()) is not None]
        return sum(sizes) if sizes else None

    async def warm(self) -> None:
        """Wait until everything is compiled."""
        for server in self.servers:
            await server.warm()

    def close(self) -> None:
        """Stop all of them."""
        for server in self.servers:
            server.close()


def start(folder: str, python: str, processes: int, scattered: bool) -> Site:
    """Start one server with a data file (`processes` 0), or so many with a database and a queue of their own."""
    if not processes:
        return Site([Server(f"{folder}/bench.db", python)])
    database, redis = local_backends()
    shared = dict(zip(SHARED, (database, redis), strict=True))
    servers = [Server("", python, shared) for _ in range(processes)]
    return Site(servers, BackendCpu(database, redis), scattered=scattered)


def local_backends() -> tuple[str, str]:
    """The addresses of an empty PostgreSQL and a Redis: those that `ZIGGURAT_TEST_DATABASE_URL` and `ZIGGURAT_TEST_REDIS_URL` name, else from test packages."""
    path = Path(__file__).resolve().parents[3] / "tests/backends.py"
    named = tuple(os.environ.get(name, "") for name in TEST_SHARED)
    if all(named):
        return named[0], named[1]
    if not path.is_file():
        raise GameError(f"`--processes` needs a PostgreSQL and a Redis: name them by {listed(TEST_SHARED)}, or run it in a clone of the repository")
    os.environ.setdefault("ZIGGURAT_TEST_FSYNC", "on")  # as durable as the data file
    spec = importlib.util.spec_from_file_location("backends", path)
    assert spec is not None and spec.loader is not None
    backends: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backends)
    return backends.new_database(), backends.redis_url()


async def seat_tables(site: Site, run: Run, game: str, settings: str, count: int) -> list[Table]:
    """Make so many tables, with the sockets of both seats connected."""
    loop = asyncio.get_running_loop()
    tables = []
    new = {"game": game, "seats": [{"kind": "here"}, {"kind": "here"}], **SETTINGS[settings]}
    for number in range(count):
        table, made = Table(run), await asyncio.to_thread(site.maker_of(number).call, "/api/tables", new)
        for seat in range(2):
            server = site.server_for(number, seat)
            hello = json.dumps({"t": "hello", "secrets": [made["seats"][seat]["secret"]]}).encode()
            socket = SeatSocket(table, seat, f"/api/tables/{made['id']}/socket", hello, server.port)
            await loop.create_connection(lambda socket=socket: socket, "127.0.0.1", server.port)  # type: ignore[misc]
            table.sockets.append(socket)
        tables.append(table)
    await settle(tables)
    return tables


async def settle(tables: list[Table]) -> None:
    """Wait until every table has received the views of its last move."""
    async with asyncio.timeout(300):
        while any(table.waiting for table in tables):
            await asyncio.sleep(0.02)


async def play_whole(tables: list[Table]) -> int:
    """Play one table to its end; returns the plies of the game."""
    table = tables[0]
    table.until = 10_000
    table.play()
    async with asyncio.timeout(300):
        while not table.over:
            await asyncio.sleep(0.02)
    return max(table.ply)


async def spread(tables: list[Table], plies: int) -> None:
    """Bring each table to another moment of the game, from its beginning to its end."""
    for place, table in enumerate(tables):
        table.until = place * plies // len(tables)
        if table.until:
            table.play()
    await settle(tables)


def percentile(times: list[float], share: float) -> float:
    """A percentile of times, in milliseconds."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1) if ordered else 0.0


async def paced(tables: list[Table], run: Run, server: Site, seconds: float) -> dict[str, float]:
    """Let every table move every two seconds; returns response times and processor time."""
    gap = PACE / len(tables)
    began = due = time.perf_counter()
    place, cpu, backends, received = 0, server.cpu(), server.backend_cpu(), run.received
    run.times.clear()
    while (now := time.perf_counter()) < began + seconds:
        while due <= now:
            tables[place % len(tables)].play()
            place += 1
            due += gap
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
    await settle([table for table in tables if not table.over])
    moves = max(1, len(run.times))
    figures = {"p50_ms": percentile(run.times, 0.5), "p99_ms": percentile(run.times, 0.99), "cpu_ms_per_move": round(1000 * (server.cpu() - cpu) / moves, 3)}
    figures["bytes_per_move"] = round((run.received - received) / moves)
    if server.backends is not None:
        used = [1000 * (now - before) / moves for now, before in zip(server.backend_cpu(), backends, strict=True)]
        figures |= {"database_cpu_ms_per_move": round(used[0], 3), "redis_cpu_ms_per_move": round(used[1], 3)}
    return figures


async def saturated(tables: list[Table], plies: int, run: Run, site: Site, seconds: float) -> dict[str, float]:
    """Let each table move as soon as both views have arrived; returns moves a second, while all tables are busy, and a second of processor time."""
    run.saturated = True
    for table in tables:
        table.play()
    warm = time.perf_counter() + WARM_UP
    while time.perf_counter() < warm and max(tables[0].ply) < plies // 4:  # few tables play a whole game in less
        await asyncio.sleep(LOOK)
    run.times.clear()
    began, cpu = time.perf_counter(), site.cpu()
    while (passed := time.perf_counter() - began) < seconds and sum(table.over for table in tables) <= len(tables) // 50:
        await asyncio.sleep(LOOK)
    used = site.cpu() - cpu
    return {"moves_per_s": round(len(run.times) / passed, 1), "moves_per_cpu_s": round(len(run.times) / used, 1) if used else 0.0}


async def measure(game: str, settings: str, count: int, seconds: float, python: str, processes: int, scattered: bool) -> dict[str, Any]:
    """Start a server or several, and measure them paced and saturated."""
    with tempfile.TemporaryDirectory() as folder:
        server = start(folder, python, processes, scattered)
        try:
            await server.warm()
            run = Run()
            plies = await play_whole(await seat_tables(server, run, game, settings, 1))
            tables = await seat_tables(server, run, game, settings, count)
            await spread(tables, plies)
            steady = await paced(tables, run, server, seconds)
            for table in tables:
                for socket in table.sockets:
                    socket.transport.abort()
            fresh = await seat_tables(server, run, game, settings, count)  # whole games ahead of them
            fast = await saturated(fresh, plies, run, server, seconds)
            about = {"game": game, "settings": settings, "tables": count, "processes": processes or 1, "store": "postgresql" if processes else "sqlite"}
            about["scattered"] = scattered
            return {**about, **fast, **steady, "memory_mb": server.memory()}
        finally:
            server.close()


def bench(
    game: str = "amytis",
    settings: str = "page",
    count: int = TABLES,
    seconds: float = 10.0,
    python: str = sys.executable,
    processes: int = 0,
    scattered: bool = False,
) -> dict[str, Any]:
    """Measure a server, or several `processes` with a database, with uvloop where it is installed; returns the fields of `ziggurat bench --server --json`."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(measure(game, settings, count, seconds, python, processes, scattered))
    figures: dict[str, Any] = uvloop.run(measure(game, settings, count, seconds, python, processes, scattered))
    return figures
