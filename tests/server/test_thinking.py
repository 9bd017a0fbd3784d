"""Who thinks when: nobody's thoughts keep another one waiting, and none is thought for nobody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from seating import DEAL, seat_all
from serving import opened_api, opened_host, run, settings_for, table
from ziggurat.errors import StaleMove
from ziggurat.registry import game_spec
from ziggurat.server import bots, upkeep
from ziggurat.server import requests as r
from ziggurat.server.bots import Lane, Thought
from ziggurat.server.make_table import make_table
from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused
from ziggurat.server.room import Watcher, now_ms
from ziggurat.server.show import hints
from ziggurat.server.web.app import create_app

FOR_EVER = "mcts:ms=600000"


@pytest.fixture(autouse=True)
def ten_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches may last ten minutes here: what must not wait for one does not pass by luck."""
    monkeypatch.setitem(bots.MOST, "ms", 600_000)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for it; `run` ends a test that waits for ever."""
    while not is_so():
        await asyncio.sleep(0.005)


async def begun() -> None:
    """Until a search has its thread."""
    await asyncio.sleep(0.2)


# --- One thought for a table ------------------------------------------------------------------------------------------


def test_fifty_who_leave_and_return_leave_no_thought_behind(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", stand_in=FOR_EVER))
            before = METRICS.waiting_thoughts
            for _ in range(50):
                await party.ask(0, r.Leave())
                await asyncio.sleep(0)
                assert METRICS.waiting_thoughts - before <= 2, "one, and one that is just being stopped"
                await party.ask(0, r.Return())
            await until(lambda: METRICS.waiting_thoughts == before)
            await party.ask(0, r.Leave())
            await begun()
            assert METRICS.waiting_thoughts - before == 1
            assert party.table.ply == 0

    run(main, 60)


def test_a_search_that_nobody_waits_for_stops_and_the_next_one_begins(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", stand_in=FOR_EVER))
            other = await seat_all(host, table("amytis", "link", "mcts:sims=20"), deal=DEAL)
            await party.ask(0, r.Leave())
            await begun()
            await other.play(0, "b2>a1")
            await begun()
            assert other.table.ply == 1, "the only thread for searches is taken"
            await party.ask(0, r.Return())
            await until(lambda: other.table.ply > 1)

    run(main, 60)


def test_a_search_stops_when_the_game_is_given_up(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            before = METRICS.waiting_thoughts
            party = await seat_all(host, table("amytis", "link", FOR_EVER), deal=DEAL)
            await party.play(0, "b2>a1")
            await begun()
            await party.ask(0, r.Resign())
            assert party.table.status == "over"
            await until(lambda: METRICS.waiting_thoughts == before)

    run(main, 60)


SLOW = """
import time
class Slow:
    def choose(self, view):
        time.sleep(600)
class Swift:
    def choose(self, view):
        return view["legal"][0]
