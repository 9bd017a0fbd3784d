"""How much of the speed of local processes a Ray cluster on the same machine reaches: `python bench/ray_lab.py [--pairs N] [--sims N] [--jobs N] [--json]`.

Both play the very same deals; they take turns, and each pair gives a ratio of games a second. Starting processes and compiling are not counted: time runs
from the first finished deals on to the last ones, so that the end, where some processes have nothing to do, is left out of both. Beside it stands the ratio of
processor time for a game, of all processes together, Ray's own included: on a machine that others use as well it is steadier than the clock.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from ziggurat.arena.match import match_deals
from ziggurat.arena.pool import cores, play_deals

TICKS = os.sysconf("SC_CLK_TCK")


class Speed(NamedTuple):
    """What a run reached while all processes were busy."""

    games_per_second: float
    processor_seconds: float
    """For a game."""


def processor_time() -> float:
    """The processor time so far of this process and all that it started, in seconds; ended ones count where their parent has waited for them."""
    parents, times = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
                parents[int(folder.name)], times[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    ours = {os.getpid()}
    while fresh := {child for child, parent in parents.items() if parent in ours and child not in ours}:
        ours |= fresh
    return sum(times.get(process, 0) for process in ours) / TICKS


def measure(sims: int, games: int, jobs: int, seed: str, cluster: str | None) -> Speed:
    """Play a match between two equal bots."""
    deals = match_deals("amytis", [f"mcts:sims={sims}", f"mcts:sims={sims}"], {}, seed, games)
    first, last = jobs, len(deals) - jobs  # the first and last deals of each process are left out
    marks = {}
    with closing(play_deals(deals, jobs, None, cluster)) as finished:
        for number, _ in enumerate(finished, 1):
            if number in {first, last}:
                marks[number] = time.perf_counter(), processor_time()
    (began, spent_before), (ended, spent) = marks[first], marks[last]
    played = 2 * (last - first)
    return Speed(played / (ended - began), (spent - spent_before) / played)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--sims", type=int, default=800, help="simulations a move: 800 are about a second a game on one core")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--cluster", default="local")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rows = []
    for pair in range(arguments.pairs):
        common = arguments.sims, arguments.games, arguments.jobs, f"ray/{pair}"
        order = [None, arguments.cluster] if pair % 2 == 0 else [arguments.cluster, None]
        speed = {where: measure(*common, where) for where in order}
        here, there = speed[None], speed[arguments.cluster]
        row = {"local": here._asdict(), "ray": there._asdict()}
        row["ratio"] = {"clock": there.games_per_second / here.games_per_second, "processor": here.processor_seconds / there.processor_seconds}
        rows.append(row)
        if not arguments.json:
            figures = [
                f"{name} {each.games_per_second:.2f} games/s, {each.processor_seconds:.3f} s of processor a game"
                for name, each in (("local", here), ("ray", there))
            ]
            print(f"{'; '.join(figures)}; ratio {row['ratio']['clock']:.3f} by the clock, {row['ratio']['processor']:.3f} by processor time", flush=True)
    medians = {by: statistics.median(row["ratio"][by] for row in rows) for by in ("clock", "processor")}
    if arguments.json:
        print(json.dumps({"ratio": medians, "jobs": arguments.jobs, "sims": arguments.sims, "pairs": rows}))
    else:
        print(f"median ratio over {len(rows)} pairs: {medians['clock']:.3f} by the clock, {medians['processor']:.3f} by processor time")


if __name__ == "__main__":
    main()
