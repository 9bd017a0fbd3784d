"""Everything that is stored moves to another place, to the last byte, or not at all: between data files and a real PostgreSQL, there and back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from backends import is_root, new_database
from ziggurat.server.places import shown
from ziggurat.server.store import move_postgres
from ziggurat.server.store.data_file import backup_file, prepare_file
from ziggurat.server.store.data_lock import DataLock, InUse
from ziggurat.server.store.move_data import SHAPES, DataFile, Digest, NewDataFile, digest_of, move_data
from ziggurat.server.store.move_postgres import Database, NewDatabase, backup_database
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


# --- Newer programs, empty and damaged files --------------------------------------------------------------------------


def commands_from(source: Path | str, target: Path | str) -> list[list[Path | str]]:
    """All commands that copy."""
    return [["restore", source, "--data", target], ["backup", target, "--data", source], ["move-data", source, target]]


def make_newer(path: Path) -> Path:
    """A data file of a program that does not exist yet."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript("create table friend(id text); alter table room add column colour text")
        database.execute("pragma user_version = 99")
    return path


def beside(folder: Path, *known: str) -> list[str]:
    """What lies in a folder beside the files that are known."""
    return sorted(path.name for path in folder.iterdir() if path.name not in known)


def test_what_a_newer_program_wrote_is_refused_as_by_serve(data: Path, tmp_path: Path) -> None:
    """Else the copy would lack what this program does not know, and be called the same."""
    make_newer(data)
    target = tmp_path / "target/new.db"
    for command in commands_from(data, target):
        done = ziggurat(*command)
        assert done.returncode == 1 and f"`{data}` has schema 99" in done.stderr and "newer" in done.stderr
        assert not target.exists() and "same on both sides" not in done.stdout
    with pytest.raises(StoreError, match="schema 99"):
        move_data(DataFile(filled(tmp_path / "old.db", 1)), NewDataFile(make_newer(filled(tmp_path / "rooms2.db", 0))))


def test_a_database_of_a_newer_program_neither_moves_nor_is_copied(data: Path, tmp_path: Path) -> None:
    url, target = new_database(), tmp_path / "new.db"
    move_data(DataFile(data), NewDatabase(url))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("update schema_version set version = 99")
        connection.execute("create table friend(id text)")
    for done in (ziggurat("backup", target, url=url), ziggurat("move-data", url, target)):
        assert done.returncode == 1 and "schema 99" in done.stderr and "newer" in done.stderr
    with pytest.raises(StoreError, match="schema 99"):
        move_data(DataFile(data), NewDatabase(url))
    assert beside(tmp_path, "rooms.db", "rooms.db.lock") == []


Damage = Callable[[Path], object]


def cut_in_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def overwrite_a_page(path: Path) -> None:
    """As a bad sector does."""
    whole = path.read_bytes()
    middle = len(whole) // 2 // 4096 * 4096
    path.write_bytes(whole[:middle] + b"\xa5" * 4096 + whole[middle + 4096 :])


@pytest.mark.parametrize(
    "damage",
    [lambda path: path.write_bytes(b""), lambda path: path.write_text("dear " * 999), cut_in_half, overwrite_a_page],
    ids=["empty", "letter", "cut", "overwritten"],
)
def test_an_empty_or_damaged_file_is_named_and_nothing_is_left(damage: Damage, data: Path, tmp_path: Path) -> None:
    copy, elsewhere = tmp_path / "copy.db", tmp_path / "elsewhere"
    elsewhere.mkdir()
    backup_file(data, copy)
    damage(copy)
    before, target = beside(tmp_path), elsewhere / "new.db"
    for command in commands_from(copy, target):
        done = ziggurat(*command)
        assert done.returncode == 1 and f"`{copy}`" in done.stderr and str(target) not in done.stderr, command
        assert "Traceback" not in done.stderr, command
        assert beside(elsewhere) == [] and beside(tmp_path) == before, command


def test_a_database_of_another_program_is_not_replaced(data: Path, tmp_path: Path) -> None:
    other = tmp_path / "letters.db"
    with contextlib.closing(sqlite3.connect(other)) as database:
        database.execute("create table letter(text)")
    before = other.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        move_data(DataFile(data), NewDataFile(other))
    with pytest.raises(StoreError, match="no data file"):
        move_data(DataFile(other), NewDataFile(tmp_path / "x.db"))
    assert other.read_bytes() == before


