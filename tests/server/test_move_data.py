"""Everything that is stored moves to another place, to the last byte, or not at all: between data files and a real PostgreSQL, there and back."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from backends import new_database
from ziggurat.server.store import move_postgres
from ziggurat.server.store.data_file import backup_file, prepare_file
from ziggurat.server.store.data_lock import DataLock, InUse
from ziggurat.server.store.move_data import SHAPES, DataFile, Digest, NewDataFile, digest_of, move_data
from ziggurat.server.store.move_postgres import Database, NewDatabase, backup_database, shown
from ziggurat.server.store.postgres import PostgresStore
from ziggurat.server.store.sqlite import SqliteStore
from ziggurat.server.store.store import Account, Row, Store, StoreError


def filled(path: Path, rooms: int = 40) -> Path:
    """A data file with all kinds of things in it: ids whose order depends on the alphabet, bytes that are no text, empty and long ones."""
    lots = random.Random(3)

    async def main() -> None:
        store = SqliteStore(path)
        await store.open()
        for number in range(rooms):
            id_ = lots.choice(["a", "B", "_", "ß", "é", "Z", "-"]) + f"{number}" + lots.choice(["", "x", "Ä"])
            events = [f"{place} " + "è\\n\t" * lots.randrange(40) for place in range(lots.randrange(30))]
            status, wake = lots.choice(["open", "running", "over"]), lots.choice([None, 0, 2**53])
            row = Row(id_, "amytis", status, bool(number % 2), number, 10 + number, wake, b"\xff\0{}")
            await store.create(row, [event.encode() for event in events], accounts=lots.sample(["one", "two", "Three"], lots.randrange(3)))
        for name, hook in (("one", None), ("two", b'{"url":"https://example.org"}'), ("Three", b"")):
            await store.save_account(Account(name, f"Ünal {name}", f"hash of {name}", 7, hook))
        await store.pulse(123_456)
        await store.close()

    asyncio.run(main())
    return path


def digests(place: Any) -> dict[str, Digest]:
    with place:
        return {shape.name: digest_of(place.rows(shape)) for shape in SHAPES}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return filled(tmp_path / "rooms.db")


def test_there_and_back_nothing_differs(data: Path, tmp_path: Path) -> None:
    url, lines = new_database(), list[str]()
    moved = move_data(DataFile(data, leaves=True), NewDatabase(url), lines.append)
    assert moved["room"].rows == 40 and moved["account"].rows == 3 and moved["event"].rows > 300 and moved["player"].rows > 20 and moved["pulse"].rows == 1
    assert digests(Database(url)) == moved == digests(DataFile(data))
    assert any("40 rows" in line and "the same on both sides" in line for line in lines)
    back = tmp_path / "back.db"
    assert move_data(Database(url, leaves=True), NewDataFile(back)) == moved == digests(DataFile(back))


def test_the_moved_tables_go_on(data: Path) -> None:
    """The database knows how many events each table has, so the next one is taken and a wrong one is not; and the host's clock goes on from where it was."""
    url = new_database()
    move_data(DataFile(data, leaves=True), NewDatabase(url))

    async def everything(store: Store) -> dict[str, list[bytes]]:
        with sqlite3.connect(data) as database:
            return {room: await store.events(room) for (room,) in database.execute("select id from room")}

    async def main() -> None:
        old, new = SqliteStore(data), PostgresStore(url)
        await old.open()
        await new.open()
        before = await everything(old)
        assert await everything(new) == before
        assert await new.last_pulse() == 123_456
        for room, events in before.items():
            await new.append(room, len(events), [b"next"], status="running", wake=None, at=99)
        assert await everything(new) == {room: [*events, b"next"] for room, events in before.items()}
        account = await new.account(token_hash="hash of two")
        assert account is not None and account.hook == b'{"url":"https://example.org"}'
        await old.close()
        await new.close()

    asyncio.run(main())


def test_a_backup_of_a_database_is_a_data_file_and_comes_back(data: Path, tmp_path: Path) -> None:
    url, copy = new_database(), tmp_path / "copy.db"
    moved = move_data(DataFile(data, leaves=True), NewDatabase(url))
    copy.write_text("an older backup is replaced")
    assert backup_database(url, copy) == 40
    assert digests(DataFile(copy)) == moved
    again = new_database()
    move_data(DataFile(copy), NewDatabase(again))
    assert digests(Database(again)) == moved


# --- What is refused --------------------------------------------------------------------------------------------------


def test_a_place_that_is_not_empty_is_refused_and_left_alone(data: Path, tmp_path: Path) -> None:
    url, other = new_database(), filled(tmp_path / "other.db", rooms=2)
    move_data(DataFile(other, leaves=True), NewDatabase(url))
    before = digests(DataFile(other))
    for target in (NewDatabase(url), NewDataFile(other)):
        with pytest.raises(StoreError, match="already"):
            move_data(DataFile(data, leaves=True), target)
    assert digests(Database(url)) == digests(DataFile(other)) == before


