"""Workers think for servers, through a real Redis: the same moves, whoever thinks; and whatever is killed, every game goes on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis

import ziggurat
from backends import Redis, new_folder, redis_url
from seating import seat_all
from serving import opened_host, run, table
from ziggurat.errors import BotError
from ziggurat.fair_deal import digest
from ziggurat.game import new_game
from ziggurat.record import replay
from ziggurat.search.analyse import Budget, analyse_position, do_step
from ziggurat.search.bots import make_bot
from ziggurat.search.mcts import never
from ziggurat.search.review_work import ReviewWork
from ziggurat.server import bots, reviews
from ziggurat.server import requests as r
from ziggurat.server.bots import Dropped, Thinkers
from ziggurat.server.make_table import open_record
from ziggurat.server.metrics import METRICS
from ziggurat.server.workers import job_queue as q
from ziggurat.server.workers import jobs
from ziggurat.server.workers.dispatch import NoWorkers, Workers
from ziggurat.server.workers.jobs import HintJob, MoveJob, record_of
from ziggurat.server.workers.worker import Worker

LOST_SECONDS = 15.0  # a killed worker costs less, also on a busy machine; `bench/worker_loss.py` measures 3.5


@pytest.fixture
def client() -> Iterator[Any]:
    """A Redis without a queue."""
    with contextlib.closing(redis.Redis.from_url(redis_url())) as client:
        for key in list(client.scan_iter("{ziggurat:work:*")):
            client.delete(key)
        yield client


def job(bot: str = "mcts:sims=32", seed: str = "a", game: str = "amytis") -> MoveJob:
    return MoveJob(record_of(new_game(game, seed=3)), bot, seed)


class Process:
    """A worker in a process of its own."""

    def __init__(self, url: str, threads: int = 1) -> None:
        environment = {**os.environ, "ZIGGURAT_REDIS_URL": url, "NO_COLOR": "1"}
        command = [sys.executable, "-m", "ziggurat", "worker", "--threads", str(threads)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)

    def wait(self) -> None:
        """Wait until it takes jobs."""
        assert self.process.stdout is not None
        assert "does" in (line := self.process.stdout.readline()), line

    def end(self, number: int = signal.SIGKILL) -> str:
        """Send a signal and wait; returns what it logged."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.communicate(timeout=30)[1]


@contextmanager
def worker_processes(url: str, count: int = 1) -> Iterator[list[Process]]:
    workers = [Process(url) for _ in range(count)]
    for worker in workers:
        worker.wait()
    try:
        yield workers
    finally:
        for worker in workers:
            worker.end()


@contextmanager
def worker_thread(url: str) -> Iterator[Worker]:
    """A worker inside this process, which does one job at a time."""
    worker = Worker(url, 1, say=lambda line: None)
    thread = threading.Thread(target=worker.serve, daemon=True)
    thread.start()
    try:
        yield worker
    finally:
        worker.stopping.set()
        for stop in list(worker.running.values()):
            stop.set()
        thread.join(30)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Workers]:
    """The workers as a server sees them, at least one of them."""
    workers = Workers(url)
    await workers.open()
    try:
        await present(workers)
        yield workers
    finally:
        await workers.close()


async def holder_of(client: Any) -> int:
    """The process id of the worker that has the only job."""
    while True:
        for key in client.scan_iter(f"{q.PREFIX}job:*"):
            if (name := client.hget(key, "worker")) is not None:
                return int(name.split(b"-")[0])
        await asyncio.sleep(0.02)


# --- The same results -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["amytis", "akropolis", "blueprints"])
def test_a_job_gives_what_the_server_itself_would_think(game: str) -> None:
    played = new_game(game, seed=11, players=["Ada", "Bo"])
    for ply in range(9):
        played.push_code(played.legal_codes()[ply % len(played.legal_codes())])
    for bot in ("mcts:sims=40", "level:5"):
        sent = jobs.decode(jobs.encode(MoveJob(record_of(played), bot, "seed")))
        assert jobs.result_of(sent, jobs.do(sent, never)) == make_bot(bot, played.spec, "seed").choose(played)


def test_a_hint_comes_back_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "analyse_position", lambda game, ms, seed, stop: analyse_position(game, sims=60, seed=seed, stop=stop))
    game = ziggurat.new("blueprints", seed=2)
    for hidden in (False, True):
        sent = jobs.decode(jobs.encode(HintJob(record_of(game), "seed", "fr", 100, outlook=not hidden, face_down=hidden)))
        assert isinstance(sent, HintJob)
        advice = jobs.result_of(sent, jobs.do(sent, never))
        assert advice == jobs.advise(sent, never) and len(advice.texts["fr"].steps) == 3 and advice.outlook is not hidden


