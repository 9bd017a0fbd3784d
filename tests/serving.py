"""What the tests of the table share: a house, tables to sit at, and a real server on a free port."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from playing import close_all
from ziggurat.server import messages as m
from ziggurat.server.app import create_app
from ziggurat.server.bus import MemoryBus
from ziggurat.server.house import House
from ziggurat.server.limits import NO_RATES
from ziggurat.server.settings import ServerSettings
from ziggurat.server.sqlite import SqliteStore


def settings_for(folder: Path, **changes: Any) -> ServerSettings:
    return ServerSettings(**{"data": folder / "rooms.db", "rates": NO_RATES, "warm": False, "bot_threads": 1, **changes})


@asynccontextmanager
async def opened_house(folder: Path, **changes: Any) -> AsyncIterator[House]:
    """A house on the file of this folder."""
    clock = changes.pop("clock", None)
    settings = settings_for(folder, **changes)
    house = House(SqliteStore(settings.data), MemoryBus(), settings, **({"clock": clock} if clock else {}))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


@asynccontextmanager
async def opened_api(folder: Path, **changes: Any) -> AsyncIterator[httpx.AsyncClient]:
    """The whole application without a network."""
    app: Any = create_app(settings_for(folder, **changes))
    async with app.app.lifespan(), httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
        yield client


def table(game: str, *kinds: str, **more: Any) -> m.NewTable:
    """`table("amytis", "link", "greedy")`: kinds of seats, or names of bots."""
    known = {"link", "here", "open"}
    seats = [m.NewSeat(kind=kind) if kind in known else m.NewSeat(kind="bot", bot=kind) for kind in kinds]  # type: ignore[arg-type]
    return m.NewTable(game=game, seats=seats, **more)


def run(work: Callable[[], Awaitable[None]], seconds: float = 120.0) -> None:
    """Run a test that waits for things, but not for ever."""

    async def limited() -> None:
        try:
            async with asyncio.timeout(seconds):
                await work()
        finally:
            await close_all()

    asyncio.run(limited())


class Process:
    """A server in a process of its own, which can be killed and started again on the same data."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Process:
        command = [sys.executable, "-m", "ziggurat", "serve", "--no-browser", "--no-limits", "--port", str(self.port), "--data", str(self.folder / "rooms.db")]
        self.process = subprocess.Popen([*command, *self.options], stdout=subprocess.PIPE, text=True, env={**os.environ, "NO_COLOR": "1"})
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^ ]*:(\d+)", line)
        assert found, f"the server did not start: {line!r}"
        self.port = int(found[1])
        return self

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None
