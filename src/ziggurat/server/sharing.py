"""Tables that several processes serve: each has one owner at a time, which alone decides and writes; the others hold a copy, made from the same events.

The owner holds a lease in the database (`SharedStore`), renewed by every append and by `tend`. Whoever needs a table whose lease has ended takes it over. An
owner that was asleep meanwhile has an old fencing number: the database refuses what it writes, and its room becomes a copy. The bus only carries news; while
it is away, the processes ask the database.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from ziggurat.server.bus.bus import MISSED, Bus
from ziggurat.server.metrics import METRICS
from ziggurat.server.presence import HERE, WHO, Presence
from ziggurat.server.refused import Refused
from ziggurat.server.room import NotOwner, Room, Spawn
from ziggurat.server.secret_keys import new_id
from ziggurat.server.store.store import Lease, SharedStore, StoreError
from ziggurat.server.table import events as e
from ziggurat.server.table.decide import Events

log = logging.getLogger("ziggurat.server")
OWNER, FREE = "owner ", "free"
MOST_ORPHANS = 50  # that one process takes up at a time
ADOPT_SECONDS = 2.0  # how long it goes on with that before it looks after its own tables again
POLL_SECONDS = 0.5  # how often the database is asked for news while the bus is away
CHECK_SECONDS = 3.0  # how often it is asked although the bus carries news: no message is sure to arrive
UNRENEWED = 1.5  # a lease that nobody renews for so many times its length has ended, whatever the clock of the database says


decode_bodies = msgspec.json.Decoder(list[msgspec.Raw]).decode


def news_of(number: int, events: Events) -> str:
    """The news of a table: how many events it has now, and the last of them, so that most of those who hear it need not ask the database."""
    return f"{number} [{','.join(e.encode(event).decode() for event in events)}]"


@dataclass
class Rooms:
    """What `Sharing` needs of the host."""

    rooms: dict[str, Room]
    read_on: Callable[[Room], Awaitable[None]]
    """Apply the events that others have written; called with the room's lock."""
    follow: Callable[[Room, Events], None]
    """Apply events that others have written."""
    begin: Callable[[Room], Awaitable[None]]
    """Do what the owner does first; called with the room's lock."""
    after: Callable[[Room], None]
    """Start or stop what only the owner does."""
    drop: Callable[[Room], None]
    """Forget a deleted table."""
    load: Callable[[str], Coroutine[Any, Any, Room]]
    note_seen: Callable[[Room, list[int]], None]
    time: Callable[[], int]
    """Read the host's clock."""
    spawn: Spawn


