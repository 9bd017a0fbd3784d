"""Every store keeps what it was given: one suite for SQLite and PostgreSQL. What only one of them can is at the end, and in `test_postgres.py`."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import pytest

from backends import new_database
from ziggurat.server.store.data_file import MIGRATIONS, prepare_file
from ziggurat.server.store.postgres import PostgresStore
from ziggurat.server.store.sqlite import SqliteStore
from ziggurat.server.store.store import Account, Conflict, Row, Store, StoredReview, StoreError


@cache
def database_of(folder: Path) -> str:
    """The database of a test."""
    return new_database()


STORES: dict[str, Callable[[Path], Store]] = {
    "sqlite": lambda folder: SqliteStore(folder / "rooms.db"),
    "postgres": lambda folder: PostgresStore(database_of(folder)),
}
Test = Callable[[Store], Awaitable[None]]


@asynccontextmanager
async def opened(make: Callable[[Path], Store], folder: Path) -> AsyncIterator[Store]:
    store = make(folder)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture(params=STORES)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Test], None]:
    """Run a test with a fresh store."""

    def run(test: Test) -> None:
        async def main() -> None:
            async with opened(STORES[request.param], tmp_path) as store:
                await test(store)

        asyncio.run(main())

    return run


def row(id_: str = "t1", **changes: object) -> Row:
    return Row(**{"id": id_, "game": "amytis", "status": "open", "listed": False, "created": 10, "touched": 10, "wake": None, "head": b"{}", **changes})  # type: ignore[arg-type]


def test_a_room_comes_back_as_it_was_written(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        await store.create(row(), [b"first"])
        await store.append("t1", 1, [b"second", b"third"], status="running", wake=70, at=50)
        assert await store.row("t1") == row(status="running", touched=50, wake=70)
        assert await store.events("t1") == [b"first", b"second", b"third"]
        assert await store.events("t1", 2) == [b"third"]
        assert await store.row("nobody") is None and await store.events("nobody") == []

    run(test)


def test_a_number_is_written_once_and_none_is_left_out(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        await store.create(row(), [b"0", b"1"])
        for number in (0, 1, 3):
            with pytest.raises(Conflict):
                await store.append("t1", number, [b"x", b"y"], status="over", wake=None, at=99)
        assert await store.events("t1") == [b"0", b"1"]
        assert (await store.row("t1")) == row()
        with pytest.raises(Conflict):
            await store.create(row(game="blueprints"))

    run(test)


def test_of_many_who_write_the_same_number_one_succeeds_and_hurts_nobody_else(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        for name in "abcdefgh":
            await store.create(row(name))
        writes = [store.append(name, 0, [f"{name}{who}".encode()], status="running", wake=None, at=20) for name in "abcdefgh" for who in range(5)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert sum(result is None for result in results) == 8
        assert all(result is None or isinstance(result, Conflict) for result in results)
        for place, name in enumerate("abcdefgh"):
            winner = [who for who in range(5) if results[5 * place + who] is None]
            assert await store.events(name) == [f"{name}{winner[0]}".encode()]

    run(test)


def test_lists_hold_what_they_should(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        await store.create(row("old", listed=True, created=1))
        await store.create(row("new", listed=True, created=2))
        await store.create(row("hidden"))
        await store.create(row("done", listed=True, status="over"))
        assert [room.id for room in await store.listed(10)] == ["new", "old"]
        assert [room.id for room in await store.listed(1)] == ["new"]
        await store.append("hidden", 0, [b""], status="running", wake=30, at=11)
        await store.append("old", 0, [b""], status="running", wake=20, at=11)
        assert await store.waking() == [("old", 20), ("hidden", 30)]
        await store.append("old", 1, [b""], status="over", wake=None, at=12)
        assert await store.waking() == [("hidden", 30)]
        assert [room.id for room in await store.listed(10)] == ["new"]

    run(test)


def test_a_room_is_removed_with_all_that_belongs_to_it_and_words_can_be_taken_out_of_events(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        for name in ("a", "b"):
            await store.create(row(name), [b"0", b"said", b"2"], accounts=["bot"])
            await store.append(name, 3, [b"3"], status="running", wake=9, at=20)
        await store.rewrite("a", {1: b"", 3: b"x"})
        assert await store.events("a") == [b"0", b"", b"2", b"x"] and await store.events("b") == [b"0", b"said", b"2", b"3"]
        await store.append("a", 4, [b"4"], status="running", wake=9, at=21)
        await store.remove("a")
        assert await store.row("a") is None and await store.events("a") == [] and await store.waking() == [("b", 9)]
        assert [room.id for room in await store.rooms_of("bot", 9)] == ["b"]
        with pytest.raises(Conflict):
            await store.append("a", 5, [b"late"], status="running", wake=None, at=22)
        await store.remove("nobody")
        await store.create(row("a"))

    run(test)


def test_a_review_is_replaced_by_a_newer_one_and_goes_with_its_room(run: Callable[[Test], None], tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        for name in ("a", "b"):
            await store.create(row(name))
        part, whole = StoredReview(2, False, 50, b"\x00part"), StoredReview(2, True, 70, b"whole\xff")
        assert await store.review("a") is None
        await store.save_review("a", part)
        assert await store.review("a") == part
        for name in ("a", "b"):
            await store.save_review(name, whole)
        assert await store.review("a") == whole
        await store.backup(tmp_path / "copy.db")
        async with opened(lambda folder: SqliteStore(folder / "copy.db"), tmp_path) as copy:
            assert await copy.review("a") == whole
        await store.remove("a")
        await store.touch(["b"], 20)
        assert await store.expire(30) == ["b"]
        for name in ("a", "b", "nobody"):
            assert await store.review(name) is None
            await store.save_review(name, whole)
            assert await store.review(name) is None, "nothing is written for a room that is gone"

    run(test)


def test_what_nobody_visits_expires_with_all_that_belongs_to_it(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        for name in ("a", "b", "c"):
            await store.create(row(name), [b"x"], accounts=["bot"])
        await store.touch(["b"], 100)
        await store.append("c", 1, [b"y"], status="running", wake=None, at=101)
        assert await store.expire(100) == ["a"]
        assert await store.row("a") is None and await store.events("a") == []
        assert {room.id for room in await store.rooms_of("bot", 9)} == {"b", "c"}
        await store.touch(["b"], 50)  # time does not run backwards
        assert await store.expire(100) == []

    run(test)


def test_accounts_are_found_by_id_and_by_token(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        await store.save_account(Account("a1", "Ada", "hash", 5))
        assert await store.account(id="a1") == await store.account(token_hash="hash") == Account("a1", "Ada", "hash", 5)
        assert await store.account(id="hash") is None and await store.account(token_hash="a1") is None
        await store.save_account(Account("a1", "Ada", "hash", 5, b"hook"))
        account = await store.account(id="a1")
        assert account is not None and account.hook == b"hook"
        await store.create(row("r"), accounts=["a1"])
        await store.create(row("s"))
        await store.append("s", 0, [b"joined"], status="running", wake=None, at=20, accounts=["a1"])
        assert {account.id for account in await store.rooms_of("a1", 9)} == {"r", "s"}
        await store.remove_account("a1")
        assert await store.account(id="a1") is None

    run(test)


def test_the_pulse_is_the_last_one(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        assert await store.last_pulse() is None
        await store.pulse(5)
        shown = await store.pulse(100_007)
        assert shown == 100_007
        last = await store.last_pulse()
        assert last is not None and 100_007 <= last < 105_007  # a shared clock goes on as long as a server may be alive

    run(test)


def test_a_copy_holds_everything_while_others_write(run: Callable[[Test], None], tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await store.create(row())
        writing = [store.append("t1", number, [b"%d" % number], status="running", wake=None, at=20) for number in range(20)]
        done = asyncio.gather(*writing, return_exceptions=True)
        await store.backup(tmp_path / "copy.db")
        await done
        copy = SqliteStore(tmp_path / "copy.db")
        await copy.open()
        events = await copy.events("t1")
        assert events == [b"%d" % number for number in range(len(events))]
        await copy.close()

    run(test)


def test_everything_can_be_read_in_pages(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        for name in ("c", "a", "B", "d"):
            await store.create(row(name), accounts=["y", "x"] if name == "a" else [])
        assert [room.id for room in await store.rooms("", 3)] == ["B", "a", "c"]
        assert [room.id for room in await store.rooms("c", 3)] == ["d"]
        assert await store.players("a") == ["x", "y"] and await store.players("B") == []
        for name in ("z", "A"):
            await store.save_account(Account(name, name, f"hash of {name}", 1))
        assert [account.id for account in await store.accounts()] == ["A", "z"]

    run(test)


def test_what_no_database_can_hold_is_not_there(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        assert await store.row("a\0b") is None and await store.account(id="a\0b") is None

    run(test)


def test_a_store_that_can_write_says_so(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        await store.probe()
        await store.probe()

    run(test)


@pytest.mark.parametrize("name", STORES)
def test_what_was_written_is_there_after_opening_again(tmp_path: Path, name: str) -> None:
    async def write() -> None:
        async with opened(STORES[name], tmp_path) as store:
            await store.create(row(), [b"x"])

    async def read() -> list[bytes]:
        async with opened(STORES[name], tmp_path) as store:
            return await store.events("t1")

    asyncio.run(write())
    assert asyncio.run(read()) == [b"x"]


def test_a_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        await store.open()
        store._writer.execute(f"pragma user_version = {len(MIGRATIONS) + 1}")
        await store.close()
        with pytest.raises(StoreError, match="newer"):
            await SqliteStore(tmp_path / "rooms.db").open()

    asyncio.run(main())


def test_converting_a_file_of_an_older_program_is_logged_once_for_there_is_no_way_back(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    shutil.copy(Path(__file__).parents[1] / "saved/2026-11/tables.db", tmp_path / "rooms.db")
    prepare_file(tmp_path / "rooms.db")
    prepare_file(tmp_path / "rooms.db")
    prepare_file(tmp_path / "new.db")
    assert [(entry.levelname, entry.getMessage()) for entry in caplog.records] == [
        ("WARNING", "the data file was converted: earlier versions of ziggurat refuse it from now on")
    ]
    assert vars(caplog.records[0]).items() >= {"from_schema": 2, "to_schema": len(MIGRATIONS)}.items()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rooms.db").write_text("this is a letter to my aunt, and nothing else " * 50)
    with pytest.raises(StoreError, match="cannot use"):
        asyncio.run(SqliteStore(tmp_path / "rooms.db").open())


def test_closing_waits_for_a_read_that_nobody_waits_for_any_more(tmp_path: Path) -> None:
    """A request that is cancelled leaves its read running; closing the connection under it would end the process."""
    began, go_on = threading.Event(), threading.Event()
    read: list[str] = []

    def slow(database: sqlite3.Connection) -> None:
        began.set()
        go_on.wait(10)
        read.extend(id_ for (id_,) in database.execute("select id from room"))

    async def main() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        await store.open()
        await store.create(row())
        reading = asyncio.create_task(store._read(slow))
        await asyncio.to_thread(began.wait)
        reading.cancel()
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0.05)
        assert not closing.done()
        go_on.set()
        await closing
        assert read == ["t1"]
        with pytest.raises(StoreError, match="closed"):
            await store.row("t1")

    asyncio.run(main())


def test_moves_that_come_together_are_written_by_one_statement(tmp_path: Path) -> None:
    """Neither a transaction nor a statement for each; and the row of a room is left alone while nothing of it changes."""
    rooms, statements = [f"t{number}" for number in range(30)], list[str]()

    async def main() -> None:
        async with opened(STORES["sqlite"], tmp_path) as store:
            assert isinstance(store, SqliteStore)
            for room in rooms:
                await store.create(row(room))
            for number in range(3):
                before = store.batches
                await asyncio.gather(*(store.append(room, number, [b"x"], status="running", wake=None, at=10 + number) for room in rooms))
                store._writer.set_trace_callback(statements.append if number == 0 else None)
                if number == 1:
                    batches = store.batches - before
                    assert len([text for text in statements if "into event" in text]) == batches < len(rooms)
                    assert len(statements) == batches, "no transaction around it, no savepoints, no rows of rooms"
            assert [await store.events(room) for room in rooms] == [[b"x"] * 3] * len(rooms)

    asyncio.run(main())
