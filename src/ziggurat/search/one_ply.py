"""Bots that look one move ahead, like people who see little: they overlook moves, follow a favourite, do not mind what the others can do."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from ziggurat.bind import bind
from ziggurat.game import Game
from ziggurat.kernel import below, generator, record
from ziggurat.levels import OnePlySettings
from ziggurat.search.net import load_net
from ziggurat.search.search_memory import SearchMemory, make_memory
from ziggurat.spec import GameSpec

SETTINGS = record(("notice", np.float64), ("favourite", np.float64), ("future", np.float64), ("opponent", np.float64), ("deals", np.int64))


class OnePlyBot:
    """Looks at some moves, one move ahead, and takes the one that seems best; its favourite thing is drawn for each game."""

    def __init__(self, spec: GameSpec, seed: str, settings: OnePlySettings) -> None:
        self.rng = generator(seed)
        self.thing = int(below(self.rng, spec.module("features").LIKES))
        self.settings = np.zeros(1, SETTINGS)[0]
        for name, value in asdict(settings).items():
            setattr(self.settings, name, value)
        self._bind(spec)

    def _bind(self, spec: GameSpec) -> None:
        self.spec, self.kernels = spec, bind(spec.key, "ziggurat.search.kernels.one_ply")
        self.memory: SearchMemory | None = None

    def choose(self, game: Game) -> int:
        """Choose the move that seems best; among equals one is drawn."""
        if game.spec is not self.spec:  # the table has an expansion: other positions, and other kernels
            self._bind(game.spec)
        if self.memory is None or len(self.memory.points) != game.seats:
            self.memory = make_memory(self.spec, game.seats, load_net(self.spec.key), 1, np.zeros((0, 4), np.uint64))
        self.memory.states[0] = game.state
        n = self.kernels.rate_moves(self.memory, self.settings, self.thing, self.rng)
        best = np.flatnonzero(self.memory.worth[:n] == self.memory.worth[:n].max())
        return int(self.memory.moves[0, best[int(below(self.rng, len(best)))]])
