"""Delete tables and chat for those who made the table."""

from __future__ import annotations

import logging

from ziggurat.server.host import DELETED, Host
from ziggurat.server.room import Room
from ziggurat.server.table import decide
from ziggurat.server.table import events as e

log = logging.getLogger("ziggurat.server")


async def delete_table(host: Host, room: Room, secrets: list[str]) -> None:
    """Delete a table with everything that is stored of it, for its maker; its watchers get an error and are disconnected."""
    await host.own(room)
    async with room.lock:
        decide.check_owner(room.table, secrets)
        decide.check_deletable(room.table)
        await host.store.remove(room.table.id)
        room.deleted = True
    host.reviews.forget(room.table.id)
    log.info("table deleted", extra={"table": room.table.id})
    await host.bus.publish(room.table.id, DELETED)


async def clear_chat(host: Host, room: Room, secrets: list[str]) -> None:
    """Delete what was said at a table, for its maker: from the table, and from the stored events."""
    decide.check_owner(room.table, secrets)
    await host.own(room)
    await host.change(room, lambda table, at: [e.Cleared(at)] if table.chat else [])
    stored = [e.decode(body) for body in await host.store.events(room.table.id)]
    last = max((number for number, event in enumerate(stored) if isinstance(event, e.Cleared)), default=0)
    said = {number: event for number, event in enumerate(stored[:last]) if isinstance(event, e.Said) and event.text}
    if said:
        blank = {number: e.encode(e.Said(event.at, "", "", event.seat, time=event.time)) for number, event in said.items()}
        await host.store.rewrite(room.table.id, blank)
