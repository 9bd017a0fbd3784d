"""The first start: a table in plain Python at once, then a compiled server takes over, and nobody loses a move or a connection."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from history import check_file
from ledger import Ledger, Manner, create, people, plan, play_chain
from serving import Process, cache_without_stamp, run
from ziggurat.compile_cache import all_compiled, note_all_compiled, stamp_file


@pytest.fixture
def unstamped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All is compiled, but nobody knows."""
    folder = cache_without_stamp(tmp_path / "cache")
    monkeypatch.setenv("ZIGGURAT_CACHE", str(folder))
    return folder


class FirstStart(Process):
    """A server as `ziggurat serve` starts it."""

    def launch(self) -> None:
        command = [sys.executable, "-m", "ziggurat", "serve", "--no-browser", "--no-limits", "--port", "0", "--data", str(self.folder / "rooms.db")]
        self.process = subprocess.Popen([*command, *self.options], stdout=subprocess.PIPE, text=True, env={**os.environ, "NO_COLOR": "1"})

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(20)


@contextmanager
def started(folder: Path, *options: str) -> Iterator[FirstStart]:
    server = FirstStart(folder, *options)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def is_plain(server: Process) -> bool:
    return bool(httpx.get(f"{server.url}/healthz", timeout=30).json()["plain"])


@pytest.mark.usefixtures("unstamped")
def test_people_play_on_while_a_compiled_server_takes_over(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        assert is_plain(server)
        games = httpx.get(f"{server.url}/api/games").json()["games"]
        assert all(game["ready"] and game["bots_ready"] and not game["search_ready"] and not game["reviews_ready"] for game in games)
        ledger, done = Ledger(), asyncio.Event()

        async def main() -> None:
            async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_keepalive_connections=0)) as client:
                kinds = [("amytis", "link", "greedy"), ("akropolis", "link", "level:2"), ("blueprints", "link", "link"), ("amytis", "link", "level:8")]

                async def keep_table(number: int) -> None:
                    made = await create(server.url, client, plan(*kinds[number]), ledger)
                    lots = random.Random(number)
                    await play_chain(server.url, made, people(server.url, made, ledger, lots, Manner(pause=0.05, tidy=0.0), client), 1, done, ledger)

                async def watch() -> None:
                    """Connections are never refused, and there is always an answer."""
                    began = time.monotonic()
                    while (await client.get(f"{server.url}/healthz")).json()["plain"]:
                        assert time.monotonic() - began < 100, "nobody took over"
                        await asyncio.sleep(0.01)
                    await asyncio.sleep(3)
                    done.set()

                await asyncio.gather(watch(), *(keep_table(number) for number in range(len(kinds))))

        run(main, 180)
        assert ledger.problems == [] and ledger.acknowledged() > 20
        assert server.stop() == 0
    findings = check_file(tmp_path / "rooms.db", ledger)
    assert findings.problems == []


def test_the_next_start_is_compiled_from_the_beginning(tmp_path: Path, unstamped: Path) -> None:
    with started(tmp_path) as server:
        while not all(game["search_ready"] for game in httpx.get(f"{server.url}/api/games", timeout=60).json()["games"]):
            time.sleep(0.2)
        until = time.monotonic() + 20
        while not list(unstamped.glob("*.stamp")) and time.monotonic() < until:
            time.sleep(0.1)
        assert server.stop() == 0
    with started(tmp_path) as server:
        assert not is_plain(server)


UNDER_SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.executable, [sys.executable, "-m", "ziggurat", *sys.argv[2:]])
"""


def test_an_operator_replaces_a_server_whose_socket_somebody_else_holds(tmp_path: Path) -> None:
    """As systemd does it with a socket unit."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as held:
        url = f"http://127.0.0.1:{held.getsockname()[1]}"
        options = ["serve", "--no-browser", "--no-limits", "--wait", "30", "--data", str(tmp_path / "rooms.db")]
        command = [sys.executable, "-c", UNDER_SYSTEMD, str(held.fileno()), *options]

        def start() -> subprocess.Popen[bytes]:
            return subprocess.Popen(command, pass_fds=[held.fileno()], stdout=subprocess.DEVNULL)

        servers = [start()]
        try:
            assert httpx.get(f"{url}/healthz", timeout=60).is_success
            servers.append(start())
            until = time.monotonic() + 3
            while time.monotonic() < until or servers[0].poll() is None:
                assert httpx.get(f"{url}/healthz", timeout=60).is_success, "never refused, never reset"
                if time.monotonic() > until - 2 and servers[0].poll() is None:
                    servers[0].terminate()
            assert httpx.get(f"{url}/healthz", timeout=60).is_success and servers[1].poll() is None
        finally:
            for server in servers:
                server.kill()
                server.wait()


@pytest.mark.usefixtures("unstamped")
def test_nobody_waits_at_the_first_start_on_a_socket_of_systemd_either(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=100) as held:
        url = f"http://127.0.0.1:{held.getsockname()[1]}"
        options = ["serve", "--no-browser", "--no-limits", "--data", str(tmp_path / "rooms.db")]
        server = subprocess.Popen([sys.executable, "-c", UNDER_SYSTEMD, str(held.fileno()), *options], pass_fds=[held.fileno()], stdout=subprocess.DEVNULL)
        try:
            assert httpx.get(f"{url}/healthz", timeout=60).json()["plain"]
            while httpx.get(f"{url}/healthz", timeout=60).json()["plain"]:
                assert server.poll() is None
                time.sleep(0.1)
            server.terminate()
            assert server.wait(30) == 0
        finally:
            server.kill()
            server.wait()


@pytest.mark.usefixtures("unstamped")
def test_servers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGKILL)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with socket.socket() as caller:
                if caller.connect_ex(("127.0.0.1", server.port)) != 0:
                    return
            time.sleep(0.1)
        raise AssertionError("a server is still there")


@pytest.mark.usefixtures("unstamped")
def test_what_is_wrong_is_said_as_at_any_start(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        command = [sys.executable, "-m", "ziggurat", "serve", "--no-browser"]
        taken = subprocess.run([*command, "--port", str(server.port), "--data", str(tmp_path / "x.db")], capture_output=True, text=True, check=False)
        assert taken.returncode == 1 and f"cannot listen on 127.0.0.1:{server.port}" in taken.stderr
        in_use = subprocess.run([*command, "--port", "0", "--data", str(tmp_path / "rooms.db")], capture_output=True, text=True, check=False)
        assert in_use.returncode == 1 and "in use by another server" in in_use.stderr


def test_the_stamp_changes_with_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.compile_cache.cache_root", lambda: tmp_path)
    assert not all_compiled()
    note_all_compiled()
    assert all_compiled()
    before = stamp_file()
    monkeypatch.setattr("ziggurat.compile_cache.SOURCES", ("games/*/rules.py",))
    assert stamp_file() != before and not all_compiled()
