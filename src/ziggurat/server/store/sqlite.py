"""Rooms in one SQLite file: one writer thread, group commit, every acknowledged batch synced (WAL, `synchronous=FULL`).

All that waits is written in one transaction, so one sync serves many moves. (A trial of this design before it was built, `docs/decisions/0013`,
stored 21,700 moves a second so, and 258 with a commit for each.)
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from ziggurat.server.metrics import METRICS
from ziggurat.server.store.data_file import copy_database, prepare_file, size_of, write_probe
from ziggurat.server.store.data_lock import DataLock
from ziggurat.server.store.store import Account, Conflict, Row, StoredReview, StoreError

log = logging.getLogger("ziggurat.server")
Result = TypeVar("Result")
INSERT = "insert into event values (?, ?, ?)"
UPDATE = """
    update room set status = json_extract(value, '$[2]'), wake = json_extract(value, '$[3]'), touched = max(touched, json_extract(value, '$[4]'))
    from json_each(?) where room.id = json_extract(value, '$[0]')
        and (select ifnull(max(number) + 1, 0) from event where event.room = room.id) = json_extract(value, '$[1]')"""
INSERT_ALL = """
    insert into event select json_extract(value, '$[0]'), json_extract(value, '$[1]'), cast(json_extract(value, '$[2]') as blob) from json_each(?)"""
encode = msgspec.json.Encoder().encode
Work = Callable[[sqlite3.Connection], Any]
Batch = list[tuple[Work, "asyncio.Future[Any]"]]

MOST_IN_A_BATCH = 64  # then the writer does not wait for more: it works on them while the loop goes on with other tables
GATHER_SECONDS = 0.002  # how long a batch waits for more moves while they come close together: a commit costs as much as twenty moves
TOUCH_MS = 60_000  # the least time between two updates of when a room was visited
MOST_KNOWN = 100_000
FAILED_SECONDS = 10.0  # how long the store does not report itself ready after a failed write


class SqliteStore:
    """The store of one process, in one file, which it locks."""

    def __init__(self, path: Path, lock: DataLock | None = None) -> None:
        self.path = path
        self.lock = lock or DataLock(path)
        self.batches = 0
        """Transactions committed, each with a sync of its own."""
        self.writes = 0
        """Acknowledged writes."""
        self._gathered: Batch = []
        """Work for the writer, handed over when everything that runs now has added to it: so the writer wakes once."""
        self._queue: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reader: sqlite3.Connection | None = None
        self._reading = threading.Lock()
        self._known: dict[str, Known] = {}
        """What the writer last wrote about rooms."""
        self._failed_at: float | None = None
        """When a write last failed."""

    async def open(self) -> None:
        """Open the file and bring its schema up to date. Raises StoreError where it cannot be used, or another server uses it."""
        self._loop = asyncio.get_running_loop()
        self.lock.take()
        try:
            prepare_file(self.path)
            self.lock.take()  # the file itself, if it is new
            self._writer = self._connect()
            self._reader = self._connect()
        except (OSError, sqlite3.Error) as error:
            self.lock.release()
            raise StoreError(f"cannot use `{self.path}` as data file: {error}") from None
        except StoreError:
            self.lock.release()
            raise
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        for pragma in ("busy_timeout=10000", "journal_mode=wal", "synchronous=full", "foreign_keys=on", "secure_delete=on"):
            connection.execute(f"pragma {pragma}")
        return connection

    async def close(self) -> None:
        """Write what is waiting, stop, and let another server have the file."""
        if self._thread.is_alive():
            self._hand_over()
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._close_reader)
        self.lock.release()

    def _close_reader(self) -> None:
        """Wait for a read that nobody waits for any more, as after a request was cancelled: SQLite must not lose its connection in the midst of one."""
        with self._reading:
            if self._reader is not None:
                self._reader.close()
                self._reader = None

    # --- the writer thread -------------------------------------------------------------------------------------------

    def _do(self, work: Work) -> asyncio.Future[Any]:
        """Hand work to the writer; the future is done when it is on disk."""
        assert self._loop is not None
        done = self._loop.create_future()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append((work, done))
        if len(self._gathered) == MOST_IN_A_BATCH:
            self._hand_over()
        return done

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._queue.put(gathered)

    def _write(self) -> None:
        assert self._loop is not None
        last = 0
        while (batch := self._queue.get()) is not None:
            if last > 1 and len(batch) < MOST_IN_A_BATCH:
                time.sleep(GATHER_SECONDS)
            while len(batch) < MOST_IN_A_BATCH and not self._queue.empty():
                if (more := self._queue.get()) is None:
                    self._queue.put(None)
                    break
                batch += more
            last = len(batch)
            results = self._commit([work for work, _ in batch])
            self._loop.call_soon_threadsafe(self._settle, batch, results)
        self._writer.close()

    def _commit(self, works: list[Work]) -> list[Any]:
        """Write all in one transaction; work that fails does not affect the rest."""
        results: list[Any] = [None] * len(works)
        try:
            if not self._together(works):
                self._writer.execute("begin immediate")
                results = [self._alone(work) for work in works]
                self._writer.execute("commit")
        except Exception as error:  # a full disk, a lost file: nothing of this batch is there
            self._known.clear()
            with contextlib.suppress(sqlite3.Error):
                if self._writer.in_transaction:
                    self._writer.execute("rollback")
            return [error] * len(works)
        self.batches += 1
        self.writes += len(works)
        return results

    def _together(self, works: list[Work]) -> bool:
        """Write a batch of nothing but events in one or two statements; False if it holds anything else, or one of them fails (then nothing is written).

        Each statement hands the GIL back and forth once. Row by row, a batch of 500 would wait a thousand times for the busy event loop.
        """
        moves = [work for work in works if isinstance(work, Append)]
        if len(moves) < len(works) or len({move.room for move in moves}) < len(moves):
            return False
        heads = heads_of(moves, self._known)
        try:
            if heads:
                self._writer.execute("begin immediate")
            if write_moves(self._writer, moves, heads):  # alone, a statement is a transaction
                if heads:
                    self._writer.execute("commit")
                return True
        except sqlite3.IntegrityError:  # somebody else wrote this number, or removed the room
            pass
        for move in moves:
            self._known.pop(move.room, None)
        if self._writer.in_transaction:
            self._writer.execute("rollback")
        return False

    def _alone(self, work: Work) -> Any:
        """Do one piece of work; returns its result, or its error, and then nothing of it is written."""
        self._writer.execute("savepoint one")
        try:
            return work(self._writer)
        except Exception as error:
            self._writer.execute("rollback to one")
            return error
        finally:
            self._writer.execute("release one")

    def _settle(self, batch: Batch, results: list[Any]) -> None:
        for (work, done), result in zip(batch, results, strict=True):
            if isinstance(result, sqlite3.Error):
                METRICS.failed_writes += 1
                if work is not write_probe:
                    self._failed_at = time.monotonic()
            if done.cancelled():
                continue
            if isinstance(result, sqlite3.Error):
                log.error("the store failed", extra={"reason": str(result)})
                done.set_exception(StoreError("the server could not write this down: nothing has changed, try again"))
            elif isinstance(result, Exception):
                done.set_exception(result)
            else:
                done.set_result(result)

    async def _read(self, read: Callable[[sqlite3.Connection], Result]) -> Result:
        """Read in a thread, beside the writer."""

        def locked() -> Result:
            with self._reading:
                if self._reader is None:
                    raise StoreError("the server has closed its data file")
                return read(self._reader)

        return await asyncio.to_thread(locked)

    # --- rooms -------------------------------------------------------------------------------------------------------

    async def create(self, row: Row, events: Sequence[bytes] = (), *, accounts: Sequence[str] = ()) -> None:
        """Write a new room, in which these accounts have seats; raises Conflict if the id is taken."""

        def work(database: sqlite3.Connection) -> None:
            values = (row.id, row.game, row.status, row.listed, row.created, row.touched, row.wake, row.head)
            try:
                database.execute("insert into room values (?, ?, ?, ?, ?, ?, ?, ?)", values)
            except sqlite3.IntegrityError:
                raise Conflict(row.id) from None
            database.executemany(INSERT, [(row.id, number, body) for number, body in enumerate(events)])
            insert_players(database, row.id, accounts)

        await self._do(work)

    async def append(
        self, room: str, number: int, events: Sequence[bytes], *, status: str, wake: int | None, at: int, accounts: Sequence[str] = (), fence: int = 0
    ) -> None:
        """Write events `number`, `number + 1`, … of a room, all or none, durable on return; raises Conflict. The lock on the file is the only lease."""
        await self._do(Append(room, number, events, status, wake, at, accounts))

    async def row(self, room: str) -> Row | None:
        """The room, or None."""
        row = await self._read(lambda database: database.execute("select * from room where id = ?", (room,)).fetchone())
        return row and row_of(row)

    async def events(self, room: str, since: int = 0) -> list[bytes]:
        """The events of a room from a number on."""
        select = "select body from event where room = ? and number >= ? order by number"
        return await self._read(lambda database: [body for (body,) in database.execute(select, (room, since))])

    async def listed(self, limit: int) -> list[Row]:
        """Rooms that anyone may find and that are not over, the newest first."""
        select = "select * from room where listed and status <> 'over' order by created desc, id limit ?"
        return await self._read(lambda database: [row_of(row) for row in database.execute(select, (limit,))])

    async def rooms_of(self, account: str, limit: int) -> list[Row]:
        """Rooms in which an account has a seat and that are not over, the newest first."""
        select = "select room.* from room join player on room = id where account = ? and status <> 'over' order by created desc, id limit ?"
        return await self._read(lambda database: [row_of(row) for row in database.execute(select, (account, limit))])

    async def waking(self) -> list[tuple[str, int]]:
        """Every room that has a time to wake, the earliest first."""
        return await self._read(lambda database: database.execute("select id, wake from room where wake is not null order by wake, id").fetchall())

    async def touch(self, rooms: Sequence[str], at: int) -> None:
        """Note that these rooms were visited."""
        await self._do(lambda database: database.executemany("update room set touched = max(touched, ?) where id = ?", [(at, room) for room in rooms]) and None)

    async def expire(self, before: int) -> list[str]:
        """Remove the rooms that were last touched before this time; returns their ids."""
        gone: list[str] = await self._do(lambda database: [room for (room,) in database.execute("delete from room where touched < ? returning id", (before,))])
        return gone

    async def remove(self, room: str) -> None:
        """Remove a room with all that belongs to it."""

        def work(database: sqlite3.Connection) -> None:
            database.execute("delete from room where id = ?", (room,))
            self._known.pop(room, None)

        await self._do(work)

    async def rewrite(self, room: str, events: Mapping[int, bytes]) -> None:
        """Put other bodies in place of these events, all or none."""
        values = [(body, room, number) for number, body in events.items()]
        await self._do(lambda database: database.executemany("update event set body = ? where room = ? and number = ?", values) and None)

    async def save_review(self, room: str, review: StoredReview) -> None:
        """Write the review of a room in place of the one before; nothing where the room is gone."""
        values = (review.version, review.complete, review.at, review.body, room)
        await self._do(lambda database: database.execute("insert or replace into review select id, ?, ?, ?, ? from room where id = ?", values) and None)

    async def review(self, room: str) -> StoredReview | None:
        """The review of a room, or None."""
        select = "select version, complete, at, body from review where room = ?"
        row = await self._read(lambda database: database.execute(select, (room,)).fetchone())
        return row and StoredReview(row[0], bool(row[1]), *row[2:])

    # --- accounts, the pulse, copies ---------------------------------------------------------------------------------

    async def save_account(self, account: Account) -> None:
        """Write an account, new or changed."""
        values = (account.id, account.name, account.token_hash, account.created, account.hook)
        await self._do(lambda database: database.execute("insert or replace into account values (?, ?, ?, ?, ?)", values) and None)

    async def account(self, *, id: str | None = None, token_hash: str | None = None) -> Account | None:  # noqa: A002
        """The account of this id or token, or None."""
        select = "select * from account where id = ? or token_hash = ?"
        row = await self._read(lambda database: database.execute(select, (id, token_hash)).fetchone())
        return row and Account(*row)

    async def remove_account(self, id: str) -> None:  # noqa: A002
        """Remove an account."""
        await self._do(lambda database: database.execute("delete from account where id = ?", (id,)) and None)

    async def rooms(self, after: str, limit: int) -> list[Row]:
        """Rooms in the order of their ids, from the one after this id on."""
        select = "select * from room where id > ? order by id limit ?"
        return await self._read(lambda database: [row_of(row) for row in database.execute(select, (after, limit))])

    async def players(self, room: str) -> list[str]:
        """The accounts that have seats in a room, sorted."""
        select = "select account from player where room = ? order by account"
        return await self._read(lambda database: [account for (account,) in database.execute(select, (room,))])

    async def accounts(self) -> list[Account]:
        """All accounts, in the order of their ids."""
        return await self._read(lambda database: [Account(*row) for row in database.execute("select * from account order by id")])

    async def pulse(self, at: int) -> int:
        """Note what the host's clock shows: a server is running. No other server has a say."""
        await self._do(lambda database: database.execute("insert or replace into pulse values (1, ?)", (at,)) and None)
        return at

    async def last_pulse(self) -> int | None:
        """What the host's clock showed when a server was last known to be alive."""
        row = await self._read(lambda database: database.execute("select at from pulse").fetchone())
        return row and int(row[0])

    async def probe(self) -> None:
        """Write something and make it durable; raises StoreError where that fails, or another write has just failed."""
        if self._failed_at is not None and time.monotonic() - self._failed_at < FAILED_SECONDS:
            raise StoreError("the server could not write something a moment ago")
        await self._do(write_probe)

    async def size(self) -> int:
        """How many bytes everything takes on disk."""
        return size_of(self.path)

    async def backup(self, path: Path) -> None:
        """Write a consistent copy of everything, while others go on writing."""
        await self._read(lambda database: copy_database(database, path))


