"""Advice in three steps: where to look, a good move, why (`search/hint_text.py`)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from ziggurat.errors import StaleMove
from ziggurat.fair_deal import digest
from ziggurat.game import Game
from ziggurat.search.compile_steps import SEARCH
from ziggurat.search.hint_text import HINT_MS
from ziggurat.search.mcts import Stop
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.bots import Dropped, Thinkers
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.refused import Refused
from ziggurat.server.show.outlook import face_up_only
from ziggurat.server.show.views import is_face_down
from ziggurat.server.table.decide import not_your_turn, running
from ziggurat.server.table.table import Table
from ziggurat.server.workers.jobs import Advice, HintJob, make_advice, record_of


@dataclass(frozen=True)
class Search:
    """The search of one position, running or done. Ply and how many moves were undone identify the position."""

    ply: int
    undone: int
    advice: asyncio.Task[Advice]


class Hints:
    """The hints of one table: one search for each position, however many steps and people want."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: Search | None = None

    @property
    def is_known(self) -> bool:
        """Whether the search of this position has begun: then further steps cost nothing."""
        return self.last is not None and (self.last.ply, self.last.undone) == (self.table.ply, len(self.table.undone))

    async def advise(self, thinkers: Thinkers, compiled: CompileAhead, seat: int, request: r.Hint, language: str) -> m.HintMessage:
        """Give one step of advice to the seat to move, where the table allows it."""
        still: Game = face_up_only(self.table, check(self.table, seat, request.ply).copy())
        while True:
            try:
                search = self.last if self.last is not None and self.is_known else self.begin(thinkers, compiled, still, language)
                advice = await asyncio.shield(search.advice)  # a client that hangs up does not take it away from the others
                break
            except Dropped:
                # mostly the table moved on; else somebody left and came back, and it begins again
                still = face_up_only(self.table, check(self.table, seat, request.ply).copy())
        if language not in advice.texts:
            await asyncio.to_thread(advice.write, still, language)
        best, text = advice.analysis.best[0], advice.texts[language]
        answer = m.HintMessage(request.id, request.ply, request.step, text.steps[request.step - 1])
        if request.step == 1:
            answer.look = text.look
        if request.step >= 2 or advice.analysis.forced:
            answer.move = best.move
        if request.step == 3:
            answer.gain = still.choice(best.code).gain
            if not is_face_down(self.table):
                answer.win, answer.margin = round(best.win[seat], 3), round(best.margin[seat], 1)
        return answer

    def begin(self, thinkers: Thinkers, compiled: CompileAhead, still: Game, language: str) -> Search:
        """Start a search; it is dropped when the table moves on."""
        table = self.table
        seed = digest(table.head.secret, table.id, "hint", still.ply)
        begun: Search

        async def search() -> Advice:
            await compiled.wait(table.spec.key, SEARCH)
            if self.last is not begun or not self.is_known:
                raise Dropped
            hidden = is_face_down(table)
            job = HintJob(record_of(still), seed, language, HINT_MS, outlook=not hidden, face_down=hidden) if thinkers.has_workers else None
            return await thinkers.think(table.id, lambda stop: think(still, seed, language, stop, outlook=not hidden), job=job)

        task = asyncio.get_running_loop().create_task(search())
        task.add_done_callback(self.forget_failed)
        begun = self.last = Search(table.ply, len(table.undone), task)
        return begun

    def forget_failed(self, done: asyncio.Task[Advice]) -> None:
        """Forget a search that failed: the next request tries again."""
        if (done.cancelled() or done.exception() is not None) and self.last is not None and self.last.advice is done:
            self.last = None


def check(table: Table, seat: int, ply: int) -> Game:
    """The game, if this seat may have advice now; else raise."""
    if not table.head.hints:
        raise Refused("table.no_hints")
    game: Game = running(table)
    if ply != game.ply:
        raise StaleMove(f"the table is at ply {game.ply}, not {ply}: look again")
    if table.to_move != seat:
        raise not_your_turn(table)
    if table.seats[seat].bot:
        raise Refused("seat.bot", "plays")
    return game


def think(game: Game, seed: str, language: str, stop: Stop, *, outlook: bool = True) -> Advice:
    """Search and put the result into words; `stop()` ends it when nobody waits for it any more. Runs in a thread."""
    return make_advice(game, seed, language, stop, ms=HINT_MS, outlook=outlook)
