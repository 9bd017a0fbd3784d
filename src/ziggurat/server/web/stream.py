"""Newline-delimited JSON in the manner of lichess: `gameFull` first, then `gameState` and `chatLine`; an empty line keeps the connection alive."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from functools import partial

import msgspec

from ziggurat.errors import GameError
from ziggurat.server import messages as m
from ziggurat.server.host import Host
from ziggurat.server.metrics import METRICS
from ziggurat.server.room import Actor, Room, Watcher, version_of
from ziggurat.server.show import views
from ziggurat.server.store.store import Account
from ziggurat.server.turn_notices import challenge_line
from ziggurat.server.web.limits import Limits
from ziggurat.view import BaseChoice, OptionValue

KEEP_ALIVE = 6.0
MOST_WAITING = 100


class GameState(msgspec.Struct, tag_field="type", tag="gameState"):
    """The game now."""

    number: int
    status: str
    ply: int
    seat: int | None
    view: m.View | None
    """The own view; its `legal` lists the moves when it is your turn, its `log` all moves so far."""
    choices: list[BaseChoice]
    clock: m.ClockInfo
    seats: list[m.SeatInfo]
    offer: m.OfferInfo | None
    end: m.EndInfo | None
    rematch: str
    you: list[int]
    """Your seats: with a lot, others after the start than before."""


class GameFull(msgspec.Struct, tag_field="type", tag="gameFull"):
    """The table with what never changes, and the game now."""

    id: str
    game: str
    options: dict[str, OptionValue]
    settings: m.Settings
    commitment: str
    you: list[int]
    chat: list[m.ChatLine]
    """The last lines that were said."""
    chat_total: int
    state: GameState


class ChatEntry(msgspec.Struct, tag_field="type", tag="chatLine"):
    """Something was said."""

    at: int
    seat: int | None
    name: str
    text: str


def game_state(host: Host, room: Room, shown: int | None, you: list[int]) -> GameState:
    """Make the line with the game now, as a seat sees it."""
    table, now = room.table, host.time()
    return GameState(
        number=table.number,
        status=table.status,
        ply=table.ply,
        seat=shown,
        view=room.views.view(shown),
        choices=room.views.choices(shown),
        clock=views.clock_info(table, now),
        seats=views.seat_infos(table, room.seats_online),
        offer=views.offer_info(table, now),
        end=views.end_info(table),
        rematch=table.rematch,
        you=you,
    )


async def game_stream(host: Host, room: Room, actor: Actor, limits: Limits, address: str) -> AsyncGenerator[bytes, None]:
    """Yield everything that happens at a table, until it is over."""
    limits.enter(address)
    METRICS.streams += 1
    woken = asyncio.Event()
    watcher = Watcher(host, room, actor, woken.set)
    table = room.table
    try:
        shown, chat, number, changes = watcher.shown, len(table.chat), table.number, room.changes
        full = GameFull(
            table.id, table.spec.name, table.head.options, views.settings_of(table), table.head.commitment, actor.seats,
            views.chat_lines(table), len(table.chat), game_state(host, room, shown, actor.seats),
        )  # fmt: skip
        yield views.encode(full) + b"\n"
        while table.status != "over" and not room.deleted:
            try:
                async with asyncio.timeout(KEEP_ALIVE):
                    await woken.wait()
            except TimeoutError:
                yield b"\n"
                continue
            woken.clear()
            said = views.chat_lines(table, chat)
            lines = [views.encode(ChatEntry(entry.at, entry.seat, entry.name, entry.text)) for entry in said]
            if table.number - max(0, len(table.chat) - chat) > number or room.changes != changes:
                shown, you, now = watcher.shown, actor.seats, version_of(room, host.time())
                lines.append(room.views.encoded(("state", now, shown, tuple(you)), partial(game_state, host, room, shown, you)).encode())
            chat, number, changes = len(table.chat), table.number, room.changes
            for line in lines:  # only now: while a line is sent, the table may move on
                yield line + b"\n"
    finally:
        METRICS.streams -= 1
        watcher.close()
        limits.leave(address)


async def account_stream(host: Host, account: Account, limits: Limits, address: str) -> AsyncGenerator[bytes, None]:
    """Yield the tables of a bot account: those it has, then each new one as `challenge`; join to accept."""
    limits.enter(address)
    METRICS.streams += 1
    waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
    end = host.bus.subscribe(f"account/{account.id}", lambda _, message: None if waiting.full() else waiting.put_nowait(message))
    try:
        for row in await host.store.rooms_of(account.id, MOST_WAITING):
            try:
                room = await host.get(row.id)
            except GameError:
                continue  # it cannot be loaded: who opens it sees why
            for seat in room.table.seats_of([], account.id):
                if room.table.seats[seat].joined:
                    yield views.encode({"type": "gameStart", "table": row.id, "game": row.game, "seat": seat}) + b"\n"
                else:
                    yield challenge_line(room.table, seat).encode() + b"\n"
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE):
                    yield (await waiting.get()).encode() + b"\n"
            except TimeoutError:
                yield b"\n"
    finally:
        METRICS.streams -= 1
        end()
        limits.leave(address)
