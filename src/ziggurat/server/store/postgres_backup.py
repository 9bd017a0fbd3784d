"""Copy a PostgreSQL database to a SQLite data file: as it was at one moment, while others go on writing."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from psycopg import IsolationLevel

from ziggurat.server.store.data_file import prepare_file
from ziggurat.server.store.postgres_connections import Connection

COPIES = [  # what is read, and where it is written
    ("select id, game, status, listed::int, created, touched, wake, head from room", "insert into room values (?, ?, ?, ?, ?, ?, ?, ?)"),
    ("select room, number, body from event", "insert into event values (?, ?, ?)"),
    ("select id, name, token_hash, created, hook from account", "insert into account values (?, ?, ?, ?, ?)"),
    ("select account, room from player", "insert into player values (?, ?)"),
    ("select room, version, complete::int, at, body from review", "insert into review values (?, ?, ?, ?, ?)"),
    ("select one, at from pulse", "insert into pulse values (?, ?)"),
]
ROWS = 2000  # read at a time


async def copy_to_file(connection: Connection, path: Path) -> None:
    """Write a data file: it appears when it is complete."""
    part = path.with_name(f".{path.name}.part")
    for leftover in part.parent.glob(part.name + "*"):
        leftover.unlink()
    await asyncio.to_thread(prepare_file, part)
    with contextlib.closing(sqlite3.connect(part, isolation_level=None, check_same_thread=False)) as target:
        target.execute("begin")
        await connection.set_isolation_level(IsolationLevel.REPEATABLE_READ)
        async with connection.transaction():
            for select, insert in COPIES:
                async with connection.cursor("copy") as cursor:
                    await cursor.execute(select)
                    while rows := await cursor.fetchmany(ROWS):
                        await asyncio.to_thread(write, target, insert, rows)
        target.execute("commit")
        target.execute("pragma wal_checkpoint(truncate)")
    part.replace(path)


def write(target: sqlite3.Connection, insert: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows."""
    target.executemany(insert, rows)
