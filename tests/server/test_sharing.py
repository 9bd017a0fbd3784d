"""Several processes serve the same tables: one owns each, any takes a client's message to it, and whatever happens nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
import redis.asyncio

from backends import Redis, new_database, new_folder, redis_url
from process_clients import connect, pair, until
from seating import DEAL, plain, table_shown
from serving import opened_processes, run, table
from ziggurat.server import requests as r
from ziggurat.server.deletion import delete_table
from ziggurat.server.host import Host
from ziggurat.server.make_table import give_link, make_table
from ziggurat.server.metrics import METRICS
from ziggurat.server.rates import NO_RATES
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor, NotOwner
from ziggurat.server.table import events as e
from ziggurat.server.tasks import REQUEST
from ziggurat.server.web.limits import Limits
from ziggurat.server.web.stream import game_stream


async def moves_of(host: Host, id_: str) -> list[str]:
    return [event.move for body in await host.store.events(id_) if isinstance(event := e.decode(body), e.Moved)]


def counted(host: Host) -> list[str]:
    """The rooms of which a process reads events from the database from now on."""
    rooms, read = list[str](), host.store.events

    async def events(room: str, since: int = 0) -> list[bytes]:
        rooms.append(room)
        return await read(room, since)

    host.store.events = events  # type: ignore[method-assign]
    return rooms


def vanish(host: Host) -> None:
    """Let a process end without a word, as if it were killed."""
    for task in [*host.tasks.running, *host.bus._tasks]:  # type: ignore[attr-defined]
        task.cancel()
    host.bus._line = None  # type: ignore[attr-defined]


@pytest.fixture
def url() -> str:
    return new_database()


def test_two_players_at_two_processes_play_one_game(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            ada, bob = await pair(one, two)
            assert ada.room is not bob.room and ada.room.owned and not bob.room.owned
            await asyncio.sleep(0.1)
            questions = counted(two)
            before = METRICS.forwarded
            await ada.play("b2>a1", 0)
            await bob.sees(lambda client: client.ply == 1)
            assert not (await bob.play("b1>a1", 1, key="k")).repeated
            assert bob.room.table.ply == 2, "what was acknowledged is in the own copy"
            assert METRICS.forwarded == before + 1 and not bob.room.owned
            await ada.sees(lambda client: client.ply == 2)
            assert not questions, "the events came with the news"
            assert (await bob.play("b1>a1", 1, key="k")).repeated
            with pytest.raises(Exception, match=r"turn|ply") as refused:
                await bob.play("b1>a1", 2)
            assert refused.value.code in {"table.turn", "move.illegal"}  # type: ignore[attr-defined]
            assert await moves_of(one, ada.room.table.id) == ["b2>a1", "b1>a1"]

    run(main)


def test_when_the_owner_dies_another_process_goes_on(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url(), 3, lease=1.0) as (one, two, three):
            await until(lambda: all(host.bus.is_up for host in (one, two, three)))
            ada, bob = await pair(one, two)
            vanish(one)
            await asyncio.sleep(0.1)
            ada = await connect(three, ada.room.table.id)
            began = time.monotonic()
            await until(lambda: bob.room.owned or ada.room.owned)
            assert time.monotonic() - began < 10
            assert sum(client.room.owned for client in (ada, bob)) == 1

    run(main)


def test_a_dead_owner_keeps_no_table_although_the_clock_of_the_database_is_set_back(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url(), lease=1.0) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            _, bob = await pair(one, two)
            vanish(one)
            with psycopg.connect(url, autocommit=True) as database:
                database.execute("update lease set until = until + interval '1 hour'")
            await until(lambda: bob.room.owned)

    run(main)


def test_a_process_that_drains_gives_its_tables_up_at_once(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url(), lease=30.0) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            made = await make_table(one, table("amytis", "link", "link"), deal=DEAL)
            other = await connect(two, made.id, made.seats[1].secret)
            assert not other.room.owned
            await one.close()
            await until(lambda: other.room.owned, 3)
            await other.ask(r.Join(name="Bob"))

    run(main)


def test_an_owner_that_was_asleep_writes_nothing_and_its_client_loses_nothing(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            ada, bob = await pair(one, two)
            assert two.sharing is not None
            with psycopg.connect(url, autocommit=True) as database:
                database.execute("update lease set owner = 'sleeper', fence = fence + 1, until = clock_timestamp() + interval '0.7 s'")
            with pytest.raises(NotOwner):
                await one.change(ada.room, lambda _, at: [e.Said(at, "P", "from the past", 0)])
            assert not ada.room.table.chat
            assert not (await ada.play("b2>a1", 0)).repeated  # the other is not on the bus: the table is taken back at once
            await bob.sees(lambda client: client.ply == 1)
            assert await moves_of(two, ada.room.table.id) == ["b2>a1"]

    run(main)


def test_a_request_that_is_carried_out_again_is_done_once(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url(), 1) as (one,):
            made = await make_table(one, table("amytis", "link", "link"), deal=DEAL)
            ada = await connect(one, made.id, made.seats[0].secret)
            await ada.ask(r.Join(name="Ada"))

            async def say() -> list[Any]:
                REQUEST.set("request 1")
                return await one.change(ada.room, lambda _, at: [e.Said(at, "Ada", "hello", 0)])

            first, second = await asyncio.create_task(say()), await asyncio.create_task(say())
            assert first == second and len(ada.room.table.chat) == 1
            again = await connect(one, made.id)
            assert [line.text for line in again.room.table.chat] == ["hello"]

    run(main)


def test_a_seat_taken_through_another_process_has_a_secret_that_never_crossed_the_bus(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two), overheard() as heard:
            await until(lambda: one.bus.is_up and two.bus.is_up)
            made = await make_table(one, table("amytis", "link", "open", order="lot"))
            ada, guest = await connect(one, made.id, made.seats[0].secret), await connect(two, made.id)
            await ada.ask(r.Join(name="Ada"))
            done = await guest.ask(r.Join(name="Guest"))
            assert done.secret and guest.actor.seats == guest.room.table.seats_of([done.secret]) and len(guest.actor.seats) == 1
            assert (await connect(one, made.id, done.secret)).actor.seats == guest.actor.seats
            mover = guest if guest.room.table.to_move in guest.actor.seats else ada
            await mover.play(mover.room.table.game.legal_moves[0], 0)  # type: ignore[union-attr]
            await until(lambda: any("play" in message for message in heard) or mover is ada)
            assert len(heard) > 5 and not [message for message in heard for secret in (done.secret, made.seats[0].secret, made.owner) if secret in message]

    run(main)


@asynccontextmanager
async def overheard() -> Any:
    """Everything that crosses the bus."""
    messages: list[str] = []
    client = redis.asyncio.Redis.from_url(redis_url(), protocol=2)
    pubsub = client.pubsub()
    await pubsub.psubscribe("*")

    async def listen() -> None:
        while True:
            if (message := await pubsub.get_message(ignore_subscribe_messages=True, timeout=1.0)) is not None:
                messages.append(message["data"].decode())

    task = asyncio.create_task(listen())
    try:
        yield messages
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await pubsub.aclose()
        await client.aclose()


def test_without_redis_the_processes_ask_the_database_and_play_goes_on(url: str) -> None:
    async def main() -> None:
        server = Redis(new_folder("redis"))
        server.start()
        try:
            async with opened_processes(url, server.url) as (one, two):
                await until(lambda: one.bus.is_up and two.bus.is_up)
                ada, bob = await pair(one, two)
                server.kill()
                await until(lambda: not one.bus.is_up and not two.bus.is_up)
                await ada.play("b2>a1", 0)
                await bob.sees(lambda client: client.ply == 1, 5)
                await asyncio.sleep(0.6)
                ada.room.elsewhere.clear()  # as after a while without news
                assert not ada.room.is_gone(1, one.time() + 59_000), "nobody is gone who may be connected to a process that is not heard of"
                await bob.play("b1>a1", 1)
                assert bob.room.owned, "it took the table over, as nothing could be forwarded"
                await ada.sees(lambda client: client.ply == 2, 5)
                await ada.ask(r.Chat(text="still here"))
                assert (await moves_of(two, ada.room.table.id)) == ["b2>a1", "b1>a1"]
                await asyncio.to_thread(server.start)
                await until(lambda: one.bus.is_up and two.bus.is_up)
                await ada.ask(r.Chat(text="and back"))
                await bob.sees(lambda client: any(getattr(message, "chat_total", 0) == 2 for message in client.messages) or len(client.room.table.chat) == 2)
        finally:
            server.kill()

    run(main)


def test_a_database_without_redis_serves_several_processes(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, "") as (one, two):
            ada, bob = await pair(one, two)
            await ada.play("b2>a1", 0)
            await bob.sees(lambda client: client.ply == 1)
            await bob.play("b1>a1", 1)
            await ada.sees(lambda client: client.ply == 2)

    run(main)


def test_everybody_sees_who_is_connected_to_whichever_process(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            ada, bob = await pair(one, two)
            await until(lambda: ada.room.seats_online == bob.room.seats_online == {0, 1})
            bob.watcher.close()
            await until(lambda: ada.room.seats_online == {0})
            assert ada.room.seen[1] > 0 and not ada.room.is_gone(1, one.time())
            assert ada.room.is_gone(1, one.time() + 61_000)

    run(main)


def test_bots_think_where_the_table_is_owned_and_go_on_elsewhere(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url(), lease=1.0) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            made = await make_table(one, table("amytis", "greedy", "random"))
            watcher = await connect(two, made.id)
            assert one.rooms[made.id].owned and not watcher.room.owned
            await watcher.sees(lambda client: client.ply >= 3, 60)
            assert two.thinkers.thoughts == {}
            vanish(one)
            await watcher.sees(lambda client: client.room.table.status == "over", 60)
            assert watcher.room.owned

    run(main)


def test_a_copy_shows_each_seat_what_the_owner_would_and_no_more(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            made = await make_table(one, table("blueprints", "link", "link", "link"))
            secrets = [seat.secret for seat in made.seats]
            clients = [await connect(host, made.id, secret) for host, secret in zip((one, two, two), secrets, strict=True)]
            for client in clients:
                await client.ask(r.Join(name="P"))
            copy: Any = two.rooms[made.id].table
            for ply in range(12):
                await clients[copy.to_move].sees(lambda client: client.room.table.ply == copy.ply)
                await clients[copy.to_move].play(copy.game.legal_moves[0], ply)
                await until(lambda: copy.ply > ply)  # noqa: B023 - it is waited for here
            await until(lambda: two.rooms[made.id].table.ply == 12 and two.rooms[made.id].seats_online == one.rooms[made.id].seats_online == {0, 1, 2})
            shown = [
                [table_shown(host, host.rooms[made.id], Actor([seat] if seat is not None else []), seat) for seat in (0, 1, 2, None)] for host in (one, two)
            ]
            assert plain(shown[0]) == plain(shown[1])
            assert len({str(plain(message.view)) for message in shown[1]}) == 4, "each seat sees its own"

    run(main)


def test_a_stream_at_another_process_tells_what_happens(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            ada, bob = await pair(one, two)
            stream = game_stream(two, bob.room, bob.actor, Limits(NO_RATES), "address")
            assert json.loads(await anext(stream))["state"]["ply"] == 0
            await ada.play("b2>a1", 0)
            async with asyncio.timeout(10):
                async for line in stream:
                    if line.strip() and json.loads(line).get("ply") == 1:
                        break
            await stream.aclose()

    run(main)


def test_a_link_given_and_a_table_deleted_at_another_process_reach_all(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            made = await make_table(one, table("amytis", "link", "link"))
            bob = await connect(one, made.id, made.seats[1].secret)
            far = await connect(two, made.id)
            link = await give_link(two, far.room, 1, [made.owner])
            await until(lambda: bob.actor.seats == [])
            assert (await connect(one, made.id, link.secret)).actor.seats == [1]
            await delete_table(two, far.room, [made.owner])
            await until(lambda: bob.room.deleted and made.id not in one.rooms)
            with pytest.raises(Refused, match="deleted"):
                await bob.ask(r.Chat(text="x"))

    run(main)


def test_the_processes_have_one_clock(url: str) -> None:
    async def main() -> None:
        live = r.NewClock(kind="live", bank=60, increment=0)
        async with opened_processes(url, redis_url()) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            one.advance(one.time() + 30_000)  # its machine was awake while the others slept
            ada, bob = await pair(one, two, clock=live)
            await until(lambda: abs(one.time() - two.time()) < 500, 5)
            await ada.play("b2>a1", 0)
            await bob.sees(lambda client: client.ply == 1)
            left = [host.rooms[ada.room.table.id].table.clocks.reading(host.time()) for host in (one, two)]
            assert all(abs(mine - theirs) < 1000 for mine, theirs in zip(*left, strict=True)) and min(left[0]) > 55_000
            assert abs(one.clock() - two.clock()) < 500
            assert ada.room.table.id in one.alarms.timers and not two.alarms.timers
            events = [json.loads(body) for body in await one.store.events(ada.room.table.id)]
            assert not [event for event in events if event["e"] == "slept"]

    run(main)


def test_who_is_there_is_said_when_it_changes_and_now_and_then(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two), overheard() as heard:
            await until(lambda: one.bus.is_up and two.bus.is_up)
            ada, bob = await pair(one, two)
            await until(lambda: ada.room.seats_online == bob.room.seats_online == {0, 1})
            await asyncio.sleep(0.8)  # what the beginning brought is said
            del heard[:]
            await asyncio.sleep(1.8)
            assert len([message for message in heard if " here " in message]) <= 2, "they do not answer each other for ever"

    run(main)


def test_a_request_whose_answer_is_lost_is_sent_again_and_done_once(url: str) -> None:
    async def main() -> None:
        async with opened_processes(url, redis_url()) as (one, two):
            await until(lambda: one.bus.is_up and two.bus.is_up)
            ada, bob = await pair(one, two)
            publish, lost = one.bus.publish, list[str]()

            async def lossy(topic: str, message: str) -> None:
                if topic.startswith("answers/") and not lost:
                    lost.append(message)
                else:
                    await publish(topic, message)

            one.bus.publish = lossy  # type: ignore[method-assign]
            made = await make_table(one, table("akropolis", "link", "link", "open"))
            await (await connect(one, made.id, made.seats[0].secret)).ask(r.Join(name="Host"))
            for secrets in ((made.seats[1].secret,), ()):
                guest = await connect(two, made.id, *secrets)
                lost.clear()
                done = await guest.ask(r.Join(name="Guest"))
                assert lost and len(guest.actor.seats) == 1 and bool(done.secret) == (not secrets)
            assert [seat.name for seat in guest.room.table.seats] == ["Host", "Guest", "Guest"] and guest.room.table.status == "running"
            lost.clear()
            await bob.ask(r.Chat(text="hello"))
            assert lost and [line.text for line in bob.room.table.chat] == [line.text for line in ada.room.table.chat] == ["hello"]
            assert ada.room.owned and not bob.room.owned

    run(main)
