"""Run the server: uvicorn with uvloop where there is one."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
import webbrowser
from collections.abc import Callable

import uvicorn

from ziggurat.server.settings import ServerSettings
from ziggurat.server.store.data_file import prepare_file
from ziggurat.server.store.data_lock import DataLock
from ziggurat.server.store.sqlite import SqliteStore
from ziggurat.server.web.app import create_app
from ziggurat.server.web.connection_limits import Config, Connections, raise_file_limit

LARGEST_MESSAGE = 16_384


class Server(uvicorn.Server):
    """Uvicorn that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Open the port, then say so."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started and self.servers:
            self.ready(int(self.servers[0].sockets[0].getsockname()[1]))


def serve(settings: ServerSettings, *, browser: bool = False, say: Callable[[str], None] = print) -> bool:
    """Serve until stopped; whether it started at all. Raises StoreError where the data file cannot be used, or another server uses it."""

    def ready(port: int) -> None:
        host = "127.0.0.1" if settings.host in {"0.0.0.0", "::", ""} else settings.host  # noqa: S104 - compared, not bound
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        say(address)
        if browser:
            with contextlib.suppress(Exception):
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)

    lock = DataLock(settings.data)
    lock.take(settings.wait)
    try:
        prepare_file(settings.data)
        server = Server(configured(settings, lock), ready)
        sys.setswitchinterval(0.001)  # the writer and the bots wait less for the event loop
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)  # messages are trees: counting references frees them, so circles are looked for less often
        with contextlib.suppress(KeyboardInterrupt, SystemExit):  # uvicorn leaves so when a port is taken, and has said why
            server.run()
    finally:
        lock.release()
    return bool(server.started)


def configured(settings: ServerSettings, lock: DataLock) -> Config:
    """How uvicorn serves the table."""
    return Config(
        create_app(settings, SqliteStore(settings.data, lock)),
        Connections(settings.rates.connections, raise_file_limit()),
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
