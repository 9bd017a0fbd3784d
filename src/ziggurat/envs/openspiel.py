"""The games for OpenSpiel: `pyspiel.load_game("ziggurat_amytis")` after `import ziggurat.envs.openspiel`.

Chance deals first, by explicit chance nodes: every tile, card and die of the deal is one draw (`game_tree.py` of the game); then only the seats decide. So a
history is the draws and the moves, and it determines the state. `docs/guides/environments.md` is the guide.

>>> import pyspiel, random, ziggurat.envs.openspiel
>>> state = pyspiel.load_game("ziggurat_akropolis(seats=3)").new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(random.choice(state.legal_actions()))
>>> sum(state.returns())
0.0
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

import msgspec
import numpy as np
import numpy.typing as npt

from ziggurat.envs.rewards import REWARDS, check_reward, final_rewards, reward_bound
from ziggurat.errors import OptionError
from ziggurat.extras import named_extra
from ziggurat.game import Game
from ziggurat.observation_fields import OBSERVED, offsets_of, scale_of
from ziggurat.options import Option, show
from ziggurat.registry import game_names, game_spec
from ziggurat.spec import GameSpec
from ziggurat.text import words

with named_extra():
    import pyspiel

__all__ = ["ZigguratGame", "ZigguratState", "register_game"]

DIGEST_BYTES = 16
NOT_DEALT = "the deal"
"""What a seat sees of the chance nodes: nothing but that they are there."""
NO_TENSOR = (
    "there are numbers only for what one seat sees now: take `observation_tensor`, or for all that it ever saw the text `information_state_string`; "
    "`provides_information_state_tensor` of the game's type is False"
)
NO_RESAMPLING = (
    "`pyspiel.ISMCTSBot` is written in C++ and cannot deal anew what a state written in Python hides: "
    "take `open_spiel.python.algorithms.ismcts.ISMCTSBot`, which asks `resample_from_infostate`"
)


class ZigguratGame(pyspiel.Game):  # type: ignore[misc]
    """A game as a tree: chance deals, then the seats decide. Its parameters are the options of the game, and `reward`."""

    rules: GameSpec

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules, given = self.rules, dict(params or {})
        self.reward = given.pop("reward", REWARDS[0])
        self.options = rules.option_set.read(given)
        rules = self.rules = rules.at(self.options)
        self.tree = rules.module("game_tree")
        if self.options != rules.option_set.resolve(self.options, lambda _: 0):
            raise OptionError("an option of this game is left to chance (`random`): say which value it has, since chance nodes deal nothing but the game")
        check_reward(self.reward, self.seats)
        self.observation = rules.module("observation")
        bound = reward_bound(self.reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.rules.MOVE_CODES,
            max_chance_outcomes=self.tree.MOST_OUTCOMES,
            num_players=self.seats,
            min_utility=0.0 if self.reward == "score" else -bound,
            max_utility=bound,
            utility_sum=0.0 if self.is_zero_sum else None,
            max_game_length=self.tree.most_plies(self.options),
        )
        super().__init__(game_type(rules, is_zero_sum=self.is_zero_sum), info, params or {})

    @property
    def seats(self) -> int:
        """The number of players."""
        return int(self.options["seats"])

    @property
    def is_zero_sum(self) -> bool:
        """Whether the rewards of all seats add up to 0."""
        return self.seats > 1 and self.reward != "score"

    def new_initial_state(self) -> ZigguratState:
        """The state before the deal."""
        return ZigguratState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The number of draws of the deal."""
        draws: int = self.tree.draw_count(self.options)
        return draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ZigguratObserver:
        """An observer: by default of what a seat sees now, with perfect recall of all that it ever saw."""
        return ZigguratObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def state_from(self, game: Game) -> ZigguratState:
        """The state of a game of the library that has the same options."""
        state = self.new_initial_state()
        for action in [*self.tree.draws_of(self.options, game.deal), *(game.code(ply) for ply in range(game.ply))]:
            state.apply_action(action)
        return state


