"""What a worker costs when it works and when it is killed: the way through the queue, and seconds until another worker, or the server, has done its job.

python bench/worker_loss.py [--kills 5]

It starts a Redis from the test packages (or uses `ZIGGURAT_TEST_REDIS_URL`) and real workers, and kills them with SIGKILL in the midst of a search of a second.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import redis

import ziggurat
from ziggurat.server.workers import job_queue as q
from ziggurat.server.workers.dispatch import NoWorkers, Workers
from ziggurat.server.workers.jobs import MoveJob, record_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
SEARCH = 1.0  # seconds of the search that is interrupted


def start(url: str) -> subprocess.Popen[str]:
    """Start a worker, and wait until it works."""
    command = [sys.executable, "-m", "ziggurat", "worker", "--threads", "1"]
    worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "ZIGGURAT_REDIS_URL": url})
    assert worker.stdout is not None
    worker.stdout.readline()
    return worker


def job(bot: str) -> MoveJob:
    """A search from the opening of Amytis."""
    return MoveJob(record_of(ziggurat.new("amytis", seed=3)), bot, "seed")


async def holder(client: Any) -> int:
    """The process that has the only job."""
    while True:
        for key in client.scan_iter(f"{q.PREFIX}job:*"):
            if name := client.hget(key, "worker"):
                return int(name.split(b"-")[0])
        await asyncio.sleep(0.01)


async def killed(site: Workers, client: Any, workers: dict[int, subprocess.Popen[str]]) -> float:
    """Kill the worker that has a job; returns the seconds that this costs."""
    while not site.present:
        await asyncio.sleep(0.01)
    thought = asyncio.create_task(site.do(job(f"mcts:ms={round(1000 * SEARCH)}"), "10.0.0.1"))
    worker = workers.pop(await holder(client))
    await asyncio.sleep(SEARCH / 2)
    worker.kill()
    worker.wait()
    began = time.perf_counter()
    try:
        await thought
    except NoWorkers:
        return time.perf_counter() - began
    return time.perf_counter() - began - SEARCH


async def measure(url: str, kills: int) -> None:
    """Measure and print."""
    client = redis.Redis.from_url(url)
    site, workers = Workers(url), {worker.pid: worker for worker in (start(url), start(url))}
    await site.open()
    try:
        while not site.present:
            await asyncio.sleep(0.01)
        await site.do(job("mcts:sims=1"), "10.0.0.1")
        times, before = [], client.info("cpu")
        for _ in range(200):
            began = time.perf_counter()
            await site.do(job("mcts:sims=1"), "10.0.0.1")
            times.append(1000 * (time.perf_counter() - began))
        used = sum(client.info("cpu")[name] - before[name] for name in ("used_cpu_user", "used_cpu_sys"))
        print(f"a search of one simulation, through the queue and back: p50 {statistics.median(times):.1f} ms, p99 {sorted(times)[197]:.1f} ms", end="; ")
        print(f"{1000 * used / 200:.2f} ms of processor time of Redis", flush=True)
        lost = []
        for _ in range(kills):
            lost.append(await killed(site, client, workers))
            worker = start(url)
            workers[worker.pid] = worker
        print(f"a worker killed, another one left: {', '.join(f'{seconds:.1f}' for seconds in lost)} s until the search begins again", flush=True)
        while len(workers) > 1:
            workers.popitem()[1].kill()
        await asyncio.sleep(q.LEASE_MS / 1000 + 1)
        print(f"the only worker killed: the server knows after {await killed(site, client, workers):.1f} s", flush=True)
    finally:
        await site.close()
        for worker in workers.values():
            worker.kill()


def main() -> None:
    """Read the arguments, and measure."""
    from backends import redis_url

    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=5)
    asyncio.run(measure(redis_url(), parser.parse_args().kills))


if __name__ == "__main__":
    main()
