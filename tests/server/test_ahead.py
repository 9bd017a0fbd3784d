"""Trying placements while others think: the moves that a seat would have, and their previews, from what it sees and nothing else."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from seating import CASES, DEAL, act, make, plain, players, seat_all, sit, twin, without_marks
from serving import Process, opened_api, opened_host, run, table
from ziggurat.errors import StaleMove
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.make_table import make_table
from ziggurat.server.room import Actor
from ziggurat.server.web.socket import encode


@pytest.mark.parametrize(("name", "seats"), CASES, ids=str)
def test_all_who_wait_can_try_their_moves_and_nothing_is_played(tmp_path: Path, name: str, seats: int) -> None:
    lots = random.Random(f"{name}{seats}")

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table(name, *["link"] * seats, previews=True))
            listed = slowest = 0.0
            while (mover := party.table.to_move) is not None:
                ply, key = party.table.ply, party.table.game.position_key()
                for seat in range(seats):
                    began = time.perf_counter()
                    answer = await party.ask(seat, r.Ahead(ply=ply))
                    slowest = max(slowest, time.perf_counter() - began)
                    assert (answer.ply, answer.seat) == (ply, seat) and (seat != mover or answer.choices == [])
                    if answer.choices:
                        choice = lots.choice(plain(answer.choices))
                        preview = await party.ask(seat, r.Lens(ply=ply, move=choice["text"], ahead=True))
                        assert preview.legal and preview.ahead and preview.gain == choice["gain"] and preview.words
                        listed += 1
                        refused = await party.ask(seat, r.Lens(ply=ply, move=choice["text"]))
                        assert not refused.legal and not refused.ahead, "without `ahead` it is not the seat's turn"
                assert party.table.ply == ply and party.table.game.position_key() == key
                await party.play(mover, lots.choice(party.table.game.legal_moves))
            assert listed > party.table.ply / 2 and slowest < 0.5

    run(main)


@pytest.mark.parametrize("name", ["amytis", "akropolis", "blueprints"])
def test_they_are_the_moves_of_the_turn_if_nothing_else_changes(tmp_path: Path, name: str) -> None:
    """What a seat tries ahead is legal in the same position with the turn given to it: compared with the rules themselves."""

    async def main() -> None:
        for seed in range(4):
            lots, game = random.Random(seed), Game(game_spec(name), {"seats": 2}, seed=str(seed))
            while not game.is_over and game.ply < 40:
                seat = 1 - int(game.state.to_move)
                ahead = game.suppose_turn(seat, "x")
                if ahead is not None:
                    assert ahead.to_move == seat and ahead.ply == game.ply and ahead.legal_moves
                    if name != "amytis" and not (name == "blueprints" and game.state.phase):  # all that lies open is the same
                        assert ahead.view(None)["seats"] == game.view(None)["seats"]
                    for code in ahead.legal_codes()[:5]:
                        ahead.copy().push_code(code)
                game.push(lots.choice(game.legal_moves))

    run(main)


async def tried_ahead(host: Host, game: Game, deal: dict[str, Any], moves: list[str], seat: int, picks: list[float]) -> list[str]:
    """All answers about moves ahead that a seat gets at the end of these moves."""
    made = await make_table(host, table(game.spec.name, *["link"] * game.seats, previews=True, hints=True), deal=deal)
    room = await host.get(made.id)
    for place in made.seats:
        await act(host, room, await host.actor(room, [place.secret]), r.Join(name=f"P{place.seat}"))
    for move in moves:
        await act(host, room, Actor([room.table.to_move]), r.Play(ply=room.table.ply, move=move))  # type: ignore[list-item]
    me = Actor([seat], language="fr")
    answer = await act(host, room, me, r.Ahead(ply=room.table.ply))
    tried = [answer.choices[int(pick * len(answer.choices))].text for pick in picks if answer.choices]
    previews = [await act(host, room, me, r.Lens(ply=room.table.ply, move=move, ahead=True)) for move in tried]
    return [without_marks(encode(one).decode(), made) for one in (answer, *previews)]


@pytest.mark.parametrize(("name", "seats"), CASES, ids=str)
def test_every_byte_is_the_same_for_two_deals_that_a_seat_cannot_tell_apart(tmp_path: Path, name: str, seats: int) -> None:
    lots = random.Random(f"ahead{name}{seats}")

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            compared = 0
            for number in range(8):
                game = Game(game_spec(name), {"seats": seats}, seed=f"ahead/{number}")
                for _ in range(lots.randrange(3, 35)):
                    game.push(lots.choice(game.legal_moves))
                seat = next(place for place in range(seats) if place != game.to_move)
                deal, moves = twin(game, seat, number)
                picks = [lots.random() for _ in range(4)]
                one = await tried_ahead(host, game, game.deal, game.moves, seat, picks)
                two = await tried_ahead(host, game, deal, moves, seat, picks)
                assert one == two
                compared += len(one) > 1 and deal != game.deal and '"expected"' in "".join(one)
            assert compared >= 4

    run(main)


def test_who_may_ask_and_when(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            with pytest.raises(StaleMove):
                await party.ask(1, r.Ahead(ply=3))
            answer = plain(await party.ask(1, r.Ahead(ply=0)))
            assert answer["choices"] and all("gain" not in choice for choice in answer["choices"]), "no gains without previews"
            await party.ask(1, r.Leave())
            assert (await party.ask(1, r.Ahead(ply=0))).choices == [], "the stand-in plays"
            both = Actor([0, 1])
            assert (await act(host, party.room, both, r.Ahead(ply=0))).seat == 1, "of several seats the one that waits"

    run(main)


def test_over_http_and_on_a_socket(server: Process) -> None:
    async def main() -> None:
        made = make(server, "akropolis", "link", "link", previews=True)
        seated = players(server, made)
        await sit(seated)
        answer = await seated[1].ask({"t": "ahead", "ply": 0})
        assert answer["t"] == "ahead" and answer["seat"] == 1 and answer["choices"][0].keys() >= {"text", "slot", "q", "r", "rotation", "gain"}
        preview = await seated[1].ask({"t": "lens", "ply": 0, "move": answer["choices"][0]["text"], "ahead": True})
        assert preview["t"] == "lens" and preview["legal"] and preview["ahead"]
        for player in seated:
            await player.close()

    run(main)


def test_over_http(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json={"game": "akropolis", "seats": [{"kind": "here"}, {"kind": "here"}]})).json()
            headers = {"Authorization": f"Bearer {made['seats'][1]['secret']}"}
            answer = await client.post(f"/api/tables/{made['id']}/ahead", json={"ply": 0}, headers=headers)
            assert answer.status_code == 200 and answer.json()["choices"]
            assert (await client.post(f"/api/tables/{made['id']}/ahead", json={"ply": 0})).status_code == 401

    run(main)
