"""Measures the environments beside a bare batch, in one run: decisions a second in random play. One JSON object a line.

    .venv/bin/python bench/environments.py [GAME …] [--seconds S]

`per_core_s` is by processor time, which a busy machine still tells, `per_s` by the clock; `times_aec` is `per_core_s` over that of the loop over the PettingZoo
environment. `batch` is `ziggurat.batch` with masks and observations on all cores (Akropolis: masks of the parts of a move), `vector` the Gymnasium vector
environment on it with `copy=False`. Against a bot only the decisions of the learner are counted.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pyspiel

import ziggurat
import ziggurat.envs
import ziggurat.envs.openspiel
from ziggurat.envs import aec

GAMES = ("amytis", "blueprints", "akropolis")
MANY = {"akropolis": 1024}  # games at once
RUNS = 3


def any_legal(mask: Any) -> int:
    """A legal action at random; of truth values NumPy finds the true ones ten times as fast as of numbers."""
    return int(random.choice(np.flatnonzero(mask.view(np.bool_))))  # noqa: S311 - moves, not keys


def aec_decisions(name: str) -> int:
    """Play a random game in the PettingZoo environment."""
    env, decisions = aec.env(name), 0
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, termination, _, _ = env.last()
        env.step(None if termination else any_legal(observation["action_mask"]))
        decisions += not termination
    return decisions


def single_decisions(name: str, opponent: str) -> int:
    """Play a random game in the Gymnasium environment."""
    env = gymnasium.make(f"ziggurat/{name.capitalize()}-v1", opponent=opponent, disable_env_checker=True)
    _, info = env.reset(seed=1)
    decisions, over = 0, False
    while not over:
        _, _, over, _, info = env.step(any_legal(info["action_mask"]))
        decisions += 1
    return decisions


def openspiel_decisions(name: str) -> int:
    """Play a random game of OpenSpiel, deal and observation of each position included."""
    game = pyspiel.load_game(f"ziggurat_{name}")
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        is_chance = state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))  # noqa: S311
        decisions += not is_chance
    return decisions


def vector_step(name: str, opponent: str, games: int) -> Callable[[], int]:
    """A step of the vector environment with random legal codes."""
    has_parts = name == "akropolis"
    envs: Any = gymnasium.make_vec(
        f"ziggurat/{name.capitalize()}-v1", games, vectorization_mode="vector_entry_point", opponent=opponent, copy=False, factored=has_parts
    )
    envs.reset(seed=1)
    batch = envs.unwrapped.batch

    def step() -> int:
        running = games - int(batch.done.sum())
        codes = batch.random_codes()
        if has_parts:
            codes = np.stack(list(batch.factors_of(np.maximum(codes, 0)).values()), axis=1)
        envs.step(codes)
        return running

    return step


def batch_step(name: str, games: int) -> Callable[[], int]:
    """A step of a batch with masks and observations, written to the same arrays again and again."""
    batch = ziggurat.batch(name, games, seed=1, autoreset=True)
    has_parts = name == "akropolis"
    codes, seen = np.zeros(games, np.int32), batch.observe()
    mask = np.zeros((games, sum(batch.factors.values()) if has_parts else batch.num_actions), np.bool_)

    def step() -> int:
        batch.observe(out=seen)
        batch.legal_factors(out=mask) if has_parts else batch.legal_mask(out=mask)
        running = games - int(batch.done.sum())
        batch.step(batch.random_codes(out=codes))
        return running

    return step


def measure(run: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Decisions for each second of processor time, and of the clock, each in its best run."""
    run()
    by_core = by_clock = 0.0
    for _ in range(RUNS):
        count, began, used = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - began < seconds:
            count += run()
        by_core, by_clock = max(by_core, count / (time.process_time() - used)), max(by_clock, count / (time.perf_counter() - began))
    return by_core, by_clock


def main() -> None:
    """Print one object for each game and environment."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("games", nargs="*", default=list(GAMES))
    reader.add_argument("--seconds", type=float, default=1.0)
    given = reader.parse_args()
    warnings.simplefilter("ignore")
    for name in given.games:
        many, first = MANY.get(name, 4096), 0.0
        kinds: dict[str, Callable[[], int]] = {
            "aec": partial(aec_decisions, name),
            "openspiel": partial(openspiel_decisions, name),
            "single seat, random": partial(single_decisions, name, "random"),
            "single seat, greedy": partial(single_decisions, name, "greedy"),
            "vector, random": vector_step(name, "random", many),
            "vector, self": vector_step(name, "self", many),
            "vector, greedy": vector_step(name, "greedy", 256),
            "batch": batch_step(name, many),
        }
        for kind, run in kinds.items():
            by_core, by_clock = measure(run, given.seconds)
            first = first or by_core
            figures = {"per_core_s": round(by_core), "per_s": round(by_clock), "times_aec": round(by_core / first, 1)}
            print(json.dumps({"game": name, "kind": kind, **figures}), flush=True)


if __name__ == "__main__":
    main()
