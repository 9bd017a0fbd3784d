"""The games for PettingZoo: `ziggurat.envs.aec.env("amytis")`, an environment in which the seats act one after the other (AEC).

>>> from ziggurat.envs import aec
>>> env = aec.env("akropolis", seats=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     action = None if termination else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.envs.encoding import RENDER_MODES, Encoding, Seeds, check_render_mode, render
from ziggurat.envs.rewards import ILLEGAL_REWARD, Reward, check_reward, final_rewards
from ziggurat.extras import named_extra
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.spec import GameSpec

with named_extra():
    import gymnasium
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

__all__ = ["ZigguratAEC", "env", "raw_env"]


class ZigguratAEC(AECEnv[str, dict[str, Any], Any]):  # type: ignore[misc]
    """One game; the agents `player_0`, `player_1`, … are its seats. Without the wrappers of `env`: a move that is not legal is an IllegalMove."""

    metadata = {"render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        reward: Reward = "win",
        scaled: bool = False,
        factored: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        self.name, self.options = game_spec(game).name, options
        seats: int = self.rules.option_set.read(options)["seats"]
        check_reward(reward, seats)
        check_render_mode(render_mode)
        self.metadata = {**type(self).metadata, "name": f"ziggurat_{game}_v{self.rules.version}"}
        self.render_mode, self.reward, self.encoding, self._seeds = render_mode, reward, Encoding(self.rules, scaled=scaled, factored=factored), Seeds()
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: self.encoding.action_space() for agent in self.possible_agents}
        parts = {"observation": self.encoding.observation_space, "action_mask": self.encoding.mask_space}
        self.observation_spaces = {agent: gymnasium.spaces.Dict({name: make_space() for name, make_space in parts.items()}) for agent in self.possible_agents}
        space = self.encoding.observation_space()
        self.state_space = gymnasium.spaces.Box(np.tile(space.low, seats), np.tile(space.high, seats), dtype=space.dtype)
        self.game: Game | None = None

    @property
    def rules(self) -> GameSpec:
        """The game with these options; by its name, so that the environment can be copied and pickled."""
        spec = game_spec(self.name)
        return spec.at(spec.option_set.read(self.options))

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The numbers that the seat sees, and which actions are legal."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The numbers of the moves, or with `factored` their parts."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: of the seed, and without one the next game of the last seed. `options` are not read."""
        self.game = Game(self.rules, self.options, seed=self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._running.to_move or 0]

    @property
    def _running(self) -> Game:
        """The game that is played."""
        assert self.game is not None, "call `reset` first"
        return self.game

    def observe(self, agent: str) -> dict[str, Any]:
        """What the seat sees now."""
        seat = self._seats[agent]
        return {"observation": self.encoding.observe(self._running, seat), "action_mask": self.encoding.mask(self._running, seat)}

    def state(self) -> np.ndarray[Any, Any]:
        """What all seats see together, one behind the other, for a critic that may see it all. What lies hidden from everybody is not in it."""
        return np.concatenate([self.encoding.observe(self._running, seat) for seat in self._seats.values()])

    def step(self, action: Any) -> None:
        """Play a move for the seat to move; at the end all seats get their rewards."""
        agent, game = self.agent_selection, self._running
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game.push_code(self.encoding.code(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if game.to_move is None:
            self._end()
        else:
            self.agent_selection = self.possible_agents[game.to_move]
        self._accumulate_rewards()
        if game.is_over:
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Give everybody the reward."""
        game = self._running
        scores, ranks = game.scores, game.ranks
        rewards = final_rewards(self.reward, scores, ranks).tolist()
        for agent, seat in self._seats.items():
            self.rewards[agent], self.terminations[agent] = rewards[seat], True
            self.infos[agent] = {"score": scores[seat], "rank": ranks[seat]}

    def render(self) -> str | None:
        """The table as a spectator sees it: text (`ansi`), a picture (`svg`), or printed (`human`)."""
        if self.render_mode is None:
            gymnasium.logger.warn('`render` was called without a render mode: say for instance `render_mode="ansi"`')
            return None
        return render(self._running, None, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


raw_env = ZigguratAEC


def env(game: str, **options: Any) -> AECEnv[str, dict[str, Any], Any]:
    """The environment of a game, with PettingZoo's checks around it.

    A legal-range action that is not legal here ends the game: the seat gets -1, the others 0 (`TerminateIllegalWrapper`). `render_mode`, `reward`,
    `scaled` and `factored` are those of `ZigguratAEC`, all other names are options of the game.
    """
    made: AECEnv[str, dict[str, Any], Any] = ZigguratAEC(game, **options)
    made = TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    made = AssertOutOfBoundsWrapper(made)
    return OrderEnforcingWrapper(made)
