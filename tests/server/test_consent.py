"""Who must agree: a person keeps the say while away. Nobody looks at what is hidden and takes it back, or takes back what another person did, unasked."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seating import DEAL, Party, seat_all, table_shown, twin
from serving import Hands, opened_host, run, table
from ziggurat.errors import GameError
from ziggurat.game import Game
from ziggurat.server import requests as r
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor, Watcher
from ziggurat.server.show.error_text import text_of
from ziggurat.server.show.history import game_at
from ziggurat.server.table import decide, new_table, offers
from ziggurat.server.table import events as e
from ziggurat.server.table.clocks import WAITS
from ziggurat.server.table.table import Table

WAIT, HOUR = WAITS["live"], 3_600_000
LIVE = r.NewClock(kind="live", bank=6_000, increment=0)


async def go_away(party: Party, seat: int, hands: Hands, how: str) -> None:
    """Let a stand-in play for a seat."""
    other = 1 - seat
    if how == "left":
        await party.ask(seat, r.Leave())
    elif how == "taken over":
        hands.run(60_000)
        await party.ask(other, r.TakeOver(of=seat))
    else:
        hands.run(party.table.clocks.left[seat] + 1)
        await party.host.check_clock(party.table.id)
        assert party.table.seats[seat].why == "time"


@pytest.mark.parametrize("how", ["left", "taken over", "out of time"])
def test_nobody_takes_back_what_was_seen_or_what_an_absent_person_did(tmp_path: Path, how: str) -> None:
    """The audit's attack: look under the stacks while a stand-in plays for the other, and take it all back."""

    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            clock = r.NewClock(kind="live", bank=600, increment=0)
            party = await seat_all(host, table("amytis", "link", "link", stand_in="random", clock=clock), deal=DEAL)
            await party.play(0, "b2>a1")
            await go_away(party, 1, hands, how)
            await party.settle()
            assert party.table.to_move == 0 and party.table.ply > 1, "the stand-in has played"
            ply = party.table.ply
            with pytest.raises(Refused) as refused:
                await party.ask(0, r.Undo(ply=ply))
            assert refused.value.code == "undo.away" and text_of(refused.value, "en").startswith("P1 is away") and party.table.offer is None
            await party.play_on(1, pick=lambda moves: next(move for move in moves if ">" in move))  # the tile beneath is seen
            await party.settle()
            with pytest.raises(Refused, match="away"):
                await party.ask(0, r.Undo(ply=party.table.ply))
            assert not party.table.undone
            await party.ask(1, r.Return())
            assert (await party.ask(0, r.Undo(ply=party.table.ply))).asked
            assert not party.table.undone
            await party.ask(1, r.Answer(yes=True))
            assert party.table.undone

    run(main)


def test_who_leaves_while_being_asked_has_not_agreed(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", "link"))
            await party.play_on(3)
            assert (await party.ask(0, r.Undo(ply=3))).asked
            await party.ask(1, r.Leave())
            await party.ask(2, r.Answer(yes=True))
            assert party.table.ply == 3 and party.table.offer is not None
            await party.ask(1, r.Answer(yes=True))  # from afar
            assert party.table.undone and party.table.ply == 0

    run(main)


def test_what_concerns_nobody_stays_free_while_somebody_is_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", "link"))
            await party.ask(2, r.Leave())
            await party.play(0, party.table.game.legal_moves[0])  # nothing new is seen
            assert not (await party.ask(0, r.Undo(ply=1))).asked and party.table.ply == 0

    run(main)


def test_who_gave_up_or_lets_a_bot_play_takes_nothing_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "link", "link"))
            await party.play_on(1)
            await party.ask(0, r.Undo(ply=1))
            await party.ask(1, r.Resign())
            with pytest.raises(Refused, match="given up"):
                await party.ask(1, r.Answer(yes=False))
            with pytest.raises(Refused, match="given up"):
                await party.ask(1, r.Undo(ply=1))
            with pytest.raises(Refused, match="given up"):
                await party.ask(1, r.Abandon())
            await party.ask(2, r.Answer(yes=True))
            assert party.table.ply == 0, "who gave up is not waited for"
            await party.ask(0, r.Leave())
            with pytest.raises(Refused, match="plays for you"):
                await party.ask(0, r.Undo(ply=party.table.ply))

    run(main)


