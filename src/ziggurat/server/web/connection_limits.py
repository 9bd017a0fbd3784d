"""Keep connections that send nothing, and sockets that send too much, from shutting everyone out.

Uvicorn waits for ever for the first request of a connection, and for the rest of one that began. Here a request must be whole in time; an address may hold
so many connections, and all together as many as the process may have files open; if too many have sent no request yet, the oldest is closed. Refusals are
logged, once a minute.

Of a socket, frames and bytes of every kind are counted before anybody looks at them. Nothing is read from it while it does not read what we write; if that
lasts, it is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from typing import Any

import uvicorn
from h11 import Request
from litestar.serialization import encode_json
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.server import ServerProtocol

from ziggurat.server.client_address import network_of
from ziggurat.server.http_answers import ErrorAnswer
from ziggurat.server.json_logs import Seldom
from ziggurat.server.messages import ErrorInfo
from ziggurat.server.metrics import METRICS
from ziggurat.server.rates import NO_RATES, Bucket, Rates
from ziggurat.server.show.error_text import in_words

log = logging.getLogger("ziggurat.server")
HEAD_SECONDS = 10.0  # from the connection, or the first byte of a later request, to the end of its head
BODY_SECONDS = 30.0  # from there to the end of its body
LAST_SECONDS = 0.5  # for the first request of a connection when the server stops: it may be on its way
OTHER_FILES = 200  # the store, static files, programs that are started
MOST_FILES = 1 << 20
MOST_FORWARDERS = 100
STALLED_SECONDS = 40.0  # for a socket that reads nothing: as long as one may leave a ping unanswered
LAST_BYTES_SECONDS = 15.0  # for a socket that is being closed to read the rest
FEED_BYTES = 2048  # so much of a socket is read at a time: 340 of the shortest frames, a millisecond
MOST_PIECES = 100  # of one message
POLICY = 1008
PRIVATE_PARTS = {
    H11Protocol: ("data_received", "handle_websocket_upgrade", "cycle", "transport", "loop"),
    WebSocketsSansIOProtocol: (
        *("data_received", "handle_events", "handle_cont", "send_receive_event_to_app", "run_asgi", "receive", "pause_writing", "resume_writing"),
        *("conn", "queue", "frames", "curr_msg_data_type", "handshake_initiated", "close_sent", "read_paused", "writable", "scope", "transport", "loop"),
    ),
    ServerProtocol: ("events", "parser", "parser_exc", "data_to_send", "fail"),
}
"""What is used here of uvicorn and websockets that they do not promise to keep: look at it when their versions change."""
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def raise_file_limit() -> int:
    """Let this process have as many files open as the system allows; returns how many."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


