"""What the tests of the table share: a host, tables to sit at, and a real server on a free port."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from playing import close_all
from ziggurat.compile_cache import cache_root
from ziggurat.server import requests as r
from ziggurat.server import upkeep
from ziggurat.server.bus.bus import MemoryBus
from ziggurat.server.bus.redis_bus import RedisBus
from ziggurat.server.forwarding import Forwarding
from ziggurat.server.host import Host
from ziggurat.server.rates import NO_RATES
from ziggurat.server.serve import Server
from ziggurat.server.settings import ServerSettings
from ziggurat.server.store.postgres import PostgresStore
from ziggurat.server.store.sqlite import SqliteStore
from ziggurat.server.web.app import create_app
from ziggurat.server.web.connection_limits import Config, Connections


def settings_for(folder: Path, **changes: Any) -> ServerSettings:
    return ServerSettings(**{"data": folder / "rooms.db", "rates": NO_RATES, "warm": False, "bot_threads": 1, "hosts": ("table",), **changes})


@asynccontextmanager
async def opened_host(folder: Path, **changes: Any) -> AsyncIterator[Host]:
    """A host on the file of this folder."""
    clock = changes.pop("clock", None)
    steady = changes.pop("steady", clock)  # a clock made up alone never steps
    settings = settings_for(folder, **changes)
    host = Host(SqliteStore(settings.data), MemoryBus(), settings, **({"clock": clock, "steady": steady} if clock else {}))
    await host.open()
    upkeep.start(host)
    try:
        yield host
    finally:
        await host.close()


@asynccontextmanager
async def opened_processes(url: str, redis: str, count: int = 2, *, lease: float = 2.0, **changes: Any) -> AsyncIterator[list[Host]]:
    """So many hosts as if each were a process of its own, on one database and one Redis."""
    hosts = []
    try:
        for _ in range(count):
            settings = settings_for(Path("/nowhere"), database_url=url, **changes)
            host = Host(PostgresStore(url, lease_seconds=lease), RedisBus(redis) if redis else MemoryBus(is_up=False), settings)
            hosts.append(host)
            await host.open()
            assert host.sharing is not None
            Forwarding(host, host.sharing).open()
            upkeep.start(host)
        yield hosts
    finally:
        for host in hosts:
            await host.close()


class Hands:
    """A wall clock and a steady one, which go on when they are told to."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_000_000_000, 5_000

    def run(self, ms: int) -> None:
        """Time passes."""
        self.wall += ms
        self.steady += ms

    def step(self, ms: int) -> None:
        """Somebody sets the wall clock; or the machine slept, and no steady clock ran."""
        self.wall += ms

    @asynccontextmanager
    async def host(self, folder: Path) -> AsyncIterator[Host]:
        async with opened_host(folder, clock=lambda: self.wall, steady=lambda: self.steady) as host:
            yield host

    def restart(self, ms: int) -> None:
        """The machine is off for so long: the steady clock begins anew."""
        self.wall += ms
        self.steady = 100


@asynccontextmanager
async def opened_api(folder: Path, **changes: Any) -> AsyncIterator[httpx.AsyncClient]:
    """The whole application without a network."""
    app: Any = create_app(settings_for(folder, **changes))
    async with app.app.lifespan(), httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
        yield client


def table(game: str, *kinds: str, **more: Any) -> r.NewTable:
    """`table("amytis", "link", "greedy")`: kinds of seats, or names of bots."""
    known = {"link", "here", "open"}
    seats = [r.NewSeat(kind=kind) if kind in known else r.NewSeat(kind="bot", bot=kind) for kind in kinds]  # type: ignore[arg-type]
    return r.NewTable(game=game, seats=seats, **more)


def run(work: Callable[[], Awaitable[None]], seconds: float = 120.0) -> None:
    """Run a test that waits for things, but not for ever."""

    async def limited() -> None:
        try:
            async with asyncio.timeout(seconds):
                await work()
        finally:
            await close_all()

    asyncio.run(limited())


def cache_without_stamp(folder: Path) -> Path:
    """A cache with the machine code that there is, which nobody has declared complete: with it in `ZIGGURAT_CACHE`, a server starts as for the first time."""
    folder.mkdir()
    for path in cache_root().iterdir():
        if path.is_dir():
            (folder / path.name).symlink_to(path)
    return folder


@asynccontextmanager
async def served(folder: Path, connections: Connections, **changes: Any) -> AsyncIterator[int]:
    """The server in this process, with connections of our own; its port."""
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    app = create_app(settings_for(folder, **changes))
    server = Server(Config(app, connections, host="127.0.0.1", port=0, log_config=None, access_log=False), port.set_result)
    task = asyncio.create_task(server.serve())
    try:
        yield await port
    finally:
        server.should_exit = True
        await task


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def reach(port: int, *parts: bytes) -> Streams:
    """Connect and send these bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in parts:
        writer.write(part)
        await writer.drain()
    return reader, writer


async def rest(streams: Streams) -> bytes:
    """What is sent until the server closes; the test waits no longer than `run` does."""
    reader, writer = streams
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


class Process:
    """A server in a process of its own, which can be killed and started again on the same data."""

    def __init__(self, folder: Path, *options: str, log: Path | None = None, under: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.options = options
        self.log = log
        """Where its standard error goes; None: where ours goes."""
        self.under = under
        """The command that runs it, such as one that limits it."""
        self.environment = environment or {}
        """Environment variables beside ours."""
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Process:
        self.launch()
        return self.wait()

    def launch(self) -> None:
        """Start it, and do not wait until it is there."""
        environment = {**os.environ, "NO_COLOR": "1", **self.environment}
        data = [] if environment.get("ZIGGURAT_DATABASE_URL") else ["--data", str(self.folder / "rooms.db")]
        options = ["--no-browser", "--no-limits", "--one-process", "--port", str(self.port), *data]
        command = [sys.executable, "-m", "ziggurat", "serve", *options]
        with contextlib.nullcontext() if self.log is None else self.log.open("ab") as errors:
            self.process = subprocess.Popen([*self.under, *command, *self.options], stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)

    def wait(self) -> Process:
        """Wait until it says where it listens."""
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        match = re.search(r"http://[^ ]*:(\d+)", line)
        assert match, f"the server did not start: {line!r}"
        self.port = int(match[1])
        return self

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None
