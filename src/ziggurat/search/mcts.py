"""Tree search as a bot: budgets, settings and results around the kernels of `kernels/mcts.py`."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ziggurat.bind import bind
from ziggurat.game import Game
from ziggurat.kernel import NONE, generator, rows_of
from ziggurat.search.net import Net, load_net
from ziggurat.search.search_memory import MOST_NODES, NODE, SETTINGS, SearchMemory, make_memory
from ziggurat.spec import GameSpec

FIRST_SHARE, SHORTEST_SHARE = 16, 0.004  # simulations at first, then as many as last this long, so that a search stops in time
HURRY_SHARE = 256  # simulations after which a search in a hurry looks whether it is decided: a fixed number, so that the answer is the same everywhere
TO_THE_END = 1 << 20  # plies

_ready: set[str] = set()  # games whose kernels are loaded in this process
Stop = Callable[[], bool]
"""A search calls it now and then: True ends the search, because nobody waits for its answer any more."""


def never() -> bool:
    """Never stop."""
    return False


@dataclass(frozen=True)
class Settings:
    """How a search thinks; each game's card may name other values (`GameSpec.search`)."""

    explore: float = 1.0
    """Weight of the bonus for promising moves that were seldom tried."""
    trust: float = 1.0
    """For how many visits the value counts that a move promised at once."""
    temperature: float = 3.0
    """Points by which a move must promise more to look e times as promising."""
    margin_share: float = 0.3
    """Share of the margin in the value of a simulation; the rest is winning."""
    margin_scale: float = 15.0
    """Points of margin that make about three chances in four."""
    late_prior: float = 0.05
    """Prior of a move that was not legal when its node was expanded."""
    late_loss: float = 0.05
    """How much worse than its parent such a move is taken to be before it was tried."""
    expand_after: int = 1
    """Visits after which a node gets children."""
    playout: int = 0
    """Plies that are played on before a position is judged; a game without weights is played to the end."""
    tries: int = 3
    """Moves among which a playout takes the best at once."""
    widest: int = 20
    """The most children of a node, where the game sifts its moves."""
    widest_first: int = 60
    """The same for the position itself."""
    deals: int = 0
    """Imagined deals of a search; 0: one for each simulation."""


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one move."""

    move: int
    visits: int
    value: tuple[float, ...]
    """What the search maximises for each seat: winning and margin mixed as the settings say."""
    win: tuple[float, ...]
    """Chance of each seat to win; a shared win is shared."""
    margin: tuple[float, ...]
    """Expected points of each seat over its best opponent."""

    def order(self, seat: int) -> tuple[float, ...]:
        """What moves are sorted by: the most visited first, among equals the better one for the seat."""
        return -self.visits, -self.value[seat], self.move


class TreeSearch:
    """Searches positions of one game; its memory is fixed at the start."""

    def __init__(self, spec: GameSpec, seed: str, *, nodes: int = MOST_NODES, keep: bool = True, net: Net | None = None, **settings: Any) -> None:
        self.spec = spec
        self.rng = generator(seed)
        self.kernels = bind(spec.name, "ziggurat.search.kernels.mcts")
        self.net = net or load_net(spec.name)
        chosen = asdict(Settings(**(dict(spec.search) | settings)))
        if not self.net.is_trained:  # a playout tells little: a node is worth its children after some
            chosen |= {"playout": TO_THE_END, "expand_after": 3}
        self.settings = np.zeros(1, SETTINGS)[0]
        for name, value in chosen.items():
            setattr(self.settings, name, value)
        self.playout: int = chosen["playout"]
        self.nodes, self.keep = nodes, keep
        self.deals = np.array([generator(f"{seed}/deal/{number}") for number in range(chosen["deals"])], np.uint64).reshape(-1, 4)
        self.memory: SearchMemory | None = None
        self.used = 1
        self.root: tuple[int, int, bytes] | None = None  # ply, seat and position at which the tree begins
        self.spare: np.ndarray[Any, Any] | None = None  # where the part of the tree that stays useful is copied to

    def think(self, game: Game, *, sims: int | None = None, seconds: float | None = None, stop: Stop = never, hurry: bool = False) -> list[Thought]:
        """Search the position for so many simulations or seconds, or until `stop()`; the moves, best first.

        In a hurry the search ends as soon as the simulations left cannot change which move was visited most.
        """
        if self.memory is None or len(self.memory.points) != game.seats:
            self.memory = make_memory(self.spec, game.seats, self.net, self.nodes, self.deals)
            self.root = None
        self.settings.playout = TO_THE_END if game.seats == 1 else self.playout  # alone, winning is no matter of margins between seats
        if self.spec.name not in _ready:  # compiling is not thinking: it does not use up the budget
            self.begin(game)
            self.run(0)
            _ready.add(self.spec.name)
        if not self.follow(game):
            self.begin(game)
        deadline = None if seconds is None else time.perf_counter() + seconds
        share, done = FIRST_SHARE, 0
        while (sims is None or done < sims) and not (done and stop()):
            began = time.perf_counter()
            if deadline is not None and began >= deadline and done:
                break
            now = share if sims is None else min(share, sims - done)
            if sims is not None and hurry:
                now = min(now, HURRY_SHARE)
            self.run(now)
            done += now
            if sims is not None and hurry and self.lead() > sims - done:
                break
            if time.perf_counter() - began < SHORTEST_SHARE:
                share *= 2
        return self.thoughts(game.seats)

    def begin(self, game: Game) -> None:
        """Begin a new tree for the position."""
        assert self.memory is not None
        self.memory.states[0] = game.state
        self.memory.nodes[0] = np.zeros(1, NODE)[0]
        self.memory.nodes[0].first_child = NONE
        self.used = 1
        self.root = game.ply, int(game.state.to_move), game.state.tobytes()

    def follow(self, game: Game) -> bool:
        """Keep the part of the tree below the moves played since this seat's last search; False if there is none, or too little memory is left.

        A tree must not learn what its seat does not see: in a game with secrets it is always begun anew.
        """
        if self.root is None or not self.keep or self.spec.secrets:
            return False
        ply, seat, state = self.root
        if not ply < game.ply or game.state.to_move != seat or game.state_at(ply).tobytes() != state:
            return False
        assert self.memory is not None
        node = 0
        for later in range(ply, game.ply):
            shown = self.spec.visibility.outcome(game.state_at(later + 1))
            node = self.kernels.find_child(self.memory.nodes, node, game.code(later), shown)
            if node == NONE:
                return False
        if self.memory.nodes[node].first_child == NONE:
            return False
        if self.spare is None:
            self.spare = np.zeros(self.nodes, NODE)
            self.spare[-1].first_child = NONE
        self.used = self.kernels.keep_below(self.memory.nodes, self.spare, rows_of(self.spare), rows_of(self.memory.nodes), node)
        self.spare, self.memory = self.memory.nodes, self.memory._replace(nodes=self.spare)
        self.memory.states[0] = game.state
        self.root = game.ply, seat, game.state.tobytes()
        return self.used < self.nodes // 2

    def run(self, simulations: int) -> None:
        """Run so many more simulations."""
        self.used = self.kernels.simulate(self.memory, self.settings, self.rng, self.used, simulations)

    def lead(self) -> int:
        """By how many visits the most visited move is ahead of the next."""
        assert self.memory is not None
        most, next_most = 0, 0
        child = int(self.memory.nodes[0].first_child)
        while child != NONE:
            visits = int(self.memory.nodes[child].visits)
            most, next_most = (visits, most) if visits > most else (most, max(next_most, visits))
            child = int(self.memory.nodes[child].next_sibling)
        return most - next_most

    @property
    def visits(self) -> int:
        """Simulations in the tree."""
        return 0 if self.memory is None else int(self.memory.nodes[0].visits)

    def thoughts(self, seats: int) -> list[Thought]:
        """List the moves of the position, the most visited first; among equals the better one."""
        assert self.memory is not None
        thoughts = []
        child = int(self.memory.nodes[0].first_child)
        while child != NONE:
            node = self.memory.nodes[child]
            n = max(1, int(node.visits))
            value, win, margin = (tuple(float(total) / n for total in totals[:seats]) for totals in (node.values, node.wins, node.margins))
            thoughts.append(Thought(int(node.move), int(node.visits), value, win, margin))
            child = int(node.next_sibling)
        seat = int(self.memory.states[0].to_move)
        return sorted(thoughts, key=lambda thought: thought.order(seat))


class ManyTrees:
    """Searches the same position several times at once, one tree on each thread, and merges what they think."""

    def __init__(self, spec: GameSpec, seed: str, threads: int, **settings: Any) -> None:
        self.trees = [TreeSearch(spec, f"{seed}/{number}" if number else seed, **settings) for number in range(threads)]

    def think(self, game: Game, *, sims: int | None = None, seconds: float | None = None, stop: Stop = never, hurry: bool = False) -> list[Thought]:
        """Like `TreeSearch.think`; simulations are dealt out among the threads, so the answer does not depend on their speed."""
        n = len(self.trees)
        shares = [None if sims is None else max(1, sims // n + (number < sims % n)) for number in range(n)]
        with ThreadPoolExecutor(n) as pool:
            parts = [pool.submit(tree.think, game, sims=share, seconds=seconds, stop=stop, hurry=hurry) for tree, share in zip(self.trees, shares, strict=True)]
            return merge_thoughts([part.result() for part in parts], int(game.state.to_move))

    @property
    def visits(self) -> int:
        """Simulations in all trees."""
        return sum(tree.visits for tree in self.trees)


def merge_thoughts(parts: list[list[Thought]], seat: int) -> list[Thought]:
    """Merge what several searches think of the same moves: visits are added, the rest are means by visits."""
    by_move: dict[int, list[Thought]] = {}
    for thoughts in parts:
        for thought in thoughts:
            by_move.setdefault(thought.move, []).append(thought)

    def mean(same: list[Thought], name: str) -> tuple[float, ...]:
        total = sum(thought.visits for thought in same)
        values = [(thought.visits if total else 1, getattr(thought, name)) for thought in same]
        return tuple(sum(weight * value[i] for weight, value in values) / (total or len(same)) for i in range(len(values[0][1])))

    merged = [Thought(move, sum(t.visits for t in same), mean(same, "value"), mean(same, "win"), mean(same, "margin")) for move, same in by_move.items()]
    return sorted(merged, key=lambda thought: thought.order(seat))


class TreeBot:
    """Plays the move that its search visited most."""

    def __init__(
        self,
        spec: GameSpec,
        seed: str,
        *,
        threads: int = 1,
        hurry: bool = False,
        sims: int | None = None,
        ms: int | None = None,
        stop: Stop = never,
        **settings: Any,
    ) -> None:
        self.search = TreeSearch(spec, seed, **settings) if threads == 1 else ManyTrees(spec, seed, threads, **settings)
        self.sims, self.hurry, self.stop = sims, hurry, stop
        self.seconds = None if ms is None else ms / 1000

    def choose(self, game: Game) -> int:
        """Choose a move; a forced one is played without a search. After `stop()` it is the best one so far."""
        legal = game.legal_codes()
        if len(legal) == 1:
            return legal[0]
        return self.search.think(game, sims=self.sims, seconds=self.seconds, stop=self.stop, hurry=self.hurry)[0].move
