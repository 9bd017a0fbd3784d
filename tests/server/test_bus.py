"""Every bus carries news: one suite for memory and Redis; then what only a bus between processes can."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from backends import Redis, new_folder, redis_url
from ziggurat.server.bus import redis_bus
from ziggurat.server.bus.bus import MISSED, Bus, Hear, MemoryBus
from ziggurat.server.bus.redis_bus import RedisBus

BUSES: dict[str, Callable[[], Bus]] = {"memory": MemoryBus, "redis": lambda: RedisBus(redis_url())}


@pytest.fixture(params=BUSES)
def make(request: pytest.FixtureRequest) -> Callable[[], Bus]:
    return BUSES[request.param]


def heard_in(messages: list[tuple[str, str]]) -> Hear:
    """A listener that writes down what it hears, but not that something may have been missed."""
    return lambda topic, message: None if message == MISSED else messages.append((topic, message))


async def arrived(heard: list[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    """What was heard, once so much has come or a second has passed."""
    for _ in range(100):
        if len(heard) >= count:
            break
        await asyncio.sleep(0.01)
    return heard


def test_those_who_listen_hear_their_topic_in_order(make: Callable[[], Bus]) -> None:
    async def main() -> None:
        bus = make()
        await bus.open()
        one, two = list[tuple[str, str]](), list[tuple[str, str]]()
        bus.subscribe("a", heard_in(one))
        bus.subscribe("a", heard_in(two))
        bus.subscribe("b", heard_in(two))
        await asyncio.sleep(0.01)
        for number in range(5):
            await bus.publish("a", str(number))
        await bus.publish("b", "x")
        assert await arrived(one, 5) == [("a", str(number)) for number in range(5)]
        assert sorted(await arrived(two, 6)) == [*(("a", str(number)) for number in range(5)), ("b", "x")]
        await bus.close()

    asyncio.run(main())


def test_who_has_ended_hears_nothing_and_nobody_listening_is_no_error(make: Callable[[], Bus]) -> None:
    async def main() -> None:
        bus = make()
        await bus.open()
        heard = list[tuple[str, str]]()
        end = bus.subscribe("a", heard_in(heard))
        await asyncio.sleep(0.01)
        end()
        end()
        await bus.publish("a", "1")
        await bus.publish("nobody", "1")
        await asyncio.sleep(0.05)
        assert heard == []
        await bus.close()

    asyncio.run(main())


def test_one_may_end_while_hearing(make: Callable[[], Bus]) -> None:
    async def main() -> None:
        bus = make()
        await bus.open()
        heard = list[str]()
        ends: list[Callable[[], None]] = []

        def once(_: str, message: str) -> None:
            if message != MISSED:
                heard.append(message)
                ends[0]()

        def other(_: str, message: str) -> None:
            if message != MISSED:
                heard.append(f"other {message}")

        ends.append(bus.subscribe("a", once))
        bus.subscribe("a", other)
        await asyncio.sleep(0.01)
        await bus.publish("a", "1")
        await bus.publish("a", "2")
        for _ in range(100):
            if len(heard) >= 3:
                break
            await asyncio.sleep(0.01)
        assert sorted(heard) == ["1", "other 1", "other 2"]
        await bus.close()

    asyncio.run(main())


# --- Between processes ------------------------------------------------------------------------------------------------


async def until(is_so: Callable[[], bool], seconds: float = 10.0) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.01)


def test_processes_hear_each_other_and_count_who_listens() -> None:
    async def main() -> None:
        one, two, stranger = RedisBus(redis_url()), RedisBus(redis_url()), RedisBus(redis_url())
        for bus, namespace in ((one, "n1"), (two, "n1"), (stranger, "n2")):
            await bus.open(namespace)
        heard, wrong = list[str](), list[str]()
        two.subscribe("a", lambda _, message: heard.append(message))
        stranger.subscribe("a", lambda _, message: wrong.append(message))
        await until(lambda: heard == [MISSED] and wrong == [MISSED] and one.is_up)
        await one.publish("a", "x y")
        assert await one.send("a", "z") == 1 and await one.send("b", "z") == 0
        await until(lambda: heard == [MISSED, "x y", "z"])
        assert wrong == [MISSED], "another installation"
        for bus in (one, two, stranger):
            await bus.close()

    asyncio.run(main())


def test_when_redis_comes_back_everybody_looks_for_themselves() -> None:
    async def main() -> None:
        redis = Redis(new_folder("redis"))
        redis.start()
        one, two = RedisBus(redis.url), RedisBus(redis.url)
        heard = list[str]()
        try:
            for bus in (one, two):
                await bus.open("n")
            two.subscribe("a", lambda _, message: heard.append(message))
            await until(lambda: heard == [MISSED] and one.is_up)
            redis.kill()
            await until(lambda: not one.is_up and not two.is_up)
            assert await one.send("a", "lost") == 0
            await one.publish("a", "lost")
            await asyncio.to_thread(redis.start)
            await until(lambda: heard == [MISSED, MISSED] and one.is_up)
            assert await one.send("a", "1") == 1
            await until(lambda: heard == [MISSED, MISSED, "1"])
        finally:
            for bus in (one, two):
                await bus.close()
            redis.kill()

    asyncio.run(main())


def test_a_line_on_which_nothing_comes_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr(redis_bus, "TIMEOUT", 0.2)
        monkeypatch.setattr(redis_bus, "BEAT_SECONDS", 0.5)
        bus, heard = RedisBus(redis_url()), list[str]()
        await bus.open("n")
        bus.subscribe("a", lambda _, message: heard.append(message))
        await asyncio.sleep(1.5)
        assert heard == [MISSED] and bus.is_up
        await bus.close()

    asyncio.run(main())
