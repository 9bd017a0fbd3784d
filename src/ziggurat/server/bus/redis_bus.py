"""The bus between processes: publish and subscribe over Redis, which may vanish and come back empty at any moment.

One connection publishes, many messages at a time; another one is subscribed to whatever this process listens to. A message of our own reaches our own
listeners at once, and is not heard a second time. When the connection is back after a loss, every listener hears `MISSED`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from typing import Any

from redis import RedisError
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection

from ziggurat.server.bus.bus import MISSED, Hear, MemoryBus
from ziggurat.server.metrics import METRICS

log = logging.getLogger("ziggurat.server")
TIMEOUT = 2.0  # seconds without an answer after which a connection counts as lost
BEAT_SECONDS = 2.0  # how often the subscribed connection is tried
PAUSE = 0.2  # before the next try to connect
MOST_WAITING = 10_000  # messages that wait to be sent; what comes then is dropped, as while Redis is away
MOST_AT_ONCE = 500
LOST = (RedisError, OSError, asyncio.IncompleteReadError, TimeoutError)


class RedisBus:
    """Carries messages between processes."""

    def __init__(self, url: str) -> None:
        self.client: Redis = Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, protocol=2)
        """For keys, named by `key`; its commands raise RedisError while Redis is away."""
        self.is_up = False
        self._namespace = ""
        self._me = secrets.token_hex(8)
        self._local = MemoryBus()
        self._waiting: list[tuple[str, str, asyncio.Future[int] | None]] = []
        self._wake = asyncio.Event()
        self._line: AbstractConnection | None = None
        self._changed: dict[str, bool] = {}
        """Topics to subscribe to, or to leave, which Redis has not been sent yet."""
        self._answered = True
        """Whether the last beat was answered."""
        self._tasks: list[asyncio.Task[None]] = []
        self._is_warned = False
        self._closing = False
        """Tasks look at this beside being cancelled: the client may turn a cancellation into an error of its own."""

    def key(self, name: str) -> str:
        """The name of a key or a channel of this installation."""
        return f"ziggurat/{self._namespace}/{name}"

    async def open(self, namespace: str = "") -> None:
        """Connect, and go on trying where that fails."""
        self._namespace = namespace
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(work, name="bus") for work in (self._listen(), self._send_all(), self._beat())]

    async def close(self) -> None:
        """Send what waits, and disconnect."""
        until = asyncio.get_running_loop().time() + 1
        while self._waiting and self.is_up and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.01)
        self._closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._settle(self._waiting, [])
        self._waiting = []
        await self._hang_up()
        with contextlib.suppress(*LOST):
            await self.client.aclose()
        await self._local.close()

    # --- sending -----------------------------------------------------------------------------------------------------

    async def publish(self, topic: str, message: str) -> None:
        """Call everyone who subscribed to the topic: those of this process now, the others soon."""
        await self._local.publish(topic, message)
        self._queue(topic, message, None)

    async def send(self, topic: str, message: str) -> int:
        """Send to other processes; returns how many got it, 0 while Redis is away."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._queue(topic, message, done)
        return await done

    def _queue(self, topic: str, message: str, done: asyncio.Future[int] | None) -> None:
        if self.is_up and len(self._waiting) < MOST_WAITING:
            self._waiting.append((topic, message, done))
            self._wake.set()
        elif done is not None:
            done.set_result(0)

    async def _send_all(self) -> None:
        """Send what waits: one round trip for all of it."""
        while not self._closing:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                pipeline = self.client.pipeline(transaction=False)
                for topic, message, _ in batch:
                    pipeline.publish(self.key(topic), f"{self._me} {message}")
                try:
                    self._settle(batch, await pipeline.execute(raise_on_error=False))
                except LOST as error:
                    self._settle(batch, [])
                    await self._lose(error)

    def _settle(self, batch: list[tuple[str, str, asyncio.Future[int] | None]], counts: list[Any]) -> None:
        for place, (topic, _, done) in enumerate(batch):
            if done is not None and not done.done():
                count = counts[place] if place < len(counts) and isinstance(counts[place], int) else 0
                done.set_result(max(0, count - self._local.listens(topic)))

    # --- listening ---------------------------------------------------------------------------------------------------

    def subscribe(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Call `hear` for each message from now on, first with MISSED when Redis has heard of it; returns a function that ends it."""
        if not self._local.listens(topic):
            self._change(topic, True)
        end_local = self._local.subscribe(topic, hear)

        def end() -> None:
            if self._local.listens(topic):
                end_local()
                if not self._local.listens(topic):
                    self._change(topic, False)

        return end

    def _change(self, topic: str, listens: bool) -> None:
        if not self._changed:
            asyncio.get_running_loop().call_soon(self._send_changes)
        self._changed[topic] = listens

    def _send_changes(self) -> None:
        if self._line is not None and self._tasks:
            self._tasks.append(asyncio.get_running_loop().create_task(self._subscribe(self._line), name="bus"))
            self._tasks[3:] = [task for task in self._tasks[3:] if not task.done()]

    async def _subscribe(self, line: AbstractConnection) -> None:
        changed, self._changed = self._changed, {}
        try:
            for command, wanted in (("SUBSCRIBE", True), ("UNSUBSCRIBE", False)):
                if topics := [self.key(topic) for topic, listens in changed.items() if listens is wanted]:
                    await line.send_command(command, *topics)
        except LOST as error:
            await self._lose(error)

    async def _listen(self) -> None:
        """Read from a connection; when it is lost, connect again."""
        while not self._closing:
            line: AbstractConnection = self.client.connection_pool.make_connection()
            line.socket_timeout = None  # news may be long in coming: `_beat` finds out whether the line still holds
            try:
                async with asyncio.timeout(TIMEOUT):
                    await line.connect()
                    await line.send_command("PING")
                    await line.read_response()
                self._line, self._changed = line, dict.fromkeys(self._local.topics, True)
                self.is_up, self._answered, self._is_warned = True, True, False
                await self._subscribe(line)
                prefix = len(self.key(""))
                while self._line is line:
                    self._hear(await line.read_response(timeout=None, disconnect_on_error=False), prefix)
            except LOST as error:
                await self._lose(error)
            finally:
                with contextlib.suppress(Exception):
                    await line.disconnect()
            await asyncio.sleep(PAUSE)

    def _hear(self, response: Any, prefix: int) -> None:
        self._answered = True
        if not isinstance(response, list) or len(response) < 3:
            return
        kind, channel, data = response
        if kind == b"message":
            sender, _, message = data.decode().partition(" ")
            if sender != self._me:
                self._local.tell(channel.decode()[prefix:], message)
        elif kind == b"subscribe":
            self._local.tell(channel.decode()[prefix:], MISSED)

    async def _beat(self) -> None:
        """Try the subscribed connection now and then: one that answers nothing is lost."""
        while not self._closing:
            await asyncio.sleep(BEAT_SECONDS)
            line = self._line
            if line is None or not self.is_up:
                continue
            if not self._answered:
                await self._lose(TimeoutError("no answer"))
                continue
            self._answered = False
            try:
                await line.send_command("PING")
            except LOST as error:
                await self._lose(error)

    async def _lose(self, error: BaseException) -> None:
        """Note that Redis is away; `_listen` connects again."""
        METRICS.redis_errors += 1
        if not self._is_warned and not self._closing:
            self._is_warned = True
            log.warning("the bus is away", extra={"reason": str(error)[:200] or type(error).__name__})
        self.is_up = False
        self._settle(self._waiting, [])
        self._waiting = []
        await self._hang_up()

    async def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(Exception):
                await line.disconnect()
