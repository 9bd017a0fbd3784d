"""Who sits where is drawn by lot: from what makes the deal, for everybody to check; and all that is somebody's moves with them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from seating import DEAL, Party, act, make, plain, players, table_shown
from serving import Process, opened_api, opened_host, run, table
from ziggurat.fair_deal import FairError, commitment_of, lot_of, verify
from ziggurat.record import replay
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.make_table import make_table
from ziggurat.server.room import Actor, Watcher
from ziggurat.server.table import events as e

GAMES = [("amytis", 2), ("akropolis", 4), ("blueprints", 3)]


async def drawn_party(host: Host, game: str, *kinds: str, moved: bool = True, **more: Any) -> tuple[Party, Any]:
    """A table whose seats were drawn, everybody by the name and with the words of the place where they were listed; `moved`: somebody changed places."""
    while True:
        made = await make_table(host, table(game, *kinds, order="lot", **more))
        room = await host.get(made.id)
        for seat in made.seats:
            if seat.kind == "link":
                await act(host, room, await host.actor(room, [seat.secret]), r.Join(name=f"P{seat.seat}", word=f"word {seat.seat}"))
        if not moved or room.table.order != sorted(room.table.order):
            return Party(host, room, [made.seats[before].secret for before in room.table.order]), made


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=str)
def test_every_secret_opens_the_seat_where_its_player_sits_and_the_deal_verifies(tmp_path: Path, game: str, seats: int) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            orders = set()
            for number in range(12):
                party, made = await drawn_party(host, game, *["link"] * seats, moved=False)
                order = party.table.order
                orders.add(tuple(order))
                assert sorted(order) == [*range(seats)] and party.table.fair.words == [f"word {place}" for place in range(seats)]
                assert order == lot_of(party.table.head.secret, party.table.id, party.table.fair.words)
                for seat, before in enumerate(order):
                    actor = await host.actor(party.room, [made.seats[before].secret])
                    assert actor.seats == [seat] and party.table.seats[seat].name == f"P{before}" == party.table.game.players[seat]
                    assert table_shown(host, party.room, actor, seat).you == [seat]
                if number > 2:
                    continue
                await party.play_on()
                record = plain(party.table.record())
                assert record["fair"]["order"] == order and record["players"] == [f"P{before}" for before in order]
                verify(record)
                check_tampering(record, party.table.head.options)
                assert replay(record).moves == party.table.game.moves
            assert len(orders) > 1, "the lot is drawn anew at each table"

    run(main)


def check_tampering(record: dict[str, Any], options: dict[str, Any]) -> None:
    """Another order, none, one that is no order, or one at a table that promised none: all are refused."""
    fair = record["fair"]
    others = [fair["order"][1:] + fair["order"][:1], [], [0] * len(fair["order"]), [*fair["order"], 9], fair["order"][::-1]]
    for order in (other for other in others if other != fair["order"]):
        with pytest.raises(FairError, match=r"fair\.order"):
            verify({**record, "fair": {**fair, "order": order}})
    without = {name: value for name, value in fair.items() if name != "order"}
    with pytest.raises(FairError, match="commitment"):
        verify({**record, "fair": without})
    with pytest.raises(FairError, match="commitment"):  # as if no lot had been promised
        verify({**record, "fair": {**fair, "commitment": commitment_of(fair["secret"], fair["table"], options)}})


def test_what_is_somebodys_moves_with_them(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path, private_hooks=True) as client:
            host: Host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            account = (await client.post("/api/accounts", json={"name": "Robo"})).json()
            while True:
                seats = [r.NewSeat(kind="link"), r.NewSeat(kind="open"), r.NewSeat(kind="account", account=account["id"]), r.NewSeat(kind="bot", bot="greedy")]
                made = await make_table(host, r.NewTable(game="akropolis", seats=seats, order="lot"))
                room = await host.get(made.id)
                watcher = Watcher(host, room, await host.actor(room, [made.seats[0].secret]))
                guest, robot = Watcher(host, room, Actor()), Watcher(host, room, await host.actor(room, [account["token"]]))
                assert plain(watcher.unsent())[0]["order"] == {"by": "lot", "seats": []}
                await act(host, room, watcher.actor, r.Join(name="Ada", word="a"))
                await act(host, room, watcher.actor, r.Chat(text="hello"))
                await act(host, room, watcher.actor, r.Leave())
                answer = await client.put(
                    f"/api/tables/{made.id}/webhook", json={"url": "http://127.0.0.1:9/x"}, headers={"Authorization": f"Bearer {made.seats[0].secret}"}
                )
                assert answer.status_code == 200
                await act(host, room, robot.actor, r.Join(word="r"))
                secret = (await act(host, room, guest.actor, r.Join(name="Bob", word="b"))).secret
                guest.joined()
                if room.table.order[0] != 0 and room.table.order != sorted(room.table.order):
                    break
            places = {before: seat for seat, before in enumerate(room.table.order)}
            ada, bob, robo, bot = (room.table.seats[places[before]] for before in range(4))
            assert (ada.name, bob.name, robo.name, bot.name) == ("Ada", "Bob", "Robo", "bot:greedy")
            assert ada.away and ada.url and robo.account == account["id"] and bot.bot == "greedy"
            assert room.table.words == ["a", "b", "r", ""] and room.table.chat[0].seat == places[0]
            assert room.table.seats_of([secret]) == [places[1]] == guest.actor.seats == guest.unsent()[0].you  # type: ignore[union-attr]
            assert watcher.actor.seats == [places[0]] and robot.actor.seats == [places[2]]
            assert room.seats_online == {places[0], places[1], places[2]} and set(room.seen) == {places[0], places[1], places[2]}
            shown = plain(watcher.unsent())
            assert shown[0]["t"] == "table" and shown[0]["you"] == [places[0]] == [shown[0]["seat"]] and shown[0]["order"]["seats"] == room.table.order
            assert shown[0]["chat"][0]["seat"] == places[0]
            for seen in (watcher, guest, robot):
                seen.close()
            assert room.seats_online == set()

    run(main)


def test_a_lot_over_one_person_and_bots_and_over_a_screen(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            firsts = set()
            for _ in range(12):
                made = await make_table(host, table("amytis", "here", "random", order="lot"))
                shown = (await host.get(made.id)).table
                own = next(seat for seat in made.seats if seat.secret)
                assert shown.status == "running" and shown.seats[own.seat].kind == "here" == own.kind and shown.seats_of([own.secret]) == [own.seat]
                firsts.add(own.seat)
            assert firsts == {0, 1}
            made = await make_table(host, table("blueprints", "here", "here", "here", order="lot", seated=False))
            room = await host.get(made.id)
            watcher = Watcher(host, room, await host.actor(room, [seat.secret for seat in made.seats]))
            watcher.look(1)
            for seat in range(3):
                await act(host, room, watcher.actor, r.Join(name=f"P{seat}", word=f"{seat}", seat=seat))
            (shown,) = plain(watcher.unsent())
            assert shown["you"] == [0, 1, 2] and shown["hand_over"] and shown["seat"] is None, "nobody has the screen after the lot"
            alone = (await host.get((await make_table(host, table("akropolis", "here", order="lot"))).id)).table
            assert alone.status == "running" and alone.order == [] and alone.head.order == "seats"

    run(main)


def test_a_restart_and_a_second_process_see_the_same_lot(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party, _ = await drawn_party(host, "akropolis", "link", "link", "random", "link")
            await party.play_on(3)
            before, bodies = plain(table_shown(host, party.room, Actor([0]), 0)), await host.store.events(party.table.id)
        started = next(event for event in map(e.decode, bodies) if isinstance(event, e.Started))
        assert started.order == party.table.order
        async with opened_host(tmp_path) as host:
            room = await host.get(party.table.id)
            again = plain(table_shown(host, room, Actor([0]), 0))
            assert again["order"] == before["order"] and again["view"] == before["view"]
            assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in before["seats"]]
            for seat, secret in enumerate(party.secrets):
                assert not secret or (await host.actor(room, [secret])).seats == [seat]

    run(main)


def test_events_of_before_mean_that_everybody_stays() -> None:
    assert e.decode(b'{"e":"started","at":1}').order == []
    assert b"order" not in e.encode(e.Started(1))


def test_rematches_never_draw_again_and_a_fork_never_draws(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            for same_deal, rotate in ((False, True), (True, False), (True, True)):
                party, made = await drawn_party(host, "amytis", "link", "link")
                await party.play_on()
                await party.ask(0, r.Rematch(same_deal=same_deal, rotate=rotate, word="x"))
                await party.ask(1, r.Answer(yes=True, word="y"))
                while not party.table.rematch:
                    await asyncio.sleep(0.002)
                room = await host.get(party.table.rematch)
                assert room.table.head.order == "seats" and room.table.order == [] and table_shown(host, room, Actor(), None).order is None
                names = [seat.name for seat in party.table.seats]
                assert [seat.name for seat in room.table.seats] == (names[::-1] if rotate else names)
                assert room.table.seats_of([party.secrets[0]]) == [1 if rotate else 0]
                following = Party(host, room, party.secrets[::-1] if rotate else party.secrets)
                await following.play_on()
                record = plain(room.table.record())
                verify(record)
                assert ("order" in record["fair"]) == same_deal, "a deal that is played again has the proof of the table where it was first dealt"
            fork = await make_table(host, r.NewTable(game="amytis", seats=[r.NewSeat(), r.NewSeat()], order="lot", from_=r.NewFork(table=made.id, ply=2)))
            assert (await host.get(fork.id)).table.head.order == "seats"
            dealt = await make_table(host, table("amytis", "here", "here", order="lot"), deal=DEAL)
            assert (await host.get(dealt.id)).table.order == []

    run(main)


def test_a_bot_keeps_its_level_at_the_next_table_wherever_it_was_drawn(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party, _ = await drawn_party(host, "akropolis", "link", "random", "greedy")
            bots = [seat.bot for seat in party.table.seats]
            await party.ask(party.table.seats_of([next(secret for secret in party.secrets if secret)])[0], r.Resign())
            while party.table.status != "over":
                await party.settle()
                await asyncio.sleep(0.002)
            await party.ask(bots.index(""), r.Rematch(rotate=False))
            while not party.table.rematch:
                await asyncio.sleep(0.002)
            following = (await host.get(party.table.rematch)).table
            assert [seat.bot for seat in following.seats] == bots

    run(main)


def test_who_renames_while_the_lot_is_drawn_renames_themselves(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            moved = 0
            for number in range(12):
                made = await make_table(host, table("akropolis", "link", "link", "link", order="lot"))
                room = await host.get(made.id)
                actors = [await host.actor(room, [seat.secret]) for seat in made.seats]
                for seat in (0, 1):
                    await act(host, room, actors[seat], r.Join(name=f"P{seat}", word=str(number)))
                last, renamed, said = r.Join(name="P2"), r.Rename(name="Zero"), r.Chat(text="one")
                await asyncio.gather(act(host, room, actors[2], last), act(host, room, actors[0], renamed), act(host, room, actors[1], said))
                assert [room.table.seats[actor.seats[0]].name for actor in actors] == ["Zero", "P1", "P2"]
                assert room.table.chat[0].seat == actors[1].seats[0] and room.table.chat[0].name == "P1"
                moved += room.table.order[0] != 0
            assert moved

    run(main)


def test_on_a_real_server_everybody_is_told_their_new_seat(server: Process) -> None:
    async def main() -> None:
        made = make(server, "akropolis", "link", "link", "random", order="lot")
        seated = players(server, made)
        for place, player in enumerate(seated):
            await player.open()
            answer = await player.ask({"t": "join", "name": f"P{place}", "word": f"w{place}"})
            assert answer["t"] == "done", answer
        for place, player in enumerate(seated):
            while player.state["status"] != "running":
                await player.receive()
            order = player.state["order"]["seats"]
            assert player.state["you"] == [order.index(place)] and player.state["seats"][order.index(place)]["name"] == f"P{place}"
            await player.close()

    run(main)


def test_the_wish_is_checked(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            seats = [{"kind": "link"}, {"kind": "link"}]
            assert (await client.post("/api/tables", json={"game": "amytis", "seats": seats, "order": "dice"})).status_code == 400
            plain_table = (await client.post("/api/tables", json={"game": "amytis", "seats": seats})).json()
            assert (await client.get(f"/api/tables/{plain_table['id']}")).json()["order"] is None
            drawn = (await client.post("/api/tables", json={"game": "amytis", "seats": seats, "order": "lot"})).json()
            room = await client._transport.app.app.state.host.get(drawn["id"])  # type: ignore[attr-defined]
            assert drawn["commitment"] == commitment_of(room.table.head.secret, drawn["id"], room.table.head.options, lot=True)
            assert json.dumps(room.table.head.secret) not in json.dumps(drawn)

    run(main)
