"""A batch in which bots sit on all seats but one of each game, and move inside the kernels, on all cores."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ziggurat.batches import Batch
from ziggurat.batches.cpu_games import CpuGames
from ziggurat.batches.threads import run_shares
from ziggurat.bind import bind
from ziggurat.errors import BotError, listed
from ziggurat.game import MOVE, SCORE
from ziggurat.kernel import NONE, generator, rows_of

RANDOM, GREEDY, SELF = "random", "greedy", "self"
OPPONENTS = (RANDOM, GREEDY, SELF)
Bools = npt.NDArray[np.bool_]


class OpponentBatch(Batch):
    """A batch with opponents; `self` has none: the learner moves for every seat."""

    def __init__(self, game: str, n: int, options: dict[str, Any], *, opponent: str, seed: str | None, threads: int | None) -> None:
        """Deal n games; over ones are dealt anew by the next step."""
        super().__init__(game, n, options, seed=seed, autoreset=True, threads=threads)
        self.opponent = opponent
        self._bot_rngs: npt.NDArray[np.uint64] | None = None
        self._greedy_buffers: list[tuple[Any, ...]] = []

    def copy(self) -> Batch:
        """A batch of its own at the same positions, with generators of its own."""
        other = cast("OpponentBatch", super().copy())
        other._bot_rngs, other._greedy_buffers = None if self._bot_rngs is None else self._bot_rngs.copy(), []
        return other

    @property
    def _cpu(self) -> CpuGames:
        """The games with their arrays."""
        return cast("CpuGames", self._games)

    @property
    def _bound(self) -> Any:
        """The kernels of this game."""
        return bind(self.spec.key, "ziggurat.envs.opponent_kernels")

    def play_others(self, seats: npt.NDArray[np.int8]) -> None:
        """Let the opponents move in each game until the seat that is named is to move, or the game is over."""
        if self.opponent == SELF or self.seats == 1:
            return
        if self._bot_rngs is None:
            self._bot_rngs = np.stack([generator(f"{self.seed}/{i}/opponents") for i in range(self.n)])
        kernels, rngs, games = self._bound, self._bot_rngs, self._cpu
        if self.opponent == RANDOM:
            games._run(kernels.play_random, games._states, games._to_move, seats, rngs, games._moves)
            return
        buffers, deals = self._buffers(), self.spec.greedy_deals

        def call(number: int, first: int, last: int) -> None:
            kernels.play_greedy(games._states, games._rows, games._to_move, seats, rngs, *buffers[number], deals, first, last)

        run_shares(call, games._shares)

    def _buffers(self) -> list[tuple[Any, ...]]:
        """What `greedy` writes to, for each thread its own, made when it is first needed."""
        levels, most = self.spec.plies_ahead + 2, self.spec.rules.MAX_MOVES
        while len(self._greedy_buffers) < len(self._cpu._shares):
            states = self.spec.blank(levels)
            numbers = (np.zeros((levels, most), MOVE), np.zeros(levels, np.int64), np.zeros(levels, np.int64))
            self._greedy_buffers.append((states, rows_of(states), *numbers, np.zeros(self.seats, SCORE), np.zeros(most, np.int64)))
        return self._greedy_buffers

    def end(self, where: Bools) -> None:
        """End these games as they stand."""
        self._cpu._to_move[where] = NONE

    def results(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """The scores and the ranks of the games that are over, n × seats; zeros and ones for the others."""
        scores, ranks = np.zeros((self.n, self.seats), SCORE), np.ones((self.n, self.seats), SCORE)
        self._cpu._run(self._bound.rate_ended, self._cpu._states, self._cpu._to_move, scores, ranks)
        return scores, ranks


def check_opponent(name: str) -> None:
    """Raise BotError unless this opponent can move inside a batch."""
    if name not in OPPONENTS:
        raise BotError(
            f"`{name}` cannot play inside a batch: choose one of {listed(OPPONENTS)}; against any other bot take "
            '`gymnasium.make_vec(…, vectorization_mode="async")`, which plays in several processes'
        )
