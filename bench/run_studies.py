"""Runs the studies of the package one after the other, and writes `docs/studies/` from their logs.

    .venv/bin/python bench/run_studies.py --logs build/studies --jobs 2 [--limit SECONDS] [--games N] [NAME …]
    .venv/bin/python bench/run_studies.py --logs build/studies --only-write

Every deal is written to a log (`ziggurat study --log`), so an interrupted run goes on where it ended. After `--limit` seconds the study that is running is
interrupted as by Ctrl-C. `--pack FOLDER` writes the logs there in the end, compressed; `--unpack FOLDER` takes them from there first.
"""

from __future__ import annotations

import argparse
import gzip
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ziggurat.cli.console import err
from ziggurat.lab.gather import gather
from ziggurat.lab.report import count
from ziggurat.lab.report_markdown import wrap
from ziggurat.lab.studies import STUDIES

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "studies"
ORDER = ("amytis-third-card", "akropolis-seats", "blueprints-prizes", "thinking", "amytis-sides")
INTRODUCTION = """# Studies

Questions about the games, each answered by games between bots. Bots, games and the width of the interval are stated here and in the study's own definition
(`src/ziggurat/lab/studies/`) before anything is played; the pages are written from the logs by `bench/run_studies.py`. All together are 3.3 hours
of one core of an AMD EPYC. [How to read them, and how to write your own](../guides/studies.md).
"""


def play(names: list[str], logs: Path, jobs: int, games: int | None, limit: float | None) -> None:
    """Play the studies, as long as there is time; prints a line of JSON for each."""
    end = None if limit is None else time.monotonic() + limit
    for name in names:
        began = time.monotonic()
        if end is not None and end - began < 1:
            print(json.dumps({"study": name, "status": "no time left"}), flush=True)
            continue
        with interrupted_after(None if end is None else end - began):
            played = gather(STUDIES[name].scheduled(games), jobs=jobs, log=logs / f"{name}.jsonl", identity=STUDIES[name].identity, console=err)
        status = "complete" if played.complete else "interrupted"
        print(
            json.dumps({"study": name, "seconds": round(time.monotonic() - began, 1), "games": played.games, "planned": played.planned, "status": status}),
            flush=True,
        )


@contextmanager
def interrupted_after(seconds: float | None) -> Iterator[None]:
    """Interrupt what runs in the block after so many seconds, as Ctrl-C would."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds or 0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def write(names: list[str], logs: Path, games: int | None) -> None:
    """Write the page of every study that has a log, and the list of them."""
    for name in names:
        log = logs / f"{name}.jsonl"
        if log.is_file():
            command = [sys.executable, "-m", "ziggurat", "study", name, "--no-play", "--log", str(log), "--report", str(PAGES / f"{name}.md"), "--json"]
            subprocess.run([*command, *([] if games is None else ["--games", str(games)])], check=True, stdout=subprocess.DEVNULL)
    (PAGES / "README.md").write_text(index(), encoding="utf-8")


def index() -> str:
    """The list of the studies, with what was fixed before they were played."""
    lines = [INTRODUCTION]
    for study in STUDIES.values():
        file = PAGES / f"{study.name}.md"
        plan = wrap(f"Plan: {study.plan} {count(study.planned())} games in all, seed `{study.seed}`.")
        answer = (
            [file.read_text(encoding="utf-8").split("\n\n")[2], "", f"[The whole study]({file.name})", ""]
            if file.is_file()
            else ["Not played in full yet.", ""]
        )
        lines += [f"## {study.question}", "", *answer, plan, "", "```sh", f"ziggurat study {study.name}", "```", ""]
    return "\n".join(lines)


def main() -> None:
    """Read the arguments, unpack, play, write or pack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(ORDER), metavar="NAME")
    parser.add_argument("--logs", type=Path, default=ROOT / "build" / "studies")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", type=int, help="games of each group, for a trial")
    parser.add_argument("--limit", type=float, help="seconds for all of them")
    parser.add_argument("--only-write", action="store_true")
    parser.add_argument("--pack", type=Path)
    parser.add_argument("--unpack", type=Path)
    given = parser.parse_args()
    given.logs.mkdir(parents=True, exist_ok=True)
    for file in given.unpack.glob("*.jsonl.gz") if given.unpack else ():
        if not (given.logs / file.stem).exists():
            (given.logs / file.stem).write_bytes(gzip.decompress(file.read_bytes()))
    if given.only_write:
        write(given.names, given.logs, given.games)
    else:
        play(given.names, given.logs, given.jobs, given.games, given.limit)
    for file in given.logs.glob("*.jsonl") if given.pack else ():
        given.pack.mkdir(parents=True, exist_ok=True)
        (given.pack / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), 6))


if __name__ == "__main__":
    main()
