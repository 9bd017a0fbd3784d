"""The steps of `docs/guides/serving.md` from one laptop to a site, carried out with one game: a data file, a database, two servers and a worker, and back."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from backends import new_database, redis_url
from playing import SocketPlayer
from serving import Process, run

NEW = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "mcts:sims=24"}]}


def ziggurat(*arguments: str | Path) -> str:
    done = subprocess.run([sys.executable, "-m", "ziggurat", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=90)
    assert done.returncode == 0, done.stderr
    return done.stdout


def stop(server: Process) -> None:
    """Drain a server, as an operator does."""
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(30)
    server.kill()


def play(url: str, made: dict[str, Any], until_ply: int) -> int:
    """Play on from a page that connects to this server; returns the ply."""
    seat = made["seats"][0]["secret"]
    reached = 0

    async def main() -> None:
        nonlocal reached
        player = SocketPlayer(url, made["id"], [seat], random.Random(until_ply))
        await player.open()
        await player.play_on(until_ply=until_ply)
        reached = player.state["ply"]

    run(main, 90)
    return reached


def metric(server: Process, name: str) -> int:
    return int(re.findall(rf"^ziggurat_{name} (\d+)", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)[0])


def wait_for_workers(*servers: Process) -> None:
    """Servers look for workers now and then: until they have seen one, they think themselves."""
    for server in servers:
        while not metric(server, "workers"):
            time.sleep(0.1)


def test_a_game_moves_from_a_laptop_to_a_site_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [tmp_path / name for name in ("laptop", "one", "two", "again")]
    for folder in folders:
        folder.mkdir()
    laptop = Process(folders[0]).start()
    made = httpx.post(f"{laptop.url}/api/tables", json=NEW, timeout=60).json()
    assert 6 <= play(laptop.url, made, 6) < 20
    assert "copied 1 tables" in ziggurat("backup", tmp_path / "before.db", "--data", folders[0] / "rooms.db")
    stop(laptop)
    database = new_database()
    assert "the same on both sides" in ziggurat("move-data", folders[0] / "rooms.db", database)
    monkeypatch.setenv("ZIGGURAT_DATABASE_URL", database)
    monkeypatch.setenv("ZIGGURAT_REDIS_URL", redis_url())
    worker = subprocess.Popen([sys.executable, "-m", "ziggurat", "worker", "--threads", "1"], stdout=subprocess.PIPE, text=True, env=os.environ)
    one, two = Process(folders[1], "--drain", "1"), Process(folders[2])
    try:
        for server in (one, two):
            server.launch()
        for server in (one, two):
            server.wait()
        assert worker.stdout is not None and worker.stdout.readline()
        wait_for_workers(one, two)
        reached = play(one.url, made, 12)
        assert reached >= 12 and play(two.url, made, 18) >= 18, "any server takes the moves"
        assert metric(one, "worker_thoughts_total") + metric(two, "worker_thoughts_total") > 0
        stop(one)
        play(two.url, made, 10_000)
        record = httpx.get(f"{two.url}/api/tables/{made['id']}/record").json()
        assert "result" in record
        assert "copied 1 tables" in ziggurat("backup", tmp_path / "after.db"), "while a server runs"
    finally:
        one.kill()
        two.kill()
        worker.terminate()
        worker.communicate(timeout=30)
    monkeypatch.delenv("ZIGGURAT_DATABASE_URL")
    monkeypatch.delenv("ZIGGURAT_REDIS_URL")
    ziggurat("restore", tmp_path / "after.db", "--data", folders[3] / "rooms.db")
    again = Process(folders[3]).start()
    try:
        assert httpx.get(f"{again.url}/api/tables/{made['id']}/record").json() == record
    finally:
        again.kill()
