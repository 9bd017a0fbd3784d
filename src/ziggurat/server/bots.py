"""Bots at the table: which names a table may use, and the lanes of threads in which they think, off the event loop.

A thought is the choice of one move, or a hint. A table has at most one, and an address no more than its share of the threads: nobody waits longer than for
the thoughts that run. The searches release the GIL; bots of the operator's (`py:`) have a process of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Container
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Lock
from typing import Any, TypeVar

from ziggurat.errors import BotError, listed
from ziggurat.game import Game
from ziggurat.levels import LEVEL_NUMBERS
from ziggurat.search.bots import make_bot
from ziggurat.search.frozen import check_frozen
from ziggurat.search.level_bots import levels_of, read_level
from ziggurat.search.mcts import Stop
from ziggurat.search.outside import OutsideBot
from ziggurat.server.client_address import CLIENT
from ziggurat.server.http_answers import BotInfo
from ziggurat.server.metrics import METRICS
from ziggurat.server.tracing import span
from ziggurat.server.workers.dispatch import NoWorkers, Workers
from ziggurat.server.workers.jobs import Job
from ziggurat.spec import GameSpec

Result = TypeVar("Result")
PLAIN = {"random": "at once", "greedy": "at once"}
NEWCOMER = "newcomer"  # may be named; the page offers it as level 1
MOST = {"sims": 20_000, "ms": 5_000}  # what a table may ask of a tree search for a move
OWN_SECONDS = 10.0  # for a move of an operator's bot
REVIEW_NICENESS = 10
MOST_PROCESSES = 16  # of operators' bots at once; the one that waited longest is ended and started again when it is needed


class Bots:
    """The bots that tables may choose, by name; `own` are the operator's: name → `py:FILE.py:CLASS`."""

    def __init__(self, own: dict[str, str] | None = None) -> None:
        self.own = dict(own or {})
        for name in self.own:
            if not re.fullmatch(r"[A-Za-z][\w-]{0,30}", name) or name in {*PLAIN, NEWCOMER, "level", "frozen", "mcts", "py"}:
                raise BotError(f"a bot cannot be called `{name}`: use letters, digits and hyphens, and no name of ours")
        self.seated: OrderedDict[tuple[str, int], OutsideBot] = OrderedDict()
        """The operator's bots that wait for their next move, the one that has waited longest first."""
        self._lock = Lock()

    def offered(self) -> list[BotInfo]:
        """The bots that the page offers, weakest first; the operator's own at the end."""
        names = [*PLAIN, *(f"level:{level}" for level in LEVEL_NUMBERS), *self.own]
        return [BotInfo(name, self.budget(name)) for name in names]

    def budget(self, name: str) -> str:
        """What a bot may use for a move, in words that people see."""
        if name in self.own:
            return f"{OWN_SECONDS:g} s"
        kind, _, parameter = name.partition(":")
        if kind == "mcts":
            key, _, value = parameter.partition("=")
            return f"{value} {'ms' if key == 'ms' else 'simulations'}"
        return "at once" if name == NEWCOMER else PLAIN.get(name, "as its level")

    def check(self, name: str, spec: GameSpec) -> None:
        """Check whether a table may use this bot; raises BotError."""
        kind, _, parameter = name.partition(":")
        key, _, value = parameter.partition("=")
        if name in PLAIN or name in self.own or name == NEWCOMER:
            return
        if kind == "level":
            read_level(name)
            return
        if kind == "frozen":
            check_frozen(name, spec)
            return
        if kind == "mcts" and key in MOST and value.isdecimal() and len(value) < 9 and 0 < int(value) <= MOST[key]:
            return
        names = [bot.bot for bot in self.offered()]
        raise BotError(f"there is no bot `{name}` here: choose one of {listed([*names, 'mcts:sims=20000', 'mcts:ms=5000'])} (the last two: at most so much)")

    def is_quick(self, name: str, spec: GameSpec, seats: int) -> bool:
        """Whether a bot looks no further than its move or turn: it needs milliseconds, so it must never wait for a search."""
        if name.startswith("level:"):
            return not levels_of(spec, seats)[read_level(name) - 1].searches
        return name in PLAIN or name == NEWCOMER

    def choose(self, name: str, table: str, seat: int, game: Game, seed: str, stop: Stop) -> int:
        """Choose the move of a bot. Runs in a thread. Bots have no memory between moves, so a restart changes nothing; the operator's may have.

        When `stop()` says that nobody waits for the move any more, a search ends with its best move so far, and a process of the operator's is ended.
        """
        if name not in self.own:
            return make_bot(name, game.spec, seed, stop=stop).choose(game)
        with self._lock:
            bot = self.seated.pop((table, seat), None) or OutsideBot(game.spec, self.own[name], OWN_SECONDS)
        bot.stop = stop
        try:
            return bot.choose(game)
        finally:
            self._seat((table, seat), bot)

    def _seat(self, place: tuple[str, int], bot: OutsideBot) -> None:
        """Keep a process for its next move; end it where there is none, and those that have waited longest where there are too many."""
        if bot.stop():
            bot.close()
            return
        with self._lock:
            self.seated[place] = bot
            many = [self.seated.popitem(last=False)[1] for _ in range(len(self.seated) - MOST_PROCESSES)]
        for idle in many:
            idle.close()

    def forget(self, table: str) -> None:
        """End the processes that play at a table: its game is over."""
        with self._lock:
            gone = [self.seated.pop(place) for place in list(self.seated) if place[0] == table]
        for bot in gone:
            bot.close()

    def close(self) -> None:
        """End every process."""
        with self._lock:
            gone = list(self.seated.values())
            self.seated.clear()
        for bot in gone:
            bot.close()


