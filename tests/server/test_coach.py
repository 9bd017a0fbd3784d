"""The coach, and why a bot moved: for somebody who plays against bots alone, from what that seat sees, and never late."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

from repeatable_server import repeatable_deals
from seating import CASES, Party, act, plain, seat_all, twin
from serving import opened_api, opened_host, run, table
from ziggurat.errors import GameError, IllegalMove, StaleMove
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.search.bot_reasons import reasons
from ziggurat.search.budget import Budget
from ziggurat.search.compare_moves import compare
from ziggurat.search.expected_points import expected_points
from ziggurat.search.mcts import Stop
from ziggurat.search.move_cost import Cost, glance
from ziggurat.server import requests as r
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor
from ziggurat.server.show import coach

GAMES = ("amytis", "akropolis", "blueprints")


def best_and_worst(game: Game) -> tuple[str, str, float]:
    """The best and the worst move by the learned estimate, and how far they are apart."""
    judged = expected_points(game, f"expected/{game.ply}")
    assert judged is not None
    costs = {code: glance(game, judged, code).points for code in game.legal_codes()}
    best, worst = min(costs, key=costs.__getitem__), max(costs, key=costs.__getitem__)
    return game.spec.move_text.to_text(game.state, best), game.spec.move_text.to_text(game.state, worst), costs[worst]


async def much_at_stake(party: Party, points: float) -> tuple[str, str, float]:
    """Play on, well enough, until the best and the worst move of the first seat are so far apart."""
    for _ in range(40):
        found = best_and_worst(party.table.game)
        if party.table.to_move == 0 and party.table.ply >= 12 and found[2] >= points:  # early in a game the estimate knows little
            return found
        await party.play_on(1, pick=lambda moves: best_and_worst(party.table.game)[0])
    raise AssertionError("nothing was at stake")


def searched_alike(game: Game, code: int, better: int, seed: str, stop: Stop) -> Cost:
    """What `searched` says with as many simulations on every machine."""
    return Cost(compare(game, [better], [code], Budget(sims=2000), seed, stop).margin[int(game.state.to_move)], better)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, the coach knows what a move costs."""
    monkeypatch.setattr(coach, "PATIENCE", 60.0)
    monkeypatch.setattr(coach, "searched", searched_alike)


@pytest.mark.parametrize("name", GAMES)
def test_a_bad_move_is_warned_of_in_words_and_a_good_one_is_let_pass(tmp_path: Path, patient: None, name: str) -> None:
    """With the same deal in every run: the estimate that picks the bad move errs now and then, and then the search rightly lets the move pass."""

    async def main() -> None:
        with repeatable_deals(lambda: f"coach {name}"):
            await warned()

    async def warned() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table(name, "link", "greedy", hints=True))
            good, bad, _ = await much_at_stake(party, 2.0 if name == "blueprints" else 10.0)
            ply, game, over = party.table.ply, party.table.game, 0.5 if name == "blueprints" else 1.0
            fine = await party.ask(0, r.Coach(ply=ply, move=good, over=over))
            assert (fine.cost, fine.warns, fine.why, fine.better) == (0.0, False, [], "")
            assert party.table.seats[0].hints == 0, "to hear that a move is fine is no hint"
            warned = {language: await act(host, party.room, Actor([0], language=language), r.Coach(ply=ply, move=bad, over=over)) for language in ("en", "fr")}
            told = warned["en"]
            assert told.warns and told.cost > over and told.why and told.look and told.look_text.startswith("Look at")
            assert told.better in game.legal_moves and told.better != bad and told.advice
            assert warned["fr"].why != told.why and warned["fr"].look_text.startswith("Regardez")
            assert party.table.seats[0].hints == 1, "warnings of one position are one hint, which everybody sees"
            none = await party.ask(0, r.Coach(ply=ply, move=bad, over=100))
            assert not none.warns and not none.why

    run(main)


def test_only_who_plays_against_bots_alone_where_hints_are_allowed_has_a_coach(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:

            async def refusal(party: Party, request: r.AnyRequest) -> str:
                with pytest.raises(Refused) as refused:
                    await party.ask(0, request)
                return refused.value.code

            people = await seat_all(host, table("akropolis", "link", "link", "greedy", hints=True))
            without = await seat_all(host, table("akropolis", "link", "greedy"))
            for party, code in ((people, "table.no_coach"), (without, "table.no_hints")):
                move = party.table.game.legal_moves[0]
                assert await refusal(party, r.Coach(ply=0, move=move)) == code
                assert await refusal(party, r.Why(ply=1)) == code
            party = await seat_all(host, table("akropolis", "greedy", "link", hints=True))
            await party.settle()
            own = party.actors[1]
            for request, error in (
                (r.Coach(ply=7, move="0:1,-1/0"), StaleMove),
                (r.Coach(ply=1, move="0:31,31/0"), IllegalMove),
                (r.Why(ply=2), Refused),
                (r.Coach(ply=1, move="what"), GameError),
            ):
                with pytest.raises(error):
                    await act(host, party.room, own, request)
            assert await refusal(party, r.Coach(ply=1, move=party.table.game.legal_moves[0])) == "table.no_coach", "a bot's seat is no coach's pupil"
            await party.play(1, party.table.game.legal_moves[0])
            with pytest.raises(Refused, match="your own"):
                await act(host, party.room, own, r.Why(ply=2))
            alone = await seat_all(host, table("akropolis", "link", hints=True))
            assert (await alone.ask(0, r.Coach(ply=0, move=alone.table.game.legal_moves[0]))).ply == 0

    run(main)


def test_what_is_not_known_in_time_is_not_told_and_nothing_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    def slow(game: Any, code: int, better: int, seed: str, stop: Any, **_: Any) -> Cost:
        begun.append(seed)
        while not stop():
            time.sleep(0.002)
        return Cost(99.0, better)

    monkeypatch.setattr(coach, "searched", slow)
    monkeypatch.setattr(coach, "PATIENCE", 0.4)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "greedy", hints=True))
            await party.play_on(6)
            bad = best_and_worst(party.table.game)[1]
            answer = await party.ask(0, r.Coach(ply=party.table.ply, move=bad, over=1))
            assert "cost" not in plain(answer) and not answer.warns and party.table.seats[0].hints == 0
            while host.thinkers.busy:
                await asyncio.sleep(0.01)  # the search was told to stop
            monkeypatch.setattr(CompileAhead, "is_ready", lambda *_: False)
            answer = await party.ask(0, r.Coach(ply=party.table.ply, move=bad, over=1))
            assert "cost" not in plain(answer) and len(begun) <= 1, "no coach before the search is compiled"

    run(main)


