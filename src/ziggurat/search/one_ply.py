"""Players who see little: short sight, a favourite, chances of the others missed (`kernels/one_ply.py`)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from ziggurat.bind import bind
from ziggurat.game import Game
from ziggurat.kernel import below, generator, record
from ziggurat.search.net import load_net
from ziggurat.search.search_memory import Desk, make_desk
from ziggurat.spec import GameSpec

CHARACTER = record(("notice", np.float64), ("fancy", np.float64), ("hope", np.float64), ("others", np.float64), ("deals", np.int64))


@dataclass(frozen=True)
class Character:
    """What a casual player sees and wants."""

    notice: float = 1.0
    """The share of the moves that is looked at."""
    fancy: float = 0.0
    """How much more than its points the favourite is worth."""
    hope: float = 0.0
    """How much of what a position can still earn is seen: 0 counts only points on the table."""
    others: float = 0.0
    """How much the best opponent's position matters."""
    deals: int = 1
    """How often the unknown is imagined before a decision."""


class CasualBot:
    """Looks at some moves, one move ahead, and takes the one that seems best; the favourite is drawn for each game."""

    def __init__(self, spec: GameSpec, seed: str, character: Character) -> None:
        self.spec = spec
        self.rng = generator(seed)
        self.kernels = bind(spec.name, "ziggurat.search.kernels.one_ply")
        self.favourite = int(below(self.rng, spec.module("features").LIKES))
        self.character = np.zeros(1, CHARACTER)[0]
        for name, value in asdict(character).items():
            setattr(self.character, name, value)
        self.desk: Desk | None = None

    def choose(self, game: Game) -> int:
        """The move that seems best; among equals one is drawn."""
        if self.desk is None or len(self.desk.points) != game.seats:
            self.desk = make_desk(self.spec, game.seats, load_net(self.spec.name), 1, np.zeros((0, 4), np.uint64))
        self.desk.states[0] = game.state
        n = self.kernels.look(self.desk, self.character, self.favourite, self.rng)
        best = np.flatnonzero(self.desk.worth[:n] == self.desk.worth[:n].max())
        return int(self.desk.moves[0, best[int(below(self.rng, len(best)))]])
