"""Servers that share their tables: what a move costs with one process and with several, in turn, with the settings that people play with.

python bench/scale_out.py [--games amytis,akropolis,blueprints] [--processes 2] [--pairs 3] [--tables 100] [--seconds 8]

Four columns: one process with a data file; then, with PostgreSQL and Redis, one process, several, and several with the sockets of each table scattered over
them. The ratios are moves for each second of processor time of the servers, several against one, both with PostgreSQL and Redis; paced and saturated.
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
    several = arguments.processes
    columns = {"data file": (0, False), "1 process": (1, False), f"{several} processes": (several, False), f"{several}, scattered": (several, True)}
    for game in arguments.games.split(","):
        results: dict[str, list[dict[str, float]]] = {column: [] for column in columns}
        for _ in range(arguments.pairs):
            for column, (processes, scattered) in columns.items():
                results[column].append(bench(game, "page", arguments.tables, arguments.seconds, processes=processes, scattered=scattered))
        median = {column: {name: statistics.median(run.get(name, 0.0) for run in runs) for name in MEASURED} for column, runs in results.items()}
        print(f"{game:<26} {' '.join(f'{column:>13}' for column in columns)}", flush=True)
        for name in MEASURED:
            print(f"  {name:<24} {' '.join(f'{median[column][name]:>13,.3f}' for column in columns)}", flush=True)
        one = median["1 process"]
        for column in list(columns)[2:]:
            paced, fast = one["cpu_ms_per_move"] / median[column]["cpu_ms_per_move"], median[column]["moves_per_cpu_s"] / one["moves_per_cpu_s"]
            print(f"  {column}: moves for each second of processor time {fast:.2f} of one process saturated, {paced:.2f} paced", flush=True)


if __name__ == "__main__":
    main()