@pytest.mark.parametrize(("name", "seats"), CASES, ids=str)
def test_reasons_do_not_depend_on_what_the_seat_cannot_see(name: str, seats: int) -> None:
    lots, told, hidden = random.Random(f"why{name}{seats}"), set(), 0
    for number in range(3):
        game = Game(game_spec(name), {"seats": seats}, seed=f"why/{number}")
        for _ in range(lots.randrange(8, 30)):
            game.push(lots.choice(game.legal_moves))
        if game.is_over:
            continue
        deal, moves = twin(game, 0, number)
        other = Game(game.spec, {"seats": seats}, deal=deal)
        for move in moves:
            other.push_recorded(move)
        assert other.view(0) == game.view(0)
        for ply in range(max(1, game.ply - 2 * seats), game.ply + 1):
            if game.movers[ply - 1]:
                one = reasons(game, 0, ply, "en")
                assert one == reasons(other, 0, ply, "en"), game.moves[ply - 1]
                hidden += game.moves[ply - 1] != other.moves[ply - 1]
                told.update(one)
    assert told and bool(hidden) == game.spec.secrets, "moves behind screens differed, and the reasons did not"


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_is_asked_why_and_the_answer_is_in_the_words_of_a_third(tmp_path: Path, name: str) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table(name, "link", "greedy", hints=True))
            told: dict[str, set[str]] = {"en": set(), "fr": set()}
            for _ in range(4):
                await party.play_on(1)
                for ply in range(1, party.table.ply + 1):
                    if party.table.game.movers[ply - 1] == 1:
                        for language, sentences in told.items():
                            answer = await act(host, party.room, Actor([0], language=language), r.Why(ply=ply))
                            assert (answer.ply, answer.seat) == (ply, 1) and all(answer.reasons)
                            sentences.update(answer.reasons)
            assert len(told["en"]) >= 2 and not told["en"] & told["fr"]
            assert not [text for text in told["en"] if "your die" in text.lower() or "Then you" in text or "{" in text]
            assert party.table.seats[0].hints == 0

    run(main)


def test_all_decisions_of_a_turn_are_asked_about_at_once(tmp_path: Path) -> None:
    """The page asks about a whole turn: no question takes the place of another one."""

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "greedy", hints=True))
            await party.play_on(6)
            plies = [ply for ply in range(1, party.table.ply + 1) if party.table.game.movers[ply - 1] == 1]
            apart = [(await party.ask(0, r.Why(ply=ply))).reasons for ply in plies]
            together = await asyncio.gather(*(party.ask(0, r.Why(ply=ply)) for ply in plies))
            assert sum(one != ["Nothing that you can see tells why."] for one in apart) >= 2
            assert [answer.reasons for answer in together] == apart

    run(main)


def test_why_a_bot_removed_a_die_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "greedy", hints=True))
            await party.play_on(8)
            game = party.table.game
            removals = [ply for ply in range(1, game.ply + 1) if game.movers[ply - 1] == 1 and game.moves[ply - 1].startswith("-")]
            assert removals
            for ply in removals:
                for language, text in (("en", "With two players each turn"), ("fr", "À deux joueurs, chaque tour")):
                    answer = await act(host, party.room, Actor([0], language=language), r.Why(ply=ply))
                    assert answer.reasons[0].startswith(text)

    run(main)


@pytest.mark.parametrize("setting", [{"live_scores": False}, {"face_down": True}], ids=str)
def test_where_scores_are_hidden_no_reason_speaks_of_points(tmp_path: Path, setting: dict[str, bool]) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "greedy", hints=True, **setting))
            await party.play_on(16)
            for ply in range(1, party.table.ply + 1):
                if party.table.game.movers[ply - 1] == 1:
                    assert not [text for text in (await party.ask(0, r.Why(ply=ply))).reasons if "points" in text or "at once" in text]

    run(main)


def test_over_http_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            body = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "greedy"}], "hints": True}
            made = (await client.post("/api/tables", json=body)).json()
            headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
            answer = await client.post(f"/api/tables/{made['id']}/coach", json={"ply": 0, "move": "b2>a1", "over": 100}, headers=headers)
            assert answer.status_code == 200 and answer.json()["t"] == "coach" and not answer.json()["warns"]
            assert (await client.post(f"/api/tables/{made['id']}/why", json={"ply": 1}, headers=headers)).status_code == 404

    run(main)
