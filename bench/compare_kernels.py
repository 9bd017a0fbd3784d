"""Compares the kernels of this tree with those of another one, in turn: plies a second of random games, simulations a second of the search.

python bench/compare_kernels.py OTHER_TREE [--pairs 15] [--seconds 0.25] [--games amytis,akropolis,blueprints]

OTHER_TREE is a clone in which `./run doctor` was run once. Each measurement is a process of its own; the median of the ratios of the pairs counts.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import json, sys
try:
    from ziggurat.measure.kernels import measure_search, measure_speed
except ImportError:  # trees from before 2026-11-16
    from ziggurat.arena.speed import measure_search, measure_speed
name, seconds = sys.argv[1], float(sys.argv[2])
figures = measure_speed(name, {}, seconds=seconds) | measure_search(name, {}, seconds=seconds)
print(json.dumps({key: figures[key] for key in ("plies_per_s", "simulations_per_s", "judged_per_s")}))
"""


def main() -> None:
    """Measure in turn and print the median ratio of each figure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("other", type=Path)
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.25)
    parser.add_argument("--games", default="amytis,akropolis,blueprints")
    args = parser.parse_args()
    pythons = (sys.executable, str(args.other.resolve() / ".venv/bin/python"))
    for game in args.games.split(","):
        pairs = []
        for number in range(args.pairs):
            order = pythons if number % 2 else pythons[::-1]
            figures = {python: json.loads(subprocess.check_output([python, "-c", PROGRAM, game, str(args.seconds)])) for python in order}
            pairs.append([figures[python] for python in pythons])
        for key in pairs[0][0]:
            ratios = sorted(this[key] / other[key] for this, other in pairs)
            this = statistics.median(pair[0][key] for pair in pairs)
            print(f"{game:<11} {key:<18} {this:>12,.0f}  this / other: median {statistics.median(ratios):.3f}, {ratios[0]:.2f} to {ratios[-1]:.2f}", flush=True)


if __name__ == "__main__":
    main()
