"""Play at many tables of a real server for long, and watch the server: `.venv/bin/python bench/soak.py --minutes 30 --tables 300`.

People, programs and bots (`tests/ledger.py`) sit at so many tables at once: they join, play, take back, talk, leave, return, rename themselves, lose their
line, watch, resign, play again; when a table is over, another begins. Meanwhile memory, open files, threads and metrics of the server are sampled. At the end:

- no error in the log, none in the metrics;
- memory of the last third of the time within 5 % of that of the second third;
- no table stuck: at every running table something happened within the last minute, all the time;
- the whole history of the data file is what everybody was told (`tests/history.py`; `--no-history` leaves it out).

The same seed makes the same people; what happens between them is the machine's. All samples go to `.cache/soak.json`, a summary to `.cache/soak.md` and,
with `--write`, into `docs/security.md`. The exit status is 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import random
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from crashing import log_errors
from figures import CACHE, commit, put_into, write_file
from history import check_file
from ledger import Entry, Ledger, Lost, Manner, Person, Streamer, create, people, plan, play_chain, post_in
from serving import Process

STUCK_SECONDS = 60.0
MOST_GROWTH = 0.05
SAMPLE_SECONDS = 5.0
KINDS: list[tuple[int, list[tuple[str, ...]]]] = [
    (8, [("amytis", "link", "link"), ("akropolis", "link", "link"), ("blueprints", "link", "link")]),
    (5, [("amytis", "link", "greedy"), ("akropolis", "level:2", "link"), ("blueprints", "link", "level:4"), ("amytis", "link", "mcts:sims=100")]),
    (3, [("akropolis", "link", "link", "link"), ("blueprints", "link", "greedy", "link", "link"), ("akropolis", "link", "random", "link", "greedy")]),
    (2, [("amytis", "here", "link"), ("blueprints", "here", "link", "random")]),
    (2, [("amytis", "link", "open"), ("akropolis", "open", "open", "link")]),
    (3, [("amytis", "program", "link"), ("akropolis", "program", "program"), ("blueprints", "link", "account"), ("amytis", "account", "greedy")]),
    (1, [("akropolis", "random", "greedy"), ("blueprints", "greedy", "random")]),
]
"""How often each kind of table is made: the game, and who sits there."""


@dataclass
class Soak:
    """Everything that is under way, and what was seen of the server."""

    server: Process
    client: httpx.AsyncClient
    manner: Manner
    ledger: Ledger = field(default_factory=lambda: Ledger(every=20))
    done: asyncio.Event = field(default_factory=asyncio.Event)
    samples: list[dict[str, float]] = field(default_factory=list)
    stuck: dict[str, str] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)


# --- Tables -----------------------------------------------------------------------------------------------------------


def new_table(lots: random.Random, accounts: list[dict[str, Any]]) -> dict[str, Any]:
    """A table to be made."""
    game, *kinds = lots.choice(lots.choices([tables for _, tables in KINDS], [weight for weight, _ in KINDS])[0])
    clock = lots.choices([{"kind": "none"}, {"kind": "live", "bank": 60, "increment": 5}, {"kind": "days", "days": 1}], [15, 4, 1])[0]
    table = plan(game, *("link" if kind in {"program", "account"} else kind for kind in kinds), clock=clock)
    for place, kind in enumerate(kinds):
        if kind == "account":
            table["seats"][place] = {"kind": "account", "account": lots.choice(accounts)["id"]}
    table |= {"hints": lots.random() < 0.2, "previews": lots.random() < 0.3, "live_scores": lots.random() < 0.9, "listed": lots.random() < 0.1}
    return {"plan": table, "programs": [place for place, kind in enumerate(kinds) if kind in {"program", "account"}]}


async def join_open(soak: Soak, made: dict[str, Any], lots: random.Random) -> None:
    """Sit down on the open seats; their secrets are told then."""
    for seat in made["seats"]:
        if seat["kind"] == "open":
            values = {"name": f"Guest {lots.randrange(10**6)}", "word": ""}
            address = f"{soak.server.url}/api/tables/{made['id']}/join"
            answer = await post_in(soak.client, address, soak.ledger, json={**values, "seat": seat["seat"]})
            seat["secret"] = answer.json()["secret"]
            soak.ledger.book[made["id"], seat["seat"]].append(Entry("join", values, "done"))


async def keep_table(soak: Soak, place: int, seed: str, accounts: list[dict[str, Any]]) -> None:
    """One table after another, until the time is over; the first begins a little later than its neighbour's."""
    lots, url, ledger = random.Random(seed), soak.server.url, soak.ledger  # noqa: S311 - moves, not keys
    await asyncio.sleep(place * 0.1)
    while not soak.done.is_set():
        new = new_table(lots, accounts)
        made = await create(url, soak.client, new["plan"], ledger)
        await join_open(soak, made, lots)
        tokens = {account["id"]: account["token"] for account in accounts}
        programs, persons = [], list[Person]()
        for seat, wanted in zip(made["seats"], new["plan"]["seats"], strict=True):
            if seat["seat"] in new["programs"]:
                token, own = seat["secret"] or tokens[wanted["account"]], random.Random(lots.random())  # noqa: S311 - moves, not keys
                programs.append(Streamer(url, made["id"], seat["seat"], token, ledger, own, soak.manner, soak.client))
                seat["secret"] = ""
        persons = people(url, made, ledger, lots, soak.manner, soak.client)
        for person in persons:
            person.rounds = soak.manner.rematches if programs else 0
        watchers = lots.choices([0, 1, 3], [6, 3, 1])[0] if persons or programs else 1
        try:
            await play_chain(url, made, persons, watchers, soak.done, ledger, programs)
        except (Lost, httpx.HTTPError, KeyError) as error:
            ledger.problems.append(f"{made['id']}: {type(error).__name__} {error}")


