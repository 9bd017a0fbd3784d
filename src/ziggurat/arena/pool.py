"""Plays deals, or other pieces of work, here, on several local processes or on a cluster, and writes each into the log before anybody sees it.

We start the processes ourselves rather than by `multiprocessing`, which runs the calling script again in every process and leaves
processes behind when it is killed. Here each side notices by the closed pipe that the other one died.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Generic

from ziggurat.arena.piece import P, kind_of, packages_of, read_answer
from ziggurat.errors import BotError
from ziggurat.registry import key_of
from ziggurat.search.compile_steps import prepare_match

if TYPE_CHECKING:
    from ziggurat.arena.journal import Journal

BOOT = "import json, sys; path, *work = json.loads(sys.argv[1]); sys.path[:] = path; from ziggurat.arena.worker import main; main(*work)"
TRIES = 2  # a deal whose process died is played once more
WAIT = 0.5  # seconds after which a wait begins anew, so that Ctrl-C works on systems where waiting cannot be interrupted


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def default_jobs() -> int:
    """All cores but one, so that the machine stays usable and clocks mean something."""
    return max(1, cores() - 1)


def play_deals(deals: Sequence[P], jobs: int | None = None, journal: Journal[P] | None = None, cluster: str | None = None) -> Generator[P, None, None]:
    """Play the deals: yields first those that the journal holds, then the others as they end, each after it was written into the journal.

    Without a cluster they are played on `jobs` local processes; 1, or None, is this process. With the address of a Ray cluster (`auto`: the one
    that Ray finds, or a local one) they are played there, at most `jobs` at once; None: as many as the cluster has processors. The results are the same.
    """
    if jobs is not None and jobs < 1:
        raise BotError(f"{jobs} jobs cannot play: 1 plays in this process, more are processes of their own")
    done: Mapping[tuple[str, int], P] = {}
    if journal:
        done = journal.done
        for deal in deals:
            journal.check(deal)
    yield from (done[deal.key] for deal in deals if deal.key in done)
    rest = [deal for deal in deals if deal.key not in done]
    with contextlib.closing(play_rest(rest, jobs, cluster)) as finished:
        for deal in finished:
            if journal:
                journal.append(deal)
            yield deal


def play_rest(deals: Sequence[P], jobs: int | None, cluster: str | None) -> Generator[P, None, None]:
    """Play the deals that no journal holds, where they shall be played; yields them in the order in which they end."""
    if not deals:
        return
    if cluster is not None:
        from ziggurat.arena.cluster import play_on_cluster  # Ray is an extra

        yield from play_on_cluster(deals, cluster, jobs)
    elif min(jobs or 1, len(deals)) > 1:
        yield from play_on_workers(deals, min(jobs or 1, len(deals)))
    else:
        for deal in deals:
            yield deal.play()


def play_on_workers(deals: Sequence[P], jobs: int) -> Generator[P, None, None]:
    """Play the deals on worker processes; yields them in the order in which they end."""
    pool = Pool(deals, jobs)
    try:
        for key, bots in bots_by_spec(deals).items():
            prepare_match(key, bots)  # compiled once here, while the workers start: not once in each of them
        pool.start()
        for _ in deals:
            yield pool.next()
    finally:
        pool.stop()


def bots_by_spec(deals: Sequence[P]) -> dict[str, list[str]]:
    """The bots that play each game, with its expansion or without (`GameSpec.key`)."""
    bots: dict[str, dict[str, None]] = {}
    for deal in deals:
        bots.setdefault(key_of(deal.game, deal.options), {}).update(dict.fromkeys(deal.bots))
    return {key: list(named) for key, named in bots.items()}


class Worker:
    """One process that plays a deal at a time."""

    def __init__(self, packages: list[str], kind: str) -> None:
        command = [sys.executable, "-c", BOOT, json.dumps([sys.path, packages, kind])]
        own_group: dict[str, Any] = {"start_new_session": True} if os.name != "nt" else {"creationflags": 0x200}  # CREATE_NEW_PROCESS_GROUP
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **own_group)  # noqa: S603 - our own program

    def play(self, deal: P) -> P | None:
        """Play a deal; None if the process died. Raises the errors of the process."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        line = b""
        with contextlib.suppress(OSError, ValueError):  # it died, or was ended
            self.process.stdin.write(deal.as_line())
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        return read_answer(deal, line) if line.endswith(b"\n") else None

    def end(self) -> int:
        """End the process and the bots that it started; returns its status."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):  # before `wait`: until then its number is not given to another process
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()
        return self.process.wait()


class Pool(Generic[P]):
    """As many workers as jobs; a thread for each hands it the next deal."""

    def __init__(self, deals: Sequence[P], jobs: int) -> None:
        self.work = packages_of(list(deals)), kind_of(deals[0])
        self.left = iter(deals)
        self.lock = Lock()
        self.results: SimpleQueue[P | Exception] = SimpleQueue()
        self.stopping = False
        self.workers = {number: Worker(*self.work) for number in range(jobs)}
        self.threads = [Thread(target=self.feed, args=(number,), daemon=True) for number in self.workers]

    def start(self) -> None:
        """Begin to play."""
        for thread in self.threads:
            thread.start()

    def next(self) -> P:
        """Wait for the next deal that ends."""
        while True:
            with contextlib.suppress(Empty):
                result = self.results.get(timeout=WAIT)
                if isinstance(result, Exception):
                    raise result
                return result

    def feed(self, number: int) -> None:
        """Hand deals to one worker until there are no more."""
        try:
            while not self.stopping:
                with self.lock:
                    deal = next(self.left, None)
                if deal is None:
                    return
                self.results.put(self.play(number, deal))
        except Exception as error:
            self.results.put(error)

    def play(self, number: int, deal: P) -> P:
        """Play a deal on a worker; if its process dies, a new one tries again."""
        status = 0
        for _ in range(TRIES):
            if played := self.workers[number].play(deal):
                return played
            status = self.workers[number].end()
            with self.lock:
                if self.stopping:
                    break
                self.workers[number] = Worker(*self.work)
        reason = f"signal {-status}" if status < 0 else f"status {status}"
        which, bots = deal.key[1], ", ".join(deal.bots)
        raise BotError(f"the process that played deal {which} ({bots}) died {TRIES} times ({reason}): is there enough memory? fewer `--jobs` need less")

    def stop(self) -> None:
        """End all processes now."""
        with self.lock:
            self.stopping = True
        for worker in self.workers.values():
            worker.end()
