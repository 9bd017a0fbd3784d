"""Nothing hidden leaves the server: every byte sent to a seat is the same for two deals that the seat cannot tell apart.

A game is played at random. From the position it has reached, a second deal is made in which everything that the seat cannot see is
different (`imagine`), and in Blueprints the other seats place their dice as the second deal has it. Both are played at real tables; ids,
times and the commitment are aside.
"""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from seating import CASES, act, twin, without_marks
from serving import opened_api, run, table
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.make_table import make_table
from ziggurat.server.room import Actor, Watcher
from ziggurat.server.web.stream import game_stream

TRIED = ("R6>b3", "a1>b1", "nonsense", "-W1", "0:0,0/0")


async def everything_sent(host: Host, client: Any, game: Game, deal: dict[str, Any], moves: list[str], seat: int) -> list[str]:
    """All that a seat is sent while the moves are played: on its socket, its stream, over HTTP; refusals too."""
    secrets = ["link"] * game.seats
    new = table(game.spec.name, *secrets, previews=True, hints=False, options={name: value for name, value in game.options.items() if name != "seats"})
    made = await make_table(host, new, deal=deal)
    room = await host.get(made.id)
    for place in made.seats:
        await act(host, room, await host.actor(room, [place.secret]), r.Join(name=f"P{place.seat}"))
    watcher = Watcher(host, room, Actor([seat], language="fr"))
    sent: list[str] = []
    headers = {"Authorization": f"Bearer {made.seats[seat].secret}"}
    path = f"/api/tables/{made.id}"
    actor = await host.actor(room, [made.seats[seat].secret])
    stream = game_stream(host, room, actor, client._transport.app.limits, "test")
    for move in moves:
        sent += watcher.unsent_texts()
        sent.append((await anext(stream)).decode())
        mover = room.table.to_move
        assert mover is not None
        for refused in TRIED[room.table.ply % 6 : room.table.ply % 6 + 1]:  # what the seat tries and may not
            answer = await client.post(f"{path}/play", json={"ply": room.table.ply + 5, "move": refused}, headers=headers)
            sent.append(answer.text + str(sorted(answer.headers.items())))
            if mover == seat and refused not in room.table.game.legal_moves:  # type: ignore[union-attr]
                answer = await client.post(f"{path}/play", json={"ply": room.table.ply, "move": refused}, headers=headers)
                sent.append(answer.text)
        await act(host, room, Actor([mover]), r.Play(ply=room.table.ply, move=move))
    sent += watcher.unsent_texts()
    moments = [f"{path}/plies/{ply}?language=fr" for ply in range(room.table.ply + 1)]
    own = [path, f"{path}?language=fr", f"{path}/log", f"{path}/log?language=fr", f"{path}/chat", f"{path}/picture.svg", f"{path}/record"]
    for address in (*own, "/api/tables", *moments):
        answer = await client.get(address, headers=headers)
        assert answer.status_code == 200, answer.text
        sent.append(answer.text + str(sorted(answer.headers.items())))
    if room.table.ply and room.table.others(seat):
        done = await client.post(f"{path}/undo", json={"ply": room.table.ply}, headers=headers)
        sent.append(done.text)
        other = next(place for place in range(game.seats) if place != seat)
        if room.table.offer is not None:
            for wanted in range(game.seats):
                if wanted != seat and room.table.offer is not None:
                    await act(host, room, Actor([wanted]), r.Answer(yes=True))
        elif room.table.ply:
            await act(host, room, Actor([other]), r.Chat(text="hello"))
        sent += watcher.unsent_texts()
    await stream.aclose()
    watcher.close()
    return [without_marks(text, made) for text in sent]


@pytest.mark.parametrize(("name", "seats"), CASES, ids=str)
def test_every_byte_is_the_same_for_two_deals_that_a_seat_cannot_tell_apart(tmp_path: Path, name: str, seats: int) -> None:
    lots = random.Random(f"{name}{seats}")

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            differed = 0
            for number in range(5):
                game = Game(game_spec(name), {"seats": seats}, seed=f"leak/{number}")
                for _ in range(lots.randrange(3, 40)):
                    if game.is_over:
                        break
                    game.push(lots.choice(game.legal_moves))
                if game.is_over:
                    game.undo()
                seat = lots.randrange(seats)
                deal, moves = twin(game, seat, number)
                differed += deal != game.deal
                one = await everything_sent(host, client, game, game.deal, game.moves, seat)
                two = await everything_sent(host, client, game, deal, moves, seat)
                assert len(one) == len(two)
                for mine, other in zip(one, two, strict=True):
                    assert mine == other
                assert json.dumps(game.deal)[:40] not in "".join(one)
            assert differed >= 4

    run(main)


def test_what_the_spectator_of_a_running_game_gets_is_what_all_share(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            made = await make_table(host, table("blueprints", "random", "random", "random"))
            room = await host.get(made.id)
            while room.table.ply < 5:
                await asyncio.sleep(0.001)
            secret, following = room.table.head.secret, room.table.head.next
            while room.table.status != "over":
                await asyncio.sleep(0.001)  # a request without a network gives nobody else a turn
                for path in ("", "/record", "/log", "/chat", "/plies/3", "/picture.svg"):
                    answer = await client.get(f"/api/tables/{made.id}{path}")
                    if room.table.status == "over":
                        break
                    assert not any(hidden in answer.text for hidden in (secret, following, made.owner, room.table.head.owner, room.table.game.seed))
                    if path in {"", "/record", "/plies/3"}:
                        shown = answer.json()["view"]
                        assert shown["plan"] is None and all("plan" not in seat for seat in shown["seats"])
            over = (await client.get(f"/api/tables/{made.id}")).text
            assert secret in over and following not in over and made.owner not in over

    run(main)
