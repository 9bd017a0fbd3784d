"""Tree search as a bot: budgets, settings and results around the kernels of `templates/mcts.py`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ziggurat.game import MOVE, SCORE, Game
from ziggurat.kernel import NONE, generator, record, rows_of
from ziggurat.search.bind import bind
from ziggurat.spec import GameSpec

MAX_SEATS = 4
DEEPEST = 128  # plies of a path in the tree
MOST_NODES = 200_000  # 24 MB; a full tree is searched on without growing
FIRST_SHARE, SHORTEST_SHARE = 16, 0.004  # simulations at first, then as many as last this long, so that a search stops in time

NODE = record(  # a sequence of moves
    ("values", np.float64, (MAX_SEATS,)),  # sum of what the playouts were worth to each seat: what the search maximises
    ("wins", np.float64, (MAX_SEATS,)),  # sum of the winning shares of each seat
    ("margins", np.float64, (MAX_SEATS,)),  # sum of the margins of each seat
    ("prior", np.float64),  # how promising the move looked at once
    ("visits", np.int32),
    ("first_child", np.int32),
    ("next_sibling", np.int32),
    ("move", np.int32),
)

SETTINGS = record(
    ("explore", np.float64),
    ("first_play", np.float64),
    ("temperature", np.float64),
    ("margin_share", np.float64),
    ("margin_scale", np.float64),
    ("expand_after", np.int64),
    ("tries", np.int64),
    ("widest", np.int64),
)

_ready: set[str] = set()  # games whose kernels are loaded in this process


@dataclass(frozen=True)
class Settings:
    """How a search thinks; each game's card may name other values (`GameSpec.search`)."""

    explore: float = 1.0
    """Weight of the bonus for promising moves that were seldom tried."""
    first_play: float = 0.1
    """How much worse than its parent a move is taken to be before it was tried."""
    temperature: float = 3.0
    """Points by which a move must give more at once to look e times as promising."""
    margin_share: float = 0.5
    """Share of the margin in the value of a playout; the rest is winning."""
    margin_scale: float = 15.0
    """Points of margin that make about three chances in four."""
    expand_after: int = 3
    """Visits after which a node gets children."""
    tries: int = 3
    """Moves among which a playout takes the best at once."""
    widest: int = 100
    """The most children of a node: the moves that look most promising."""


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one move."""

    move: int
    visits: int
    value: tuple[float, ...]
    """What the search maximises for each seat: winning and margin mixed as the settings say."""
    win: tuple[float, ...]
    """Winning share of each seat in the playouts; a shared win is shared."""
    margin: tuple[float, ...]
    """Expected points of each seat over its best opponent."""


class TreeSearch:
    """Searches positions of one game; its memory is fixed at the start."""

    def __init__(self, spec: GameSpec, seed: str, **settings: Any) -> None:
        self.spec = spec
        self.rng = generator(seed)
        self.kernels = bind(spec.name, "mcts")
        self.settings = np.zeros(1, SETTINGS)[0]
        for name, value in asdict(Settings(**(dict(spec.search) | settings))).items():
            setattr(self.settings, name, value)
        self.nodes = np.zeros(MOST_NODES, NODE)
        self.states = spec.blank(3)
        self.rows = rows_of(self.states)
        self.moves = np.zeros((3, spec.rules.MAX_MOVES), MOVE)
        self.stamps = np.zeros(1 + spec.rules.MOVE_CODES, np.int64)
        self.path = np.zeros(DEEPEST, np.int32)
        self.used = 1

    def think(self, game: Game, *, sims: int | None = None, seconds: float | None = None, stop: Callable[[], bool] = lambda: False) -> list[Thought]:
        """Search the position for so many simulations or seconds, or until `stop()`; the moves, best first."""
        self.states[0] = game.state
        if self.spec.name not in _ready:  # compiling is not thinking: it does not use up the budget
            self.clear()
            self.run(game.seats, 0)
            _ready.add(self.spec.name)
        self.clear()
        deadline = None if seconds is None else time.perf_counter() + seconds
        share = FIRST_SHARE
        while (sims is None or self.visits < sims) and not (self.visits and stop()):
            began = time.perf_counter()
            if deadline is not None and began >= deadline and self.visits:
                break
            self.run(game.seats, share if sims is None else min(share, sims - self.visits))
            if time.perf_counter() - began < SHORTEST_SHARE:
                share *= 2
        return self.thoughts(game.seats)

    def clear(self) -> None:
        """Forget the tree."""
        self.nodes[0] = np.zeros(1, NODE)[0]
        self.nodes[0].first_child = NONE
        self.used = 1

    def run(self, seats: int, simulations: int) -> None:
        """So many simulations more."""
        points, results = np.zeros(seats, SCORE), np.zeros((3, seats))
        buffers = (self.moves, self.stamps, self.path, points, results, self.rng)
        self.used = self.kernels.simulate(self.states, self.rows, self.nodes, self.used, self.settings, *buffers, simulations)

    @property
    def visits(self) -> int:
        """Simulations so far."""
        return int(self.nodes[0].visits)

    def thoughts(self, seats: int) -> list[Thought]:
        """The moves of the position, the most visited first; among equals the better one."""
        found = []
        child = int(self.nodes[0].first_child)
        while child != NONE:
            node = self.nodes[child]
            n = max(1, int(node.visits))
            value, win, margin = (tuple(float(total) / n for total in totals[:seats]) for totals in (node.values, node.wins, node.margins))
            found.append(Thought(int(node.move), int(node.visits), value, win, margin))
            child = int(node.next_sibling)
        seat = int(self.states[0].to_move)
        return sorted(found, key=lambda thought: (-thought.visits, -thought.value[seat], thought.move))


class TreeBot:
    """Plays the move that its search visited most."""

    def __init__(self, spec: GameSpec, seed: str, *, sims: int | None = None, ms: int | None = None, **settings: Any) -> None:
        self.search = TreeSearch(spec, seed, **settings)
        self.sims = sims
        self.seconds = None if ms is None else ms / 1000

    def choose(self, game: Game) -> int:
        """The move of its choice; a forced one is not thought about."""
        legal = game.legal_codes()
        if len(legal) == 1:
            return legal[0]
        return self.search.think(game, sims=self.sims, seconds=self.seconds)[0].move