def test_an_empty_data_file_is_filled(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "new.db"
    prepare_file(target)
    assert move_data(DataFile(data), NewDataFile(target)) == digests(DataFile(target))
    assert [path.name for path in tmp_path.iterdir() if "new.db" in path.name and not path.name.endswith((".lock", "-wal", "-shm"))] == ["new.db"]


def test_a_file_that_a_server_uses_neither_moves_away_nor_is_written(data: Path, tmp_path: Path) -> None:
    lock = DataLock(data)
    lock.take()
    try:
        with pytest.raises(InUse):
            move_data(DataFile(data, leaves=True), NewDataFile(tmp_path / "x.db"))
        with pytest.raises(InUse):
            move_data(DataFile(filled(tmp_path / "y.db", 1)), NewDataFile(data))
    finally:
        lock.release()
    assert not (tmp_path / "x.db").exists()


def test_a_database_on_which_a_server_runs_neither_moves_away_nor_is_written(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server is known by its pulse."""
    monkeypatch.setattr(move_postgres, "PULSE_SECONDS", 1.0)
    url = new_database()
    move_data(DataFile(data, leaves=True), NewDatabase(url))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("update pulse set written = clock_timestamp()")
    move_data(Database(url, leaves=True), NewDataFile(tmp_path / "ended.db"))  # its last pulse was just now, but no other came
    wait = time.sleep

    def sleep(seconds: float) -> None:
        wait(seconds)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("update pulse set written = clock_timestamp()")

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("update pulse set written = clock_timestamp()")
    monkeypatch.setattr("ziggurat.server.store.move_postgres.time.sleep", sleep)
    for source, target in ((Database(url, leaves=True), NewDataFile(tmp_path / "z.db")), (DataFile(data), NewDatabase(url))):
        with pytest.raises(StoreError, match="a server runs"):
            move_data(source, target)


def test_half_a_copy_is_none(data: Path, tmp_path: Path) -> None:
    """Whatever goes wrong, also a copy that differs: nothing of it is there, and the same command works afterwards."""
    url, file = new_database(), tmp_path / "to.db"

    class Breaks(DataFile):
        def rows(self, shape: Any) -> Iterator[Any]:
            for place, row in enumerate(super().rows(shape)):
                if shape.name == "event" and place == 200:
                    raise StoreError("the disk is gone")
                yield row

    class Differs(NewDataFile):
        def rows(self, shape: Any) -> Iterator[Any]:
            yield from list(super().rows(shape))[1:]

    for target in (NewDatabase(url), NewDataFile(file)):
        with pytest.raises(StoreError, match="the disk is gone"):
            move_data(Breaks(data), target)
    with pytest.raises(StoreError, match="nothing was moved"):
        move_data(DataFile(data), Differs(file))
    assert not file.exists() and not list(tmp_path.glob("*.part*"))
    assert move_data(DataFile(data), NewDatabase(url)) == move_data(DataFile(data), NewDataFile(file))


def test_what_is_no_store_of_ours_is_refused(data: Path, tmp_path: Path) -> None:
    for source in (DataFile(tmp_path / "nothing.db"), Database(new_database()), Database("postgresql://127.0.0.1:1/nobody")):
        with pytest.raises(StoreError):
            move_data(source, NewDataFile(tmp_path / "x.db"))
    (tmp_path / "letter.db").write_text("dear aunt, " * 500)
    with pytest.raises(StoreError, match="cannot"):
        move_data(DataFile(tmp_path / "letter.db"), NewDataFile(tmp_path / "x.db"))
    assert not (tmp_path / "x.db").exists()


def test_no_password_is_shown() -> None:
    assert shown("postgresql://ada:secret@db.example.org:5433/table?sslmode=require&password=secret") == "`postgresql://db.example.org:5433/table`"


# --- The commands -----------------------------------------------------------------------------------------------------


def ziggurat(*arguments: str | Path, url: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NO_COLOR": "1", "ZIGGURAT_DATABASE_URL": url}
    return subprocess.run([sys.executable, "-m", "ziggurat", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=90, env=environment)


def test_the_command_moves_all_or_says_in_one_line_why_not(data: Path, tmp_path: Path) -> None:
    """(`test_laptop_to_site.py` goes there and back with a game.)"""
    url, lock = new_database(), DataLock(data)
    lock.take()
    refused = ziggurat("move-data", data, url)
    lock.release()
    assert refused.returncode == 1 and "in use by another server" in refused.stderr and "Traceback" not in refused.stderr
    done = ziggurat("move-data", data, url)
    assert done.returncode == 0 and "tables: 40 rows" in done.stdout and "everything is in `postgresql://" in done.stdout, done.stderr
    refused = ziggurat("move-data", data, url)
    assert refused.returncode == 1 and "already" in refused.stderr and "Traceback" not in refused.stderr


def test_restore_brings_a_backup_back(data: Path, tmp_path: Path) -> None:
    copy, target = tmp_path / "copy.db", tmp_path / "new.db"
    backup_file(data, copy)
    done = ziggurat("restore", copy, "--data", target)
    assert done.returncode == 0 and "tables: 40 rows" in done.stdout, done.stderr
    assert digests(DataFile(target)) == digests(DataFile(data))
    refused = ziggurat("restore", copy, "--data", target)
    assert refused.returncode == 1 and "already" in refused.stderr and "Traceback" not in refused.stderr
