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

from ziggurat.compile_cache import all_compiled
from ziggurat.errors import BotError
from ziggurat.registry import game_names, key_of
from ziggurat.search.compile_steps import STEPS, prepare
from ziggurat.server.large_blocks import return_large_blocks
from ziggurat.server.tracing import span
from ziggurat.server.workers import job_queue as q
from ziggurat.server.workers import jobs

log = logging.getLogger("ziggurat.server")
WAIT_SECONDS = 1  # how long a thread waits for the next job before it looks for those of dead workers
PAUSE_SECONDS = 1.0  # after Redis was lost
GRACE_SECONDS = 8.0  # how long a worker that was told to stop works on what it has


class Worker:
    """A process that does jobs."""

    def __init__(self, url: str, threads: int, say: Callable[[str], None] = print) -> None:
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.exceptions import RedisError
        from redis.retry import Retry

        self.lost = (RedisError, OSError)
        again = Retry(NoBackoff(), 1)  # a connection that was lost while it was idle
        self.redis: Any = Redis.from_url(url, socket_connect_timeout=5, socket_timeout=10, max_connections=threads + 4, retry=again)
        self.name = f"{os.getpid()}-{secrets.token_hex(8)}"
        self.threads, self.say = threads, say
        self.stopping = threading.Event()
        self.ready: set[str] = set()
        """The games (`GameSpec.key`) that are compiled and loaded."""
        self.running: dict[str, threading.Event] = {}
        """The jobs that it has, and what stops each of them."""
        self._lock, self._loading = threading.Lock(), threading.Lock()
        scripts = (q.TAKE, q.RENEW, q.FINISH, q.GIVE_BACK)
        self._take, self._renew, self._finish, self._give_back = (self.redis.register_script(script) for script in scripts)

    def run(self) -> None:
        """Work until somebody wants it to stop."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stopping.set())
        if not all_compiled():
            self.say("Compiling first, which takes a minute or two")
        for game in game_names():  # before it takes its first job: nobody waits for that
            if not self.stopping.is_set():
                self.prepare(game)
        return_large_blocks()
        self.serve()

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
        while not self.stopping.wait(q.RENEW_SECONDS):
            self.renew()
        self.finish_all(threads)

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

    def renew(self) -> None:
        """Say that this worker lives, and stop what nobody wants any more."""
        with self._lock:
            running = dict(self.running)
        try:
            lost = self._renew(keys=[q.PREFIX], args=[self.name, q.LEASE_MS, *running])
        except self.lost as error:
            log.warning("the queue cannot be reached", extra={"reason": type(error).__name__})
            return
        for id_ in lost:
            running[id_.decode()].set()

    def work(self) -> None:
        """Do one job after the other. Runs in each thread."""
        while not self.stopping.is_set():
            try:
                taken = self._take(keys=[q.PREFIX], args=[self.name, q.LEASE_MS, q.MOST_TRIES, jobs.PRIORITIES])
                if taken:
                    self.do(taken[0].decode(), taken[1])
                else:
                    self.redis.blpop([f"{q.PREFIX}wake"], timeout=WAIT_SECONDS)
            except self.lost as error:
                log.warning("the queue cannot be reached", extra={"reason": type(error).__name__})
                self.stopping.wait(PAUSE_SECONDS)

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
