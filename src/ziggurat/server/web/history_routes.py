"""The past over HTTP: a moment of a game, and records opened as tables."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from ziggurat.server import messages as m
from ziggurat.server.show import history
from ziggurat.server.web.http import SHARED, WATCH, Address, Bearer, LanguageQuery, SeatQuery, TableId, TheHost, TheLimits, token_of

LARGEST_RECORD = 256_000
PlyPath = Annotated[int, PathParameter(ge=0, le=10_000, description="How many decisions were taken; 0 is the deal.")]


@get("/api/tables/{table:str}/plies/{ply:int}", tags=["tables"], **WATCH)
async def moment(table: TableId, ply: PlyPath, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None, language: LanguageQuery = "en") -> m.Moment:
    """The table after so many plies, as you saw it then: your seat's view, or what all share. When the game is over, `seat` may be anyone's."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization), language)
    return history.moment(room.table, ply, history.whose_view(room.table, actor.seats, seat), language)


@post("/api/records", tags=["tables"], request_max_body_size=LARGEST_RECORD, **SHARED)
async def open_record(data: JSONBody[m.NewRecord], host: TheHost, limits: TheLimits, address: Address) -> m.MadeRecord:
    """Open a record as a table that is over: to look at, to export, to take up again. A broken one is refused with the place and the reason."""
    limits.take(address, "tables")
    return await host.open_record(data.record)


HANDLERS = [moment, open_record]
