"""A table follows its players: an owner at which nobody plays passes it on to the process from which it is played, once."""

from __future__ import annotations

import asyncio
from typing import Any

import psycopg
import pytest

from backends import new_database, redis_url
from process_clients import Client, connect, until
from seating import DEAL
from serving import opened_processes, run, table
from ziggurat.server import requests as r
from ziggurat.server.forwarding import carry_out
from ziggurat.server.host import Host
from ziggurat.server.http_answers import MadeTable
from ziggurat.server.make_table import make_table
from ziggurat.server.metrics import METRICS
from ziggurat.server.room import Room
from ziggurat.server.store.store import StoreError
from ziggurat.server.table import decide
from ziggurat.server.table import events as e


async def far_table(one: Host, two: Host, *seats: str, connected: bool = True, **more: Any) -> tuple[MadeTable, list[Client]]:
    """A table that `one` has made, with all its people at `two`; not `connected`: they only send requests, as over HTTP."""
    await until(lambda: one.bus.is_up and two.bus.is_up)
    made = await make_table(one, table("amytis", *(seats or ("link", "link")), **more), deal=DEAL)
    people = [await connect(two, made.id, seat.secret) for seat in made.seats if seat.secret]
    for client in [] if connected else people:
        client.watcher.close()
    assert one.rooms[made.id].owned and not two.rooms[made.id].owned
    return made, people


async def play_on(clients: list[Client], plies: int) -> None:
    """Play any moves, each seat through its own client."""
    for _ in range(plies):
        room = clients[0].room
        seat, ply = room.table.to_move, room.table.ply
        assert seat is not None and room.table.game is not None
        mover = clients[seat]
        await until(lambda: mover.room.table.ply == ply)  # noqa: B023 - it is waited for here
        await mover.play(room.table.game.legal_moves[0], ply)
        await until(lambda: room.table.ply > ply)  # noqa: B023 - as above


@pytest.fixture
def url() -> str:
    return new_database()


