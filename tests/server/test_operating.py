"""What an operator sees of servers and workers: what they refuse at the start, log and count. Never a password."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import ziggurat
from backends import Redis, new_database, new_folder
from serving import Process

PASSWORD = "hidden-Pa55"
SERVE = ["serve", "--no-browser", "--port", "0"]
FORWARDING = {"X-Forwarded-For": "203.0.113.7"}


def command(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "ziggurat", *map(str, arguments)]
    own = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", **environment}
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=60, env=own)


class LockedRedis(Redis):
    """A Redis that asks for a password."""

    @property
    def url(self) -> str:
        return super().url.replace("redis://", f"redis://:{PASSWORD}@")

    @property
    def wrong_url(self) -> str:
        return super().url.replace("redis://", f"redis://:{PASSWORD}-wrong@")

    def command(self) -> list[str]:
        return [*super().command(), "--requirepass", PASSWORD]


@pytest.fixture(scope="module")
def locked() -> Iterator[LockedRedis]:
    part = LockedRedis(new_folder("locked"))
    part.start()
    yield part
    part.kill()


def lines_of(log: Path) -> list[dict[str, Any]]:
    assert PASSWORD not in log.read_text()
    return [json.loads(line) for line in log.read_text().splitlines()]


def texts_of(log: Path) -> list[str]:
    return [line["text"] for line in lines_of(log)]


def eventually(check: Callable[[], object], seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < until
        time.sleep(0.1)


# --- What is refused at the start -------------------------------------------------------------------------------------


def test_a_file_and_a_database_together_are_refused(tmp_path: Path) -> None:
    """Else the file would be ignored, and its tables be missed."""
    url = f"postgresql://ada:{PASSWORD}@127.0.0.1:1/table"
    for more in ([], ["--one-process"]):
        done = command(*SERVE, "--data", tmp_path / "x.db", *more, ZIGGURAT_DATABASE_URL=url)
        assert done.returncode == 2 and "`--data`" in done.stderr and "`ZIGGURAT_DATABASE_URL`" in done.stderr
        assert len(done.stderr.splitlines()) == 1 and PASSWORD not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_host_that_has_no_address_is_named(tmp_path: Path) -> None:
    for more in ([], ["--one-process"]):
        done = command(*SERVE, "--data", tmp_path / "x.db", "--host", "nowhere.invalid", *more)
        assert done.returncode == 2 and "`--host nowhere.invalid`" in done.stderr and "Traceback" not in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "url",
    [
        f"http://:{PASSWORD}@127.0.0.1:1/0",
        f"redis://:{PASSWORD}/x@127.0.0.1:1/0",
        f"redis://:{PASSWORD}@127.0.0.1:{PASSWORD}/0",
        f"redis://:{PASSWORD}@127.0.0.1:99999/0",
        f"redis://:{PASSWORD}@127.0.0.1:1/0?socket_timeout=x",
        f"redis://:{PASSWORD}@127.0.0.1:1/0?no_such_option=1",
        f"redis://:{PASSWORD}%zz@127.0.0.1:1/0",
    ],
)
def test_a_wrong_url_of_redis_is_refused_without_a_trace(url: str, tmp_path: Path) -> None:
    for words in (["worker"], [*SERVE, "--one-process", "--data", tmp_path / "x.db"]):
        done = command(*words, ZIGGURAT_REDIS_URL=url)
        assert done.returncode == 2 and done.stderr.splitlines()[-1].startswith("error: "), done.stderr
        assert "`ZIGGURAT_REDIS_URL`" in done.stderr and "Traceback" not in done.stderr and PASSWORD not in done.stderr


def test_a_worker_with_a_wrong_password_ends_and_says_so(locked: LockedRedis) -> None:
    done = command("worker", ZIGGURAT_REDIS_URL=locked.wrong_url)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and last.startswith("error: ") and "`ZIGGURAT_REDIS_URL`" in last
    assert f"`redis://127.0.0.1:{locked.port}/0`" in last and "Traceback" not in done.stderr
    assert PASSWORD not in done.stderr + done.stdout


# --- What is logged ---------------------------------------------------------------------------------------------------


@contextmanager
def worker(url: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, "NO_COLOR": "1", "ZIGGURAT_REDIS_URL": url}
    words = [sys.executable, "-m", "ziggurat", "worker", "--threads", "4", "--log-level", "info"]
    with log.open("wb") as errors:
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=errors, env=environment)
    try:
        yield process
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()


def test_a_worker_says_once_a_minute_that_redis_is_away_and_finds_it_again(tmp_path: Path) -> None:
    """Before, four lines a second; and each of its threads tried on."""
    part, log = LockedRedis(new_folder("late")), tmp_path / "log"
    with worker(part.url, log):
        eventually(lambda: "the queue cannot be reached: trying on" in texts_of(log), 60)
        time.sleep(4)
        part.start()
        try:
            eventually(lambda: "the queue can be reached again" in texts_of(log), 60)
        finally:
            part.kill()
        time.sleep(4)
        texts = texts_of(log)
    assert texts[0] == "worker started" and len(texts) <= 5, "a minute may have passed since the first line"
    assert all(line["redis"] == f"`redis://127.0.0.1:{part.port}/0`" for line in lines_of(log) if "redis" in line)


def test_a_server_logs_what_it_is_and_where_everything_is_stored(locked: LockedRedis, tmp_path: Path) -> None:
    log = tmp_path / "log"
    Process(tmp_path, log=log).start().kill()
    (line,) = lines_of(log)
    assert line["text"] == "server started" and line["version"] == ziggurat.__version__
    assert line["data"] == str(tmp_path / "rooms.db") and "redis" not in line and line["plain"] is False
    log.write_text("")
    database = new_database().replace("postgres@", f"postgres:{PASSWORD}@")
    environment = {"ZIGGURAT_DATABASE_URL": database, "ZIGGURAT_REDIS_URL": locked.url}
    Process(tmp_path, log=log, environment=environment).start().kill()
    (line,) = [line for line in lines_of(log) if line["text"] == "server started"]
    assert re.fullmatch(r"`postgresql://127\.0\.0\.1:\d+/postgres`", line["database"]) and "data" not in line
    assert line["redis"] == f"`redis://127.0.0.1:{locked.port}/0`"


def test_a_proxy_that_is_not_trusted_is_logged_once(tmp_path: Path) -> None:
    """Else nobody would know why all players together have the limits of one."""
    log = tmp_path / "log"
    server = Process(tmp_path, log=log, environment={"FORWARDED_ALLOW_IPS": "10.99.99.99"}).start()
    try:
        httpx.get(f"{server.url}/healthz")
        assert texts_of(log) == ["server started"], "who forwards nothing is no proxy"
        for _ in range(3):
            httpx.get(f"{server.url}/healthz", headers=FORWARDING)
    finally:
        server.kill()
    (line,) = lines_of(log)[1:]
    assert line["address"] == "127.0.0.1" and "FORWARDED_ALLOW_IPS" in line["advice"] and line["level"] == "warning"
    log.write_text("")
    server = Process(tmp_path, log=log).start()
    httpx.get(f"{server.url}/healthz", headers=FORWARDING)
    server.kill()
    assert texts_of(log) == ["server started"], "one on this machine is trusted"


# --- What is counted --------------------------------------------------------------------------------------------------


def metric(server: Process, name: str) -> int:
    return int(re.findall(rf"^ziggurat_{name} (-?\d+)", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)[0])


def test_memory_stored_bytes_and_draining_are_counted(tmp_path: Path) -> None:
    server = Process(tmp_path, "--drain", "600").start()
    try:
        assert 20_000_000 < metric(server, "memory_bytes") < 4_000_000_000
        eventually(lambda: metric(server, "stored_bytes") > 0)
        files = sum(path.stat().st_size for path in tmp_path.glob("rooms.db*"))
        assert 4096 < metric(server, "stored_bytes") <= files
        assert metric(server, "draining") == 0 and metric(server, "redis_up") == -1
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        eventually(lambda: metric(server, "draining") == 1)
    finally:
        server.kill()


@pytest.mark.parametrize("shared", [False, True], ids=["workers alone", "with a database"])
def test_redis_is_counted_as_up_or_down_with_its_errors(shared: bool, tmp_path: Path) -> None:
    part, log = LockedRedis(new_folder("counted")), tmp_path / "log"
    part.start()
    environment = {"ZIGGURAT_REDIS_URL": part.url} | ({"ZIGGURAT_DATABASE_URL": new_database()} if shared else {})
    server = Process(tmp_path, log=log, environment=environment).start()
    try:
        eventually(lambda: metric(server, "redis_up") == 1)
        assert metric(server, "redis_errors_total") == 0
        eventually(lambda: metric(server, "stored_bytes") > 0)
        part.kill()
        eventually(lambda: metric(server, "redis_up") == 0)
        assert metric(server, "redis_errors_total") > 0
        part.start()
        eventually(lambda: metric(server, "redis_up") == 1)
    finally:
        server.kill()
        part.kill()
    assert 1 <= texts_of(log).count("the workers cannot be reached") <= 3, "once a minute"


def test_a_server_with_a_wrong_password_for_redis_says_so(locked: LockedRedis, tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Process(tmp_path, log=log, environment={"ZIGGURAT_REDIS_URL": locked.wrong_url}).start()
    try:
        time.sleep(2)
        assert metric(server, "redis_up") == 0
    finally:
        server.kill()
    assert texts_of(log)[:2] == ["server started", "the workers cannot be reached"] and len(texts_of(log)) <= 3


# --- What is explained ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["serve", "worker"])
def test_help_names_the_environment_variables(name: str) -> None:
    """All that the package reads for a server or a worker, and those of its libraries that an operator needs."""
    of_servers = {"ZIGGURAT_DATA", "ZIGGURAT_DATABASE_URL", "ZIGGURAT_ONE_PROCESS", "ZIGGURAT_BOT_OUTPUT", "ZIGGURAT_METRICS_TOKEN"}
    of_servers.add("FORWARDED_ALLOW_IPS")
    of_both = {"ZIGGURAT_REDIS_URL", "ZIGGURAT_CACHE", "OTEL_EXPORTER_OTLP_ENDPOINT"}
    text = command(name, "--help").stdout
    named = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", text))
    assert named == (of_servers | of_both if name == "serve" else of_both), text
    read: set[str] = set()
    for path in (Path(ziggurat.__file__).parent / "server").rglob("*.py"):
        read |= set(re.findall(r'environ(?:\.get\(|\[)"(ZIGGURAT_\w+)"', path.read_text()))
    assert read <= of_servers | of_both
