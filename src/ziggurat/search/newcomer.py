"""`newcomer`, a stand-in for somebody who has read the rules once: level 1 is even with it (`docs/strength.md`).

It looks one turn ahead, at half of its moves, and sees some sources of points only: `NEWCOMER` in `levels.py` of a game's folder says which.
"""

from __future__ import annotations

import numpy as np

from ziggurat.bind import bind
from ziggurat.game import MOVE, SCORE, Game
from ziggurat.kernel import below, generator, rows_of
from ziggurat.levels import Newcomer
from ziggurat.spec import GameSpec


class NewcomerBot:
    """Takes the turn that seems to bring it the most points; what the others have does not interest it."""

    def __init__(self, spec: GameSpec, seed: str) -> None:
        self.rng = generator(seed)
        self.sees = spec.optional("levels", "NEWCOMER") or Newcomer()
        self.unseen = self.draw_unseen()
        self._allocate(spec)

    def draw_unseen(self) -> set[str]:
        """The sources of points that it does not count; of some it counts only one, drawn for each game."""
        unseen = set(self.sees.ignores)
        if self.sees.one_of:
            unseen |= set(self.sees.one_of) - {self.sees.one_of[int(below(self.rng, len(self.sees.one_of)))]}
        return unseen

    def _allocate(self, spec: GameSpec) -> None:
        self.spec = spec
        self.kernels = bind(spec.key, "ziggurat.search.kernels.newcomer")
        self.weights = np.array([float(source not in self.unseen) for source in spec.choices.SOURCES])
        levels, most = spec.plies_ahead + 2, spec.rules.MAX_MOVES  # the position, an imagined one, and one after each decision
        self.states = spec.blank(levels)
        self.rows = rows_of(self.states)
        self.moves = np.zeros((levels, most), MOVE)
        self.counts, self.cursors = np.zeros(levels, np.int64), np.zeros(levels, np.int64)
        self.sources, self.worth = np.zeros(len(self.weights), SCORE), np.zeros(most)

    def choose(self, game: Game) -> int:
        """Choose the best move that it notices; where all seem equal it counts every source of points, and among equals one is drawn."""
        if game.spec is not self.spec:  # the table has an expansion: other positions, and other kernels
            self._allocate(game.spec)
        self.states[0] = game.state
        n = self.kernels.notice_moves(self.states, self.rows, self.moves, self.worth, self.sees.notice, self.rng)
        noticed = self.worth[:n] == 0
        worth = self.rate(n, self.weights)
        if worth[noticed].min() == worth[noticed].max():
            worth = self.rate(n, np.ones(len(self.weights)))
        best = np.flatnonzero(worth == worth.max())
        return int(self.moves[1, best[int(below(self.rng, len(best)))]])

    def rate(self, n: int, weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """What a turn brings that begins with each of n moves."""
        self.kernels.rate_turns(self.states, self.rows, self.moves, self.counts, self.cursors, self.sources, weights, n, self.worth)
        return self.worth[:n]
