"""Let people play at three server processes on one PostgreSQL and one Redis, while every part fails in turn; then read the whole history.

The people (`ledger`) connect to any process and, when their line is cut, to another. The faults come from a seed: parts are killed, paused, restarted, their
connections cut or stalled by a proxy, clocks set an hour on or back, owners put to sleep for longer than their lease. Afterwards `history` compares all that
was acknowledged and shown with the database: every acknowledged request once and in order, no view of a ply that never was, no view of another seat.

`python bench/faults.py --faults 200` is the long form; the tests run a short one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg

from backends import Part, Postgres, Redis, new_folder, with_schema
from crashing import log_errors
from history import check_file
from ledger import Ledger, Lost, Manner, Person, Spectator, create, plan, play_chain
from playing import close_all
from proxy import Proxy
from serving import Process
from ziggurat.server.store.postgres import LEASE_SECONDS, PostgresStore

PLANS = [
    plan("amytis", "link", "link"),
    plan("akropolis", "link", "link", "greedy"),
    plan("blueprints", "link", "link", stand_in="greedy"),
    plan("blueprints", "link", "random", "link"),
    plan("amytis", "link", "link", clock={"kind": "live", "bank": 600, "increment": 10}),
    plan("akropolis", "link", "level:2"),
]
RETRIED = ("store.wrong", "store.unsure", "table.busy")
"""Refusals after which a person tries again elsewhere, as after a cut line."""
CLOCK = """
import os, time
_path, _time_ns = os.environ["ZIGGURAT_TEST_CLOCK"], time.time_ns
def _shifted():
    with open(_path) as file:
        return _time_ns() + 10**9 * int(file.read() or 0)
