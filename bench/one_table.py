"""Processor time of the server for each move of whole games at one table, both seats connected, as fast as they can play.

python bench/one_table.py [OTHER_TREE …] [--games amytis,akropolis,blueprints] [--bare] [--pairs 5] [--rounds 6]

Without OTHER_TREE this tree alone, else in turn with each other one (a clone in which `./run doctor` was run once).
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
from pathlib import Path

from ziggurat.measure.server import Run, Server, Site, play_whole, seat_tables


async def measure(game: str, settings: str, rounds: int, python: str) -> float:
    """Milliseconds a move, over so many games."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"{folder}/bench.db", python)
        try:
            await server.warm()
            run = Run()
            await play_whole(await seat_tables(Site([server]), run, game, settings, 1))  # warms up
            tables = [await seat_tables(Site([server]), run, game, settings, 1) for _ in range(rounds)]
            cpu, moves = server.cpu(), 0
            for table in tables:
                moves += await play_whole(table)
            return 1000 * (server.cpu() - cpu) / moves
        finally:
            server.close()


def main() -> None:
    """Measure in turn and print medians and ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("others", nargs="*", type=Path)
    parser.add_argument("--games", default="amytis,akropolis,blueprints")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=6)
    arguments = parser.parse_args()
    pythons = {"this": sys.executable} | {str(other): str(other.resolve() / ".venv/bin/python") for other in arguments.others}
    for game in arguments.games.split(","):
        milliseconds: dict[str, list[float]] = {tree: [] for tree in pythons}
        for _ in range(arguments.pairs):
            for tree, python in pythons.items():
                milliseconds[tree].append(asyncio.run(measure(game, "bare" if arguments.bare else "page", arguments.rounds, python)))
        medians = {tree: statistics.median(times) for tree, times in milliseconds.items()}
        for tree, times in milliseconds.items():
            ratio = "" if tree == "this" else f"  this / other {medians['this'] / medians[tree]:.2f}"
            print(f"{game:<11} {medians[tree]:6.3f} ms a move  {tree}{ratio}   {' '.join(f'{time:.3f}' for time in times)}", flush=True)


if __name__ == "__main__":
    main()
