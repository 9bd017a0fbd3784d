"""What each seat and each spectator is told: its own view, its choices, the log in its language. Nothing else leaves the server.

`Sights` makes each part once, however many watch, and writes a message once for all who are told the same.
A `Watcher` is one client, by socket or stream: it knows what it was told and asks for what is new.
There is no queue of messages: whoever was slow is told the present state, not every step to it. So a slow reader costs no memory.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

import msgspec

from ziggurat.game import Game
from ziggurat.server import messages as m
from ziggurat.server.table.decide import waiting
from ziggurat.server.table.table import Table
from ziggurat.view import BaseChoice, BaseView, without

if TYPE_CHECKING:
    from ziggurat.server.host import Actor, Host, Room

SCORES = ("score", "breakdown")
News = m.TableMessage | m.PlayedMessage | m.ChangedMessage | m.SaidMessage
Due = tuple[Hashable, Callable[[], News]]
"""A message that is to be told: what it depends on, and how it is made."""
LAST_LINES = 50  # of what was said come with a table; earlier ones are asked for
MOST_LETTERS = 64
CLOCK_MS = 100  # for so long all who watch are told the same reading of the clocks
encode = msgspec.json.Encoder().encode


class Sights:
    """What can be seen of one table at one moment, each part made once however many watch. A new one is made when the table changes."""

    def __init__(self, table: Table, logs: Logs) -> None:
        self.table = table
        self.logs = logs
        self._views: dict[int | None, BaseView] = {}
        self._choices: list[BaseChoice] | None = None
        self._letters: dict[Hashable, str] = {}

    def letter(self, key: Hashable, make: Callable[[], object]) -> str:
        """A message as text, made and written once for all to whom the same is told."""
        found = self._letters.get(key)
        if found is None:
            if len(self._letters) >= MOST_LETTERS:
                self._letters.clear()
            found = self._letters[key] = encode(make()).decode()
        return found

    def view(self, seat: int | None) -> BaseView | None:
        """The view of a seat (None: a spectator), without scores where the table keeps them back."""
        game = self.table.game
        if game is None:
            return None
        if seat not in self._views:
            self._views[seat] = self._make(game, seat) if game.spec.secrets or seat is None else self._turned(game, seat)
        return self._views[seat]

    def _turned(self, game: Game, seat: int) -> BaseView:
        """The view of a seat in a game without secrets: all see the same, only whose it is and what may be played differ."""
        shared = self.view(None)
        assert shared is not None
        legal = game.legal_moves if seat == self.table.to_move else []
        return msgspec.structs.replace(shared, seat=seat, legal=legal)

    def _make(self, game: Game, seat: int | None) -> BaseView:
        view: BaseView = game.typed_view(seat, helps=self.table.head.previews)
        if self.table.status != "running":
            view.legal = []
        return view if self.table.head.live_scores or self.table.status == "over" else without_scores(game, view)

    def choices(self, seat: int | None) -> list[BaseChoice]:
        """The legal moves in parts, for the seat that is to move; with previews what each would bring."""
        table, game = self.table, self.table.game
        if seat is None or game is None or table.to_move != seat or table.seats[seat].bot:
            return []
        if self._choices is None:
            self._choices = game.choices(previews=table.head.previews)
        return self._choices

    def log(self, seat: int | None, language: str, since: int = 0) -> list[list[str]]:
        """What happened at each ply from `since` on."""
        game = self.table.game
        return [] if game is None else self.logs.tell(game, seat if game.spec.secrets else None, language)[since:]


class Logs:
    """The log of a table in words, told once for each language (and each seat, where a game has secrets)."""

    def __init__(self) -> None:
        self.told: dict[tuple[int | None, str], list[list[str]]] = {}

    def tell(self, game: Game, seat: int | None, language: str) -> list[list[str]]:
        """All that was told so far."""
        told = self.told.setdefault((seat, language), [])
        if len(told) < game.ply:
            told += game.log(language, len(told), seat)
        return told[: game.ply]

    def forget(self, ply: int | None = None) -> None:
        """Moves from a ply on were taken back; None: a name changed, so all is told anew."""
        if ply is None:
            self.told.clear()
        for told in self.told.values():
            del told[ply:]


def without_scores(game: Game, view: BaseView) -> BaseView:
    """The view of a table without live scores; the view is changed."""
    hide_in_seats(view, (*SCORES, *(game.spec.optional("visibility", "LIVE_SCORES") or ())))
    for name in view.__struct_fields__:
        if isinstance(part := getattr(view, name), msgspec.Struct):
            setattr(view, name, without(part, SCORES))
    return view


def hide_in_seats(view: BaseView, fields: tuple[str, ...]) -> None:
    """Keep back these fields of every seat."""
    seats: list[msgspec.Struct] = view.seats  # type: ignore[attr-defined] # of every game's view
    view.seats = [without(seat, fields) for seat in seats]  # type: ignore[attr-defined]


# --- One who watches ----------------------------------------------------------------------------------------------------


class Watcher:
    """What one client sees of one room."""

    def __init__(self, host: Host, room: Room, actor: Actor, wake: Callable[[], None] = lambda: None) -> None:
        """From now on `wake` is called when there may be news."""
        self.host = host
        self.room = room
        self.actor = actor
        self.wake = wake
        self.looking: int | None = None
        """One screen, several seats, a game with secrets: whose view is on the screen."""
        self._told: tuple[int, int | None] | None = None
        self._ply = self._chat = self._news = self._number = 0
        self._end = host.enter(room, actor.seats, wake)

    def joined(self) -> None:
        """The client has a seat more."""
        self._end()
        self._end = self.host.enter(self.room, self.actor.seats, self.wake)
        self._told = None

    def close(self) -> None:
        """Watch no longer."""
        self._end()

    def look(self, seat: int | None) -> None:
        """Somebody took the screen."""
        self.looking = seat
        self._told = None
        self.wake()

    @property
    def shown(self) -> int | None:
        """Whose view is shown: one's own; of several, the one to move, but where a game has secrets the one that took the screen."""
        mine, table = self.actor.seats, self.room.table
        if len(mine) < 2:
            return mine[0] if mine else None
        if not table.spec.secrets:
            return table.to_move if table.to_move in mine else mine[0]
        if self.looking is not None and table.to_move in mine and table.to_move != self.looking:
            self.looking = None
        return self.looking

    @property
    def hand_over(self) -> bool:
        """Whether the screen must be handed over before anyone plays."""
        table = self.room.table
        return len(self.actor.seats) > 1 and table.spec.secrets and table.to_move in self.actor.seats and self.looking != table.to_move

    def news(self) -> list[News]:
        """What the client has not been told."""
        return [make() for _, make in self._due()]

    def letters(self) -> list[str]:
        """The same as text, as it is sent: what others are told too is written once for all."""
        return [self.room.sights.letter(key, make) for key, make in self._due()]

    def _due(self) -> list[Due]:
        """What the client has not been told; now it counts as told."""
        room, table = self.room, self.room.table
        shown, ply, said, found = self.shown, table.ply, len(table.chat), list[Due]()
        since, heard, hand_over, language = self._ply, self._chat, self.hand_over, self.actor.language
        now = state_of(self.host, room)
        if self._told != (room.wholes, shown):
            found.append((("table", now, tuple(self.actor.seats), shown, hand_over, language), lambda: self.table_message(shown)))
            self._told = (room.wholes, shown)
        else:
            if ply > since:
                found.append((("played", now, shown, hand_over, language, since), lambda: self.played_message(shown, ply, since, hand_over)))
            if room.news != self._news:
                found.append((("changed", now), self.changed_message))
            if said > heard:
                found.append((("said", now, heard), lambda: m.SaidMessage(table.number, chat_lines(table, heard), said)))
        self._ply, self._chat, self._news = ply, said, room.news
        return found

    def table_message(self, shown: int | None) -> m.TableMessage:
        """The table, whole."""
        return whole_table(self.host, self.room, self.actor, shown, self.hand_over)

    def played_message(self, shown: int | None, ply: int, since: int, hand_over: bool) -> m.PlayedMessage:
        """The decisions that were taken since."""
        room, table = self.room, self.room.table
        view = room.sights.view(shown)
        assert view is not None
        return m.PlayedMessage(
            table.number,
            ply,
            shown,
            hand_over,
            view,
            [] if hand_over else room.sights.choices(shown),
            since,
            room.sights.log(shown, self.actor.language, since),
            clock_info(table, self.host),
            offer_info(table, self.host),
            room.thinking,
        )

    def changed_message(self) -> m.ChangedMessage:
        """What changed beside the game."""
        room, table = self.room, self.room.table
        seats = seat_infos(table, room.seats_online)
        return m.ChangedMessage(
            table.number,
            table.status,
            seats,
            clock_info(table, self.host),
            offer_info(table, self.host),
            declined_info(table),
            room.thinking,
            table.rematch,
            rematch_places(table),
        )


