"""One seat against bots, for Gymnasium: `gymnasium.make("ziggurat/Amytis-v1", opponent="greedy")` after `import ziggurat.envs`.

>>> import gymnasium, ziggurat.envs
>>> env = gymnasium.make("ziggurat/Blueprints-v1", opponent="greedy", seats=3)
>>> observation, info = env.reset(seed=7)
>>> terminated = False
>>> while not terminated:
...     observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
>>> sorted(info)
['action_mask', 'illegal', 'ranks', 'scores', 'seat']
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ziggurat.envs.encoding import RENDER_MODES, Encoding, Seeds, check_render_mode, render
from ziggurat.envs.rewards import ILLEGAL_REWARD, Reward, check_reward, final_rewards
from ziggurat.errors import GameError, GameOver, IllegalMove, InvalidMove
from ziggurat.extras import named_extra
from ziggurat.game import Game
from ziggurat.kernel import below, generator
from ziggurat.library import Bot, bot
from ziggurat.registry import game_spec
from ziggurat.spec import GameSpec

with named_extra():
    import gymnasium

ANY_SEAT: Literal["random"] = "random"
Seat = int | Literal["random"]


def check_seat(seat: Seat, seats: int) -> None:
    """Raise GameError unless there is such a seat, or any is meant."""
    if seat != ANY_SEAT and (isinstance(seat, bool | str) or not 0 <= seat < seats):
        raise GameError(f"there is no seat {seat!r}: the seats are 0 to {seats - 1}, and `random` is another one in each game")


class SingleSeatEnv(gymnasium.Env[Any, Any]):
    """The learner sits on one seat, bots on all others; a step plays the learner's move and then theirs, until the learner is to move again.

    A number of a move that is not legal ends the game with the reward -1 (`info["illegal"]`), so that nothing is ever stuck.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponent: str = "random",
        seat: Seat = 0,
        render_mode: str | None = None,
        reward: Reward = "win",
        scaled: bool = False,
        factored: bool = False,
        **options: Any,
    ) -> None:
        """`opponent` is the name of a bot, `seat` a number or `random`; what has another name is an option of the game."""
        self.name, self.options, self.opponent = game_spec(game).name, options, opponent
        self.seats: int = self.rules.option_set.read(options)["seats"]
        check_reward(reward, self.seats)
        check_seat(seat, self.seats)
        check_render_mode(render_mode)
        bot(opponent, game).close()  # a name that means no bot is an error now
        self.wanted_seat, self.render_mode, self.reward = seat, render_mode, reward
        self.encoding, self._seeds = Encoding(self.rules, scaled=scaled, factored=factored), Seeds()
        self.observation_space, self.action_space = self.encoding.observation_space(), self.encoding.action_space()
        self.seat = 0
        self.game: Game | None = None
        self._bots: dict[int, Bot] = {}
        self._bot_seed = ""
        self._is_over = True

    @property
    def rules(self) -> GameSpec:
        """The game with these options; by its name, so that the environment can be copied and pickled."""
        spec = game_spec(self.name)
        return spec.at(spec.option_set.read(self.options))

    def __getstate__(self) -> dict[str, Any]:
        """What a copy or a pickle holds: everything but the bots. Those of a copy are made anew, and draw from generators of their own."""
        ply = "" if self.game is None else f"/{self.game.ply}"
        return self.__dict__ | {"_bots": {}, "_bot_seed": self._bot_seed + ply}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a new game: of the seed, and without one the next game of the last seed. `options` are not read."""
        super().reset(seed=seed)
        text = self._seeds.next(seed)
        self.close()
        self.seat = int(below(generator(f"{text}/seat"), self.seats)) if self.wanted_seat == ANY_SEAT else int(self.wanted_seat)
        self.game = Game(self.rules, self.options, seed=text)
        self._bot_seed, self._is_over = f"{text}/bot", False
        self._play_others()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play a move of the learner, then those of the others; the reward comes at the end of the game."""
        game = self._running
        if self._is_over:
            raise GameOver("the game is over: `reset` deals the next one")
        is_illegal = False
        try:
            game.push_unchecked(self.encoding.code(action))
        except (IllegalMove, InvalidMove):
            is_illegal = True
        else:
            self._play_others()
        self._is_over = is_illegal or game.is_over
        reward = ILLEGAL_REWARD if is_illegal else float(final_rewards(self.reward, game.scores, game.ranks)[self.seat]) if game.is_over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._is_over, False, self._info(is_illegal=is_illegal)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO of sb3-contrib wants it; `factored` masks stand one behind the other."""
        mask = self._mask()
        return np.concatenate(mask).astype(np.bool_) if isinstance(mask, tuple) else mask.astype(np.bool_)

    def render(self) -> str | None:
        """The table as the learner's seat sees it: text (`ansi`), a picture (`svg`), or printed (`human`)."""
        if self.render_mode is None:
            gymnasium.logger.warn('`render` was called without a render mode: say for instance `render_mode="ansi"`')
            return None
        return render(self._running, self.seat, self.render_mode)

    def close(self) -> None:
        """End the processes of outside bots."""
        for other in self._bots.values():
            other.close()
        self._bots = {}

    @property
    def _running(self) -> Game:
        """The game that is played."""
        assert self.game is not None, "call `reset` first"
        return self.game

    def _play_others(self) -> None:
        """Let the bots move until the learner is to move or the game is over."""
        game = self._running
        while (seat := game.to_move) is not None and seat != self.seat:
            if seat not in self._bots:
                self._bots[seat] = bot(self.opponent, self.name, f"{self._bot_seed}/{seat}")
            game.push_unchecked(self._bots[seat].choose(game))

    def _observation(self) -> Any:
        return self.encoding.observe(self._running, self.seat)

    def _mask(self) -> Any:
        return self.encoding.mask(self._running, -1 if self._is_over else self.seat)

    def _info(self, *, is_illegal: bool = False) -> dict[str, Any]:
        """The legal actions and the seat; at the end also scores and ranks."""
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": self.seat}
        if self._is_over:
            info |= {"illegal": is_illegal, "scores": np.array(self._running.scores), "ranks": np.array(self._running.ranks)}
        return info
