"""The table on a socket: `hello` first, then requests in, answers and updates out (`docs/reference/protocol.md`)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ziggurat.errors import GameError
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.actions import ACTIONS, BUCKETS
from ziggurat.server.forwarding import carry_out
from ziggurat.server.host import Host
from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused
from ziggurat.server.room import Watcher
from ziggurat.server.show.error_text import text_of
from ziggurat.server.tracing import span
from ziggurat.server.web.admission import Admission
from ziggurat.server.web.error_answers import seconds_until_again
from ziggurat.server.web.limits import Limits

log = logging.getLogger("ziggurat.server")
HELLO_SECONDS = 10.0
MOST_MISTAKES = 20
MOST_WAITING = 32
"""Requests of one client that wait for the one before them; while there are more, nothing is read."""
PING = '{"t":"ping"}'
"""What the page sends to see whether its line holds: a frame of its socket, but no message of its address, where many may sit."""
POLICY, TRY_LATER, ERROR = 1008, 1013, 1011  # why a socket is closed

decoder: msgspec.json.Decoder[r.AnyRequest] = msgspec.json.Decoder(r.AnyRequest)
encode = msgspec.json.Encoder().encode


class ProtocolError(Exception):
    """The client broke the protocol; the server closes the socket with this reason."""


@websocket("/api/tables/{table:str}/socket", opt={"limited": False})
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    table: FromPath[str],
    host: NamedDependency[Host],
    limits: NamedDependency[Limits],
    admission: NamedDependency[Admission],
    address: NamedDependency[str],
) -> None:
    """Serve one client at one table."""
    try:
        admission.check()
        limits.take(address, "requests")
        limits.enter(address)
    except Refused as refused:
        seconds = seconds_until_again(refused)
        await socket.accept()
        await socket.close(TRY_LATER, str(refused)[:100] if seconds is None else f"come again in {seconds} s")
        return
    METRICS.sockets += 1
    try:
        await socket.accept()
        await Conversation(socket, host, limits, address).run(table)
    except (WebSocketDisconnect, OSError):  # gone, perhaps while something was being sent
        pass
    except ProtocolError as error:
        with contextlib.suppress(Exception):
            await socket.close(POLICY, str(error)[:100])
    except Exception:
        METRICS.server_errors += 1
        log.exception("a socket failed", extra={"table": table[:40]})
        with contextlib.suppress(Exception):
            await socket.close(ERROR, "an error of ours; it is logged")
    finally:
        del socket.receive, socket.send  # Litestar's wrappers, which hold the socket: a circle, and the garbage collector comes seldom
        METRICS.sockets -= 1
        limits.leave(address)


class Conversation:
    """One client on a socket: one task reads requests, one carries them out, another sends updates."""

    def __init__(self, socket: WebSocket[Any, Any, Any], host: Host, limits: Limits, address: str) -> None:
        self.socket = socket
        self.host = host
        self.limits = limits
        self.address = address
        self.mistakes = 0
        self.language = "en"
        self.watcher: Watcher | None = None
        self.changed = asyncio.Event()
        """Set when something may have changed."""
        self.requests: asyncio.Queue[r.AnyRequest] = asyncio.Queue(MOST_WAITING)

    async def run(self, table: str) -> None:
        """Wait for `hello`, then carry out requests, one after another, and send what changes."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await self.receive()
        except TimeoutError:
            raise ProtocolError("no `hello` came") from None
        if not isinstance(hello, r.Hello):
            raise ProtocolError("the first message must be `hello`")
        try:
            room = await self.host.get(table)
            actor = await self.host.actor(room, hello.secrets, hello.language)
        except GameError as error:
            self.language = hello.language
            await self.refuse(hello.id, error)
            raise ProtocolError(error.code) from None
        self.watcher = Watcher(self.host, room, actor, self.changed.set)
        self.changed.set()
        try:
            if hello.id is not None:
                await self.send(m.DoneMessage(hello.id))
            await first_of(self.read(self.watcher), self.work(self.watcher), self.write(self.watcher))
        finally:
            self.watcher.close()

    async def write(self, watcher: Watcher) -> None:
        """Send what has changed. While a slow client reads, nothing is made for it; then it gets the present state."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            if watcher.room.deleted:
                await self.refuse(None, Refused("table.deleted"))
                raise ProtocolError("table.deleted")
            if watcher.actor.is_replaced:
                watcher.actor.is_replaced = False
                await self.refuse(None, Refused("secret.replaced"))
            for text in watcher.unsent_texts():
                await self.send_text(text)

    async def read(self, watcher: Watcher) -> None:
        """Take the requests of the client. A ping is answered at once, so that a client can tell a long search from a cut line."""
        try:
            while True:
                request = await self.receive()
                if isinstance(request, r.Ping):
                    await self.answer(watcher, request)
                elif request is not None:
                    await self.requests.put(request)
        except (WebSocketDisconnect, ProtocolError):
            await self.requests.join()  # what came before is carried out
            raise

    async def work(self, watcher: Watcher) -> None:
        """Carry out the requests of the client, one after another."""
        while True:
            request = await self.requests.get()
            try:
                with span("message", kind=type(request).__name__, table=watcher.room.table.id):
                    await self.answer(watcher, request)
            except GameError as error:
                METRICS.refused += 1
                await self.refuse(request.id, error)
            finally:
                self.requests.task_done()

    async def answer(self, watcher: Watcher, request: r.AnyRequest) -> None:
        """Carry out one request; send the answer when its events are durable."""
        kind, room = type(request), watcher.room
        if (bucket := BUCKETS.get(kind)) and not (kind is r.Hint and room.hints.is_known):
            self.limits.take(self.address, bucket)
        if kind in ACTIONS:
            outcome: Any = await carry_out(self.host, room, watcher.actor, request)
        elif kind is r.Look:
            if request.seat is not None:
                watcher.actor.seat(request.seat)
            watcher.look(request.seat)
            outcome = m.DoneMessage(request.id)
        else:
            raise Refused("message.wrong", "hello")
        if kind is r.Join:
            watcher.joined()
            self.changed.set()
        if request.id is not None or not isinstance(outcome, m.DoneMessage) or outcome.secret:
            await self.send(outcome)

    async def receive(self) -> r.AnyRequest | None:
        """Read the next request; None where it was wrong, and then the client has been sent the error."""
        event: Any = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone", code=event["code"])
        text = event.get("text")
        METRICS.messages_in += 1
        try:
            if text != PING:
                self.limits.take(self.address, "messages")
            if text is None:
                await self.refuse(None, Refused("message.wrong", "text"))
            else:
                return decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await self.refuse(None, Refused("message.wrong", detail=str(error)[:200]))
        except Refused as refused:
            await self.refuse(None, refused)
            await asyncio.sleep(0.2)
        self.mistakes += 1
        if self.mistakes > MOST_MISTAKES:
            raise ProtocolError("too many wrong messages")
        return None

    async def refuse(self, id_: int | None, error: GameError) -> None:
        """Send an error in the client's language."""
        await self.send(m.ErrorMessage(id_, m.ErrorInfo(error.code, text_of(error, self.watcher.actor.language if self.watcher else self.language))))

    async def send(self, message: m.AnyMessage) -> None:
        """Send one message; waits while the client is slow."""
        await self.send_text(encode(message).decode())

    async def send_text(self, text: str) -> None:
        """Send one message that is encoded already."""
        METRICS.messages_out += 1
        try:
            await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})
        except RuntimeError as error:
            if "websocket.close" not in str(error):
                raise
            raise ConnectionResetError from error  # uvicorn has closed it by itself: a message was too long, or broken


async def first_of(*works: Coroutine[Any, Any, None]) -> None:
    """Run side by side until one ends, and end the others; raises the error of the one that ended."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        tasks.clear()  # an error holds this frame, and a task its error: such a circle would keep the room in memory until the garbage collector comes
        del task
