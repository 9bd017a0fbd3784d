"""Bots at the table: which names a table may use, and a queue in which they think, off the event loop and one after another.

A table has at most one thought in the queue and goes to its end with the next, so no table keeps others waiting for more than a move. The
searches release the GIL; bots of the operator's (`py:`) have a process of their own.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ziggurat.errors import BotError, listed
from ziggurat.game import Game
from ziggurat.search.bots import Bot, make_bot
from ziggurat.search.frozen import check_frozen
from ziggurat.search.levels import LEVELS, read_level
from ziggurat.server.messages import BotInfo
from ziggurat.server.metrics import METRICS
from ziggurat.spec import GameSpec

Result = TypeVar("Result")
PLAIN = {"random": "at once", "greedy": "at once"}
MOST = {"sims": 20_000, "ms": 5_000}  # what a table may ask of a tree search for a move
OWN_SECONDS = 10.0  # for a move of an operator's bot
MOST_PROCESSES = 16  # of operators' bots at once; the one that waited longest is ended and started again when it is needed


class Bots:
    """The bots that tables may choose, by name; `own` are the operator's: name → `py:FILE.py:CLASS`."""

    def __init__(self, own: dict[str, str] | None = None) -> None:
        self.own = dict(own or {})
        for name in self.own:
            if not re.fullmatch(r"[A-Za-z][\w-]{0,30}", name) or name in {*PLAIN, "level", "frozen", "mcts", "py"}:
                raise BotError(f"a bot cannot be called `{name}`: use letters, digits and hyphens, and no name of ours")
        self.seated: OrderedDict[tuple[str, int], Any] = OrderedDict()

    def offered(self) -> list[BotInfo]:
        """What the page offers, weakest first; the operator's own at the end."""
        names = [*PLAIN, *(f"level:{level}" for level in LEVELS), *self.own]
        return [BotInfo(name, self.budget(name)) for name in names]

    def budget(self, name: str) -> str:
        """What a bot may use for a move, in words that people see."""
        if name in self.own:
            return f"{OWN_SECONDS:g} s"
        kind, _, parameter = name.partition(":")
        if kind == "mcts":
            key, _, value = parameter.partition("=")
            return f"{value} {'ms' if key == 'ms' else 'simulations'}"
        return PLAIN.get(name, "as its level")

    def check(self, name: str, spec: GameSpec) -> None:
        """Whether a table may use this bot; raises BotError."""
        kind, _, parameter = name.partition(":")
        key, _, value = parameter.partition("=")
        if name in PLAIN or name in self.own:
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

    def choose(self, name: str, table: str, seat: int, game: Game, seed: str) -> int:
        """The move of a bot. Runs in a thread. Bots have no memory between moves, so a restart changes nothing; the operator's may have."""
        if name not in self.own:
            return make_bot(name, game.spec, seed).choose(game)
        bot: Bot = self.seated.pop((table, seat), None) or make_bot(self.own[name], game.spec, seed, OWN_SECONDS)
        try:
            return bot.choose(game)
        finally:
            self.seated[table, seat] = bot
            while len(self.seated) > MOST_PROCESSES:
                end(self.seated.popitem(last=False)[1])

    def forget(self, table: str) -> None:
        """The game is over: end what plays there."""
        for place in [place for place in self.seated if place[0] == table]:
            end(self.seated.pop(place))

    def close(self) -> None:
        """End every process."""
        while self.seated:
            end(self.seated.popitem()[1])


def end(bot: Any) -> None:
    """End the process of a bot that has one."""
    if hasattr(bot, "close"):
        bot.close()


class Thinkers:
    """Threads that think, and the queue before them."""

    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    async def think(self, work: Callable[[], Result]) -> Result:
        """Run the work in a thread when its turn comes."""
        METRICS.waiting_thoughts += 1
        asked = time.perf_counter()

        def timed() -> Result:
            began = time.perf_counter()
            METRICS.thought_wait.observe(began - asked)
            try:
                return work()
            finally:
                METRICS.thought.observe(time.perf_counter() - began)

        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, timed)
        finally:
            METRICS.waiting_thoughts -= 1

    def close(self) -> None:
        """Stop; what has not begun is dropped."""
        self.pool.shutdown(wait=False, cancel_futures=True)
