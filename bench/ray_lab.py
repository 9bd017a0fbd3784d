"""How much of the speed of local processes a Ray cluster on the same machine reaches: `python bench/ray_lab.py [--pairs N] [--sims N] [--jobs N] [--json]`.

Both play the very same deals; they take turns, and each pair gives a ratio. Starting processes and compiling are not counted: time runs from the first
finished deal on to the last but one round of processes, so that the end, where some have nothing to do, is left out of both.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from contextlib import closing

from ziggurat.arena.match import match_deals
from ziggurat.arena.pool import cores, play_deals


def games_per_second(sims: int, games: int, jobs: int, seed: str, cluster: str | None) -> float:
    """Play a match; returns the games a second, while all processes were busy."""
    deals = match_deals("amytis", [f"mcts:sims={sims}", f"mcts:sims={sims}"], {}, seed, games)
    times = []
    with closing(play_deals(deals, jobs, None, cluster)) as finished:
        times = [time.perf_counter() for _ in finished]
    first, last = jobs - 1, len(times) - jobs  # the first and last of each process
    return 2 * (last - first) / (times[last] - times[first])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--sims", type=int, default=800, help="simulations a move: 800 are about a second a game on this machine")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--cluster", default="local")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rows = []
    for pair in range(arguments.pairs):
        common = arguments.sims, arguments.games, arguments.jobs, f"ray/{pair}"
        order = [None, arguments.cluster] if pair % 2 == 0 else [arguments.cluster, None]
        speed = {where: games_per_second(*common, where) for where in order}
        here, there = speed[None], speed[arguments.cluster]
        rows.append({"local": here, "ray": there, "ratio": there / here, "seconds_per_game": arguments.jobs / here})
        if not arguments.json:
            print(f"{arguments.jobs / here:.2f} s a game: local {here:.2f} games/s, ray {there:.2f} games/s, ratio {there / here:.3f}", flush=True)
    ratio = statistics.median(row["ratio"] for row in rows)
    if arguments.json:
        print(json.dumps({"ratio": ratio, "jobs": arguments.jobs, "sims": arguments.sims, "pairs": rows}))
    else:
        print(f"median ratio {ratio:.3f} over {len(rows)} pairs")


if __name__ == "__main__":
    main()
