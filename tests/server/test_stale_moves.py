"""Moves that were meant for another position: a ply alone does not name one where moves are taken back. And moves that arrive twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from seating import DEAL, make, players, seat_all, sit
from serving import Process, opened_api, opened_host, run, table
from ziggurat.errors import StaleMove
from ziggurat.server import requests as r
from ziggurat.server.room import Actor
from ziggurat.server.table import decide


def test_a_move_seen_before_an_undo_is_refused_after_it(tmp_path: Path) -> None:
    """Seat 1 sees ply 1; seat 0 takes it back and plays another one; then the move of seat 1 arrives."""

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            await party.play(0, "b2>a1")
            old = next(move for move in party.table.game.legal_moves if not move.startswith("b1"))
            await party.ask(0, r.Undo(ply=1))
            if party.table.offer is not None:
                await party.ask(1, r.Answer(yes=True))
            assert party.table.ply == 0 and len(party.table.undone) == 1
            await party.play(0, "b1>a1")
            assert party.table.ply == 1 and party.table.to_move == 1 and old in party.table.game.legal_moves
            with pytest.raises(StaleMove):
                await party.ask(1, r.Play(ply=1, move=old, key="k", undone=0))
            assert party.table.ply == 1
            done = await party.ask(1, r.Play(ply=1, move=old, key="k", undone=1))
            assert not done.repeated and party.table.ply >= 2

    run(main)


def test_without_the_number_nothing_is_checked_as_before(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "random"), deal=DEAL)
            await party.play(0, "b2>a1")
            await party.settle()
            await party.ask(0, r.Undo(ply=party.table.ply))
            assert not (await party.ask(0, r.Play(ply=0, move="b1>a1"))).repeated

    run(main)


def test_the_same_key_is_answered_whatever_was_taken_back_since(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            await party.ask(0, r.Play(ply=0, move="b2>a1", key="mine", undone=0))
            await party.ask(0, r.Undo(ply=1))
            if party.table.offer is not None:
                await party.ask(1, r.Answer(yes=True))
            again = await party.ask(0, r.Play(ply=0, move="b2>a1", key="mine", undone=0))
            assert again.repeated and party.table.ply == 0, "answered, and not played again"
            with pytest.raises(StaleMove):
                await party.ask(0, r.Play(ply=0, move="b2>a1", undone=0))
            assert not decide.is_repeated(party.table, 0, 0, "b2>a1", "", 0)

    run(main)


def test_a_move_that_is_sent_again_after_a_new_connection_is_answered_and_no_error(server: Process) -> None:
    async def main() -> None:
        made = make(server, "akropolis", "link", "link")
        seated = players(server, made)
        await sit(seated)
        first = seated[0]
        await first.until(lambda state: bool(state["choices"]))
        move = first.state["choices"][0]["text"]
        for key in ("k", ""):
            play = {"t": "play", "ply": 0, "move": move, "key": key, "undone": 0}
            answers = [await first.ask(play)]
            for _ in range(2):
                await first.close()
                await first.open()
                answers.append(await first.ask(play))
            assert all(answer["t"] == "done" for answer in answers) and all(answer["repeated"] for answer in answers[1:])
        assert first.refusals == [] and first.state["ply"] == 1
        for player in seated:
            await player.close()

    run(main)


def test_several_seats_at_one_screen_send_a_move_again_with_its_seat(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            party.actors = [Actor([0, 1])] * 2
            play = r.Play(ply=0, move="b2>a1", key="k", seat=0, undone=0)
            assert [(await party.ask(0, play)).repeated for _ in range(2)] == [False, True]

    run(main)


def test_over_http_the_field_is_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json={"game": "akropolis", "seats": [{"kind": "here"}, {"kind": "here"}]})).json()
            path, headers = f"/api/tables/{made['id']}", {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
            move = (await client.get(path, headers=headers)).json()["choices"][0]["text"]
            refused = await client.post(f"{path}/play", json={"ply": 0, "move": move, "undone": 3}, headers=headers)
            assert refused.status_code == 409 and refused.json()["error"]["code"] == "table.stale"
            assert (await client.post(f"{path}/play", json={"ply": 0, "move": move, "undone": -1}, headers=headers)).status_code == 400
            assert (await client.post(f"{path}/play", json={"ply": 0, "move": move, "undone": 0}, headers=headers)).status_code == 201

    run(main)
