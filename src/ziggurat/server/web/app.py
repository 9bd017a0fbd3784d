"""The application: routes, errors, headers, and what starts and stops with it."""

from __future__ import annotations

import codecs
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.serialization import encode_json
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from ziggurat import __version__
from ziggurat.errors import GameError
from ziggurat.registry import game_names
from ziggurat.server.bus.bus import Bus, MemoryBus
from ziggurat.server.compile_ahead import Warmth
from ziggurat.server.host import Host
from ziggurat.server.messages import ErrorAnswer, ErrorInfo
from ziggurat.server.metrics import METRICS
from ziggurat.server.settings import ServerSettings
from ziggurat.server.show.error_text import in_words, language_of, told
from ziggurat.server.store.sqlite import SqliteStore
from ziggurat.server.store.store import Store
from ziggurat.server.table.decide import Refused
from ziggurat.server.web import history_routes, http, page, rule_routes
from ziggurat.server.web.host_names import Hosts
from ziggurat.server.web.limits import ASKING, Limits, network_of
from ziggurat.server.web.readiness import Readiness
from ziggurat.server.web.socket import table_socket

log = logging.getLogger("ziggurat.server")
STATIC = Path(__file__).resolve().parent.parent / "static"
LARGEST_BODY = 64_000
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
STATUSES = {
    "limit": 429,
    "account.token": 401,
    "secret.scheme": 401,
    "secret.unknown": 403,
    "seat.none": 401,
    "seat.not_yours": 403,
    "chat.seats": 401,
    "table.not_owner": 403,
    "table.no_hints": 403,
    "table.no_scores": 403,
    "origin": 403,
    "host": 421,
    "table.unknown": 404,
    "table.deleted": 404,
    "account.unknown": 404,
    "game.unknown": 404,
    "ply.unknown": 404,
    "guide.unknown": 404,
    "store.wrong": 503,
}
TEXTS = {b"authorization", b"accept-language", b"content-type", b"host", b"origin"}
"""Headers that are read: their text must be UTF-8."""
FOR_OTHER_SITES = [  # what a browser asks before it lets the page of another site make a request
    (b"access-control-allow-methods", b"GET, POST, PUT, DELETE"),
    (b"access-control-allow-headers", b"Authorization, Content-Type"),
    (b"access-control-max-age", b"600"),
]
SECRET = SecurityScheme(type="http", scheme="bearer", description="The secret of a seat, or the token of a bot account.")
CONFLICTS = ("table.", "seat.", "offer.", "undo.", "chat.full")


def status_of(code: str) -> int:
    """The HTTP status of an error: 409 where the table stands in the way, else 400."""
    return STATUSES.get(code, 409 if code.startswith(CONFLICTS) and code not in {"table.seats", "seat.which"} else 400)


def refused(request: Request[Any, Any, Any], error: GameError) -> Response[ErrorAnswer]:
    """A request that cannot be carried out, with the reason."""
    METRICS.refused += 1
    headers = {"WWW-Authenticate": "Bearer"} if status_of(error.code) == 401 else {}
    return Response(ErrorAnswer(ErrorInfo(error.code, told(error, language_of(request.scope)))), status_code=status_of(error.code), headers=headers)


def not_understood(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorAnswer]:
    """A request that is no request of ours: wrong path, method or fields."""
    code = {404: "path.unknown", 405: "method.wrong", 413: "request.too_large"}.get(error.status_code, "request.wrong")
    message = error.detail
    if isinstance(error.extra, list):
        message = "; ".join(f"{entry.get('key', 'the body')}: {entry.get('message')}" for entry in error.extra if isinstance(entry, dict)) or message
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    return Response(
        ErrorAnswer(ErrorInfo(code, in_words(code, language_of(request.scope), message=message[:500]))), status_code=error.status_code, headers=headers
    )


def too_deep(request: Request[Any, Any, Any], _: RecursionError) -> Response[ErrorAnswer]:
    """A body with more brackets in brackets than anyone can mean."""
    return refused(request, Refused("request.wrong", "deep"))


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    """An error of ours: it is logged, and nothing of it is told."""
    METRICS.server_errors += 1
    log.error("a request failed", exc_info=error, extra={"path": request.scope["path"][:100], "method": request.method})
    return Response(ErrorAnswer(ErrorInfo("server", in_words("server", language_of(request.scope)))), status_code=500)


def address_of(scope: Scope) -> str:
    """Who asks, as far as limits are concerned."""
    client = scope.get("client")
    return network_of(client[0]) if client else "local"


def check_text(scope: Scope) -> None:
    """Refuse an address or a header that is not text in UTF-8."""
    try:
        for part in (scope.get("raw_path") or b"", scope["query_string"]):
            if b"%" in part or not part.isascii():
                unquote_to_bytes(part).decode()
        for name, value in scope["headers"]:
            if name in TEXTS:
                value.decode()
    except UnicodeDecodeError:
        raise Refused("request.wrong", "utf8") from None