# --- Watching the server ------------------------------------------------------------------------------------------------


async def sample(soak: Soak) -> None:
    """Look at the server every few seconds."""
    assert soak.server.process is not None
    folder = Path(f"/proc/{soak.server.process.pid}")
    while not soak.done.is_set():
        await asyncio.sleep(SAMPLE_SECONDS)
        if soak.done.is_set():
            return
        status = (folder / "status").read_text()
        began = time.perf_counter()
        answer = (await soak.client.get(f"{soak.server.url}/metrics")).text
        took = time.perf_counter() - began
        metrics = {name: float(value) for name, value in re.findall(r"^ziggurat_(\w+) ([\d.]+)$", answer, re.MULTILINE)}
        values = {
            "seconds": round(time.monotonic() - soak.began, 1),
            "memory_mb": int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024,
            "threads": int(re.findall(r"Threads:\s+(\d+)", status)[0]),
            "files": len(list((folder / "fd").iterdir())),
            "metrics_ms": round(1000 * took, 1),
            **{name: value for name, value in metrics.items() if not name.endswith(("_sum", "_count"))},
        }
        soak.samples.append(values)
        now = time.monotonic()
        for table, progress in list(soak.ledger.progress.items()):
            if progress.status == "running" and now - progress.since > STUCK_SECONDS:
                soak.stuck.setdefault(table, f"nothing happened after event {progress.number} for {STUCK_SECONDS:g} s")
        if len(soak.samples) % 12 == 0:
            shown = {name: values.get(name) for name in ("seconds", "memory_mb", "files", "rooms", "sockets", "waiting_thoughts", "moves_total")}
            print(shown, flush=True)


async def run_for(server: Process, minutes: float, tables: int, seed: int, pause: float) -> Soak:
    """Play for so long."""
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=None, max_keepalive_connections=0)) as client:
        soak = Soak(server, client, Manner(pause=pause, hint=0.03, leave=0.01, resign=0.0005, abandon=0.002, cut=0.01, rematches=2))
        while not all(game["search_ready"] for game in (await client.get(f"{server.url}/api/games")).json()["games"]):
            await asyncio.sleep(0.2)
        accounts = [(await client.post(f"{server.url}/api/accounts", json={"name": f"program {number}"})).json() for number in range(5)]
        soak.began = time.monotonic()
        works = [keep_table(soak, place, f"{seed}/{place}", accounts) for place in range(tables)]

        async def end() -> None:
            await asyncio.sleep(60 * minutes)
            soak.done.set()

        await asyncio.gather(sample(soak), end(), *works)
        return soak


# --- What came of it ----------------------------------------------------------------------------------------------------


