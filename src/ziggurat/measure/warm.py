"""Compiles everything of every game ahead (`ziggurat warm`)."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ziggurat.compile_cache import note_all_compiled
from ziggurat.envs.compile_ahead import compile_environments
from ziggurat.measure.kernels import measure_speed
from ziggurat.measure.python import measure_batch
from ziggurat.registry import game_names, game_spec
from ziggurat.search.compile_steps import STEPS, prepare


def compile_all() -> Iterator[tuple[str, float]]:
    """Compile every step of every game, the random games of `ziggurat bench`, batches and environments; yields each game with the seconds it took.

    A game with an expansion counts as one of its own.
    """
    for spec in (card for name in game_names() for card in game_spec(name).cards):
        began, options = time.perf_counter(), spec.own_options
        for step in STEPS:
            prepare(spec.key, step)
        measure_speed(spec.name, options, seconds=0.01)
        measure_batch(spec.name, options, seconds=0.001, games=2)
        compile_environments(spec.name, options)
        yield spec.key, time.perf_counter() - began
    note_all_compiled()
