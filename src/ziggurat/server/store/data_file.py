"""The data file: its schema, and how it is made, brought up to date and copied."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import time
from pathlib import Path
from urllib.parse import quote

from ziggurat.server.store.store import StoreError

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


def migrate(database: sqlite3.Connection) -> None:
    """Bring the schema up to date; refuse a file of a newer program."""
    (version,) = database.execute("pragma user_version").fetchone()
    if version > len(MIGRATIONS):
        raise StoreError(f"the data file has schema {version}, this program knows {len(MIGRATIONS)}: use a newer ziggurat")
    for number in range(version, len(MIGRATIONS)):
        database.executescript(f"begin immediate; {MIGRATIONS[number]} pragma user_version = {number + 1}; commit;")


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
        path.parent.mkdir(parents=True, exist_ok=True)
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
    try:
        source = connect_to_read(data)
        copy_database(source, path)
        (tables,) = source.execute("select count(*) from room").fetchone()
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"cannot copy `{data}` to `{path}`: {error}") from None
    source.close()
    return int(tables)


def connect_to_read(data: Path) -> sqlite3.Connection:
    """Open a data file only to read it, also beside a server that writes."""
    return sqlite3.connect(f"file:{quote(str(data.resolve()))}?mode=ro", uri=True, isolation_level=None)


def copy_database(source: sqlite3.Connection, path: Path) -> None:
    """Copy the whole database to a new file: it appears when it is complete."""
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    make_private(part)
    target = sqlite3.connect(part)
    try:
        source.backup(target)
    finally:
        target.close()
    part.replace(path)
