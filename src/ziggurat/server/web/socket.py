"""The table on a socket: `hello` first, then requests in and news out (`docs/reference/protocol.md`)."""

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
from ziggurat.server.host import Host
from ziggurat.server.metrics import METRICS
from ziggurat.server.show.error_text import told
from ziggurat.server.show.hints import is_known
from ziggurat.server.show.views import Watcher
from ziggurat.server.table.decide import Refused
from ziggurat.server.web.limits import Limits

log = logging.getLogger("ziggurat.server")
HELLO_SECONDS = 10.0
MOST_MISTAKES = 20
POLICY, TRY_LATER, ERROR = 1008, 1013, 1011  # why a socket is closed

decoder: msgspec.json.Decoder[m.AnyRequest] = msgspec.json.Decoder(m.AnyRequest)
encode = msgspec.json.Encoder().encode


class Wrong(Exception):
    """The client breaks the protocol: the socket is closed with this reason."""


@websocket("/api/tables/{table:str}/socket", opt={"limited": False})
async def table_socket(
    socket: WebSocket[Any, Any, Any], table: FromPath[str], host: NamedDependency[Host], limits: NamedDependency[Limits], address: NamedDependency[str]
) -> None:
    """One client at one table."""
    try:
        limits.enter(address)
    except Refused as refused:
        await socket.accept()
        await socket.close(TRY_LATER, str(refused)[:100])
        return
    METRICS.sockets += 1
    try:
        await socket.accept()
        await Talk(socket, host, limits, address).run(table)
    except (WebSocketDisconnect, OSError):  # gone, perhaps while something was being sent
        pass
    except Wrong as wrong:
        with contextlib.suppress(Exception):
            await socket.close(POLICY, str(wrong)[:100])
    except Exception:
        METRICS.server_errors += 1
        log.exception("a socket failed", extra={"table": table[:40]})
        with contextlib.suppress(Exception):
            await socket.close(ERROR, "an error of ours; it is logged")
    finally:
        METRICS.sockets -= 1
        limits.leave(address)


class Talk:
    """One conversation: one task reads requests and answers them, another sends news."""

    def __init__(self, socket: WebSocket[Any, Any, Any], host: Host, limits: Limits, address: str) -> None:
        self.socket = socket
        self.host = host
        self.limits = limits
        self.address = address
        self.mistakes = 0
        self.language = "en"
        self.watcher: Watcher | None = None
        self.changed = asyncio.Event()
        """Set when there may be news."""

    async def run(self, table: str) -> None:
        """Wait for `hello`, then do what the client asks for, one request after another, and send what is new."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await self.receive()
        except TimeoutError:
            raise Wrong("no `hello` came") from None
        if not isinstance(hello, m.Hello):
            raise Wrong("the first message must be `hello`")
        try:
            room = await self.host.get(table)
            actor = await self.host.actor(room, hello.secrets, hello.language)
        except GameError as error:
            self.language = hello.language
            await self.refuse(hello.id, error)
            raise Wrong(error.code) from None
        self.watcher = Watcher(self.host, room, actor, self.changed.set)
        self.changed.set()
        try:
            if hello.id is not None:
                await self.send(m.DoneMessage(hello.id))
            await first_of(self.read(self.watcher), self.write(self.watcher))
        finally:
            self.watcher.close()

    async def write(self, watcher: Watcher) -> None:
        """Send what is new. A slow client is waited for; meanwhile nothing is made for it, and then it is told the present state."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            if watcher.room.deleted:
                await self.refuse(None, Refused("table.deleted"))
                raise Wrong("table.deleted")
            for letter in watcher.letters():
                await self.send_text(letter)

    async def read(self, watcher: Watcher) -> None:
        """Do what the client asks for."""
        while True:
            request = await self.receive()
            if request is None:
                continue
            try:
                await self.answer(watcher, request)
            except GameError as error:
                METRICS.refused += 1
                await self.refuse(request.id, error)

    async def answer(self, watcher: Watcher, request: m.AnyRequest) -> None:
        """One request; the answer is sent when what it did is durable."""
        if isinstance(request, m.Chat | m.Rename):
            self.limits.take(self.address, "chat")
        elif isinstance(request, m.Hint) and not is_known(watcher.room):
            self.limits.take(self.address, "hints")
        if isinstance(request, m.Look):
            if request.seat is not None:
                watcher.actor.seat(request.seat)
            watcher.look(request.seat)
            outcome: Any = m.DoneMessage(request.id)
        elif isinstance(request, m.Hello):
            raise Refused("message.wrong", "hello")
        else:
            outcome = await self.host.act(watcher.room, watcher.actor, request)
        if isinstance(request, m.Join):
            watcher.joined()
            self.changed.set()
        if request.id is not None or not isinstance(outcome, m.DoneMessage) or outcome.secret:
            await self.send(outcome)

    async def receive(self) -> m.AnyRequest | None:
        """The next request; None where it was none and the client was told so."""
        event: Any = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone", code=event["code"])
        text = event.get("text")
        METRICS.messages_in += 1
        try:
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
            raise Wrong("too many wrong messages")
        return None

    async def refuse(self, id_: int | None, error: GameError) -> None:
        """Say what was wrong."""
        await self.send(m.ErrorMessage(id_, m.ErrorInfo(error.code, told(error, self.watcher.actor.language if self.watcher else self.language))))

    async def send(self, message: m.AnyMessage) -> None:
        """One message; waits while the client is slow."""
        await self.send_text(encode(message).decode())

    async def send_text(self, text: str) -> None:
        """One message that is written already."""
        METRICS.messages_out += 1
        try:
            await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})
        except RuntimeError as error:
            if "websocket.close" not in str(error):
                raise
            raise ConnectionResetError from error  # uvicorn has closed it by itself: a message was too long, or broken


async def first_of(*works: Coroutine[Any, Any, None]) -> None:
    """Run side by side until one ends, and end the others; an error of the one that ended is raised."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