@dataclass
class Append:
    """Events of a room, to be written under their numbers."""

    room: str
    number: int
    events: Sequence[bytes]
    status: str
    wake: int | None
    at: int
    accounts: Sequence[str] = ()

    def __call__(self, database: sqlite3.Connection) -> None:
        """Write them; raises Conflict where the room has come further, or not so far."""
        if not write_moves(database, [self], heads_of([self], {})):
            raise Conflict(self.room)


class Known(NamedTuple):
    """What was last written of a room."""

    events: int
    status: str
    wake: int | None
    touched: int


NOTHING = Known(-1, "", None, 0)
Head = tuple[str, int, str, int | None, int]


def heads_of(moves: list[Append], known: dict[str, Known]) -> list[Head]:
    """The rows of rooms that must be written: a row is large and has three indexes, so it is left alone where nothing of it changes.

    Where the number of events is not known to be right, the row is written too, and so the number is checked.
    """
    if len(known) > MOST_KNOWN:
        known.clear()
    heads: list[Head] = []
    for move in moves:
        last = known.get(move.room, NOTHING)
        if last[:3] != (move.number, move.status, move.wake) or move.at - last.touched > TOUCH_MS or move.accounts:
            heads.append((move.room, move.number, move.status, move.wake, move.at))
            last = Known(0, move.status, move.wake, move.at)
        known[move.room] = Known(move.number + len(move.events), *last[1:])
    return heads


def write_moves(database: sqlite3.Connection, moves: list[Append], heads: list[Head]) -> bool:
    """Write the events of several rooms; False if some are not the next of their room, and then part of them may be written."""
    if heads and database.execute(UPDATE, (encode(heads),)).rowcount != len(heads):
        return False
    bodies = [(move.room, move.number + place, body.decode()) for move in moves for place, body in enumerate(move.events)]
    database.execute(INSERT_ALL, (encode(bodies),))
    for move in moves:
        insert_players(database, move.room, move.accounts)
    return True


def insert_players(database: sqlite3.Connection, room: str, accounts: Sequence[str]) -> None:
    """Note that these accounts have seats in the room."""
    if accounts:
        database.executemany("insert or ignore into player values (?, ?)", [(account, room) for account in accounts])


def row_of(values: tuple[Any, ...]) -> Row:
    """Read a row of the SQL table `room`."""
    room, game, status, listed, created, touched, wake, head = values
    return Row(room, game, status, bool(listed), created, touched, wake, head)