class Connections:
    """All connections of this process."""

    def __init__(self, of_address: int, files: int, head_seconds: float = HEAD_SECONDS, body_seconds: float = BODY_SECONDS, rates: Rates = NO_RATES) -> None:
        self.of_address = of_address
        self.rates = rates
        self.most = max(16, files - OTHER_FILES)
        self.most_waiting = self.most // 2
        self.seconds = {"head": head_seconds, "body": body_seconds}
        self.held: dict[str, int] = {}
        """How many connections each address has."""
        self.count = 0
        self.waiting: dict[GuardedHttp, None] = {}
        """Those whose request is not whole yet, the oldest first."""
        self._seldom = Seldom()
        self._forwarders: set[str] = set()
        """Peers that forward addresses and are not trusted: each was logged once."""

    def enter(self, address: str, *, counted: bool) -> str:
        """Count one more connection; returns the reason against it, or nothing. Those of a proxy count for the addresses it names (`Rates.sockets`)."""
        if self.count >= self.most:
            self.refuse("all connections are taken", address, most=self.most)
            return "limit.all"
        if counted and self.held.get(address, 0) >= self.of_address:
            self.refuse("an address holds too many connections", address, most=self.of_address)
            return "limit.connections"
        self.held[address] = self.held.get(address, 0) + 1
        self.count += 1
        METRICS.connections = self.count
        return ""

    def leave(self, address: str) -> None:
        """Count one connection less."""
        self.held[address] -= 1
        if not self.held[address]:
            del self.held[address]
        self.count -= 1
        METRICS.connections = self.count

    def wait(self, connection: GuardedHttp) -> None:
        """Note that a connection has not sent its request; if too many have not, close the oldest of them."""
        self.waiting.pop(connection, None)
        self.waiting[connection] = None
        if len(self.waiting) > self.most_waiting:
            oldest = next(iter(self.waiting))
            self.warn("too many connections are silent", oldest.address, most=self.most_waiting)
            oldest.give_up()

    def refuse(self, text: str, address: str, **more: object) -> None:
        """Count and log a connection that is turned away."""
        METRICS.connections_refused += 1
        self.warn(text, address, **more)

    def warn(self, text: str, address: str, **more: object) -> None:
        """Log a warning, each text once a minute: a client that connects often does not fill the log."""
        if self._seldom.allows(text):
            log.warning(text, extra={"address": address, "connections": self.count, **more})

    def note_forwarded(self, peer: str) -> None:
        """Log that a peer that is not trusted forwards addresses. Each peer once, and not endlessly many."""
        if peer in self._forwarders or len(self._forwarders) >= MOST_FORWARDERS:
            return
        self._forwarders.add(peer)
        advice = "if this is your proxy, name it in FORWARDED_ALLOW_IPS: until then all its clients count as one"
        log.warning("X-Forwarded-For from an address that is not trusted", extra={"address": peer, "advice": advice})


class Config(uvicorn.Config):
    """Uvicorn's settings, with the count of its connections."""

    def __init__(self, app: Any, connections: Connections, **options: Any) -> None:
        super().__init__(app, http=GuardedHttp, ws=GuardedSocket, **options)
        self.all_connections = connections
        self.proxies = ProxyHeadersMiddleware(app, self.forwarded_allow_ips).trusted_hosts


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The other end's address."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else "local"


