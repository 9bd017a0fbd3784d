"""Reviews of finished games: made in the background from the record alone, step by step, and stored beside it.

The first who wants one begins it; whoever asks meanwhile gets what is there. The steps are done by workers, or by this process in a lane in which nobody at a
table waits. A review that another process makes is read from the store, where it lies as far as it was made, with all verdicts so far; one that nobody makes
any more, because its process has ended, goes on from there.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import zlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ziggurat.game import Game
from ziggurat.search.analyse import do_step
from ziggurat.search.budget import Budget
from ziggurat.search.compare_moves import Comparison
from ziggurat.search.compile_steps import REVIEWS
from ziggurat.search.decision import Decision
from ziggurat.search.mcts import Stop
from ziggurat.search.review_types import VERSION, DecisionReport, ReviewReport, TryReport
from ziggurat.search.review_work import ReviewWork, Step
from ziggurat.search.try_again import Known, codes_of, judge_try
from ziggurat.server import requests as r
from ziggurat.server.bots import Dropped, Thinkers
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.refused import Refused
from ziggurat.server.show.history import game_at
from ziggurat.server.store.store import SharedStore, Store, StoredReview
from ziggurat.server.table.table import Table
from ziggurat.server.workers.jobs import ReviewJob, TryJob, record_of

log = logging.getLogger("ziggurat.server")
SIMS = 2000  # of the search of a decision: never a time, so a review is the same everywhere and its error is known
SEED = "review"
AT_ONCE = 2  # steps of one review that are done side by side
MOST = 64  # reviews that one process makes at once
SAVE_MS = 1_000  # how often a part is stored: what a restart costs at most, and how often other processes see it grow
LOST_MS = 15_000  # a part that nobody has stored anew for so long is nobody's work any more
encode = msgspec.json.Encoder().encode


class Part(msgspec.Struct, frozen=True):
    """A review that is not complete, as it is stored: what people see of it, and what it takes to go on."""

    report: msgspec.Raw
    sims: int
    seed: str
    decisions: list[Decision]


def part_of(stored: StoredReview) -> Part | None:
    """Read a part; None where it was made with other searches, or by a version that could not go on."""
    try:
        part = msgspec.json.decode(zlib.decompress(stored.body), type=Part)
    except msgspec.ValidationError:
        return None
    return part if (part.sims, part.seed) == (SIMS, SEED) else None


@dataclass
class Making:
    """A review that is being made."""

    work: ReviewWork
    record: dict[str, Any]
    """The game, for workers."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a step was done: then there may be more to do."""
    steps: int = 0
    """How many were done."""
    stopped: bool = False
    saved_at: int = 0
    last: tuple[int, bytes] = (-1, b"")
    """What was last sent, and after how many steps."""

    async def encoded(self) -> tuple[bytes, bool]:
        """The review as far as it goes, as JSON, and whether it is complete."""
        steps, review = self.steps, self.work.review()
        if self.last[0] == steps:
            return self.last[1], review.complete
        body = await asyncio.to_thread(lambda: encode(review.report()))
        self.last = max(self.last, (steps, body))
        return body, review.complete


