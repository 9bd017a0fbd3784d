"""A server's side of the queue of jobs: send a job, wait for its result, cancel it. Where no worker is there to do it, the server does it itself.

The server looks twice a second whether there are workers, and whether its jobs are still known. Whatever goes wrong (no worker left, Redis lost or emptied,
a job that nobody did in time) ends in `NoWorkers`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from dataclasses import dataclass
from typing import Any

import msgspec

from ziggurat.errors import BotError
from ziggurat.server.json_logs import Seldom
from ziggurat.server.metrics import METRICS
from ziggurat.server.places import shown
from ziggurat.server.workers import job_queue as q
from ziggurat.server.workers import jobs

log = logging.getLogger("ziggurat.server")
LOOK_SECONDS = 0.5
ANSWER_SECONDS = 1  # how long one request waits for an answer
STUCK_SECONDS = 3.0  # a Redis that says nothing for so long counts as lost
COST_MS = 500  # what a job is taken to cost until it is done


class NoWorkers(Exception):
    """No worker did the job: do it here."""


@dataclass
class Sent:
    """A job that waits for its result."""

    answer: asyncio.Future[bytes]
    missed: int = 0
    """How often in a row Redis did not know it: its result may just be on the way."""


class Workers:
    """The workers of a site, as one server process sees them."""

    def __init__(self, url: str) -> None:
        from redis.exceptions import RedisError  # here, so that a missing package is noticed before a server starts

        self._lost = (RedisError, OSError, TimeoutError)
        self.url = url
        self.server = secrets.token_hex(8)
        """The name of this process."""
        self.present = False
        """Whether there is a worker, as far as we know."""
        self.is_up = True
        """Whether Redis could be reached last."""
        self._seldom = Seldom()
        self.sent: dict[str, Sent] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._cancelling: set[asyncio.Task[None]] = set()
        self._is_open = False
        self._redis: Any = None

    async def open(self) -> None:
        """Begin to look for workers; a Redis that is not there is tried again and again."""
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        again = Retry(NoBackoff(), 1)  # a connection that was lost while it was idle
        self._redis = Redis.from_url(self.url, socket_connect_timeout=STUCK_SECONDS, socket_timeout=STUCK_SECONDS, retry=again)
        self._submit, self._cancel, self._standing = (self._redis.register_script(script) for script in (q.SUBMIT, q.CANCEL, q.STANDING))
        self._is_open = True
        try:
            await self._look()
        except self._lost as error:
            self._note_away(error)
        self._tasks = [asyncio.create_task(self._listen(), name="answers"), asyncio.create_task(self._watch(), name="workers")]

    async def close(self) -> None:
        """Stop; what is still in the queue is cancelled."""
        self._is_open = False  # the client of Redis may take a cancellation for a time-out of its own
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._lose()
        if self._cancelling:
            await asyncio.wait(self._cancelling, timeout=LOOK_SECONDS)
        if self._redis is not None:
            await self._redis.aclose()

    async def do(self, job: jobs.Job, address: str) -> Any:
        """Have a job done; returns its result. Raises NoWorkers where it must be done here, BotError where the bot cannot play."""
        if not self.present:
            raise NoWorkers
        kind, id_ = jobs.KINDS[type(job)], secrets.token_hex(12)
        sent = self.sent[id_] = Sent(asyncio.get_running_loop().create_future())
        try:
            async with asyncio.timeout(kind.seconds):
                arguments = [id_, kind.priority, q.share_of(address), COST_MS, int(kind.seconds * 1000), self.server, jobs.encode(job)]
                await self._submit(keys=[q.PREFIX], args=arguments)
                body = await sent.answer
        except (*self._lost, NoWorkers):
            METRICS.worker_fallbacks += 1
            self._withdraw(id_)
            raise NoWorkers from None
        except asyncio.CancelledError:
            self._withdraw(id_)
            raise
        finally:
            self.sent.pop(id_, None)
        METRICS.worker_thoughts += 1
        return jobs.result_of(job, body)

    def _withdraw(self, id_: str) -> None:
        """Take a job out of the queue; a worker that has begun stops soon. Nobody waits for that."""

        async def cancel() -> None:
            with contextlib.suppress(*self._lost):
                await self._cancel(keys=[q.PREFIX], args=[id_])

        task = asyncio.get_running_loop().create_task(cancel(), name="withdraw")
        self._cancelling.add(task)
        task.add_done_callback(self._cancelling.discard)

    def _lose(self) -> None:
        """Nobody will answer any more."""
        self.present = False
        METRICS.workers = 0
        for sent in self.sent.values():
            if not sent.answer.done():
                sent.answer.set_exception(NoWorkers())

    def _note_away(self, error: BaseException) -> None:
        """Note that Redis cannot be reached: we think ourselves until it can."""
        METRICS.redis_errors += 1
        reason = str(error)[:200] or type(error).__name__
        if self._is_open and self._seldom.allows(reason):
            log.warning("the workers cannot be reached", extra={"redis": shown(self.url), "reason": reason})
        self.is_up = False
        self._lose()

    async def _listen(self) -> None:
        """Pass on the answers of the workers."""
        while self._is_open:
            try:
                item = await self._redis.blpop([f"{q.PREFIX}answers:{self.server}"], timeout=ANSWER_SECONDS)
                if item is not None:
                    self._take_in(item[1])
            except self._lost as error:
                self._note_away(error)
                await asyncio.sleep(LOOK_SECONDS)

    def _take_in(self, item: bytes) -> None:
        """Read one answer; one that nobody waits for any more is dropped."""
        id_, how, took, body = item.split(b"\n", 3)
        sent = self.sent.get(id_.decode())
        if sent is None or sent.answer.done():
            return
        if how.decode() == q.DONE:
            METRICS.thought.observe(float(took) / 1000)
            sent.answer.set_result(body)
        elif how.decode() == q.REFUSED:
            sent.answer.set_exception(BotError(msgspec.json.decode(body, type=str)))
        else:
            sent.answer.set_exception(NoWorkers())

    async def _watch(self) -> None:
        """Look again and again whether there are workers, and whether they know our jobs."""
        while self._is_open:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                async with asyncio.timeout(STUCK_SECONDS):
                    await self._look()
            except self._lost as error:
                self._note_away(error)

    async def _look(self) -> None:
        waiting = list(self.sent)
        workers, gone = await self._standing(keys=[q.PREFIX], args=waiting)
        METRICS.workers, self.present, self.is_up = workers, workers > 0, True
        if not workers:
            self._lose()
            return
        missing = {id_.decode() for id_ in gone}
        for id_ in waiting:
            if (sent := self.sent.get(id_)) is not None:
                sent.missed = sent.missed + 1 if id_ in missing else 0
                if sent.missed > 1 and not sent.answer.done():
                    sent.answer.set_exception(NoWorkers())
