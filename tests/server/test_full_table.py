"""A table that has reached its limit of events: nobody can freeze a game by filling it."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest

from seating import Party, seat_all
from serving import Hands, run, table
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.refused import Refused
from ziggurat.server.table import decide

LIMIT = 200
LIVE = r.NewClock(kind="live", bank=60, increment=0)


@pytest.fixture(autouse=True)
def small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_EVENTS", LIMIT)


async def repeat(party: Party, *requests: r.AnyRequest) -> None:
    """Let seat 1 send these again and again."""
    for request in itertools.islice(itertools.cycle(requests), 2_000):
        await party.ask(1, request)


async def fill(host: Host, **more: object) -> Party:
    """Somebody leaves and returns until there is no room for it any more."""
    party = await seat_all(host, table("akropolis", "link", "link", stand_in="random", clock=LIVE, **more))
    with pytest.raises(Refused, match="limit of events"):
        await repeat(party, r.Leave(), r.Return())
    if party.table.seats[1].bot:
        await party.ask(1, r.Return())
    assert party.table.number > LIMIT - 3 and party.table.to_move == 0
    return party


def test_a_full_table_is_played_to_its_end_and_played_again(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await fill(host)
            await party.play(0, party.table.game.legal_moves[0])
            await party.ask(0, r.Undo(ply=1))
            assert party.table.ply == 0, "what is free stays free"
            await party.play_on()
            assert party.table.ended.why == "finished" and party.table.number > LIMIT
            await party.ask(0, r.Rematch())
            await party.ask(1, r.Answer(yes=True))
            while not party.table.rematch:
                await asyncio.sleep(0.002)

    run(main)


def test_at_a_full_table_time_runs_out_and_the_player_comes_back(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await fill(host)
            hands.run(60_001)
            await host.check_clock(party.table.id)
            assert party.table.seats[0].why == "time"
            await party.settle()
            await party.ask(0, r.Return())
            assert party.table.ply == 1 and not party.table.seats[0].bot
            await party.ask(1, r.Resign())
            assert party.table.ended.why == "resigned"

    run(main)


def test_at_a_full_table_nobody_uses_up_what_others_need_to_end_it(tmp_path: Path) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            party = await fill(host)
            with pytest.raises(Refused, match="limit of events"):
                await repeat(party, r.Abandon(), r.Answer(yes=False))
            assert party.table.number < LIMIT + 1_000
            for request in (r.Leave(), r.Rename(name="Zoe"), r.Chat(text="hm"), r.TakeOver(of=1)):
                with pytest.raises(Refused, match="limit of events"):
                    await party.ask(1, request)
            assert (await party.ask(0, r.Abandon())).asked
            await party.ask(1, r.Answer(yes=True))
            assert party.table.ended.why == "abandoned"

    run(main)
