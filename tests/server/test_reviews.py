"""Reviews over HTTP: never of a running game, made once in the background, stored beside the record, and another move judged."""

from __future__ import annotations

import asyncio
import threading
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from seating import seat_all
from serving import opened_api, opened_host, run, table
from ziggurat.game import new_game
from ziggurat.record import replay
from ziggurat.search import analyse
from ziggurat.search.analyse import Budget
from ziggurat.search.mcts import never
from ziggurat.search.review_types import VERSION
from ziggurat.search.review_work import ReviewWork, Step
from ziggurat.server import deletion, reviews
from ziggurat.server.bots import Thinkers
from ziggurat.server.host import Host
from ziggurat.server.make_table import open_record
from ziggurat.server.rates import NO_RATES, Rate
from ziggurat.server.refused import Refused
from ziggurat.server.reviews import Reviews, known_from
from ziggurat.server.store.store import StoredReview
from ziggurat.server.workers import jobs
from ziggurat.server.workers.jobs import ReviewJob, TryJob, record_of


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SIMS", 30)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    """The steps that were done."""
    done: list[Step] = []

    def counted(game: Any, step: Step, *arguments: Any, **named: Any) -> Any:
        done.append(step)
        return analyse.do_step(game, step, *arguments, **named)

    monkeypatch.setattr(reviews, "do_step", counted)
    return done


def record(name: str = "cairn", seed: int = 4) -> dict[str, Any]:
    """A game in which the first legal moves were played."""
    game = new_game(name, seed=seed, players=["Ada", "Bob"])
    while not game.is_over:
        game.push(game.legal_moves[(7 * game.ply) % len(game.legal_moves)])
    return game.record()


async def whole(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    """Ask until the review is complete."""
    while (answer := await client.get(path)).status_code == 202:
        assert not answer.json()["complete"]
        await asyncio.sleep(0.02)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def opened(client: httpx.AsyncClient, given: dict[str, Any]) -> str:
    answer = await client.post("/api/records", json={"record": given})
    assert answer.status_code == 201, answer.text
    return f"/api/tables/{answer.json()['id']}/review"


def test_an_opened_record_is_reviewed_once_and_the_first_answer_tells_where_the_points_came_from(tmp_path: Path, steps: list[Step]) -> None:
    given = record()

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            path = await opened(client, given)
            first = await client.get(path)
            assert first.status_code == 202
            part = first.json()
            assert (part["version"], part["complete"], part["plies"]) == (VERSION, False, len(given["moves"]))
            assert part["final"]["scores"] == given["result"]["scores"] and len(part["sources"]) == 2
            review = await whole(client, path)
            assert review["complete"] and review["progress"] == 1 and review["analysed"] == review["checked"] == review["plies"] == len(given["moves"])
            assert [decision["move"] for decision in review["decisions"]] == given["moves"]
            assert [step.stage for step in steps] == sorted((step.stage for step in steps), key=["quick", "full", "deep"].index)
            done = len(steps)
            assert await whole(client, path) == review and len(steps) == done, "it is stored"
            alone = ReviewWork(replay(given), Budget(sims=30), "review")
            while (step := alone.next_step()) is not None:
                alone.add(step, analyse.do_step(alone.game, step, alone.budget, "review"))
            assert alone.review().as_json() == review, "the record alone decides"

    run(main)


def test_nobody_reviews_a_running_game(tmp_path: Path, steps: list[Step]) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            for seats in ([{"kind": "here"}, {"kind": "here"}], [{"kind": "here"}, {"kind": "link"}]):
                made = (await client.post("/api/tables", json={"game": "cairn", "seats": seats})).json()
                path = f"/api/tables/{made['id']}/review"
                secret = {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
                for answer in (await client.get(path), await client.get(path, headers=secret), await client.post(f"{path}/try", json={"ply": 0, "move": "1"})):
                    assert answer.status_code == 409 and answer.json()["error"]["code"] == "table.running"
            assert not steps
            assert (await client.get("/api/tables/nobody/review")).status_code == 404
            french = await client.get(f"{path}?language=fr")
            assert "terminée" in french.json()["error"]["message"]

    run(main)


def test_a_review_of_an_older_version_is_made_again_and_a_deleted_table_takes_its_review_along(tmp_path: Path, steps: list[Step]) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await open_record(host, record())
            await host.store.save_review(made.id, StoredReview(VERSION - 1, True, host.time(), b"old"))
            room = await host.get(made.id)
            assert not (await host.reviews.get(room.table, lambda: None))[1]
            await complete(host, made.id)
            stored = await host.store.review(made.id)
            assert stored is not None and stored.version == VERSION and stored.complete
            done = len(steps)
            assert (await host.reviews.get(room.table, lambda: None))[1] and len(steps) == done
            await deletion.delete_table(host, room, [made.owner])
            assert await host.store.review(made.id) is None

    run(main)


async def complete(host: Host, id_: str) -> None:
    """Wait until a review is made."""
    room = await host.get(id_)
    while not (await host.reviews.get(room.table, lambda: None))[1] or host.reviews.making:
        await asyncio.sleep(0.02)


def test_a_review_of_a_table_that_is_deleted_meanwhile_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go, begun = threading.Event(), threading.Event()

    def waits(game: Any, step: Step, *_: Any, stop: Any, **named: Any) -> Any:
        begun.set()
        while not stop() and not go.wait(0.01):
            pass
        return []

    monkeypatch.setattr(reviews, "do_step", waits)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await open_record(host, record())
            room = await host.get(made.id)
            await host.reviews.get(room.table, lambda: None)
            await asyncio.to_thread(begun.wait)
            await deletion.delete_table(host, room, [made.owner])
            while host.reviews.making or host.thinkers.busy:
                await asyncio.sleep(0.01)
            assert await host.store.review(made.id) is None

    run(main)
    go.set()


def test_reviews_are_begun_within_limits_and_asked_for_freely(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path, rates=replace(NO_RATES, reviews=Rate(1, 0.001))) as client:
            one, other = await opened(client, record(seed=1)), await opened(client, record(seed=2))
            assert (await client.get(one)).status_code == 202
            refused = await client.get(other)
            assert refused.status_code == 429 and refused.json()["error"]["code"] == "limit"
            await whole(client, one)
            assert (await client.get(one)).status_code == 200

    run(main)


def test_what_one_process_makes_another_one_shows_and_goes_on_with_when_it_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SAVE_MS", 0)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await open_record(host, record())
            room, now = await host.get(made.id), [host.time()]
            host.reviews.is_shared = True
            other = Reviews(host.store, host.thinkers, host.compiled, host.spawn, lambda: now[0])
            other.is_shared = True
            save = host.store.save_review
            parts: list[StoredReview] = []

            async def noted(id_: str, review: StoredReview) -> None:
                await save(id_, review)
                if not review.complete and not parts:
                    parts.append(review)
                    body, is_complete = await other.get(room.table, lambda: pytest.fail("it is made already"))
                    assert not is_complete and body.startswith(b'{"version"')

            monkeypatch.setattr(host.store, "save_review", noted)
            await host.reviews.get(room.table, lambda: None)
            await complete(host, made.id)
            assert parts
            await save(made.id, parts[0])
            now[0] = parts[0].at + reviews.LOST_MS
            begun: list[int] = []
            await other.get(room.table, lambda: begun.append(1))
            assert begun == [1]
            assert other.making[made.id].work.decisions, "it goes on from there"

    run(main)


def test_a_review_half_made_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: list[Step]) -> None:
    """No verdict that was stored is made again, and the review is the same as if nothing had happened."""
    monkeypatch.setattr(reviews, "SAVE_MS", 0)
    monkeypatch.setattr(reviews, "AT_ONCE", 1)
    given, ids = record(), list[str]()
    lost, go = threading.Event(), threading.Event()
    alone = ReviewWork(replay(given), Budget(sims=30), "review")
    while (step := alone.next_step()) is not None:
        alone.add(step, analyse.do_step(alone.game, step, alone.budget, "review"))
        steps.append(step)
    wanted, half = [step.plies for step in steps], len(steps) // 2
    steps.clear()

    def until_half(game: Any, step: Step, *arguments: Any, **named: Any) -> Any:
        if len(steps) < half:
            steps.append(step)
            return analyse.do_step(game, step, *arguments, **named)
        lost.set()
        while not named["stop"]():
            go.wait(0.01)
        return []

    async def begin() -> None:
        async with opened_host(tmp_path) as host:
            made = await open_record(host, given)
            await host.reviews.get((await host.get(made.id)).table, lambda: None)
            await asyncio.to_thread(lost.wait)
            ids.append(made.id)

    async def go_on() -> None:
        async with opened_host(tmp_path) as host:
            table = (await host.get(ids[0])).table
            body, is_complete = await host.reviews.get(table, lambda: None)
            assert not is_complete and 0 < msgspec.json.decode(body)["progress"] < 1
            await complete(host, ids[0])
            body, _ = await host.reviews.get(table, lambda: None)
            assert msgspec.json.decode(body) == alone.review().as_json()

    with monkeypatch.context() as patch:
        patch.setattr(reviews, "do_step", until_half)
        run(begin)
    assert len(steps) == half
    run(go_on)
    assert [step.plies for step in steps] == wanted


def test_a_part_of_other_searches_or_of_an_older_server_is_made_anew(tmp_path: Path, steps: list[Step]) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            given = record()
            made = await open_record(host, given)
            table = (await host.get(made.id)).table
            old = ReviewWork(replay(given), Budget(sims=9), reviews.SEED)
            report = msgspec.json.encode(old.review().report())
            other = msgspec.json.encode(reviews.Part(msgspec.Raw(report), 9, reviews.SEED, []))
            for body in (report, other):
                await host.store.save_review(made.id, StoredReview(VERSION, False, host.time(), zlib.compress(body)))
                steps.clear()
                assert not (await host.reviews.get(table, lambda: None))[1]
                await complete(host, made.id)
                assert {ply for step in steps if step.stage == "full" for ply in step.plies} == set(range(len(given["moves"])))

    run(main)


def test_no_step_of_a_review_begins_while_somebody_waits_for_a_search() -> None:
    async def main() -> None:
        thinkers, order, go = Thinkers(1), [], threading.Event()

        def slow(name: str) -> Any:
            def work(stop: Any) -> None:
                order.append(name)
                go.wait(10)

            return work

        first = asyncio.create_task(thinkers.think("a", slow("search")))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(thinkers.think("b", slow("waiting")))
        await asyncio.sleep(0)
        review = asyncio.create_task(thinkers.think("c/review/0", slow("review"), later=True))
        await asyncio.sleep(0)
        while len(order) < 1:
            await asyncio.sleep(0.01)
        assert order == ["search"] and thinkers.reviews.waiting
        go.set()
        await asyncio.gather(first, waiting, review)
        assert order[0] == "search" and sorted(order[1:]) == ["review", "waiting"]
        thinkers.close()

    run(main)


@pytest.mark.parametrize("name", ["cairn", "blueprints"])
def test_a_worker_does_a_step_as_the_server_does(name: str) -> None:
    game = replay(record(name))
    known = analyse.do_step(game, Step("full", (2,)), Budget(sims=20), "s")
    for step in (Step("quick", (0, 1)), Step("full", (2,)), Step("deep", (2,), tuple(known))):
        job = ReviewJob(record_of(game), step, 20, "s")
        assert jobs.KINDS[ReviewJob].priority == jobs.LATER
        assert jobs.result_of(job, jobs.do(jobs.decode(jobs.encode(job)), never)) == analyse.do_step(game, step, Budget(sims=20), "s")
    moves = [game.moves[2]]
    decision = known[0].report()
    tried = TryJob(record_of(game), 2, moves, known_from(decision), 20, "s", "fr")
    assert jobs.result_of(tried, jobs.do(jobs.decode(jobs.encode(tried)), never)).loss.margin == decision.loss.margin


# --- another move ------------------------------------------------------------------------------------------------------------


def test_another_move_is_judged_against_the_best_and_the_one_played(tmp_path: Path) -> None:
    given = record("amytis")
    game = replay(given)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            path = await opened(client, given)
            review = await whole(client, path)
            worst = max((mistake for seat in review["mistakes"] for mistake in seat), key=lambda mistake: mistake["loss"]["margin"])
            ply = worst["ply"]

            async def judged(**body: Any) -> dict[str, Any]:
                answer = await client.post(f"{path}/try?language=fr", json={"ply": ply, **body})
                assert answer.status_code == 200, answer.text
                found: dict[str, Any] = answer.json()
                return found

            better = await judged(move=worst["better"])
            assert better["verdict"] == "best" and better["best"] == worst["better"] and better["played"] == worst["move"] and better["loss"]["margin"] == 0
            assert better["against_played"] == pytest.approx(worst["loss"]["margin"], abs=0.002), "as much as the review says that the mistake cost"
            assert better["error"] == worst["loss"]["error"] and "meilleur" in better["text"]
            assert sum(part["points"] for part in better["parts"]) == pytest.approx(better["against_played"], abs=0.05)
            same = await judged(move=worst["move"])
            assert same["against_played"] == 0 and same["parts"] == [] and same["verdict"] in {"equal", "worse"}
            assert (same["loss"]["margin"], same["loss"]["error"]) == pytest.approx((worst["loss"]["margin"], worst["loss"]["error"]), abs=0.002)
            assert len(same["gain"]) == 2 and len(same["win"]) == len(same["margin"]) == 2

            for body, code in (({"move": "a1>a1>a1"}, "move.invalid"), ({"move": ""}, "move.invalid"), ({"moves": [worst["better"]] * 5}, None)):
                answer = await client.post(f"{path}/try", json={"ply": ply, **body})
                assert answer.status_code in {400, 409} and (code is None or answer.json()["error"]["code"] == code), answer.text
            late = await client.post(f"{path}/try", json={"ply": game.ply, "move": "b2>a1"})
            assert late.status_code == 404 and late.json()["error"]["code"] == "ply.unknown"

    run(main)


def test_a_turn_of_several_decisions_is_tried_as_a_whole_and_ends_where_it_ends(tmp_path: Path) -> None:
    given = record("amytis")
    game = replay(given)
    ply = next(ply for ply in range(game.ply - 1) if game.movers[ply] == game.movers[ply + 1])

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            path = await opened(client, given)
            turn = given["moves"][ply : ply + 2]
            both = await client.post(f"{path}/try", json={"ply": ply, "moves": turn})
            assert both.status_code == 200 and both.json()["against_played"] == 0 and both.json()["moves"] == turn
            end = next(later for later in range(ply, game.ply) if game.movers[later] != game.movers[ply])
            long = await client.post(f"{path}/try", json={"ply": ply, "moves": given["moves"][ply : end + 1]})
            assert long.status_code == 400 and long.json()["error"]["code"] == "try.wrong"

    run(main)


def test_a_table_that_waits_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("cairn", "link", "link"))
            with pytest.raises(Refused, match="not over"):
                await host.reviews.get(party.table, lambda: None)

    run(main)