time.time_ns, time.time = _shifted, lambda: _shifted() / 1e9
"""
"""Runs in each server first: its wall clock is as wrong as a file says."""
EXPECTED = ('"the store failed"', "timeout graceful shutdown exceeded")  # errors that a log may tell of: the database is away; a drain ends slow requests
SETTLE_ACKNOWLEDGED = 6  # requests acknowledged after a fault before the next one comes
SETTLE_SECONDS = 20.0


class Roamer(Person):
    """A person who goes to any of the processes, and elsewhere when the line is cut."""

    def __init__(self, servers: list[Process], *arguments: Any) -> None:
        self.servers = servers
        super().__init__(servers[0].url, *arguments)

    async def come(self) -> None:
        """Connect to any process, and look what became of a request that was not answered: what is not there may still come."""
        self.base = self.lots.choice(self.servers).url
        self.url = f"{self.base.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        entry = self.under_way
        try:
            await super().come()
        except Lost as lost:
            if not any(code in str(lost) for code in RETRIED):
                raise
            await self.close()
            raise ConnectionResetError(str(lost)) from None
        finally:
            if entry is not None and entry.fate == "gone":
                entry.fate = "sent"

    async def tell(self, kind: str, values: dict[str, Any]) -> dict[str, Any]:
        """Ask for something; where nobody can say whether it happened, the line counts as cut."""
        answer = await super().tell(kind, values)
        if answer["t"] == "error" and answer["error"]["code"] in RETRIED:
            self.ledger.counts[f"answered {answer['error']['code']}"] += 1
            await self.close()
            raise ConnectionResetError(answer["error"]["code"])
        return answer

    async def post(self, kind: str, values: dict[str, Any]) -> dict[str, Any]:
        """Ask for something over HTTP; a server that drains ends what takes more than five seconds with a bare 500, as if the line were cut."""
        try:
            return await super().post(kind, values)
        except json.JSONDecodeError:
            self.ledger.counts["requests ended by a drain"] += 1
            raise ConnectionResetError from None


class Watcher(Spectator):
    """A spectator, for whom a process that cannot read now is like one that is away."""

    async def open(self) -> dict[str, Any]:
        """Connect."""
        message = await super().open()
        if message["t"] == "error" and message["error"]["code"] in RETRIED:
            await self.close()
            raise ConnectionResetError(message["error"]["code"])
        return message


@dataclass
class Report:
    """What was done and what came of it."""

    seed: int
    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0
    longest_pause: float = 0.0
    """The longest time after a fault until requests were acknowledged again."""


class Site:
    """Three servers, a PostgreSQL, a Redis, and proxies between them."""

    def __init__(self, folder: Path, servers: int) -> None:
        self.folder = folder
        self.count = servers
        self.postgres, self.redis = Postgres(new_folder("postgres")), Redis(new_folder("redis"))
        self.proxies: list[tuple[Proxy, Proxy]] = []
        """For each server: to the database, to Redis."""
        self.servers: list[Process] = []
        self.clocks: list[Path] = []

    async def open(self) -> None:
        """Start everything."""
        await asyncio.gather(asyncio.to_thread(self.postgres.start), asyncio.to_thread(self.redis.start))
        with psycopg.connect(self.postgres.url, autocommit=True) as database:
            database.execute("create schema faults")
            database.execute("create table faults.clock(jump interval)")
            database.execute("insert into faults.clock values ('0')")
            body = "select pg_catalog.clock_timestamp() + jump from faults.clock"
            database.execute(f"create function faults.clock_timestamp() returns timestamptz language sql volatile as '{body}'")
        (self.folder / "shim").mkdir()
        (self.folder / "shim/sitecustomize.py").write_text(CLOCK)
        for place in range(self.count):
            lines = Proxy(self.postgres.port), Proxy(self.redis.port)
            for line in lines:
                await line.open()
            self.proxies.append(lines)
            self.clocks.append(self.folder / f"clock{place}")
            self.clocks[-1].write_text("0")
            environment = {
                "ZIGGURAT_DATABASE_URL": self.database_url(lines[0].port),
                "ZIGGURAT_REDIS_URL": f"redis://127.0.0.1:{lines[1].port}/0",
                "ZIGGURAT_TEST_CLOCK": str(self.clocks[-1]),
                "PYTHONPATH": os.pathsep.join([str(self.folder / "shim"), *filter(None, [os.environ.get("PYTHONPATH")])]),
            }
            self.servers.append(Process(self.folder, log=self.folder / f"server{place}.log", environment=environment))
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in self.servers))

    def database_url(self, port: int) -> str:
        """The database through a proxy, with a clock that can be set."""
        return with_schema(f"postgresql://postgres@127.0.0.1:{port}/postgres", "faults,pg_catalog")

    async def close(self) -> None:
        """End everything."""
        for server in self.servers:
            if server.process is not None:
                with contextlib.suppress(ProcessLookupError):
                    server.process.send_signal(signal.SIGCONT)
            await asyncio.to_thread(server.kill)
        for lines in self.proxies:
            for line in lines:
                await line.close()
        self.postgres.end(signal.SIGQUIT)
        self.redis.kill()
        for part in (self.postgres, self.redis):
            shutil.rmtree(part.folder, ignore_errors=True)


# --- Faults -----------------------------------------------------------------------------------------------------------


class Faults:
    """What can go wrong; each undoes itself."""

    def __init__(self, site: Site, lots: random.Random) -> None:
        self.site = site
        self.lots = lots
        self.kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "server killed": self.kill_server,
            "server drained": self.drain_server,
            "server paused": lambda: self.pause_server(0.5, 2.0),
            "owner asleep for longer than its lease": lambda: self.pause_server(LEASE_SECONDS + 1, LEASE_SECONDS + 4),
            "PostgreSQL killed": lambda: self.restart(self.site.postgres, signal.SIGKILL),
            "PostgreSQL restarted": lambda: self.restart(self.site.postgres, signal.SIGINT),
            "PostgreSQL paused": self.pause_postgres,
            "Redis killed and restarted empty": lambda: self.restart(self.site.redis, signal.SIGKILL),
            "Redis paused": lambda: self.pause([self.process_of(self.site.redis)], 0.5, 4.0),
            "connections to PostgreSQL cut": lambda: self.cut(0),
            "connections to Redis cut": lambda: self.cut(1),
            "connections to PostgreSQL stalled": lambda: self.stall(0),
            "connections to Redis stalled": lambda: self.stall(1),
            "clock of a server set": self.set_server_clock,
            "clock of the database set": self.set_database_clock,
        }

    def order(self, count: int) -> Iterator[str]:
        """So many faults, every kind about equally often."""
        names: list[str] = []
        for _ in range(count):
            if not names:
                names = self.lots.sample(list(self.kinds), len(self.kinds))
            yield names.pop()

    def process_of(self, part: Part) -> int:
        assert part.process is not None
        return part.process.pid

    async def kill_server(self) -> None:
        server = self.lots.choice(self.site.servers)
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(self.lots.uniform(0, 2))
        await asyncio.to_thread(server.start)

    async def drain_server(self) -> None:
        """Drain a server that has begun its work: one that loads its games still is ended before it has answered."""
        server = self.lots.choice(self.site.servers)
        async with httpx.AsyncClient() as client:
            until = time.monotonic() + SETTLE_SECONDS
            while time.monotonic() < until and not all((await client.get(f"{server.url}/healthz")).json()["compiled"].values()):
                await asyncio.sleep(0.2)
        assert server.process is not None
        server.process.terminate()
        await asyncio.to_thread(server.process.wait, 30)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)

    async def pause_server(self, least: float, most: float) -> None:
        process = self.lots.choice(self.site.servers).process
        assert process is not None
        await self.pause([process.pid], least, most)

    async def pause_postgres(self) -> None:
        await self.pause(self.site.postgres.pids(), 0.5, 3.0)

    async def pause(self, pids: list[int], least: float, most: float) -> None:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(self.lots.uniform(least, most))
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    async def restart(self, part: Part, number: int) -> None:
        await asyncio.to_thread(part.end, number)
        await asyncio.sleep(self.lots.uniform(0, 1))
        await asyncio.to_thread(part.start)

    async def cut(self, which: int) -> None:
        line = self.lots.choice(self.site.proxies)[which]
        if self.lots.random() < 0.5:
            for _ in range(self.lots.randrange(1, 6)):
                line.cut()
                await asyncio.sleep(self.lots.uniform(0, 0.2))
        else:
            await line.refuse(self.lots.uniform(0.2, 3.0))

    async def stall(self, which: int) -> None:
        await self.lots.choice(self.site.proxies)[which].stall(self.lots.uniform(0.5, 5.0))

    async def set_server_clock(self) -> None:
        self.lots.choice(self.site.clocks).write_text(str(self.lots.choice([-3600, 0, 3600])))

    async def set_database_clock(self) -> None:
        jump = self.lots.choice(["-1 hour", "1 hour", "0"])

        def work() -> None:
            with psycopg.connect(self.site.postgres.url, autocommit=True) as database:
                database.execute("update faults.clock set jump = %s::interval", (jump,))

        await asyncio.to_thread(work)


# --- A run --------------------------------------------------------------------------------------------------------------


async def keep_table(site: Site, place: int, seed: int, done: asyncio.Event, ledger: Ledger, client: httpx.AsyncClient) -> None:
    """One table after another, with its rematches."""
    lots = random.Random(f"{seed}/{place}")
    manner = Manner(pause=0.01, chat=0.15, hint=0.005, take_over=0.005, abandon=0.001, resign=0.0005, rematches=1, tidy=0.0)
    turn = place
    while not done.is_set():
        url = lots.choice(site.servers).url
        try:
            made = await create(url, client, PLANS[turn % len(PLANS)], ledger)
        except Lost as lost:
            if any(code in str(lost) for code in (*RETRIED, "Internal Server Error")):
                ledger.unanswered_tables += 1
                await asyncio.sleep(0.3)
                continue
            raise
        turn += 7
        people = [
            Roamer(site.servers, made["id"], seat["seat"], seat["secret"], ledger, random.Random(lots.random()), manner, client)
            for seat in made["seats"]
            if seat["secret"]
        ]
        await play_chain(url, made, people, 1, done, ledger, spectator_of=Watcher)


async def fail_often(site: Site, planned: int | list[str], done: asyncio.Event, ledger: Ledger, report: Report, say: Callable[[str], None]) -> None:
    """Let one fault follow another, each when play goes on after the one before: so many, or these."""
    faults = Faults(site, random.Random(report.seed))
    try:
        await settle(ledger, report)
        for number, name in enumerate(faults.order(planned) if isinstance(planned, int) else planned):
            say(f"{number + 1:4} {name} ({ledger.acknowledged()} acknowledged)")
            report.faults[name] += 1
            await faults.kinds[name]()
            await settle(ledger, report)
    finally:
        done.set()


async def settle(ledger: Ledger, report: Report) -> None:
    """Wait until requests are acknowledged again."""
    began, before = time.monotonic(), ledger.acknowledged()
    while ledger.acknowledged() < before + SETTLE_ACKNOWLEDGED:
        if (took := time.monotonic() - began) > SETTLE_SECONDS:
            report.problems.append(f"after {sum(report.faults.values())} faults nothing was acknowledged for {took:.0f} s")
            break
        await asyncio.sleep(0.02)
    report.longest_pause = max(report.longest_pause, time.monotonic() - began)


async def fail(folder: Path, faults: int | list[str], seed: int, tables: int = 6, servers: int = 3, say: Callable[[str], None] = lambda _: None) -> Report:
    """Run the whole test: so many faults from the seed, or these."""
    site, report, ledger, done = Site(folder, servers), Report(seed), Ledger(), asyncio.Event()
    client = httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=None, max_keepalive_connections=0))
    began = time.monotonic()
    try:
        await site.open()
        works = [keep_table(site, place, seed, done, ledger, client) for place in range(tables)]
        await asyncio.gather(fail_often(site, faults, done, ledger, report, say), *works)
        await read_back(site, ledger, report)
    finally:
        await client.aclose()
        await close_all()
        await site.close()
    report.seconds = time.monotonic() - began
    return report


async def read_back(site: Site, ledger: Ledger, report: Report) -> None:
    """Compare the database and the logs with what people wrote down."""
    for server in site.servers:
        await asyncio.to_thread(server.kill)
    store = PostgresStore(with_schema(site.postgres.url, "faults,pg_catalog"))
    await store.open()
    await store.backup(site.folder / "copy.db")
    await store.close()
    findings = await asyncio.to_thread(check_file, site.folder / "copy.db", ledger)
    url = with_schema(site.postgres.url, "faults,pg_catalog")
    findings.problems += wrong_leases(url)
    with psycopg.connect(url) as database:
        (fences,) = database.execute("select sum(fence) from lease").fetchone() or (0,)
    report.counts = ledger.counts + findings.counts + Counter({"changes of owner": int(fences or 0)})
    errors = [error for place in range(site.count) for error in log_errors(site.folder / f"server{place}.log") if not any(text in error for text in EXPECTED)]
    report.problems += [*ledger.problems, *findings.problems, *errors]


def wrong_leases(url: str) -> list[str]:
    """The leases of a database that count other events than there are."""
    wrong = "select room, events from lease where events <> (select count(*) from event where event.room = lease.room)"
    with psycopg.connect(url) as database:
        return [f"{room}: the lease counts {events} events" for room, events in database.execute(wrong).fetchall()]
