"""Routes: what one does at a table. One route for each action of `actions.py`, made from the same request as on a socket."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.actions import BUCKETS
from ziggurat.server.forwarding import carry_out
from ziggurat.server.host import Host
from ziggurat.server.web.limits import Limits
from ziggurat.server.web.parameters import SEAT, WATCH, Address, Bearer, LanguageQuery, SeatQuery, TableId, TheHost, TheLimits, token_of


@dataclass(frozen=True)
class ActionRoute:
    """A request as a route: its last part of the path, its name and text in the OpenAPI description, and what it answers."""

    path: str
    request: type[r.Request]
    name: str
    about: str
    answer: type[msgspec.Struct] = m.DoneMessage
    status: int = 201
    speaks: bool = False
    """Whether the answer holds sentences, so that the query names their language."""
    needs_secret: bool = True

    @property
    def body(self) -> type[msgspec.Struct] | None:
        """The fields of the request that its body holds: all but `id`, which only a socket needs. None: nothing but `seat`, which the query holds."""
        fields = [(field.name, field.type, field) for field in msgspec.structs.fields(self.request) if field.name != "id"]
        if [name for name, _, _ in fields] == ["seat"]:
            return None
        made = [(name, hint, msgspec.field(default=field.default)) if not field.required else (name, hint) for name, hint, field in fields]
        return msgspec.defstruct(f"{self.request.__name__}Body", made, bases=(r.Strict,), kw_only=True, namespace={"__doc__": self.request.__doc__})


ROUTES = [
    ActionRoute(
        "join",
        r.Join,
        "join",
        "Sit down: on the seat of your secret or account, or, without one, on an open seat; then the answer holds your secret.",
        needs_secret=False,
    ),
    ActionRoute("play", r.Play, "play", "Take a decision. It is durable when this answers. The same one again is not taken twice: the answer says `repeated`."),
    ActionRoute("chat", r.Chat, "chat", "Say something to the table."),
    ActionRoute("undo", r.Undo, "undo", "Take back your last decision: at once where it is free, else this asks the others (`asked`)."),
    ActionRoute("answer", r.Answer, "answer", "Say yes or no to what another seat asks; no to your own offer takes it back."),
    ActionRoute("rematch", r.Rematch, "rematch", "Ask to play again, when the game is over."),
    ActionRoute("take-over", r.TakeOver, "take_over", "Let the stand-in of the table play for a seat that has been gone for a minute, or for your own."),
    ActionRoute("name", r.Rename, "rename", "Have another name."),
    ActionRoute("abandon", r.Abandon, "abandon", "Ask to stop without a result."),
    ActionRoute("resign", r.Resign, "resign", "Give up."),
    ActionRoute("leave", r.Leave, "leave", "Go away: the stand-in of the table plays until you return."),
    ActionRoute("return", r.Return, "come_back", "Be back and have your seat again."),
    ActionRoute(
        "hint",
        r.Hint,
        "hint",
        "Advice for the seat to move, where the table allows it, in three steps: where to look, a good move, why.",
        m.HintMessage,
        speaks=True,
    ),
    ActionRoute(
        "lens",
        r.Lens,
        "lens",
        "What a move would do: whether it can be played, what it brings, what the game says of it. Nothing is played.",
        m.LensMessage,
        status=200,
        speaks=True,
    ),
    ActionRoute(
        "ahead",
        r.Ahead,
        "ahead",
        "While another seat is to move: the moves that you would have if it were your turn now, on what you see. Nothing is played.",
        m.AheadMessage,
        status=200,
    ),
    ActionRoute(
        "coach",
        r.Coach,
        "coach",
        "What a move would cost against the best one, for somebody who plays against bots only where hints are allowed. Nothing is played.",
        m.CoachMessage,
        status=200,
        speaks=True,
    ),
    ActionRoute(
        "why",
        r.Why,
        "why",
        "Why a bot decided as it did, as far as you can see, where you play against bots only and hints are allowed.",
        m.WhyMessage,
        status=200,
        speaks=True,
    ),
]


def handler_of(route: ActionRoute) -> HTTPRouteHandler:
    """Make the handler of a route: its signature says what the request holds."""
    body = route.body

    async def with_body(table: TableId, data: Any, host: TheHost, limits: TheLimits, address: Address, authorization: Bearer = None) -> Any:
        await take_limit(route.request, host, limits, address, table)
        return await act(host, table, authorization, route.request(**msgspec.structs.asdict(data)))

    async def with_language(
        table: TableId, data: Any, host: TheHost, limits: TheLimits, address: Address, authorization: Bearer = None, language: LanguageQuery = "en"
    ) -> Any:
        await take_limit(route.request, host, limits, address, table)
        return await act(host, table, authorization, route.request(**msgspec.structs.asdict(data)), language)

    async def without_body(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None) -> Any:
        return await act(host, table, authorization, route.request(seat=seat))

    handler: Any = without_body if body is None else with_language if route.speaks else with_body
    if body is not None:
        json_body: Any = JSONBody
        handler.__annotations__["data"] = json_body[body]
    handler.__annotations__["return"] = route.answer
    handler.__name__, handler.__doc__ = route.name, route.about
    how = SEAT if route.needs_secret else WATCH
    return post(f"/api/tables/{{table:str}}/{route.path}", tags=["playing"], status_code=route.status, **how)(handler)


async def take_limit(request: type[r.Request], host: Host, limits: Limits, address: str, table: str) -> None:
    """Count a request that has a bucket of its own; a further step of a hint that is known costs nothing."""
    bucket = BUCKETS.get(request)
    if bucket and not (request is r.Hint and (await host.get(table)).hints.is_known):
        limits.take(address, bucket)


async def act(host: Host, table: str, header: str | None, request: r.Request, language: str = "en") -> Any:
    """Carry out a request as the holder of a secret."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(header), language)
    return await carry_out(host, room, actor, request)


HANDLERS = [handler_of(route) for route in ROUTES]
