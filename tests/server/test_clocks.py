"""Clocks are measured by the host's own clock: the wall clock may step, the machine sleep, the server restart, and nobody gains or loses a second.

And who counts as gone, which is measured by the same clock.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seating import DEAL, Party, act, seat_all, table_shown
from serving import Hands, run, table
from ziggurat.server import requests as r
from ziggurat.server import upkeep
from ziggurat.server.host import Host
from ziggurat.server.make_table import make_table
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor, Watcher
from ziggurat.server.store.sqlite import SqliteStore
from ziggurat.server.store.store import Row
from ziggurat.server.table import events as e
from ziggurat.server.table.clocks import Clocks
from ziggurat.server.table.events import Clock, Head, SeatPlan
from ziggurat.server.table.table import Table
from ziggurat.server.upkeep import QUIET_MS

HOUR = 3_600_000
LIVE = r.NewClock(kind="live", bank=60, increment=0)


def left(host: Host, id_: str) -> list[int]:
    """The clocks as they are told."""
    return table_shown(host, host.rooms[id_], Actor(), None).clock.left


def evict(host: Host, id_: str) -> None:
    """Nobody watches: the room leaves the memory, as the sweep would have it."""
    host.rooms.pop(id_).unsubscribe()


@pytest.mark.parametrize("step", [HOUR, -HOUR], ids=["forward", "back"])
def test_a_step_of_the_wall_clock_neither_fills_nor_empties_a_clock(tmp_path: Path, step: int) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=LIVE), deal=DEAL)
            hands.run(5_000)
            hands.step(step)  # or the machine slept
            assert left(host, party.table.id) == [55_000, 60_000]
            await host.check_clock(party.table.id)
            assert not party.table.seats[0].bot, "no clock has run out"
            hands.run(2_000)
            await party.play(0, "b2>a1")
            assert party.table.times == [7_000]
            hands.step(-step)
            hands.run(3_000)
            evict(host, party.table.id)
            await host.get(party.table.id)
            assert left(host, party.table.id) == [53_000, 57_000]
            hands.run(56_000)
            hands.step(step)
            await host.check_clock(party.table.id)
            assert not host.rooms[party.table.id].table.seats[1].bot
            hands.run(1_001)
            await host.check_clock(party.table.id)
            assert host.rooms[party.table.id].table.seats[1].why == "time"

    run(main)


def test_a_late_move_is_late_whatever_the_wall_clock_says(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=LIVE), deal=DEAL)
            hands.run(60_001)
            hands.step(-HOUR)
            with pytest.raises(Refused, match="run out"):
                await party.play(0, "b2>a1")
            assert party.table.seats[0].why == "time"

    run(main)


def test_after_a_restart_a_clock_runs_out_though_nobody_watches(tmp_path: Path) -> None:
    """Time out of memory is no downtime: only that is forgiven in which no server ran."""

    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=LIVE), deal=DEAL)
            hands.run(10_000)
        hands.restart(HOUR)
        async with hands.host(tmp_path) as host:
            room = await host.get(party.table.id)
            assert left(host, party.table.id) == [50_000, 60_000]
            assert room.table.id in host.alarms.timers, "the server looks by itself"
            evict(host, party.table.id)
            hands.run(49_000)
            await host.get(party.table.id)
            assert left(host, party.table.id) == [1_000, 60_000]
            evict(host, party.table.id)
            hands.run(1_001)
            await host.check_clock(party.table.id)
            assert host.rooms[party.table.id].table.seats[0].why == "time"

    run(main)


def test_two_restarts_forgive_the_time_between_servers_and_no_more(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=LIVE), deal=DEAL)
            id_ = party.table.id
            hands.run(10_000)
        hands.restart(HOUR)
        async with hands.host(tmp_path):  # it lives for a while, and nobody comes
            hands.run(20_000)
            hands.step(-HOUR)
        hands.restart(3 * HOUR)
        async with hands.host(tmp_path) as host:
            hands.run(5_000)
            room = await host.get(id_)
            assert left(host, id_) == [25_000, 60_000]
            again = Party(host, room, [])
            again.actors = [Actor([0]), Actor([1])]
            await again.play(0, "b2>a1")
            assert room.table.times == [35_000]
            hands.run(1_000)
        hands.restart(HOUR)
        async with hands.host(tmp_path) as host:
            await host.get(id_)
            assert left(host, id_) == [25_000, 59_000]

    run(main)


async def set_pulse(folder: Path, time: int) -> None:
    store = SqliteStore(folder / "rooms.db")
    await store.open()
    await store.pulse(time)
    await store.close()


def test_a_crash_costs_no_more_than_the_last_second(tmp_path: Path) -> None:
    """What happened after the last pulse lies ahead of the next server's clock: its clocks go on at once."""

    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=LIVE), deal=DEAL)
            hands.run(5_000)
            last = host.time()
            hands.run(900)
            await party.play(0, "b2>a1")
        await set_pulse(tmp_path, last)
        hands.restart(HOUR)
        async with hands.host(tmp_path) as host:
            room = await host.get(party.table.id)
            hands.run(2_000)
            assert left(host, party.table.id) == [54_100, 58_000]
            assert room.table.number == party.table.number + 1
        async with hands.host(tmp_path) as host:
            room = await host.get(party.table.id)
            assert room.table.number == party.table.number + 1, "it is written down once"

    run(main)