class Dropped(Exception):
    """Nobody waits for this thought any more."""


@dataclass(eq=False)
class Thought:
    """A bot's move, or a hint, that waits for a thread or has one."""

    table: str
    address: str
    """Whose share of the threads it uses: the client that caused it (`client_address.CLIENT`)."""
    lane: Lane
    work: Callable[[Stop], Any]
    answer: asyncio.Future[Any]
    queued: float = field(default_factory=time.perf_counter)
    began: float = 0.0
    """When it got its thread; 0: it waits."""
    stop: Event = field(default_factory=Event)
    away: asyncio.Task[None] | None = None
    """Waits for a worker that does it; None: it is done in this process."""

    def run(self) -> Any:
        """Do the work. Runs in a thread."""
        try:
            with span("thought", table=self.table):
                return self.work(self.stop.is_set)
        finally:
            METRICS.thought.observe(time.perf_counter() - self.began)


class Lane:
    """Threads, and the thoughts that wait for one.

    The address whose thoughts have had the least time comes next. Who comes anew, or back, starts level with the one who was chosen last: nobody saves time up.
    So an address that asks for much keeps another one waiting for no longer than the thoughts that run.
    """

    def __init__(self, threads: int, name: str, begin: Callable[[], None] | None = None) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=begin)
        self.threads = threads
        self.waiting: dict[str, dict[str, Thought]] = {}
        """By address and table, in the order in which they came."""
        self.running: set[Thought] = set()
        self.had: dict[str, float] = {}
        """Seconds of a thread that each address has had."""
        self.level = 0.0
        """What the address that was chosen last had had."""

    def add(self, thought: Thought) -> None:
        """Let a thought wait for a thread."""
        if not self.knows(thought.address):
            self.had[thought.address] = max(self.level, self.had.get(thought.address, 0.0))
        self.waiting.setdefault(thought.address, {})[thought.table] = thought

    def remove(self, thought: Thought) -> None:
        """Let a thought wait no longer."""
        del self.waiting[thought.address][thought.table]
        if not self.waiting[thought.address]:
            del self.waiting[thought.address]

    def next(self, busy: Container[str]) -> Thought | None:
        """The thought that gets the next thread, if one is free; a busy table is passed over until its running thought has stopped."""
        if len(self.running) >= self.threads:
            return None
        now = time.perf_counter()
        for address in sorted(self.waiting, key=lambda address: self.time_of(address, now)):
            if (thought := next((thought for table, thought in self.waiting[address].items() if table not in busy), None)) is not None:
                self.level = max(self.level, self.time_of(address, now))
                return thought
        return None

    def begin(self, thought: Thought) -> None:
        """Give a thought its thread."""
        self.remove(thought)
        self.running.add(thought)
        thought.began = time.perf_counter()

    def end(self, thought: Thought) -> None:
        """Count the time of a thought that has ended; forget addresses that have nothing here and are not ahead of the others."""
        self.running.discard(thought)
        self.had[thought.address] += time.perf_counter() - thought.began
        self.had = {address: had for address, had in self.had.items() if had > self.level or self.knows(address)}

    def knows(self, address: str) -> bool:
        """Whether something of this address waits or runs."""
        return address in self.waiting or any(thought.address == address for thought in self.running)

    def time_of(self, address: str, now: float) -> float:
        """The seconds that an address has had, those of its running thoughts included."""
        return self.had[address] + sum(now - thought.began for thought in self.running if thought.address == address)


