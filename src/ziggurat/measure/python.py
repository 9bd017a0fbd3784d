"""How fast Python programs play: one game by text and by codes, and a batch with masks and with observations."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ziggurat.batches import Batch
from ziggurat.game import Game
from ziggurat.kernel import below, generator
from ziggurat.observation_fields import OBSERVED
from ziggurat.registry import game_spec

RUNS = 5
SECONDS_A_RUN = 0.6
GAMES = {"akropolis": 1024}  # of a batch; its positions are large
COMMON_GAMES = 8192
CHESS = "python-chess"
FIFTY_MOVES = 100  # plies without a capture or a pawn's move, after which a game of chess is drawn
MOST_MASKED = 1 << 12
"""Codes up to which a batch is measured with a mask of them all; beyond, with packed lists of legal codes."""


def measure_python(name: str, options: Mapping[str, Any], seed: str = "bench", seconds: float = SECONDS_A_RUN) -> dict[str, float]:
    """Plies a second of random games in Python, moves listed and played as text and as codes, in the best of five runs by processor time."""
    return {
        "push_text_per_s": best_of(lambda: play_for(name, options, seed, seconds, by_text=True)),
        "push_code_per_s": best_of(lambda: play_for(name, options, seed, seconds, by_text=False)),
    }


def best_of(run: Callable[[], float]) -> float:
    """The best of some runs, after one that compiles."""
    run()
    return max(run() for _ in range(RUNS))


def play_for(name: str, options: Mapping[str, Any], seed: str, seconds: float, *, by_text: bool) -> float:
    """Plies a second of whole random games, deals included."""
    spec = game_spec(name)
    chosen = {**dict(spec.bench), **options}
    rng = generator(seed)
    plies, number, began = 0, 0, time.process_time()
    while (passed := time.process_time() - began) < seconds:
        game: Game = Game(spec, chosen, seed=f"{seed}/{number}")
        while not game.is_over:
            if by_text:
                moves = game.legal_moves
                game.push(moves[int(below(rng, len(moves)))])
            else:
                codes = game.legal_codes()
                game.push_code(codes[int(below(rng, len(codes)))])
        plies += game.ply
        number += 1
    return plies / passed


def measure_chess(seed: str = "bench", seconds: float = SECONDS_A_RUN) -> dict[str, float] | None:
    """The same with python-chess, to compare with: random games of chess by UCI texts and by its own moves; None where it is not installed."""
    if importlib.util.find_spec("chess") is None:
        return None
    chess = importlib.import_module("chess")
    return {
        "push_text_per_s": best_of(lambda: play_chess(chess, seed, seconds, by_text=True)),
        "push_code_per_s": best_of(lambda: play_chess(chess, seed, seconds, by_text=False)),
    }


def play_chess(chess: Any, seed: str, seconds: float, *, by_text: bool) -> float:
    """Plies a second of whole random games of chess."""
    rng = generator(seed)
    plies, began = 0, time.process_time()
    while (passed := time.process_time() - began) < seconds:
        board = chess.Board()
        while (moves := list(board.legal_moves)) and board.halfmove_clock < FIFTY_MOVES:
            if by_text:
                texts = [move.uci() for move in moves]
                board.push_uci(texts[int(below(rng, len(texts)))])
            else:
                board.push(moves[int(below(rng, len(moves)))])
        plies += board.ply()
    return plies / passed


def measure_batch(name: str, options: Mapping[str, Any], seed: str = "bench", seconds: float = SECONDS_A_RUN, games: int | None = None) -> dict[str, float]:
    """Steps a second of a batch on all cores, by the clock, in the best of five runs: with masks, with masks and observations, and random play in one call.

    `…_per_core_s` are steps for each second of processor time, in the run that had most: what a busy machine still tells.
    """
    spec = game_spec(name)
    batch = Batch(name, games or GAMES.get(name, COMMON_GAMES), {**dict(spec.bench), **options}, seed=seed, autoreset=True)
    codes = np.zeros(batch.n, np.int32)
    seen = np.zeros((batch.n, batch.observation_size), OBSERVED)
    is_masked = batch.num_actions <= MOST_MASKED
    mask = np.zeros((batch.n, batch.num_actions), np.bool_) if is_masked else None

    def masked() -> int:
        batch.legal_mask(mask) if mask is not None else batch.legal_codes()
        running = batch.n - int(batch.done.sum())
        batch.step(batch.random_codes(codes))
        return running

    def observed() -> int:
        batch.observe(out=seen)
        return masked()

    figures: dict[str, float] = {"games": batch.n, "threads": batch.threads}
    for key, step in (("steps", masked), ("steps_observed", observed), ("random_plies", lambda: batch.play_random(100))):
        figures |= fastest(key, step, seconds)
    return figures


def fastest(key: str, step: Callable[[], int], seconds: float) -> dict[str, float]:
    """Steps a second by the clock and by processor time, each in its best run."""
    step()
    by_clock = by_core = 0.0
    for _ in range(RUNS):
        count, began, used = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - began < seconds:
            count += step()
        by_clock = max(by_clock, count / (time.perf_counter() - began))
        by_core = max(by_core, count / (time.process_time() - used))
    return {f"{key}_per_s": by_clock, f"{key}_per_core_s": by_core}
