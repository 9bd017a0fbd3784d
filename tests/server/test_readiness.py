"""`/readyz` writes to find out whether the server can write: a full disk, a damaged or read-only file, a disk that hangs. `/healthz` outlives it all."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from serving import Process, opened_api, run
from ziggurat.server.store.data_file import prepare_file
from ziggurat.server.store.sqlite import SqliteStore
from ziggurat.server.store.store import StoreError
from ziggurat.server.web import readiness
from ziggurat.server.web.readiness import Readiness

NEW = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}


def failed_writes(server: Process) -> int:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("ziggurat_failed_writes_total ")))


def eventually(is_true: Callable[[], bool], seconds: float = 60) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if is_true():
            return True
        time.sleep(0.05)
    return False


@contextmanager
def full_disk(server: Process) -> Iterator[None]:
    """No file of the server may grow, as if the disk were full; afterwards it may again."""
    assert server.process is not None
    pid = server.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told_and_forgotten_when_there_is_room_again(server: Process) -> None:
    status = lambda: httpx.get(f"{server.url}/readyz", timeout=30).status_code  # noqa: E731
    assert status() == 200 and httpx.get(f"{server.url}/readyz").json() == {"ok": True}
    made = httpx.post(f"{server.url}/api/tables", json=NEW, timeout=60).json()
    table, headers = f"{server.url}/api/tables/{made['id']}", {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
    move = {"ply": 0, "move": httpx.get(table, headers=headers).json()["view"]["legal"][0]}
    with full_disk(server):
        assert eventually(lambda: status() == 503), "an answer is good for a second"
        answer = httpx.get(f"{server.url}/readyz")
        assert answer.json()["error"]["code"] == "store.wrong" and answer.json()["error"]["message"]
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        before = failed_writes(server)
        played = httpx.post(f"{table}/play", json=move, headers=headers)
        assert played.status_code == 503 and played.json()["error"]["code"] == "store.wrong"
        assert failed_writes(server) > before >= 1
        assert httpx.get(table, headers=headers).json()["ply"] == 0, "nothing has changed"
    assert httpx.post(f"{table}/play", json=move, headers=headers).status_code == 201
    assert httpx.get(table, headers=headers).json()["ply"] == 1
    assert eventually(lambda: status() == 200)


def test_a_damaged_file_is_told(server: Process) -> None:
    httpx.post(f"{server.url}/api/tables", json=NEW, timeout=60)
    data = server.folder / "rooms.db"
    with closing(sqlite3.connect(data, timeout=30)) as other:
        other.execute("pragma wal_checkpoint(truncate)")
    with data.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(4096)
        file.write(os.urandom(size - 4096))
    assert eventually(lambda: httpx.get(f"{server.url}/readyz", timeout=30).status_code == 503)
    assert failed_writes(server) >= 1
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    assert httpx.post(f"{server.url}/api/tables", json=NEW, timeout=60).status_code == 503


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nobody may write to what is in this folder, not even root."""
    files = [*folder.iterdir()]
    before = {path: stat.S_IMODE(path.stat().st_mode) for path in (folder, *files)}
    for path in files:
        path.chmod(0o666 if path.suffix == ".lock" else 0o444)
    folder.chmod(0o555)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        for path, mode in before.items():
            path.chmod(mode)


def test_a_read_only_file_is_refused_at_the_start() -> None:
    folder = Path(tempfile.mkdtemp())
    try:

        async def made() -> None:
            store = SqliteStore(folder / "rooms.db")
            await store.open()
            await store.close()

        asyncio.run(made())
        with read_only(folder):
            with pytest.raises(StoreError, match="cannot use"):
                prepare_file(folder / "rooms.db")
            with pytest.raises(StoreError, match="cannot use"):
                asyncio.run(made())
        asyncio.run(made())
    finally:
        shutil.rmtree(folder)


def host_of(client: httpx.AsyncClient) -> Any:
    return client._transport.app.app.state.host  # type: ignore[attr-defined]


def test_a_file_that_becomes_read_only_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            assert (await client.get("/readyz")).status_code == 200
            writer = host_of(client).store._writer
            writer.execute("pragma query_only = on")
            assert (await client.get("/readyz")).status_code == 503
            assert (await client.get("/healthz")).status_code == 200
            writer.execute("pragma query_only = off")
            assert (await client.get("/readyz")).status_code == 200

    run(main)


def test_a_write_that_failed_makes_the_server_unready_though_others_succeed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One part of the file is damaged: what is written for the check lies elsewhere."""
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json=NEW)).json()
            with closing(sqlite3.connect(tmp_path / "rooms.db")) as other:
                other.execute("alter table event rename to lost")
            assert (await client.get("/readyz")).status_code == 200
            headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
            answer = await client.post(f"/api/tables/{made['id']}/chat", json={"text": "hello"}, headers=headers)
            assert answer.status_code == 503
            assert (await client.get("/readyz")).status_code == 503

    run(main)


def test_a_disk_that_hangs_is_told_in_time_and_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "SECONDS", 0.2)
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            with closing(sqlite3.connect(tmp_path / "rooms.db", isolation_level=None)) as other:
                other.execute("begin immediate")
                assert [answer.status_code for answer in await asyncio.gather(*(client.get("/readyz") for _ in range(20)))] == [503] * 20
                assert (await client.get("/healthz")).status_code == 200
                other.execute("rollback")
            while (await client.get("/readyz")).status_code != 200:
                await asyncio.sleep(0.05)
            assert host_of(client).store.writes <= 5, "those who asked together waited for one write"

    run(main)


class Counting:
    """A store that counts how often it is tried."""

    tried = 0

    async def probe(self) -> None:
        self.tried += 1


def test_asking_often_makes_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 3600.0)

    async def main() -> None:
        store: Any = Counting()
        readiness = Readiness(store)
        for _ in range(100):
            await readiness.check()
        assert store.tried == 1

    run(main)


def test_the_writer_outlives_work_that_fails_in_an_unforeseen_way(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        await store.open()

        def wrong(_: sqlite3.Connection) -> None:
            raise OverflowError("too large")

        with pytest.raises(OverflowError):
            await store._do(wrong)
        await store.pulse(5)
        assert await store.last_pulse() == 5
        await store.close()

    run(main)
