"""Routes: a game at an earlier ply, and records opened as tables."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from ziggurat.server import http_answers as a
from ziggurat.server import make_table
from ziggurat.server import requests as r
from ziggurat.server.show import history
from ziggurat.server.web.parameters import SHARED, WATCH, Address, Bearer, LanguageQuery, SeatQuery, TableId, TheHost, TheLimits, token_of

LARGEST_RECORD = 256_000
PlyPath = Annotated[int, PathParameter(ge=0, le=10_000, description="How many decisions were taken; 0 is the deal.")]


@get("/api/tables/{table:str}/plies/{ply:int}", tags=["tables"], **WATCH)
async def moment(table: TableId, ply: PlyPath, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None, language: LanguageQuery = "en") -> a.Moment:
    """The table after so many plies, as you saw it then: your seat's view, or what all share. When the game is over, `seat` may be anyone's."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization), language)
    return history.moment(room.table, ply, history.whose_view(room.table, actor.seats, seat), language)


@post("/api/records", tags=["tables"], request_max_body_size=LARGEST_RECORD, **SHARED)
async def open_record(data: JSONBody[r.NewRecord], host: TheHost, limits: TheLimits, address: Address) -> a.MadeRecord:
    """Open a record as a table that is over: to look at, to export, to go on from. A broken one is refused with the place and the reason."""
    limits.take(address, "tables")
    return await make_table.open_record(host, data.record)


HANDLERS = [moment, open_record]
