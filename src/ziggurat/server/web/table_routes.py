"""Routes: make, list, show and delete tables."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, delete, get, post
from litestar.params import JSONBody
from litestar.response import Stream

from ziggurat import __version__
from ziggurat.errors import GameError
from ziggurat.game import LOOKS, THEMES, Game
from ziggurat.server import deletion
from ziggurat.server import http_answers as a
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.make_table import give_link, make_table
from ziggurat.server.refused import Refused
from ziggurat.server.room import key_in, whole_table
from ziggurat.server.show import history
from ziggurat.server.show.picture_cache import key_of
from ziggurat.server.show.views import chat_page, covered, encode, end_info, rematch_places, seat_infos
from ziggurat.server.web.parameters import (
    MOST_LISTED,
    NDJSON,
    SEAT,
    SHARED,
    WATCH,
    Address,
    Bearer,
    KnownPicture,
    LanguageQuery,
    LineQuery,
    LookQuery,
    PlyQuery,
    SeatPath,
    SeatQuery,
    TableId,
    TheHost,
    TheLimits,
    ThemeQuery,
    token_of,
)
from ziggurat.server.web.stream import game_stream


@get("/api/tables", tags=["tables"], **SHARED)
async def list_tables(host: TheHost) -> list[a.ListedTable]:
    """The tables that anyone may join, the newest first. One that cannot be loaded is left out: its players see why when they open it."""
    tables = []
    for row in await host.store.listed(MOST_LISTED):
        if row.id in host.broken:
            continue
        if not host.compiled.is_ready(key := key_in(row)):  # nobody could sit down yet, and the list does not wait for a compiler
            if key != row.game:
                host.compiled.want(key)  # an expansion, which is not compiled before
            continue
        try:
            room = await host.get(row.id, visit=False)
        except GameError:
            continue
        players = seat_infos(room.table, room.seats_online)
        free = sum(seat.kind == "open" and not seat.joined for seat in players)
        tables.append(a.ListedTable(row.id, row.game, room.table.status, row.created, len(players), free, players))
    return tables


@post("/api/tables", tags=["tables"], **SHARED)
async def create_table(data: JSONBody[r.NewTable], host: TheHost, limits: TheLimits, address: Address) -> a.MadeTable:
    """Make a table. Only this answer holds the secrets of the seats."""
    limits.take(address, "tables")
    return await make_table(host, data)


@get("/api/tables/{table:str}", tags=["tables"], **WATCH)
async def get_table(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None, language: LanguageQuery = "en") -> m.TableMessage:
    """The whole table as you see it: with a seat's secret its own view, without one what everybody sees."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization), language)
    shown = actor.seat(seat, room.table.to_move) if actor.seats else None
    return whole_table(room, actor, shown, host.time())


@get("/api/tables/{table:str}/glance", tags=["tables"], **WATCH)
async def glance(table: TableId, host: TheHost, authorization: Bearer = None) -> a.TableGlance:
    """A table in short, for a list of one's tables: with a seat's secret its own view, else what everybody sees. It does not count as a visit."""
    room = await host.get(table, visit=False)
    you = room.table.seats_of(token_of(authorization))
    view = room.views.view(you[0] if len(you) == 1 else None)
    short = None if view is None else msgspec.structs.replace(view, legal=[], log=[], movers=[])
    now, seats = room.table, seat_infos(room.table, room.seats_online)
    return a.TableGlance(table, now.spec.name, now.status, seats, you, short, end_info(now), now.rematch, rematch_places(now))


@delete("/api/tables/{table:str}", tags=["tables"], **SEAT)
async def delete_table(table: TableId, host: TheHost, authorization: Bearer = None) -> None:
    """Delete a table with its game and all that was said, for good. Needs the secret `owner` that its maker got, or that of a seat `here`.

    Not while other people play: then when the game is over.
    """
    await deletion.delete_table(host, await host.get(table), token_of(authorization))


@post("/api/tables/{table:str}/seats/{place:int}/link", tags=["tables"], **SEAT)
async def new_link(table: TableId, place: SeatPath, host: TheHost, authorization: Bearer = None) -> a.MadeLink:
    """Give a seat a new link in place of a lost one; the one before opens it no longer, and everybody is shown that it was replaced.

    Needs the secret `owner` that the table's maker got. Only while the seat's player has been gone for a minute, or has not sat down yet.
    """
    return await give_link(host, await host.get(table), place, token_of(authorization))


