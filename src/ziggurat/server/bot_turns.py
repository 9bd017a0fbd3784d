"""Let the bot to move think, as long as somebody waits for its move, and play what it chooses."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from ziggurat.errors import BotError
from ziggurat.fair_deal import digest
from ziggurat.search.compile_steps import RULES, step_of
from ziggurat.server import messages as m
from ziggurat.server.bots import Bots, Dropped, Thinkers
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.room import LOOK_SECONDS, Change, Room, Spawn
from ziggurat.server.table import decide
from ziggurat.server.table.decide import Events
from ziggurat.server.table.table import Table
from ziggurat.server.workers.jobs import MoveJob, record_of

log = logging.getLogger("ziggurat.server")
PACE_SECONDS = 5.0  # a stand-in takes so long for a decision while somebody watches: its player can still come back
RESPITE_SECONDS = 60.0  # so long after somebody ran out of time, no bot ends the game
LOOK_AGAIN_SECONDS = 0.25  # how often a bot that waits looks whether it still must


class BotTurns:
    """The turns of the bots at all tables."""

    def __init__(self, bots: Bots, thinkers: Thinkers, compiled: CompileAhead, change: Change, spawn: Spawn, time: Callable[[], int]) -> None:
        """`time` reads the host's clock."""
        self.bots = bots
        self.thinkers = thinkers
        self.compiled = compiled
        self.change = change
        self.spawn = spawn
        self.time = time

    def thinking(self, table: Table, seat: int) -> m.Thinking:
        """What everybody sees of the bot to move."""
        bot = table.seats[seat].bot
        return m.Thinking(seat, bot, self.bots.budget(bot), self.compiled.is_ready(table.spec.key, self.step_of(table, bot)))

    def step_of(self, table: Table, bot: str) -> str:
        """What must be compiled before this bot can think; one of the operator's needs only the rules."""
        return RULES if bot in self.bots.own else step_of(bot, table.spec)

    def update(self, room: Room) -> None:
        """Let the bot to move think, if somebody waits for its move. Drop a thought or a hint for which nobody waits any more."""
        table, now = room.table, room.thinking
        thought = (table.ply, len(table.undone), now.bot) if now is not None and self.is_awaited(room) else None
        if thought != room.thought:
            self.thinkers.drop(table.id)
            room.thought = thought
            if now is not None and thought is not None:
                self.spawn(self._think(room, now.seat, thought), "think")
        elif thought is None and table.id in self.thinkers.thoughts and not room.hints.is_known:
            self.thinkers.drop(table.id)

    def is_awaited(self, room: Room) -> bool:
        """Whether somebody waits for a bot's move: a person who plays; where only bots play, a client that watches or asked for the table lately."""
        if not room.owned or room.table.number >= decide.MOST_EVENTS + decide.RESERVED:
            return False  # the move could not be played
        return not room.table.plays_itself or self.is_watched(room)

    @staticmethod
    def is_watched(room: Room) -> bool:
        """Whether a client watches, or asked for the table lately."""
        return room.is_watched or time.monotonic() - room.looked < LOOK_SECONDS

    @staticmethod
    def paused(rooms: Iterable[Room]) -> int:
        """How many of these tables go on only when somebody looks."""
        return sum(room.thinking is not None and room.thought is None and room.table.plays_itself for room in rooms)

    async def _think(self, room: Room, seat: int, thought: tuple[int, int, str]) -> None:
        """Choose and play a move, unless the thought is dropped meanwhile. After an error, the next client that looks lets the bot try again."""
        try:
            await self._choose(room, seat, thought)
        except Dropped:
            pass
        finally:
            if room.thought is thought:
                room.thought = None

    async def _choose(self, room: Room, seat: int, thought: tuple[int, int, str]) -> None:
        table, (ply, undone, bot) = room.table, thought
        if not self.compiled.is_ready(table.spec.key, step := self.step_of(table, bot)):
            await self.compiled.wait(table.spec.key, step)
            if room.thought is not thought:
                return
            if room.thinking is not None:
                room.thinking.ready = True
            room.changes += 1
            room.wake()
        game, since = table.game, time.monotonic()
        assert game is not None
        still = game.copy()
        seed = digest(table.head.secret, table.id, "bot", seat, ply, undone)
        try:
            quick = self.bots.is_quick(bot, table.spec, len(table.seats))
            job = None if quick or bot in self.bots.own or not self.thinkers.has_workers else MoveJob(record_of(still), bot, seed)
            code = await self.thinkers.think(table.id, lambda stop: self.bots.choose(bot, table.id, seat, still, seed, stop), quick=quick, job=job)
            move = still.spec.move_text.to_text(still.state, code)
        except BotError as error:
            log.warning("a bot failed", extra={"table": table.id, "bot": bot, "reason": str(error)[:200]})
            await self.change(room, lambda table, at: decide.bot_failed(table, seat, bot, at))
            return
        await self._wait(room, seat, thought, since, ends=still.peek(code)[0])
        if room.thought is not thought:
            return

        def bot_move(table: Table, at: int) -> Events:
            is_due = (table.ply, len(table.undone)) == (ply, undone) and table.to_move == seat and table.seats[seat].bot == bot
            return decide.play(table, seat, ply, move, at, bot=bot) if is_due else []

        await self.change(room, bot_move)

    async def _wait(self, room: Room, seat: int, thought: tuple[int, int, str], since: float, *, ends: bool) -> None:
        """Wait until a bot that has thought since then may play, or its thought is dropped.

        A stand-in takes as long as a person while somebody watches. A move that ends the game waits for those whose time has
        just run out.
        """
        chair, decided = room.table.seats[seat], time.monotonic()
        ran_out = max(other.ran_out for other in room.table.seats) if ends else 0
        while room.thought is thought:
            now = time.monotonic()
            is_paced = chair.kind != "bot" and not chair.back and self.is_watched(room)
            rest = since + PACE_SECONDS - now if is_paced else 0.0
            if ran_out:  # never longer than that, whatever clock the events of the table were written by
                rest = max(rest, min(decided + RESPITE_SECONDS - now, RESPITE_SECONDS - (self.time() - ran_out) / 1000))
            if rest <= 0:
                return
            await asyncio.sleep(min(rest, LOOK_AGAIN_SECONDS))
