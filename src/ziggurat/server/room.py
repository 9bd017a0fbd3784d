"""A table in memory, and those who watch it.

A `Watcher` is one client, by socket or stream: it knows what it has sent and makes what is new. There is no queue of messages: a slow client gets the present
state, not every step to it. So a slow reader costs no memory.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from typing import Any, Protocol
from weakref import WeakSet

import msgspec

from ziggurat.registry import game_spec, key_of
from ziggurat.server import messages as m
from ziggurat.server.refused import Refused
from ziggurat.server.show import views
from ziggurat.server.show.hints import Hints
from ziggurat.server.show.outlook import Outlook
from ziggurat.server.show.views import LogTexts, SeatViews
from ziggurat.server.store.store import Account, Row
from ziggurat.server.table import events as e
from ziggurat.server.table.decide import Decision, Events
from ziggurat.server.table.table import Table

Update = m.TableMessage | m.PlayedMessage | m.ChangedMessage | m.SaidMessage
Pending = tuple[Hashable, Callable[[], Update]]
"""A message to be sent: what it depends on, and how to make it."""
CLOCK_MS = 100  # for so long all watchers get the same reading of the clocks
GONE_MS = 60_000  # after so long without a connection, others may let the stand-in play
LOOK_SECONDS = 20.0  # a client that asked for a table over HTTP counts as watching it for so long


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Milliseconds by a clock that never steps, and stands still while the machine sleeps (on Linux and macOS)."""
    return time.monotonic_ns() // 1_000_000


class NotOwner(Refused):
    """Another process owns the table: nothing was done here."""

    def __init__(self) -> None:
        super().__init__("table.busy")


@dataclass
class Elsewhere:
    """Who watches a table in another process."""

    seats: list[int]
    watching: bool
    until: float
    """When this is too old to be believed, by `time.monotonic`."""