def test_the_bots_of_a_table_play_what_they_would_without_workers(client: Any, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path, redis_url=redis_url()) as host:
            await present(host.thinkers.workers)
            before = METRICS.worker_thoughts, METRICS.worker_fallbacks
            party = await seat_all(host, table("amytis", "link", "mcts:sims=32", hints=True))
            assert (await party.ask(0, r.Hint(ply=0))).text
            await party.play_on(6)
            played = party.table
            bot_plies = [ply for ply, seat in enumerate(played.game.movers) if seat == 1]
            assert METRICS.worker_thoughts - before[0] >= 1 + len(bot_plies) >= 4 and METRICS.worker_fallbacks == before[1]
            for ply in bot_plies:
                game = replay(played.game.record(), upto=ply)
                code = make_bot("mcts:sims=32", game.spec, digest(played.head.secret, played.id, "bot", 1, ply, 0)).choose(game)
                assert game.spec.move_text.to_text(game.state, code) == played.game.moves[ply]

    with worker_thread(redis_url()):
        run(main, 120)


def test_a_hint_at_a_table_with_cards_face_down_comes_from_a_worker(client: Any, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path, redis_url=redis_url()) as host:
            await present(host.thinkers.workers)
            party = await seat_all(host, table("blueprints", "link", "link", hints=True, face_down=True))
            await party.play_on(30)
            before = METRICS.worker_thoughts, METRICS.worker_fallbacks
            hint = await party.ask(party.table.to_move, r.Hint(ply=party.table.ply, step=3))
            assert hint.text and not isinstance(hint.win, float) and (METRICS.worker_thoughts, METRICS.worker_fallbacks) == (before[0] + 1, before[1])

    with worker_thread(redis_url()):
        run(main, 60)


async def present(workers: Workers | None) -> None:
    """Until a server knows of a worker."""
    assert workers is not None
    while not workers.present:
        await asyncio.sleep(0.02)


def test_without_workers_the_server_thinks_itself(client: Any, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path, redis_url=redis_url()) as host:
            before = METRICS.worker_thoughts
            party = await seat_all(host, table("amytis", "link", "mcts:sims=32"))
            await party.play_on(3)
            assert party.table.ply >= 3 and METRICS.worker_thoughts == before and not host.thinkers.has_workers

    run(main, 60)


# --- What is killed ---------------------------------------------------------------------------------------------------


def test_a_killed_worker_costs_seconds_and_never_a_game(client: Any, tmp_path: Path) -> None:
    """kill -9 in the midst of a search: the other worker does it. Then that one, too, in the midst of a bot's turn: the server goes on by itself."""

    async def main(workers: list[Process]) -> None:
        by_id = {worker.process.pid: worker for worker in workers}
        async with opened_host(tmp_path, redis_url=redis_url()) as host:
            site = host.thinkers.workers
            assert site is not None
            await present(site)
            thought = asyncio.create_task(site.do(job("mcts:ms=1500"), "10.0.0.1"))
            by_id.pop(await holder_of(client)).end()
            killed = time.monotonic()
            assert isinstance(await thought, int) and time.monotonic() - killed < LOST_SECONDS
            party = await seat_all(host, table("amytis", "link", "mcts:ms=1500"))
            while party.table.to_move == 0:
                await party.play(0, party.table.game.legal_moves[0])
            ply = party.table.ply
            by_id.pop(await holder_of(client)).end()
            killed = time.monotonic()
            while party.table.ply == ply:
                await host.get(party.table.id)
                await asyncio.sleep(0.05)
            assert time.monotonic() - killed < LOST_SECONDS and not site.present
            assert party.table.game.movers[ply] == 1 and party.table.seats[1].bot == "mcts:ms=1500"

    with worker_processes(redis_url(), 2) as workers:
        run(lambda: main(workers), 90)


