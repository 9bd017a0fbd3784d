"""The data file: its schema, and how it is made, brought up to date and copied."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import stat
import time
from pathlib import Path
from urllib.parse import quote

from ziggurat.server.store.ownership import give_away, make_folders
from ziggurat.server.store.store import StoreError, check_schema

log = logging.getLogger("ziggurat.server")
MIGRATIONS = [  # one script for each version of the schema; `pragma user_version` counts those that were run
    """
    create table room(
        id text primary key, game text not null, status text not null, listed integer not null, created integer not null, touched integer not null,
        wake integer, head blob not null, events integer not null) without rowid;
    create index room_listed on room(created) where listed and status <> 'over';
    create index room_waking on room(wake) where wake is not null;
    create index room_touched on room(touched);
    create table event(room text not null references room(id) on delete cascade, number integer not null, body blob not null,
        primary key(room, number)) without rowid;
    create table account(id text primary key, name text not null, token_hash text not null unique, created integer not null, hook blob) without rowid;
    create table player(account text not null, room text not null references room(id) on delete cascade, primary key(account, room)) without rowid;
    create index player_room on player(room);
    create table pulse(one integer primary key check (one = 1), at integer not null);
    """,
    "alter table room drop column events;",  # the events themselves tell how many there are
    "create table probe(one integer primary key check (one = 1), at integer not null);",  # written to find out whether anything can be written
    """
    create table review(room text primary key references room(id) on delete cascade, version integer not null, complete integer not null, at integer not null,
        body blob not null) without rowid;
    """,
]


BESIDE = ("-wal", "-shm", "-journal")
"""The ends of the names of what SQLite writes beside a file."""


def migrate(database: sqlite3.Connection) -> None:
    """Bring the schema up to date, and log that, for there is no way back; refuse a file of a newer program."""
    version = version_of(database)
    check_schema(version, len(MIGRATIONS), "the data file")
    for number in range(version, len(MIGRATIONS)):
        database.executescript(f"begin immediate; {MIGRATIONS[number]} pragma user_version = {number + 1}; commit;")
    if 0 < version < len(MIGRATIONS):
        log_migration("data file", version, len(MIGRATIONS))


def log_migration(what: str, version: int, now: int) -> None:
    """Log that a data file or database was converted."""
    log.warning(f"the {what} was converted: earlier versions of ziggurat refuse it from now on", extra={"from_schema": version, "to_schema": now})


def version_of(database: sqlite3.Connection) -> int:
    """Read the version of the schema; 0: there is none."""
    (version,) = database.execute("pragma user_version").fetchone()
    return int(version)


def check_whole(database: sqlite3.Connection, name: str) -> None:
    """Raise StoreError for no data file, a damaged one, or one of a newer program: a copy would lack something."""
    try:
        version = version_of(database)
        check_schema(version, len(MIGRATIONS), name)
        if not version or database.execute("select 1 from sqlite_master where name = 'room'").fetchone() is None:
            raise StoreError(f"{name} is empty, or no data file of ziggurat: name another one")
        (problem,) = database.execute("pragma quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise StoreError(f"cannot read {name}: {error}") from None
    if problem != "ok":
        raise StoreError(f"{name} is damaged ({' '.join(str(problem).split())}): use another copy of it")


def write_probe(database: sqlite3.Connection) -> None:
    """Write something, to find out whether writing works."""
    database.execute("insert or replace into probe values (1, ?)", (time.time_ns(),))


def make_private(path: Path) -> None:
    """Make a file that nobody but its owner reads, and take the rights of others from one that is there: it holds secrets of running games."""
    path = path.resolve()  # a link that leads nowhere: the file is made where it points
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))  # new: SQLite has no lock on it that closing would drop
    except FileExistsError:
        for end in ("", "-wal", "-shm", "-journal"):  # SQLite gives new ones the mode of the file
            beside = path.with_name(path.name + end)
            with contextlib.suppress(OSError):  # another's file
                beside.chmod(stat.S_IMODE(beside.stat().st_mode) & 0o700)


def prepare_file(path: Path) -> None:
    """Make a data file, or bring it up to date; raises StoreError where that fails."""
    try:
        make_folders(path.parent)
        make_private(path)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("pragma journal_mode=wal")
            migrate(database)
            write_probe(database)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"cannot use `{path}` as data file: {error}") from None


def backup_file(data: Path, path: Path) -> int:
    """Copy a data file, also while a server writes to it; returns how many tables the copy holds."""
    if not data.is_file():
        raise StoreError(f"there is no data file `{data}`: name it with `--data`")
    if path.exists() and path.samefile(data):
        raise StoreError(f"`{path}` is the data file itself: name another file")
    with contextlib.closing(connect_to_read(data)) as source:
        check_whole(source, f"`{data}`")
        try:
            copy_database(source, path)
            (tables,) = source.execute("select count(*) from room").fetchone()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot copy `{data}` to `{path}`: {error}") from None
    return int(tables)


def connect_to_read(data: Path) -> sqlite3.Connection:
    """Open a data file to read it, also beside a server that writes. (Not `mode=ro`, which leaves a `-wal` behind.)"""
    try:
        return sqlite3.connect(f"file:{quote(str(data.resolve()))}?mode=rw", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError(f"cannot read `{data}`: {error}") from None


def copy_database(source: sqlite3.Connection, path: Path) -> None:
    """Copy the whole database to a new file: it appears when it is complete."""
    part = part_of(path)
    remove_database(part)
    make_private(part)
    try:
        with contextlib.closing(sqlite3.connect(part)) as target:
            source.backup(target)
            target.execute("pragma journal_mode=delete")  # else whoever reads the copy would write beside it
        put_in_place(part, path)
    finally:
        remove_database(part)


def part_of(path: Path) -> Path:
    """Where a file is written before it is complete."""
    return path.with_name(f".{path.name}.part")


def put_in_place(part: Path, path: Path) -> None:
    """Give a complete data file its name. What SQLite wrote beside the one before must not be taken for this one's."""
    give_away(part, path)
    sync(part)
    for end in BESIDE:
        path.with_name(path.name + end).unlink(missing_ok=True)
    part.replace(path)
    sync(path.parent)


def remove_database(path: Path) -> None:
    """Remove a data file with all that SQLite wrote beside it."""
    for end in ("", *BESIDE):
        path.with_name(path.name + end).unlink(missing_ok=True)


def size_of(path: Path) -> int:
    """How many bytes a data file has, with all that SQLite wrote beside it."""
    size = 0
    for end in ("", *BESIDE):
        with contextlib.suppress(FileNotFoundError):
            size += path.with_name(path.name + end).stat().st_size
    return size


def sync(path: Path) -> None:
    """Make a file, or the names in a folder, durable."""
    with contextlib.suppress(PermissionError):  # Windows opens no folders
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
