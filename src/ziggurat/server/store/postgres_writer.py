"""Group commit: all appends that wait are one statement, one transaction and one sync of the database.

The statement moves the lease row of each room on, if number and fence are right, and inserts the events of the rooms that were moved: nothing is locked
between statements. If the connection is lost meanwhile, nobody knows whether the batch is there: the writer connects again and looks.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import psycopg

from ziggurat.server.metrics import METRICS
from ziggurat.server.store.postgres_connections import LOST, PAUSE, TRY_SECONDS, Connection, Work, bounded, connect, drop
from ziggurat.server.store.store import Conflict, Fenced, StoreError, Unsure

log = logging.getLogger("ziggurat.server")
MOST_IN_A_BATCH = 256
TOUCH_MS = 60_000  # the least time between two updates of when a room was visited
WRITE = """
    with given as materialized (
        select * from unnest(%(rooms)s::text[], %(fences)s::bigint[], %(numbers)s::int[], %(counts)s::int[], %(statuses)s::text[], %(wakes)s::bigint[],
            %(times)s::bigint[]) as given(room, fence, number, many, status, wake, at)),
    moved as (
        update lease set events = lease.events + given.many,
            until = case when given.fence = 0 then lease.until else clock_timestamp() + make_interval(secs => %(seconds)s) end
        from given where lease.room = given.room and lease.events = given.number and (given.fence = 0 or lease.fence = given.fence)
        returning lease.room),
    written as (
        insert into event select body.room, body.number, body.body
        from unnest(%(body_rooms)s::text[], %(body_numbers)s::int[], %(bodies)b::bytea[]) as body(room, number, body) join moved on moved.room = body.room),
    seated as (
        insert into player select account.id, account.room from unnest(%(accounts)s::text[], %(account_rooms)s::text[]) as account(id, room)
        join moved on moved.room = account.room on conflict do nothing),
    headed as (
        update room set status = given.status, wake = given.wake, touched = greatest(room.touched, given.at)
        from given join moved on moved.room = given.room where room.id = given.room
            and (room.status <> given.status or room.wake is distinct from given.wake or room.touched + %(touch)s < given.at))
    select room from moved"""
LOOK = "select room, fence, events from lease where room = any(%s::text[])"
BODIES = "select body from event where room = %s and number >= %s and number < %s order by number"


@dataclass
class Append:
    """Events of a room, to be written under their numbers."""

    room: str
    number: int
    events: Sequence[bytes]
    status: str
    wake: int | None
    at: int
    accounts: Sequence[str]
    fence: int
    done: asyncio.Future[None]


class Writer:
    """One connection, one batch at a time; what comes meanwhile is the next batch."""

    def __init__(self, url: str, lease_seconds: float) -> None:
        self.url = url
        self.lease_seconds = lease_seconds
        self.batches = 0
        """Transactions committed."""
        self.writes = 0
        """Acknowledged writes."""
        self.failed_at: float | None = None
        """When a write last failed."""
        self._waiting: list[Append] = []
        self._works: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._wake = asyncio.Event()
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name="store")

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await drop(self._connection)

    def append(
        self, room: str, number: int, events: Sequence[bytes], status: str, wake: int | None, at: int, accounts: Sequence[str], fence: int
    ) -> asyncio.Future[None]:
        """Have events written; the future is done when they are durable."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Append(room, number, events, status, wake, at, accounts, fence, done))
        self._wake.set()
        return done

    def run(self, work: Work[Any]) -> asyncio.Future[Any]:
        """Do other work on the writer's connection between two batches: it never waits for a lock that an append of ours holds. It may be done twice."""
        done = asyncio.get_running_loop().create_future()
        self._works.append((work, done))
        self._wake.set()
        return done

    async def _run(self) -> None:
        while not (self._closing and not self._waiting and not self._works):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting or self._works:
                await self._write(self._next_batch())
                works, self._works = self._works, []
                for work, done in works:
                    await self._work(work, done)

    def _next_batch(self) -> list[Append]:
        """The appends to write now: no more than one of each room, for one statement changes a row once."""
        batch: dict[str, Append] = {}
        rest = []
        for append in self._waiting:
            if append.room in batch or len(batch) == MOST_IN_A_BATCH:
                rest.append(append)
            else:
                batch[append.room] = append
        self._waiting = rest
        return list(batch.values())

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection = await connect(self.url)
        return self._connection

    async def _lose(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await drop(connection)

    async def _work(self, work: Work[Any], done: asyncio.Future[Any]) -> None:
        until = time.monotonic() + TRY_SECONDS
        while True:
            try:
                connection = await self._connected()
                result = await bounded(connection, work(connection))
            except LOST as error:
                await self._lose()
                if time.monotonic() > until:
                    return settle(done, error=failed(error))
                await asyncio.sleep(PAUSE)
            except Exception as error:
                return settle(done, error=error)
            else:
                return settle(done, result)

    async def _write(self, batch: list[Append]) -> None:
        """Write a batch, across lost connections; settles every append of it."""
        until, unsure = time.monotonic() + TRY_SECONDS, False
        while batch:
            try:
                connection = await self._connected()
                if unsure:
                    batch = await bounded(connection, self._missing(connection, batch))
                    unsure = False
                if batch:
                    unsure = True  # until the answer is here
                    await bounded(connection, self._execute(connection, batch))
                batch = []
            except LOST as error:
                await self._lose()
                if time.monotonic() > until:
                    self._give_up(batch, error, unsure=unsure)
                    return
                await asyncio.sleep(PAUSE)
            except psycopg.Error as error:  # nothing of the batch is written: one of them is impossible
                if len(batch) == 1:
                    self._give_up(batch, error, unsure=False)
                    return
                for append in batch:
                    await self._write([append])
                return

    def _give_up(self, batch: list[Append], error: Exception, *, unsure: bool) -> None:
        METRICS.failed_writes += len(batch)
        self.failed_at = time.monotonic()
        log.error("the store failed", extra={"reason": str(error)[:300], "unsure": unsure})
        for append in batch:
            settle(append.done, error=Unsure("the database was lost while this was written: look whether it is there") if unsure else failed(error))

    async def _execute(self, connection: Connection, batch: list[Append]) -> None:
        rows = await (await connection.execute(WRITE, parameters_of(batch, self.lease_seconds))).fetchall()
        moved = {room for (room,) in rows}
        self.batches += 1
        self.writes += len(moved)
        refused = [append for append in batch if append.room not in moved]
        for append in batch:
            if append.room in moved:
                settle(append.done)
        if refused:
            await self._refuse(connection, refused)

    async def _refuse(self, connection: Connection, refused: list[Append]) -> None:
        """Say why appends were not written: it is settled, whatever becomes of this question."""
        leases: dict[str, tuple[int, int]] = {}
        with contextlib.suppress(*LOST):
            rows = await (await connection.execute(LOOK, ([append.room for append in refused],))).fetchall()
            leases = {room: (fence, events) for room, fence, events in rows}
        for append in refused:
            fence, _ = leases.get(append.room, (append.fence, 0))
            settle(append.done, error=Fenced(append.room) if append.fence and fence != append.fence else Conflict(append.room))

    async def _missing(self, connection: Connection, batch: list[Append]) -> list[Append]:
        """Look which appends of a batch are there, after the connection was lost; returns those that are not."""
        missing = []
        for append in batch:
            end = append.number + len(append.events)
            rows = await (await connection.execute(BODIES, (append.room, append.number, end))).fetchall()
            if [body for (body,) in rows] == list(append.events):
                self.writes += 1
                settle(append.done)
            else:
                missing.append(append)
        return missing


def parameters_of(batch: list[Append], seconds: float) -> dict[str, Any]:
    """The arrays of the statement. Numbers are written as text: so their type is the same for every batch, and the statement is prepared once."""
    bodies = [(append.room, append.number + place, body) for append in batch for place, body in enumerate(append.events)]
    accounts = [(account, append.room) for append in batch for account in append.accounts]
    return {
        "rooms": [append.room for append in batch],
        "fences": numbers(append.fence for append in batch),
        "numbers": numbers(append.number for append in batch),
        "counts": numbers(len(append.events) for append in batch),
        "statuses": [append.status for append in batch],
        "wakes": numbers(append.wake for append in batch),
        "times": numbers(append.at for append in batch),
        "body_rooms": [room for room, _, _ in bodies],
        "body_numbers": numbers(number for _, number, _ in bodies),
        "bodies": [body for _, _, body in bodies],
        "accounts": [account for account, _ in accounts],
        "account_rooms": [room for _, room in accounts],
        "seconds": seconds,
        "touch": TOUCH_MS,
    }


def numbers(values: Any) -> str:
    """An array of numbers as PostgreSQL reads it."""
    return "{" + ",".join("null" if value is None else str(value) for value in values) + "}"


def settle(done: asyncio.Future[Any], result: Any = None, error: Exception | None = None) -> None:
    """Answer whoever still waits."""
    if not done.done():
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)


def failed(error: Exception) -> StoreError:
    """The error for something that was certainly not written."""
    log.warning("the database refused a write", extra={"reason": str(error)[:300]})
    return StoreError("the server could not write this down: nothing has changed, try again")
