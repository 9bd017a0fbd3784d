"""What only a shared store can: leases with fencing numbers, group commit over the network, connections that are lost at any moment."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from backends import new_database
from ziggurat.errors import OptionError
from ziggurat.server.backends import prepare
from ziggurat.server.settings import ServerSettings
from ziggurat.server.store.postgres import PostgresStore
from ziggurat.server.store.postgres_schema import MIGRATIONS
from ziggurat.server.store.store import Conflict, Fenced, Row, SharedStore, StoreError

LEASE = 0.3


@pytest.fixture
def url() -> str:
    return new_database()


def row(id_: str = "t1") -> Row:
    return Row(id_, "amytis", "running", False, 10, 10, None, b"{}")


@asynccontextmanager
async def opened(url: str, count: int = 1) -> AsyncIterator[list[PostgresStore]]:
    """So many processes on one database."""
    stores = [PostgresStore(url, lease_seconds=LEASE) for _ in range(count)]
    await asyncio.gather(*(store.open() for store in stores))
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


def run(url: str, count: int, test: Callable[..., Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(60), opened(url, count) as stores:
            await test(*stores)

    asyncio.run(main())


async def append(store: PostgresStore, room: str, number: int, body: bytes, fence: int = 0) -> None:
    await store.append(room, number, [body], status="running", wake=None, at=20, fence=fence)


def test_a_room_has_one_owner_until_the_lease_ends(url: str) -> None:
    async def test(one: PostgresStore, two: PostgresStore) -> None:
        assert isinstance(one, SharedStore)
        assert await one.claim("t1", "one") is None, "there is no such room"
        await one.create(row())
        mine = await one.claim("t1", "one")
        assert mine is not None and (mine.owner, mine.fence) == ("one", 1) and 0 < mine.left_ms <= 1000 * LEASE
        assert (await one.claim("t1", "one")).fence == 1  # type: ignore[union-attr]
        other = await two.claim("t1", "two")
        assert other is not None and (other.owner, other.fence) == ("one", 1)
        assert await two.claim_ended(["t1"], "two") == {}
        await asyncio.sleep(LEASE + 0.05)
        taken = await two.claim("t1", "two")
        assert taken is not None and (taken.owner, taken.fence) == ("two", 2)

    run(url, 2, test)


def test_an_old_owner_that_wakes_up_can_write_nothing(url: str) -> None:
    async def test(one: PostgresStore, two: PostgresStore) -> None:
        await one.create(row())
        await one.claim("t1", "one")
        await append(one, "t1", 0, b"first", 1)
        await asyncio.sleep(LEASE + 0.05)
        assert await two.claim_ended(["t1", "nobody"], "two") == {"t1": 2}
        for number in (0, 1, 2):
            with pytest.raises(Fenced):
                await append(one, "t1", number, b"late", 1)
        assert await one.renew("one", {"t1": 1}) == set()
        await append(two, "t1", 1, b"second", 2)
        with pytest.raises(Conflict) as refused:
            await append(two, "t1", 1, b"again", 2)
        assert not isinstance(refused.value, Fenced), "the number is taken, the owner is right"
        assert await two.events("t1") == [b"first", b"second"]

    run(url, 2, test)


def test_appends_and_renewals_keep_a_lease_and_a_release_ends_it(url: str) -> None:
    async def test(one: PostgresStore, two: PostgresStore) -> None:
        await one.create(row("a"))
        await one.create(row("b"))
        fences = await one.claim_ended(["a", "b"], "one")
        assert fences == {"a": 1, "b": 1}
        for number in range(8):
            await asyncio.sleep(LEASE / 4)
            await append(one, "a", number, b"x", 1)
            assert await one.renew("one", {"b": 1, "gone": 4}) == {"b"}
        assert await two.claim_ended(["a", "b"], "two") == {}
        await one.release("one", {"a": 1, "b": 7})  # an old number releases nothing
        assert await two.claim_ended(["a", "b"], "two") == {"a": 2}

    run(url, 2, test)


def test_of_many_that_claim_one_room_one_has_it(url: str) -> None:
    async def test(*stores: PostgresStore) -> None:
        for turn in range(5):
            await stores[0].create(row(f"t{turn}"))
            leases = await asyncio.gather(*(store.claim(f"t{turn}", f"p{place}") for place, store in enumerate(stores)))
            assert len({(lease.owner, lease.fence) for lease in leases if lease}) == 1

    run(url, 6, test)


def test_no_event_of_the_old_owner_lands_after_the_new_one_has_read(url: str) -> None:
    """The race that fencing is for: the new owner reads all events; what the old one has under way is either among them or refused."""

    async def test(one: PostgresStore, two: PostgresStore) -> None:
        for turn in range(25):
            id_ = f"t{turn}"
            await one.create(row(id_))
            mine = await one.claim(id_, "one")
            assert mine is not None

            async def write(id_: str = id_, fence: int = mine.fence) -> int:
                for number in range(1000):
                    try:
                        await append(one, id_, number, b"%d" % number, fence)
                    except Fenced:
                        return number
                raise AssertionError("nobody took it")

            writing = asyncio.create_task(write())
            await asyncio.sleep(0.002 * (turn % 5))
            lease = await two.claim(id_, "two", force=True)
            read = await two.events(id_)
            written = await writing
            assert lease is not None and lease.fence == mine.fence + 1
            assert len(read) == written == len(await two.events(id_))

    run(url, 2, test)


def test_a_lease_that_nobody_renews_ends_whatever_the_clock_of_the_database_says(url: str) -> None:
    async def test(one: PostgresStore, two: PostgresStore) -> None:
        await one.create(row())
        await one.claim("t1", "one")
        with psycopg.connect(url, autocommit=True) as database:
            database.execute("update lease set until = until + interval '1 hour'")  # the clock was set back
            seen = await two.claim("t1", "two")
            assert seen is not None and seen.owner == "one" and seen.left_ms > 3_000_000
            await append(one, "t1", 0, b"alive", 1)
            again = await two.claim("t1", "two", seen=seen)
            assert again is not None and again.owner == "one", "it was renewed since"
            database.execute("update lease set until = until + interval '1 hour'")
        seen = await two.claim("t1", "two")
        taken = await two.claim("t1", "two", seen=seen)
        assert taken is not None and (taken.owner, taken.fence) == ("two", 2)

    run(url, 2, test)


def test_orphans_are_rooms_in_which_a_server_must_act_and_nobody_does(url: str) -> None:
    async def test(one: PostgresStore, two: PostgresStore) -> None:
        for name in ("bot", "calm", "clock", "late", "left"):
            await one.create(row(name))
        fences = await one.claim_ended(["bot", "calm", "clock", "late", "left"], "one")
        for name, wake in (("bot", 500), ("calm", None), ("clock", 1_030_000), ("late", 2_000_000), ("left", 500)):
            await one.append(name, 0, [b"x"], status="running", wake=wake, at=20, fence=fences[name])
        assert await two.orphans(1_000_000, 9) == []
        await one.release("one", dict.fromkeys(("clock", "late", "left"), 1))
        assert await two.orphans(1_000_000, 9) == ["clock"], "its clock runs out within a minute; the others need nobody now"
        await asyncio.sleep(LEASE + 0.05)  # and the owner of the rest has died
        assert await two.orphans(1_000_000, 9) == ["bot", "clock"]
        await two.claim("bot", "two")
        await two.abandon("two", {"bot": 2})  # a process that drains: others go on at once
        assert await one.orphans(1_000_000, 9) == ["bot", "clock"]

    run(url, 2, test)


def test_many_appends_are_few_transactions(url: str) -> None:
    async def test(store: PostgresStore) -> None:
        for number in range(200):
            await store.create(row(f"t{number}"))
        before = store.batches
        await asyncio.gather(*(append(store, f"t{number}", 0, b"x") for number in range(200)))
        assert store.batches - before <= 4 and store.writes == 200

    run(url, 1, test)


def test_whatever_connections_are_cut_every_append_is_there_once(url: str) -> None:
    async def test(store: PostgresStore) -> None:
        rooms = [f"t{number}" for number in range(10)]
        for room in rooms:
            await store.create(row(room))
        done = asyncio.Event()

        async def write(room: str) -> None:
            for number in range(200):
                await append(store, room, number, b"%s/%d" % (room.encode(), number))

        async def cut() -> int:
            cuts = 0
            with psycopg.connect(url, autocommit=True) as database:
                mine = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ziggurat' and pid <> pg_backend_pid()"
                while not done.is_set():
                    cuts += len(await asyncio.to_thread(lambda: database.execute(mine).fetchall()))
                    await asyncio.sleep(0.03)
            return cuts

        cutting = asyncio.create_task(cut())
        await asyncio.gather(*(write(room) for room in rooms))
        done.set()
        assert await cutting > 3
        for room in rooms:
            assert await store.events(room) == [b"%s/%d" % (room.encode(), number) for number in range(200)]

    run(url, 1, test)


def test_an_impossible_append_harms_no_other(url: str) -> None:
    async def test(store: PostgresStore) -> None:
        await store.create(row("a"))
        await store.create(row("b"))
        writes = (store.append("a", 0, [b"x"], status="no\0text", wake=None, at=1), append(store, "b", 0, b"y"))
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert isinstance(results[0], Exception) and results[1] is None
        assert await store.events("b") == [b"y"] and await store.events("a") == []

    run(url, 1, test)


def test_processes_that_start_at_once_make_the_tables_once(url: str) -> None:
    async def test(*stores: PostgresStore) -> None:
        assert len({await store.installation() for store in stores}) == 1

    run(url, 5, test)


def test_a_database_of_a_newer_program_is_refused(url: str) -> None:
    async def main() -> None:
        async with opened(url):
            pass
        with psycopg.connect(url, autocommit=True) as database:
            database.execute("update schema_version set version = %s", (len(MIGRATIONS) + 1,))
        with pytest.raises(StoreError, match="newer"):
            await PostgresStore(url).open()

    asyncio.run(main())


def test_converting_a_database_of_an_older_program_is_logged(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with opened(url):
            pass
        with psycopg.connect(url, autocommit=True) as database:
            database.execute("drop table review")
            database.execute("update schema_version set version = 1")
        for _ in range(2):
            async with opened(url):
                pass

    asyncio.run(main())
    assert [entry.getMessage() for entry in caplog.records] == ["the database was converted: earlier versions of ziggurat refuse it from now on"]


def test_a_database_that_is_not_there_is_an_error_without_the_password() -> None:
    with pytest.raises(StoreError, match=r"postgresql://127.0.0.1:1/none") as refused:
        asyncio.run(PostgresStore("postgresql://me:hidden@127.0.0.1:1/none").open())
    assert "hidden" not in str(refused.value)


def test_the_clock_of_all_servers_goes_on_from_the_furthest_and_stands_while_none_runs(url: str) -> None:
    async def test(one: PostgresStore, two: PostgresStore) -> None:
        assert await one.pulse(1000) == 1000
        shown = await two.pulse(0)
        assert 1000 <= shown < 1000 + 5000, "a process that begins learns what the others' clock shows"
        assert await one.pulse(90_000) == 90_000
        with psycopg.connect(url, autocommit=True) as database:
            for jump in ("- interval '1 hour'", "+ interval '1 hour'"):
                database.execute(f"update pulse set written = clock_timestamp() {jump}")  # no server for an hour; or the clock of the database was set back
                assert await one.last_pulse() == 90_000
                assert await one.pulse(0) == 90_000

    run(url, 2, test)


def test_a_copy_is_a_data_file(url: str, tmp_path: Path) -> None:
    async def test(store: PostgresStore) -> None:
        await store.create(row(), [b"x", b"y"], accounts=["me"])
        await store.pulse(77)
        await store.backup(tmp_path / "copy.db")

    run(url, 1, test)
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("select number, body from event order by number").fetchall() == [(0, b"x"), (1, b"y")]
        assert copy.execute("select account, room from player").fetchall() == [("me", "t1")]
        assert copy.execute("select at from pulse").fetchone() == (77,)
    copy.close()
    assert [path.name for path in tmp_path.iterdir()] == ["copy.db"]


def test_an_address_that_cannot_be_meant_is_refused_without_repeating_it(tmp_path: Path) -> None:
    for wrong in ({"database_url": "mysql://me:hidden@host/x"}, {"redis_url": "http://me:hidden@host"}):
        with pytest.raises(OptionError, match=r"ZIGGURAT_(DATABASE|REDIS)_URL") as refused:
            prepare(ServerSettings(data=tmp_path / "rooms.db", **wrong))  # type: ignore[arg-type]
        assert "hidden" not in str(refused.value)
    assert not list(tmp_path.iterdir())
