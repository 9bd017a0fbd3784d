"""The table of this tree beside that of another one, in turn: moves a second and processor time a move.

python bench/compare_servers.py OTHER_TREE [--games amytis,akropolis,blueprints] [--bare] [--pairs 3] [--tables 40] [--seconds 8]

OTHER_TREE is a clone in which `./run doctor` was run once. The clients are those of this tree, so both servers are asked the same.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

from ziggurat.measure.server import bench

MEASURED = ("cpu_ms_per_move", "moves_per_s", "p99_ms")


def main() -> None:
    """Measure in turn and print medians and ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("other", type=Path)
    parser.add_argument("--games", default="amytis,akropolis,blueprints")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=8.0)
    arguments = parser.parse_args()
    pythons = {"other": str(arguments.other.resolve() / ".venv/bin/python"), "this": sys.executable}
    for game in arguments.games.split(","):
        results: dict[str, dict[str, list[float]]] = {tree: {name: [] for name in MEASURED} for tree in pythons}
        for _ in range(arguments.pairs):
            for tree, python in pythons.items():
                result = bench(game, "bare" if arguments.bare else "page", arguments.tables, arguments.seconds, python)
                for name in MEASURED:
                    results[tree][name].append(result[name])
        for name in MEASURED:
            other, this = (statistics.median(results[tree][name]) for tree in ("other", "this"))
            print(
                f"{game:<11} {name:<16} other {other:>8} this {this:>8}  ratio {this / other:.2f}   {results['other'][name]} {results['this'][name]}",
                flush=True,
            )


if __name__ == "__main__":
    main()
