"""One server for one data file: a second is refused, a killed one leaves nothing behind, a planned handover passes the lock on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from serving import Process, run
from ziggurat.server.store.data_lock import DataLock, InUse
from ziggurat.server.store.sqlite import SqliteStore

NEW = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}


def second(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ziggurat", "serve", "--one-process", "--no-browser", "--port", "0", "--data", str(folder / "rooms.db"), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def table(server: Process) -> str:
    made: str = httpx.post(f"{server.url}/api/tables", json=NEW, timeout=60).json()["id"]
    return made


def test_a_second_server_on_the_same_file_is_refused(server: Process, tmp_path: Path) -> None:
    assert server.process is not None
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/rooms.db").symlink_to(server.folder / "rooms.db")
    for folder in (server.folder, tmp_path / "elsewhere"):
        refused = second(folder)
        assert refused.returncode == 1 and "Traceback" not in refused.stderr
        assert "in use" in refused.stderr and str(server.process.pid) in refused.stderr and "--data" in refused.stderr.replace("\n", "")
    assert "in use" in second(server.folder, "--wait", "0.2").stderr
    assert httpx.get(f"{server.url}/api/tables/{table(server)}").status_code == 200, "the first goes on"


def test_another_name_of_the_same_file_is_refused(server: Process, tmp_path: Path) -> None:
    """A hard link has another lock file beside it."""
    made = table(server)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/rooms.db").hardlink_to(server.folder / "rooms.db")
    refused = second(tmp_path / "elsewhere")
    assert refused.returncode == 1 and "Traceback" not in refused.stderr
    assert "in use" in refused.stderr and "hard link" in refused.stderr.replace("\n", " ")
    assert httpx.get(f"{server.url}/api/tables/{made}").status_code == 200


def locks_on(path: Path) -> set[str]:
    """The kinds of locks that this process has on a file, as the system lists them."""
    inode = str(path.stat().st_ino)
    lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    return {line[1] for line in lines if line[-3].split(":")[-1] == inode and line[-4] == str(os.getpid())}


def test_the_lock_of_the_file_itself_leaves_the_locks_of_sqlite_alone(tmp_path: Path) -> None:
    """Also where another store fails to open the same file: closing a descriptor of it would drop them."""

    async def main() -> None:
        first, second_ = (SqliteStore(tmp_path / "rooms.db") for _ in range(2))
        await first.open()
        assert locks_on(tmp_path / "rooms.db") == {"FLOCK", "POSIX"}, "a new file, too"
        with pytest.raises(InUse):
            await second_.open()
        assert locks_on(tmp_path / "rooms.db") == {"FLOCK", "POSIX"}
        await first.close()
        assert locks_on(tmp_path / "rooms.db") == set()

    run(main)


def test_a_copy_is_made_while_a_server_runs(server: Process, tmp_path: Path) -> None:
    table(server)
    command = [sys.executable, "-m", "ziggurat", "backup", str(tmp_path / "copy.db"), "--data", str(server.folder / "rooms.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0 and "1 tables" in done.stdout, done.stderr


def test_a_killed_server_leaves_no_lock(server: Process) -> None:
    made = table(server)
    server.kill()
    server.start()
    assert httpx.get(f"{server.url}/api/tables/{made}").status_code == 200


def test_a_planned_handover_passes_file_and_port_on(server: Process) -> None:
    """The next server waits for the one before, and opens the same port when that has written its last and gone."""
    made = table(server)
    after = Process(server.folder, "--wait", "120")
    after.port = server.port
    after.launch()
    try:
        assert after.process is not None and server.process is not None
        time.sleep(1.0)
        assert after.process.poll() is None and httpx.get(f"{server.url}/api/tables/{made}").status_code == 200, "both live, the first serves"
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(60)
        after.wait()
        assert httpx.get(f"{after.url}/api/tables/{made}").status_code == 200
    finally:
        after.kill()


def test_the_lock_is_held_from_opening_to_closing(tmp_path: Path) -> None:
    async def main() -> None:
        first, next_ = (SqliteStore(tmp_path / "rooms.db") for _ in range(2))
        await first.open()
        with pytest.raises(InUse):
            await next_.open()
        assert (first.lock.is_held, next_.lock.is_held) == (True, False)
        await first.close()
        assert (first.lock.is_held, next_.lock.is_held) == (False, False)
        await next_.open()
        await next_.close()

    run(main)


def test_whoever_waits_has_it_as_soon_as_it_is_free(tmp_path: Path) -> None:
    first, next_ = (DataLock(tmp_path / "rooms.db") for _ in range(2))
    first.take()
    first.take()  # it is ours already

    async def main() -> None:
        waiting = asyncio.create_task(asyncio.to_thread(next_.take, 60.0))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        first.release()
        await waiting
        assert next_.is_held and not first.is_held
        with pytest.raises(InUse):
            first.take()

    run(main)
    next_.release()


def test_a_file_that_cannot_be_used_is_not_left_locked(tmp_path: Path) -> None:
    (tmp_path / "rooms.db").write_text("this is a letter to my aunt, and nothing else " * 50)
    for _ in range(2):
        with pytest.raises(Exception, match="cannot use"):
            asyncio.run(SqliteStore(tmp_path / "rooms.db").open())
    DataLock(tmp_path / "rooms.db").take()
