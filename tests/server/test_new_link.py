"""A lost link again: the table's maker gives a seat a new one, the old one is worth nothing at once, and everybody sees it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from seating import Party, act, make, plain, players, sit, table_shown
from serving import Hands, Process, opened_api, opened_host, run, table
from ziggurat.server import requests as r
from ziggurat.server.make_table import give_link, make_table
from ziggurat.server.refused import Refused
from ziggurat.server.room import GONE_MS, Actor, Watcher
from ziggurat.server.secret_keys import hash_of
from ziggurat.server.table.decide import check_owner


def owner_of(made: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['owner']}"}


def test_before_anyone_sits_down_a_link_is_replaced_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json={"game": "amytis", "seats": [{"kind": "here"}, {"kind": "link"}]})).json()
            path, old = f"/api/tables/{made['id']}", made["seats"][1]["secret"]
            answer = await client.post(f"{path}/seats/1/link", headers=owner_of(made))
            new = answer.json()
            assert answer.status_code == 201 and new["seat"] == 1 and new["link"] == f"/table/{made['id']}#{new['secret']}" and new["secret"] != old
            refused = await client.post(f"{path}/join", json={"name": "Eve"}, headers={"Authorization": f"Bearer {old}"})
            assert refused.status_code == 403 and refused.json()["error"]["code"] == "secret.unknown"
            assert (await client.post(f"{path}/join", json={"name": "Bob"}, headers={"Authorization": f"Bearer {new['secret']}"})).status_code == 201
            shown = (await client.get(path)).json()
            assert [seat["links"] for seat in shown["seats"]] == [0, 1] and shown["status"] == "running"

    run(main)


def test_only_the_owner_may_and_only_while_the_player_is_gone(tmp_path: Path) -> None:
    hands = Hands()

    async def main() -> None:
        async with hands.host(tmp_path) as host:
            made = await make_table(host, table("amytis", "link", "link"))
            room = await host.get(made.id)
            for seat in made.seats:
                await act(host, room, await host.actor(room, [seat.secret]), r.Join(name=f"P{seat.seat}"))
            watcher = Watcher(host, room, await host.actor(room, [made.seats[1].secret]))
            with pytest.raises(Refused, match="is here") as present:
                await give_link(host, room, 1, [made.owner])
            assert present.value.code == "seat.present"
            hands.run(GONE_MS * 2)
            with pytest.raises(Refused):
                await give_link(host, room, 1, [made.owner])  # connected, however long nothing was sent
            watcher.close()
            hands.run(GONE_MS - 1)
            with pytest.raises(Refused):
                await give_link(host, room, 1, [made.owner])
            hands.run(2)
            for secrets in ([], ["guess"], [made.seats[0].secret], [made.seats[1].secret]):
                with pytest.raises(Refused) as refused:
                    await give_link(host, room, 1, secrets)
                assert refused.value.code == "table.not_owner"
            link = await give_link(host, room, 1, [made.owner])
            assert room.table.seats_of([made.seats[1].secret]) == [] and room.table.seats_of([link.secret]) == [1]

    run(main)


def test_who_held_the_old_link_only_watches_from_then_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("blueprints", "link", "link", "link"))
            room = await host.get(made.id)
            first = Watcher(host, room, await host.actor(room, [made.seats[0].secret]))
            old = Watcher(host, room, await host.actor(room, [made.seats[1].secret]))
            for watcher in (first, old):
                watcher.unsent()
            assert room.seats_online == {0, 1}
            link = await give_link(host, room, 1, [made.owner])
            assert old.actor.seats == [] and old.actor.is_replaced and room.seats_online == {0}
            (shown,) = plain(old.unsent())
            assert shown["t"] == "table" and shown["you"] == [] and shown["seats"][1]["links"] == 1
            assert plain(first.unsent())[0]["seats"][1]["links"] == 1, "everybody is shown it"
            with pytest.raises(Refused):
                await act(host, room, old.actor, r.Join(name="Eve"))
            new = Watcher(host, room, await host.actor(room, [link.secret]))
            assert room.seats_online == {0, 1}
            old.close()
            assert room.seats_online == {0, 1}
            new.close()
            assert room.seats_online == {0}

    run(main)


def test_a_request_that_waits_while_the_link_is_replaced_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("amytis", "link", "link"))
            room = await host.get(made.id)
            actor = await host.actor(room, [made.seats[1].secret])
            async with room.lock:  # the owner is first
                linked = asyncio.create_task(give_link(host, room, 1, [made.owner]))
                await asyncio.sleep(0)
                joining = asyncio.create_task(act(host, room, actor, r.Join(name="Eve")))
                await asyncio.sleep(0)
            await linked
            with pytest.raises(Refused) as refused:
                await joining
            assert refused.value.code == "secret.replaced" and not room.table.seats[1].joined

    run(main)


def test_seats_without_a_link_have_none_to_give(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            account = (await client.post("/api/accounts", json={"name": "Robo"})).json()
            seats = [{"kind": "link"}, {"kind": "bot", "bot": "random"}, {"kind": "account", "account": account["id"]}, {"kind": "open"}]
            made = (await client.post("/api/tables", json={"game": "akropolis", "seats": seats})).json()
            for seat, code in ((1, "seat.no_link"), (2, "seat.no_link"), (3, "seat.empty")):
                refused = await client.post(f"/api/tables/{made['id']}/seats/{seat}/link", headers=owner_of(made))
                assert refused.status_code == 409 and refused.json()["error"]["code"] == code
            assert (await client.post(f"/api/tables/{made['id']}/seats/9/link", headers=owner_of(made))).status_code == 400
            assert (await client.post(f"/api/tables/{made['id']}/seats/0/link")).status_code == 403

    run(main)


def test_it_lasts_over_a_restart_and_a_rematch_and_owns_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("amytis", "here", "link", seated=False))
            room = await host.get(made.id)
            link = await give_link(host, room, 0, [made.owner])
            with pytest.raises(Refused):
                check_owner(room.table, [link.secret])  # a link that goes to somebody else deletes nothing
            check_owner(room.table, [made.owner])
            for secret in (link.secret, made.seats[1].secret):
                await act(host, room, await host.actor(room, [secret]), r.Join(name=secret[:3]))
        async with opened_host(tmp_path) as host:
            room = await host.get(made.id)
            party = Party(host, room, [link.secret, made.seats[1].secret])
            assert room.table.seats_of([link.secret]) == [0] and room.table.seats_of([made.seats[0].secret]) == []
            assert table_shown(host, room, Actor(), None).seats[0].links == 1
            await party.ask(0, r.Resign())
            await party.ask(0, r.Rematch(rotate=False))
            await party.ask(1, r.Answer(yes=True))
            while not room.table.rematch:
                await party.settle()
                await asyncio.sleep(0.002)
            following = (await host.get(room.table.rematch)).table
            assert following.seats_of([link.secret]) == [0] and following.seats[0].links == 0 and following.seats[0].key == hash_of(link.secret)

    run(main)


def test_on_a_socket_the_one_who_is_replaced_is_told_so(server: Process) -> None:
    async def main() -> None:
        made = make(server, "amytis", "link", "link")
        first, second = players(server, made)
        await first.open()
        await second.open()
        answer = httpx.post(f"{server.url}/api/tables/{made['id']}/seats/1/link", headers=owner_of(made))
        assert answer.status_code == 201
        while second.state.get("you") != []:
            await second.receive()
        assert [refusal["code"] for refusal in second.refusals] == ["secret.replaced"] and "lien" in second.refusals[0]["message"]
        while not first.state["seats"][1]["links"]:
            await first.receive()
        second.secrets = [answer.json()["secret"]]
        await first.close()
        await second.close()
        await sit([first, second])
        for player in (first, second):
            await player.close()

    run(main)