def judge(soak: Soak, folder: Path, *, history: bool) -> dict[str, Any]:
    """All figures, and what was wrong."""
    counts, problems = soak.ledger.counts, [*soak.ledger.problems, *log_errors(folder / "server.log")]
    third = len(soak.samples) // 3
    second, last = (statistics.mean(entry["memory_mb"] for entry in part) for part in (soak.samples[third : 2 * third], soak.samples[2 * third :]))
    growth = last / second - 1
    files = [max(entry["files"] for entry in part) for part in (soak.samples[third : 2 * third], soak.samples[2 * third :])]
    if abs(growth) > MOST_GROWTH:
        problems.append(f"memory changed by {growth:+.1%} from the second third to the last")
    problems += [f"{table} is stuck: {why}" for table, why in soak.stuck.items()]
    final = soak.samples[-1]
    if final["server_errors_total"]:
        problems.append(f"the metrics count {final['server_errors_total']:g} errors of our own")
    if history:
        findings = check_file(folder / "rooms.db", soak.ledger)
        problems += findings.problems
        counts = counts + findings.counts
    return {
        "minutes": round((time.monotonic() - soak.began) / 60, 1),
        "memory_mb": {"second third": round(second, 1), "last third": round(last, 1), "most": max(entry["memory_mb"] for entry in soak.samples)},
        "growth": round(growth, 4),
        "files": dict(zip(("second third", "last third"), files, strict=True)),
        "longest_silence_s": round(soak.ledger.longest_silence, 1),
        "stuck": len(soak.stuck),
        "moves": final["moves_total"],
        "events": final["events_total"],
        "slowest_metrics_ms": max(entry["metrics_ms"] for entry in soak.samples),
        "counts": dict(sorted(counts.items())),
        "problems": problems,
        "samples": soak.samples,
    }


def summary(report: dict[str, Any], seed: int, tables: int) -> str:
    """The figures in Markdown."""
    n = defaultdict(lambda: "0", {name: f"{count:,}" for name, count in report["counts"].items()})
    memory, files, errors = report["memory_mb"], report["files"], sum(problem.startswith("the log") for problem in report["problems"])
    kinds = ("join", "undo", "answer", "chat", "rename", "leave", "return", "resign", "abandon", "hint")
    rows = [
        ("tables", f"{tables} at once, {n['tables']} in all and {n['rematches']} rematches"),
        ("played", f"{report['moves']:,.0f} moves, bots' included; {report['events']:,.0f} events"),
        ("asked for", ", ".join(f"{n[f'{kind} done']} {kind}" for kind in kinds)),
        ("lines", f"{n['reconnects by choice']} reconnects; {n['by streams']} requests of programs, {n['streams cut']} of their streams begun again"),
        ("errors in the log", f"**{errors}**"),
        ("newcomers", f"told {n['told to wait']} times when to come again"),
        ("memory", f"{memory['second third']} MB in the second third, {memory['last third']} MB in the last: **{report['growth']:+.1%}**"),
        ("open files", f"at most {files['second third']} in the second third, {files['last third']} in the last"),
        ("tables stuck", f"**{report['stuck']}**; the longest silence at a running table was {report['longest_silence_s']} s"),
        ("history read", f"{n['rooms']} rooms, {n['events']} events, {n['sightings compared']} views that somebody was shown"),
        ("anything wrong", f"**{len(report['problems'])}**"),
    ]
    head = f"Seed {seed}, commit {commit()}, {time.strftime('%d %B %Y', time.gmtime())}, {platform.machine()}, {report['minutes']} minutes."
    return "\n".join([head, "", "| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])


def main() -> int:
    """Run it and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds that people think, on average")
    parser.add_argument("--json", type=Path, default=CACHE / "soak.json", help="all samples and counts")
    parser.add_argument("--markdown", type=Path, default=CACHE / "soak.md", help="the summary")
    parser.add_argument("--no-history", action="store_true")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/security.md")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}: {arguments.tables} tables for {arguments.minutes:g} minutes", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    server = Process(folder, log=folder / "server.log").start()
    try:
        soak = asyncio.run(run_for(server, arguments.minutes, arguments.tables, arguments.seed, arguments.pause))
    finally:
        server.kill()
    report = judge(soak, folder, history=not arguments.no_history)
    write_file(arguments.json, json.dumps(report, indent=1))
    text = summary(report, arguments.seed, arguments.tables)
    print(text)
    print(*report["problems"][:50], sep="\n")
    write_file(arguments.markdown, text + "\n")
    if arguments.write:
        put_into("soak", text)
    if report["problems"]:
        print(f"the data file and the log are in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