@get("/api/tables/{table:str}/log", tags=["tables"], **WATCH)
async def get_log(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None, language: LanguageQuery = "en") -> list[list[str]]:
    """What happened at each ply in sentences, as `log` of the table, with the names that the players have now."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization), language)
    return room.views.log(actor.seat(seat, room.table.to_move) if actor.seats else None, language)


@get("/api/tables/{table:str}/chat", tags=["tables"], **WATCH)
async def get_chat(table: TableId, host: TheHost, before: LineQuery = None) -> a.ChatPage:
    """Up to fifty lines of chat before the line of this number; without a number, the last ones."""
    room = await host.get(table)
    return chat_page(room.table, len(room.table.chat) if before is None else before)


@delete("/api/tables/{table:str}/chat", tags=["tables"], **SEAT)
async def clear_chat(table: TableId, host: TheHost, authorization: Bearer = None) -> None:
    """Delete what was said at a table, for good. Needs the secret `owner`, or that of a seat `here`."""
    await deletion.clear_chat(host, await host.get(table), token_of(authorization))


@get("/api/tables/{table:str}/picture.svg", tags=["tables"], media_type="image/svg+xml", **WATCH)
async def picture(
    table: TableId,
    host: TheHost,
    authorization: Bearer = None,
    seat: SeatQuery = None,
    language: LanguageQuery = "en",
    theme: ThemeQuery = "light",
    look: LookQuery = "isometric",
    ply: PlyQuery = None,
    known: KnownPicture = None,
) -> Response[bytes]:
    """The picture of your view, now or after so many plies. `If-None-Match` with the `ETag` of the last one: 304 if it is still the same."""
    assert theme in THEMES
    assert look in LOOKS
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization), language)
    game: Game | None = room.table.game
    if game is None:
        raise Refused("table.waiting")
    if ply is None:
        shown = actor.seat(seat, room.table.to_move) if actor.seats else None
    else:
        history.check_ply(game, ply)
        shown, game = history.whose_view(room.table, actor.seats, seat), history.game_at(game, ply)
    if not room.table.head.live_scores and room.table.status != "over":
        raise Refused("table.no_scores")  # a picture shows them
    view = covered(room.table, game, game.typed_view(shown))
    key, draw = key_of(__version__, encode(view), theme, look, language), game.spec.module("pictures.draw").svg
    headers = {"ETag": f'"{key}"', "Cache-Control": "private, no-cache"}
    if known is not None and headers["ETag"] in known:
        return Response(b"", status_code=304, headers=headers, media_type="image/svg+xml")
    drawn = await host.pictures.get(key, lambda: str(draw(view, theme=theme, look=look, language=language)))
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@get("/api/tables/{table:str}/record", tags=["tables"], **WATCH)
async def record(table: TableId, host: TheHost) -> dict[str, Any]:
    """The record of a finished game, with the proof of its deal; of a running one, what a spectator sees."""
    room = await host.get(table)
    if room.table.status == "over" and room.table.game is not None:
        return room.table.record()
    names = [seat.name for seat in room.table.seats]
    seen = a.SpectatorRecord(room.table.id, room.table.spec.name, room.table.status, room.table.head.commitment, names, room.views.view(None))
    return {name: getattr(seen, name) for name in seen.__struct_fields__}


@get("/api/tables/{table:str}/stream", tags=["streams"], media_type=NDJSON, **WATCH)
async def stream(table: TableId, host: TheHost, limits: TheLimits, address: Address, authorization: Bearer = None, language: LanguageQuery = "en") -> Stream:
    """Everything that happens at the table, one JSON object a line: `gameFull`, then `gameState` and `chatLine`; an empty line now and then keeps it alive."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization), language)
    return Stream(game_stream(host, room, actor, limits, address), media_type=NDJSON)


HANDLERS = [list_tables, create_table, get_table, glance, delete_table, new_link, get_log, get_chat, clear_chat, picture, record, stream]