def test_nothing_is_left_beside_what_is_read_and_written(data: Path, tmp_path: Path) -> None:
    """Neither the write-ahead log through which a file is read, nor the log of the file that is replaced."""
    copy, target = tmp_path / "copy.db", tmp_path / "new.db"
    copy.write_bytes(b"")
    copy.with_name("copy.db-wal").write_bytes(b"of the file before")
    backup_file(data, copy)
    move_data(DataFile(copy), NewDataFile(target))
    move_data(DataFile(data, leaves=True), NewDataFile(tmp_path / "again.db"))
    assert beside(tmp_path, "rooms.db.lock") == ["again.db", "copy.db", "new.db", "rooms.db"]
    assert digests(DataFile(target)) == digests(DataFile(data))


def test_a_lock_that_somebody_removed_is_taken_anew(tmp_path: Path) -> None:
    first, second = DataLock(tmp_path / "x.db"), DataLock(tmp_path / "x.db")
    first.take()
    waiting = threading.Thread(target=second.take, args=(20.0,))
    waiting.start()
    time.sleep(0.2)
    first.release(clean=True)
    waiting.join()
    with pytest.raises(InUse):
        first.take()
    second.release(clean=True)
    assert beside(tmp_path) == []


# --- Whose the files are ----------------------------------------------------------------------------------------------


def test_what_root_writes_belongs_to_the_service(data: Path, tmp_path: Path) -> None:
    """To the owner of the folder, or of the file that is replaced."""
    service, other = (65_001, 65_002), (65_003, 65_004)
    if not is_root():  # who cannot give files away
        service = other = os.geteuid(), os.getegid()
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, *service)
    copy = home / "copy.db"
    for command in (commands_from(data, copy)[1], commands_from(copy, home / "deep/new.db")[0], commands_from(copy, home / "moved.db")[2]):
        done = ziggurat(*command)
        assert done.returncode == 0, done.stderr
    assert {path.name for path in home.rglob("*.db")} == {"copy.db", "new.db", "moved.db"}
    assert {(path.stat().st_uid, path.stat().st_gid) for path in home.rglob("*")} == {service}
    os.chown(copy, *other)
    assert ziggurat("backup", copy, "--data", data).returncode == 0
    assert (copy.stat().st_uid, copy.stat().st_gid) == other, "as the one before"
    lock = DataLock(copy)
    lock.take()
    assert lock.path.stat().st_uid == other[0], "else the service could not take it after root"
    lock.release()


# --- Places -----------------------------------------------------------------------------------------------------------

PASSWORD = "hidden-Pa55"


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative paths begin in the folder of the test."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "place",
    [
        f"mysql://ada:{PASSWORD}@db/table",
        f"postgrsql://ada:{PASSWORD}@db/table",
        f"postgresql:/ada:{PASSWORD}@db/table",
        f"postgresql:ada:{PASSWORD}@db",
        f"host=db password={PASSWORD}",
        f"postgresql://ada:{PASSWORD}/x@db/table",
        f"postgresql://ada:{PASSWORD}#x@db/table",
        f"postgresql://ada:12?{PASSWORD}@db/table",
        f"postgresql://ada:{PASSWORD}@x@db/table",
        f"postgresql://ada:{PASSWORD}%zz@db/table",
        f"postgresql://ada:{PASSWORD}%00@db/table",
    ],
)
@pytest.mark.usefixtures("inside")
def test_what_is_no_url_of_a_database_is_refused_and_no_file_bears_its_name(place: str, data: Path, tmp_path: Path) -> None:
    for command in [*commands_from(data, place), *commands_from(place, "x.db")]:
        done = ziggurat(*command)
        assert done.returncode == 2 and done.stderr.startswith("error: ") and "Traceback" not in done.stderr, command
        assert PASSWORD not in done.stderr + done.stdout, command
    assert beside(tmp_path) == ["rooms.db", "rooms.db.lock"]


def test_errors_of_a_database_name_it_without_its_password(data: Path, tmp_path: Path) -> None:
    place = f"postgresql://ada:{PASSWORD}%40@127.0.0.1:1/table?application_name=x"
    target = tmp_path / "x.db"
    moved = [ziggurat("move-data", data, place), ziggurat("move-data", place, target)]
    for done in (*moved, ziggurat("backup", target, url=place)):
        assert done.returncode == 1 and "127.0.0.1" in done.stderr and "Traceback" not in done.stderr
        assert PASSWORD not in done.stderr + done.stdout
