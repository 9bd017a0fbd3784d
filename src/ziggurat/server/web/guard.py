"""Check every request before the application sees it: its limit, the name that it calls the server by, the origin of its page, its text; add our headers."""

from __future__ import annotations

import codecs
from html import escape
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from litestar import HttpMethod
from litestar.enums import ScopeType
from litestar.serialization import encode_json
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from ziggurat.server.client_address import CLIENT, network_of
from ziggurat.server.http_answers import ErrorAnswer
from ziggurat.server.messages import ErrorInfo
from ziggurat.server.refused import Refused
from ziggurat.server.settings import ServerSettings
from ziggurat.server.show.error_text import language_of, text_of
from ziggurat.server.tracing import span
from ziggurat.server.web.admission import Admission
from ziggurat.server.web.error_answers import seconds_until_again, status_of
from ziggurat.server.web.host_names import HostNames
from ziggurat.server.web.limits import Limits
from ziggurat.text import words

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
LONGEST_FILE = 250  # bytes of the path of a file of the page; longer ones are an error of the file system
TEXTS = {b"authorization", b"accept-language", b"content-type", b"host", b"origin"}
"""Headers that are read: their text must be UTF-8."""
LENGTHS = {b"content-length", b"transfer-encoding"}
NEWCOMERS = {("POST", "tables"), ("POST", "join"), ("GET", "stream")}
"""Requests of those who are not at a table yet: the method, and how the address ends."""
WAIT_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="{seconds}">
<title>{title} – Ziggurat</title>
<h1>{title}</h1>
<p>{reason} {again}</p>
</html>
"""
FOR_OTHER_SITES = [  # what a browser asks before it lets the page of another site make a request
    (b"access-control-allow-methods", b"GET, POST, PUT, DELETE"),
    (b"access-control-allow-headers", b"Authorization, Content-Type"),
    (b"access-control-max-age", b"600"),
]


def address_of(scope: Scope) -> str:
    """The address of the client, for limits."""
    client = scope.get("client")
    return network_of(client[0]) if client else "local"


def check_text(scope: Scope) -> None:
    """Refuse an address or a header that is not text in UTF-8, and a path that no file can have."""
    path = scope["path"]
    if "\0" in path or (path.startswith("/assets/") and len(path.encode("utf-8", "surrogatepass")) > LONGEST_FILE):
        raise Refused("path.unknown")
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


class Guard:
    """The application behind these checks."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, limits: Limits, admission: Admission) -> None:
        self.app = app
        self.admission = admission
        self.settings = settings
        self.limits = limits
        self.names = HostNames(settings.host, settings.hosts, settings.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or socket."""
        CLIENT.set(address_of(scope))
        answer: Any = {ScopeType.HTTP: self.http, ScopeType.WEBSOCKET: self.websocket}.get(scope["type"], self.app)
        await answer(scope, receive, send)

    async def websocket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        """Hand a socket on, or refuse it before it is accepted."""
        try:
            self.check_host(scope)
            self.check_origin(scope)
        except Refused as error:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            return
        await self.app(scope, receive, send)

    async def http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Answer a request with our headers, or refuse it."""
        origin = next((value for name, value in scope["headers"] if name == b"origin"), b"")
        named = origin.decode("latin-1") in self.settings.origins
        shared = [(b"vary", b"Origin")] if self.settings.origins else []
        if named:
            shared.append((b"access-control-allow-origin", origin))

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*add_headers(list(message["headers"])), *shared]
            await send(message)

        try:
            self.check(scope)
        except Refused as error:
            head, body = answer_to(error, scope)
            await with_headers({"type": "http.response.start", "status": status_of(error.code), "headers": head})
            await with_headers({"type": "http.response.body", "body": body, "more_body": False})
            return
        if named and scope["method"] == "OPTIONS" and any(name == b"access-control-request-method" for name, _ in scope["headers"]):
            await with_headers({"type": "http.response.start", "status": 204, "headers": FOR_OTHER_SITES})
            await with_headers({"type": "http.response.body", "body": b"", "more_body": False})
            return
        with span("http", method=str(scope["method"]), path=scope["path"]):
            if scope["method"] == "HEAD":
                await self.app({**scope, "method": HttpMethod.GET}, reading_text(receive), without_body(with_headers))
            else:
                await self.app(scope, reading_text(receive), with_headers)

    def check(self, scope: HTTPScope) -> None:
        """Refuse a request that the application shall not see."""
        if {name for name, _ in scope["headers"]} >= LENGTHS:
            raise Refused("request.wrong", "length")
        if scope["path"] not in {"/healthz", "/readyz", "/metrics"}:
            self.limits.take(address_of(scope), "requests")
        check_text(scope)
        self.check_host(scope)
        if scope["method"] not in {"GET", "HEAD", "OPTIONS"}:
            self.check_origin(scope)
        if (scope["method"], scope["path"].rpartition("/")[2]) in NEWCOMERS and scope["path"].startswith("/api/"):
            self.admission.check()

    def check_host(self, scope: Scope) -> None:
        """Refuse a request that calls the server by a name that is not its own. Browsers always send one."""
        for name, value in scope["headers"]:
            if name == b"host" and not self.names.include(host := value.decode("latin-1")):
                raise Refused("host", host=host[:100])

    def check_origin(self, scope: Scope) -> None:
        """Refuse a request that a page of another site makes."""
        if not self.is_allowed(scope):
            raise Refused("origin")

    def is_allowed(self, scope: Scope) -> bool:
        """Whether the request comes from a page of ours, or of a site that the operator named. Programs send no origin."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name in {b"origin", b"host"}}
        origin = headers.get(b"origin")
        if origin is None or origin in self.settings.origins:
            return True
        try:
            return bool(origin != "null" and urlsplit(origin).netloc.lower() == headers.get(b"host", "").lower())
        except ValueError:
            return False


def answer_to(error: Refused, scope: HTTPScope) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The head and the body of a refusal: JSON, and a page for people where a browser opens an address of ours."""
    language, seconds = language_of(scope), seconds_until_again(error)
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept")
    if seconds is not None and scope["method"] in {"GET", "HEAD"} and b"text/html" in accepted:
        speak = words(None, language)
        values = {"language": language, "seconds": seconds, "title": speak("wait.title"), "again": speak("wait.again")}
        kind, body = b"text/html; charset=utf-8", WAIT_PAGE.format(reason=escape(text_of(error, language)), **values).encode()
    else:
        kind, body = b"application/json", encode_json(ErrorAnswer(ErrorInfo(error.code, text_of(error, language))))
    head = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    if seconds is not None:
        head.append((b"retry-after", str(seconds).encode()))
    if error.key == "request.wrong.length":  # whoever stands between may think that the next request begins elsewhere
        head.append((b"connection", b"close"))
    return head, b"" if scope["method"] == "HEAD" else body


def without_body(send: Send) -> Send:
    """Send the head of an answer, and not what follows."""
    is_over = False

    async def send_head(message: Message) -> None:
        nonlocal is_over
        if message["type"] == "http.response.start":
            await send(message)
        elif not is_over:
            is_over = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return send_head


def add_headers(given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add the headers of every answer to those that it has."""
    picture = any(name.lower() == b"content-type" and value.startswith(b"image/svg") for name, value in given)
    policy = (b"content-security-policy", (PICTURE_POLICY if picture else POLICY).encode())
    stored = [] if any(name.lower() == b"cache-control" for name, _ in given) else [(b"cache-control", b"no-store")]
    return [*given, *HEADERS, policy, *stored]
