"""The deal binds the server: its promise comes before the words of those who play, at the first table and at every rematch."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from seating import Party, seat_all, table_shown
from serving import opened_api, opened_host, run, table
from ziggurat.fair_deal import FairError, commitment_of, seed_of, verify
from ziggurat.server import requests as r
from ziggurat.server.room import Actor, Watcher
from ziggurat.server.show.views import end_info
from ziggurat.server.table import events as e


async def again(party: Party, words: dict[int, str], **how: Any) -> Party:
    """All agree to play again, each with its words."""
    asking, *others = words
    await party.ask(asking, r.Rematch(word=words[asking], **how))
    for seat in others:
        await party.ask(seat, r.Answer(yes=True, word=words[seat]))
    while not party.table.rematch:
        await asyncio.sleep(0.002)
    return Party(party.host, await party.host.get(party.table.rematch), party.secrets)


def test_those_at_the_screen_see_the_promise_before_they_give_their_words(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            seats = [{"kind": "here"}, {"kind": "bot", "bot": "random"}, {"kind": "here"}]
            made = (await client.post("/api/tables", json={"game": "blueprints", "seats": seats, "seated": False})).json()
            path = f"/api/tables/{made['id']}"
            waiting = (await client.get(path)).json()
            assert waiting["status"] == "open" and waiting["commitment"] == made["commitment"] and not waiting["seats"][0]["joined"]
            for seat in (0, 2):
                headers = {"Authorization": f"Bearer {made['seats'][seat]['secret']}"}
                assert (await client.post(f"{path}/join", json={"name": f"P{seat}", "word": f"w{seat}"}, headers=headers)).status_code == 201
            running = (await client.get(path)).json()
            assert running["status"] == "running" and running["commitment"] == made["commitment"]
            host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            fair = (await host.get(made["id"])).table.fair
            assert fair.words == ["w0", "", "w2"]
            assert commitment_of(fair.secret, fair.table, running["options"]) == made["commitment"]
            body = {"game": "amytis", "seats": [{"kind": "here", "name": "Ada"}, {"kind": "link"}], "seated": False}
            refused = await client.post("/api/tables", json=body)
            assert refused.status_code == 400 and "`join`" in refused.json()["error"]["message"]
            bots = (await client.post("/api/tables", json={"game": "amytis", "seats": [{"kind": "bot", "bot": "random"}] * 2, "seated": False})).json()
            assert (await client.get(f"/api/tables/{bots['id']}")).json()["status"] != "open", "bots need not be waited for"

    run(main)


@pytest.mark.parametrize("rotate", [True, False])
def test_at_a_rematch_the_promise_stands_before_the_words_and_they_are_used(tmp_path: Path, rotate: bool) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "link", "random", "link"))
            assert table_shown(host, party.room, Actor(), None).end is None
            for seat in (0, 1, 3):
                await party.ask(seat, r.Resign())
            await party.settle()
            while party.table.status != "over":
                await asyncio.sleep(0.002)
            end = end_info(party.table)
            assert end is not None and len(end.next) == 64
            words = {1: "one", 0: "zero", 3: "three"}
            following = await again(party, words, rotate=rotate)
            assert following.table.head.commitment == end.next
            fair = following.table.fair
            placed = ["one", "", "three", "zero"] if rotate else ["zero", "one", "", "three"]
            assert fair.words == placed and following.table.game.seed == seed_of(fair.secret, fair.table, placed)
            assert fair.secret == party.table.head.next and fair.secret not in str(party.table.record())

    run(main)


def test_the_promise_of_the_next_deal_is_kept_over_a_restart_and_over_a_no(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            await party.ask(0, r.Resign())
            promised = end_info(party.table).next  # type: ignore[union-attr]
            await party.ask(0, r.Rematch(word="first"))
            await party.ask(1, r.Answer(yes=False, word="no"))
            await party.ask(1, r.Rematch(word="mine"))
        async with opened_host(tmp_path) as host:
            party = Party(host, await host.get(party.table.id), party.secrets)
            assert end_info(party.table).next == promised  # type: ignore[union-attr]
            await party.ask(0, r.Answer(yes=True, word="yours"))
            while not party.table.rematch:
                await asyncio.sleep(0.002)
            following = (await host.get(party.table.rematch)).table
            assert following.head.commitment == promised and following.words == ["mine", "yours"]
            assert following.head.next not in {"", following.head.secret, party.table.head.next}

    run(main)


def test_the_same_deal_again_keeps_its_old_proof(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            await party.play_on()
            following = await again(party, {0: "a", 1: "b"}, same_deal=True)
            assert following.table.game.deal == party.table.game.deal and following.table.fair.words == ["word 0", "word 1"]
            await following.play_on()
            verify(following.table.record())

    run(main)


def test_a_table_of_an_earlier_version_promises_nothing_and_is_played_again_all_the_same(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            party.table.head.next = ""
            await party.ask(0, r.Resign())
            assert end_info(party.table).next == ""  # type: ignore[union-attr]
            following = await again(party, {0: "a", 1: "b"})
            assert following.table.head.commitment and following.table.words == ["b", "a"]
        assert e.decode(b'{"e":"asked","at":1,"seat":0,"what":"rematch"}').word == ""
        assert e.decode(b'{"e":"answered","at":1,"seat":0,"yes":true}').word == ""

    run(main)


def test_words_are_told_to_nobody_before_the_end_and_then_to_all(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            watcher = Watcher(host, party.room, Actor())
            await party.play_on(4)
            assert "word 1" not in "".join(watcher.unsent_texts())
            await party.ask(0, r.Resign())
            text = "".join(watcher.unsent_texts())
            assert "word 1" in text and party.table.head.next not in text
            await party.ask(1, r.Rematch(word="not yet"))
            assert "not yet" not in "".join(watcher.unsent_texts())
            record = party.table.record()
            with pytest.raises(FairError):
                verify({**record, "fair": {**record["fair"], "words": ["word 0", "other"]}})

    run(main)
