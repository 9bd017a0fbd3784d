"""One who watches a room, by socket or stream: knows what it was told and asks for what is new.

There is no queue of messages: whoever was slow is told the present state, not every step to it. So a slow reader costs no memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ziggurat.server import messages as m
from ziggurat.server import views
from ziggurat.server.house import Actor, House, Room

News = m.TableMessage | m.PlayedMessage | m.ChangedMessage | m.SaidMessage


class Watcher:
    """What one client sees of one room."""

    def __init__(self, house: House, room: Room, actor: Actor, wake: Callable[[], None] = lambda: None) -> None:
        """From now on `wake` is called when there may be news."""
        self.house = house
        self.room = room
        self.actor = actor
        self.wake = wake
        self.looking: int | None = None
        """One screen, several seats, a game with secrets: whose view is on the screen."""
        self._told: tuple[int, int | None] | None = None
        self._ply = self._chat = self._news = self._number = 0
        self._end = house.enter(room, actor.seats, wake)

    def joined(self) -> None:
        """The client has a seat more."""
        self._end()
        self._end = self.house.enter(self.room, self.actor.seats, self.wake)
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
        room, table = self.room, self.room.table
        shown, ply, said, found = self.shown, table.ply, len(table.chat), list[News]()
        if self._told != (room.wholes, shown):
            found.append(self.table_message(shown))
            self._told = (room.wholes, shown)
        else:
            if ply > self._ply:
                found.append(self.played_message(shown, ply))
            if room.news != self._news:
                found.append(self.changed_message())
            if said > self._chat:
                found.append(m.SaidMessage(table.number, views.chat_lines(table, self._chat)))
        self._ply, self._chat, self._news = ply, said, room.news
        return found

    def table_message(self, shown: int | None) -> m.TableMessage:
        """The table, whole."""
        return whole_table(self.house, self.room, self.actor, shown, self.hand_over)

    def played_message(self, shown: int | None, ply: int) -> m.PlayedMessage:
        """The decisions that were taken since."""
        room, table, hand_over = self.room, self.room.table, self.hand_over
        view: Any = room.sights.told(shown)  # as its type says, or the same in JSON
        return m.PlayedMessage(
            table.number,
            ply,
            shown,
            hand_over,
            view,
            [] if hand_over else room.sights.choices(shown),
            self._ply,
            room.sights.log(shown, self.actor.language, self._ply),
            views.clock_info(table, self.house.clock()),
            views.offer_info(table),
            room.thinking,
        )

    def changed_message(self) -> m.ChangedMessage:
        """What changed beside the game."""
        room, table = self.room, self.room.table
        seats = views.seat_infos(table, room.seats_online)
        return m.ChangedMessage(
            table.number,
            table.status,
            seats,
            views.clock_info(table, self.house.clock()),
            views.offer_info(table),
            views.declined_info(table),
            room.thinking,
            table.rematch,
            views.rematch_places(table),
        )


def whole_table(house: House, room: Room, actor: Actor, shown: int | None, hand_over: bool = False) -> m.TableMessage:
    """Everything that somebody may know of a table."""
    table, sights = room.table, room.sights
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
        clock=views.clock_info(table, house.clock()),
        you=actor.seats,
        seat=shown,
        hand_over=hand_over,
        ply=table.ply,
        view=sights.view(shown),
        choices=[] if hand_over else sights.choices(shown),
        log=sights.log(shown, actor.language),
        undone=views.undone_infos(table, shown, actor.language),
        chat=views.chat_lines(table),
        offer=views.offer_info(table),
        declined=views.declined_info(table),
        thinking=room.thinking,
        end=views.end_info(table),
        rematch=table.rematch,
        rematch_places=views.rematch_places(table),
    )