class Room:
    """A table in memory, and those who watch it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.logs = LogTexts()
        self.views = SeatViews(table, self.logs)
        self.hints = Hints(table)
        self.outlook = Outlook(table)
        self.watchers: dict[object, Callable[[], None]] = {}
        """Called when something has changed."""
        self.held: dict[object, list[int]] = {}
        """The seats of each watcher."""
        self.actors: WeakSet[Actor] = WeakSet()
        """Who may act for seats of the table: when people change seats, their seats change."""
        self.online: dict[int, int] = {}
        """How many connections each seat has."""
        self.seen: dict[int, int] = {}
        """When a seat last had a connection or sent a request, by the host's clock."""
        self.began = 0
        """Since when seats could be seen, by the host's clock: when the table was made, or the server started."""
        self.thinking: m.Thinking | None = None
        """The bot to move, as everybody sees it."""
        self.thought: tuple[int, int, str] | None = None
        """The position that a bot thinks about: ply, how many moves were undone, and the bot. None while a bot is to move: the table is paused."""
        self.looked = -LOOK_SECONDS
        """When a client last asked for the table, by `time.monotonic`."""
        self.notified: tuple[int, int, str] | None = None
        """The last turn of which a notice was sent: ply, how many moves were undone, and the address."""
        self.changes = 0
        """Grows when something beside moves and chat changes."""
        self.reloads = 0
        """Grows when so much changes that a watcher needs the whole table."""
        self.deleted = False
        """Whether the table's maker has deleted it."""
        self.owned = True
        """Whether this process may change the table: always, unless several processes serve it (`sharing.py`)."""
        self.fence = 0
        """The fencing number of our lease."""
        self.owner = ""
        """The process that owns it, as far as we know; empty: we do not know."""
        self.elsewhere: dict[str, Elsewhere] = {}
        """Who watches it in other processes."""
        self.used = now_ms()
        self.unsubscribe: Callable[[], None] = lambda: None
        self.announce: Callable[[], None] = lambda: None
        """Called when others should know who is there."""

    @property
    def seats_online(self) -> set[int]:
        """The seats that are connected, here or to another process."""
        here = {seat for seat, count in self.online.items() if count}
        return here.union(*(other.seats for other in self.elsewhere.values())) if self.elsewhere else here

    @property
    def is_played_here(self) -> bool:
        """Whether a seat is connected to this process."""
        return any(self.online.values())

    @property
    def is_watched(self) -> bool:
        """Whether somebody watches, here or in another process."""
        return bool(self.watchers) or any(other.watching for other in self.elsewhere.values())

    def is_offline(self, seat: int, now: int) -> bool:
        """Whether nobody is connected for a seat. A program that gets turn notices has a minute for each turn instead."""
        if seat in self.seats_online or not 0 <= seat < len(self.table.seats):
            return False
        chair = self.table.seats[seat]
        if not (chair.url or chair.account):
            return True
        return self.table.to_move == seat and now - max(self.last_seen(seat), self.table.clocks.since) >= GONE_MS

    def is_gone(self, seat: int, now: int) -> bool:
        """Whether a seat has been offline for a minute since the server started."""
        return self.is_offline(seat, now) and now - self.last_seen(seat) >= GONE_MS

    def last_seen(self, seat: int) -> int:
        """When a seat was last there, by the host's clock; not before seats could be seen."""
        return max(self.seen.get(seat, self.began), self.began)

    def apply(self, event: e.AnyEvent) -> None:
        """Apply one more event to the table, and note what watchers must be sent."""
        self.table.apply(event)
        if isinstance(event, e.Started) and event.order:
            self.reseat(event.order)
        elif isinstance(event, e.Linked):
            self.shut_out(event.seat)
        given_back = isinstance(event, e.Moved) and event.bot and not self.table.seats[event.seat].bot
        if isinstance(event, e.Said) or (isinstance(event, e.Moved) and self.table.status != "over" and not given_back):
            return
        if isinstance(event, e.Undone):
            self.logs.forget(event.ply)
            self.reloads += 1
        elif isinstance(event, e.Renamed):
            self.logs.forget()
            self.changes += 1
        elif isinstance(event, e.Started | e.Cleared) or self.table.status == "over":
            self.reloads += 1
        else:
            self.changes += 1

    def reseat(self, order: list[int]) -> None:
        """Let everybody who watches or acts have the seats that the lot gave them."""
        places = {before: seat for seat, before in enumerate(order)}
        self.online = {places[seat]: count for seat, count in self.online.items()}
        self.seen = {places[seat]: at for seat, at in self.seen.items()}
        self.held = {mark: sorted(places[seat] for seat in seats) for mark, seats in self.held.items()}
        for other in self.elsewhere.values():
            other.seats = [places[seat] for seat in other.seats]
        for actor in self.actors:
            actor.seats = sorted(places[seat] for seat in actor.seats)

    def shut_out(self, seat: int) -> None:
        """Take a seat from all who hold it by a link that is worth nothing any more: they only watch from now on."""
        self.reloads += any(seat in seats for seats in self.held.values())
        self.online.pop(seat, None)
        self.held = {mark: [other for other in seats if other != seat] for mark, seats in self.held.items()}
        for actor in self.actors:
            if seat in actor.seats:
                actor.is_replaced, actor.seats = True, [other for other in actor.seats if other != seat]

    def wake(self) -> None:
        """Wake everyone who watches."""
        for wake in list(self.watchers.values()):
            wake()

    def enter(self, seats: list[int], wake: Callable[[], None]) -> object:
        """Add a watcher who holds these seats; returns the mark under which `leave` removes it."""
        mark = object()
        self.announce()
        self.watchers[mark], self.held[mark] = wake, list(seats)
        for seat in seats:
            self.online[seat] = self.online.get(seat, 0) + 1
            if self.online[seat] == 1:
                self.changes += 1
        return mark

    def leave(self, mark: object, now: int) -> None:
        """Remove a watcher; `now` is the time by the host's clock."""
        self.watchers.pop(mark, None)
        self.announce()
        for seat in self.held.pop(mark, []):
            self.online[seat] -= 1
            if not self.online[seat]:
                self.seen[seat] = now
                self.changes += 1


def rebuild(id_: str, head: bytes, bodies: list[bytes]) -> Room:
    """Make the room from its events; Refused where it was played by other rules (`table.rules`) or cannot be read (`table.damaged`)."""
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