def test_when_the_last_who_was_asked_gives_up_it_is_granted(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "link", "link"))
            await party.ask(0, r.Abandon())
            await party.ask(1, r.Answer(yes=True))
            await party.ask(2, r.Resign())
            assert party.table.ended.why == "abandoned"
            other = await seat_all(host, table("blueprints", "link", "link", "link"))
            await other.ask(0, r.Abandon())
            await other.ask(0, r.Resign())
            assert other.table.offer is None and other.table.status == "running"

    run(main)


# --- To stop without a result -----------------------------------------------------------------------------------------


def waiting_of(party: Party) -> tuple[list[int], list[int], int | None]:
    """Who is waited for, who was away, for how long."""
    offer = table_shown(party.host, party.room, Actor(), None).offer
    assert offer is not None
    return offer.waiting, offer.away, offer.wait


def test_those_left_end_the_game_after_an_announced_wait(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", stand_in="", clock=r.NewClock(kind="live", bank=6_000)), deal=DEAL)
            await party.ask(1, r.Leave())
            assert (await party.ask(0, r.Abandon())).asked
            assert waiting_of(party) == ([1], [1], WAIT)
            await party.play(0, "b2>a1")
            hands.run(WAIT - 1)
            hands.step(HOUR)
            assert (await party.ask(0, r.Abandon())).asked and party.table.status == "running"
            assert waiting_of(party) == ([1], [1], 1)
            hands.run(1)
            with pytest.raises(Refused) as refused:
                await party.ask(0, r.Undo(ply=1))
            assert refused.value.code == "undo.away", "undo stays closed"
            assert not (await party.ask(0, r.Abandon())).asked
            assert party.table.ended.why == "abandoned"

    run(main)


@pytest.mark.parametrize("clock", [r.NewClock(), r.NewClock(kind="days", days=3)], ids=lambda clock: clock.kind)
def test_where_nobody_hurries_the_wait_is_longer(tmp_path: Path, clock: r.NewClock) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=clock))
            await party.ask(0, r.Abandon())  # nobody is connected
            assert waiting_of(party)[2] == (72 * HOUR if clock.kind == "days" else HOUR)

    run(main)


@pytest.mark.parametrize("how", ["return", "connect", "play", "ask over HTTP"])
def test_who_comes_back_is_asked_again(tmp_path: Path, how: str) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=r.NewClock(kind="live", bank=6_000)), deal=DEAL)
            here = Watcher(host, party.room, party.actors[1])
            if how == "return":
                await party.ask(0, r.Leave())
            await party.ask(1, r.Abandon())
            assert waiting_of(party) == ([0], [0], WAIT)
            hands.run(5_000)
            if how == "return":
                await party.ask(0, r.Return())
            elif how == "connect":
                Watcher(host, party.room, party.actors[0]).close()  # and is gone again
            elif how == "play":
                await party.play(0, "b2>a1")
            else:
                await host.actor(party.room, [party.secrets[0]])
            while party.table.offer.away:
                await asyncio.sleep(0.002)
            assert waiting_of(party) == ([0], [], None)
            hands.run(WAIT)
            assert (await party.ask(1, r.Abandon())).asked and party.table.status == "running"
            here.close()

    run(main)


