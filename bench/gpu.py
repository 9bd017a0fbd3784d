"""Plays the same rules on a GPU: checks that games end in the same bytes as on the CPU, then measures plies a second.

Nothing is rewritten: a `numba.cuda` kernel calls the very functions that the CPU runs.

    python bench/gpu.py [GAME] [THREADS] [GAMES A THREAD]
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    setattr(np, "row_stack", np.vstack)  # noqa: B010 - numba-cuda 0.30 looks for a name that NumPy 2.5 dropped

from ziggurat.bind import bind
from ziggurat.game import MOVE, SCORE, read_options
from ziggurat.kernel import generator, rows_of
from ziggurat.registry import game_spec

cuda: Any = importlib.import_module("numba.cuda")
BLOCK = 64
CHECKED_THREADS, CHECKED_GAMES = 4096, 2


def make_tables(name: str, threads: int) -> tuple[Any, ...]:
    """Allocate for each thread a generator of its own, two positions, and the buffers of `random_games`."""
    spec = game_spec(name)
    options = read_options(spec, dict(spec.bench), "gpu")
    states = np.zeros((threads, 2), spec.dtype)
    spec.module("options").prepare(states[0, 0], options)
    states[:, 0] = states[0, 0]
    rngs = np.stack([generator(f"gpu/{thread}") for thread in range(threads)])
    seats = options["seats"]
    moves, points = np.zeros((threads, spec.rules.MAX_MOVES), MOVE), np.zeros((threads, seats), SCORE)
    return states, rngs, moves, points, np.zeros((threads, seats), np.int64), np.zeros(threads, np.int64)


def gpu_player(random_games: Any) -> Any:
    """Make a function that plays games on the GPU: so many for each row of the tables; returns the seconds and the tables afterwards."""

    @cuda.jit
    def play(states, rows, rngs, games, moves, points, totals, plies):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        thread = cuda.grid(1)
        if thread < len(plies):
            played, _ = random_games(states[thread], rows[thread], rngs[thread], games, moves[thread], points[thread], totals[thread])
            plies[thread] = played

    def on_gpu(tables: tuple[Any, ...], games: int) -> tuple[float, tuple[Any, ...]]:
        states, rngs, moves, points, totals, plies = (cuda.to_device(table) for table in tables)
        rows = states.view(np.int64).reshape(*tables[0].shape, -1)
        blocks = -(-len(plies) // BLOCK)
        play[blocks, BLOCK](states, rows, rngs, 0, moves, points, totals, plies)  # compiles
        cuda.synchronize()
        began = time.perf_counter()
        play[blocks, BLOCK](states, rows, rngs, games, moves, points, totals, plies)
        cuda.synchronize()
        seconds = time.perf_counter() - began
        return seconds, tuple(table.copy_to_host() for table in (states, rngs, moves, points, totals, plies))

    return on_gpu


def plays_the_same(name: str, random_games: Any, on_gpu: Any) -> bool:
    """Whether the same games end in the same bytes on GPU and CPU."""
    tables = make_tables(name, CHECKED_THREADS)
    _, after = on_gpu(tables, CHECKED_GAMES)
    for thread in range(CHECKED_THREADS):
        states, rngs, moves, points, totals, _ = (table[thread] for table in tables)
        tables[5][thread], _ = random_games(states, rows_of(states), rngs, CHECKED_GAMES, moves, points, totals)
    return all(ours.tobytes() == theirs.tobytes() for ours, theirs in zip((*tables[:2], *tables[3:]), (*after[:2], *after[3:]), strict=True))


def main() -> None:
    """Check, measure, and print one JSON object."""
    name = sys.argv[1] if len(sys.argv) > 1 else "amytis"
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1 << 17
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 64
    random_games = bind(name, "ziggurat.search.kernels.playout").random_games
    on_gpu = gpu_player(random_games)
    began = time.perf_counter()
    on_gpu(make_tables(name, CHECKED_THREADS), CHECKED_GAMES)
    compile_s = time.perf_counter() - began
    same = plays_the_same(name, random_games, on_gpu)

    tables = make_tables(name, threads)
    best, after = on_gpu(tables, games)
    for _ in range(2):
        seconds, after = on_gpu(tables, games)  # the same games again
        best = min(best, seconds)
    plies, totals = int(after[5].sum()), after[4]
    gpu = cuda.get_current_device().name
    answer = {
        "game": name,
        "gpu": gpu.decode() if isinstance(gpu, bytes) else gpu,
        "same_bytes_as_cpu": same,
        "games_checked": CHECKED_THREADS * CHECKED_GAMES,
        "threads": threads,
        "games": threads * games,
        "seconds": best,
        "plies_per_s": plies / best,
        "games_per_s": threads * games / best,
        "mean_score": float(totals.sum()) / (threads * games * totals.shape[1]),
        "compile_s": compile_s,
    }
    print(json.dumps(answer, indent=1))
    if not same:
        sys.exit("the GPU plays other games than the CPU")


if __name__ == "__main__":
    main()
