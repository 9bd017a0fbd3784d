"""The main line of a search: the moves that it visited most, one after the other, as text.

A tree knows moves, not positions. So the line is played on imagined deals that look to the seat like the position, several at each step: where they show the
seat different things after the same move, chance has a say, and what follows holds for one of the ways that it may go.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ziggurat.game import MOVE, Game
from ziggurat.kernel import generator
from ziggurat.observation_fields import OBSERVED
from ziggurat.search.mcts import TreeSearch

LONGEST = 15  # moves of a line
DEALS = 4  # imagined at each step
MORE_DEALS = 32  # imagined where chance must show what the tree went on with


@dataclass(frozen=True)
class Line:
    """Moves that follow each other; lists of the same length."""

    moves: list[str]
    visits: list[int]
    chance: list[bool]
    """Whether chance shows the seat something with the move: what follows is only the way that the search visited most."""


class MainLines:
    """Reads lines of play out of a tree, as the seat sees them with whose eyes it was searched."""

    def __init__(self, search: TreeSearch, game: Game, eyes: int, seed: str) -> None:
        self.search, self.spec, self.eyes = search, game.spec, eyes
        self.rng = generator(seed)
        self.first = self.imagined(game.state, 1)
        self.buffer = np.zeros(self.spec.rules.MAX_MOVES, MOVE)
        self.seen = np.zeros(self.spec.module("observation").SIZE, OBSERVED)

    def imagined(self, state: Any, deals: int) -> np.ndarray[Any, Any]:
        """Copies of a position with all dealt anew that the seat cannot see."""
        worlds = self.spec.blank(deals)
        worlds[:] = state
        for world in worlds:
            self.spec.visibility.imagine(world, self.eyes, self.rng)
        return worlds

    def text(self, move: int) -> str:
        """A move of the position itself."""
        text: str = self.spec.move_text.to_text(self.first[0], move)
        return text

    def line(self, place: int) -> Line:
        """The line that begins with the move of the node at this place of the tree."""
        line = Line([], [], [])
        world = self.first[0]
        while place >= 0 and len(line.moves) < LONGEST:
            move = int(self.nodes["move"][place])
            after = self.after(world, move, DEALS) or self.after(world, move, MORE_DEALS)
            line.moves.append(self.spec.move_text.to_text(world, move))
            line.visits.append(int(self.nodes["visits"][place]))
            line.chance.append(len({self.look(each) for each in after}) > 1)
            place, world = self.next_step(place, world, move, after)
        return line

    def after(self, state: Any, move: int, deals: int) -> list[Any]:
        """Positions after a move, in imagined deals; in some of them it may not be legal, where it is not the seat's own."""
        after = [world for world in self.imagined(state, deals) if self.is_legal(world, move)]
        for world in after:
            self.spec.rules.apply(world, move)
        return after

    @property
    def nodes(self) -> Any:
        """The tree; its fields are read as `nodes["move"][place]`: reading `nodes[place].move` is much slower."""
        assert self.search.memory is not None
        return self.search.memory.nodes

    def next_step(self, place: int, before: Any, move: int, after: list[Any]) -> tuple[int, Any]:
        """The node of the reply that was visited most, and a position in which it is legal; -1 where there is none."""
        place, shown = self.most_visited(place), 0
        if place >= 0 and self.nodes["outcome"][place]:
            shown, place = int(self.nodes["outcome"][place]), self.most_visited(place)
        if place < 0:
            return -1, None
        reply = int(self.nodes["move"][place])
        for deals in (0, MORE_DEALS):
            for world in self.after(before, move, deals) if deals else after:
                if self.leads_on(world, shown, reply):
                    return place, world
        return -1, None

    def most_visited(self, place: int) -> int:
        """The node below a node that was visited most, the first of equals by its move; -1 if none was."""
        below = self.search.children(place)
        order = zip(*(self.nodes[name][below].tolist() for name in ("visits", "move", "outcome")), below, strict=True)
        visits, *_, best = min(((-visits, move, shown, child) for visits, move, shown, child in order), default=(0, -1))
        return best if visits else -1

    def leads_on(self, world: Any, shown: int, reply: int) -> bool:
        """Whether chance showed this in a position (0: whatever it showed), and the reply is legal there."""
        return (shown == 0 or int(self.spec.visibility.outcome(world)) == shown) and self.is_legal(world, reply)

    def is_legal(self, world: Any, move: int) -> bool:
        """Whether a move is legal in a position."""
        return bool((self.buffer[: self.spec.rules.legal_moves(world, self.buffer)] == move).any())

    def look(self, world: Any) -> bytes:
        """What the seat sees of a position."""
        self.spec.module("observation").observe(world, self.eyes, self.seen)
        return self.seen.tobytes()
