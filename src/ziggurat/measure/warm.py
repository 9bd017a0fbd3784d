"""Compiles everything of every game ahead (`ziggurat warm`)."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ziggurat.compile_cache import note_all_compiled
from ziggurat.envs.compile_ahead import compile_environments
from ziggurat.measure.kernels import measure_speed
from ziggurat.measure.python import measure_batch
from ziggurat.registry import game_names
from ziggurat.search.compile_steps import STEPS, prepare


def compile_all() -> Iterator[tuple[str, float]]:
    """Compile every step of every game, the random games of `ziggurat bench`, batches and environments; yields each game with the seconds it took."""
    for name in game_names():
        began = time.perf_counter()
        for step in STEPS:
            prepare(name, step)
        measure_speed(name, {}, seconds=0.01)
        measure_batch(name, {}, seconds=0.001, games=2)
        compile_environments(name)
        yield name, time.perf_counter() - began
    note_all_compiled()
