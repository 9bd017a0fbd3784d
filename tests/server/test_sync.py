"""An acknowledged move has reached the disk: SQLite was asked to sync after every batch that was acknowledged.

SIGKILL cannot show this (the kernel keeps what was written), so the file system of SQLite is watched: a VFS that counts `xSync`, and
remembers what was written to the log since.
"""

from __future__ import annotations

import asyncio
import ctypes
import ctypes.util
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ziggurat.server.store.sqlite import SqliteStore
from ziggurat.server.store.store import Row

POINTER, INT, LONG = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
WRITE = ctypes.CFUNCTYPE(INT, POINTER, POINTER, INT, LONG)
SYNC = ctypes.CFUNCTYPE(INT, POINTER, INT)
OPEN = ctypes.CFUNCTYPE(INT, POINTER, POINTER, POINTER, INT, POINTER)  # names as pointers: SQLite keeps them, a copy would not live long enough
X_WRITE, X_SYNC = 3, 5  # places in sqlite3_io_methods, counted in pointers (the first holds the version)
METHODS = 19
VFS_WORDS = 22
X_OPEN = 5  # place of xOpen in sqlite3_vfs: iVersion+szOsFile, mxPathname, pNext, zName, pAppData, xOpen
NEXT, NAME = 2, 3


class Watched:
    """The default VFS of SQLite with its writes and syncs of write-ahead logs counted."""

    def __init__(self) -> None:
        path = ctypes.util.find_library("sqlite3")
        self.library = ctypes.CDLL(path) if path else ctypes.CDLL(None)
        self.library.sqlite3_vfs_find.restype = POINTER
        self.original = self.library.sqlite3_vfs_find(None)
        words = ctypes.cast(self.original, ctypes.POINTER(POINTER * VFS_WORDS)).contents
        self.vfs = (POINTER * VFS_WORDS)(*words)
        self.name = ctypes.create_string_buffer(b"watched")
        self.vfs[NAME] = ctypes.cast(self.name, POINTER).value
        self.vfs[NEXT] = None
        self.open_original = OPEN(words[X_OPEN] or 0)
        self.open_ours = OPEN(self.open)
        self.vfs[X_OPEN] = ctypes.cast(self.open_ours, POINTER).value
        self.references: list[Any] = []
        self.events: list[str] = []
        """`write` and `sync` of a log, in order."""
        assert self.library.sqlite3_vfs_register(ctypes.byref(self.vfs), 1) == 0

    def close(self) -> None:
        self.library.sqlite3_vfs_register.argtypes = [POINTER, INT]
        self.library.sqlite3_vfs_unregister.argtypes = [POINTER]
        self.library.sqlite3_vfs_register(self.original, 1)
        self.library.sqlite3_vfs_unregister(ctypes.addressof(self.vfs))

    def open(self, vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        status = int(self.open_original(vfs, name, file, flags, out))
        pointer = ctypes.cast(file, ctypes.POINTER(POINTER))
        if status == 0 and name and ctypes.string_at(name).endswith(b"-wal") and pointer[0]:
            methods = (POINTER * METHODS)(*ctypes.cast(pointer[0], ctypes.POINTER(POINTER * METHODS)).contents)
            write, sync = WRITE(methods[X_WRITE] or 0), SYNC(methods[X_SYNC] or 0)

            def watched_write(file: int, data: int, size: int, offset: int) -> int:
                self.events.append("write")
                return int(write(file, data, size, offset))

            def watched_sync(file: int, flags: int) -> int:
                self.events.append("sync")
                return int(sync(file, flags))

            ours = WRITE(watched_write), SYNC(watched_sync)
            methods[X_WRITE], methods[X_SYNC] = (ctypes.cast(one, POINTER).value for one in ours)
            self.references += [methods, ours, write, sync]
            pointer[0] = ctypes.addressof(methods)
        return status


@pytest.fixture
def watched() -> Iterator[Watched]:
    if not sys.platform.startswith("linux"):
        pytest.skip("the shared library of SQLite is looked for as Linux has it")
    probe = ctypes.CDLL(ctypes.util.find_library("sqlite3") or None)
    probe.sqlite3_libversion.restype = ctypes.c_char_p
    assert probe.sqlite3_libversion().decode() == sqlite3.sqlite_version, "Python uses another SQLite than the one that can be watched"
    sqlite = Watched()
    yield sqlite
    sqlite.close()


async def write_moves(path: Path, watched: Watched, *, synchronous: str = "") -> SqliteStore:
    """Twenty tables play 25 moves each; the events of the log from the first of them on are in `watched`."""
    store = SqliteStore(path)
    await store.open()
    if synchronous:
        store._writer.execute(f"pragma synchronous={synchronous}")
    for number in range(20):
        await store.create(Row(f"r{number}", "amytis", "open", False, 1, 1, None, b"{}"))
    watched.events.clear()
    store.batches = store.writes = 0

    async def play(room: str) -> None:
        for number in range(25):
            await store.append(room, number, [b"x" * 50], status="running", wake=None, at=2)

    await asyncio.gather(*(play(f"r{number}") for number in range(20)))
    return store


def test_every_acknowledged_batch_was_synced(watched: Watched, tmp_path: Path) -> None:
    async def main() -> None:
        store = await write_moves(tmp_path / "rooms.db", watched)
        assert store._writer.execute("pragma synchronous").fetchone() == (2,)
        assert store._writer.execute("pragma journal_mode").fetchone() == ("wal",)
        assert store.writes == 500 > store.batches, "moves that wait together share a sync"
        runs = "".join(event[0] for event in watched.events).split("s")  # what was written between two syncs
        assert runs[-1] == "", "nothing was written after the last sync"
        assert sum(bool(run) for run in runs) >= store.batches, "each batch has a sync of its own after its writes"
        await store.close()

    asyncio.run(main())


def test_the_watch_would_notice_a_store_that_does_not_sync(watched: Watched, tmp_path: Path) -> None:
    async def main() -> None:
        store = await write_moves(tmp_path / "rooms.db", watched, synchronous="normal")
        assert watched.events.count("sync") < store.batches and watched.events.count("write") > store.batches
        await store.close()

    asyncio.run(main())
