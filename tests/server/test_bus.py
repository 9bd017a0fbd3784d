"""Every bus carries news: one suite for all of them. Redis joins by one more line in BUSES."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from ziggurat.server.bus.bus import Bus, MemoryBus

BUSES: dict[str, Callable[[], Bus]] = {"memory": MemoryBus}


@pytest.fixture(params=BUSES)
def make(request: pytest.FixtureRequest) -> Callable[[], Bus]:
    return BUSES[request.param]


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
        bus.subscribe("a", lambda topic, message: one.append((topic, message)))
        bus.subscribe("a", lambda topic, message: two.append((topic, message)))
        bus.subscribe("b", lambda topic, message: two.append((topic, message)))
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
        end = bus.subscribe("a", lambda topic, message: heard.append((topic, message)))
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

        def once(topic: str, message: str) -> None:
            heard.append(message)
            ends[0]()

        ends.append(bus.subscribe("a", once))
        bus.subscribe("a", lambda topic, message: heard.append(f"other {message}"))
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
