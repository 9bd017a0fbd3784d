"""Measures how fast the rules and the search are (`ziggurat bench`).

The rules play uniformly random whole games on one core, with deal, full list of legal moves and final scoring.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from ziggurat.bind import bind
from ziggurat.game import MOVE, SCORE, Game, read_options
from ziggurat.kernel import generator, rows_of
from ziggurat.registry import game_spec
from ziggurat.search.mcts import TreeSearch
from ziggurat.search.net import blank_net

RUNS = 5
SECONDS_A_RUN = 0.6
FIRST_GAMES = 200


def measure_speed(name: str, options: Mapping[str, Any], seed: str = "bench", seconds: float = SECONDS_A_RUN, *, sampled: bool = False) -> dict[str, float]:
    """Measure plies and games a second, the best of five runs by processor time; returns the fields of `ziggurat bench --json`.

    With `sampled`, also those of the same games without lists of moves (`sample_move` of the rules).
    """
    spec = game_spec(name)
    chosen = read_options(spec, {**dict(spec.bench), **options}, seed)
    spec = spec.at(chosen)
    states = spec.blank(2)
    rows = rows_of(states)
    spec.module("options").prepare(states[0], chosen)
    moves = np.zeros(spec.rules.MAX_MOVES, MOVE)
    points, totals = np.zeros(chosen["seats"], SCORE), np.zeros(chosen["seats"], np.int64)
    rng = generator(seed)
    began = time.perf_counter()
    kernels = bind(spec.key, "ziggurat.search.kernels.playout")
    kernels.random_games(states, rows, rng, 1, moves, points, totals)
    compile_s = time.perf_counter() - began

    def timed(games: int) -> tuple[float, int, int]:
        start = time.process_time()
        plies, listed = kernels.random_games(states, rows, rng, games, moves, points, totals)
        return time.process_time() - start, plies, listed

    warm_up, _, _ = timed(FIRST_GAMES)
    games = max(1, int(FIRST_GAMES * seconds / max(warm_up, 1e-6)))
    totals[:] = 0
    runs = [timed(games) for _ in range(RUNS)]
    best, plies, _ = min(runs)
    all_plies = sum(run[1] for run in runs)
    figures: dict[str, float] = {
        "plies_per_s": plies / best,
        "games_per_s": games / best,
        "compile_s": compile_s,
        "state_bytes": spec.dtype.itemsize,
        "mean_score": float(totals.sum()) / (RUNS * games * len(totals)),
        "mean_legal": sum(run[2] for run in runs) / all_plies,
    }
    if sampled:
        figures["sampled_plies_per_s"] = max(plies_of(kernels.sampled_games, states, rows, rng, games, moves, points, totals) for _ in range(RUNS + 1))
    return figures


def plies_of(play: Any, *arguments: Any) -> float:
    """Plies a second of one run, by processor time; the first one compiles."""
    began = time.process_time()
    plies = play(*arguments)
    return float(plies / (time.process_time() - began))


def measure_search(name: str, options: Mapping[str, Any], seed: str = "bench", seconds: float = SECONDS_A_RUN) -> dict[str, float]:
    """Measure simulations a second of the tree search from the opening with two seats, the best of five runs by processor time.

    Once with every imagined deal played to its end, as a game without weights is searched; once as the bots search, judging by the net.
    """
    spec = game_spec(name)
    game = Game(spec, {**dict(spec.bench), "seats": 2, **options}, seed=seed)
    spec = game.spec
    without = blank_net(len(spec.module("features").NAMES))
    return {
        "simulations_per_s": fastest_search(TreeSearch(spec, seed, keep=False, net=without), game, seconds),
        "judged_per_s": fastest_search(TreeSearch(spec, seed, keep=False), game, seconds),
    }


def fastest_search(search: TreeSearch, game: Game, seconds: float) -> float:
    """Measure simulations a second, the best of five runs."""
    search.think(game, sims=FIRST_GAMES)
    best = 0.0
    for _ in range(RUNS):
        began = time.process_time()
        search.think(game, seconds=seconds)
        best = max(best, search.visits / (time.process_time() - began))
    return best