def state_of(host: Host, room: Room) -> Hashable:
    """What a message depends on beside the events of the table: who is connected, who thinks, and how the clocks stand."""
    thinking = room.thinking and msgspec.structs.astuple(room.thinking)
    offer = room.table.offer
    runs = room.table.clocks.ticks or (offer is not None and offer.until)
    return room.news, room.wholes, thinking, host.time() // CLOCK_MS if runs else 0


def whole_table(host: Host, room: Room, actor: Actor, shown: int | None, hand_over: bool = False) -> m.TableMessage:
    """Everything that somebody may know of a table."""
    table, sights = room.table, room.sights
    return m.TableMessage(
        id=table.id,
        number=table.number,
        game=table.spec.name,
        status=table.status,
        options=table.head.options,
        settings=settings_of(table),
        commitment=table.head.commitment,
        fork=fork_info(table),
        seats=seat_infos(table, room.seats_online),
        clock=clock_info(table, host),
        you=actor.seats,
        seat=shown,
        hand_over=hand_over,
        ply=table.ply,
        view=sights.view(shown),
        choices=[] if hand_over else sights.choices(shown),
        log=sights.log(shown, actor.language),
        undone=undone_infos(table, shown, actor.language),
        chat=chat_lines(table),
        chat_total=len(table.chat),
        offer=offer_info(table, host),
        declined=declined_info(table),
        thinking=room.thinking,
        end=end_info(table),
        rematch=table.rematch,
        rematch_places=rematch_places(table),
    )