class Reviews:
    """The reviews of the tables of this process."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        compiled: CompileAhead,
        spawn: Callable[[Coroutine[Any, Any, None], str], None],
        clock: Callable[[], int],
    ) -> None:
        self.store, self.thinkers, self.compiled, self.spawn, self.clock = store, thinkers, compiled, spawn, clock
        self.is_shared = isinstance(store, SharedStore)
        """Whether other processes look into the same store."""
        self.making: dict[str, Making] = {}
        self._tries = itertools.count()

    async def get(self, table: Table, begin: Callable[[], None]) -> tuple[bytes, bool]:
        """The review of a finished game as JSON, and whether it is complete. `begin` is called before one is begun, and may refuse."""
        game = finished(table)
        part = None
        if (making := self.making.get(table.id)) is None:
            stored = await self.store.review(table.id)
            if stored is not None and stored.version == VERSION:
                if stored.complete:
                    return zlib.decompress(stored.body), True
                part = await asyncio.to_thread(part_of, stored)
                if part is not None and self.is_shared and self.clock() - stored.at < LOST_MS:
                    return bytes(part.report), False
            making = self.making.get(table.id)  # somebody else may have begun it meanwhile
        if making is None:
            if len(self.making) >= MOST:
                raise Refused("limit", n=10)
            begin()
            still = game.copy()
            making = self.making[table.id] = Making(work_on(still, part), record_of(still))
            self.spawn(self.make(table.id, making), "review")
        return await making.encoded()

    def forget(self, table: str) -> None:
        """Stop making the review of a table that is gone."""
        if (making := self.making.pop(table, None)) is not None:
            making.stopped = True
            for number in range(AT_ONCE):
                self.thinkers.drop(f"{table}/review/{number}")

    # --- making one ------------------------------------------------------------------------------------------------------

    async def make(self, id_: str, making: Making) -> None:
        """Make a review, some steps side by side, and store it."""
        try:
            await self.compiled.wait(making.work.game.spec.key, REVIEWS)
            ends = await asyncio.gather(*(self.do_steps(id_, making, number) for number in range(AT_ONCE)), return_exceptions=True)
            for error in ends:
                if error is not None and not isinstance(error, Dropped):
                    raise error
            if making.work.is_complete and not making.stopped:
                await self.save(id_, making)
        finally:
            if self.making.get(id_) is making:
                del self.making[id_]

    async def do_steps(self, id_: str, making: Making, number: int) -> None:
        """Do one step after the other until none is left; where all that could be done is under way, wait for it."""
        work = making.work
        try:
            while not making.stopped and not work.is_complete:
                if (step := work.next_step()) is None:
                    making.changed.clear()
                    await making.changed.wait()
                    continue
                work.add(step, await self.do(f"{id_}/review/{number}", making, step))
                making.steps += 1
                making.changed.set()
                if not work.is_complete and self.clock() - making.saved_at >= SAVE_MS:
                    await self.save(id_, making)
        except BaseException:
            making.stopped = True
            raise
        finally:
            making.changed.set()

    async def do(self, key: str, making: Making, step: Step) -> list[Decision]:
        """Have one step done, by a worker or in a thread."""
        game, budget = making.work.game, making.work.budget

        def work(stop: Stop) -> list[Decision]:
            return do_step(game, step, budget, SEED, stop=stop)

        job = ReviewJob(making.record, step, SIMS, SEED) if self.thinkers.has_workers else None
        return await self.thinkers.think(key, work, later=True, job=job)

    async def save(self, id_: str, making: Making) -> None:
        """Store a review, whole or as far as it goes."""
        making.saved_at = self.clock()
        report, complete = await making.encoded()
        work = making.work
        part = Part(msgspec.Raw(report), SIMS, SEED, list(work.decisions.values()))
        body = await asyncio.to_thread(lambda: zlib.compress(report if complete else encode(part)))
        await self.store.save_review(id_, StoredReview(VERSION, complete, self.clock(), body))

    # --- another move ----------------------------------------------------------------------------------------------------

    async def judge(self, table: Table, request: r.NewTry, language: str) -> TryReport:
        """Judge another move at a moment of a finished game."""
        game, moves = finished(table), request.moves or [request.move]
        if request.ply >= game.ply:
            raise Refused("ply.unknown", ply=request.ply, last=game.ply - 1)
        codes_of(game_at(game, request.ply), moves)
        known = await self.known_of(table.id, request.ply)
        await self.compiled.wait(table.spec.key, REVIEWS)
        still, budget = game.copy(), Budget(sims=SIMS)

        def work(stop: Stop) -> TryReport:
            return judge_try(still, request.ply, moves, budget, SEED, language, known=known, stop=stop)

        job = TryJob(record_of(still), request.ply, moves, known, SIMS, SEED, language) if self.thinkers.has_workers else None
        return await self.thinkers.think(f"{table.id}/try/{next(self._tries)}", work, job=job)

    async def known_of(self, id_: str, ply: int) -> Known | None:
        """What the review says of the decision at a ply; None where it says nothing yet."""
        if (making := self.making.get(id_)) is not None:
            decision = making.work.decisions.get(ply)
            return known_from(decision.report()) if decision is not None and decision.stage != "quick" else None
        stored = await self.store.review(id_)
        if stored is None or stored.version != VERSION or not stored.complete:
            return None
        report = await asyncio.to_thread(lambda: msgspec.json.decode(zlib.decompress(stored.body), type=ReviewReport))
        return next((known_from(decision) for decision in report.decisions if decision.ply == ply), None)


def known_from(decision: DecisionReport) -> Known:
    """The best move at a decision, and what is expected after the move played, compared with it."""
    best, played = decision.best[0], decision.played
    if not decision.parts:
        return Known(best.move)
    margin, win = (tuple(a - b for a, b in zip(*both, strict=True)) for both in ((played.margin, best.margin), (played.win, best.win)))
    return Known(best.move, Comparison(margin, win, decision.loss.error, tuple(decision.parts)))


def work_on(game: Game, part: Part | None) -> ReviewWork:
    """The work of a review; what a part holds is done already."""
    work = ReviewWork(game, Budget(sims=SIMS), SEED)
    if part is not None:
        work.decisions |= {decision.ply: decision for decision in part.decisions}
    return work


def finished(table: Table) -> Game:
    """The game of a table that is over; raises Refused while it runs: nobody may know the deal of a running game."""
    if table.status != "over":
        raise Refused("table.running", "review")
    if table.game is None:
        raise Refused("table.waiting")
    game: Game = table.game
    return game