def test_a_table_goes_once_to_the_process_from_which_it_is_played(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            made, people = await far_table(one, two)
            before, taken = METRICS.forwarded, METRICS.tables_taken
            for client in people:
                await client.ask(r.Join(name="P"))
            assert two.rooms[made.id].owned and not one.rooms[made.id].owned
            await play_on(people, 6)
            assert METRICS.forwarded == before + 1, "the first request alone went to the old owner"
            assert METRICS.tables_taken == taken + 1
            await until(lambda: one.rooms[made.id].table.ply == 6 and one.rooms[made.id].owner == two.rooms[made.id].owner)
            assert [seat.name for seat in people[0].room.table.seats] == ["P", "P"]

    run(main)


def test_a_table_with_players_at_two_processes_stays_where_it_is(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url(), 3) as (one, two, three):
            made, _ = await far_table(one, two, "link", "link")
            people = [await connect(host, made.id, seat.secret) for host, seat in zip((two, three), made.seats, strict=True)]
            watcher = await connect(one, made.id)
            for client in people:
                await client.ask(r.Join(name="P"))
            owners = [host for host in (one, two, three) if host.rooms[made.id].owned]
            assert owners == [two], "who only watches does not hold it"
            taken = METRICS.tables_taken
            await play_on(people, 8)
            assert METRICS.tables_taken == taken and two.rooms[made.id].owned
            await watcher.sees(lambda client: client.ply == 8)

    run(main)


def test_requests_without_a_connection_do_not_draw_a_table_to_and_fro(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            made, people = await far_table(one, two, connected=False)
            for client in people:
                await client.ask(r.Join(name="P"))
            taken = METRICS.tables_taken
            near = await connect(one, made.id, made.seats[0].secret)
            near.watcher.close()
            await play_on([near, people[1]], 6)
            assert METRICS.tables_taken == taken and one.rooms[made.id].owned

    run(main)


def test_a_bot_thinks_where_the_person_is(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            made, (ada,) = await far_table(one, two, "link", "greedy")
            await ada.ask(r.Join(name="Ada"))
            assert two.rooms[made.id].owned
            asked = list[str]()
            one.thinkers.think = lambda id_, *_, **__: asked.append(id_)  # type: ignore[method-assign, assignment]
            await ada.play("b2>a1", 0)
            await ada.sees(lambda client: client.ply >= 2 and client.room.table.to_move == 0, 60)
            assert not asked and one.rooms[made.id].thought is None

    run(main)


def test_a_search_under_way_is_not_cut_off(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            made, (guest,) = await far_table(one, two, "random", "link", connected=False)
            think, go_on = one.thinkers.think, asyncio.Event()

            async def slowly(*arguments: Any, **more: Any) -> int:
                await go_on.wait()
                return await think(*arguments, **more)

            one.thinkers.think = slowly  # type: ignore[method-assign, assignment]
            await guest.ask(r.Join(name="Ada"))
            ada = await connect(two, made.id, made.seats[1].secret)
            await ada.ask(r.Chat(text="while it thinks"))
            assert one.rooms[made.id].owned and ada.room.table.ply == 0
            go_on.set()
            await ada.sees(lambda client: client.room.table.to_move == 1)
            await ada.ask(r.Chat(text="my turn"))
            assert two.rooms[made.id].owned

    run(main)


def test_the_clock_is_watched_where_the_table_goes(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            made, people = await far_table(one, two, connected=False, clock=r.NewClock(kind="live", bank=60, increment=0))
            for client in people:
                await client.ask(r.Join(name="P"))
            assert made.id in one.alarms.timers and made.id not in two.alarms.timers
            ada = await connect(two, made.id, made.seats[0].secret)
            await ada.play("b2>a1", 0)
            assert made.id in two.alarms.timers and made.id not in one.alarms.timers
            assert min(ada.room.table.clocks.reading(two.time())) > 50_000

    run(main)


def notices_of(*hosts: Host) -> list[int]:
    """The plies of the turns of which programs are notified from now on."""
    plies = list[int]()

    def send(room: Room, _: int) -> None:
        plies.append(room.table.ply)

    for host in hosts:
        host.notices.send = send  # type: ignore[method-assign, assignment]
    return plies


def test_a_program_hears_once_of_its_turn_while_the_table_goes_elsewhere(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            made, people = await far_table(one, two, connected=False)
            plies = notices_of(one, two)
            program = people[1]
            for client in people:
                await client.ask(r.Join(name="P"))
            await one.change(one.rooms[made.id], lambda table, at: decide.hook(table, 1, "https://bots.example/turn", "key", at))
            await people[0].play("b2>a1", 0)
            assert plies == [1] and one.rooms[made.id].owned
            ada = await connect(two, made.id, made.seats[0].secret)
            await ada.ask(r.Chat(text="hello"))
            assert one.rooms[made.id].owned and plies == [1], "a notice may still be under way: it is sent again where it failed"
            await program.play("b1>a1", 1)
            await ada.ask(r.Chat(text="my turn"))
            assert two.rooms[made.id].owned and plies == [1]
            ply = ada.room.table.ply
            while ada.room.table.to_move == 0:
                assert ada.room.table.game is not None
                await ada.play(ada.room.table.game.legal_moves[0], ply := ada.room.table.ply)
            assert plies == [1, ply + 1]

    run(main)


def test_requests_sent_at_once_are_each_done_once(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            made, people = await far_table(one, two, connected=False)
            for client in people:
                await client.ask(r.Join(name="P"))
            ada = await connect(two, made.id, made.seats[0].secret)
            await asyncio.gather(*(ada.ask(r.Chat(text=f"line {number}")) for number in range(12)), ada.play("b2>a1", 0))
            events = [e.decode(body) for body in await two.store.events(made.id)]
            assert sorted(event.text for event in events if isinstance(event, e.Said)) == sorted(f"line {number}" for number in range(12))
            assert sum(isinstance(event, e.Moved) for event in events) == 1
            await until(lambda: two.rooms[made.id].owned)
            assert not one.rooms[made.id].owned

    run(main)


def test_a_process_that_never_takes_a_table_does_not_strand_it(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url(), lease=1.0) as (one, two):
            made, people = await far_table(one, two, connected=False, clock=r.NewClock(kind="live", bank=60, increment=0))
            for client in people:
                await client.ask(r.Join(name="P"))
            assert one.sharing is not None and one.rooms[made.id].owned
            taken = METRICS.tables_taken
            await one.sharing.pass_on(one.rooms[made.id], "dead")
            await until(lambda: METRICS.tables_taken > taken)  # its clock runs: somebody takes it up
            await until(lambda: any(host.rooms[made.id].owned for host in (one, two)))
            assert sum(host.rooms[made.id].owned for host in (one, two)) == 1

    run(main)


def test_an_owner_that_cannot_pass_a_table_on_keeps_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            made, (ada, _) = await far_table(one, two)
            assert one.sharing is not None
            failures = [StoreError("the connection was cut")] * 2

            async def abandon(*_: Any) -> None:
                raise failures.pop()

            monkeypatch.setattr(one.sharing.store, "abandon", abandon)
            await ada.ask(r.Join(name="Ada"))
            assert len(failures) == 1 and ada.room.table.seats[0].name == "Ada"
            with psycopg.connect(url, autocommit=True) as database:
                (owners,) = database.execute("select array_agg(owner) from lease").fetchone() or ([],)
            hosts = {host.sharing.me: host for host in (one, two) if host.sharing is not None}
            assert hosts[owners[0]].rooms[made.id].owned, "the database and the owner agree"

    run(main)


def test_a_process_that_ends_is_given_no_table(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            made, (ada, _) = await far_table(one, two)
            assert two.sharing is not None
            two.sharing.is_closing = True
            await carry_out(two, ada.room, ada.actor, r.Join(name="Ada"))
            assert one.rooms[made.id].owned and ada.room.table.seats[0].name == "Ada"

    run(main)
