"""Let every part of a site fail while people play, and read the whole history afterwards: `.venv/bin/python bench/faults.py --faults 200 --seed 1`.

Three server processes, a PostgreSQL and a Redis; what is done and what is checked: `tests/faulting.py`, `tests/ledger.py`, `tests/history.py`. The same seed
makes the same faults in the same order and the same people; what happens between them is the machine's. With `--write` the figures go into `docs/faults.md`.
The exit status is 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from faulting import RETRIED, Report, fail
from figures import CACHE, ROOT, commit, put_into, write_file


def summary(report: Report) -> str:
    """The figures in Markdown."""
    counts = report.counts
    rows = [(name, str(count)) for name, count in sorted(report.faults.items())]
    retried = ", ".join(f"{counts[f'answered {code}']:,}" for code in RETRIED)
    rows += [
        ("**faults in all**", f"**{sum(report.faults.values())}**"),
        ("requests acknowledged", f"{counts['done']:,}, of them {counts['play done']:,} moves"),
        ("moves sent again and not played twice", f"{counts['repeated']:,}"),
        ("answered `store.wrong`, `store.unsure`, `table.busy`, and tried again", retried),
        ("tables", f"{counts['tables']:,}, and {counts['rematches']:,} rematches"),
        ("changes of owner", f"{counts['changes of owner']:,}"),
        ("longest time without an acknowledged request after a fault", f"{report.longest_pause:.1f} s"),
        ("history read", f"{counts['rooms']:,} rooms, {counts['events']:,} events, {counts['sightings compared']:,} views that somebody was shown"),
        ("anything wrong", f"**{len(report.problems)}**"),
    ]  # fmt: skip
    head = f"Seed {report.seed}, commit {commit()}, {time.strftime('%d %B %Y', time.gmtime())}, {platform.machine()}, {report.seconds / 60:.0f} minutes."
    return "\n".join([head, "", "| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])


def main() -> int:
    """Run it and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=6, help="at once")
    parser.add_argument("--markdown", type=Path, default=CACHE / "faults.md", help="the summary")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/faults.md")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    report = asyncio.run(fail(folder, arguments.faults, arguments.seed, arguments.tables, say=lambda line: print(line, flush=True)))
    text = summary(report)
    print(text)
    print(*report.problems[:50], sep="\n")
    write_file(arguments.markdown, text + "\n")
    if arguments.write:
        put_into("faults", text, ROOT / "docs/faults.md")
    if report.problems:
        print(f"the logs and a copy of the database are in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
