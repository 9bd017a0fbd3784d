"""The rules of Amytis beside a bare C engine: games a second of uniformly random play, one core, in turn, by processor time.

python bench/yardstick.py [ROUNDS]
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from ziggurat.arena.speed import measure_speed
from ziggurat.games.amytis.material import PROJECTS

HERE = Path(__file__).resolve().parent
C_GAMES = 150_000


def build(folder: Path) -> list[str]:
    """The command that runs the C engine, freshly compiled."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        sys.exit("no C compiler: install gcc")
    patterns = folder / "patterns.txt"
    patterns.write_text("".join(f"{pattern.replace(' ', '')} {points}\n" for pattern, points in PROJECTS))
    program = folder / "amytis_limit"
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(HERE / "amytis_limit.c")], check=True)
    return [str(program), str(patterns), str(C_GAMES)]


def c_games_per_s(command: list[str]) -> float:
    """The best of the C engine's three runs with deal and play."""
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return max(float(line.split("games/s")[1].split()[0]) for line in lines if line.startswith("deal + play   "))


def main() -> None:
    """Both engines in turn; the ratio of the medians and of the best."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        command = build(Path(folder))
        ours, theirs = [], []
        for _ in range(rounds):
            theirs.append(c_games_per_s(command))
            ours.append(measure_speed("amytis", {"bottom_row_limit": "four"})["games_per_s"])
            print(f"C {theirs[-1]:,.0f} games/s   ziggurat {ours[-1]:,.0f} games/s   ratio {ours[-1] / theirs[-1]:.3f}", flush=True)
    print(f"median ratio {statistics.median(o / t for o, t in zip(ours, theirs, strict=True)):.3f}   ratio of the best {max(ours) / max(theirs):.3f}")


if __name__ == "__main__":
    main()
