"""Keeps rooms: loads them, makes what `rooms` decides durable, applies it, tells the watchers, wakes bots and clocks.

Append before answer: `change` returns when the events are on disk, and nobody is told before.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ziggurat.errors import BotError
from ziggurat.fair_deal import digest
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.server import messages as m
from ziggurat.server.bots import Bots, Dropped, Thinkers
from ziggurat.server.bus.bus import Bus
from ziggurat.server.compile_ahead import RULES, Warmth, step_of
from ziggurat.server.metrics import METRICS
from ziggurat.server.settings import ServerSettings
from ziggurat.server.show import hints, history, move_preview
from ziggurat.server.show.picture_cache import Pictures
from ziggurat.server.show.views import Logs, Sights
from ziggurat.server.store.store import Account, Conflict, Row, Store
from ziggurat.server.table import decide
from ziggurat.server.table import events as e
from ziggurat.server.table.decide import Events, Refused, new_secret
from ziggurat.server.table.table import Table, hash_of
from ziggurat.server.web.webhooks import Hook, Hooks, decode_hook

log = logging.getLogger("ziggurat.server")
Decide = Callable[[Table, int], Events]
TRIES = 8
IDLE_MS = 60_000  # a room that nobody watches leaves the memory after so long
GONE_MS = 60_000  # after so long without a connection, others may let the stand-in play
LOOK_SECONDS = 20.0  # who asked for a table over HTTP counts as watching it for so long
LONGEST_ID = 40
MOST_BROKEN = 1000
DELETED = "deleted"  # what those who hear of a room are told in place of its number of events
PULSE_SECONDS, SWEEP_SECONDS, EXPIRE_SECONDS = 1.0, 20.0, 3600.0
QUIET_MS = 20_000  # while no clock runs, the host's time is written down after so long


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Milliseconds by a clock that never steps, and stands still while the machine sleeps (on Linux and macOS)."""
    return time.monotonic_ns() // 1_000_000


def new_id() -> str:
    """A name for a table that nobody guesses and that is easy to copy."""
    return new_secret().replace("-", "x").replace("_", "y")[:16]


class Room:
    """A table in memory, and those who watch it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.logs = Logs()
        self.sights = Sights(table, self.logs)
        self.watchers: dict[object, Callable[[], None]] = {}
        """Called when there is something new."""
        self.online: dict[int, int] = {}
        """How many connections each seat has."""
        self.seen: dict[int, int] = {}
        """When a seat last had a connection or asked for something, by the host's clock."""
        self.began = 0
        """Since when seats could have been seen: the table was made, or the server started."""
        self.thinking: m.Thinking | None = None
        self.thought: tuple[int, int, str] | None = None
        """What is being thought about: ply, how many moves were undone, and by which bot. None while a bot is to move: the table is paused."""
        self.looked = -LOOK_SECONDS
        """When somebody last asked for the table, by the clock that never steps."""
        self.told: tuple[int, int, str] | None = None
        """The turn that was told to whoever asked for it: ply, how many moves were undone, and where."""
        self.asked: hints.Asked | None = None
        """The position for which advice was asked last."""
        self.news = 0
        """Grows when something beside moves and chat changes."""
        self.wholes = 0
        """Grows when so much changes that a watcher needs the whole table."""
        self.deleted = False
        """Those who made the table have deleted it: whoever watches is told and sent away."""
        self.used = now_ms()
        self.unsubscribe: Callable[[], None] = lambda: None

    @property
    def seats_online(self) -> set[int]:
        """The seats that are connected."""
        return {seat for seat, count in self.online.items() if count}

    def apply(self, event: e.AnyEvent) -> None:
        """One more event, and what follows for what is kept ready to be told."""
        self.table.apply(event)
        if isinstance(event, e.Said) or (isinstance(event, e.Moved) and self.table.status != "over"):
            return
        if isinstance(event, e.Undone):
            self.logs.forget(event.ply)
            self.wholes += 1
        elif isinstance(event, e.Renamed):
            self.logs.forget()
            self.news += 1
        elif isinstance(event, e.Started | e.Cleared) or self.table.status == "over":
            self.wholes += 1
        else:
            self.news += 1

    def tell(self) -> None:
        """Wake everyone who watches."""
        for wake in list(self.watchers.values()):
            wake()


