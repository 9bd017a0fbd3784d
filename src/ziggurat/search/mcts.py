"""Tree search as a bot: budgets, settings and results around the kernels of `kernels/mcts.py`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ziggurat.bind import bind
from ziggurat.game import Game
from ziggurat.kernel import NONE, generator, rows_of
from ziggurat.search.net import Net, load_net, net_for
from ziggurat.search.search_memory import MOST_NODES, NODE, SETTINGS, SearchMemory, make_memory
from ziggurat.spec import GameSpec

FIRST_SHARE, SHORTEST_SHARE = 16, 0.004  # simulations at first, then as many as last this long, so that a search stops in time
HURRY_SHARE = 256  # a search in a hurry looks after 16, 32, 64 … and then every so many simulations whether it is decided: never by the clock
TO_THE_END = 1 << 20  # plies

_ready: set[str] = set()  # games whose kernels are loaded in this process
Stop = Callable[[], bool]
"""A search calls it now and then: True ends the search, because nobody waits for its answer any more."""


def never() -> bool:
    """Never stop."""
    return False


@dataclass(frozen=True)
class Settings:
    """How a search thinks; each game's spec may name other values (`GameSpec.search`)."""

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
    coarse: int = 0
    """1: what chance showed is told apart as on 2026-11-16, when a bot was frozen (an `outcome` below 0 is not)."""


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
    spread: tuple[float, ...] = ()
    """Standard deviation of these margins between simulations."""
    prior: float = 0.0
    """How promising the move looked at once: a share of 1 among all moves."""

    def order(self, seat: int) -> tuple[float, ...]:
        """What moves are sorted by: the most visited first, among equals the better one for the seat."""
        return -self.visits, -self.value[seat], self.move


