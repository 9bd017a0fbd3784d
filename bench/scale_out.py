"""Servers that share their tables: what a move costs with one process and with several, in turn, with the settings that people play with.

python bench/scale_out.py [--games amytis,akropolis,blueprints] [--processes 2] [--pairs 3] [--tables 100] [--seconds 8]

The first column is one process with a data file, the second one process with PostgreSQL and Redis, the third several. The ratio is moves for each second of
processor time of the servers, several against one, both with PostgreSQL and Redis; paced and saturated.
"""

from __future__ import annotations

import argparse
import statistics

from ziggurat.measure.server import bench

MEASURED = ("cpu_ms_per_move", "moves_per_cpu_s", "moves_per_s", "p50_ms", "p99_ms", "bytes_per_move", "database_cpu_ms_per_move", "redis_cpu_ms_per_move")


def main() -> None:
    """Measure in turn and print medians."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default="amytis,akropolis,blueprints")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=8.0)
    arguments = parser.parse_args()
    for game in arguments.games.split(","):
        columns = (0, 1, arguments.processes)
        results: dict[int, list[dict[str, float]]] = {column: [] for column in columns}
        for _ in range(arguments.pairs):
            for processes in columns:
                results[processes].append(bench(game, "page", arguments.tables, arguments.seconds, processes=processes))
        print(f"{game}: data file | 1 process | {arguments.processes} processes, with PostgreSQL and Redis", flush=True)
        median = {column: {name: statistics.median(run.get(name, 0.0) for run in runs) for name in MEASURED} for column, runs in results.items()}
        for name in MEASURED:
            print(f"  {name:<26} {' '.join(f'{median[column][name]:>10,.3f}' for column in columns)}   {[run.get(name) for run in results[columns[2]]]}")
        one, several = median[1], median[arguments.processes]
        print(f"  moves for each second of processor time: paced {one['cpu_ms_per_move'] / several['cpu_ms_per_move']:.2f} of one process", end=", ")
        print(f"saturated {several['moves_per_cpu_s'] / one['moves_per_cpu_s']:.2f}", flush=True)


if __name__ == "__main__":
    main()
