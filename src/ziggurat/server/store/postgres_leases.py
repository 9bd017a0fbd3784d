"""Who owns a room, as statements of PostgreSQL: each is one conditional statement, and no lock is held between two.

Times are those of the database (`clock_timestamp()`), never of a server. If the clock of the database is set back, leases would last too long: so a process
may also claim a room whose lease nobody has renewed while it watched (`seen`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ziggurat.server.store.postgres_connections import Connection, Work
from ziggurat.server.store.postgres_writer import numbers
from ziggurat.server.store.store import Lease

MICROSECONDS = "case when until = '-infinity' then 0 else (1000000 * extract(epoch from until))::bigint end"
SHOWN = f"""owner, fence, case when until = '-infinity' then 0 else (1000 * extract(epoch from until - clock_timestamp()))::bigint end,
    {MICROSECONDS}"""
CLAIM = f"""
    update lease set owner = %(owner)s, until = clock_timestamp() + make_interval(secs => %(seconds)s),
        fence = case when owner = %(owner)s and until > clock_timestamp() then fence else fence + 1 end
    where room = %(room)s and (owner = %(owner)s or until <= clock_timestamp() or %(force)s or (fence = %(fence)s and {MICROSECONDS} = %(until)s))
    returning {SHOWN}"""  # noqa: S608 - nothing of it comes from outside
LOOK = f"select {SHOWN} from lease where room = %(room)s"  # noqa: S608 - as above
LEASES = f"select room, {SHOWN} from lease where room = any(%s::text[])"  # noqa: S608 - as above
CLAIM_ENDED = """
    with ended as (select room from lease where room = any(%(rooms)s::text[]) and until <= clock_timestamp() order by room for update skip locked)
    update lease set owner = %(owner)s, until = clock_timestamp() + make_interval(secs => %(seconds)s), fence = fence + 1
    from ended where lease.room = ended.room and lease.until <= clock_timestamp() returning lease.room, lease.fence"""
ORPHANS = """
    select id from room join lease on lease.room = room.id
    where wake is not null and until <= clock_timestamp() and (owner <> '' or (wake > %s and wake <= %s + 60000)) order by wake, id limit %s"""
RENEW = """
    update lease set until = clock_timestamp() + make_interval(secs => %(seconds)s)
    from unnest(%(rooms)s::text[], %(fences)s::bigint[]) as given(room, fence)
    where lease.room = given.room and lease.fence = given.fence and lease.owner = %(owner)s returning lease.room"""
RELEASE = """
    update lease set owner = %(left)s, until = '-infinity' from unnest(%(rooms)s::text[], %(fences)s::bigint[]) as given(room, fence)
    where lease.room = given.room and lease.fence = given.fence and lease.owner = %(owner)s"""


def claiming(room: str, owner: str, seconds: float, *, force: bool, seen: Lease | None) -> Work[Lease | None]:
    """Become the owner, if that is possible; the lease as it is then."""
    values: dict[str, Any] = {"room": room, "owner": owner, "seconds": seconds, "force": force}
    values |= {"fence": seen.fence if seen else -1, "until": seen.until if seen else -1}

    async def work(connection: Connection) -> Lease | None:
        row = await (await connection.execute(CLAIM, values)).fetchone()
        if row is None:
            row = await (await connection.execute(LOOK, values)).fetchone()
        return Lease(*row) if row else None

    return work


def renewing(owner: str, fences: Mapping[str, int], seconds: float) -> Work[set[str]]:
    """Renew leases; those that are still ours."""
    values = {"owner": owner, "rooms": list(fences), "fences": numbers(fences.values()), "seconds": seconds}

    async def work(connection: Connection) -> set[str]:
        return {room for (room,) in await (await connection.execute(RENEW, values)).fetchall()}

    return work


def releasing(owner: str, fences: Mapping[str, int], left: str) -> Work[None]:
    """Give rooms back; `left` stays as their owner."""
    values = {"owner": owner, "rooms": list(fences), "fences": numbers(fences.values()), "left": left}

    async def work(connection: Connection) -> None:
        await connection.execute(RELEASE, values)

    return work