@dataclass
class Loading:
    """A room that is being loaded, by one for all."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


@dataclass
class Actor:
    """Who asks: the seats held, where from."""

    seats: list[int] = field(default_factory=list)
    account: Account | None = None
    language: str = "en"

    def seat(self, asked: int | None, to_move: int | None = None) -> int:
        """The seat that is meant: the one named, the only one, or the one to move."""
        if asked is not None:
            if asked not in self.seats:
                raise Refused("seat.not_yours", seat=asked)
            return asked
        if len(self.seats) == 1:
            return self.seats[0]
        if to_move in self.seats:
            return to_move
        if not self.seats:
            raise Refused("seat.none")
        raise Refused("seat.which", seats=", ".join(map(str, self.seats)))


Outcome = m.DoneMessage | m.HintMessage | m.LensMessage | m.PongMessage


class Host:
    """All rooms of this process."""

    def __init__(self, store: Store, bus: Bus, settings: ServerSettings, clock: Callable[[], int] = now_ms, steady: Callable[[], int] = steady_ms) -> None:
        self.store = store
        self.bus = bus
        self.settings = settings
        self.clock = clock
        """The wall clock: what is shown. It may step."""
        self.steady = steady
        self.bots = Bots(settings.bots)
        self.thinkers = Thinkers(settings.bot_threads)
        self.hooks = Hooks(private=settings.private_hooks)
        self.pictures = Pictures()
        self.rooms: dict[str, Room] = {}
        self.warmth = Warmth()
        """Which games are compiled."""
        self._loading: dict[str, Loading] = {}
        """Rooms that are being loaded: forgotten when nobody waits for them any more."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._touched: set[str] = set()
        self.broken: set[str] = set()
        """Tables that could not be loaded, and were logged."""
        self._offset = clock() - steady()
        """What the host's clock is ahead of the steady one."""
        self._began = self._pulsed = 0
        """When this server started and when it last wrote the time down, by the host's clock."""

    # --- life --------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the store and wake what was awake when the last server stopped."""
        await self.store.open()
        await self.bus.open()
        if (last := await self.store.last_pulse()) is not None:
            self._offset = last - self.steady()
        self._began = self.time()
        self.spawn(self._resume(), "resume")
        self.spawn(self._keep(PULSE_SECONDS, self._pulse), "pulse")
        self.spawn(self._keep(SWEEP_SECONDS, self._sweep), "sweep")
        self.spawn(self._keep(EXPIRE_SECONDS, self._expire, first=SWEEP_SECONDS), "expire")

    async def close(self) -> None:
        """Stop everything and write what is waiting."""
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        self.bots.close()
        self.pictures.close()
        await self.hooks.close()
        if self._touched:
            await self._touch()
        with contextlib.suppress(Exception):  # it is a second old at most
            await self.store.pulse(self.time())
        await self.bus.close()
        await self.store.close()

    def time(self) -> int:
        """Milliseconds by the host's own clock, by which all clocks and waits are measured.

        It goes on from where the last server left it (`Store.pulse`), so it stands still while no server runs, and whatever the wall clock does. At the first
        start it shows the time of day.
        """
        return self.steady() + self._offset

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run beside everything else; an error is logged and harms nobody."""

        async def guarded() -> None:
            try:
                await work
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if isinstance(error, Refused) and error.code in {"table.deleted", "table.unknown"}:
                    return  # the table was deleted meanwhile
                METRICS.server_errors += 1
                log.exception("task failed", extra={"task": name})

        task = asyncio.get_running_loop().create_task(guarded(), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # if it was stopped before it began

    async def _resume(self) -> None:
        """Rooms where a bot was thinking, a turn was to be told or a clock ran go on."""

        async def wake(room: str) -> None:
            try:
                await self.get(room, visit=False)
            except Refused as refused:
                if room not in self.broken:  # else it is logged
                    log.warning("a room is not resumed", extra={"table": room, "reason": str(refused)[:200]})
            except Exception:  # one broken room must not keep the others from waking
                METRICS.server_errors += 1
                log.exception("a room cannot be resumed", extra={"table": room})

        await asyncio.gather(*(wake(room) for room, _ in await self.store.waking()))  # side by side: some games may still be compiled

    async def _keep(self, seconds: float, work: Callable[[], Any], *, first: float | None = None) -> None:
        """Do this every so many seconds; the first time after others, for a server that never runs that long."""
        await asyncio.sleep(seconds if first is None else first)
        while True:
            try:
                await work()
            except Exception:
                METRICS.server_errors += 1
                log.exception("upkeep failed")
            await asyncio.sleep(seconds)

    async def _pulse(self) -> None:
        """Write the host's time down: the next server goes on from there."""
        METRICS.count()
        now = self.time()
        if self._timers or now - self._pulsed >= QUIET_MS:
            await self.store.pulse(now)
            self._pulsed = now

    async def _sweep(self) -> None:
        """Rooms that nobody uses leave the memory; those that were visited are marked so."""
        now = self.clock()
        for id_, room in list(self.rooms.items()):
            if not room.watchers and room.thought is None and not room.lock.locked() and now - room.used > IDLE_MS:
                room.unsubscribe()
                del self.rooms[id_]
        METRICS.rooms = len(self.rooms)
        METRICS.store_batches = getattr(self.store, "batches", 0)
        await self._touch()

    async def _touch(self) -> None:
        touched, self._touched = self._touched, set()
        if touched:
            await self.store.touch(sorted(touched), self.clock())

    async def _expire(self) -> None:
        """Tables that nobody has visited for long are removed."""
        await self._touch()
        before = self.clock() - int(self.settings.expire_days * 86_400_000)
        for room in await self.store.expire(before):
            self.thinkers.drop(room)
            if (gone := self.rooms.pop(room, None)) is not None:
                gone.unsubscribe()

    # --- rooms -------------------------------------------------------------------------------------------------------

    async def get(self, id: str, *, visit: bool = True) -> Room:  # noqa: A002
        """The room of this id; raises Refused if there is none. Who only looks at the list of tables does not visit it."""
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
            room.used = self.clock()
            self._touched.add(id)
            room.looked = time.monotonic()
            self._mind(room)
        return room

    async def _load(self, id_: str) -> Room:
        row = await self.store.row(id_)
        if row is None:
            raise Refused("table.unknown", table=id_[:LONGEST_ID])
        await self.warmth.wait(row.game)
        bodies = await self.store.events(id_)
        try:
            room = rebuilt(id_, row.head, bodies)
        except Refused as refused:
            self._note_broken(id_, refused)
            raise
        room.began = self._began
        if events := decide.caught_up(room.table, self.clock(), self.time()):
            await self._commit(room, events)
        self.rooms[id_] = room
        METRICS.rooms = len(self.rooms)
        room.unsubscribe = self.bus.subscribe(id_, self._hear)
        self._after(room)
        return room

    def _note_broken(self, id_: str, refused: Refused) -> None:
        """A table that cannot be loaded is logged once."""
        if id_ in self.broken:
            return
        if len(self.broken) >= MOST_BROKEN:
            self.broken.clear()
        self.broken.add(id_)
        log.error("a table cannot be loaded", extra={"table": id_, "code": refused.code, "reason": repr(refused.__cause__ or refused)[:300]})

    def _hear(self, topic: str, message: str) -> None:
        """A room changed, here or in another process."""
        room = self.rooms.get(topic)
        if room is None:
            return
        if message == DELETED:
            self._drop(room)
        elif int(message) > room.table.number:
            self.spawn(self._catch_up(room), "catch up")
        else:
            room.tell()

    async def _catch_up(self, room: Room) -> None:
        async with room.lock:
            await self._read_on(room)
        room.tell()

    async def _read_on(self, room: Room) -> None:
        """Apply what others have written."""
        for body in await self.store.events(room.table.id, room.table.number):
            room.apply(e.decode(body))
        room.sights = Sights(room.table, room.logs)
        self._after(room)

    async def create(self, new: m.NewTable, *, deal: dict[str, Any] | None = None) -> m.MadeTable:
        """A new table; the secrets of its seats are told here and never again."""
        id_ = new_id()
        fork = None
        if new.from_ is not None:
            source = (await self.get(new.from_.table)).table
            fork, deal = history.take_up(source, new)
            new = msgspec.structs.replace(new, options=source.head.options)
        head, secrets = decide.make_head(new, id_, self.bots.check, deal, fork)
        owner = new_secret()
        head.owner = hash_of(owner)
        await self.warmth.wait(head.game)
        for seat in new.seats:
            if seat.kind == "account" and await self.store.account(id=seat.account) is None:
                raise Refused("account.unknown", account=seat.account)
        Game(Table(id_, head).spec, head.options, seed="check")  # impossible options are refused now, not when the last player sits down
        now = self.clock()
        await self._create(id_, head, decide.first_events(new, now), now)
        METRICS.tables_made += 1
        log.info("table made", extra={"table": id_, "game": head.game, "seats": len(head.seats)})
        pairs = enumerate(zip(head.seats, secrets, strict=True))
        seats = [m.MadeSeat(place, plan.kind, secret, f"/table/{id_}" + (f"#{secret}" if secret else "")) for place, (plan, secret) in pairs]
        return m.MadeTable(id_, head.commitment, f"/table/{id_}", seats, owner)

    async def open_record(self, given: dict[str, Any] | str) -> m.MadeRecord:
        """A table that shows a record: it is over from the start."""
        record, id_, now = history.read_record(given), new_id(), self.clock()
        await self.warmth.wait(str(record.get("game")))
        head, owner = history.record_head(record), new_secret()
        head.owner = hash_of(owner)
        await self._create(id_, head, [e.Opened(now)], now)
        METRICS.tables_made += 1
        log.info("record opened", extra={"table": id_, "game": head.game})
        return m.MadeRecord(id_, f"/table/{id_}", head.game, self.rooms[id_].table.ply, owner)

    async def delete(self, room: Room, secrets: list[str]) -> None:
        """Delete a table with everything that is stored of it, for those who made it; whoever watches is told."""
        async with room.lock:
            decide.check_owner(room.table, secrets)
            decide.check_deletable(room.table)
            await self.store.remove(room.table.id)
            room.deleted = True
        log.info("table deleted", extra={"table": room.table.id})
        await self.bus.publish(room.table.id, DELETED)

    async def clear_chat(self, room: Room, secrets: list[str]) -> None:
        """Delete what was said at a table, for those who made it: it is told no more, and its words are taken out of the stored events."""
        decide.check_owner(room.table, secrets)
        await self.change(room, lambda table, at: [e.Cleared(at)] if table.chat else [])
        stored = [e.decode(body) for body in await self.store.events(room.table.id)]
        last = max((number for number, event in enumerate(stored) if isinstance(event, e.Cleared)), default=0)
        said = {number: event for number, event in enumerate(stored[:last]) if isinstance(event, e.Said) and event.text}
        if said:
            blank = {number: e.encode(e.Said(event.at, "", "", event.seat, time=event.time)) for number, event in said.items()}
            await self.store.rewrite(room.table.id, blank)

    def _drop(self, room: Room) -> None:
        """A table that was deleted: nothing runs for it any more."""
        room.deleted = True
        room.thinking = None
        self.rooms.pop(room.table.id, None)
        self._touched.discard(room.table.id)
        if (timer := self._timers.pop(room.table.id, None)) is not None:
            timer.cancel()
        self._mind(room)
        self.bots.forget(room.table.id)
        room.unsubscribe()
        room.tell()

    async def _create(self, id_: str, head: e.Head, events: Events, now: int) -> None:
        table = Table(id_, head)
        for event in self._timed(events):
            table.apply(event)
        row = Row(id_, head.game, table.status, head.listed, now, now, table.wake(), e.encode(head))
        accounts = sorted({seat.account for seat in table.seats if seat.account})
        await self.store.create(row, [e.encode(event) for event in events], accounts=accounts)
        room = self.rooms[id_] = Room(table)
        room.began = self.time()
        room.unsubscribe = self.bus.subscribe(id_, self._hear)
        self._after(room)
        for place, seat in enumerate(table.seats):
            if seat.account:
                await self.bus.publish(f"account/{seat.account}", digest_line(table, place))

    async def change(self, room: Room, decision: Decide) -> Events:
        """Decide, make it durable, apply it, tell everyone; the events. If another process was faster, look again."""
        for _ in range(TRIES):
            async with room.lock:
                if room.deleted:
                    raise Refused("table.deleted")
                events = decision(room.table, self.clock())
                if not events:
                    return events
                if room.table.number + len(events) > decide.MOST_EVENTS:
                    raise Refused("table.full")
                try:
                    await self._commit(room, events)
                except Conflict:
                    await self._read_on(room)
                    continue
                self._after(room)
            await self.bus.publish(room.table.id, str(room.table.number))
            return events
        raise Refused("table.busy")

    async def _commit(self, room: Room, events: Events) -> None:
        """Make events durable, then apply them. Called with the lock held (or before anyone knows the room)."""
        table = room.table
        status, wake = foresee(table, self._timed(events))
        began = time.perf_counter()
        accounts = [] if type(events[-1]) is e.Moved else sorted({event.account for event in events if isinstance(event, e.Joined) and event.account})
        bodies = [e.encode(event) for event in events]
        await self.store.append(table.id, table.number, bodies, status=status, wake=wake, at=events[-1].at, accounts=accounts)
        METRICS.append.observe(time.perf_counter() - began)
        METRICS.events += len(events)
        for event in events:
            room.apply(event)
            METRICS.moves += isinstance(event, e.Moved)
        room.used = events[-1].at
        room.sights = Sights(table, room.logs)

    def _timed(self, events: Events) -> Events:
        """The events with the time by the host's clock."""
        now = self.time()
        for event in events:
            event.time = now
        return events

    # --- what the server does by itself ------------------------------------------------------------------------------

    def _after(self, room: Room) -> None:
        """Let the bot to move think, set the clock's alarm, tell the turn, make the rematch that all agreed to."""
        table = room.table
        self._set_timer(table)
        seat = table.to_move
        if seat is not None and (bot := table.seats[seat].bot):
            room.thinking = m.Thinking(seat, bot, self.bots.budget(bot), self.warmth.is_ready(table.spec.name, self._step(table, bot)))
        else:
            room.thinking = None
            if seat is not None and room.told != (turn := (table.ply, len(table.undone), table.seats[seat].url)):
                room.told = turn
                self._tell_turn(room, seat)
        self._mind(room)
        if table.status == "over":
            self.bots.forget(table.id)
        offer = table.offer
        if offer is not None and offer.what == "rematch" and not table.rematch and not decide.waiting(table):
            self.spawn(self._make_rematch(room), "rematch")

    def _set_timer(self, table: Table) -> None:
        if (timer := self._timers.pop(table.id, None)) is not None:
            timer.cancel()
        deadline = table.clocks.deadline() if table.status == "running" else None
        if deadline is not None:
            wait, id_ = max(0.0, (deadline - self.time()) / 1000) + 0.005, table.id
            self._timers[id_] = asyncio.get_running_loop().call_later(min(wait, 86_400.0), lambda: self.spawn(self._time(id_), "clock"))

    async def _time(self, id_: str) -> None:
        """A clock may have run out."""
        self._timers.pop(id_, None)
        room = await self.get(id_, visit=False)
        if not await self.change(room, lambda table, at: decide.time_is_up(table, at, self.time())):
            self._set_timer(room.table)

    def _mind(self, room: Room) -> None:
        """Let the bot to move think, if somebody waits for its move. A thought or a hint for which nobody waits any more is dropped."""
        table, now = room.table, room.thinking
        thought = (table.ply, len(table.undone), now.bot) if now is not None and self.is_awaited(room) else None
        if thought != room.thought:
            self.thinkers.drop(table.id)
            room.thought = thought
            if now is not None and thought is not None:
                self.spawn(self._think(room, now.seat, thought), "think")
        elif thought is None and table.id in self.thinkers.thoughts and not hints.is_known(room):
            self.thinkers.drop(table.id)

    def is_awaited(self, room: Room) -> bool:
        """Whether somebody waits for a bot's move: who has a turn to come; where only bots play, who watches or asked for the table lately."""
        if room.table.number >= decide.MOST_EVENTS:
            return False  # it could not be played
        return not room.table.plays_itself or bool(room.watchers) or time.monotonic() - room.looked < LOOK_SECONDS

    @property
    def paused(self) -> int:
        """How many tables in memory wait for somebody to look."""
        return sum(room.thinking is not None and room.thought is None and room.table.plays_itself for room in self.rooms.values())

    async def _think(self, room: Room, seat: int, thought: tuple[int, int, str]) -> None:
        """A bot chooses its move, unless the thought is dropped meanwhile. After an error, the next one who looks lets it try again."""
        try:
            await self._choose(room, seat, thought)
        except Dropped:
            pass
        finally:
            if room.thought is thought:
                room.thought = None

    async def _choose(self, room: Room, seat: int, thought: tuple[int, int, str]) -> None:
        table, (ply, undone, bot) = room.table, thought
        if not self.warmth.is_ready(table.spec.name, step := self._step(table, bot)):
            await self.warmth.wait(table.spec.name, step)
            if room.thought is not thought:
                return
            if room.thinking is not None:
                room.thinking.ready = True
            room.news += 1
            room.tell()
        game = table.game
        assert game is not None
        still = game.copy()
        seed = digest(table.head.secret, table.id, "bot", seat, ply, undone)
        try:
            quick = self.bots.is_quick(bot, table.spec, len(table.seats))
            code = await self.thinkers.think(table.id, lambda stop: self.bots.choose(bot, table.id, seat, still, seed, stop), quick=quick)
            move = still.spec.moves.to_text(still.state, code)
        except BotError as error:
            log.warning("a bot failed", extra={"table": table.id, "bot": bot, "reason": str(error)[:200]})
            await self.change(room, lambda table, at: decide.bot_failed(table, seat, bot, at))
            return

        def bot_move(table: Table, at: int) -> Events:
            is_due = (table.ply, len(table.undone)) == (ply, undone) and table.to_move == seat and table.seats[seat].bot == bot
            return decide.play(table, seat, ply, move, at, bot=bot) if is_due else []

        await self.change(room, bot_move)

    def _step(self, table: Table, bot: str) -> str:
        """What must be compiled before this bot can think."""
        return RULES if bot in self.bots.own else step_of(bot, table.spec)

    async def _make_rematch(self, room: Room) -> None:
        """All agreed: the next table, and the word of it here."""
        table, now = room.table, self.clock()
        if table.offer is None or table.rematch:
            return
        id_ = table.rematch_id
        try:
            await self._create(id_, decide.rematch_head(table), decide.rematch_events(table, now), now)
        except Conflict:
            log.info("the rematch is there already", extra={"table": id_})
        await self.change(room, lambda table, at: [] if table.rematch else [e.Rematched(at, id_)])

    def _tell_turn(self, room: Room, seat: int) -> None:
        """A seat that asked for it is told of its turn."""
        table, chair = room.table, room.table.seats[seat]
        if not chair.url and not chair.account:
            return
        turn = {"table": table.id, "game": table.spec.name, "seat": seat, "ply": table.ply, "number": table.number}

        def is_due() -> bool:
            return table.to_move == seat and table.ply == turn["ply"]

        if chair.url:
            self.hooks.send(f"{table.id}/{seat}", Hook(chair.url, chair.hook_key), turn, is_due)
        if chair.account:
            self.spawn(self._tell_account(chair.account, turn, is_due), "account turn")

    async def _tell_account(self, id_: str, turn: dict[str, Any], is_due: Callable[[], bool]) -> None:
        account = await self.store.account(id=id_)
        if account is not None and account.hook:
            self.hooks.send(f"{turn['table']}/{turn['seat']}/{id_}", decode_hook(account.hook), turn, is_due)

    # --- what people ask for -----------------------------------------------------------------------------------------

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
        self._notice(room, seats)
        return Actor(seats, account, language)

    def _notice(self, room: Room, seats: list[int]) -> None:
        """Seats that are there: they connect, or ask for something."""
        offer = room.table.offer
        for seat in seats:
            room.seen[seat] = self.time()
            if offer is not None and seat in offer.away and decide.seen(room.table, seat, 0):
                self.spawn(self._is_back(room, seat), "seen")

    async def _is_back(self, room: Room, seat: int) -> None:
        await self.change(room, lambda table, at: decide.seen(table, seat, at))

    def is_gone(self, room: Room, seat: int) -> bool:
        """Whether a seat has not been there for a minute since the server started. A program that is told of its turns has a minute from then on."""
        if seat in room.seats_online or not 0 <= seat < len(room.table.seats):
            return False
        chair, last = room.table.seats[seat], room.seen.get(seat, room.began)
        if chair.url or chair.account:
            if room.table.to_move != seat:
                return False
            last = max(last, room.table.clocks.since)
        return self.time() - last >= GONE_MS

    async def act(self, room: Room, actor: Actor, request: m.AnyRequest) -> Outcome:
        """Do what a message asks for."""
        table = room.table
        done = m.DoneMessage(request.id)
        if type(request) is m.Play:  # nine of ten
            seat, ply, move, key = actor.seat(request.seat, table.to_move), request.ply, request.move, request.key
            made = await self.change(room, lambda table, at: decide.play(table, seat, ply, move, at, now=self.time(), key=key))
            if made and type(made[-1]) is not e.Moved:
                raise Refused("table.late")
            done.repeated = not made
            return done

        async def change(decision: Decide) -> Events:
            return await self.change(room, decision)

        match request:
            case m.Join(name=name, word=word):
                done.secret = await self._join(room, actor, request.seat, name, word)
            case m.Chat(text=text):
                speaker = None if not actor.seats and not actor.account else actor.seat(request.seat, table.to_move) if actor.seats else None
                if speaker is None:
                    raise Refused("chat.seats")
                await change(lambda table, at: decide.chat(table, speaker, "", text, at))
            case m.Undo(ply=ply):
                seat = actor.seat(request.seat)
                made = await change(lambda table, at: decide.undo(table, seat, ply, at))
                done.asked = not any(isinstance(event, e.Undone) for event in made)
            case m.Answer(yes=yes, word=word, offer=number):
                seat = actor.seat(request.seat)
                await change(lambda table, at: decide.answer(table, seat, yes, at, word, now=self.time(), number=number))
            case m.Abandon():
                seat = actor.seat(request.seat)
                offline = {*range(len(table.seats))} - room.seats_online
                made = await change(lambda table, at: decide.abandon(table, seat, at, offline=offline, now=self.time()))
                done.asked = not any(isinstance(event, e.Abandoned) for event in made)
            case m.Rematch(same_deal=same, rotate=rotate, word=word):
                seat = actor.seat(request.seat)
                await change(lambda table, at: decide.rematch(table, seat, same, rotate, at, word))
                done.asked = True
            case m.Resign():
                seat = actor.seat(request.seat)
                await change(lambda table, at: decide.resign(table, seat, at))
            case m.Leave():
                seat = actor.seat(request.seat)
                await change(lambda table, at: decide.leave(table, seat, at))
            case m.Return():
                seat = actor.seat(request.seat)
                await change(lambda table, at: decide.come_back(table, seat, at))
            case m.TakeOver(of=of):
                seat = actor.seat(request.seat)
                gone = self.is_gone(room, of)
                await change(lambda table, at: decide.take_over(table, seat, of, at, gone=gone))
            case m.Rename(name=name):
                seat = actor.seat(request.seat)
                await change(lambda table, at: decide.rename(table, seat, name, at))
            case m.Hint():
                return await hints.advise(self, room, actor.seat(request.seat, table.to_move), request, actor.language)
            case m.Lens():
                return move_preview.look_through(table, actor.seat(request.seat, table.to_move), request, actor.language)
            case m.Ping():
                return m.PongMessage(request.id)
            case _:
                raise Refused("message.wrong", "here")
        return done

    async def _join(self, room: Room, actor: Actor, seat: int | None, name: str, word: str) -> str:
        """Sit down on the seat of one's secret or account, or on an open one; then the new secret."""
        account = actor.account.id if actor.account else ""
        if actor.account and not name:
            name = actor.account.name
        own = [place for place in actor.seats if not room.table.seats[place].joined]
        if actor.seats and (seat in actor.seats or (seat is None and own)):
            place = seat if seat is not None else own[0]
            await self.change(
                room, lambda table, at: decide.join(table, place, name, word, at, account=account if table.seats[place].kind == "account" else "")
            )
            return ""
        if actor.seats and seat is None:
            raise Refused("seat.taken", "yours")
        secret = "" if account else new_secret()
        taken: list[int] = []

        def sit_down(table: Table, at: int) -> Events:
            taken[:] = [decide.open_seat(table, seat)]
            return decide.join(table, taken[0], name, word, at, key=hash_of(secret) if secret else "", account=account)

        await self.change(room, sit_down)
        actor.seats = sorted({*actor.seats, *taken})
        return secret

    def enter(self, room: Room, seats: list[int], wake: Callable[[], None]) -> Callable[[], None]:
        """Watch a room from now on; returns a function that ends it."""
        mark = object()
        room.watchers[mark] = wake
        counted = list(seats)
        for seat in counted:
            room.online[seat] = room.online.get(seat, 0) + 1
            if room.online[seat] == 1:
                room.news += 1
        self._notice(room, counted)
        if counted:
            room.tell()
        self._mind(room)

        def end() -> None:
            room.watchers.pop(mark, None)
            self._mind(room)
            for seat in counted:
                room.online[seat] -= 1
                if not room.online[seat]:
                    room.seen[seat] = self.time()
                    room.news += 1
            room.used = self.clock()
            if counted:
                room.tell()

        return end