class GuardedHttp(H11Protocol):
    """A connection that must bring its request in time."""

    def __init__(self, config: Config, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        self.all_connections, self.proxies = config.all_connections, config.proxies
        self.address = self.peer = ""
        self.is_known = False
        """Whether its first request was looked at: does it come from a proxy that is not trusted?"""
        self.awaited = ""
        """`head`, `body`, or nothing: the request is whole, or the connection is idle between two (then Uvicorn closes it)."""
        self.timer: asyncio.TimerHandle | None = None
        self.is_last = False
        """Whether the server stops after this request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, if there is room."""
        self.peer = peer = peer_of(transport)
        address, self.is_known = network_of(peer), peer in self.proxies
        if why := self.all_connections.enter(address, counted=not self.is_known):
            turn_away(transport, why, self.all_connections.of_address)
            return
        self.address = address
        super().connection_made(transport)
        self.expect("head")

    def data_received(self, data: bytes) -> None:
        """Read, and note what is still missing."""
        super().data_received(data)
        if not self.is_known and self.headers:
            self.is_known = True
            if any(name == b"x-forwarded-for" for name, _ in self.headers):
                self.all_connections.note_forwarded(self.peer)
        if self.transport.get_protocol() is self and not self.transport.is_closing():
            self.expect("head" if self.cycle is None or self.cycle.response_complete else "body" if self.cycle.more_body else "")
            if self.is_last and self.awaited != "head":
                super().shutdown()

    def shutdown(self) -> None:
        """Stop after the request that is under way, or that a new connection is about to send."""
        if self.awaited == "head" and not self.is_last:
            self.is_last = True
            self.loop.call_later(LAST_SECONDS, self.shutdown)
        elif not self.transport.is_closing():
            super().shutdown()

    def expect(self, awaited: str) -> None:
        """Give the client its time to send this; nothing: it has sent all."""
        if awaited == self.awaited:
            return
        self.awaited = awaited
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if not awaited:
            self.all_connections.waiting.pop(self, None)
            return
        self.timer = self.loop.call_later(self.all_connections.seconds[awaited], self.give_up)
        self.all_connections.wait(self)

    def give_up(self) -> None:
        """Close the connection: it has not sent its request."""
        METRICS.connections_dropped += 1
        self.expect("")
        self.transport.abort()

    def handle_websocket_upgrade(self, event: Request) -> None:
        """Hand the connection to GuardedSocket, which counts it from now on."""
        self.expect("")
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if isinstance(socket, GuardedSocket) and not socket.handshake_initiated:  # a head that h11 can read and websockets cannot: nobody would answer it
            self.transport.write(UNREADABLE)
            self.transport.close()
        elif self.is_last and isinstance(socket, GuardedSocket):
            socket.shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one connection less."""
        self.expect("")
        self.all_connections.leave(self.address)
        super().connection_lost(exc)


class GuardedSocket(WebSocketsSansIOProtocol):
    """A socket whose frames and bytes are counted, and that is closed when it sends too many or does not read."""

    def __init__(self, config: Config, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        self.all_connections = config.all_connections
        self.address = ""
        rates = config.all_connections.rates
        self.frames_left, self.octets_left = Bucket(rates.frames), Bucket(rates.octets)
        self.stalled: asyncio.TimerHandle | None = None
        """Ends the connection, unless the client reads before."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note the address: the connection was accepted as a request."""
        self.address = network_of(peer_of(transport))
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, so that a client is stopped before all that it sent has been looked at."""
        if self.handshake_initiated and self.octets_left.take(self.all_connections.rates.octets, len(data)):
            self.turn_out("too many bytes")
        for place in range(0, len(data), FEED_BYTES):
            if self.transport.is_closing() or self.conn.parser_exc is not None:
                return
            super().data_received(data[place : place + FEED_BYTES])

    def handle_events(self) -> None:
        """Handle what was read, unless it is too much."""
        if self.conn.events and self.frames_left.take(self.all_connections.rates.frames, len(self.conn.events)):
            self.turn_out("too many frames")
        else:
            super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Add a piece to a message; one without end is refused."""
        if len(self.frames) < MOST_PIECES:
            super().handle_cont(event)
        else:
            self.turn_out("too many pieces")

    def turn_out(self, reason: str) -> None:
        """Close the socket: it has sent too much."""
        if self.transport.is_closing():
            return
        METRICS.connections_dropped += 1
        self.all_connections.warn("a socket sends too much", self.address, reason=reason)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY, "reason": reason})
        self.conn.data_to_send()  # the pongs it wanted
        self.conn.fail(POLICY, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def pause_writing(self) -> None:
        """Read no more while the client does not read; end the connection if that lasts."""
        super().pause_writing()
        if not self.transport.is_closing():
            self.transport.pause_reading()
        self.stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on reading, unless a message still waits for the application."""
        super().resume_writing()
        self.forget_timer()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """Hand the application the next message; reading goes on only if the client reads, too."""
        message = await super().receive()
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()
        return message

    def forget_timer(self) -> None:
        """Let the connection go on."""
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None

    async def run_asgi(self) -> None:
        """Serve the socket; then let go of all that belongs to it, so that nothing waits for the garbage collector, which the server runs seldom."""
        try:
            await super().run_asgi()
        finally:
            self.scope = {}  # type: ignore[typeddict-item] # it holds the socket of the application, which holds us
            if not self.disconnected:
                self.forget_timer()
                self.stalled = self.loop.call_later(LAST_BYTES_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one connection less."""
        self.forget_timer()
        self.all_connections.leave(self.address)
        super().connection_lost(exc)
        with contextlib.suppress(Exception):
            self.conn.parser.close()  # a generator, which holds what holds it

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. Uvicorn would log invalid UTF-8 as an error of ours and close the socket without a reason."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


def turn_away(transport: asyncio.Transport, why: str, most: int) -> None:
    """Answer a connection for which there is no room, without reading what it wants."""
    body = encode_json(ErrorAnswer(ErrorInfo("limit", in_words(why, "en", most=most))))
    status = b"503 Service Unavailable" if why == "limit.all" else b"429 Too Many Requests"
    head = b"HTTP/1.1 " + status + b"\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
    transport.set_protocol(asyncio.Protocol())
    transport.write(head + body)
    transport.close()
