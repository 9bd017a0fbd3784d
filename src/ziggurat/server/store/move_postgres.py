"""A PostgreSQL database as source or target of `move_data`, without any program of PostgreSQL's."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, Self, TypeVar

import psycopg
from psycopg import sql

from ziggurat.server.places import shown
from ziggurat.server.store.move_data import AT_ONCE, NewDataFile, Shape, Values, move_data, select
from ziggurat.server.store.postgres import prepare_database
from ziggurat.server.store.postgres_schema import MIGRATIONS
from ziggurat.server.store.store import StoreError, check_schema

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
PULSE_SECONDS = 6.0  # a server that runs writes a pulse more often than that
AGE = "select written, extract(epoch from clock_timestamp() - written)::float8 from pulse"
LONG_AGO = "insert into pulse(one, at, written) values (%s, %s, clock_timestamp() - interval '1 day')"  # the host's clock stood still since
LEASES = "insert into lease(room, events) select id, (select count(*) from event where event.room = room.id) from room"


def store_errors(work: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Turn errors of PostgreSQL into StoreError; they hold no password, only what the database says."""

    @wraps(work)
    def wrapped(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        try:
            return work(*arguments, **named)
        except psycopg.Error as error:
            raise StoreError(f"the database refused: {str(error).strip()}") from None

    return wrapped


class Connected:
    """A connection to a database, made at the beginning of a `with` and closed at its end."""

    def __init__(self, url: str) -> None:
        self.url, self.name = url, shown(url)
        self.connection: psycopg.Connection[Any] | None = None

    @store_errors
    def __enter__(self) -> Self:
        """Connect and begin; raises StoreError where that is impossible."""
        self.connection = connect(self.url)
        try:
            self.begin(self.connection)
        except BaseException:
            self.connection.close()
            raise
        return self

    def begin(self, connection: psycopg.Connection[Any]) -> None:
        """Check the database, and begin a transaction."""

    def __exit__(self, *_: object) -> None:
        """Close the connection; what was not finished is not there."""
        if self.connection is not None:
            self.connection.close()


class Database(Connected):
    """A database as source: one snapshot of it. Where everything is to move away (`leaves`), no server may run on it: what it wrote later would be lost."""

    def __init__(self, url: str, *, leaves: bool = False) -> None:
        super().__init__(url)
        self.leaves = leaves

    def begin(self, connection: psycopg.Connection[Any]) -> None:
        """Raises StoreError where there is no such database, or a server runs on it."""
        check_ours(connection, self.name)
        if self.leaves:
            check_unused(connection, self.name)
        connection.rollback()
        connection.execute("set transaction isolation level repeatable read, read only")

    def rows(self, shape: Shape) -> Iterator[Values]:
        """The rows of a table, sorted by its key; none where an older program made the database, which knew no such table."""
        assert self.connection is not None
        if self.connection.execute("select to_regclass(%s)", (shape.name,)).fetchone() == (None,):
            return
        yield from rows_of(self.connection, shape)


class NewDatabase(Connected):
    """A database as target, in which there is no table and no account."""

    def begin(self, connection: psycopg.Connection[Any]) -> None:
        """Make the tables; raises StoreError where something is stored already, or a server runs on it."""
        prepare_database(self.url)
        check_unused(connection, self.name)
        connection.rollback()
        connection.execute("lock table room, event, lease, account, player, review, pulse in exclusive mode")
        check_empty(connection, self.name)
        connection.execute("delete from pulse")

    @store_errors
    def write(self, shape: Shape, rows: Iterable[Values]) -> None:
        """Write rows."""
        assert self.connection is not None
        if shape.name == "pulse":
            for row in rows:
                self.connection.execute(LONG_AGO, row)
            return
        columns = sql.SQL(", ").join(map(sql.Identifier, shape.columns))
        with self.connection.cursor() as cursor, cursor.copy(sql.SQL("copy {}({}) from stdin").format(sql.Identifier(shape.name), columns)) as copy:
            for row in rows:
                copy.write_row(row)

    def rows(self, shape: Shape) -> Iterator[Values]:
        """The rows that were written."""
        assert self.connection is not None
        yield from rows_of(self.connection, shape)

    @store_errors
    def finish(self) -> None:
        """Commit."""
        assert self.connection is not None
        self.connection.execute(LEASES)
        self.connection.commit()


def connect(url: str) -> psycopg.Connection[Any]:
    """Connect to the tables of an installation."""
    connection = psycopg.connect(url, connect_timeout=10, application_name="ziggurat move-data")
    connection.execute("set synchronous_commit = on")
    connection.commit()
    return connection


def check_ours(connection: psycopg.Connection[Any], name: str) -> None:
    """Raise StoreError where this database holds no tables of ours, or those of a newer program."""
    if connection.execute("select 1 where to_regclass('room') is not null and to_regclass('lease') is not null").fetchone() is None:
        raise StoreError(f"{name} holds nothing of ours: is it the right database?")
    row = connection.execute("select version from schema_version").fetchone()
    check_schema(row[0] if row else 0, len(MIGRATIONS), name)


def check_empty(connection: psycopg.Connection[Any], name: str) -> None:
    """Raise StoreError where something is stored already."""
    if connection.execute("select 1 from room union all select 1 from account limit 1").fetchone() is not None:
        raise StoreError(f"{name} holds tables or accounts already: name an empty database")


def check_unused(connection: psycopg.Connection[Any], name: str) -> None:
    """Raise StoreError where a server runs on this database: its pulse goes on. Waits some seconds if there was one just now."""
    last = connection.execute(AGE).fetchone()
    if last is None or last[1] > PULSE_SECONDS:
        return
    connection.rollback()
    time.sleep(max(0.0, PULSE_SECONDS - last[1]))
    if (now := connection.execute(AGE).fetchone()) is not None and now[0] != last[0]:
        raise StoreError(f"a server runs on {name}: stop all of them first")


def rows_of(connection: psycopg.Connection[Any], shape: Shape) -> Iterator[Values]:
    """Read a table in the order of its key, some rows at a time."""
    try:
        with connection.cursor(name="rows") as cursor:
            cursor.itersize = AT_ONCE
            cursor.execute(select(shape).encode())
            for row in cursor:
                yield shape.plain(row)
    except psycopg.Error as error:
        raise StoreError(f"the database refused: {str(error).strip()}") from None


def backup_database(url: str, path: Path) -> int:
    """Write everything in a database to a data file, while servers run; returns how many tables that are. A file of that name is replaced."""
    return move_data(Database(url), NewDataFile(path, replace=True))["room"].rows
