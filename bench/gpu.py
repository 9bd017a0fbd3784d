"""Plays the same rules on a GPU: checks that games end in the same bytes as on the CPU, then measures plies a second.

Nothing is rewritten: a `numba.cuda` kernel calls the very functions that the CPU runs. Each thread has its position, its list of moves and its generator in
local memory, which the hardware interleaves between threads; the tables of the rules lie in global memory (`batches/cuda_setup.py` says why).

    python bench/gpu.py [GAME …] [--sampled] [--threads N] [--block N] [--games N]

Every legal move is listed; with `--sampled`, moves are drawn without their list, which gives the same games. It prints one JSON object for each game.
ziggurat need not be installed: `PYTHONPATH=src` is enough.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import sys
import time
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

with contextlib.suppress(ImportError):  # an installed numba-cuda takes the place of Numba's own at the start of Python; on a PYTHONPATH it does not
    importlib.import_module("_numba_cuda_redirector")

from ziggurat.batches.cuda_setup import cuda, our_settings
from ziggurat.bind import bind
from ziggurat.game import MOVE, SCORE, read_options
from ziggurat.kernel import generator, rows_of
from ziggurat.registry import game_names, game_spec
from ziggurat.spec import GameSpec

PLAYOUT = "ziggurat.search.kernels.playout"
CHECKED_THREADS, CHECKED_GAMES = 2048, 4
RUNS = 3
SHAPES = {  # threads and threads in a block that were fastest on an H200, listed and sampled
    "amytis": ((1 << 17, 64), (1 << 19, 128)),
    "blueprints": ((1 << 19, 128), (1 << 19, 128)),
    "akropolis": ((1 << 16, 32), (1 << 16, 32)),
}
COMMON_SHAPE = ((1 << 17, 64), (1 << 17, 64))
GAMES = {"akropolis": 8}  # that each thread plays
COMMON_GAMES = 64


class Tables(NamedTuple):
    """What a launch reads and writes, a row for each thread."""

    prepared: Any
    """[1]  a position with the options in it."""
    rngs: Any
    totals: Any
    """Points of each seat over all games."""
    plies: Any
    finals: Any
    """The last position of the first threads, for as many as are to be compared."""


def make_tables(spec: GameSpec, threads: int, compared: int) -> Tables:
    """Allocate the tables; every thread has a generator of its own."""
    options = read_options(spec, dict(spec.bench), "gpu")
    prepared = spec.blank(1)
    spec.module("options").prepare(prepared[0], options)
    rngs = np.stack([generator(f"gpu/{thread}") for thread in range(threads)])
    return Tables(prepared, rngs, np.zeros((threads, options["seats"]), np.int64), np.zeros(threads, np.int64), spec.blank(compared))


def gpu_kernel(spec: GameSpec, seats: int, sampled: bool) -> Any:
    """Make the GPU kernel that plays so many games in each thread."""
    kernels, deal, scores = bind(spec.name, PLAYOUT), spec.state.deal, spec.scoring.scores
    play_randomly, play_sampled = kernels.play_randomly, kernels.play_sampled
    record, listed = from_dtype(spec.dtype), 1 if sampled else spec.rules.MAX_MOVES

    @cuda.jit(device=True)
    def play_listed(state, rng, moves):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        plies, _ = play_randomly(state, rng, moves)
        return plies

    play_game = play_sampled if sampled else play_listed

    @cuda.jit
    def play(prepared, rngs, totals, plies, finals, games):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        thread = cuda.grid(1)
        if thread >= len(plies):
            return
        states, moves = cuda.local.array(1, record), cuda.local.array(listed, types.int32)
        points, rng = cuda.local.array(seats, types.int32), cuda.local.array(4, types.uint64)
        for i in range(4):
            rng[i] = rngs[thread, i]
        played = 0
        for _ in range(games):
            states[0] = prepared[0]
            state = states[0]
            deal(state, rng)
            played += play_game(state, rng, moves)
            scores(state, points)
            for seat in range(seats):
                totals[thread, seat] += points[seat]
        for i in range(4):
            rngs[thread, i] = rng[i]
        plies[thread] = played
        if thread < len(finals):
            finals[thread] = states[0]

    return play


def launch(play: Any, tables: Tables, block: int, games: int) -> tuple[float, Tables]:
    """Play on the GPU; returns the seconds that it took, without compiling and copying, and the tables afterwards."""
    blocks = -(-len(tables.plies) // block)
    with our_settings():
        there = [cuda.to_device(table) for table in tables]
        play[blocks, block](*there, 0)  # compiles
        cuda.synchronize()
        began = time.perf_counter()
        play[blocks, block](*there, games)
        cuda.synchronize()
        seconds = time.perf_counter() - began
    return seconds, Tables(*(table.copy_to_host() for table in there))


def on_cpu(spec: GameSpec, tables: Tables, games: int) -> Tables:
    """Play the same on the CPU, every legal move listed."""
    random_games = bind(spec.name, PLAYOUT).random_games
    states, moves = spec.blank(2), np.zeros(spec.rules.MAX_MOVES, MOVE)
    states[0] = tables.prepared[0]
    rows, points = rows_of(states), np.zeros(tables.totals.shape[1], SCORE)
    for thread in range(len(tables.plies)):
        tables.plies[thread], _ = random_games(states, rows, tables.rngs[thread], games, moves, points, tables.totals[thread])
        tables.finals[thread] = states[1]
    return tables


def measure(name: str, sampled: bool, threads: int | None, block: int | None, games: int | None) -> dict[str, Any]:
    """Check and measure one game; returns the fields that are printed."""
    spec = game_spec(name)
    if sampled and spec.optional("rules", "sample_move") is None:
        sys.exit(f"`{name}` has no `sample_move`")
    best_threads, best_block = SHAPES.get(name, COMMON_SHAPE)[sampled]
    threads, block, games = threads or best_threads, block or best_block, games or GAMES.get(name, COMMON_GAMES)
    few = make_tables(spec, CHECKED_THREADS, CHECKED_THREADS)
    play = gpu_kernel(spec, few.totals.shape[1], sampled)
    began = time.perf_counter()
    _, after = launch(play, few, block, CHECKED_GAMES)
    compile_s = time.perf_counter() - began
    same = all(ours.tobytes() == theirs.tobytes() for ours, theirs in zip(on_cpu(spec, few, CHECKED_GAMES), after, strict=True))
    tables = make_tables(spec, threads, 1)
    seconds, after = min((launch(play, tables, block, games) for _ in range(RUNS)), key=lambda run: run[0])  # the same games each time
    gpu = cuda.get_current_device().name
    return {
        "game": name,
        "gpu": gpu.decode() if isinstance(gpu, bytes) else gpu,
        "sampled": sampled,
        "same_bytes_as_cpu": same,
        "games_checked": CHECKED_THREADS * CHECKED_GAMES,
        "threads": threads,
        "block": block,
        "games": threads * games,
        "seconds": seconds,
        "plies_per_s": int(after.plies.sum()) / seconds,
        "games_per_s": threads * games / seconds,
        "mean_score": float(after.totals.sum()) / (threads * games * after.totals.shape[1]),
        "compile_s": compile_s,
    }


def main() -> None:
    """Check, measure, and print one JSON object for each game."""
    parser = argparse.ArgumentParser(description="The rules on a GPU: the same games as on the CPU, and how many plies a second.")
    parser.add_argument("game", nargs="*", default=["amytis"], help="amytis (the default), akropolis, blueprints, or all")
    parser.add_argument("--sampled", action="store_true", help="draw moves without listing them")
    parser.add_argument("--threads", type=int, help="threads in all; by default what was fastest on an H200")
    parser.add_argument("--block", type=int, help="threads in a block; likewise")
    parser.add_argument("--games", type=int, help="games that each thread plays")
    given = parser.parse_args()
    wrong = []
    for name in game_names() if given.game == ["all"] else given.game:
        answer = measure(name, given.sampled, given.threads, given.block, given.games)
        print(json.dumps(answer), flush=True)
        wrong += [] if answer["same_bytes_as_cpu"] else [name]
    if wrong:
        sys.exit(f"the GPU plays other games than the CPU: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