def rebuilt(id_: str, head: bytes, bodies: list[bytes]) -> Room:
    """The room as its events left it; Refused where it was played by other rules (`table.rules`) or cannot be read (`table.damaged`)."""
    try:
        agreed = e.decode_head(head)
        check_rules(agreed)
        room = Room(Table(id_, agreed))
        for body in bodies:
            room.apply(e.decode(body))
    except Refused:
        raise
    except Exception as error:  # whatever a damaged event leads to
        raise Refused("table.damaged") from error
    return room


def check_rules(head: e.Head) -> None:
    """Refuse a table of other rules than ours: its moves may mean something else here."""
    if head.rules != (ours := game_spec(head.game).version):
        raise Refused("table.rules", theirs=head.rules, game=head.game, ours=ours)


def foresee(table: Table, events: Events) -> tuple[str, int | None]:
    """The status and the time to wake after these events, for the store; the table itself changes only when they are durable."""
    if len(events) == 1 and isinstance(move := events[0], e.Moved) and not table.clocks.ticks and table.game is not None:  # nine of ten, and no copy needed
        over, seat = table.game.peek(table.game.code_of(move.move))
        next_ = table.seats[seat]
        return ("over", None) if over else ("running", move.at if table.needs_server(next_) else None)
    if all(isinstance(event, e.Said | e.Cleared | e.Renamed) for event in events):
        return table.status, table.wake()
    ahead = table.copy()
    for event in events:
        ahead.apply(event)
    return ahead.status, ahead.wake()


def digest_line(table: Table, seat: int) -> str:
    """What the stream of a bot account is told of a new table."""
    return e.encode({"type": "challenge", "table": table.id, "game": table.spec.name, "seat": seat}).decode()