# --- The parts of messages ----------------------------------------------------------------------------------------------


def seat_infos(table: Table, online: set[int]) -> list[m.SeatInfo]:
    """The seats as everybody sees them."""
    return [
        m.SeatInfo(
            place, seat.kind, seat.name, seat.joined, seat.kind == "bot" or place in online, seat.away, seat.bot if seat.joined else "", seat.why, seat.resigned
        )
        for place, seat in enumerate(table.seats)
    ]


def clock_info(table: Table, host: Host) -> m.ClockInfo:
    """The clocks now."""
    plan, clocks = table.head.clock, table.clocks
    return m.ClockInfo(
        plan.kind, plan.bank, plan.increment, plan.days, clocks.reading(host.time()) if clocks.ticks else [], clocks.running if clocks.ticks else None
    )


def offer_info(table: Table, host: Host) -> m.OfferInfo | None:
    """What is asked, and how long those who are away are still waited for."""
    offer = table.offer
    if offer is None:
        return None
    wait = max(0, offer.until - host.time()) if offer.until else None
    return m.OfferInfo(offer.seat, offer.what, offer.ply, offer.same_deal, offer.rotate, waiting(table), sorted(offer.away), wait, offer.number)


def declined_info(table: Table) -> m.DeclinedInfo | None:
    """What was said no to."""
    no = table.declined
    return None if no is None else m.DeclinedInfo(no.seat, no.what, no.by, no.number)


def rematch_places(table: Table) -> list[int]:
    """Where each seat sits at the next table."""
    seats = len(table.seats)
    return [(place - table.rotated) % seats for place in range(seats)] if table.rematch else []


def undone_infos(table: Table, seat: int | None, language: str) -> list[m.UndoneInfo]:
    """The moves that were taken back, as a seat saw and heard them."""
    game = table.game
    if game is None:
        return []
    return [m.UndoneInfo(taken.ply, taken.seat, taken.seen[seat], game.sentence(*taken.tellings[seat], language)) for taken in table.undone]


def end_info(table: Table) -> m.EndInfo | None:
    """How the table ended, with the proof of the deal."""
    if table.ended is None:
        return None
    fair = table.fair
    shown = None if fair is None else m.FairInfo(fair.commitment, fair.secret, fair.table, fair.words)
    return m.EndInfo(table.ended.why, table.ended.seat, table.game.result() if table.game else None, shown, table.next_commitment)


def fork_info(table: Table) -> m.ForkInfo | None:
    """The moment from which the table went on."""
    return None if table.head.fork is None else m.ForkInfo(table.head.fork.table, table.head.fork.ply)


def chat_lines(table: Table, since: int = 0) -> list[m.ChatLine]:
    """What was said from a line on, the last lines of it."""
    return chat_page(table, len(table.chat), max(0, len(table.chat) - since)).chat


def chat_page(table: Table, before: int, most: int = LAST_LINES) -> m.ChatPage:
    """The last lines before the one of this number."""
    end = min(before, len(table.chat))
    first = max(0, end - min(most, LAST_LINES))
    lines = [m.ChatLine(said.at, said.seat, said.name, said.text) for said in table.chat[first:end]]
    return m.ChatPage(lines, first, len(table.chat))


def settings_of(table: Table) -> m.Settings:
    """What the table allows."""
    head = table.head
    return m.Settings(head.hints, head.previews, head.live_scores, head.stand_in, head.listed)
