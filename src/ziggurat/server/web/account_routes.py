"""Routes: bot accounts, and the webhooks of accounts and seats."""

from __future__ import annotations

from litestar import delete, get, post, put
from litestar.params import JSONBody
from litestar.response import Stream

from ziggurat.server import http_answers as a
from ziggurat.server import requests as r
from ziggurat.server.secret_keys import hash_of, new_secret
from ziggurat.server.show.views import encode
from ziggurat.server.store.store import Account
from ziggurat.server.table import decide
from ziggurat.server.table.decide import clean_name
from ziggurat.server.web.parameters import MOST_LISTED, NDJSON, SEAT, SHARED, Address, Bearer, SeatQuery, TableId, TheHost, TheLimits, own_account, token_of
from ziggurat.server.web.stream import account_stream
from ziggurat.server.webhooks import Hook, decode_hook


@post("/api/accounts", tags=["bots"], **SHARED)
async def create_account(data: JSONBody[r.NewAccount], host: TheHost, limits: TheLimits, address: Address) -> a.MadeAccount:
    """Make a bot account. Only this answer holds the token."""
    limits.take(address, "accounts")
    token, id_ = new_secret(), hash_of(new_secret())[:12]
    name = clean_name(data.name, "bot")
    await host.store.save_account(Account(id_, name, hash_of(token), host.clock()))
    return a.MadeAccount(id_, name, token)


@get("/api/account", tags=["bots"], **SEAT)
async def account(host: TheHost, authorization: Bearer = None) -> a.AccountInfo:
    """Your account and its tables."""
    own = await own_account(host, authorization)
    tables = [row.id for row in await host.store.rooms_of(own.id, MOST_LISTED)]
    return a.AccountInfo(own.id, own.name, tables, decode_hook(own.hook).url if own.hook else "")


@delete("/api/account", tags=["bots"], **SEAT)
async def remove_account(host: TheHost, authorization: Bearer = None) -> None:
    """Remove your account."""
    own = await own_account(host, authorization)
    await host.store.remove_account(own.id)


@get("/api/account/stream", tags=["streams"], media_type=NDJSON, **SEAT)
async def events(host: TheHost, limits: TheLimits, address: Address, authorization: Bearer = None) -> Stream:
    """What concerns your account, one JSON object a line: `gameStart` for each table you play at, `challenge` for each that asks you to join."""
    own = await own_account(host, authorization)
    return Stream(account_stream(host, own, limits, address), media_type=NDJSON)


@put("/api/account/webhook", tags=["bots"], **SEAT)
async def hook_account(data: JSONBody[r.NewHook], host: TheHost, authorization: Bearer = None) -> a.MadeHook:
    """Get a signed POST for every turn of your account."""
    own = await own_account(host, authorization)
    await host.hooks.check(data.url)
    made = Hook(data.url, new_secret())
    await host.store.save_account(Account(own.id, own.name, own.token_hash, own.created, encode(made)))
    return a.MadeHook(made.url, made.key)


@delete("/api/account/webhook", tags=["bots"], **SEAT)
async def unhook_account(host: TheHost, authorization: Bearer = None) -> None:
    """Remove the webhook of your account."""
    own = await own_account(host, authorization)
    await host.store.save_account(Account(own.id, own.name, own.token_hash, own.created))


@put("/api/tables/{table:str}/webhook", tags=["bots"], **SEAT)
async def hook_seat(table: TableId, data: JSONBody[r.NewHook], host: TheHost, authorization: Bearer = None, seat: SeatQuery = None) -> a.MadeHook:
    """Get a signed POST for every turn of your seat."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization))
    actor.seat(seat)  # refuses those who have none before their address is looked up
    await host.hooks.check(data.url)
    key = new_secret()
    await host.own(room)
    await host.change(room, lambda table, at: decide.hook(table, actor.seat(seat), data.url, key, at))
    return a.MadeHook(data.url, key)


@delete("/api/tables/{table:str}/webhook", tags=["bots"], **SEAT)
async def unhook_seat(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None) -> None:
    """Remove the webhook of your seat."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization))
    await host.own(room)
    await host.change(room, lambda table, at: decide.hook(table, actor.seat(seat), "", "", at))


HANDLERS = [create_account, account, remove_account, events, hook_account, unhook_account, hook_seat, unhook_seat]