class TreeSearch:
    """Searches positions of one game; its memory is fixed at the start."""

    def __init__(self, spec: GameSpec, seed: str, *, nodes: int = MOST_NODES, keep: bool = True, net: Net | None = None, **settings: Any) -> None:
        self.rng = generator(seed)
        self.given_net = net
        self._bind(spec)
        chosen = asdict(Settings(**(dict(spec.search) | settings)))
        if not self.net.is_trained:  # a playout tells little: a node is worth its children after some
            chosen |= {"playout": TO_THE_END, "expand_after": 3}
        self.settings = np.zeros(1, SETTINGS)[0]
        for name, value in {**chosen, "eyes": NONE, "only": NONE}.items():
            setattr(self.settings, name, value)
        self.playout: int = chosen["playout"]
        self.nodes, self.keep = nodes, keep
        self.deals = np.array([generator(f"{seed}/deal/{number}") for number in range(chosen["deals"])], np.uint64).reshape(-1, 4)
        self.memory: SearchMemory | None = None
        self.used = 1
        self.root: tuple[int, int, bytes] | None = None  # ply, seat and position at which the tree begins
        self.spare: np.ndarray[Any, Any] | None = None  # where the part of the tree that stays useful is copied to

    def _bind(self, spec: GameSpec) -> None:
        self.spec = spec
        self.kernels = bind(spec.key, "ziggurat.search.kernels.mcts")
        self.net = net_for(spec, self.given_net) if self.given_net else load_net(spec.key)

    def think(self, game: Game, *, sims: int | None = None, seconds: float | None = None, stop: Stop = never, hurry: bool = False) -> list[Thought]:
        """Search the position for so many simulations or seconds, or until `stop()`; the moves, best first.

        In a hurry the search ends as soon as the simulations left cannot change which move was visited most.
        """
        self.prepare(game)
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
            if hurry or time.perf_counter() - began < SHORTEST_SHARE:
                share *= 2
        return self.thoughts(game.seats)

    def prepare(self, game: Game, eyes: int | None = None, first_moves: Sequence[int] = ()) -> None:
        """Make ready to search the position with `run`, with the eyes of a seat: the one to move if nothing is said.

        `first_moves`: the legal moves that are searched, if not all; they need `eyes`, because no tree of an earlier search is kept for them.
        """
        if game.spec is not self.spec:  # the table has an expansion: other positions, and other kernels
            self._bind(game.spec)
            self.memory = None
        if self.memory is None or len(self.memory.points) != game.seats:
            self.memory = make_memory(self.spec, game.seats, self.net, self.nodes, self.deals)
            self.root = None
        self.memory.moves[3, : len(first_moves)] = first_moves
        self.settings.first_moves = len(first_moves)
        self.settings.playout = TO_THE_END if game.seats == 1 else self.playout  # alone, winning is no matter of margins between seats
        self.settings.eyes = NONE if eyes is None else eyes
        if self.spec.key not in _ready:  # compiling is not thinking: it does not use up the budget
            self.begin(game)
            self.run(0)
            _ready.add(self.spec.key)
        if eyes is not None or not self.follow(game):
            self.begin(game)

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
            shown = self.kernels.shown_by_chance(game.state_at(later + 1), self.settings)
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
        return self.used < self.nodes // 2 and self.drop_illegal(game)

    def drop_illegal(self, game: Game) -> bool:
        """Take moves that are not legal now out of the front of the tree: they were legal on deals that it imagined before. False if none is left."""
        assert self.memory is not None
        nodes, legal, places = self.memory.nodes, set(game.legal_codes()), self.children(0)
        moves = nodes["move"][places].tolist()
        stay = [place for place, move in zip(places, moves, strict=True) if move in legal]
        if len(stay) < len(places):
            for one, other in pairwise([*stay, NONE]):
                nodes[one].next_sibling = other
            nodes[0].first_child = stay[0] if stay else NONE
        return bool(stay)

    def run(self, simulations: int) -> None:
        """Run so many more simulations."""
        self.used = self.kernels.simulate(self.memory, self.settings, self.rng, self.used, simulations)

    def lead(self) -> int:
        """By how many visits the most visited move is ahead of the next."""
        assert self.memory is not None
        visits = sorted(self.memory.nodes["visits"][self.children(0)].tolist(), reverse=True)
        return int(visits[0] - (visits[1] if len(visits) > 1 else 0))

    @property
    def visits(self) -> int:
        """Simulations in the tree."""
        return 0 if self.memory is None else int(self.memory.nodes[0].visits)

    def thoughts(self, seats: int) -> list[Thought]:
        """List the moves of the position, the most visited first; among equals the better one."""
        assert self.memory is not None
        thoughts = self.thoughts_at(self.children(0), seats)
        priors = sum(thought.prior for thought in thoughts) or 1.0
        seat = int(self.memory.states[0].to_move)
        return sorted((replace(thought, prior=thought.prior / priors) for thought in thoughts), key=lambda thought: thought.order(seat))

    def thoughts_at(self, places: list[int], seats: int) -> list[Thought]:
        """What the search thinks of the nodes at these places of the tree, 0 being the position itself; priors as the tree holds them."""
        assert self.memory is not None
        nodes = self.memory.nodes[places]
        visits = np.maximum(nodes["visits"], 1)[:, None]
        value, win, margin, square = (nodes[name][:, :seats] / visits for name in ("values", "wins", "margins", "squares"))
        spread = np.sqrt(np.maximum(square - margin * margin, 0.0))
        numbers = (nodes["move"], nodes["visits"], value, win, margin, spread, nodes["prior"])
        return [
            Thought(move, n, tuple(values), tuple(wins), tuple(margins), tuple(spreads), prior)
            for move, n, values, wins, margins, spreads, prior in zip(*(column.tolist() for column in numbers), strict=True)
        ]

    def children(self, place: int) -> list[int]:
        """The places of the nodes below a node."""
        assert self.memory is not None
        siblings = self.memory.nodes["next_sibling"]
        places, child = [], int(self.memory.nodes["first_child"][place])
        while child != NONE:
            places.append(child)
            child = int(siblings[child])
        return places


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
    return sorted((merge_same(move, same) for move, same in by_move.items()), key=lambda thought: thought.order(seat))


def merge_same(move: int, same: list[Thought]) -> Thought:
    """Merge what several searches think of one move."""
    total = sum(thought.visits for thought in same)

    def mean(values: list[tuple[float, ...]]) -> tuple[float, ...]:
        weighted = [(thought.visits if total else 1, value) for thought, value in zip(same, values, strict=True)]
        return tuple(sum(weight * value[i] for weight, value in weighted) / (total or len(same)) for i in range(len(values[0])))

    value, win, margin = (mean([getattr(thought, name) for thought in same]) for name in ("value", "win", "margin"))
    squares = mean([tuple(spread * spread + each * each for spread, each in zip(thought.spread, thought.margin, strict=True)) for thought in same])
    spread = tuple(max(0.0, square - each * each) ** 0.5 for square, each in zip(squares, margin, strict=True))
    return Thought(move, total, value, win, margin, spread, sum(thought.prior for thought in same) / len(same))


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
