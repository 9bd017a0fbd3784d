"""Move everything that is stored to another place: from a data file to PostgreSQL, back, or to another file. All of it, or nothing.

What is read is one state of the source, and what was written is read again and compared, count and digest of every table, before it becomes valid: a data
file gets its name then, a database commits. A copy of a database is a data file, so nothing else is needed to keep, read or serve it.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

import msgspec

from ziggurat.server.store import data_file
from ziggurat.server.store.data_file import MIGRATIONS, check_whole, connect_to_read, version_of
from ziggurat.server.store.data_lock import DataLock
from ziggurat.server.store.store import StoreError, check_schema

Values = tuple[Any, ...]
AT_ONCE = 1000  # rows that are read and written together


@dataclass(frozen=True)
class Shape:
    """A table of the schema: its columns, in the order of both stores, and by which it is sorted."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    flags: tuple[str, ...] = ()
    """Columns that are true or false."""

    def plain(self, row: Values) -> Values:
        """The row in the types that both stores share."""
        return tuple(
            bool(value) if column in self.flags else bytes(value) if isinstance(value, memoryview) else value
            for column, value in zip(self.columns, row, strict=True)
        )


SHAPES = (  # in this order, so that what is referred to is there first; `probe` holds nothing, and who owns a table is a matter of running servers
    Shape("room", ("id", "game", "status", "listed", "created", "touched", "wake", "head"), ("id",), ("listed",)),
    Shape("event", ("room", "number", "body"), ("room", "number")),
    Shape("account", ("id", "name", "token_hash", "created", "hook"), ("id",)),
    Shape("player", ("account", "room"), ("account", "room")),
    Shape("review", ("room", "version", "complete", "at", "body"), ("room",), ("complete",)),
    Shape("pulse", ("one", "at"), ("one",)),
)
WORDS = {"room": "tables", "event": "events", "account": "accounts", "player": "seats of accounts", "review": "reviews"}
encode = msgspec.msgpack.Encoder().encode


@dataclass(frozen=True)
class Digest:
    """How many rows, and a digest of all of them in their order."""

    rows: int
    sha256: str


class Source(Protocol):
    """Where everything is read from; all that one `open` reads is one state."""

    name: str

    def __enter__(self) -> Self:
        """Open it."""

    def __exit__(self, *_: object) -> None:
        """Close it."""

    def rows(self, shape: Shape) -> Iterator[Values]:
        """The rows of a table, sorted by its key, byte by byte."""


class Target(Source, Protocol):
    """Where everything is written to: an empty place. What is written is valid after `finish`, and gone without it."""

    def write(self, shape: Shape, rows: Iterable[Values]) -> None:
        """Write rows."""

    def finish(self) -> None:
        """Make all that was written valid and durable."""


def digest_of(rows: Iterable[Values]) -> Digest:
    """Count and digest rows."""
    count, total = 0, hashlib.sha256()
    for row in rows:
        total.update(encode(row))
        count += 1
    return Digest(count, total.hexdigest())


class Counted:
    """Rows that are counted and digested as they pass."""

    def __init__(self, rows: Iterator[Values]) -> None:
        self.rows, self.count, self.total = rows, 0, hashlib.sha256()

    def __iter__(self) -> Iterator[Values]:
        for row in self.rows:
            self.total.update(encode(row))
            self.count += 1
            yield row

    @property
    def digest(self) -> Digest:
        """What has passed so far."""
        return Digest(self.count, self.total.hexdigest())


def move_data(source: Source, target: Target, say: Callable[[str], None] = lambda line: None) -> dict[str, Digest]:
    """Copy everything; returns count and digest of each table. Raises StoreError, and then nothing has been written."""
    moved: dict[str, Digest] = {}
    with source, target:
        for shape in SHAPES:
            rows = Counted(source.rows(shape))
            target.write(shape, rows)
            moved[shape.name] = rows.digest
        for shape in SHAPES:
            if (written := digest_of(target.rows(shape))) != moved[shape.name]:
                raise StoreError(f"`{shape.name}` differs after the copy ({written.rows} rows of {moved[shape.name].rows}): nothing was moved, try again")
            if shape.name in WORDS:
                say(f"{WORDS[shape.name]}: {written.rows} rows, sha256 {written.sha256[:16]}…, the same on both sides")
        target.finish()
    return moved


