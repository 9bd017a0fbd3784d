"""Makes bots from their names, such as `greedy`, `level:3` and `mcts:sims=2000`: a kind and its parameters, separated by colons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import numpy as np

from ziggurat.bind import bind
from ziggurat.errors import BotError, listed
from ziggurat.game import MOVE, SCORE, Game
from ziggurat.kernel import below, generator, rows_of
from ziggurat.search.frozen import frozen_bot
from ziggurat.search.level_bots import LevelBot, read_level
from ziggurat.search.mcts import Stop, TreeBot, never
from ziggurat.search.newcomer import NewcomerBot
from ziggurat.search.outside import OutsideBot
from ziggurat.spec import GameSpec


class Bot(Protocol):
    """Chooses a move for the seat to move."""

    def choose(self, game: Game) -> int:
        """Choose a legal move; returns its number."""


class RandomBot:
    """Plays any legal move, each equally likely."""

    def __init__(self, spec: GameSpec, seed: str) -> None:
        self.rng = generator(seed)

    def choose(self, game: Game) -> int:
        """Draw a legal move from the bot's own generator."""
        legal = game.legal_codes()
        return legal[int(below(self.rng, len(legal)))]


class GreedyBot:
    """Plays the whole turn that gives the best margin over the best opponent if the game ended right after it; among equals one is drawn.

    It imagines what lies hidden, several times where a turn can meet it, and averages the margins. In a turn of Akropolis with the Athena expansion it looks
    two decisions ahead (`greedy_depth`): the city tile and a card that can be completed then, but not what the single tile of that card makes possible.
    """

    def __init__(self, spec: GameSpec, seed: str) -> None:
        self.rng = generator(seed)
        self._allocate(spec)

    def _allocate(self, spec: GameSpec) -> None:
        self.spec = spec
        self.kernels = bind(spec.key, "ziggurat.search.kernels.greedy")
        levels, most = spec.plies_ahead + 2, spec.rules.MAX_MOVES  # the position, an imagined one, and one after each decision
        self.states = spec.blank(levels)
        self.rows = rows_of(self.states)
        self.moves = np.zeros((levels, most), MOVE)
        self.counts, self.cursors = np.zeros(levels, np.int64), np.zeros(levels, np.int64)
        self.values = np.zeros(most, np.int64)

    def values_of(self, game: Game) -> dict[int, float]:
        """The expected margin after the best turn that begins with each legal move."""
        if game.spec is not self.spec:  # the table has an expansion: other positions, and other kernels
            self._allocate(game.spec)
        points = np.zeros(game.seats, SCORE)
        deals = self.spec.greedy_deals
        self.states[0] = game.state
        n = self.kernels.turn_values(self.states, self.rows, self.moves, self.counts, self.cursors, points, self.rng, deals, self.values)
        return {int(move): float(value) / deals for move, value in zip(self.moves[1, :n], self.values[:n], strict=True)}

    def choose(self, game: Game) -> int:
        """Choose the best move; among equals one is drawn."""
        n = len(self.values_of(game))
        return int(self.moves[1, self.kernels.pick_best(self.values, n, self.rng)])


BOTS: dict[str, Callable[[GameSpec, str], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "newcomer": NewcomerBot}
KNOWN = (*BOTS, "level:1", "…", "level:8", "frozen:2026-11", "mcts:sims=2000", "mcts:ms=1000", "py:FILE.py:NAME")
LIMITS = {"sims": 10_000_000, "ms": 3_600_000, "threads": 256}  # the most of each


def make_bot(name: str, spec: GameSpec, seed: str, seconds: float | None = None, stop: Stop = never) -> Bot:
    """Make the bot that a name means, for one game, with a generator of its own; `seconds` a move replace its own budget.

    A bot that searches ends its search when `stop()` is true.
    """
    kind, *parameters = name.split(":")
    if kind == "py":
        return OutsideBot(spec, name, seconds, stop)
    if kind == "level":
        return LevelBot(spec, read_level(name), seed, seconds, stop)
    if kind == "frozen":
        return frozen_bot(spec, name, seed, seconds, stop)
    if kind == "mcts":
        values = read_parameters(name, parameters)
        sims, ms = (values.get("sims"), values.get("ms")) if seconds is None else (None, max(1, round(1000 * seconds)))
        return TreeBot(spec, seed, sims=sims, ms=ms, threads=values.get("threads", 1), stop=stop)
    if name not in BOTS:
        raise BotError(f"there is no bot `{name}`: known are {listed(KNOWN)}")
    return BOTS[name](spec, seed)


def check_bots(names: Iterable[str], spec: GameSpec) -> None:
    """Raise BotError if a name is not a bot of this game, or an outside bot cannot be made: before the first deal, not in the midst of a match."""
    for name in dict.fromkeys(names):
        bot = make_bot(name, spec, "check")
        if isinstance(bot, OutsideBot):
            try:
                bot.check()
            finally:
                bot.close()


def read_parameters(name: str, parameters: list[str]) -> dict[str, int]:
    """Read the parameters of a tree search: `sims=2000`, `ms=1000:threads=2`."""
    values: dict[str, int] = {}
    for parameter in parameters or ["ms=1000"]:
        key, _, value = parameter.partition("=")
        if key in values or key not in LIMITS or not value.isdecimal() or not 0 < int(value) <= LIMITS[key]:
            break
        values[key] = int(value)
    else:
        if ("sims" in values) != ("ms" in values):
            return values
    raise BotError(
        f"`{name}` has no budget that we understand: write `mcts:sims=2000` (simulations a move) or `mcts:ms=1000` (milliseconds a move), "
        "and `:threads=2` behind it for a search on two threads"
    )
