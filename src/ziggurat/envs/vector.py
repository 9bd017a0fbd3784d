"""Thousands of games at once, for Gymnasium: `gymnasium.make_vec("ziggurat/Amytis-v1", 1024, vectorization_mode="vector_entry_point")`.

>>> import gymnasium, numpy, ziggurat.envs
>>> envs = gymnasium.make_vec("ziggurat/Amytis-v1", 64, vectorization_mode="vector_entry_point")
>>> observations, info = envs.reset(seed=7)
>>> for _ in range(100):
...     actions = info["action_mask"].argmax(axis=1)  # the first legal move
...     observations, rewards, terminations, truncations, info = envs.step(actions)
>>> observations.shape, rewards.shape
((64, 499), (64,))
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ziggurat.envs.encoding import MASK, Encoding
from ziggurat.envs.opponents import RANDOM, SELF, Bools, OpponentBatch, check_opponent
from ziggurat.envs.rewards import ILLEGAL_REWARD, Reward, check_reward, final_rewards
from ziggurat.envs.single_seat import ANY_SEAT, Seat, check_seat
from ziggurat.errors import GameError
from ziggurat.extras import named_extra
from ziggurat.kernel import NONE, below, generator
from ziggurat.observation_fields import OBSERVED
from ziggurat.registry import game_spec
from ziggurat.spec import GameSpec

with named_extra():
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Step = tuple[Any, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]


class BatchEnv(VectorEnv[Any, Any, Any]):
    """Many games on `ziggurat.batch`, on all cores; the learner sits on one seat of each, or with `opponent="self"` on all.

    Where a game is over, the next step deals the next one and does not read the action (`AutoresetMode.NEXT_STEP`). A number of a move that is not legal
    ends its game with the reward -1. With `copy=False` the arrays of a step are those of the last one, written over.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        game: str,
        *,
        opponent: str = RANDOM,
        seat: Seat = 0,
        reward: Reward = "win",
        scaled: bool = False,
        factored: bool = False,
        threads: int | None = None,
        copy: bool = True,
        **options: Any,
    ) -> None:
        """`opponent` is `random`, `greedy` or `self`, `seat` a number or `random`; what has another name is an option of the game."""
        self.num_envs, self.name, self.options = num_envs, game_spec(game).name, options
        self.seats: int = self.rules.option_set.read(options)["seats"]
        check_reward(reward, self.seats)
        check_seat(seat, self.seats)
        check_opponent(opponent)
        self.opponent, self.wanted_seat, self.reward, self.threads, self.is_copied = opponent, seat, reward, threads, copy
        self.encoding = Encoding(self.rules, scaled=scaled, factored=factored)
        self.single_observation_space, self.single_action_space = self.encoding.observation_space(), self.encoding.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch: OpponentBatch | None = None
        self._seats = np.zeros(num_envs, np.int8)
        self._seen: npt.NDArray[np.int16] | None = None
        self._mask: Bools | None = None

    @property
    def rules(self) -> GameSpec:
        """The game with these options; by its name, so that the environment can be copied and pickled."""
        spec = game_spec(self.name)
        return spec.at(spec.option_set.read(self.options))

    # --- Gymnasium ---------------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal all games anew; `options={"reset_mask": …}` only some. With a seed, game i is that of `ziggurat.new(…, seed=f"{seed}/{i}")`."""
        super().reset(seed=seed)
        chosen = self._read_mask(options)
        if seed is not None or self.batch is None:
            text = None if seed is None else str(seed)
            self.batch = OpponentBatch(self.rules.name, self.num_envs, self.options, opponent=self.opponent, seed=text, threads=self.threads)
        else:
            self.batch.reset(chosen)
        self._draw_seats(chosen)
        self.batch.play_others(self._seats)
        return self._observations(), self._info()

    def step(self, actions: Any) -> Step:
        """Play an action in each game, then the moves of the others; rewards come at the end of a game."""
        batch = self._dealt
        movers = batch.to_move
        was_over = movers == NONE
        batch.step(self._codes(actions), check=False)
        is_illegal = batch.refused & ~was_over
        batch.end(is_illegal)
        if was_over.any():
            self._draw_seats(was_over)
        batch.play_others(self._seats)
        terminations = batch.done
        rewards, info = np.zeros(self.num_envs), self._info()
        if terminations.any():
            rewards = self._end(terminations, is_illegal, movers if self.opponent == SELF else self._seats, info)
        return self._observations(), rewards, terminations, np.zeros(self.num_envs, np.bool_), info

    def close_extras(self, **kwargs: Any) -> None:
        """Forget the games."""
        self.batch = None

    def action_masks(self) -> Bools:
        """Which actions are legal, a row for each game; `factored` masks stand one behind the other."""
        return self._masks().astype(np.bool_)

    # --- parts of a step ---------------------------------------------------------------------------------------------

    @property
    def _dealt(self) -> OpponentBatch:
        assert self.batch is not None, "call `reset` first"
        return self.batch

    def _read_mask(self, options: dict[str, Any] | None) -> Bools:
        """Which games to deal."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise GameError(f"`reset_mask` must be an array of {self.num_envs} truth values")
        return mask

    def _draw_seats(self, where: Bools) -> None:
        """Seat the learner in the games that were dealt anew."""
        if self.wanted_seat != ANY_SEAT:
            self._seats[where] = self.wanted_seat
            return
        for i in np.flatnonzero(where).tolist():
            self._seats[i] = below(generator(f"{self._dealt.seed_of(i)}/seat"), self.seats)

    def _codes(self, actions: Any) -> Any:
        read = np.asarray(actions)
        if read.shape != self.action_space.shape or read.dtype.kind not in "iu":
            raise GameError(f"`actions` must be whole numbers of the shape {self.action_space.shape}, not {read.dtype} of {read.shape}")
        if not self.encoding.factors:
            return read
        is_wrong = ((read < 0) | (read >= np.array(self.encoding.factor_sizes))).any(axis=1)
        return np.where(is_wrong, -1, self.encoding.codes(read))

    def _end(self, ended: Bools, is_illegal: Bools, seats: npt.NDArray[np.int8], info: dict[str, Any]) -> npt.NDArray[np.float64]:
        """The rewards of the games that have just ended; scores, ranks and the rewards of all seats go into the info."""
        scores, ranks = self._dealt.results()
        rewards = np.where((ended & ~is_illegal)[:, None], final_rewards(self.reward, scores, ranks), 0.0)
        everyone = np.arange(self.num_envs)
        rewards[everyone[is_illegal], seats[is_illegal]] = ILLEGAL_REWARD
        for name, values in (("scores", scores), ("ranks", ranks), ("rewards", rewards), ("illegal", is_illegal)):
            info[name], info[f"_{name}"] = values, ended
        picked: npt.NDArray[np.float64] = np.where(ended, rewards[everyone, seats], 0.0)
        return picked

    def _observations(self) -> Any:
        """What the learner's seat sees of each game, or in self-play the seat to move."""
        if self._seen is None or self.is_copied:
            self._seen = np.empty((self.num_envs, self._dealt.observation_size), OBSERVED)
        self._dealt.observe(None if self.opponent == SELF else self._seats, out=self._seen)
        return self.encoding.bounded(self._seen)

    def _masks(self) -> npt.NDArray[np.int8]:
        batch, sizes = self._dealt, self.encoding.factor_sizes
        if self._mask is None or self.is_copied:
            self._mask = np.empty((self.num_envs, sum(sizes) if sizes else batch.num_actions), np.bool_)
        if not sizes:
            return batch.legal_mask(out=self._mask).view(MASK)
        batch.legal_factors(out=self._mask)
        if (ended := batch.done).any():
            self._mask[ended] = False
        return self._mask.view(MASK)

    def _info(self) -> dict[str, Any]:
        """The legal actions, and whose they are: -1 in a game that is over."""
        return {"action_mask": self._masks(), "seat": self._dealt.to_move}

    def __repr__(self) -> str:
        return f"BatchEnv({self.rules.name}, num_envs={self.num_envs}, opponent={self.opponent})"