def test_the_time_is_written_down_while_the_server_lives(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            await upkeep.pulse(host)
            first = host.time()
            hands.run(QUIET_MS - 1)
            await upkeep.pulse(host)
            assert await host.store.last_pulse() == first, "no clock runs: seldom is enough"
            hands.run(1)
            await upkeep.pulse(host)
            assert await host.store.last_pulse() == host.time()
            await make_table(host, table("amytis", "here", "here", clock=LIVE))
            hands.run(1_000)
            hands.step(HOUR)
            await upkeep.pulse(host)
            assert await host.store.last_pulse() == host.time()

    run(main)


def test_clocks_of_a_table_that_an_older_version_wrote_go_on(tmp_path: Path) -> None:
    """Its events have the time of day alone, and so had its pulse: 7 s were spent before the last sign of life, the rest was downtime."""

    async def main() -> None:
        hands = Hands()
        store = SqliteStore(tmp_path / "rooms.db")
        await store.open()
        clock = e.Clock("live", 60, 10)
        head = Head("amytis", 1, {}, [SeatPlan("here"), SeatPlan("here")], "00", "", clock)
        head.rules, head.options = Table("x", head).spec.version, dict(table_options())
        head.deal = DEAL
        bodies = [e.Joined(hands.wall, 0, "A"), e.Joined(hands.wall, 1, "B"), e.Started(hands.wall)]
        bodies += [e.Moved(hands.wall + 2_000, 0, "b2>a1"), e.Undone(hands.wall + 3_000, 0, 0), e.Moved(hands.wall + 4_000, 0, "b2>a1")]
        await store.create(Row("old", "amytis", "running", False, hands.wall, hands.wall, hands.wall + 1, e.encode(head)), [e.encode(body) for body in bodies])
        await store.pulse(hands.wall + 11_000)
        await store.close()
        hands.run(11_000)
        hands.restart(HOUR)
        async with hands.host(tmp_path) as host:
            room = await host.get("old")
            assert left(host, "old") == [60_000 - 3_000 + 20_000, 60_000 - 1_000 - 7_000], "what was taken back then is not charged now"
            hands.run(1_000)
            assert left(host, "old") == [77_000, 51_000] and room.table.number == 6

    def table_options() -> dict[str, Any]:
        import ziggurat

        return ziggurat.new("amytis", deal=DEAL).options

    run(main)


# --- Undo -------------------------------------------------------------------------------------------------------------


def test_playing_and_taking_back_collects_no_increment(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", clock=r.NewClock(kind="live", bank=60, increment=30)))
            for _ in range(5):
                hands.run(1_000)
                await party.play(0, party.table.game.legal_moves[0])
                assert left(host, party.table.id)[0] > 60_000
                hands.run(2_000)
                assert not (await party.ask(0, r.Undo(ply=1))).asked
                hands.run(500)
            assert left(host, party.table.id) == [60_000 - 5 * 1_500, 60_000], "time spent stays spent; who waited has it back"
            await party.play(0, party.table.game.legal_moves[0])
            assert left(host, party.table.id) == [60_000 - 5 * 1_500 + 30_000, 60_000]

    run(main)


def test_an_undo_by_consent_restores_what_the_clocks_showed(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=r.NewClock(kind="live", bank=60, increment=10)), deal=DEAL)
            hands.run(4_000)
            await party.play(0, "b2>a1")
            hands.run(20_000)
            await party.play(1, "b1>a1")
            assert left(host, party.table.id) == [66_000, 50_000]
            hands.run(1_000)
            await party.ask(0, r.Undo(ply=2))
            hands.run(1_000)
            await party.ask(1, r.Answer(yes=True))
            assert party.table.ply == 0 and left(host, party.table.id) == [56_000, 60_000]
        async with hands.host(tmp_path) as host:
            await host.get(party.table.id)
            assert left(host, party.table.id) == [56_000, 60_000], "the events tell it again"

    run(main)


def test_with_days_an_undo_gives_no_new_days(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", clock=r.NewClock(kind="days", days=1)))
            hands.run(20 * HOUR)
            await party.play(0, party.table.game.legal_moves[0])
            await party.ask(0, r.Undo(ply=1))
            assert left(host, party.table.id) == [4 * HOUR, 24 * HOUR]

    run(main)


# --- Who is gone ------------------------------------------------------------------------------------------------------


def test_after_a_restart_who_never_connects_again_is_gone_after_a_minute(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            both = [Watcher(host, party.room, party.actors[seat]) for seat in (0, 1)]
            for watcher in both:
                watcher.close()
        hands.restart(HOUR)
        async with hands.host(tmp_path) as host:
            room = await host.get(party.table.id)
            watcher = Watcher(host, room, await host.actor(room, [party.secrets[1]]))
            hands.run(59_000)
            hands.step(HOUR)
            with pytest.raises(Refused, match="wait"):
                await act(host, room, Actor([1]), r.TakeOver(of=0))
            hands.run(1_000)
            with pytest.raises(Refused, match="wait"):
                await act(host, room, Actor([0]), r.TakeOver(of=1))
            await act(host, room, Actor([1]), r.TakeOver(of=0))
            assert room.table.seats[0].bot == "greedy"
            watcher.close()

    run(main)


def test_who_was_gone_stays_gone_when_the_room_leaves_the_memory(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            hands.run(130_000)
            await upkeep.sweep(host)
            assert party.table.id not in host.rooms
            room = await host.get(party.table.id)
            await act(host, room, Actor([1]), r.TakeOver(of=0))
            assert room.table.seats[0].bot == "greedy"

    run(main)


def test_who_asks_over_http_is_there_and_who_is_told_of_turns_has_a_minute_for_each(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            hands.run(50_000)
            await host.actor(party.room, [party.secrets[0]])
            hands.run(50_000)
            with pytest.raises(Refused, match="wait"):
                await party.ask(1, r.TakeOver(of=0))
            await host.change(party.room, lambda table, at: [e.Hooked(at, 1, "http://127.0.0.1:9/", "k")])
            hands.run(600_000)
            with pytest.raises(Refused, match="wait"):
                await party.ask(0, r.TakeOver(of=1))
            await party.play(0, "b2>a1")
            hands.run(59_000)
            with pytest.raises(Refused, match="wait"):
                await party.ask(0, r.TakeOver(of=1))
            hands.run(1_000)
            await party.ask(0, r.TakeOver(of=1))
            assert party.table.seats[1].bot == "greedy"

    run(main)


def test_an_undo_leaves_a_clock_alone_that_had_run_out_at_that_decision() -> None:
    """Its owner has come back since, with some time: back at nothing, the seat would lose at once."""
    clocks = Clocks(e.Clock("live", bank=600, increment=0), 3)
    clocks.left = [150_000, 90_000, 400_000]
    clocks.take_back([0, 120_000, 450_000], free=[1])
    assert clocks.left == [150_000, 120_000, 400_000]


def test_an_undo_gives_time_back_to_those_who_waited_and_to_nobody_else() -> None:
    clocks = Clocks(Clock(kind="live", bank=300), 2)
    clocks.left = [100_000, 200_000]
    clocks.take_back([250_000, 250_000], free={1})
    assert clocks.left == [100_000, 250_000]
