"""The past over HTTP: a moment of a game, and records opened as tables."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from ziggurat.server import messages as m
from ziggurat.server import moments
from ziggurat.server.http import SHARED, WATCH, Address, Bearer, LanguageQuery, SeatQuery, TableId, TheHouse, TheLimits, token_of

LARGEST_RECORD = 256_000
PlyPath = Annotated[int, PathParameter(ge=0, le=10_000, description="How many decisions were taken; 0 is the deal.")]


@get("/api/tables/{table:str}/plies/{ply:int}", tags=["tables"], **WATCH)
async def moment(
    table: TableId, ply: PlyPath, house: TheHouse, authorization: Bearer = None, seat: SeatQuery = None, language: LanguageQuery = "en"
) -> m.Moment:
    """The table after so many plies, as you saw it then: your seat's view, or what all share. When the game is over, `seat` may be anyone's."""
    room = await house.get(table)
    actor = await house.actor(room, token_of(authorization), language)
    return moments.moment(room.table, ply, moments.whose_view(room.table, actor.seats, seat), language)


@post("/api/records", tags=["tables"], request_max_body_size=LARGEST_RECORD, **SHARED)
async def open_record(data: JSONBody[m.NewRecord], house: TheHouse, limits: TheLimits, address: Address) -> m.MadeRecord:
    """Open a record as a table that is over: to look at, to export, to take up again. A broken one is refused with the place and the reason."""
    limits.take(address, "tables")
    return await house.open_record(data.record)


HANDLERS = [moment, open_record]
