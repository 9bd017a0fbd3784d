"""Measures how long the review of a game takes on a server with nothing else to do: until its first verdict, and until it is complete.

python bench/review_speed.py [--game amytis] [--option sides=AAAAAA] [--reviews 3] [--seed speed]

Games between bots of middle strength are opened on a server of its own, as on the page, and their reviews asked for as the page does.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
import urllib.error
from pathlib import Path
from typing import Any

from ziggurat.arena.match import record_games
from ziggurat.measure.server import Server

BOTS = ("level:5", "level:4")
PAUSE = 0.05  # seconds between two looks at a review


def main() -> None:
    """Review some games, one after the other; a line for each."""
    parser = argparse.ArgumentParser(description="Measure how long reviews take.")
    parser.add_argument("--game", default="amytis")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--reviews", type=int, default=3)
    parser.add_argument("--seed", default="speed")
    arguments = parser.parse_args()
    options = dict(option.split("=", 1) for option in arguments.option)
    bots = [BOTS[seat % 2] for seat in range(int(options.get("seats", 2)))]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "bench.db"))
        try:
            asyncio.run(server.warm())
            for record in record_games(arguments.game, bots, options, arguments.seed, arguments.reviews):
                first, whole = timed(server, record)
                print(f"{len(record['moves'])} plies: first verdict after {first:.2f} s, complete after {whole:.1f} s", flush=True)
        finally:
            server.close()


def timed(server: Server, record: dict[str, Any]) -> tuple[float, float]:
    """Seconds until a review has its first verdict, and until it is complete."""
    table = server.call("/api/records", {"record": record})["id"]
    began, first = time.perf_counter(), 0.0
    while True:
        try:
            review = server.call(f"/api/tables/{table}/review")
        except urllib.error.HTTPError as error:  # what only reviews need is compiled last
            if error.code != 503:
                raise
            time.sleep(PAUSE)
            began = time.perf_counter()
            continue
        now = time.perf_counter() - began
        first = first or (now if review["decisions"] else 0.0)
        if review["complete"]:
            return first, now
        time.sleep(PAUSE)


if __name__ == "__main__":
    main()
