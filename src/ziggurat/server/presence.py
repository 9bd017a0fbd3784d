"""Who watches which table in which process: each process publishes on the table's topic whom it serves there, now and then and when that changes.

Nothing of it is stored. A process that is not heard of for a while serves nobody; one that begins to listen asks the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from ziggurat.server.bus.bus import Bus
from ziggurat.server.room import LOOK_SECONDS, Elsewhere, Room

BEAT_SECONDS = 5.0  # how often a process repeats whom it serves
LOST_SECONDS = 15.0  # after so long without news of a process, it serves nobody
HERE, WHO = "here ", "who"


class Here(msgspec.Struct, array_like=True):
    """Whom a process serves at a table."""

    process: str
    seats: list[int]
    """The seats that are connected to it."""
    watching: bool
    """Whether anyone watches there, or asked for the table lately."""
    seen: dict[int, int]
    """When it last saw each seat, by the host's clock."""
    began: int
    """Since when it would have seen them; only the owner's counts."""
    is_owner: bool


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Here).decode


class Presence:
    """Publishes whom this process serves, and notes whom the others serve."""

    def __init__(self, me: str, bus: Bus, note_seen: Callable[[Room, list[int]], None], changed: Callable[[Room], None]) -> None:
        """`note_seen` is called with seats that another process has seen, `changed` when those who watch have changed."""
        self.me = me
        self.bus = bus
        self.note_seen = note_seen
        self.changed = changed
        self.due: dict[str, Room] = {}
        """Rooms of which something is to be published."""
        self._beat_at = 0.0

    def announce(self, room: Room) -> None:
        """Publish soon whom we serve at a table."""
        self.due[room.table.id] = room

    async def publish(self, rooms: list[Room]) -> None:
        """Publish what is due; now and then, everything. Forget processes that were not heard of."""
        now = time.monotonic()
        if now >= self._beat_at:
            self._beat_at = now + BEAT_SECONDS
            self.due |= {room.table.id: room for room in rooms if room.watchers or room.seen}
        due, self.due = self.due, {}
        for id_, room in due.items():
            await self.bus.publish(id_, self.message(room))
        for room in rooms:
            if room.elsewhere:
                for process in [process for process, other in room.elsewhere.items() if other.until < now]:
                    self._set(room, process, [], watching=False)

    def message(self, room: Room) -> str:
        """What the others are to know of a table."""
        seats = sorted(seat for seat, count in room.online.items() if count)
        watching = bool(room.watchers) or time.monotonic() - room.looked < LOOK_SECONDS
        return HERE + encode(Here(self.me, seats, watching, room.seen, room.began, room.owned)).decode()

    def hear(self, room: Room, message: str) -> None:
        """Note what another process says of a table."""
        if message == WHO:
            self.announce(room)
            return
        here = decode(message[len(HERE) :])
        if here.process == self.me:
            return
        for seat, at in here.seen.items():
            if at > room.seen.get(seat, 0):
                room.seen[seat] = at
        if here.is_owner:
            room.began, room.owner = min(room.began, here.began), here.process
        self._set(room, here.process, here.seats, watching=here.watching)

    def _set(self, room: Room, process: str, seats: list[int], *, watching: bool) -> None:
        before = room.seats_online, room.is_watched
        if seats or watching:
            room.elsewhere[process] = Elsewhere(seats, watching, time.monotonic() + LOST_SECONDS)
        else:
            room.elsewhere.pop(process, None)
        if before[0] != room.seats_online:
            room.changes += 1
            room.wake()
        if seats:
            self.note_seen(room, seats)
        if before != (room.seats_online, room.is_watched):
            self.changed(room)