def select(shape: Shape, collate: str = "") -> str:
    """The SQL that reads a table in the order of its key; every name is ours."""
    order = ", ".join(column + (collate if column not in {"number", "one"} else "") for column in shape.key)
    return f"select {', '.join(shape.columns)} from {shape.name} order by {order}"  # noqa: S608


# --- A data file ------------------------------------------------------------------------------------------------------


class DataFile:
    """A data file as source. Where everything is to move away (`leaves`), no server may run on it: what it wrote later would be lost."""

    def __init__(self, path: Path, *, leaves: bool = False) -> None:
        self.path, self.name = path, f"`{path}`"
        self.lock = DataLock(path) if leaves else None
        self.database: sqlite3.Connection | None = None
        self.is_older = False
        """Whether an older program made it, which knew fewer tables."""

    def __enter__(self) -> Self:
        """Open it; raises StoreError where there is none, or a server runs on it."""
        if not self.path.is_file():
            raise StoreError(f"there is no data file {self.name}")
        if self.lock is not None:
            self.lock.take()
        try:
            self.database = connect_to_read(self.path)
            check_whole(self.database, self.name)
            self.is_older = version_of(self.database) < len(MIGRATIONS)
            self.database.execute("begin")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        if self.database is not None:
            self.database.close()
        if self.lock is not None:
            self.lock.release(clean=True)

    def rows(self, shape: Shape) -> Iterator[Values]:
        """The rows of a table, sorted by its key; none where an older program made the file, which knew no such table."""
        assert self.database is not None
        try:
            if self.is_older and shape.name not in tables_of(self.database):
                return
            for row in self.database.execute(select(shape)):
                yield shape.plain(row)
        except sqlite3.Error as error:
            raise StoreError(f"cannot read {self.name}: {error}") from None


def tables_of(database: sqlite3.Connection) -> set[str]:
    """The names of the tables of a data file."""
    return {name for (name,) in database.execute("select name from sqlite_master where type = 'table'")}


class NewDataFile:
    """A data file as target: a new one, or one in which there is no table and no account; with `replace` (a backup), whatever is there."""

    def __init__(self, path: Path, *, replace: bool = False) -> None:
        self.path, self.name, self.replace = path, f"`{path}`", replace
        self.part = data_file.part_of(path)
        self.lock = DataLock(path)
        self.database: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        """Begin a file; raises StoreError where something is in its place."""
        if not self.replace:
            self.lock.take()
        try:
            if self.path.exists() and not self.replace:
                self._check_empty()
            data_file.remove_database(self.part)
            data_file.prepare_file(self.part)
            self.database = sqlite3.connect(self.part, isolation_level=None)
            self.database.execute("pragma journal_mode=delete")
            self.database.execute("begin immediate")
        except (OSError, sqlite3.Error) as error:
            self.__exit__()
            raise StoreError(f"cannot write {self.name}: {error}") from None
        except StoreError:
            self.__exit__()
            raise
        return self

    def _check_empty(self) -> None:
        with contextlib.closing(connect_to_read(self.path)) as database:
            named = tables_of(database)
            if named and not version_of(database):
                raise StoreError(f"{self.name} is a database of another program: name another file")
            check_schema(version_of(database), len(MIGRATIONS), self.name)
            for table in ("room", "account"):
                if table in named and database.execute(f"select 1 from {table} limit 1").fetchone():  # noqa: S608
                    raise StoreError(f"{self.name} holds tables or accounts already: name another file, or move this one away first")

    def __exit__(self, *_: object) -> None:
        """Close it; what was not finished is removed."""
        if self.database is not None:
            self.database.close()
        data_file.remove_database(self.part)
        self.lock.release(clean=True)

    def write(self, shape: Shape, rows: Iterable[Values]) -> None:
        """Write rows."""
        assert self.database is not None
        insert = f"insert into {shape.name} ({', '.join(shape.columns)}) values ({', '.join('?' * len(shape.columns))})"  # noqa: S608
        try:
            self.database.executemany(insert, rows)
        except sqlite3.Error as error:
            raise StoreError(f"cannot write {self.name}: {error}") from None

    def rows(self, shape: Shape) -> Iterator[Values]:
        """The rows that were written."""
        assert self.database is not None
        for row in self.database.execute(select(shape)):
            yield shape.plain(row)

    def finish(self) -> None:
        """Give the file its name."""
        assert self.database is not None
        try:
            self.database.execute("commit")
            self.database.close()
            self.database = None
            data_file.put_in_place(self.part, self.path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot write {self.name}: {error}") from None