def test_a_worker_killed_in_the_midst_of_a_review_costs_no_verdict(client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its steps are done again, here by the server itself, and the review is that of the record alone."""
    sims = 600
    monkeypatch.setattr(reviews, "SIMS", sims)
    game = ziggurat.new("amytis", seed=5, players=["Ada", "Bo"])
    for ply in range(8):
        game.push_code(game.legal_codes()[ply % len(game.legal_codes())])
    alone = ReviewWork(game, Budget(sims=sims), reviews.SEED)
    while (step := alone.next_step()) is not None:
        alone.add(step, do_step(game, step, alone.budget, reviews.SEED))

    async def main(worker: Process) -> None:
        async with opened_host(tmp_path, redis_url=redis_url()) as host:
            await present(host.thinkers.workers)
            opened = (await host.get((await open_record(host, game.record())).id)).table
            body, is_complete = await host.reviews.get(opened, lambda: None)
            assert not is_complete
            assert await holder_of(client) == worker.process.pid
            worker.process.send_signal(signal.SIGSTOP)  # so that nothing is handed in between these lines
            assert await holder_of(client) == worker.process.pid
            worker.end()
            while not is_complete:
                body, is_complete = await host.reviews.get(opened, lambda: None)
                await asyncio.sleep(0.02)
            assert msgspec.json.decode(body) == alone.review().as_json()

    with worker_processes(redis_url()) as workers:
        run(lambda: main(workers[0]), 120)


def test_redis_may_lose_everything_and_vanish_and_come_back() -> None:
    part = Redis(new_folder("queue"))
    part.start()

    def empty() -> None:
        with contextlib.closing(redis.Redis.from_url(part.url)) as client:
            client.flushall()

    async def main() -> None:
        async with opened(part.url) as site:
            for damage in (empty, part.kill):
                await present(site)
                thought = asyncio.create_task(site.do(job("mcts:ms=20000"), "10.0.0.1"))
                await asyncio.sleep(0.3)
                damage()
                began = time.monotonic()
                with pytest.raises(NoWorkers):
                    await thought
                assert time.monotonic() - began < LOST_SECONDS
            part.start()
            await present(site)
            assert isinstance(await site.do(job(), "10.0.0.1"), int)

    try:
        with worker_thread(part.url):
            run(main, 90)
    finally:
        part.kill()


def test_a_worker_that_is_told_to_stop_finishes_what_it_has(client: Any) -> None:
    async def main(worker: Process) -> None:
        async with opened(redis_url()) as site:
            thought = asyncio.create_task(site.do(job("mcts:ms=1000"), "10.0.0.1"))
            await holder_of(client)
            worker.process.send_signal(signal.SIGTERM)
            assert isinstance(await thought, int)
            await asyncio.to_thread(worker.process.wait, 20)
            assert worker.process.returncode == 0
            assert client.zcard(f"{q.PREFIX}workers") == 0, "it says goodbye, so that nobody waits for it"

    with worker_processes(redis_url()) as workers:
        run(lambda: main(workers[0]), 60)


def test_a_job_over_which_workers_die_comes_back(client: Any) -> None:
    async def main() -> None:
        async with opened(redis_url()) as site:
            thought = asyncio.create_task(site.do(job("mcts:ms=600000"), "10.0.0.1"))
            take = client.register_script(q.TAKE)
            for _ in range(q.MOST_TRIES):
                while not take(keys=[q.PREFIX], args=["dead", 1, q.MOST_TRIES, jobs.PRIORITIES]):
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.02)
            assert not take(keys=[q.PREFIX], args=["dead", 1, q.MOST_TRIES, jobs.PRIORITIES])
            with pytest.raises(NoWorkers):
                await thought

    client.zadd(f"{q.PREFIX}workers", {"dead": 2**53})
    run(main, 30)


# --- Whose turn it is -------------------------------------------------------------------------------------------------


def submit(client: Any, name: str, address: str, *, priority: int = jobs.FIRST, ms: int = 10_000) -> None:
    client.register_script(q.SUBMIT)(keys=[q.PREFIX], args=[name, priority, q.share_of(address), 500, ms, "server", b"body"])


def order(client: Any) -> list[str]:
    """The jobs in the order in which workers get them."""
    take, names = client.register_script(q.TAKE), []
    while taken := take(keys=[q.PREFIX], args=["worker", 60_000, q.MOST_TRIES, jobs.PRIORITIES]):
        names.append(taken[0].decode())
    return names


def test_an_address_with_many_jobs_does_not_keep_another_waiting(client: Any) -> None:
    for number in range(5):
        submit(client, f"a{number}", "10.0.0.1")
    first = order_of_one(client)
    submit(client, "b0", "10.0.0.2")
    submit(client, "b1", "10.0.0.2")
    rest = order(client)
    assert first == "a0" and rest.index("b0") == 0 and rest.index("b1") < rest.index("a3") and sorted(rest) == ["a1", "a2", "a3", "a4", "b0", "b1"]
    assert [name for name in rest if name[0] == "a"] == ["a1", "a2", "a3", "a4"], "its own tables take turns"


def order_of_one(client: Any) -> str:
    return str(client.register_script(q.TAKE)(keys=[q.PREFIX], args=["worker", 60_000, q.MOST_TRIES, jobs.PRIORITIES])[0].decode())


def test_what_a_job_took_counts_for_its_address(client: Any) -> None:
    submit(client, "a0", "10.0.0.1")
    submit(client, "b0", "10.0.0.2")
    finish = client.register_script(q.FINISH)
    for name, took in zip(sorted(order(client)), (9000, 10), strict=True):
        assert finish(keys=[q.PREFIX], args=["worker", name, q.DONE, took, b"1"]) == 1
    submit(client, "a1", "10.0.0.1")
    for number in range(3):
        submit(client, f"b{number + 1}", "10.0.0.2")
    assert order(client) == ["b1", "b2", "b3", "a1"]
    assert finish(keys=[q.PREFIX], args=["another", "a1", q.DONE, 1, b"1"]) == 0, "who lost its lease hands nothing in"


def test_what_can_wait_waits_and_what_is_of_no_use_any_more_is_not_begun(client: Any) -> None:
    submit(client, "review", "10.0.0.1", priority=jobs.LATER)
    submit(client, "late", "10.0.0.1", ms=1)
    submit(client, "move", "10.0.0.1")
    time.sleep(0.05)
    assert order(client) == ["move", "review"]
    assert not client.exists(f"{q.PREFIX}job:late")


def test_a_superseded_job_is_cancelled_and_the_next_one_begins(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        thinkers = Thinkers(1, Workers(redis_url()))
        await thinkers.open()
        await present(thinkers.workers)
        before = METRICS.waiting_thoughts
        long = asyncio.create_task(thinkers.think("t1", never_here, job=job("mcts:ms=600000")))
        await holder_of(client)
        assert METRICS.waiting_thoughts == before + 1
        began = time.monotonic()
        short = asyncio.create_task(thinkers.think("t1", never_here, job=job()))
        with pytest.raises(Dropped):
            await long
        assert isinstance(await short, int) and time.monotonic() - began < LOST_SECONDS
        waiting = asyncio.create_task(thinkers.think("t2", never_here, job=job("mcts:ms=600000")))
        await holder_of(client)
        thinkers.drop("t2")
        with pytest.raises(Dropped):
            await waiting
        await thinkers.end()
        assert METRICS.waiting_thoughts == before
        assert not [*client.scan_iter(f"{q.PREFIX}job:*")], "nothing is left behind"

    def never_here(stop: Callable[[], bool]) -> int:
        raise AssertionError("the worker does it")

    with worker_thread(redis_url()):
        run(main, 60)


# --- What goes wrong, and what nobody may read ------------------------------------------------------------------------


def test_a_bot_that_cannot_play_is_an_error_at_the_server(client: Any) -> None:
    async def main() -> None:
        async with opened(redis_url()) as site:
            with pytest.raises(BotError, match="there is no bot `nobody`"):
                await site.do(job("nobody"), "10.0.0.1")

    with worker_thread(redis_url()):
        run(main, 30)


def test_no_log_of_a_worker_tells_what_lies_hidden(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    record = record_of(ziggurat.new("amytis", seed="a-secret-seed"))

    async def main() -> None:
        async with opened(redis_url()) as site:
            with pytest.raises(NoWorkers):
                await site.do(MoveJob({**record, "moves": ["c3>c3", "nonsense"]}, "mcts:sims=32", "another-secret"), "10.9.8.7")

    with worker_thread(redis_url()), caplog.at_level(logging.DEBUG):
        run(main, 30)
    assert "a job failed" in caplog.text
    everything = caplog.text + "".join(str(vars(entry)) for entry in caplog.records if entry.name.startswith("ziggurat"))
    assert all(hidden not in everything for hidden in ("a-secret-seed", "another-secret", "nonsense", "10.9.8.7"))
    assert not [key for key in client.scan_iter("*") if b"10.9.8.7" in key], "nor is an address written down"


def test_a_worker_without_a_queue_says_so() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "ZIGGURAT_REDIS_URL"}
    done = subprocess.run([sys.executable, "-m", "ziggurat", "worker"], capture_output=True, text=True, check=False, env=environment, timeout=60)
    assert done.returncode == 2 and "ZIGGURAT_REDIS_URL" in done.stderr and "Traceback" not in done.stderr


def test_every_search_of_a_table_can_go_to_a_worker() -> None:
    """What a table may ask of a bot ends before a job is of no use any more."""
    assert bots.MOST["ms"] / 1000 < jobs.KINDS[MoveJob].seconds
