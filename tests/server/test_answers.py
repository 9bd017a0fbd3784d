"""A yes is a yes to what was asked, and to nothing that is asked instead of it meanwhile; and a move that came too late is not called done."""

from __future__ import annotations

from pathlib import Path

import pytest

from seating import DEAL, seat_all, table_shown
from serving import Hands, opened_host, run, table
from ziggurat.server import requests as r
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor


def test_a_yes_to_an_undo_does_not_end_the_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            await party.play(0, "b2>a1")
            await party.ask(0, r.Undo(ply=1))
            shown = table_shown(host, party.room, Actor([1]), 1).offer
            assert shown is not None and shown.what == "undo" and shown.number > 0
            await party.ask(0, r.Abandon())  # instead of it, while the other is about to say yes
            with pytest.raises(Refused) as refused:
                await party.ask(1, r.Answer(yes=True, offer=shown.number))
            assert refused.value.code == "offer.changed"
            assert party.table.status == "running" and party.table.offer.what == "abandon"
            again = table_shown(host, party.room, Actor([1]), 1).offer
            assert again is not None
            await party.ask(1, r.Answer(yes=True, offer=again.number))
            assert party.table.status == "over" and party.table.ended.why == "abandoned"

    run(main)


def test_an_answer_to_what_is_not_asked_any_more_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", "link"))
            await party.ask(0, r.Abandon())
            first = party.table.offer.number
            await party.ask(0, r.Answer(yes=False, offer=first))  # taken back
            with pytest.raises(Refused, match="Nobody asks"):
                await party.ask(1, r.Answer(yes=True, offer=first))
            await party.ask(1, r.Abandon())
            with pytest.raises(Refused, match="changed"):
                await party.ask(1, r.Answer(yes=True, offer=first))  # not a yes to one's own
            await party.ask(2, r.Answer(yes=True))  # who names none answers what is asked
            assert 2 in party.table.offer.agreed

    run(main)


@pytest.mark.parametrize("stand_in", ["greedy", ""])
def test_a_move_that_comes_after_the_time_ran_out_is_refused_and_not_acknowledged(tmp_path: Path, stand_in: str) -> None:
    async def main() -> None:
        hands = Hands()
        async with hands.host(tmp_path) as host:
            clock = r.NewClock(kind="live", bank=60, increment=0)
            party = await seat_all(host, table("amytis", "link", "link", clock=clock, stand_in=stand_in), deal=DEAL)
            hands.run(60_001)
            with pytest.raises(Refused) as refused:
                await party.play(0, "b2>a1", key="k")
            assert refused.value.code == "table.late"
            assert party.table.ply == 0 or party.table.game.moves[0] != "b2>a1" or party.table.seats[0].bot
            assert party.table.seats[0].why == "time" if stand_in else party.table.ended.why == "time"

    run(main)