def test_all_who_are_there_must_agree_and_a_no_ends_the_wait(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", "link", stand_in="", clock=r.NewClock(kind="live", bank=6_000)))
            there = [Watcher(host, party.room, party.actors[seat]) for seat in (0, 1)]
            await party.ask(0, r.Abandon())
            assert waiting_of(party) == ([1, 2], [2], WAIT)
            hands.run(WAIT)
            await party.ask(0, r.Abandon())
            assert party.table.status == "running", "seat 1 is there and has not agreed"
            await party.ask(1, r.Answer(yes=False))
            assert party.table.offer is None
            await party.ask(1, r.Abandon())
            await party.ask(0, r.Abandon())  # that is a yes
            assert waiting_of(party) == ([2], [2], WAIT)
            hands.run(WAIT)
            await party.ask(0, r.Abandon())
            assert party.table.status == "over"
            for watcher in there:
                watcher.close()

    run(main)


def test_when_the_time_of_the_last_who_was_asked_is_up_it_is_granted(tmp_path: Path) -> None:
    """Of three, two want to stop, and the third loses by the clock: nobody is left who must agree."""

    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", "link", stand_in="", clock=r.NewClock(kind="live", bank=60)))
            mover = party.table.to_move
            assert mover is not None
            one, other = (seat for seat in range(3) if seat != mover)
            await party.ask(one, r.Abandon())
            await party.ask(other, r.Answer(yes=True))
            assert party.table.status == "running" and party.table.waiting == [mover]
            hands.run(party.table.clocks.left[mover] + 1)
            await host.check_clock(party.table.id)
            assert party.table.status == "over" and party.table.ended is not None and party.table.ended.why == "abandoned"

    run(main)


def test_who_said_yes_can_still_say_no(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", "link"))
            await party.ask(0, r.Abandon())
            await party.ask(1, r.Answer(yes=True))
            number = party.table.number
            await party.ask(1, r.Answer(yes=True))  # once is enough
            assert party.table.number == number and party.table.offer is not None
            await party.ask(1, r.Answer(yes=False))
            assert party.table.offer is None and party.table.status == "running"
            await party.ask(0, r.Abandon())
            await party.ask(2, r.Answer(yes=True))
            assert party.table.status == "running", "the yes that was taken back counts no more"

    run(main)


def test_downtime_is_no_part_of_the_wait_and_a_restart_forgets_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            await party.play(0, "b2>a1")
            await party.ask(0, r.Abandon())
            with pytest.raises(Refused) as refused:
                await party.ask(0, r.Undo(ply=1))
            assert refused.value.code == "undo.away", "who is waited for is not asked for something else"
            hands.run(HOUR // 2)
        hands.restart(3 * HOUR)
        async with hands.host(tmp_path) as host:
            room = await host.get(party.table.id)
            again = Party(host, room, party.secrets)
            assert waiting_of(again) == ([1], [1], HOUR // 2)
            hands.run(HOUR // 2)
            await again.ask(0, r.Abandon())
            assert room.table.status == "over"

    run(main)


def test_a_program_that_answers_its_turns_is_not_away_and_must_agree(tmp_path: Path) -> None:
    """It needs no connection: turn notices reach it. `abandon` and `take_over` go by the same rule."""

    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=r.NewClock(kind="live", bank=6_000)), deal=DEAL)
            await host.change(party.room, lambda table, at: [e.Hooked(at, 1, "http://127.0.0.1:9/", "k")])
            hands.run(5 * WAIT)
            await party.ask(0, r.Abandon())
            assert waiting_of(party) == ([1], [], None)
            hands.run(WAIT)
            assert (await party.ask(0, r.Abandon())).asked and party.table.status == "running"
            await party.play(0, "b2>a1")
            hands.run(59_000)
            await party.ask(0, r.Abandon())
            assert waiting_of(party) == ([1], [], None)
            hands.run(1_000)
            await party.ask(0, r.Abandon())
            assert waiting_of(party) == ([1], [1], WAIT), "it has not answered its turn for a minute"
            hands.run(WAIT)
            await party.ask(0, r.Abandon())
            assert party.table.ended.why == "abandoned"

    run(main)


# --- To play again ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["resign", "leave"])
def test_a_rematch_needs_the_yes_of_those_who_lost_or_left(tmp_path: Path, how: str) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", stand_in="random"))
            if how == "leave":
                await party.ask(1, r.Leave())
                await party.play_on()
            else:
                await party.ask(1, r.Resign())
            await party.ask(0, r.Rematch())
            await asyncio.sleep(0.02)
            assert not party.table.rematch and waiting_of(party)[0] == [1]
            await party.ask(1, r.Answer(yes=True))
            while not party.table.rematch:
                await asyncio.sleep(0.002)

    run(main)


# --- Whatever happens in whatever order -------------------------------------------------------------------------------

TABLES = {
    "amytis": ("link", "link"),
    "akropolis": ("link", "link", "greedy"),
    "blueprints": ("link", "link"),
    "blueprints, a bot": ("link", "greedy", "link"),
    "akropolis, one screen": ("here", "here", "link"),
}
OFTEN = {"play": 10, "stand-in": 8, "undo": 12, "yes": 12, "no": 1, "leave": 2, "return": 8, "take over": 2, "time": 1, "abandon": 2, "wait": 1, "resign": 1}
STEPS = st.tuples(st.sampled_from([name for name, times in OFTEN.items() for _ in range(times)]), st.integers(0, 2), st.integers(0, 10**6))


class World:
    """A table and a witness: what the rules of consent demand is kept here once more, in another way, from what people did."""

    def __init__(self, game: str, kinds: tuple[str, ...]) -> None:
        new = table(game, *kinds, stand_in="random", clock=LIVE)
        head, _ = new_table.make_head(new, "world", lambda name, spec: None)
        head.secret = "0" * 32  # the same deal whenever it is run
        self.table, self.kinds, self.now = Table("world", head), kinds, 10_000
        for seat, kind in enumerate(kinds):
            if kind in {"link", "here"}:
                self.table.apply(e.Joined(self.now, seat, f"P{seat}"))
        self.table.apply(e.Started(self.now, time=self.now))
        self.people = {seat for seat, kind in enumerate(kinds) if kind in {"link", "here"}}
        self.away: set[int] = set()
        self.gave_up: set[int] = set()
        self.open_offer: tuple[str, int, int] | None = None
        self.yes: set[int] = set()
        self.missing: dict[int, int] = {}
        """Who was away when it was asked to stop, and has stayed so since; and since when that was known to all."""

    def others(self, seat: int) -> set[int]:
        """Those who are concerned by what a seat does: all people but those at the same screen, and but those who gave up."""
        one = {other for other in self.people if self.kinds[seat] == "here" == self.kinds[other]} | {seat}
        return self.people - one - self.gave_up

    def act(self, name: str, seat: int, pick: int) -> None:
        """Somebody does something; what is refused changes nothing."""
        self.now += pick % 700
        seat %= len(self.kinds)
        game, table = self.table.game, self.table
        assert game is not None
        if table.status == "over":
            return
        mover = table.to_move
        assert mover is not None
        moves, bot = game.legal_moves, table.seats[mover].bot
        if name in {"play", "stand-in"}:
            seat = mover
        elif name == "yes" and (waiting := table.waiting):
            seat = waiting[pick % len(waiting)]
        elif seat not in self.people:
            return
        deeds: dict[str, Callable[[], decide.Events]] = {
            "play": lambda: decide.play(table, seat, game.ply, moves[pick % len(moves)], self.now, now=self.now),
            "stand-in": lambda: decide.play(table, seat, game.ply, moves[pick % len(moves)], self.now, bot=bot) if bot else [],
            "undo": lambda: offers.undo(table, seat, game.ply, self.now),
            "yes": lambda: offers.answer(table, seat, True, self.now, now=self.now),
            "no": lambda: offers.answer(table, seat, False, self.now, now=self.now),
            "leave": lambda: decide.leave(table, seat, self.now),
            "return": lambda: decide.come_back(table, seat, self.now),
            "take over": lambda: decide.take_over(table, min(self.people - {seat}), seat, self.now, gone=pick % 2 == 0),
            "time": lambda: decide.time_is_up(table, self.now, self.now + 10**9),
            "abandon": lambda: offers.abandon(table, seat, self.now, now=self.now),
            "wait": list,
            "resign": lambda: decide.resign(table, seat, self.now) if pick % 4 == 0 else [],
        }
        if name == "wait":
            self.now += WAIT
        try:
            events = deeds[name]()
        except GameError:
            return
        if name == "yes" and events:
            self.yes.add(seat)
        if name == "abandon" and self.open_offer is not None and self.open_offer[0] == "abandon":
            self.yes.add(seat)
        for event in events:
            event.time = self.now
            self.witness(event)
            table.apply(event)

    def witness(self, event: e.AnyEvent) -> None:
        """Judge an event before it is applied, and remember what follows from it."""
        if isinstance(event, e.Asked):
            self.open_offer, self.yes = (event.what, event.seat, event.ply), {event.seat}
            self.missing = dict.fromkeys(self.away & self.others(event.seat), self.now) if event.what == "abandon" else {}
        elif isinstance(event, e.Undone):
            self.judge_undo(event)
        elif isinstance(event, e.Abandoned):
            assert self.open_offer is not None and self.open_offer[0] == "abandon"
            unasked = self.others(self.open_offer[1]) - self.yes
            assert all(seat in self.missing and self.now - self.missing[seat] >= WAIT for seat in unasked), f"{unasked} did not agree to stop"
        elif isinstance(event, e.Answered) and not event.yes:
            self.open_offer, self.yes = None, set()
        elif isinstance(event, e.Left | e.TakenOver):
            self.away |= {event.seat} & self.people
        elif isinstance(event, e.Returned):
            self.away.discard(event.seat)
            self.missing.pop(event.seat, None)
        elif isinstance(event, e.Resigned | e.Flagged):
            self.gave_up.add(event.seat)
        if isinstance(event, e.Undone) or (isinstance(event, e.Moved) and self.open_offer is not None and self.open_offer[0] == "undo"):
            self.open_offer, self.yes = None, set()

    def judge_undo(self, event: e.Undone) -> None:
        """Either all whom it concerns have said yes, or it concerns nobody."""
        game, others = self.table.game, self.others(event.seat)
        assert game is not None
        if self.open_offer == ("undo", event.seat, event.ply) and others <= self.yes:
            return
        if not others:
            return
        for ply in range(event.ply, game.ply):
            assert game.movers[ply] not in others, f"what seat {game.movers[ply]} did was taken back unasked"
        for seat in self.people - self.gave_up:
            check_nothing_was_seen(game, event.ply, seat)


def check_nothing_was_seen(game: Game, ply: int, seat: int) -> None:
    """In other deals that looked the same to the seat at this ply, it would have seen the same since: so nothing hidden was shown."""
    past = game_at(game, ply)
    shown = [game_at(game, later).view(seat) for later in range(ply, game.ply + 1)]
    for seed in range(8):
        deal, moves = twin(past, seat, seed)
        other: Any = Game(game.spec, game.options, deal=deal, players=game.players)
        for move in moves:
            other.push(move)
        assert other.view(seat) == shown[0], "no twin"
        for later in range(ply, game.ply):
            if game.movers[later] != seat and game.moves[later] not in other.legal_moves:
                break  # a choice of another seat that fits its own secrets alone
            other.push(game.moves[later])
            assert other.view(seat) == shown[later + 1 - ply], f"seat {seat} has seen what was hidden at ply {ply}"


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(steps=st.lists(STEPS, min_size=20, max_size=80))
def test_no_seat_sees_what_its_view_did_not_show_unless_all_agreed(name: str, steps: list[tuple[str, int, int]]) -> None:
    world = World(name.partition(",")[0], TABLES[name])
    for step in steps:
        world.act(*step)


@pytest.mark.parametrize("name", TABLES)
def test_long_games_of_the_same_kind_come_to_many_undos(name: str) -> None:
    """The same with sequences so long that whole games are played; and much of it was taken back, asked and unasked."""
    lots, taken, free = random.Random(7), 0, 0
    names = [name for name, times in OFTEN.items() for _ in range(times) if name not in {"resign", "abandon"}]
    for _ in range(3):
        world = World(name.partition(",")[0], TABLES[name])
        for _ in range(400):
            before, offer = len(world.table.undone), world.open_offer
            world.act(lots.choice(names), lots.randrange(3), lots.randrange(10**6))
            if len(world.table.undone) > before:
                taken, free = taken + 1, free + (offer is None)
    assert taken - free > 10 and (free > 5 or name == "blueprints, a bot"), (taken, free)  # there, each die shows the next
