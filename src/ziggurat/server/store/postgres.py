"""Rooms in PostgreSQL, which several processes share: each room has one owner at a time, the process that holds its lease.

Appends go through one writer (`postgres_writer.py`); everything else uses a few connections in turn, and is tried again while the database restarts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import psycopg

from ziggurat.server.places import shown
from ziggurat.server.store import postgres_backup, postgres_leases
from ziggurat.server.store.postgres_connections import Connection, Connections, Work, connect, drop
from ziggurat.server.store.postgres_schema import migrate
from ziggurat.server.store.postgres_writer import Writer, numbers
from ziggurat.server.store.store import Account, Conflict, Lease, Row, StoredReview, StoreError

LEASE_SECONDS = 6.0
LATEST = 2**62  # later than every time
FAILED_SECONDS = 10.0  # how long the store does not report itself ready after a failed write
ROOM = "select id, game, status, listed, created, touched, wake, head from room "
CREATE = """
    with made as (insert into room(id, game, status, listed, created, touched, wake, head)
        values (%(id)s, %(game)s, %(status)s, %(listed)s, %(created)s, %(touched)s, %(wake)s, %(head)b)),
    leased as (insert into lease(room, owner, events) values (%(id)s, 'new', %(count)s)),
    written as (insert into event select %(id)s, place - 1, body from unnest(%(events)b::bytea[]) with ordinality as given(body, place))
    insert into player select account, %(id)s from unnest(%(accounts)s::text[]) as given(account) on conflict do nothing"""
PULSE_GAP = "interval '5 seconds'"  # for longer, no server was alive: the host's clock stood still
SINCE = f"""case when clock_timestamp() - pulse.written between interval '0' and {PULSE_GAP}
    then (1000 * extract(epoch from clock_timestamp() - pulse.written))::bigint else 0 end"""
PULSE = f"""
    insert into pulse values (1, %s, clock_timestamp())
    on conflict (one) do update set at = greatest(excluded.at, pulse.at + {SINCE}), written = clock_timestamp() returning at"""  # noqa: S608 - as above
SAVE_REVIEW = """
    with held as (select id from room where id = %s for share)
    insert into review select id, %s, %s, %s, %b from held on conflict (room) do update
    set version = excluded.version, complete = excluded.complete, at = excluded.at, body = excluded.body"""  # a room that is being removed takes it along
SAVE_ACCOUNT = """
    insert into account values (%s, %s, %s, %s, %s) on conflict (id) do update
    set name = excluded.name, token_hash = excluded.token_hash, created = excluded.created, hook = excluded.hook"""


def prepare_database(url: str) -> None:
    """Make the tables of a database, or bring them up to date, before a server starts; raises StoreError where it cannot be used."""

    async def prepare() -> None:
        store = PostgresStore(url)
        await store.open()
        await store.close()

    asyncio.run(prepare())


class PostgresStore:
    """The store of many processes."""

    def __init__(self, url: str, *, lease_seconds: float = LEASE_SECONDS) -> None:
        self.url = url
        self.lease_seconds = lease_seconds
        self._connections = Connections(url)
        self._writer = Writer(url, lease_seconds)
        self._is_open = False

    @property
    def batches(self) -> int:
        """Transactions of appends, each with a sync of its own."""
        return self._writer.batches

    @property
    def writes(self) -> int:
        """Acknowledged appends."""
        return self._writer.writes

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises StoreError where the database cannot be used."""
        try:
            connection = await connect(self.url)
        except (psycopg.Error, OSError) as error:
            raise StoreError(f"cannot use the database {shown(self.url)}: {first_line(error)}") from None
        try:
            await migrate(connection)
        except psycopg.Error as error:
            raise StoreError(f"cannot use the database {shown(self.url)}: {first_line(error)}") from None
        finally:
            await drop(connection)
        self._writer.start()
        self._is_open = True

    async def close(self) -> None:
        """Write what is waiting, and disconnect."""
        if self._is_open:
            self._is_open = False
            await self._writer.close()
        await self._connections.close()

    async def _rows(self, query: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        """Run a statement that may be repeated; its rows."""

        async def work(connection: Connection) -> list[tuple[Any, ...]]:
            cursor = await connection.execute(query, values)
            return [] if cursor.description is None else await cursor.fetchall()

        return await self._connections.run(work)

    # --- rooms -------------------------------------------------------------------------------------------------------

    async def create(self, row: Row, events: Sequence[bytes] = (), *, accounts: Sequence[str] = ()) -> None:
        """Write a new room, in which these accounts have seats; raises Conflict if the id is taken."""
        values = {name: getattr(row, name) for name in row.__struct_fields__}
        values |= {"count": len(events), "events": list(events), "accounts": list(accounts)}
        tries = 0

        async def work(connection: Connection) -> None:
            nonlocal tries
            tries += 1
            try:
                await connection.execute(CREATE, values)
            except psycopg.errors.UniqueViolation:
                select = "select head, created from room where id = %s"
                made = await (await connection.execute(select, (row.id,))).fetchone()
                if tries == 1 or made != (row.head, row.created):  # else it is ours: the connection was lost before the answer came
                    raise Conflict(row.id) from None

        await self._connections.run(work)

    async def append(
        self, room: str, number: int, events: Sequence[bytes], *, status: str, wake: int | None, at: int, accounts: Sequence[str] = (), fence: int = 0
    ) -> None:
        """Write events `number`, `number + 1`, … of a room, all or none, durable on return; raises Conflict, Fenced if the fencing number is old.

        Without a fencing number (0) only the number of events is checked.
        """
        await self._writer.append(room, number, events, status, wake, at, accounts, fence)

    async def row(self, room: str) -> Row | None:
        """The room, or None."""
        rows = await self._rows(ROOM + "where id = %s", (room,)) if is_storable(room) else []
        return Row(*rows[0]) if rows else None

    async def events(self, room: str, since: int = 0) -> list[bytes]:
        """The events of a room from a number on."""
        return [body for (body,) in await self._rows("select body from event where room = %s and number >= %s order by number", (room, since))]

    async def listed(self, limit: int) -> list[Row]:
        """Rooms that anyone may find and that are not over, the newest first."""
        return rows_of(await self._rows(ROOM + "where listed and status <> 'over' order by created desc, id limit %s", (limit,)))

    async def rooms_of(self, account: str, limit: int) -> list[Row]:
        """Rooms in which an account has a seat and that are not over, the newest first."""
        query = ROOM + "join player on room = id where account = %s and status <> 'over' order by created desc, id limit %s"
        return rows_of(await self._rows(query, (account, limit)))

    async def rooms(self, after: str, limit: int) -> list[Row]:
        """Rooms in the order of their ids, from the one after this id on."""
        return rows_of(await self._rows(ROOM + "where id > %s order by id limit %s", (after, limit)))

    async def players(self, room: str) -> list[str]:
        """The accounts that have seats in a room, sorted."""
        return [account for (account,) in await self._rows("select account from player where room = %s order by account", (room,))]

    async def waking(self) -> list[tuple[str, int]]:
        """Every room that has a time to wake, the earliest first."""
        return [(room, wake) for room, wake in await self._rows("select id, wake from room where wake is not null order by wake, id")]

    async def touch(self, rooms: Sequence[str], at: int) -> None:
        """Note that these rooms were visited."""
        await self._rows("update room set touched = %s where id = any(%s::text[]) and touched < %s", (at, list(rooms), at))

    async def expire(self, before: int) -> list[str]:
        """Remove the rooms that were last touched before this time; returns their ids."""
        old = [room for (room,) in await self._rows("select id from room where touched < %s order by id", (before,))]
        return [room for room in old if await self._connections.run(removal(room, before))]

    async def remove(self, room: str) -> None:
        """Remove a room with all that belongs to it."""
        await self._connections.run(removal(room))

    async def rewrite(self, room: str, events: Mapping[int, bytes]) -> None:
        """Put other bodies in place of these events, all or none."""
        query = """update event set body = given.body from unnest(%s::int[], %b::bytea[]) as given(number, body)
            where event.room = %s and event.number = given.number"""
        await self._rows(query, (numbers(events), list(events.values()), room))

    async def save_review(self, room: str, review: StoredReview) -> None:
        """Write the review of a room in place of the one before; nothing where the room is gone."""
        await self._rows(SAVE_REVIEW, (room, review.version, review.complete, review.at, review.body))

    async def review(self, room: str) -> StoredReview | None:
        """The review of a room, or None."""
        rows = await self._rows("select version, complete, at, body from review where room = %s", (room,)) if is_storable(room) else []
        return StoredReview(*rows[0]) if rows else None

    # --- accounts, the pulse, copies ---------------------------------------------------------------------------------

    async def save_account(self, account: Account) -> None:
        """Write an account, new or changed."""
        await self._rows(SAVE_ACCOUNT, (account.id, account.name, account.token_hash, account.created, account.hook))

    async def account(self, *, id: str | None = None, token_hash: str | None = None) -> Account | None:  # noqa: A002
        """The account of this id or token, or None."""
        if id is not None and not is_storable(id):
            return None
        rows = await self._rows("select id, name, token_hash, created, hook from account where id = %s or token_hash = %s", (id, token_hash))
        return Account(*rows[0]) if rows else None

    async def remove_account(self, id: str) -> None:  # noqa: A002
        """Remove an account."""
        await self._rows("delete from account where id = %s", (id,))

    async def accounts(self) -> list[Account]:
        """All accounts, in the order of their ids."""
        return [Account(*row) for row in await self._rows("select id, name, token_hash, created, hook from account order by id")]

    async def pulse(self, at: int) -> int:
        """Note what the host's clock shows; returns what it shows by all servers: the most of them, and what the database has counted since the last pulse."""
        return int((await self._rows(PULSE, (at,)))[0][0])

    async def last_pulse(self) -> int | None:
        """What the host's clock shows if a server is alive, or showed when one last was."""
        rows = await self._rows(f"select at + {SINCE} from pulse")  # noqa: S608 - as above
        return int(rows[0][0]) if rows else None

    async def wall_clock(self) -> int:
        """The time of day by the clock of the database, in milliseconds."""
        return int((await self._rows("select (1000 * extract(epoch from clock_timestamp()))::bigint"))[0][0])

    async def installation(self) -> str:
        """The id of this database."""
        return str((await self._rows("select id from installation"))[0][0])

    async def probe(self) -> None:
        """Write something and make it durable; raises StoreError where that fails, or another write has just failed."""
        failed = self._writer.failed_at
        if failed is not None and time.monotonic() - failed < FAILED_SECONDS:
            raise StoreError("the server could not write something a moment ago")
        await self._rows("insert into probe values (1, clock_timestamp()) on conflict (one) do update set at = clock_timestamp()")

    async def size(self) -> int:
        """How many bytes the database takes on disk."""
        return int((await self._rows("select pg_database_size(current_database())"))[0][0])

    async def backup(self, path: Path) -> None:
        """Write a consistent copy of everything to a SQLite data file, while others go on writing."""
        connection = await connect(self.url)
        try:
            await postgres_backup.copy_to_file(connection, path)
        finally:
            await drop(connection)

    # --- leases ------------------------------------------------------------------------------------------------------

    async def claim(self, room: str, owner: str, *, force: bool = False, seen: Lease | None = None) -> Lease | None:
        """Become the owner of a room if its lease has ended, or is ours; returns the lease as it is then, or None where there is no such room."""
        return await self._connections.run(postgres_leases.claiming(room, owner, self.lease_seconds, force=force, seen=seen))

    async def claim_ended(self, rooms: Sequence[str], owner: str) -> dict[str, int]:
        """Become the owner of those rooms whose lease has ended; returns the fencing numbers of those that are ours now."""
        return dict(await self._rows(postgres_leases.CLAIM_ENDED, {"rooms": list(rooms), "owner": owner, "seconds": self.lease_seconds}))

    async def leases(self, rooms: Sequence[str]) -> dict[str, Lease]:
        """The leases of these rooms; a room that is gone is left out."""
        return {room: Lease(*lease) for room, *lease in await self._rows(postgres_leases.LEASES, (list(rooms),))}

    async def orphans(self, now: int, limit: int) -> list[str]:
        """Rooms without an owner in which a server must act by itself: the owner died, or a clock runs out within a minute."""
        return [room for (room,) in await self._rows(postgres_leases.ORPHANS, (now, now, limit))]

    async def renew(self, owner: str, fences: Mapping[str, int]) -> set[str]:
        """Renew the leases of rooms under these fencing numbers; returns those that are still ours."""
        renewed: set[str] = await self._writer.run(postgres_leases.renewing(owner, fences, self.lease_seconds))
        return renewed

    async def release(self, owner: str, fences: Mapping[str, int]) -> None:
        """Let others have these rooms at once; nobody needs to take them up by themselves."""
        await self._writer.run(postgres_leases.releasing(owner, fences, ""))

    async def abandon(self, owner: str, fences: Mapping[str, int]) -> None:
        """Let others have these rooms at once, as if the owner had died: they take them up where a server must act."""
        await self._writer.run(postgres_leases.releasing(owner, fences, owner))

    async def numbers(self, rooms: Sequence[str]) -> dict[str, int]:
        """How many events each of these rooms has; a room that is gone is left out."""
        return dict(await self._rows("select room, events from lease where room = any(%s::text[])", (list(rooms),)))


def removal(room: str, before: int = LATEST) -> Work[bool]:
    """Remove a room (if it was last touched before a time): first its lease, so that nothing is appended any more; whether it was there."""

    async def work(connection: Connection) -> bool:
        async with connection.transaction():
            first = "delete from lease where room = %s and (select touched from room where id = lease.room) < %s"
            if not (await connection.execute(first, (room, before))).rowcount:
                return False
            for query in ("delete from event where room = %s", "delete from player where room = %s", "delete from room where id = %s"):
                await connection.execute(query, (room,))
            await connection.execute("delete from review where room = %s", (room,))  # after the room: who was just writing one is done by now
        return True

    return work


def rows_of(rows: Iterable[tuple[Any, ...]]) -> list[Row]:
    """Read rows of the SQL table `room`."""
    return [Row(*row) for row in rows]


def is_storable(text: str) -> bool:
    """Whether PostgreSQL can hold a text: no zero, and nothing that is not UTF-8."""
    try:
        return "\0" not in text and bool(text.encode() or True)
    except UnicodeEncodeError:
        return False


def first_line(error: BaseException) -> str:
    """What is wrong, in one line, without what the URL holds."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
