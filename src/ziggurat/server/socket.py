"""The table on a socket: `hello` first, then requests in and news out (`docs/reference/protocol.md`)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ziggurat.errors import GameError
from ziggurat.server import messages as m
from ziggurat.server.hints import is_known
from ziggurat.server.house import House
from ziggurat.server.limits import Limits
from ziggurat.server.metrics import METRICS
from ziggurat.server.refusals import told
from ziggurat.server.rooms import Refused
from ziggurat.server.watching import Watcher
from ziggurat.server.wire import EXTENSION

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
    socket: WebSocket[Any, Any, Any], table: FromPath[str], house: NamedDependency[House], limits: NamedDependency[Limits], address: NamedDependency[str]
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
        await Talk(socket, house, limits, address).run(table)
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
    """One conversation. A task reads; news is sent by callbacks, so that a move wakes no second task."""

    def __init__(self, socket: WebSocket[Any, Any, Any], house: House, limits: Limits, address: str) -> None:
        scope: Any = socket.scope
        self.incoming, self.outgoing = scope.get("ziggurat", (socket.receive, socket.send))
        self.tell: Callable[[bytes], bool] = (scope.get("extensions") or {}).get(EXTENSION, lambda _: False)
        self.loop = asyncio.get_running_loop()
        self.reading: asyncio.Task[None] | None = None
        """A task of its own: whatever wakes it would else pass through all that uvicorn and Litestar have on the stack."""
        self.house = house
        self.limits = limits
        self.address = address
        self.mistakes = 0
        self.language = "en"
        self.watcher: Watcher | None = None
        self.rung = True
        """Whether there may be news, and it will be looked at: not before `hello` is answered."""
        self.writing: asyncio.Task[None] | None = None
        """Sends what the client is too slow to take at once."""
        self.over = False
        """Whether nothing is told any more."""
        self.failure: Exception | None = None
        """The error of ours that ended it."""

    async def run(self, table: str) -> None:
        """Wait for `hello`, then do what the client asks for, one request after another."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await self.receive()
        except TimeoutError:
            raise Wrong("no `hello` came") from None
        if not isinstance(hello, m.Hello):
            raise Wrong("the first message must be `hello`")
        try:
            room = await self.house.get(table)
            actor = await self.house.actor(room, hello.secrets, hello.language)
        except GameError as error:
            self.language = hello.language
            await self.refuse(hello.id, error)
            raise Wrong(error.code) from None
        self.watcher = Watcher(self.house, room, actor, self.ring)
        try:
            if hello.id is not None:
                await self.send(m.DoneMessage(hello.id))
            self.reading = self.loop.create_task(self.read(self.watcher))
            self.flush()
            await self.reading
        except asyncio.CancelledError:
            if self.failure is None:
                raise
            raise self.failure from None
        finally:
            self.rung = self.over = True
            self.watcher.close()
            for task in (self.reading, self.writing):
                if task is not None:
                    task.cancel()

    def ring(self) -> None:
        """There may be news: it is looked at when what runs now is done, so an answer comes before what it brought about."""
        if not self.rung:
            self.rung = True
            if self.writing is None:
                self.loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send what is new. Where the client is slow a task waits for it; until then nothing more is made for it."""
        if self.over:
            return
        try:
            texts = self.news()
            for place, text in enumerate(texts):
                if not self.told(text):
                    self.writing = self.loop.create_task(self.catch_up(texts[place:]))
                    return
        except Exception as error:
            self.fail(error)

    def news(self) -> list[bytes]:
        """What is new, as text."""
        assert self.watcher is not None
        self.rung = False
        return [encode(message) for message in self.watcher.news()]

    async def catch_up(self, texts: list[bytes]) -> None:
        """Send what had to wait, and what was new meanwhile."""
        try:
            while texts:
                for text in texts:
                    await self.send_text(text)
                texts = self.news() if self.rung else []
        except Exception as error:
            self.fail(error)
        finally:
            self.writing = None

    def fail(self, error: Exception) -> None:
        """Nothing can be told any more. If the client is gone, the reader hears of it too; an error of ours ends the conversation."""
        self.rung = self.over = True
        if not isinstance(error, OSError) and self.reading is not None:
            self.failure = error
            self.reading.cancel()

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
        if isinstance(request, m.Chat):
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
            outcome = await self.house.act(watcher.room, watcher.actor, request)
        if isinstance(request, m.Join):
            watcher.joined()
            self.ring()
        if request.id is not None or not isinstance(outcome, m.DoneMessage) or outcome.secret:
            await self.send(outcome)

    async def receive(self) -> m.AnyRequest | None:
        """The next request; None where it was none and the client was told so."""
        event = await self.incoming()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone", code=event["code"])
        text = event.get("text") or ""
        METRICS.messages_in += 1
        try:
            self.limits.take(self.address, "messages")
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

    async def send(self, message: Any) -> None:
        """One message."""
        await self.send_text(encode(message))

    async def send_text(self, text: bytes) -> None:
        """One message that is ready; waits while the client is slow."""
        if self.told(text):
            return
        METRICS.messages_out += 1
        try:
            await self.outgoing({"type": "websocket.send", "text": text.decode(), "bytes": None})
        except RuntimeError as error:
            if "websocket.close" not in str(error):
                raise
            raise ConnectionResetError from error  # uvicorn has closed it by itself: a message was too long, or broken

    def told(self, text: bytes) -> bool:
        """Send a message at once, if the client can take it."""
        if done := self.tell(text):
            METRICS.messages_out += 1
        return done
