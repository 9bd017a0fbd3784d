"""Run the server: uvicorn with uvloop where there is one. SIGTERM drains it: `handover.py` says what that means."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import math
import signal
import sys
import time
import warnings
import webbrowser
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn

from ziggurat import __version__
from ziggurat.registry import game_names
from ziggurat.search.compile_steps import BOTS
from ziggurat.server.backends import prepare, store_for
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.handover import inherited
from ziggurat.server.json_logs import START
from ziggurat.server.large_blocks import return_large_blocks
from ziggurat.server.places import shown
from ziggurat.server.settings import ServerSettings
from ziggurat.server.store.data_lock import DataLock
from ziggurat.server.tracing import TRACING
from ziggurat.server.web.app import create_app
from ziggurat.server.web.connection_limits import Config, Connections, raise_file_limit

LARGEST_MESSAGE = 16_384


class Server(uvicorn.Server):
    """Uvicorn that says when it is ready, and before it ends goes on for a while (`ServerSettings.drain`), not ready any more."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], None], drain: float = 0.0, unready: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self.ready, self.drain, self.unready = ready, drain, unready
        self.ends_at = math.inf

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """React to a signal: SIGTERM drains the server, a second one and Ctrl-C end it at once."""
        if sig != signal.SIGTERM or not self.drain or self.ends_at < math.inf:
            super().handle_exit(sig, frame)
            return
        self.unready()
        self.ends_at = time.monotonic() + self.drain

    async def on_tick(self, counter: int) -> bool:
        """End when the server has drained."""
        if time.monotonic() >= self.ends_at:
            self.should_exit = True
        return await super().on_tick(counter)

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Open the port, then say so."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started and self.servers:
            self.ready(int(self.servers[0].sockets[0].getsockname()[1]))


def serve(settings: ServerSettings, *, browser: bool = False, say: Callable[[str], None] = print) -> bool:
    """Serve until stopped; whether it started at all. Raises StoreError where the data file cannot be used, or another server uses it."""
    began, handover = time.monotonic(), inherited()
    handover.end_with_parent()

    def ready(port: int) -> None:
        host = "127.0.0.1" if settings.host in {"0.0.0.0", "::", ""} else settings.host  # noqa: S104 - compared, not bound
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        if handover.ready is not None:
            with contextlib.suppress(Exception):  # whoever started us may have stopped reading
                say(f"Compiled after {time.monotonic() - began:.0f} s: the table goes on with all its speed; the strongest bots follow")
            return
        say(f"The table is open at {address} (Ctrl+C closes it)")
        if handover.plain:
            say("You can play at once. The games are compiled meanwhile, which takes about a minute; then the strong bots are ready")
        if browser:
            with contextlib.suppress(Exception):
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)

    compiled = CompileAhead(game_names() if settings.warm else (), plain=handover.plain)
    if handover.plain:
        warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)  # kernels count on it, as machine code does
    if handover.ready is not None:
        compiled.start()
        compiled.block_until(BOTS)
        handover.tell_ready()
    TRACING.open("ziggurat")
    lock = DataLock(settings.data)
    if not settings.database_url:
        lock.take(settings.wait)
    try:
        prepare(settings)
        START.info("server started", extra=places_of(settings) | {"version": __version__, "plain": handover.plain})
        config = configured(settings, lock, compiled)
        guard: Any = config.app
        server = Server(config, ready, settings.drain, guard.app.state.ready.drain)
        return_large_blocks()
        sys.setswitchinterval(0.001)  # the writer and the bots wait less for the event loop
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)  # messages are trees: counting references frees them, so circles are looked for less often
        with contextlib.suppress(KeyboardInterrupt, SystemExit):  # uvicorn leaves so when a port is taken, and has said why
            server.run(None if handover.listening is None else [handover.listening])
    finally:
        lock.release()
        TRACING.close()
    return bool(server.started)


def places_of(settings: ServerSettings) -> dict[str, str]:
    """Where everything is stored, without passwords."""
    store = {"database": shown(settings.database_url)} if settings.database_url else {"data": str(settings.data)}
    return store | ({"redis": shown(settings.redis_url)} if settings.redis_url else {})


def configured(settings: ServerSettings, lock: DataLock, compiled: CompileAhead) -> Config:
    """How uvicorn serves the table."""
    return Config(
        create_app(settings, store_for(settings, lock), compiled=compiled),
        Connections(settings.rates.connections, raise_file_limit(), rates=settings.rates),
        host=settings.host,
        port=settings.port,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # processor time is what a table is short of; not measured
        loop="auto" if sys.platform != "win32" else "asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        backlog=4096,
    )
