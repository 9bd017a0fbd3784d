"""The application: all routes, and what starts and stops with it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp

from ziggurat import __version__
from ziggurat.server import upkeep
from ziggurat.server.backends import bus_for, store_for
from ziggurat.server.bus.bus import Bus
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.forwarding import Forwarding
from ziggurat.server.host import Host
from ziggurat.server.settings import ServerSettings
from ziggurat.server.store.store import Store
from ziggurat.server.tracing import TRACING
from ziggurat.server.web import (
    account_routes,
    action_routes,
    addresses,
    error_answers,
    game_routes,
    history_routes,
    lesson_routes,
    operator_routes,
    page,
    practice_routes,
    review_routes,
    rule_routes,
    table_routes,
)
from ziggurat.server.web.admission import Admission
from ziggurat.server.web.guard import Guard, address_of
from ziggurat.server.web.limits import Limits
from ziggurat.server.web.readiness import Readiness
from ziggurat.server.web.socket import table_socket

log = logging.getLogger("ziggurat.server")
STATIC = Path(__file__).resolve().parents[2] / "static"
LARGEST_BODY = 64_000
ROUTES = (
    *(game_routes, table_routes, action_routes, account_routes, history_routes),
    *(practice_routes, lesson_routes, review_routes, rule_routes, addresses, operator_routes),
)
SECRET = SecurityScheme(type="http", scheme="bearer", description="The secret of a seat, or the token of a bot account.")
OPENAPI = OpenAPIConfig(
    title="Ziggurat",
    version=__version__,
    description="The table: everything that the page does. The socket protocol is in `docs/reference/protocol.md`.",
    path="/api",
    render_plugins=[JsonRenderPlugin()],
    components=Components(security_schemes={"secret": SECRET}),
    use_handler_docstrings=True,
)


def create_app(settings: ServerSettings, store: Store | None = None, bus: Bus | None = None, compiled: CompileAhead | None = None) -> ASGIApp:
    """Make the server as an ASGI application."""
    host = Host(store or store_for(settings), bus or bus_for(settings), settings, compiled=compiled)
    limits, admission = Limits(settings.rates), Admission()
    ready = Readiness(host.store)

    @contextlib.asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        host.compiled.say = lambda game, step, seconds: log.info("ready", extra={"game": game, "step": step, "seconds": round(seconds, 2)})
        await host.open()
        if host.sharing is not None:
            Forwarding(host, host.sharing).open()
        upkeep.start(host)
        host.spawn(admission.watch(), "admission")
        if settings.warm:
            host.compiled.start()
        yield
        await asyncio.to_thread(host.compiled.stop)
        await host.close()
        await asyncio.to_thread(TRACING.close)  # here: uvicorn ends the process by the signal that it got

    app = Litestar(
        route_handlers(),
        dependencies={
            "host": Provide(lambda: host, sync_to_thread=False),
            "limits": Provide(lambda: limits, sync_to_thread=False),
            "admission": Provide(lambda: admission, sync_to_thread=False),
            "address": Provide(address_of, sync_to_thread=False),
            "ready": Provide(lambda: ready, sync_to_thread=False),
        },
        exception_handlers=error_answers.HANDLERS,
        openapi_config=OPENAPI,
        lifespan=[life],
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        debug=False,
    )
    app.state.host, app.state.ready = host, ready
    return Guard(app, settings, limits, admission)


def route_handlers() -> list[Any]:
    """The handlers of all routes: the API, the socket, the pages and their files."""
    return [*(handler for routes in ROUTES for handler in routes.HANDLERS), table_socket, *page.handlers(STATIC)]