def key_in(row: Row) -> str:
    """The key of the spec that a table plays (`GameSpec.key`); of a head that cannot be read, the name of the game: `rebuild` says what is wrong."""
    try:
        return key_of(row.game, e.decode_head(row.head).options)
    except msgspec.MsgspecError:
        return row.game


def check_rules(head: e.Head) -> None:
    """Refuse a table of other rules than ours: its moves may mean something else here."""
    if head.rules != (ours := game_spec(head.game).version):
        raise Refused("table.rules", theirs=head.rules, game=head.game, ours=ours)


@dataclass(eq=False)
class Actor:
    """Who sends a request: the seats, the bot account, the language."""

    seats: list[int] = field(default_factory=list)
    """Always the present ones: `Room` changes them with the table."""
    account: Account | None = None
    language: str = "en"
    is_replaced: bool = False
    """Whether a seat was taken from them because it got a new link."""
    keys: list[str] = field(default_factory=list)
    """The hashes of their secrets: another process finds their seats by these."""
    offered: str = ""
    """The hash of the secret that they will have for an open seat; empty: one is made when they sit down."""

    def seat(self, wanted: int | None, to_move: int | None = None) -> int:
        """The seat that is meant: the one named, the only one, or the one to move."""
        if wanted is not None:
            if wanted not in self.seats:
                raise Refused("seat.not_yours", seat=wanted)
            return wanted
        if len(self.seats) == 1:
            return self.seats[0]
        if to_move in self.seats:
            return to_move
        if not self.seats:
            raise Refused("seat.none")
        raise Refused("seat.which", seats=", ".join(map(str, self.seats)))


Change = Callable[[Room, Decision], Coroutine[Any, Any, Events]]
"""`Host.change`, for the parts of the host that are given it."""
Spawn = Callable[[Coroutine[Any, Any, None], str], None]
"""`Host.spawn`, likewise."""


class Watchable(Protocol):
    """What a watcher needs of the host."""

    def time(self) -> int:
        """Milliseconds by the host's clock."""

    def enter(self, room: Room, seats: list[int], wake: Callable[[], None]) -> Callable[[], None]:
        """Watch a room from now on; returns a function that ends it."""