def reading_text(receive: Receive) -> Receive:
    """Receive a body, and refuse it where it is not text in UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()

    async def read() -> Any:
        message = await receive()
        if message["type"] == "http.request":
            try:
                decoder.decode(message.get("body", b""), not message.get("more_body", False))
            except UnicodeDecodeError:
                raise Refused("request.wrong", "utf8") from None
        return message

    return read


class Doorman:
    """Before everything else: the limit of requests, the name the server is called by, the origin of pages, the headers of every answer."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, limits: Limits) -> None:
        self.app = app
        self.settings = settings
        self.limits = limits
        self.hosts = Hosts(settings.host, settings.hosts, settings.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        ASKING.set(address_of(scope))
        answer: Any = {ScopeType.HTTP: self.http, ScopeType.WEBSOCKET: self.websocket}.get(scope["type"], self.app)
        await answer(scope, receive, send)

    async def websocket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        """A socket: handed on, or refused before it is accepted."""
        try:
            self.check_host(scope)
            self.check_origin(scope)
        except Refused as error:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            return
        await self.app(scope, receive, send)

    async def http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """A request: answered with our headers, or refused."""
        origin = next((value for name, value in scope["headers"] if name == b"origin"), b"")
        named = origin.decode("latin-1") in self.settings.origins
        shared = [(b"vary", b"Origin")] if self.settings.origins else []
        if named:
            shared.append((b"access-control-allow-origin", origin))

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message["headers"])
                picture = any(name.lower() == b"content-type" and value.startswith(b"image/svg") for name, value in given)
                policy = (b"content-security-policy", (PICTURE_POLICY if picture else POLICY).encode())
                stored = [] if any(name.lower() == b"cache-control" for name, _ in given) else [(b"cache-control", b"no-store")]
                message["headers"] = [*given, *HEADERS, policy, *stored, *shared]
            await send(message)

        try:
            if scope["path"] not in {"/healthz", "/readyz", "/metrics"}:
                self.limits.take(address_of(scope), "requests")
            check_text(scope)
            self.check_host(scope)
            if named and scope["method"] == "OPTIONS" and any(name == b"access-control-request-method" for name, _ in scope["headers"]):
                await with_headers({"type": "http.response.start", "status": 204, "headers": FOR_OTHER_SITES})
                await with_headers({"type": "http.response.body", "body": b"", "more_body": False})
                return
            if scope["method"] not in {"GET", "HEAD", "OPTIONS"}:
                self.check_origin(scope)
        except Refused as error:
            body = encode_json(ErrorAnswer(ErrorInfo(error.code, told(error, language_of(scope)))))
            head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await with_headers({"type": "http.response.start", "status": status_of(error.code), "headers": head})
            await with_headers({"type": "http.response.body", "body": body, "more_body": False})
            return
        await self.app(scope, reading_text(receive), with_headers)

    def check_host(self, scope: Scope) -> None:
        """Refuse a request that calls the server by a name which is not its own. Browsers always send one."""
        for name, value in scope["headers"]:
            if name == b"host" and not self.hosts.knows(host := value.decode("latin-1")):
                raise Refused("host", host=host[:100])

    def check_origin(self, scope: Scope) -> None:
        """Refuse a request that a page of another site makes."""
        if not self.is_welcome(scope):
            raise Refused("origin")

    def is_welcome(self, scope: Scope) -> bool:
        """Whether a page may do this: one of ours, or of a site that the operator named. Programs send no origin."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name in {b"origin", b"host"}}
        origin = headers.get(b"origin")
        if origin is None or origin in self.settings.origins:
            return True
        try:
            return bool(origin != "null" and urlsplit(origin).netloc.lower() == headers.get(b"host", "").lower())
        except ValueError:
            return False


def create_app(settings: ServerSettings, store: Store | None = None, bus: Bus | None = None) -> ASGIApp:
    """The server as an ASGI application."""
    host = Host(store or SqliteStore(settings.data), bus or MemoryBus(), settings)
    limits = Limits(settings.rates)
    ready = Readiness(host.store)

    @contextlib.asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        if settings.warm:
            host.warmth = Warmth(game_names())
            host.warmth.say = lambda game, step, seconds: log.info("ready", extra={"game": game, "step": step, "seconds": round(seconds, 2)})
        await host.open()
        if settings.warm:
            host.spawn(host.warmth.run(), "compile")
        yield
        await host.close()

    def the_host() -> Host:
        return host

    def the_limits() -> Limits:
        return limits

    def the_readiness() -> Readiness:
        return ready

    def the_address(scope: Scope) -> str:
        return address_of(scope)

    handlers: list[Any] = [*http.HANDLERS, *history_routes.HANDLERS, *rule_routes.HANDLERS, table_socket, *page.handlers(STATIC)]
    if (STATIC / "assets").is_dir():
        handlers.append(create_static_files_router("/assets", [STATIC / "assets"], include_in_schema=False, cache_control=page.FOREVER))
    app = Litestar(
        handlers,
        dependencies={
            "host": Provide(the_host, sync_to_thread=False),
            "limits": Provide(the_limits, sync_to_thread=False),
            "address": Provide(the_address, sync_to_thread=False),
            "ready": Provide(the_readiness, sync_to_thread=False),
        },
        exception_handlers={GameError: refused, HTTPException: not_understood, RecursionError: too_deep, Exception: broken},
        openapi_config=OpenAPIConfig(
            title="Ziggurat",
            version=__version__,
            description="The table: everything that the page does. The socket protocol is in `docs/reference/protocol.md`.",
            path="/api",
            render_plugins=[JsonRenderPlugin()],
            components=Components(security_schemes={"secret": SECRET}),
            use_handler_docstrings=True,
        ),
        lifespan=[life],
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        debug=False,
    )
    app.state.host = host
    return Doorman(app, settings, limits)
