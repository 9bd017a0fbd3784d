"""Kill a real server many times while people play, and read the whole history afterwards: `.venv/bin/python bench/crash.py --kills 1000 --servers 2`.

What is done and what is checked: `tests/crashing.py`, `tests/ledger.py`, `tests/history.py`. The same seed makes the same people and the same waits; what
happens between them is the machine's. With `--servers N` so many servers, each with a data file of its own, are killed at the same time. With `--write` the
figures go into `docs/security.md`. The exit status is 1 if anything was lost, doubled or invented; then the data file and the log are kept.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from crashing import Report, crash
from figures import CACHE, commit, put_into, write_file


async def crash_side_by_side(folder: Path, kills: int, servers: int, seed: int) -> Report:
    """Share the kills among so many servers."""
    total = Report(seed)
    works = []
    for number in range(servers):
        (folder / str(number)).mkdir()
        works.append(crash(folder / str(number), kills // servers + (number < kills % servers), seed + number))
    for report in await asyncio.gather(*works):
        total.add(report)
    return total


def table_of(report: Report) -> str:
    """The figures in Markdown."""
    n = {name: f"{count:,}" for name, count in (report.counts | report.ways).items()}
    n = defaultdict(lambda: "0", n)
    kinds = {"undo": "undo", "chat": "chat lines", "join": "joins", "rename": "renames", "leave": "leaves", "return": "returns", "answer": "answers"}
    cut = [f"{n[name]} {name.removeprefix('cut, then ')}" for name in sorted(n) if name.startswith("cut, then ")]
    rows = [
        ("kills", f"{report.kills:,}: {n['start']} while the server started, {n['early']} in its first second, {n['busy']} in the midst of requests"),
        ("tables", f"{n['tables']} and {n['rematches']} rematches; {n['finished']} games played to their end, {n['verified']} proofs of a deal verified"),
        ("acknowledged requests", f"{n['done']}, of which {n['play done']} moves ({n['repeated']} known as sent before)"),
        ("", ", ".join(f"{n[f'{kind} done']} {name}" for kind, name in kinds.items())),
        ("cut off before the answer", f"{', '.join(cut) or 'none'} (beside moves, which are sent again)"),
        ("history read", f"{n['rooms']} rooms, {n['events']} events, {n['sightings compared']} views that somebody was shown"),
        ("lost, doubled or invented", f"**{len(report.problems)}**"),
    ]
    head = f"Seed {report.seed}, commit {commit()}, {time.strftime('%d %B %Y', time.gmtime())}, {platform.machine()}, {report.seconds / 60:.0f} minutes."
    return "\n".join([head, "", "| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])


def main() -> int:
    """Run it and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, default=CACHE / "crash.json", help="all counts")
    parser.add_argument("--markdown", type=Path, default=CACHE / "crash.md", help="the summary")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/security.md")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}: {arguments.kills} kills on {arguments.servers} server(s)", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="crash-"))
    report = asyncio.run(crash_side_by_side(folder, arguments.kills, arguments.servers, arguments.seed))
    print(report)
    print(*report.problems, sep="\n")
    counts = {**vars(report), "ways": dict(report.ways), "counts": dict(sorted(report.counts.items()))}
    write_file(arguments.json, json.dumps(counts, indent=1))
    write_file(arguments.markdown, table_of(report) + "\n")
    if arguments.write:
        put_into("crash", table_of(report))
    if report.problems:
        print(f"the data files and logs are in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
