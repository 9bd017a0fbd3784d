"""Compiles what the environments of a game need, for `ziggurat warm`; none of their libraries must be installed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.envs.opponents import GREEDY, RANDOM, OpponentBatch
from ziggurat.game import Game
from ziggurat.observation_fields import OBSERVED
from ziggurat.registry import game_spec


def compile_environments(name: str, options: dict[str, Any]) -> None:
    """Use every kernel of the environments once."""
    for opponent in (RANDOM, GREEDY):
        batch = OpponentBatch(name, 2, options, opponent=opponent, seed="warm", threads=1)
        batch.play_others(np.ones(2, np.int8))
        batch.results()
        batch.random_rollout(1)
    game = Game(game_spec(name), options, seed="warm")
    spec, state = game.spec, game.state
    module = spec.module("observation")
    module.observe(state, 0, np.zeros(module.SIZE, OBSERVED))
    if (factors := spec.optional("observation", "FACTORS")) is not None:
        module.legal_factors(state, np.zeros(sum(size for _, size in factors), np.bool_))
