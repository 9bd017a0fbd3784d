"""Compiles everything of every game ahead (`ziggurat warm`), on all cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool

from ziggurat.compile_cache import note_all_compiled
from ziggurat.envs.compile_ahead import compile_environments
from ziggurat.errors import GameError
from ziggurat.measure.kernels import measure_speed
from ziggurat.measure.python import measure_batch
from ziggurat.registry import game_names, game_spec, spec_of_key
from ziggurat.search.compile_steps import STEPS, prepare


def compile_all() -> Iterator[tuple[str, float]]:
    """Compile every game in processes of their own; yields each with the seconds it took. A game with an expansion counts as one of its own."""
    keys = sorted((spec.key for name in game_names() for spec in game_spec(name).with_expansions), key=len, reverse=True)  # expansions take longest
    processes = ProcessPoolExecutor(min(len(keys), os.cpu_count() or 1), multiprocessing.get_context("spawn"), end_at_ctrl_c)
    try:
        for done in as_completed([processes.submit(compile_one, key) for key in keys]):
            yield done.result()
    except BrokenProcessPool:
        raise GameError("a process that compiled was ended, perhaps for want of memory: `ziggurat warm` again goes on with what is left") from None
    finally:
        processes.shutdown(cancel_futures=True)
    note_all_compiled()


def end_at_ctrl_c() -> None:
    """Let Ctrl-C end this process at once: without a trace, and not after the games that wait."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def compile_one(key: str) -> tuple[str, float]:
    """Compile every step of a game, its random games of `ziggurat bench`, batches and environments; returns it with the seconds it took."""
    began, spec = time.perf_counter(), spec_of_key(key)
    for step in STEPS:
        prepare(key, step)
    measure_speed(spec.name, spec.own_options, seconds=0.01)
    measure_batch(spec.name, spec.own_options, seconds=0.001, games=2)
    compile_environments(spec.name, spec.own_options)
    return key, time.perf_counter() - began