"""


def test_the_process_of_an_operators_bot_is_ended_when_nobody_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "OWN_SECONDS", 600.0)
    (tmp_path / "slow.py").write_text(SLOW)
    own = {name.lower(): f"py:{tmp_path / 'slow.py'}:{name}" for name in ("Slow", "Swift")}

    async def main() -> None:
        async with opened_host(tmp_path, bots=own) as host:
            party = await seat_all(host, table("amytis", "link", "link", stand_in="slow"))
            other = await seat_all(host, table("amytis", "link", "swift"), deal=DEAL)
            await party.ask(0, r.Leave())
            await begun()
            await other.play(0, "b2>a1")
            await party.ask(0, r.Return())
            await until(lambda: other.table.ply > 1)
            assert [place[0] for place in host.bots.seated] == [other.table.id]

    run(main, 60)


# --- Quick bots -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["random", "greedy", "level:3"])
def test_a_bot_that_looks_one_move_ahead_never_waits_for_a_search(tmp_path: Path, bot: str) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            busy = [await seat_all(host, table("amytis", "link", FOR_EVER), deal=DEAL) for _ in range(3)]
            for party in busy:
                await party.play(0, "b2>a1")
            await begun()
            quick = await seat_all(host, table("amytis", "link", bot), deal=DEAL)
            await quick.play(0, "b2>a1")
            await until(lambda: quick.table.ply > 1)
            assert all(party.table.ply == 1 for party in busy)

    run(main, 60)


def test_which_bots_are_quick() -> None:
    offered = bots.Bots({"mine": "py:x.py:X"})
    spec = game_spec("akropolis")
    names = ["random", "greedy", "newcomer", "level:1", "level:6", "level:7", "level:8", "mcts:sims=1", "frozen:2026-11", "mine"]
    assert [name for name in names if offered.is_quick(name, spec, 2)] == ["random", "greedy", "newcomer", "level:1", "level:6"]
    assert [name for name in names if offered.is_quick(name, spec, 4)] == ["random", "greedy", "newcomer", "level:1", "level:6", "level:7"]


# --- Nobody looks -----------------------------------------------------------------------------------------------------


def test_where_only_bots_play_they_think_while_somebody_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.server.bot_turns.LOOK_SECONDS", 0.0)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("akropolis", "mcts:sims=50", "mcts:sims=50"))
            room = host.rooms[made.id]
            await asyncio.sleep(0.5)
            assert room.table.ply == 0 and host.bot_turns.paused(host.rooms.values()) == 1
            watcher = Watcher(host, room, await host.actor(room, []))
            await until(lambda: room.table.ply > 3)
            watcher.close()
            await until(lambda: not any(task.get_name() == "think" for task in host.tasks.running))  # one may just be written
            ply = room.table.ply
            await asyncio.sleep(0.5)
            assert room.table.ply == ply and host.bot_turns.paused(host.rooms.values()) == 1 and METRICS.waiting_thoughts == 0
        async with opened_host(tmp_path) as host:
            await asyncio.sleep(0.5)
            assert made.id not in host.rooms, "after a restart it is not even loaded"
            room = await host.get(made.id)
            assert room.table.ply == ply
            Watcher(host, room, await host.actor(room, []))
            await until(lambda: room.table.status == "over")

    run(main)


def test_who_asks_for_the_table_over_http_counts_as_watching_for_a_while(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            seats = [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
            made = (await client.post("/api/tables", json={"game": "amytis", "seats": seats})).json()
            while (await client.get(f"/api/tables/{made['id']}")).json()["status"] != "over":
                await asyncio.sleep(0.01)

    run(main)


def test_a_bot_answers_a_person_who_looks_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.server.bot_turns.LOOK_SECONDS", 0.0)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "greedy"), deal=DEAL)
            await party.play(0, "b2>a1")
            await until(lambda: party.table.to_move == 0)
            assert party.table.ply >= 2 and not party.room.watchers
            await party.ask(0, r.Leave())  # now only bots are left
            await begun()
            ply = party.table.ply
            assert party.table.to_move == 0 and party.table.plays_itself and host.bot_turns.paused(host.rooms.values()) == 1
            await party.ask(0, r.Return())
            await party.play_on(5)
            assert party.table.game.movers[ply:].count(1) > 0, "the bot goes on, whoever watches"

    run(main, 60)


def test_a_table_where_only_bots_play_leaves_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.server.bot_turns.LOOK_SECONDS", 0.0)

    async def main() -> None:
        now = [now_ms()]
        async with opened_host(tmp_path, clock=lambda: now[0]) as host:
            made = await make_table(host, table("akropolis", "greedy", "greedy"))
            now[0] += 120_000
            await upkeep.sweep(host)
            assert made.id not in host.rooms

    run(main)


# --- Fair shares ------------------------------------------------------------------------------------------------------

RECORDING = """
import pathlib, time
here = pathlib.Path(__file__).parent
def note(name, view):
    if not view["log"]:  # later decisions of the same turn do not count
        with (here / "order").open("a") as order:
            order.write(name + " ")
"""
GATED = """
class Gate:
    def choose(self, view):
        note("Gate", view)
        while not (here / "open").exists():
            time.sleep(0.01)
        return view["legal"][0]
