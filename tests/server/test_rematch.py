"""The clocks of a rematch: nobody loses time before both people are there, and nobody waits for ever for one who does not come."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from seating import Party, seat_all, table_shown
from serving import Hands, run, table
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.room import Actor, Watcher
from ziggurat.server.table.clocks import WAITS

MINUTE = 60_000
LIVE = r.NewClock(kind="live", bank=60, increment=0)


async def play_again(host: Host, **more: object) -> Party:
    """A table at which all have agreed to a rematch: the rematch, to which nobody has gone yet."""
    party = await seat_all(host, table("amytis", "link", "link", **{"clock": LIVE, **more}))
    await party.ask(0, r.Resign())
    await party.ask(0, r.Rematch(rotate=False))
    await party.ask(1, r.Answer(yes=True))
    while not party.table.rematch:
        await asyncio.sleep(0.002)
    return Party(host, await host.get(party.table.rematch), party.secrets)


def come(party: Party, seat: int) -> Watcher:
    """Somebody opens the page of the table."""
    return Watcher(party.host, party.room, party.actors[seat])


async def arrived(party: Party, *awaited: int) -> None:
    """Until only these are awaited."""
    while party.table.awaited != set(awaited):
        await asyncio.sleep(0.002)


def left(party: Party) -> list[int]:
    reading: list[int] = party.table.clocks.reading(party.host.time())
    return reading


def test_the_clocks_start_when_both_are_there(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await play_again(host)
            hands.run(60 * MINUTE)
            await host.check_clock(party.table.id)
            assert party.table.status == "running" and not party.table.seats[0].bot, "nobody has come: nobody has lost anything"
            come(party, 1)
            await arrived(party, 0)
            clock = table_shown(host, party.room, Actor(), None).clock
            assert (clock.left, clock.running, clock.awaited, clock.wait) == ([MINUTE, MINUTE], None, [0], WAITS["live"])
            hands.run(5 * MINUTE)
            come(party, 0)
            await arrived(party)
            hands.run(7_000)
            assert left(party) == [MINUTE - 7_000, MINUTE]
            clock = table_shown(host, party.room, Actor(), None).clock
            assert (clock.running, clock.awaited, clock.wait) == (0, [], None)
            hands.run(54_000)
            await host.check_clock(party.table.id)
            assert party.table.seats[0].why == "time"
            times, shown = party.table.times, left(party)
        async with hands.host(tmp_path) as host:
            room = await host.get(party.table.id)
            assert room.table.times == times and room.table.clocks.reading(host.time()) == shown, "the events tell it again"

    run(main)


def test_who_moves_is_there_and_waits_for_the_other_without_a_clock(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await play_again(host)
            hands.run(3 * MINUTE)
            while party.table.to_move == 0:
                await party.play(0, party.table.game.legal_moves[0])
            assert party.table.awaited == {1}
            hands.run(9 * MINUTE)
            await host.check_clock(party.table.id)
            assert left(party) == [MINUTE, MINUTE] and not party.table.seats[1].bot
            await party.play(1, party.table.game.legal_moves[0])
            hands.run(10_000)
            assert not party.table.awaited and sum(left(party)) == 2 * MINUTE - 10_000

    run(main)


@pytest.mark.parametrize("stand_in", ["random", ""])
def test_who_never_comes_blocks_nobody(tmp_path: Path, stand_in: str) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await play_again(host, stand_in=stand_in)
            come(party, 1)
            await arrived(party, 0)
            assert party.table.id in host.alarms.timers
            hands.run(WAITS["live"] + 1)
            await host.check_clock(party.table.id)
            assert not party.table.awaited and left(party) == [MINUTE, MINUTE]
            hands.run(MINUTE + 1)
            await host.check_clock(party.table.id)
            if stand_in:
                assert party.table.seats[0].why == "time"
            else:
                assert party.table.ended.why == "time" and party.table.ended.seat == 0

    run(main)


def test_whoever_is_there_lets_a_stand_in_play_or_gives_the_game_up(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await play_again(host)
            come(party, 1)
            await arrived(party, 0)
            hands.run(MINUTE)
            await party.ask(1, r.TakeOver(of=0))
            assert party.table.seats[0].bot and not party.table.awaited, "the game goes on with clocks"
            other = await play_again(host, stand_in="")
            come(other, 1)
            await arrived(other, 0)
            hands.run(MINUTE)
            assert (await other.ask(1, r.Abandon())).asked
            hands.run(WAITS["live"])
            await other.ask(1, r.Abandon())
            assert other.table.ended.why == "abandoned"

    run(main)
