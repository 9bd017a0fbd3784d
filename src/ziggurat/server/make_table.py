"""Make tables: new ones, those that go on from a ply of a finished game, and those that show a record."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from ziggurat.game import Game
from ziggurat.registry import key_of
from ziggurat.server import http_answers as a
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused
from ziggurat.server.room import Room
from ziggurat.server.secret_keys import hash_of, new_id, new_secret
from ziggurat.server.show import history
from ziggurat.server.table import decide, new_table
from ziggurat.server.table import events as e
from ziggurat.server.table.table import Table

log = logging.getLogger("ziggurat.server")


async def make_table(host: Host, new: r.NewTable, *, deal: dict[str, Any] | None = None) -> a.MadeTable:
    """Make a new table; only this answer holds the secrets of its seats."""
    id_ = new_id()
    fork = None
    if new.from_ is not None:
        source = (await host.get(new.from_.table)).table
        fork, deal = history.fork(source, new)
        new = msgspec.structs.replace(new, options=source.head.options)
    head, secrets = new_table.make_head(new, id_, host.bots.check, deal, fork)
    owner = new_secret()
    head.owner = hash_of(owner)
    await host.compiled.wait(key_of(head.game, head.options))
    for seat in new.seats:
        if seat.kind == "account" and await host.store.account(id=seat.account) is None:
            raise Refused("account.unknown", account=seat.account)
    Game(Table(id_, head).spec, head.options, seed="check")  # refuses impossible options now, not when the last player sits down
    now = host.clock()
    await host.add_table(id_, head, new_table.first_events(new, head, id_, now), now)
    METRICS.tables_made += 1
    log.info("table made", extra={"table": id_, "game": head.game, "seats": len(head.seats)})
    order = host.rooms[id_].table.order or range(len(secrets))  # the game may have started, and a lot been drawn
    seats = [a.MadeSeat(place, head.seats[before].kind, secrets[before], link_of(id_, secrets[before])) for place, before in enumerate(order)]
    return a.MadeTable(id_, head.commitment, f"/table/{id_}", seats, owner)


async def give_link(host: Host, room: Room, seat: int, owner: list[str]) -> a.MadeLink:
    """Give a seat a new link in place of a lost one; only this answer holds its secret."""
    secret = new_secret()
    await host.own(room)
    await host.change(room, lambda table, at: decide.give_link(table, seat, hash_of(secret), at, owner=owner, gone=room.is_gone(seat, host.time())))
    return a.MadeLink(seat, secret, link_of(room.table.id, secret))


def link_of(table: str, secret: str) -> str:
    """The page that opens a seat, or that shows the table where a seat has no secret."""
    return f"/table/{table}#{secret}" if secret else f"/table/{table}"


async def open_record(host: Host, given: dict[str, Any] | str) -> a.MadeRecord:
    """Make a table that shows a record: it is over from the start."""
    record, id_, now = history.read_record(given), new_id(), host.clock()
    await host.compiled.wait(key_of(str(record.get("game")), record.get("options")))
    head, owner = history.record_head(record), new_secret()
    head.owner = hash_of(owner)
    await host.add_table(id_, head, [e.Opened(now)], now)
    METRICS.tables_made += 1
    log.info("record opened", extra={"table": id_, "game": head.game})
    return a.MadeRecord(id_, f"/table/{id_}", head.game, host.rooms[id_].table.ply, owner)