"""
NOTED = """
class {name}:
    def choose(self, view):
        note("{name}", view)
        return view["legal"][0]
"""


def test_an_address_with_many_thoughts_does_not_keep_another_waiting(tmp_path: Path) -> None:
    """Five tables of one address wait for the only thread, then one of another address comes: it is next."""
    names = ["A1", "A2", "A3", "A4", "B1"]
    source = tmp_path / "recording.py"
    source.write_text(RECORDING + GATED + "".join(NOTED.format(name=name) for name in names))
    own = {name: f"py:{source}:{name}" for name in ("Gate", *names)}
    order = tmp_path / "order"

    async def main() -> None:
        app: Any = create_app(settings_for(tmp_path, bots=own))

        async def make(address: str, bot: str) -> None:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(address, 1)), base_url="http://table") as client:
                seats = [{"kind": "bot", "bot": bot}, {"kind": "here"}]
                assert (await client.post("/api/tables", json={"game": "amytis", "seats": seats})).status_code == 201

        async with app.app.lifespan():
            await make("10.0.0.1", "Gate")
            await until(order.exists)
            for name in names:
                await make("10.0.0.2" if name == "B1" else "10.0.0.1", name)
            (tmp_path / "open").touch()
            await until(lambda: len(order.read_text().split()) == 6)
        assert order.read_text().split() == ["Gate", "B1", "A1", "A2", "A3", "A4"]

    run(main)


def test_addresses_share_the_time_of_a_thread_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """By time, not by thoughts; and one who comes later gets a share from then on, not what it did not use before."""
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    lane = Lane(1, "test")
    seconds = {"long": 5.0, "short": 0.5, "late": 1.0}
    number = 0

    def add(address: str) -> None:
        nonlocal number
        number += 1
        lane.add(Thought(f"table {number}", address, lane, lambda stop: None, None))  # type: ignore[arg-type]

    def work_until(end: float) -> dict[str, float]:
        had = dict.fromkeys(seconds, 0.0)
        while now[0] < end:
            thought = lane.next(())
            assert thought is not None
            lane.begin(thought)
            assert lane.next(()) is None, "one thread, one thought"
            now[0] += seconds[thought.address]
            had[thought.address] += seconds[thought.address]
            lane.end(thought)
            add(thought.address)
        return had

    for address in ("long", "long", "long", "short"):
        add(address)
    had = work_until(300)
    assert abs(had["long"] - had["short"]) <= 5.5 and had["late"] == 0
    add("late")
    had = work_until(600)
    assert max(had.values()) - min(had.values()) <= 6
    for waiting in [thought for by_table in lane.waiting.values() for thought in by_table.values()]:
        lane.remove(waiting)
    add("short")
    work_until(now[0] + 20)
    assert set(lane.had) == {"short"}, "who has nothing here is forgotten"


# --- Hints ------------------------------------------------------------------------------------------------------------


def test_a_hint_is_dropped_when_the_table_moves_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "HINT_MS", 600_000)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            before = METRICS.waiting_thoughts
            party = await seat_all(host, table("amytis", "link", "link", hints=True), deal=DEAL)
            hint = asyncio.create_task(party.ask(0, r.Hint(ply=0)))
            await begun()
            await party.ask(1, r.Chat(text="hm"))
            await begun()
            assert not hint.done() and METRICS.waiting_thoughts == before + 1, "talk changes nothing"
            await party.play(0, "b2>a1")
            with pytest.raises(StaleMove):
                await hint
            await until(lambda: METRICS.waiting_thoughts == before)

    run(main, 60)


def test_there_is_no_hint_while_a_bot_plays_for_the_seat(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", hints=True, stand_in=FOR_EVER), deal=DEAL)
            await party.ask(0, r.Leave())
            with pytest.raises(Refused) as refused:
                await party.ask(0, r.Hint(ply=0))
            assert refused.value.key == "seat.bot.plays" and party.room.thought is not None

    run(main, 60)
