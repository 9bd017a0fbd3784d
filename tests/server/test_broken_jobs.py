"""Jobs that no server of ours has sent cost a worker no time, and other jobs none either."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from backends import redis_url
from ziggurat.server.workers import job_queue as q
from ziggurat.server.workers.worker import Worker

WHOLE = {"server": "s", "share": "x", "body": "not a job", "priority": 0, "turn": 1, "cost": 500, "until": 2**53, "tries": 0}
BROKEN: dict[str, dict[str, Any] | str] = {
    "empty": {"x": "y"},
    **{f"without_{name}": {other: value for other, value in WHOLE.items() if other != name} for name in WHOLE},
    **{f"odd_{name}": {**WHOLE, name: "odd"} for name in ("priority", "turn", "cost", "until", "tries")},
    "no_hash": "a text",
    "a b": WHOLE,
}


@pytest.fixture
def client() -> Iterator[Any]:
    """A Redis without a queue."""
    with contextlib.closing(redis.Redis.from_url(redis_url())) as client:
        for key in list(client.scan_iter("{ziggurat:work:*")):
            client.delete(key)
        yield client


def put(client: Any, name: str | bytes, values: dict[str, Any] | str) -> None:
    """Write a job as a stranger might."""
    key = f"{q.PREFIX}job:".encode() + (name.encode() if isinstance(name, str) else name)
    if isinstance(values, str):
        client.set(key, values)
    else:
        client.hset(key, mapping=values)


@pytest.mark.parametrize("where", ["queue:0", "leases"])
def test_broken_jobs_cost_a_worker_nothing(client: Any, where: str) -> None:
    for name, values in BROKEN.items():
        put(client, name, values)
        client.zadd(f"{q.PREFIX}{where}", {name: 1})
    put(client, b"\xff", WHOLE)
    client.zadd(f"{q.PREFIX}{where}", {b"\xff": 1})
    put(client, "good", WHOLE)
    client.zadd(f"{q.PREFIX}queue:0", {"good": 2})
    worker = Worker(redis_url(), 1, say=lambda line: None)
    thread = threading.Thread(target=worker.work, daemon=True)
    began = time.monotonic()
    thread.start()
    answer = client.blpop([f"{q.PREFIX}answers:s"], timeout=30)
    took = time.monotonic() - began
    worker.stopping.set()
    thread.join(30)
    assert answer is not None and answer[1].startswith(b"good\nfailed\n"), "a body that is no job is answered at once: the server does it itself"
    assert took < 5, "a second for each before"
    assert client.zcard(f"{q.PREFIX}{where}") == 0
    assert not list(client.scan_iter(f"{q.PREFIX}job:*")), "nothing is left of them"
