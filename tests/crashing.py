"""Kill a real server with SIGKILL again and again while people play; then the whole history must be what everybody was told.

People at eight tables play, take back, talk, leave and return, rename themselves, ask for hints and play again, against each other and against bots, by
socket and over HTTP (`ledger`). The server is killed while it starts, right after, and in the midst of moves. At the end `history` reads the data file.

`python bench/crash.py --kills 1000` is the long form; the tests run a short one.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from history import check_file
from ledger import Ledger, Lost, Manner, create, people, plan, play_chain
from playing import close_all
from serving import Process

PLANS = [
    plan("amytis", "link", "link"),
    plan("amytis", "link", "greedy", hints=True),
    plan("amytis", "link", "here", clock={"kind": "live", "bank": 3, "increment": 1}),
    plan("akropolis", "link", "random", "link"),
    plan("akropolis", "link", "level:3", hints=True),
    plan("blueprints", "link", "link"),
    plan("blueprints", "greedy", "link", "mcts:sims=100"),
    plan("akropolis", "random", "greedy"),
]
"""The tables that are played at once; when one is over, the next of its kind begins."""
WAYS = {"start": 3, "early": 2, "busy": 5}
"""How often the server is killed while it starts, in its first second, or after some more acknowledged requests."""


@dataclass
class Report:
    """What happened."""

    seed: int
    kills: int = 0
    ways: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    check_seconds: float = 0.0
    slowest_start: float = 0.0
    problems: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Take in what happened to another server."""
        self.kills += other.kills
        self.ways += other.ways
        self.counts += other.counts
        self.seconds, self.check_seconds = max(self.seconds, other.seconds), self.check_seconds + other.check_seconds
        self.slowest_start = max(self.slowest_start, other.slowest_start)
        self.problems += other.problems

    def __str__(self) -> str:
        count = self.counts
        return (
            f"seed {self.seed}: {self.kills} kills in {self.seconds:.0f} s ({', '.join(f'{n} {way}' for way, n in sorted(self.ways.items()))}), "
            f"slowest start {self.slowest_start:.2f} s; {count['tables']} tables, {count['rematches']} rematches, {count['games over']} games over; "
            f"{count['done']} requests acknowledged, {count['play done']} of them moves, {count['repeated']} sent again after a cut; "
            f"history of {count['rooms']} rooms and {count['events']} events and {count['sightings compared']} sightings read in {self.check_seconds:.0f} s; "
            f"lost, doubled or invented: {len(self.problems)}"
        )


async def keep_table(server: Process, new: dict[str, Any], seed: str, done: asyncio.Event, ledger: Ledger, client: httpx.AsyncClient) -> None:
    """One table after another of a kind, until the killing is over."""
    lots = random.Random(seed)
    while not done.is_set():
        made = await create(server.url, client, new, ledger)
        persons = people(server.url, made, ledger, lots, Manner(), client)
        try:
            await play_chain(server.url, made, persons, lots.randrange(2) if persons else 1, done, ledger)
        except Lost as error:
            ledger.problems.append(f"{made['id']}: {error}")


async def kill_often(server: Process, kills: int, lots: random.Random, done: asyncio.Event, ledger: Ledger, report: Report) -> None:
    """Kill the server and start it again, at random moments of its life; stop at the first problem."""
    try:
        await kill_and_start(server, kills, lots, ledger, report)
    except AssertionError as error:
        ledger.problems.append(str(error))
    done.set()


async def kill_and_start(server: Process, kills: int, lots: random.Random, ledger: Ledger, report: Report) -> None:
    """As often as it says."""
    while report.kills < kills and not ledger.problems:
        way = lots.choices(list(WAYS), list(WAYS.values()))[0]
        if way == "start":
            await asyncio.sleep(lots.uniform(0.0, 1.5))
        else:
            began = time.perf_counter()
            await asyncio.to_thread(server.wait)
            report.slowest_start = max(report.slowest_start, time.perf_counter() - began)
            if way == "early":
                await asyncio.sleep(lots.uniform(0.0, 1.0))
            else:
                until, more = time.monotonic() + 10, ledger.acknowledged() + lots.randrange(1, 120)
                while ledger.acknowledged() < more and time.monotonic() < until:
                    await asyncio.sleep(0.003)
                await asyncio.sleep(lots.uniform(0.0, 0.02))
        server.kill()
        report.kills += 1
        report.ways[way] += 1
        server.launch()
    await asyncio.to_thread(server.wait)


async def crash(folder: Path, kills: int, seed: int = 1) -> Report:
    """Play and kill, then read the history; what came of it."""
    report, ledger, done = Report(seed), Ledger(), asyncio.Event()
    began = time.perf_counter()
    server = Process(folder, log=folder / "server.log").start()
    client = httpx.AsyncClient(timeout=60)
    try:
        server.kill()
        server.launch()
        tables = [keep_table(server, new, f"{seed}/{place}", done, ledger, client) for place, new in enumerate(PLANS)]
        await asyncio.gather(kill_often(server, kills, random.Random(seed), done, ledger, report), *tables)
    finally:
        await client.aclose()
        await close_all()
        server.kill()
    report.seconds = time.perf_counter() - began
    read_back(folder, ledger, report)
    return report


def read_back(folder: Path, ledger: Ledger, report: Report) -> None:
    """Compare the data file and the server's log with the ledger."""
    began = time.perf_counter()
    findings = check_file(folder / "rooms.db", ledger)
    report.check_seconds = time.perf_counter() - began
    report.counts = ledger.counts + findings.counts
    report.problems = [*ledger.problems, *findings.problems, *log_errors(folder / "server.log")]


def log_errors(path: Path) -> list[str]:
    """The lines of a server's log that tell of an error; a line that is no JSON is one."""
    problems = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            level = json.loads(line)["level"]
        except (ValueError, KeyError, TypeError):
            level = "none"
        if level not in {"info", "warning"}:
            problems.append(f"the log: {line[:2000]}")
    return problems