class ZigguratState(pyspiel.State):  # type: ignore[misc]
    """A position, or the deal so far."""

    def __init__(self, game: ZigguratGame) -> None:
        super().__init__(game)
        self.drawn: tuple[int, ...] = ()
        """The draws of the deal."""
        self.position: Game | None = None
        """The game, once it is dealt."""
        self.sights: tuple[tuple[bytes, ...], ...] = ((),) * game.seats
        """For each seat a digest of all that it saw up to each ply, as far as somebody needed it."""

    @property
    def _game(self) -> ZigguratGame:
        return cast("ZigguratGame", self.get_game())

    @property
    def _dealt(self) -> Game:
        """The game; an error before it is dealt."""
        if self.position is None:
            raise ValueError("the game is not dealt yet")
        return self.position

    # --- the tree ----------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat to move, chance while it deals, or nobody."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of the legal moves, in ascending order."""
        return sorted(self._dealt.legal_codes())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn next, with its probability."""
        game = self._game
        outcomes: list[tuple[int, int]] = game.tree.outcomes(game.options, self.drawn)
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        """Draw, or play a move."""
        if self.position is not None:
            self.position.push_code(action)
            return
        game = self._game
        self.drawn += (action,)
        if len(self.drawn) == game.tree.draw_count(game.options):
            self.position = Game(game.rules, game.options, deal=game.tree.deal_of(game.options, self.drawn))

    def _action_to_string(self, player: int, action: int) -> str:
        """A draw in words, or a move in its notation."""
        game = self._game
        if player == pyspiel.PlayerId.CHANCE:
            return str(game.tree.outcome_text(game.options, self.drawn, action))
        return str(game.rules.move_text.to_text(self._dealt.state, action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.is_over

    def returns(self) -> list[float]:
        """The rewards; zeros while the game runs."""
        if not self.is_terminal():
            return [0.0] * self._game.seats
        rewards: list[float] = final_rewards(self._game.reward, self._dealt.scores, self._dealt.ranks).tolist()
        return rewards

    def __str__(self) -> str:
        """The draws, or the moves so far and the table."""
        if self.position is None:
            return f"{NOT_DEALT}: {' '.join(map(str, self.drawn))}"
        return f"{' '.join(self.position.moves)}\n{self.position}"

    # --- what a seat knows -------------------------------------------------------------------------------------------

    def seen(self, player: int) -> str:
        """All that a seat ever saw, as a key: the moves as it knows them now, and a digest of its views after the deal and after every move.

        Two histories have the same text exactly if the seat saw the same in both at every ply (up to a collision of 128 bits).
        """
        if self.position is None:
            return NOT_DEALT
        self._look(player)
        moves = msgspec.to_builtins(self.position.typed_view(player, helps=False))["log"]
        return f"seat {player}: {' '.join(moves)} #{self.sights[player][self.position.ply].hex()}"

    def _look(self, player: int) -> None:
        """Bring the digests of a seat up to the present ply; each continues the one before."""
        game, digests = self._dealt, list(self.sights[player])
        if len(digests) > game.ply:
            return
        past = game.copy()
        while past.ply > len(digests):
            past.undo()
        for ply in range(len(digests), game.ply + 1):
            if past.ply < ply:
                past.push_unchecked(game.code(ply - 1))
            view = msgspec.json.encode(past.typed_view(player, helps=False))
            digests.append(hashlib.blake2b((digests[-1] if digests else b"") + view, digest_size=DIGEST_BYTES).digest())
        self.sights = (*self.sights[:player], tuple(digests), *self.sights[player + 1 :])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> ZigguratState:
        """A state that looks the same to the seat, and always did: all that it cannot see is dealt anew (`Game.imagine`).

        `sampler` draws a number from 0 to 1, which decides; without it NumPy's generator does. Python bots (`ismcts.ISMCTSBot`) call this.
        """
        return self._game.state_from(self._dealt.imagine(player, repr(sampler() if sampler is not None else np.random.default_rng().random())))


class ZigguratObserver:
    """What a seat sees as a text and as numbers (`docs/reference/observations.md`), brought between -1 and 1."""

    def __init__(self, game: ZigguratGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, so not {params}")
        self.is_recall = bool(iig_obs_type.perfect_recall)
        self.is_public = iig_obs_type.private_info == pyspiel.PrivateInfoType.NONE
        self._observe, fields = game.observation.observe, game.observation.FIELDS
        self._scale, self._numbers = scale_of(fields), np.zeros(game.observation.SIZE, OBSERVED)
        has_tensor = not (self.is_recall or self.is_public)
        self.tensor: npt.NDArray[np.float32] | None = np.zeros(game.observation.SIZE, np.float32) if has_tensor else None
        starts = offsets_of(fields)
        self.dict = {} if self.tensor is None else {field.name: self.tensor[starts[field.name] : starts[field.name] + field.size] for field in fields}

    def set_from(self, state: ZigguratState, player: int) -> None:
        """Write what the seat sees into `tensor`; zeros before the deal."""
        if self.tensor is None:
            raise ValueError(NO_TENSOR)
        if state.position is None:
            self.tensor.fill(0)
            return
        self._observe(state.position.state, player, self._numbers)
        np.multiply(self._numbers, self._scale, out=self.tensor)

    def string_from(self, state: ZigguratState, player: int) -> str | None:
        """With perfect recall the key of all that the seat saw, else what it sees now, as JSON; without private information what everybody sees."""
        if self.is_recall and not self.is_public:
            return state.seen(player)
        if state.position is None:
            return NOT_DEALT
        view = msgspec.to_builtins(state.position.typed_view(None if self.is_public else player, helps=False))
        hidden = {"legal", "options"} if self.is_recall else {"legal", "options", "log", "movers"}
        return msgspec.json.encode({name: value for name, value in view.items() if name not in hidden}).decode()


def parameter_of(option: Option) -> str | int | bool:
    """The default of an option as OpenSpiel knows parameters: a truth value, a number or a text."""
    first = option.first
    return first if isinstance(first, str | int | bool) else ",".join(map(show, first)) or "none"


def game_type(rules: GameSpec, *, is_zero_sum: bool = True) -> pyspiel.GameType:
    """What OpenSpiel knows of a game before it is loaded."""
    kinds = pyspiel.GameType
    defaults = {option.name: parameter_of(option) for option in rules.option_set.options}
    return kinds(
        short_name=f"ziggurat_{rules.name}",
        long_name=words(rules.name, "en")("game.name"),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.seats[1],
        min_num_players=rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**defaults, "reward": REWARDS[0]},
    )


def keep_pythons_lock(kind: Any) -> None:
    """Let `step` of a bot written in C++ play our states, or say why it cannot.

    OpenSpiel's own `step` gives Python's lock away and then copies the state, which ends the process (open_spiel 2.0.2; so it does with OpenSpiel's own
    games in Python). `step_with_policy` chooses in the same way and keeps the lock.
    """
    own_step = kind.step

    @wraps(own_step)
    def step(bot: Any, state: Any) -> Any:
        if not isinstance(state, ZigguratState):
            return own_step(bot, state)
        if kind is pyspiel.ISMCTSBot:
            raise TypeError(NO_RESAMPLING)
        return bot.step_with_policy(state)[1]

    kind.step = step


def register_game(name: str) -> None:
    """Make a game known to OpenSpiel; the games of the package are known already. It needs a `game_tree.py`."""
    rules = game_spec(name)
    # a class, not a function: OpenSpiel lets go of it only after Python's end, when a function can no longer be removed without a crash
    kind = type(f"Ziggurat{name.capitalize()}", (ZigguratGame,), {"rules": rules})
    pyspiel.register_game(game_type(rules), kind)


for _kind in (pyspiel.MCTSBot, pyspiel.ISMCTSBot):
    keep_pythons_lock(_kind)
for _name in game_names():
    if game_spec(_name).optional("game_tree", "outcomes") is not None:
        register_game(_name)