class Sharing:
    """The part that this process has in tables which several serve."""

    def __init__(self, store: SharedStore, bus: Bus, host: Rooms) -> None:
        self.me = new_id()
        """The id of this process: another one after each start."""
        self.store = store
        self.bus = bus
        self.host = host
        self.presence = Presence(self.me, bus, host.note_seen, self._presence_changed)
        self._renewed: dict[str, float] = {}
        """When the lease of each of our rooms was last renewed, by `time.monotonic`."""
        self._seen: dict[str, tuple[Lease, float]] = {}
        """Leases of others, as they were first seen with this fencing number and end, and when."""
        self._steady: Callable[[], int] = lambda: 0
        self._wall = 0
        """How far the wall clock of the database is ahead of the steady one."""
        self.is_closing = False
        """Whether this process ends, and takes no table any more."""
        self._checked_at = 0.0
        self._was_up = True

    @property
    def owned(self) -> dict[str, Room]:
        """The rooms that are ours."""
        return {id_: room for id_, room in self.host.rooms.items() if room.owned}

    # --- taking and losing -------------------------------------------------------------------------------------------

    def add(self, room: Room) -> None:
        """Begin with a room that is new in this process: a copy, as yet."""
        room.owned, room.announce = False, partial(self.presence.announce, room)

    async def take(self, room: Room, *, force: bool = False) -> bool:
        """Become the owner of a room if nobody else is (`force`: even then); whether it is ours now. Raises Refused where the table is gone."""
        async with room.lock:
            return room.owned or await self._claim(room, force=force)

    async def _claim(self, room: Room, *, force: bool = False) -> bool:
        """Claim a room; called with its lock."""
        if self.is_closing:
            raise NotOwner
        id_, began = room.table.id, time.monotonic()
        seen, since = self._seen.get(id_, (None, 0.0))
        unrenewed = seen if began - since > UNRENEWED * self.store.lease_seconds else None
        lease = await self.store.claim(id_, self.me, force=force, seen=unrenewed)
        if lease is None:
            self.host.drop(room)
            raise Refused("table.deleted")
        room.owner = lease.owner
        if lease.owner != self.me:
            self._see(id_, lease)
            return False
        await self._begin(room, lease.fence, began)
        return True

    def _see(self, id_: str, lease: Lease) -> bool:
        """Note the lease of another process; whether it has not renewed it for so long that it has ended, whatever the clock of the database says."""
        seen, since = self._seen.get(id_, (None, 0.0))
        if seen is None or (seen.fence, seen.until) != (lease.fence, lease.until):
            self._seen[id_] = lease, time.monotonic()
            return False
        return time.monotonic() - since > UNRENEWED * self.store.lease_seconds

    async def _begin(self, room: Room, fence: int, at: float) -> None:
        """Be the owner of a room from now on; called with its lock, after the lease is ours: everything that others have written is there by now."""
        id_ = room.table.id
        await self.host.read_on(room)
        self._seen.pop(id_, None)
        self._renewed[id_] = at
        room.owned, room.fence, room.owner = True, fence, self.me
        METRICS.tables_taken += 1
        await self.host.begin(room)
        self.host.after(room)
        await self.bus.publish(id_, OWNER + self.me)

    def lose(self, room: Room) -> None:
        """Be the owner of a room no longer: stop its bots, clocks and notices."""
        if room.owned:
            room.owned, room.fence, room.owner = False, 0, ""
            self._renewed.pop(room.table.id, None)
            METRICS.tables_lost += 1
            self.host.after(room)

    def wrote(self, room: Room, at: float) -> None:
        """Note that an append, begun at this time, has renewed the lease."""
        self._renewed[room.table.id] = at

    async def let_go(self, rooms: list[Room]) -> None:
        """Give up rooms that leave the memory."""
        fences = {room.table.id: room.fence for room in rooms if room.owned}
        for room in rooms:
            room.owned = False
            self._renewed.pop(room.table.id, None)
            self._seen.pop(room.table.id, None)
        if fences:
            await self.store.release(self.me, fences)
            for id_ in fences:
                await self.bus.publish(id_, FREE)

    async def pass_on(self, room: Room, process: str) -> None:
        """Let another process have a room of ours. If it does not take it, others do where a server must act, as if we had died."""
        async with room.lock:
            if not room.owned:
                return
            id_, fence = room.table.id, room.fence
            self.lose(room)
            await self.store.abandon(self.me, {id_: fence})
            room.owner = process

    async def drain(self) -> None:
        """Give up all rooms, because this process ends, and take no more: others go on with them at once."""
        self.is_closing = True
        fences = {id_: room.fence for id_, room in self.owned.items()}
        if not fences:
            return
        for room in self.owned.values():
            room.owned = False
        try:
            await self.store.abandon(self.me, fences)
        except StoreError:
            log.warning("the tables could not be given up: their leases end by themselves")
        for id_ in fences:
            await self.bus.publish(id_, FREE)

    # --- news --------------------------------------------------------------------------------------------------------

    def hear(self, room: Room, message: str) -> None:
        """React to a message of the bus about a table that is no number of events."""
        if message == MISSED:
            self.host.spawn(self._look(room), "look")
            self.host.spawn(self._ask_who(room), "who")
        elif message == WHO or message.startswith(HERE):
            self.presence.hear(room, message)
        elif message.startswith(OWNER):
            room.owner = message[len(OWNER) :]
            if room.owned and room.owner != self.me:  # it was taken from us
                self.lose(room)
        elif message == FREE:
            room.owner = ""
            if room.watchers and room.table.status != "over":
                self.host.spawn(self._take_up(room), "take up")

    def follow(self, room: Room, number: int, bodies: str) -> bool:
        """Apply the events that came with the news, if they are the next ones; else they must be read."""
        if room.owned or room.lock.locked():
            return False
        events = [e.decode(bytes(body)) for body in decode_bodies(bodies)]
        if room.table.number + len(events) != number:
            return False
        self.host.follow(room, events)
        return True

    async def _look(self, room: Room) -> None:
        """Read what may have been missed."""
        async with room.lock:
            await self.host.read_on(room)

    async def _ask_who(self, room: Room) -> None:
        """Ask the other processes whom they serve at a table."""
        await self.bus.publish(room.table.id, WHO)

    async def _take_up(self, room: Room) -> None:
        if not room.deleted:
            await self.take(room)

    def _presence_changed(self, room: Room) -> None:
        if room.owned:
            self.host.after(room)

    async def visit(self, room: Room) -> None:
        """Bring a table up to date for somebody who asks for it: what was acknowledged anywhere is in it. Ours is, while the bus is there.

        A table that is new here is taken over, if nobody owns it.
        """
        if room.owned and self.bus.is_up:
            return
        self.presence.announce(room)
        async with room.lock:
            await self.host.read_on(room)
            if not room.owned and not room.owner and not room.deleted and room.table.status != "over":
                await self._claim(room)

    async def was_behind(self, room: Room) -> bool:
        """Bring a copy up to date; whether it was not."""
        async with room.lock:
            before = room.table.number
            await self.host.read_on(room)
            return room.table.number > before

    async def check(self, room: Room, *, lost: bool) -> None:
        """Find out why something could not be appended: the room has another owner, or is gone, and then raise. Called with its lock."""
        if lost:
            self.lose(room)
        elif await self._claim(room):
            return
        raise NotOwner

    async def wall_clock(self, steady: Callable[[], int]) -> Callable[[], int]:
        """Make a clock that shows the time of day of the database, counted on by a steady clock."""
        self._steady, self._wall = steady, await self.store.wall_clock() - steady()
        return lambda: self._steady() + self._wall

    async def set_wall_clock(self) -> None:
        """Set that clock by the database again."""
        self._wall = await self.store.wall_clock() - self._steady()

    # --- upkeep ------------------------------------------------------------------------------------------------------

    async def tend(self) -> None:
        """Renew our leases, take over tables whose owner is gone, and try again what failed. Called every third of a lease."""
        if self.is_closing:
            return
        await self._renew()
        rooms = list(self.host.rooms.values())
        wanted = {room.table.id: room for room in rooms if not room.owned and room.watchers and not room.deleted and room.table.status != "over"}
        if wanted:
            began = time.monotonic()
            for id_, fence in (await self.store.claim_ended(list(wanted), self.me)).items():
                room = wanted[id_]
                async with room.lock:
                    await self._begin(room, fence, began)
            for id_, lease in (await self.store.leases(list(wanted))).items():
                if lease.owner != self.me and self._see(id_, lease):
                    await self._take_up(wanted[id_])
        until = time.monotonic() + ADOPT_SECONDS
        while orphans := await self.store.orphans(self.host.time(), MOST_ORPHANS):
            await asyncio.gather(*(self._adopt(id_) for id_ in orphans))
            if len(orphans) < MOST_ORPHANS or time.monotonic() > until:
                break
        for room in rooms:
            if room.owned and (room.thinking is not None or room.table.clocks.ticks):
                self.host.after(room)  # a bot or an alarm that failed while the database was away

    async def _adopt(self, id_: str) -> None:
        """Take up a table in which a server must act; one that cannot be loaded needs nobody."""
        try:
            await self.take(await self.host.load(id_))
        except Refused:
            if (lease := await self.store.claim(id_, self.me)) is not None and lease.owner == self.me:
                await self.store.release(self.me, {id_: lease.fence})

    async def _renew(self) -> None:
        """Renew the leases that no append has renewed lately."""
        began = time.monotonic()
        due = {id_: room for id_, room in self.owned.items() if began - self._renewed.get(id_, 0.0) > self.store.lease_seconds / 3}
        if not due:
            return
        fences = {id_: room.fence for id_, room in due.items()}
        renewed = await self.store.renew(self.me, fences)
        for id_, room in due.items():
            if id_ in renewed:
                self._renewed[id_] = max(began, self._renewed.get(id_, 0.0))
            elif room.owned and room.fence == fences[id_]:
                async with room.lock:
                    self.lose(room)
                    await self.host.read_on(room)

    async def poll(self) -> None:
        """Publish who watches; ask the database for news: often while the bus is away, seldom while it is there."""
        await self.presence.publish(list(self.host.rooms.values()))
        now, up = time.monotonic(), self.bus.is_up
        if not up or not self._was_up:
            self._see_anew(up)
        if not up or now - self._checked_at >= CHECK_SECONDS:
            self._checked_at = now
            await self._check()
        self._was_up = up

    def _see_anew(self, is_back: bool) -> None:
        """Begin anew to see who is there, while the bus is away and when it `is_back`: nobody counts as gone who may be connected to another process."""
        now = self.host.time()
        for id_, room in self.host.rooms.items():
            room.began = now
            if is_back:
                self.presence.announce(room)
                if room.owned:
                    self.host.spawn(self.bus.publish(id_, str(room.table.number)), "news")

    async def _check(self) -> None:
        """Compare how many events our copies have with the database. (One that we own may lack an event too, whose writing was interrupted.)"""
        rooms = {id_: room for id_, room in self.host.rooms.items() if room.owned or room.watchers}
        if not rooms:
            return
        numbers = await self.store.numbers(list(rooms))
        for id_, room in rooms.items():
            if id_ not in numbers:
                if not room.lock.locked():
                    self.host.drop(room)
            elif numbers[id_] > room.table.number:
                self.host.spawn(self._look(room), "look")
