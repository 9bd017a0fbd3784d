"""A worker: takes jobs from the queue and does them, several at once, until it is stopped. `ziggurat worker` starts it.

Twice a second it renews the leases of its jobs and hears which of them nobody wants any more. On SIGTERM it takes no more jobs, finishes those that it has, and
gives back what takes too long. It may be killed at any moment: when its leases have ended, another worker does its jobs, or the servers do.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

from ziggurat import __version__
from ziggurat.compile_cache import all_compiled
from ziggurat.errors import BotError
from ziggurat.registry import game_names, key_of
from ziggurat.search.compile_steps import STEPS, prepare
from ziggurat.server.json_logs import START, Seldom
from ziggurat.server.large_blocks import return_large_blocks
from ziggurat.server.places import shown
from ziggurat.server.store.store import StoreError
from ziggurat.server.tracing import span
from ziggurat.server.workers import job_queue as q
from ziggurat.server.workers import jobs

log = logging.getLogger("ziggurat.server")
WAIT_SECONDS = 1  # how long a thread waits for the next job before it looks for those of dead workers
MOST_PAUSE_SECONDS = 5.0  # between two tries to reach Redis while it is away
GRACE_SECONDS = 8.0  # how long a worker that was told to stop works on what it has


class Worker:
    """A process that does jobs."""

    def __init__(self, url: str, threads: int, say: Callable[[str], None] = print) -> None:
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.exceptions import AuthenticationError, AuthorizationError, NoPermissionError, RedisError
        from redis.retry import Retry

        from ziggurat.server.bus.redis_client import check_options

        check_options(url)
        self.lost = (RedisError, OSError)
        self.refused = (AuthenticationError, AuthorizationError, NoPermissionError)
        self.place = shown(url)
        """Where Redis is, without its password."""
        again = Retry(NoBackoff(), 1)  # a connection that was lost while it was idle
        self.redis: Any = Redis.from_url(url, socket_connect_timeout=5, socket_timeout=10, max_connections=threads + 4, retry=again)
        self.name = f"{os.getpid()}-{secrets.token_hex(8)}"
        self.threads, self.say = threads, say
        self.stopping = threading.Event()
        self.ready: set[str] = set()
        """The games (`GameSpec.key`) that are compiled and loaded."""
        self.running: dict[str, threading.Event] = {}
        """The jobs that it has, and what stops each of them."""
        self.reached = threading.Event()
        """Whether Redis could be reached last: else only `serve` tries it, ever more seldom."""
        self.reached.set()
        self._seldom = Seldom()
        self._lock, self._loading = threading.Lock(), threading.Lock()
        scripts = (q.TAKE, q.RENEW, q.FINISH, q.GIVE_BACK)
        self._take, self._renew, self._finish, self._give_back = (self.redis.register_script(script) for script in scripts)

    def run(self) -> None:
        """Work until somebody wants it to stop."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stopping.set())
        START.info("worker started", extra={"version": __version__, "redis": self.place, "threads": self.threads})
        self.greet()
        if not all_compiled():
            self.say("Compiling first, which takes a minute or two")
        for game in game_names():  # before it takes its first job: nobody waits for that
            if not self.stopping.is_set():
                self.prepare(game)
        return_large_blocks()
        self.serve()

    def greet(self) -> None:
        """Try Redis: it may come later, but raises StoreError where it refuses us, which will not change by itself."""
        try:
            self.redis.ping()
        except self.refused as error:
            what = "is the password in `ZIGGURAT_REDIS_URL` right?"
            raise StoreError(f"the Redis {self.place} refuses this worker ({reason_of(error)}): {what}") from None
        except self.lost as error:
            self.lose(error)

    def prepare(self, key: str) -> None:
        """Compile and load a game, once; with an expansion when the first job needs it."""
        with self._loading:
            if key not in self.ready:
                for step in STEPS:
                    prepare(key, step)
                self.ready.add(key)

    def serve(self) -> None:
        """Do jobs until `stopping` is set."""
        self.renew()
        self.say(f"This worker does {self.threads} jobs at once (Ctrl+C stops it)")
        threads = [threading.Thread(target=self.work, name=f"job {number}", daemon=True) for number in range(self.threads)]
        for thread in threads:
            thread.start()
        pause = q.RENEW_SECONDS
        while not self.stopping.wait(pause):
            pause = q.RENEW_SECONDS if self.renew() else min(2 * pause, MOST_PAUSE_SECONDS)
        self.finish_all(threads)

    def lose(self, error: Exception) -> None:
        """Note that Redis cannot be reached, and say so: not again and again."""
        self.reached.clear()
        if self._seldom.allows(reason := reason_of(error)):
            log.warning("the queue cannot be reached: trying on", extra={"redis": self.place, "reason": reason})

    def find(self) -> None:
        """Note that Redis can be reached."""
        if not self.reached.is_set():
            self.reached.set()
            log.info("the queue can be reached again", extra={"redis": self.place})

    def finish_all(self, threads: list[threading.Thread]) -> None:
        """Finish what has begun; give back what takes too long."""
        until = time.monotonic() + GRACE_SECONDS
        while any(thread.is_alive() for thread in threads) and time.monotonic() < until:
            time.sleep(0.05)
            self.renew()
        with self._lock:
            left = list(self.running)
            for stop in self.running.values():
                stop.set()
        try:
            self._give_back(keys=[q.PREFIX], args=[self.name, *left])
        except self.lost:
            log.warning("the queue cannot be reached: its leases end by themselves")

    def renew(self) -> bool:
        """Say that this worker lives, and stop what nobody wants any more; whether Redis could be reached."""
        with self._lock:
            running = dict(self.running)
        try:
            lost = self._renew(keys=[q.PREFIX], args=[self.name, q.LEASE_MS, *running])
        except self.lost as error:
            self.lose(error)
            return False
        self.find()
        for id_ in lost:
            running[id_.decode()].set()
        return True

    def work(self) -> None:
        """Do one job after the other. Runs in each thread."""
        while not self.stopping.is_set():
            if not self.reached.wait(WAIT_SECONDS):
                continue
            try:
                taken = self._take(keys=[q.PREFIX], args=[self.name, q.LEASE_MS, q.MOST_TRIES, jobs.PRIORITIES])
                if taken:
                    self.do(taken[0].decode(), taken[1])
                else:
                    self.redis.blpop([f"{q.PREFIX}wake"], timeout=WAIT_SECONDS)
            except self.lost as error:
                self.lose(error)

    def do(self, id_: str, body: bytes) -> None:
        """Do one job, and hand in its result. What a job holds is never logged: an error's text might repeat it."""
        stop, began = threading.Event(), time.perf_counter()
        with self._lock:
            self.running[id_] = stop
        try:
            job = jobs.decode(body)
            self.prepare(key_of(str(job.record["game"]), job.record.get("options")))
            with span("job", kind=type(job).__name__):
                how, result = q.DONE, jobs.do(job, stop.is_set)
        except BotError as error:
            how, result = q.REFUSED, jobs.encode(str(error))
        except Exception as error:
            log.error("a job failed", extra={"job": id_, "error_type": type(error).__name__})  # noqa: TRY400
            how, result = q.FAILED, b""
        finally:
            with self._lock:
                del self.running[id_]
        if not stop.is_set():
            self._finish(keys=[q.PREFIX], args=[self.name, id_, how, round(1000 * (time.perf_counter() - began)), result])


def reason_of(error: BaseException) -> str:
    """What Redis or the network says, in one line; neither repeats a password."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
