"""All rooms of one server process: load them, make decisions durable, apply them, and wake the watchers.

Append before answer: `change` returns when the events are on disk, and nobody sees them before.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ziggurat.registry import game_names
from ziggurat.server import requests as r
from ziggurat.server.bot_turns import BotTurns
from ziggurat.server.bots import Bots, Thinkers
from ziggurat.server.bus.bus import Bus
from ziggurat.server.clock_alarms import ClockAlarms
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused
from ziggurat.server.reviews import Reviews
from ziggurat.server.room import Actor, NotOwner, Room, key_in, now_ms, rebuild, steady_ms
from ziggurat.server.secret_keys import hash_of
from ziggurat.server.settings import ServerSettings
from ziggurat.server.sharing import Rooms, Sharing, news_of
from ziggurat.server.show.picture_cache import Pictures
from ziggurat.server.show.views import SeatViews
from ziggurat.server.store.store import Account, Conflict, Fenced, Row, SharedStore, Store, StoreError
from ziggurat.server.table import decide, new_table
from ziggurat.server.table import events as e
from ziggurat.server.table.decide import Decision, Events
from ziggurat.server.table.table import Table
from ziggurat.server.tasks import REQUEST, Tasks
from ziggurat.server.tracing import span
from ziggurat.server.turn_notices import TurnNotices, challenge_line
from ziggurat.server.webhooks import Hooks
from ziggurat.server.workers.dispatch import Workers

log = logging.getLogger("ziggurat.server")
TRIES = 8
LONGEST_ID = 40
MOST_BROKEN = 1000
DELETED = "deleted"  # published on the bus in place of a room's number of events
CLOCK_MS = 5000  # by how much the clocks of two processes may differ; what is further ahead was not written by one that runs


@dataclass
class Loading:
    """A room that one request loads for all that want it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class Host:
    """All rooms of this process."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        settings: ServerSettings,
        clock: Callable[[], int] = now_ms,
        steady: Callable[[], int] = steady_ms,
        compiled: CompileAhead | None = None,
    ) -> None:
        self.store, self.bus, self.settings = store, bus, settings
        self.clock, self.steady = clock, steady
        """The wall clock, for times that people see (it may step), and one that never does."""
        self.tasks = Tasks()
        self.bots = Bots(settings.bots)
        self.thinkers = Thinkers(settings.bot_threads, Workers(settings.redis_url) if settings.redis_url else None)
        self.compiled = compiled or CompileAhead(game_names() if settings.warm else ())
        """Which games are compiled."""
        self.hooks, self.pictures = Hooks(private=settings.private_hooks), Pictures()
        self.reviews = Reviews(store, self.thinkers, self.compiled, self.spawn, self.time)
        self.bot_turns = BotTurns(self.bots, self.thinkers, self.compiled, self.change, self.spawn, self.time)
        self.alarms = ClockAlarms(self.time, lambda id_: self.spawn(self.check_clock(id_), "clock"))
        self.notices = TurnNotices(self.hooks, store, self.spawn)
        self.rooms: dict[str, Room] = {}
        self.sharing = Sharing(store, bus, self._shared_rooms()) if isinstance(store, SharedStore) else None
        """Which tables are ours, where several processes serve them; None: all of them."""
        self.carry: Callable[[Room, Actor, r.Request], Awaitable[Any]] | None = None
        """Carries out requests, whichever process owns the table (`forwarding.py`); None: this one owns all."""
        self.visited: set[str] = set()
        """Rooms that were visited since `write_visits`."""
        self.broken: set[str] = set()
        """Tables that could not be loaded, and were logged."""
        self.pulsed = 0
        """When the host's time was last written down."""
        self._loading: dict[str, Loading] = {}
        """Rooms that are being loaded, as long as somebody waits for them."""
        self._offset = clock() - steady()
        """How far the host's clock is ahead of the steady one."""
        self._began = 0
        """When this server started, by the host's clock."""

    # --- start, time, stop -------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the store, and set the host's clock to where the last server left it."""
        await self.store.open()
        if self.sharing is None:
            await self.bus.open()
        else:
            await self.bus.open(await self.sharing.store.installation())
            self.clock = await self.sharing.wall_clock(self.steady)
        await self.thinkers.open()
        if (last := await self.store.last_pulse()) is not None:
            self._offset = last - self.steady()
        self._began = self.time()

    async def close(self) -> None:
        """Stop everything and write what is waiting."""
        self.alarms.close()
        if self.sharing is not None:
            await self.sharing.drain()
        await self.tasks.close()
        await self.thinkers.end()
        self.bots.close()
        self.pictures.close()
        await self.hooks.close()
        with contextlib.suppress(StoreError):
            await self.write_visits()
        with contextlib.suppress(Exception):  # what is written is a second old at most
            await self.store.pulse(self.time())
        await self.bus.close()
        await self.store.close()

    def time(self) -> int:
        """Milliseconds by the host's own clock, which measures all clocks and waits.

        It goes on from where the last server left it (`Store.pulse`), so it stands still while no server runs, and whatever the wall clock does. At the first
        start it shows the time of day.
        """
        return self.steady() + self._offset

    def advance(self, to: int) -> None:
        """Set the host's clock forward to what it shows elsewhere."""
        self._offset = max(self._offset, to - self.steady())

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run a coroutine beside everything else; log its error."""
        self.tasks.spawn(work, name)

    # --- rooms -------------------------------------------------------------------------------------------------------

    async def get(self, id: str, *, visit: bool = True) -> Room:  # noqa: A002
        """The room of this id; raises Refused if there is none. The list of tables loads it without a `visit`."""
        room = self.rooms.get(id)
        if room is None:
            if len(id) > LONGEST_ID:
                raise Refused("table.unknown", table=id[:LONGEST_ID])
            loading = self._loading.setdefault(id, Loading())
            loading.waiting += 1
            try:
                async with loading.lock:
                    room = self.rooms.get(id) or await self._load(id)
            finally:
                loading.waiting -= 1
                if not loading.waiting:
                    del self._loading[id]
        if visit:
            if self.sharing is not None:
                await self.sharing.visit(room)
            room.used = self.clock()
            self.visited.add(id)
            room.looked = time.monotonic()
            self.bot_turns.update(room)
        return room

    async def _load(self, id_: str) -> Room:
        row = await self.store.row(id_)
        if row is None:
            raise Refused("table.unknown", table=id_[:LONGEST_ID])
        await self.compiled.wait(key_in(row))
        bodies = await self.store.events(id_)
        try:
            room = rebuild(id_, row.head, bodies)
        except Refused as refused:
            self._note_broken(id_, refused)
            raise
        if self.sharing is None:
            room.began = self._began
            await self._begin(room)
        self._add(room)
        METRICS.rooms = len(self.rooms)
        return room

    async def _begin(self, room: Room) -> None:
        """Catch up with the clock of a table that becomes ours. (One of another process may be a little ahead of ours.)"""
        if self.sharing is not None and room.table.time - self.time() < CLOCK_MS:
            self.advance(room.table.time)
        if events := decide.caught_up(room.table, self.clock(), self.time()):
            await self._commit(room, events)

    def _shared_rooms(self) -> Rooms:
        """What `Sharing` needs of this host."""
        work = (self._read_on, self._follow, self._begin, self._after, self._drop, partial(self.get, visit=False))
        return Rooms(self.rooms, *work, partial(self.note_seen, here=False), self.time, self.spawn)

    def _add(self, room: Room) -> None:
        id_ = room.table.id
        room.began = room.began or self.time()
        if self.sharing is not None:
            self.sharing.add(room)
        self.rooms[id_] = room
        room.unsubscribe = self.bus.subscribe(id_, self._hear)
        self._after(room)

    def _note_broken(self, id_: str, refused: Refused) -> None:
        """Log once that a table cannot be loaded."""
        if id_ in self.broken:
            return
        if len(self.broken) >= MOST_BROKEN:
            self.broken.clear()
        self.broken.add(id_)
        log.error("a table cannot be loaded", extra={"table": id_, "code": refused.code, "reason": repr(refused.__cause__ or refused)[:300]})

    async def write_visits(self) -> None:
        """Write down which rooms were visited."""
        visited, self.visited = self.visited, set()
        if visited:
            await self.store.touch(sorted(visited), self.clock())

    # --- new tables --------------------------------------------------------------------------------------------------

    async def _make_rematch(self, room: Room) -> None:
        """Make the next table, to which all agreed, and say so at this one."""
        table, now = room.table, self.clock()
        if table.offer is None or table.rematch:
            return
        id_ = table.rematch_id
        try:
            await self.add_table(id_, new_table.rematch_head(table), new_table.rematch_events(table, now), now)
        except Conflict:
            log.info("the rematch is there already", extra={"table": id_})
        await self.change(room, lambda table, at: [] if table.rematch else [e.Rematched(at, id_)])

    async def add_table(self, id_: str, head: e.Head, events: Events, now: int) -> None:
        """Store a new table with its first events, and open its room; raises Conflict if the id is taken."""
        table = Table(id_, head)
        for event in self._timed(events):
            table.apply(event)
        row = Row(id_, head.game, table.status, head.listed, now, now, table.wake(), e.encode(head))
        accounts = sorted({seat.account for seat in table.seats if seat.account})
        await self.store.create(row, [e.encode(event) for event in events], accounts=accounts)
        room = Room(table)
        self._add(room)
        await self.own(room)
        for place, seat in enumerate(table.seats):
            if seat.account:
                await self.bus.publish(f"account/{seat.account}", challenge_line(table, place))

    # --- changes -----------------------------------------------------------------------------------------------------

    async def own(self, room: Room) -> None:
        """Be the owner of a table for something that seldom happens and is not forwarded; another owner becomes a watcher."""
        if self.sharing is not None:
            await self.sharing.take(room, force=True)

    async def change(self, room: Room, decision: Decision) -> Events:
        """Decide, make the events durable, apply them, wake the watchers; returns the events. If another process was faster, decide again."""
        for _ in range(TRIES):
            async with room.lock:
                if room.deleted:
                    raise Refused("table.deleted")
                if not room.owned:
                    raise NotOwner
                if (request := REQUEST.get()) and request in room.table.carried:
                    return room.table.carried[request]  # it was done, and the answer was lost
                events = decision(room.table, self.clock())
                if not events:
                    return events
                if request:
                    for event in events:
                        event.via = request
                decide.check_room(room.table, events)
                try:
                    await self._commit(room, events)
                except Conflict as conflict:
                    await self._read_on(room)
                    if self.sharing is not None:
                        await self.sharing.check(room, lost=isinstance(conflict, Fenced))
                    continue
                self._after(room)
            await self.bus.publish(room.table.id, str(room.table.number) if self.sharing is None else news_of(room.table.number, events))
            return events
        raise Refused("table.busy")

    async def _commit(self, room: Room, events: Events) -> None:
        """Make events durable, then apply them. Called with the lock held (or before anyone knows the room)."""
        table = room.table
        status, wake = table.foresee(self._timed(events))
        began, since = time.perf_counter(), time.monotonic()
        accounts = [] if type(events[-1]) is e.Moved else sorted({event.account for event in events if isinstance(event, e.Joined) and event.account})
        bodies = [e.encode(event) for event in events]
        with span("append", table=table.id, events=len(bodies)):
            await self.store.append(table.id, table.number, bodies, status=status, wake=wake, at=events[-1].at, accounts=accounts, fence=room.fence)
        if self.sharing is not None:
            self.sharing.wrote(room, since)
        METRICS.append.observe(time.perf_counter() - began)
        METRICS.events += len(events)
        for event in events:
            room.apply(event)
            METRICS.moves += isinstance(event, e.Moved)
        room.used = events[-1].at
        room.views = SeatViews(table, room.logs)

    def _timed(self, events: Events) -> Events:
        """Write the time of the host's clock into events."""
        now = self.time()
        for event in events:
            event.time = now
        return events

    def _hear(self, topic: str, message: str) -> None:
        """React to a message of the bus: a room changed, here or in another process."""
        room = self.rooms.get(topic)
        if room is None:
            return
        number, _, events = message.partition(" ")
        if message == DELETED:
            self._drop(room)
        elif not number.isdigit():
            if self.sharing is not None:
                self.sharing.hear(room, message)
        elif int(number) <= room.table.number:
            room.wake()
        elif not (events and self.sharing is not None and self.sharing.follow(room, int(number), events)):
            self.spawn(self.catch_up(room, int(number)), "catch up")

    async def catch_up(self, room: Room, number: int) -> None:
        """Have at least so many events."""
        async with room.lock:
            if number > room.table.number:
                await self._read_on(room)

    async def _read_on(self, room: Room) -> None:
        """Read and apply the events that others have written."""
        self._follow(room, [e.decode(body) for body in await self.store.events(room.table.id, room.table.number)])

    def _follow(self, room: Room, events: Events) -> None:
        """Apply events that others have written, and wake the watchers."""
        for event in events:
            room.apply(event)
        if events:
            room.views = SeatViews(room.table, room.logs)
            self._after(room)
            room.wake()

    def _after(self, room: Room) -> None:
        """Set the clock's alarm, let the bot to move think, send the turn notice, make the rematch to which all agreed."""
        table, seat = room.table, room.table.to_move
        if table.clocks.ticks:
            self.alarms.set(table, here=room.owned)
        chair = None if seat is None else table.seats[seat]
        if seat is not None and chair is not None and chair.bot:
            room.thinking = self.bot_turns.thinking(table, seat)
        else:
            room.thinking = None
            if seat is not None and chair is not None and room.owned and room.notified != (turn := (table.ply, len(table.undone), chair.url)):
                room.notified = turn
                if chair.url or chair.account:
                    self.notices.send(room, seat)
        if room.thinking or room.thought or table.id in self.thinkers.thoughts:
            self.bot_turns.update(room)
        if table.status == "over":
            self.bots.forget(table.id)
        offer = table.offer
        if offer is not None and offer.what == "rematch" and not table.rematch and not table.waiting and room.owned:
            self.spawn(self._make_rematch(room), "rematch")

    async def check_clock(self, id_: str) -> None:
        """Act if the clock of a table has run out; else set its alarm again."""
        room = await self.get(id_, visit=False)
        if not await self.change(room, lambda table, at: decide.time_is_up(table, at, self.time())):
            self.alarms.set(room.table)

    def _drop(self, room: Room) -> None:
        """Stop everything that runs for a deleted table."""
        room.deleted = True
        room.thinking = None
        self.rooms.pop(room.table.id, None)
        self.visited.discard(room.table.id)
        self.alarms.drop(room.table.id)
        self.bot_turns.update(room)
        self.bots.forget(room.table.id)
        room.unsubscribe()
        room.wake()

    # --- who is there ------------------------------------------------------------------------------------------------

    async def account_of(self, token: str) -> Account | None:
        """The bot account that this token opens."""
        return await self.store.account(token_hash=hash_of(token))

    async def actor(self, room: Room, secrets: list[str], language: str = "en") -> Actor:
        """Who holds these secrets: seats of this table, or a bot account with its seats."""
        seats = room.table.seats_of(secrets)
        account = None
        if secrets and len(seats) < len(set(secrets)):
            for secret in secrets:
                if (account := await self.account_of(secret)) is not None:
                    seats = sorted({*seats, *room.table.seats_of([], account.id)})
                    break
            else:
                if not seats:
                    raise Refused("secret.unknown")
        self.note_seen(room, seats)
        actor = Actor(seats, account, language, keys=[hash_of(secret) for secret in secrets])
        room.actors.add(actor)
        return actor

    def note_seen(self, room: Room, seats: list[int], *, here: bool = True) -> None:
        """Note that seats are there: they connect, or send a request, to this process or (`here`) to another one."""
        if seats and here:
            room.announce()
        for seat in seats:
            room.seen[seat] = self.time()
            if room.owned and decide.seen(room.table, seat, 0):
                self.spawn(self._come_back(room, seat), "seen")

    async def _come_back(self, room: Room, seat: int) -> None:
        await self.change(room, lambda table, at: decide.seen(table, seat, at))

    def enter(self, room: Room, seats: list[int], wake: Callable[[], None]) -> Callable[[], None]:
        """Watch a room from now on; returns a function that ends it."""
        mark = room.enter(seats, wake)
        self.note_seen(room, seats)
        if seats:
            room.wake()
        self.bot_turns.update(room)

        def end() -> None:
            held = room.held.get(mark)
            room.leave(mark, self.time())
            self.bot_turns.update(room)
            room.used = self.clock()
            if held:
                room.wake()

        return end
