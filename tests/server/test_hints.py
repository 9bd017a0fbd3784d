"""Hints in three steps: one search for each position, in the words of each client, and no move before the second step."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seating import DEAL, Party, act, make, parts_of, players, seat_all, sit
from serving import Process, opened_api, opened_host, run, table
from ziggurat.errors import GameError, NotYourTurn, StaleMove
from ziggurat.search.mcts import Stop
from ziggurat.server import requests as r
from ziggurat.server.rates import NO_RATES, Rate
from ziggurat.server.room import Actor, Watcher
from ziggurat.server.show import hints
from ziggurat.server.web.socket import encode
from ziggurat.server.workers.jobs import Advice


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The plies that were searched."""
    plies: list[int] = []
    think = hints.think

    def counted(game: Any, seed: str, language: str, stop: Stop, *, outlook: bool = True) -> Advice:
        plies.append(game.ply)
        return think(game, seed, language, stop, outlook=outlook)

    monkeypatch.setattr(hints, "think", counted)
    return plies


@pytest.mark.parametrize("name", ["amytis", "akropolis", "blueprints"])
def test_three_steps_and_one_search(tmp_path: Path, searches: list[int], name: str) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table(name, "link", "link", hints=True, previews=True))
            steps = [(step, language) for step in (1, 2, 3) for language in ("en", "fr")]
            ask = [act(host, party.room, Actor([0], language=language), r.Hint(ply=0, step=step)) for step, language in steps]  # type: ignore[arg-type]
            answers = dict(zip(steps, await asyncio.gather(*ask), strict=True))
            assert searches == [0]
            look, move, why = (answers[step, "en"] for step in (1, 2, 3))
            assert '"move"' not in encode(look).decode() and '"gain"' not in encode(move).decode()
            assert move.move in party.table.game.legal_moves and not any("`" in answer.text for answer in answers.values())
            assert look.look and '"look"' not in encode(move).decode()
            choice = next(choice for choice in parts_of(party.room, 0) if choice["text"] == move.move)
            assert why.move == move.move and why.gain == choice["gain"] and 0 <= why.win <= 1 and isinstance(why.margin, float)
            assert all(answers[step, "en"].text != answers[step, "fr"].text for step in (1, 2, 3))
            assert "Prenez" in answers[2, "fr"].text

    run(main)


def test_a_new_position_is_searched_anew_and_who_hangs_up_harms_nobody(tmp_path: Path, searches: list[int]) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "greedy", hints=True), deal=DEAL)
            gone = asyncio.create_task(party.ask(0, r.Hint(ply=0)))
            await asyncio.sleep(0.05)
            gone.cancel()
            assert (await party.ask(0, r.Hint(ply=0, step=2))).move
            await party.play(0, "b2>a1")
            await party.settle()
            await party.ask(0, r.Undo(ply=party.table.ply))
            await party.settle()
            assert party.table.ply == 0
            await party.ask(0, r.Hint(ply=0, step=3))
            assert searches == [0, 0], "the position may look otherwise after a move was taken back"

    run(main)


def test_a_search_that_failed_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", hints=True), deal=DEAL)

            def broken(*_: Any, **__: Any) -> Advice:
                raise GameError("broken")

            with monkeypatch.context() as patch:
                patch.setattr(hints, "think", broken)
                with pytest.raises(GameError, match="broken"):
                    await party.ask(0, r.Hint(ply=0))
            assert (await party.ask(0, r.Hint(ply=0))).text

    run(main)


def test_who_may_ask(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", hints=True), deal=DEAL)
            with pytest.raises(NotYourTurn):
                await party.ask(1, r.Hint(ply=0))
            with pytest.raises(StaleMove):
                await party.ask(0, r.Hint(ply=5))

    run(main)


def test_only_searches_count_against_the_limit(tmp_path: Path) -> None:
    async def main() -> None:
        rates = replace(NO_RATES, hints=Rate(1, 1))
        async with opened_api(tmp_path, rates=rates) as client:
            body = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "random"}], "hints": True}
            made = (await client.post("/api/tables", json=body)).json()
            path, headers = f"/api/tables/{made['id']}", {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
            for step in (1, 2, 3, 1):
                answer = await client.post(f"{path}/hint?language=fr", json={"ply": 0, "step": step}, headers=headers)
                assert answer.status_code == 201 and answer.json()["step"] == step, answer.text
            assert (await client.post(f"{path}/hint", json={"ply": 0, "step": 4}, headers=headers)).status_code == 400
            await client.post(f"{path}/play", json={"ply": 0, "move": answer.json().get("move") or "b2>a1"}, headers=headers)
            while (now := (await client.get(path, headers=headers)).json())["view"]["to_move"] != 0:
                await asyncio.sleep(0.01)
            assert (await client.post(f"{path}/hint", json={"ply": now["ply"]}, headers=headers)).status_code == 429

    run(main)


def test_on_a_socket(server: Process) -> None:
    async def main() -> None:
        made = make(server, "blueprints", "link", "link", hints=True)
        seated = players(server, made)
        await sit(seated)
        await seated[0].until(lambda state: bool(state["view"]))
        mover = seated[seated[0].state["view"]["to_move"]]
        answers = [await mover.ask({"t": "hint", "ply": 0, "step": step}) for step in (1, 2, 3)]
        assert [answer["t"] for answer in answers] == ["hint"] * 3
        assert (
            "move" not in answers[0]
            and all("die" in marks for marks in answers[0]["look"])
            and answers[1]["move"] == answers[2]["move"]
            and "gain" in answers[2]
        )
        refused = await seated[1 - seated.index(mover)].ask({"t": "hint", "ply": 0, "step": 1})
        assert refused["error"]["code"] == "table.turn"

    run(main)


def test_everybody_sees_that_a_hint_was_used_and_how_many_and_nothing_else(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", hints=True), deal=DEAL)
            watcher = Watcher(host, party.room, Actor([1]))
            watcher.unsent()
            texts = [await party.ask(0, r.Hint(ply=0, step=step)) for step in (1, 2, 3, 1)]
            (shown,) = watcher.unsent_texts()
            message = json.loads(shown)
            assert message["t"] == "changed" and [seat["hints"] for seat in message["seats"]] == [1, 0], "the steps for one position count as one"
            assert not any(hint.text in shown or hint.text.split()[-1] in shown for hint in texts), "not what it said"
            await party.play(0, "b2>a1")
            await party.ask(1, r.Hint(ply=1))
            assert [seat.hints for seat in party.table.seats] == [1, 1]
            number = party.table.number
            with pytest.raises(StaleMove):
                await party.ask(0, r.Hint(ply=0))
            assert party.table.number == number, "what is refused is not counted"
        async with opened_host(tmp_path) as host:
            room = await host.get(party.table.id)
            assert [seat.hints for seat in room.table.seats] == [1, 1], "over a restart"
            again = Party(host, room, party.secrets)
            await again.ask(0, r.Resign())
            await again.ask(0, r.Rematch())
            await again.ask(1, r.Answer(yes=True))
            while not room.table.rematch:
                await asyncio.sleep(0.002)
            assert [seat.hints for seat in (await host.get(room.table.rematch)).table.seats] == [0, 0]

    run(main)


def test_after_an_undo_a_hint_counts_anew(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "random", hints=True), deal=DEAL)
            await party.ask(0, r.Hint(ply=0))
            await party.play(0, "b2>a1")
            await party.settle()
            await party.ask(0, r.Undo(ply=party.table.ply))
            await party.ask(0, r.Hint(ply=0))
            assert party.table.seats[0].hints == 2

    run(main)