class Watcher:
    """What one client sees of one room, and what it has been sent."""

    def __init__(self, host: Watchable, room: Room, actor: Actor, wake: Callable[[], None] = lambda: None) -> None:
        """From now on `wake` is called when something may have changed."""
        self.host = host
        self.room = room
        self.actor = actor
        self.wake = wake
        self.looking: int | None = None
        """One screen, several seats, a game with secrets: whose view is on the screen."""
        self._sent: tuple[int, int | None] | None = None
        """The last whole table that was sent: `Room.reloads` then, and whose view."""
        self._ply = self._chat = self._changes = 0
        self._seats = actor.seats
        room.actors.add(actor)
        self._end = host.enter(room, actor.seats, wake)

    def joined(self) -> None:
        """Count one seat more: the client has sat down."""
        self._end()
        self._end = self.host.enter(self.room, self.actor.seats, self.wake)
        self._sent = None

    def close(self) -> None:
        """Watch no longer."""
        self._end()

    def look(self, seat: int | None) -> None:
        """Show the view of this seat, whose player has taken the screen."""
        self.looking = seat
        self._sent = None
        self.wake()

    @property
    def shown(self) -> int | None:
        """Whose view is shown: one's own; of several, the one to move, but where a game has secrets the one that took the screen."""
        mine, table = self.actor.seats, self.room.table
        if mine is not self._seats:  # a lot was drawn, or a link replaced
            self._seats, self._sent, self.looking = mine, None, None
        if len(mine) < 2:
            return mine[0] if mine else None
        if not table.spec.secrets:
            return table.to_move if table.to_move in mine else mine[0]
        if self.looking is not None and table.to_move in mine and table.to_move != self.looking:
            self.looking = None
        return self.looking

    @property
    def hand_over(self) -> bool:
        """Whether another player must take the screen before anyone plays."""
        table = self.room.table
        return len(self.actor.seats) > 1 and table.spec.secrets and table.to_move in self.actor.seats and self.looking != table.to_move

    def unsent(self) -> list[Update]:
        """The messages that the client has not got yet; from now on they count as sent."""
        return [make() for _, make in self._pending()]

    def unsent_texts(self) -> list[str]:
        """The same as text: a message that others get too is encoded once for all."""
        return [self.room.views.encoded(key, make) for key, make in self._pending()]

    def _pending(self) -> list[Pending]:
        """Say what to send, and count it as sent."""
        room, table = self.room, self.room.table
        shown, ply, said, pending = self.shown, table.ply, len(table.chat), list[Pending]()
        since, heard, hand_over, language = self._ply, self._chat, self.hand_over, self.actor.language
        now = version_of(room, self.host.time())
        if self._sent != (room.reloads, shown):
            pending.append((("table", now, tuple(self.actor.seats), shown, hand_over, language), lambda: self.table_message(shown)))
            self._sent = (room.reloads, shown)
        else:
            if ply > since:
                pending.append((("played", now, shown, hand_over, language, since), lambda: self.played_message(shown, ply, since, hand_over)))
            if room.changes != self._changes:
                pending.append((("changed", now), self.changed_message))
            if said > heard:
                pending.append((("said", now, heard), lambda: m.SaidMessage(table.number, views.chat_lines(table, heard), said)))
        self._ply, self._chat, self._changes = ply, said, room.changes
        return pending

    def table_message(self, shown: int | None) -> m.TableMessage:
        """Make the message with the whole table."""
        return whole_table(self.room, self.actor, shown, self.host.time(), self.hand_over)

    def played_message(self, shown: int | None, ply: int, since: int, hand_over: bool) -> m.PlayedMessage:
        """Make the message with the decisions that were taken since a ply."""
        room, table, now = self.room, self.room.table, self.host.time()
        view = room.views.view(shown)
        assert view is not None
        return m.PlayedMessage(
            table.number,
            ply,
            shown,
            hand_over,
            view,
            [] if hand_over else room.views.choices(shown),
            since,
            room.views.log(shown, self.actor.language, since),
            views.clock_info(table, now),
            views.offer_info(table, now),
            room.thinking,
        )

    def changed_message(self) -> m.ChangedMessage:
        """Make the message with what changed beside the game."""
        room, table, now = self.room, self.room.table, self.host.time()
        return m.ChangedMessage(
            table.number,
            table.status,
            views.seat_infos(table, room.seats_online),
            views.clock_info(table, now),
            views.offer_info(table, now),
            views.declined_info(table),
            room.thinking,
            table.rematch,
            views.rematch_places(table),
        )


def version_of(room: Room, now: int) -> Hashable:
    """What a message depends on beside the events of the table: who is connected, who thinks, and how the clocks stand."""
    thinking = room.thinking and msgspec.structs.astuple(room.thinking)
    offer = room.table.offer
    runs = room.table.clocks.ticks or (offer is not None and offer.until)
    return room.changes, room.reloads, thinking, now // CLOCK_MS if runs else 0


def whole_table(room: Room, actor: Actor, shown: int | None, now: int, hand_over: bool = False) -> m.TableMessage:
    """Make the message with everything that an actor may know of a table; `now` is the time by the host's clock."""
    table, seen = room.table, room.views
    return m.TableMessage(
        id=table.id,
        number=table.number,
        game=table.spec.name,
        status=table.status,
        options=table.head.options,
        settings=views.settings_of(table),
        commitment=table.head.commitment,
        fork=views.fork_info(table),
        seats=views.seat_infos(table, room.seats_online),
        clock=views.clock_info(table, now),
        you=actor.seats,
        seat=shown,
        hand_over=hand_over,
        ply=table.ply,
        view=seen.view(shown),
        choices=[] if hand_over else seen.choices(shown),
        log=seen.log(shown, actor.language),
        undone=views.undone_infos(table, shown, actor.language),
        chat=views.chat_lines(table),
        chat_total=len(table.chat),
        offer=views.offer_info(table, now),
        declined=views.declined_info(table),
        thinking=room.thinking,
        end=views.end_info(table),
        rematch=table.rematch,
        rematch_places=views.rematch_places(table),
        order=views.order_info(table),
    )