def step_back() -> None:
    """Let this thread have what others leave of the processor, where the system knows that of single threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), REVIEW_NICENESS)


class Thinkers:
    """Lets bots and hints think: searches in one lane, bots that look one move ahead in another, where they never wait for a search.

    Reviews of finished games have a lane of their own: no table waits for them, and while somebody waits for a search, no step of a review begins.

    A table has one thought, waiting or running; a new one takes the place of the one before. Only the event loop changes this state; threads only work.
    """

    def __init__(self, threads: int, workers: Workers | None = None) -> None:
        self.searches, self.quick = Lane(threads, "search"), Lane(1, "quick")
        self.reviews = Lane(threads, "review", step_back)
        self.workers = workers
        self.thoughts: dict[str, Thought] = {}
        """The thought of each table that somebody waits for."""
        self.busy: dict[str, Thought] = {}
        """The thought of each table that has a thread: for a moment perhaps one that was dropped."""

    @property
    def lanes(self) -> tuple[Lane, Lane, Lane]:
        """Those that come first are first."""
        return self.quick, self.searches, self.reviews

    @property
    def has_workers(self) -> bool:
        """Whether a job would go to a worker now."""
        return self.workers is not None and self.workers.present

    async def open(self) -> None:
        """Begin to look for workers, where there is a queue for them."""
        if self.workers is not None:
            await self.workers.open()

    async def think(self, table: str, work: Callable[[Stop], Result], *, quick: bool = False, later: bool = False, job: Job | None = None) -> Result:
        """Do the work in a thread when its turn comes, or let a worker do the same as a `job`; raises Dropped when `drop` was called meanwhile.

        `quick`: it looks one move ahead. `later`: it is part of a review.
        """
        self.drop(table)
        lane = self.quick if quick else self.reviews if later else self.searches
        thought = self.thoughts[table] = Thought(table, CLIENT.get(), lane, work, asyncio.get_running_loop().create_future())
        METRICS.waiting_thoughts += 1
        if job is not None and self.workers is not None and self.has_workers:
            thought.away = asyncio.get_running_loop().create_task(self._send(thought, job, self.workers))
        else:
            lane.add(thought)
            self._begin()
        try:
            result: Result = await thought.answer
            return result
        finally:
            if self.thoughts.get(table) is thought:  # the one who waited for it was cancelled
                self.drop(table)
            del thought  # its answer may hold an error, and the error this frame: a circle that would keep the game in memory

    def drop(self, table: str) -> None:
        """Stop the thought of this table, for which nobody waits any more: take it out of the queue, or tell it to stop."""
        if (thought := self.thoughts.pop(table, None)) is None:
            return
        METRICS.dropped_thoughts += 1
        thought.stop.set()
        if thought.away is not None:
            thought.away.cancel()
            METRICS.waiting_thoughts -= 1
        elif not thought.began:
            thought.lane.remove(thought)
            METRICS.waiting_thoughts -= 1
        if not thought.answer.done():
            thought.answer.set_exception(Dropped())

    async def _send(self, thought: Thought, job: Job, workers: Workers) -> None:
        """Have a thought done by a worker; where none does it, let it wait for a thread."""
        error: Exception | None = None
        result: Any = None
        try:
            with span("job", table=thought.table):
                result = await workers.do(job, thought.address)
        except NoWorkers:
            if self.thoughts.get(thought.table) is thought:
                thought.away = None
                thought.lane.add(thought)
                self._begin()
            return
        except Exception as failed:
            error = failed
        if self.thoughts.get(thought.table) is not thought:
            return  # dropped meanwhile
        del self.thoughts[thought.table]
        METRICS.waiting_thoughts -= 1
        if error is not None:
            thought.answer.set_exception(error)
        elif not thought.answer.done():
            thought.answer.set_result(result)

    def _begin(self) -> None:
        """Give free threads to thoughts."""
        for lane in self.lanes:
            while not (lane is self.reviews and self.searches.waiting) and (thought := lane.next(self.busy)) is not None:
                lane.begin(thought)
                self.busy[thought.table] = thought
                if lane is not self.reviews:
                    (METRICS.quick_wait if lane is self.quick else METRICS.thought_wait).observe(thought.began - thought.queued)
                done = asyncio.get_running_loop().run_in_executor(lane.pool, thought.run)
                done.add_done_callback(partial(self._end, thought))

    def _end(self, thought: Thought, done: asyncio.Future[Any]) -> None:
        """Pass on the result of a thought, and give its thread to the next."""
        error = None if done.cancelled() else done.exception()
        if self.busy.pop(thought.table, None) is not thought:
            return  # closed meanwhile
        METRICS.waiting_thoughts -= 1
        thought.lane.end(thought)
        if self.thoughts.get(thought.table) is thought:
            del self.thoughts[thought.table]
        if done.cancelled():
            thought.answer.cancel()
        elif not thought.answer.done() and error is not None:
            thought.answer.set_exception(error)
        elif not thought.answer.done():
            thought.answer.set_result(done.result())
        self._begin()

    async def end(self) -> None:
        """Close, and leave the workers' queue."""
        self.close()
        if self.workers is not None:
            await self.workers.close()

    def close(self) -> None:
        """Drop what has not begun, and tell what runs to stop."""
        for table in list(self.thoughts):
            self.drop(table)
        METRICS.waiting_thoughts -= len(self.busy)
        self.busy.clear()
        for lane in self.lanes:
            lane.pool.shutdown(wait=False, cancel_futures=True)
