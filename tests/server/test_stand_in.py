"""A bot that replaces somebody: on whose time it decides, how fast, and how its player gets the seat back."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import DEAL, Party, seat_all
from serving import Hands, opened_host, run, table
from ziggurat.errors import GameError
from ziggurat.server import bot_turns, bots
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.room import Watcher
from ziggurat.server.table import decide, new_table, offers
from ziggurat.server.table import events as e
from ziggurat.server.table.table import Table

FOR_EVER = "mcts:ms=600000"
"""A stand-in that thinks for so long that nothing is decided by it here."""
BANK = 60_000
LIVE = r.NewClock(kind="live", bank=60, increment=0)


@pytest.fixture(autouse=True)
def ten_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.MOST, "ms", 600_000)


def left(party: Party, seat: int) -> int:
    """What a clock shows."""
    reading: list[int] = party.table.clocks.reading(party.host.time())
    return reading[seat]


# --- On whose time it decides ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [r.Leave(), r.TakeOver(of=0)], ids=["leave", "ask the stand-in"])
def test_who_returns_before_the_stand_in_has_moved_is_charged_for_all_that_time(tmp_path: Path, how: r.AnyRequest) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=LIVE, stand_in=FOR_EVER), deal=DEAL)
            for _ in range(6):
                hands.run(1_000)
                await party.ask(0, how)
                hands.run(4_000)
                assert party.table.seats[0].bot, "no time runs out while a stand-in plays"
                await party.ask(0, r.Return())
                assert not party.table.seats[0].bot
            assert left(party, 0) == BANK - 30_000 and left(party, 1) == BANK

    run(main)


def test_who_had_no_time_left_gets_the_seat_and_some_time_when_the_stand_in_has_decided(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=LIVE, stand_in=FOR_EVER), deal=DEAL)
            hands.run(BANK + 1)
            await host.check_clock(party.table.id)
            for _ in range(3):
                await party.ask(0, r.Return())
                hands.run(1_000)
                await host.check_clock(party.table.id)
                assert party.table.seats[0].bot == FOR_EVER and party.table.seats[0].back and left(party, 0) == 0
            watcher = Watcher(host, party.room, party.actors[1])
            (whole,) = watcher.unsent()
            assert isinstance(whole, m.TableMessage) and whole.seats[0].back
            ply = party.table.ply
            number = party.table.number
            await host.change(party.room, lambda table, at: decide.play(table, 0, ply, "b2>a1", at, bot=FOR_EVER))
            assert party.table.number == number + 1 and not party.table.seats[0].bot and left(party, 0) == BANK // 4
            changed = [message for message in watcher.unsent() if isinstance(message, m.ChangedMessage)]
            assert [(seat.bot, seat.back) for seat in changed[-1].seats] == [("", False)] * 2, "those who watch are told"
            await party.play(1, "b1>a1")
            hands.run(BANK // 4)
            await host.check_clock(party.table.id)
            assert not party.table.seats[0].bot
            hands.run(1)
            await host.check_clock(party.table.id)
            assert party.table.seats[0].why == "time"
        async with hands.host(tmp_path) as host:
            room = await host.get(party.table.id)
            assert room.table.seats[0].why == "time" and room.table.clocks.left[0] == 0, "the events tell it again"

    run(main)


def test_what_a_stand_in_did_without_time_is_not_taken_back_unasked(tmp_path: Path) -> None:
    """Else the clock would be filled for a decision that is then taken by the player after all."""

    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", clock=LIVE, stand_in="random"))
            hands.run(BANK + 1)
            await host.check_clock(party.table.id)
            await party.settle()
            await party.ask(0, r.Return())
            assert party.table.ply == 1 and left(party, 0) == BANK // 4
            assert (await party.ask(0, r.Undo(ply=1))).asked and party.table.ply == 1

    run(main)


class Chess:
    """A table with clocks on which anything happens; and a witness who measures what each person has had."""

    def __init__(self, bank: int) -> None:
        new = table("akropolis", "link", "link", stand_in="random", clock=r.NewClock(kind="live", bank=bank, increment=0))
        head, _ = new_table.make_head(new, "world", lambda name, spec: None)
        head.secret = "0" * 32
        self.table, self.now, self.bank = Table("world", head), 10_000, bank * 1000
        for seat in (0, 1):
            self.table.apply(e.Joined(self.now, seat, f"P{seat}", time=self.now))
        self.table.apply(e.Started(self.now, time=self.now))
        self.had, self.forced = [0, 0], [0, 0]
        """How long it was the turn of each seat with time on its clock; and how many decisions were taken for it without any."""

    def act(self, name: str, ms: int, pick: int) -> None:
        """Time passes, then somebody does something; what is refused changes nothing."""
        table, game = self.table, self.table.game
        assert game is not None
        if (mover := table.to_move) is None:
            return
        shown = table.clocks.reading(self.now)[mover]
        self.had[mover] += min(ms, shown)
        later = self.now + ms
        if ms > shown and not table.seats[mover].bot:  # the alarm rings
            self.now += shown + 1
            self.apply(decide.time_is_up(table, self.now, self.now))
        self.now = max(self.now, later)
        move, bot = game.legal_moves[pick % len(game.legal_moves)], table.seats[mover].bot
        deeds: dict[str, Any] = {
            "play": lambda: decide.play(table, mover, game.ply, move, self.now, now=self.now, bot=bot),
            "person": lambda: [] if bot else decide.play(table, mover, game.ply, move, self.now, now=self.now),
            "leave": lambda: decide.leave(table, mover, self.now),
            "return": lambda: decide.come_back(table, mover, self.now),
            "ask": lambda: decide.take_over(table, mover, mover, self.now, gone=False),
            "undo": lambda: offers.undo(table, pick % 2, game.ply, self.now),
        }
        try:
            events = deeds[name]()
        except GameError:
            return
        before = table.clocks.reading(self.now)
        self.forced[mover] += any(isinstance(event, e.Moved) and event.bot and not before[mover] for event in events)
        self.apply(events)
        if any(isinstance(event, e.Undone) for event in events):  # whoever waited meanwhile has that time back
            given = [after - then for after, then in zip(table.clocks.reading(self.now), before, strict=True)]
            self.had = [had - max(0, more) for had, more in zip(self.had, given, strict=True)]

    def apply(self, events: decide.Events) -> None:
        for event in events:
            event.time = self.now
            self.table.apply(event)


NAMES = ["play", "person", "leave", "return", "return", "ask", "undo"]
DEEDS = st.tuples(st.sampled_from(NAMES), st.integers(0, 900), st.integers(0, 10**6))


@settings(max_examples=60)
@given(bank=st.integers(1, 4), steps=st.lists(DEEDS, min_size=10, max_size=80))
def test_nobody_has_more_than_the_bank_and_a_quarter_for_each_decision_lost(bank: int, steps: list[tuple[str, int, int]]) -> None:
    """Whoever leaves, returns, lets a stand-in think and takes back what may be taken back."""
    world = Chess(bank)
    for step in steps:
        world.act(*step)
    for seat, shown in enumerate(world.table.clocks.reading(world.now)):
        assert world.had[seat] + shown <= world.bank + world.forced[seat] * world.bank // 4


def test_such_games_come_to_time_outs_and_returns() -> None:
    lots, forced = random.Random(3), 0
    for _ in range(40):
        world = Chess(1)
        for _ in range(60):
            world.act(lots.choice(NAMES[:-2]), lots.randrange(900), lots.randrange(10**6))
        forced += sum(world.forced)
    assert forced > 40, forced


# --- How fast it plays -------------------------------------------------------------------------------------------------


def test_a_stand_in_takes_its_time_while_somebody_watches_and_stops_for_its_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_turns, "PACE_SECONDS", 0.6)
    monkeypatch.setattr(bot_turns, "LOOK_SECONDS", 0.0)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", stand_in="greedy"), deal=DEAL)
            watching = [Watcher(host, party.room, party.actors[seat]) for seat in (0, 1)]
            began = time.monotonic()
            await party.ask(0, r.Leave())
            await asyncio.sleep(0.3)
            await party.ask(0, r.Return())
            await asyncio.sleep(0.6)
            assert party.table.ply == 0, "what it had chosen is dropped"
            began = time.monotonic()
            await party.ask(0, r.Leave())
            while party.table.to_move == 0:
                await asyncio.sleep(0.01)
            assert time.monotonic() - began >= 0.6 * party.table.ply
            await party.ask(0, r.Return())
            for watcher in watching:
                watcher.close()
            await party.play(1, next(move for move in party.table.game.legal_moves if ">" in move))
            while party.table.to_move == 1:
                await party.play(1, party.table.game.legal_moves[0])
            began, ply = time.monotonic(), party.table.ply
            await party.ask(0, r.Leave())
            while party.table.to_move == 0:
                await asyncio.sleep(0.01)
            assert time.monotonic() - began < 0.6 * (party.table.ply - ply), "nobody watches"

    run(main)


def test_no_bot_ends_a_game_right_after_a_time_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last decision of the game: the stand-in has chosen it, and plays it when the minute is over."""
    monkeypatch.setattr(bot_turns, "RESPITE_SECONDS", 60.0)

    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", clock=LIVE, stand_in="random"))
            while not party.table.game.peek(party.table.game.legal_codes()[0])[0]:
                await party.play(party.table.to_move, party.table.game.legal_moves[0])
            hands.run(BANK + 1)
            await host.check_clock(party.table.id)
            await asyncio.sleep(0.3)
            assert party.table.status == "running" and party.room.thought is not None
            hands.run(60_000)
            while party.table.status == "running":
                await asyncio.sleep(0.01)

    run(main)
