"""What the routes share: dependencies, parameters, the errors of the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, PathParameter, QueryParameter

from ziggurat.server import http_answers as a
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.refused import Refused
from ziggurat.server.store.store import Account
from ziggurat.server.web.limits import Limits

MOST_LISTED = 100
NDJSON = "application/x-ndjson"
REFUSALS = {
    400: "The request is wrong.",
    401: "A token is needed.",
    403: "This is not yours to do.",
    404: "There is no such thing.",
    405: "Not in this way.",
    409: "The table does not allow this now.",
    413: "Too large.",
    421: "The server does not go by this name.",
    429: "Too often from your address.",
    503: "The server cannot write: try again.",
}
RESPONSES = {status: ResponseSpec(a.ErrorAnswer, description=text, generate_examples=False) for status, text in REFUSALS.items()}
SHARED: dict[str, Any] = {"responses": RESPONSES}
SEAT: dict[str, Any] = SHARED | {"security": [{"secret": []}]}
WATCH: dict[str, Any] = SHARED | {"security": [{}, {"secret": []}]}

TheHost = NamedDependency[Host]
TheLimits = NamedDependency[Limits]
Address = NamedDependency[str]
ThemeQuery = Annotated[Literal["light", "dark"], QueryParameter(name="theme")]
LookQuery = Annotated[Literal["isometric", "top"], QueryParameter(name="look")]
TableId = Annotated[str, PathParameter(max_length=40, description="The id of the table, as in its public link.")]
Bearer = Annotated[str | None, HeaderParameter(name="Authorization", required=False, include_in_schema=False, max_length=200)]
KnownPicture = Annotated[str | None, HeaderParameter(name="If-None-Match", required=False, include_in_schema=False, max_length=200)]
PlyQuery = Annotated[int | None, QueryParameter(ge=0, le=10_000, description="After so many decisions; without it, now.")]
LineQuery = Annotated[int | None, QueryParameter(name="before", ge=0, le=1_000_000, required=False, description="The number of a line; 0 is the first.")]
SeatPath = Annotated[int, PathParameter(ge=0, lt=r.MAX_SEATS, description="The number of the seat.")]
SeatQuery = Annotated[
    int | None, QueryParameter(name="seat", ge=0, lt=r.MAX_SEATS, required=False, description="Which of your seats; needed only with several.")
]
WantQuery = Annotated[str | None, QueryParameter(name="want", max_length=40, required=False, description="The game that you are about to play.")]
LanguageQuery = Annotated[Literal["en", "fr"], QueryParameter(name="language", description="The language of `log`.")]


def token_of(header: str | None) -> list[str]:
    """Read the secret or token of `Authorization: Bearer …`."""
    if not header:
        return []
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refused("secret.scheme")
    return [token.strip()]


async def own_account(host: Host, header: str | None) -> Account:
    """The account that the token opens; raises Refused where it opens none."""
    for token in token_of(header):
        if (account := await host.account_of(token)) is not None:
            return account
    raise Refused("account.token")
