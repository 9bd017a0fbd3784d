"""What a move can be expected to bring: only with hints, beside the gain, from what the seat sees, and quickly."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

from seating import CASES, act, plain, seat_all, twin, without_marks
from serving import opened_host, run, table
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.search.bots import make_bot
from ziggurat.search.expected_points import expected_points
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.make_table import make_table
from ziggurat.server.room import Actor
from ziggurat.server.show import outlook
from ziggurat.server.web.socket import encode


@pytest.mark.parametrize("name", ["amytis", "akropolis", "blueprints"])
def test_it_is_there_with_hints_and_the_gain_stays_what_it_was(tmp_path: Path, name: str) -> None:
    lots = random.Random(name)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table(name, "link", "link", previews=True, hints=True))
            bare = await seat_all(host, table(name, "link", "link", previews=True), deal=party.table.game.deal)
            told: set[str] = set()
            for _ in range(30):
                seat, ply = party.table.to_move, party.table.ply
                if seat is None:
                    break
                move = lots.choice(party.table.game.legal_moves)
                shown, without = [plain(await one.ask(seat, r.Lens(ply=ply, move=move))) for one in (party, bare)]
                assert isinstance(shown["expected"], float | int) and "expected" not in without and "serves" not in without
                assert {key: value for key, value in shown.items() if key not in {"expected", "serves"}} == without
                told.update(shown["serves"])
                await party.play(seat, move)
                await bare.play(seat, move)
            assert told, "what moves work towards"
            assert party.table.seats[0].hints == 0, "a preview is no hint"

    run(main)


def test_it_tells_good_moves_from_bad_ones() -> None:
    """Means over many positions: the moves of a stronger bot promise more than chance's."""
    for name in ("amytis", "akropolis", "blueprints"):
        lots, better = random.Random(7), 0.0
        game = Game(game_spec(name), {"seats": 2}, seed="judge")
        bot, count = make_bot("greedy", game.spec, "judge"), 0
        while not game.is_over:
            code = bot.choose(game)
            judged = expected_points(game, "j")
            assert judged is not None and len(judged.points) == len(game.legal_codes())
            better += judged.points[game.legal_codes().index(code)] - lots.choice(judged.points)
            count += 1
            game.push_code(code)
        assert better / count > (0.0 if name == "blueprints" else 1.0), name


def test_a_palace_brings_nothing_at_once_and_is_expected_to() -> None:
    game, lots, palaces = Game(game_spec("amytis"), seed="palace"), random.Random(1), []
    while not game.is_over:
        judged = expected_points(game, "p")
        assert judged is not None
        for code, gain, points in zip(game.legal_codes(), game.gains(), judged.points, strict=True):
            after = game.copy()
            after.push_code(code)
            if not after.is_over and after.view()["phase"] == "palace":
                palaces.append(points)
                assert sum(gain.values()) <= 10 and "palace" not in gain
        game.push(lots.choice(game.legal_moves))
    assert palaces and sum(palaces) / len(palaces) > 1.0


def test_it_is_quick(tmp_path: Path) -> None:
    slowest = []
    for name, seats in CASES:
        game = Game(game_spec(name), {"seats": seats}, seed="quick")
        bot = make_bot("greedy", game.spec, "quick")
        expected_points(game, "warm")
        while not game.is_over:
            if game.ply % 5 == 0:
                times = []
                for _ in range(3):
                    began = time.perf_counter()
                    expected_points(game, "quick")
                    times.append(time.perf_counter() - began)
                slowest.append(min(times))
            game.push_code(bot.choose(game))
    slowest.sort()
    assert slowest[len(slowest) // 2] < 0.015 and slowest[-1] < 0.1, slowest[-3:]


async def judged_bytes(host: Host, game: Game, deal: dict[str, Any], moves: list[str], picks: list[float]) -> list[str]:
    made = await make_table(host, table(game.spec.name, *["link"] * game.seats, hints=True), deal=deal)
    room = await host.get(made.id)
    for place in made.seats:
        await act(host, room, await host.actor(room, [place.secret]), r.Join(name=f"P{place.seat}"))
    for move in moves:
        await act(host, room, Actor([room.table.to_move]), r.Play(ply=room.table.ply, move=move))  # type: ignore[list-item]
    me, legal = Actor([room.table.to_move]), room.table.game.legal_moves  # type: ignore[list-item, union-attr]
    tried = [legal[int(pick * len(legal))] for pick in picks]
    return [without_marks(encode(await act(host, room, me, r.Lens(ply=room.table.ply, move=move))).decode(), made) for move in tried]


@pytest.mark.parametrize(("name", "seats"), CASES, ids=str)
def test_it_does_not_depend_on_what_the_seat_cannot_see(tmp_path: Path, name: str, seats: int) -> None:
    lots = random.Random(f"exp{name}{seats}")

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            for number in range(6):
                game = Game(game_spec(name), {"seats": seats}, seed=f"exp/{number}")
                for _ in range(lots.randrange(2, 40)):
                    game.push(lots.choice(game.legal_moves))
                deal, moves = twin(game, int(game.state.to_move), number)
                picks = [lots.random() for _ in range(6)]
                one = await judged_bytes(host, game, game.deal, game.moves, picks)
                two = await judged_bytes(host, game, deal, moves, picks)
                assert one == two and all('"expected"' in text for text in one)

    run(main)


def test_the_moves_of_a_position_are_judged_once_and_a_failure_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    judge = expected_points

    def counted(game: Any, seed: str) -> Any:
        calls.append(game.ply)
        if len(calls) == 3:
            raise RuntimeError("broken")
        return judge(game, seed)

    monkeypatch.setattr(outlook, "expected_points", counted)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", hints=True))
            legal = party.table.game.legal_moves
            await asyncio.gather(*(party.ask(0, r.Lens(ply=0, move=move)) for move in legal[:8]))
            assert calls == [0]
            await party.play(0, legal[0])
            move = party.table.game.legal_moves[0]
            seat = party.table.to_move
            await party.ask(seat, r.Lens(ply=1, move=move))
            await party.play(seat, move)
            seat, move = party.table.to_move, party.table.game.legal_moves[0]
            with pytest.raises(RuntimeError):
                await party.ask(seat, r.Lens(ply=2, move=move))
            assert isinstance((await party.ask(seat, r.Lens(ply=2, move=move))).expected, float) and calls == [0, 1, 2, 2]

    run(main)
