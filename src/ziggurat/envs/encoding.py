"""One game as arrays: the spaces of observations and actions, masks of legal actions, pictures. The environments of single games share these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from ziggurat.errors import GameError, InvalidMove, listed
from ziggurat.extras import named_extra
from ziggurat.game import Game
from ziggurat.observation_fields import OBSERVED, scale_of
from ziggurat.registry import spec_of_key
from ziggurat.spec import GameSpec

with named_extra():
    import gymnasium

MASK = np.int8  # what `Space.sample(mask)` of Gymnasium takes
RENDER_MODES = ["human", "ansi", "svg"]
Array = npt.NDArray[Any]
Actions = gymnasium.spaces.Discrete | gymnasium.spaces.MultiDiscrete


class FactoredMask(tuple[npt.NDArray[np.int8], ...]):
    """The masks of the parts of an action, as `MultiDiscrete.sample` takes them; `mask[action]` says whether an action is legal."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        """A mask by its number, or for an action (an array of its parts) whether each part is legal: every combination of legal parts is a legal action."""
        if isinstance(key, SupportsIndex) and not isinstance(key, np.ndarray):
            return super().__getitem__(key)
        return all(bool(mask[part]) for mask, part in zip(self, np.asarray(key).tolist(), strict=True))


class Encoding:
    """How positions and moves of a game become arrays.

    `scaled` observations are float32 between -1 and 1, others the int16 of `docs/reference/observations.md`. `factored` actions are the parts of a
    move, for games that have such (Akropolis: tile, place, rotation).
    """

    def __init__(self, spec: GameSpec, *, scaled: bool = False, factored: bool = False) -> None:
        self.key, self.is_scaled = spec.key, bool(scaled)
        module = spec.module("observation")
        sizes = [field.size for field in module.FIELDS]
        self.low = np.repeat(np.array([field.low for field in module.FIELDS], OBSERVED), sizes)
        self.high = np.repeat(np.array([field.high for field in module.FIELDS], OBSERVED), sizes)
        self.scale = scale_of(module.FIELDS)
        self.factors: tuple[tuple[str, int], ...] = factors_of(spec) if factored else ()
        self.factor_sizes = [size for _, size in self.factors]
        self._order: Sequence[int] = module.FACTOR_ORDER if factored else ()

    @property
    def spec(self) -> GameSpec:
        """The game; by its key, so that an encoding can be copied and pickled."""
        return spec_of_key(self.key)

    def observation_space(self) -> gymnasium.spaces.Box:
        """A new space of observations: each space has its own generator for `sample`."""
        if self.is_scaled:
            return gymnasium.spaces.Box(-1.0, 1.0, self.low.shape, np.float32)
        return gymnasium.spaces.Box(self.low, self.high, dtype=OBSERVED)

    def action_space(self) -> Actions:
        """A new space of actions."""
        return gymnasium.spaces.MultiDiscrete(self.factor_sizes) if self.factors else gymnasium.spaces.Discrete(self.spec.rules.MOVE_CODES)

    def mask_space(self) -> gymnasium.spaces.Space[Any]:
        """A new space of masks."""
        if self.factors:
            return gymnasium.spaces.Tuple([gymnasium.spaces.MultiBinary(size) for size in self.factor_sizes])
        return gymnasium.spaces.Box(0, 1, (self.spec.rules.MOVE_CODES,), MASK)

    # --- one game ----------------------------------------------------------------------------------------------------

    def observe(self, game: Game, seat: int) -> Array:
        """What a seat sees."""
        seen = np.empty(self.low.shape, OBSERVED)
        self.spec.module("observation").observe(game.state, seat, seen)
        return self.bounded(seen)

    def bounded(self, seen: npt.NDArray[np.int16]) -> Array:
        """Observations within the bounds of their space. A number beyond the range of its field is cut off; none was ever seen."""
        np.maximum(seen, self.low, out=seen)
        np.minimum(seen, self.high, out=seen)  # both take a fifth of the time of `np.clip`
        return seen * self.scale if self.is_scaled else seen

    def mask(self, game: Game, seat: int) -> npt.NDArray[np.int8] | FactoredMask:
        """Which actions are legal: 1 or 0 for each; none for a seat that is not to move."""
        is_to_move = game.to_move == seat
        if not self.factors:
            mask = np.zeros(self.spec.rules.MOVE_CODES, MASK)
            if is_to_move:
                mask[game.legal_codes()] = 1
            return mask
        flat = np.zeros(sum(self.factor_sizes), np.bool_)
        if is_to_move:
            self.spec.module("observation").legal_factors(game.state, flat)
        return FactoredMask(np.split(flat.view(MASK), np.cumsum(self.factor_sizes)[:-1]))

    def code(self, action: Any) -> int:
        """The number of the move that an action means; raises InvalidMove for what is no action."""
        if not self.factors:
            return int(action)
        parts = np.asarray(action).reshape(-1).tolist()
        if len(parts) != len(self.factors) or any(not 0 <= part < size for part, size in zip(parts, self.factor_sizes, strict=True)):
            raise InvalidMove(f"{action!r} is no action: it has the parts {listed(name for name, _ in self.factors)}, below {self.factor_sizes}")
        return int(self.codes(np.array([parts]))[0])

    def codes(self, actions: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """The numbers of the moves that many actions mean, a row for each."""
        code = np.zeros(len(actions), np.int64)
        for place in self._order:
            code = code * self.factor_sizes[place] + actions[:, place]
        return code


def factors_of(spec: GameSpec) -> tuple[tuple[str, int], ...]:
    """The parts of a move; GameError for a game that has none."""
    factors: tuple[tuple[str, int], ...] | None = spec.optional("observation", "FACTORS")
    if factors is None:
        raise GameError(f"the moves of {spec.full_name} have no parts that can be chosen one by one: leave `factored` out")
    return factors


def check_render_mode(mode: str | None) -> None:
    """Raise GameError unless there is such a way to show a game."""
    if mode is not None and mode not in RENDER_MODES:
        raise GameError(f"there is no render mode `{mode}`: choose one of {listed(RENDER_MODES)}")


def render(game: Game, seat: int | None, mode: str | None) -> str | None:
    """Show what a seat sees (None: a spectator): `ansi` gives text, `svg` a picture, `human` prints the text."""
    if mode == "svg":
        return game.svg(seat)
    text = str(game.board(seat=seat))
    if mode == "human":
        print(text)
        return None
    return text


class Seeds:
    """Names the deals of an environment: after `reset(seed=7)` the games are those of the seeds `7`, `7/1`, `7/2`, …"""

    def __init__(self) -> None:
        self.first: str | None = None
        self.number = 0

    def next(self, seed: int | None) -> str:
        """The seed of the next game; without any seed so far, chance decides."""
        if seed is not None:
            self.first, self.number = str(seed), 0
            return self.first
        if self.first is None:
            self.first = f"{np.random.SeedSequence().entropy}"
            return self.first
        self.number += 1
        return f"{self.first}/{self.number}"
