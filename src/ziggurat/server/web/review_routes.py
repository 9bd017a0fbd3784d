"""Routes: the review of a finished game, and another move tried in it."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody

from ziggurat.search.review_types import ReviewReport, TryReport
from ziggurat.server import requests as r
from ziggurat.server.web.parameters import RESPONSES, SHARED, Address, LanguageQuery, TableId, TheHost, TheLimits

ANSWERS = {
    200: ResponseSpec(ReviewReport, description="The whole review.", generate_examples=False),
    202: ResponseSpec(ReviewReport, description="The review is being made: as far as it goes.", generate_examples=False),
}


@get("/api/tables/{table:str}/review", tags=["tables"], media_type="application/json", responses=RESPONSES | ANSWERS)
async def review(table: TableId, host: TheHost, limits: TheLimits, address: Address) -> Response[bytes]:
    """The review of a finished game, or of an opened record. The first request begins it; until it is complete the status is 202, and the body what is there.

    A running game cannot be reviewed.
    """
    room = await host.get(table)
    body, complete = await host.reviews.get(room.table, lambda: limits.take(address, "reviews"))
    return Response(body, status_code=200 if complete else 202, media_type="application/json", headers={"Cache-Control": "private, no-cache"})


@post("/api/tables/{table:str}/review/try", status_code=200, tags=["tables"], **SHARED)
async def try_again(table: TableId, data: JSONBody[r.NewTry], host: TheHost, limits: TheLimits, address: Address, language: LanguageQuery = "en") -> TryReport:
    """What the engine thinks of another move at a moment of a finished game: against the best one, and against the one played."""
    room = await host.get(table)
    limits.take(address, "hints")
    return await host.reviews.judge(room.table, data, language)


HANDLERS = [review, try_again]
