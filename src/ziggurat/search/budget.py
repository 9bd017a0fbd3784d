"""How long an analysis may think about one decision."""

from __future__ import annotations

from dataclasses import dataclass

from ziggurat.errors import GameError
from ziggurat.game import Game
from ziggurat.search.mcts import Stop, Thought, TreeSearch

SIMS_A_DEAL = 50  # simulations of a search for each imagined deal in which two moves are played on to the end: about the same time
FEWEST_DEALS = 4


@dataclass(frozen=True)
class Budget:
    """Simulations (the same result everywhere) or milliseconds for a decision."""

    sims: int | None = None
    ms: int | None = None

    def __post_init__(self) -> None:
        given = [value for value in (self.sims, self.ms) if value is not None]
        if len(given) != 1 or given[0] < 1:
            raise GameError("an analysis needs one budget of at least 1: `sims` (simulations) or `ms` (milliseconds) for a decision")

    def think(self, search: TreeSearch, game: Game, stop: Stop, parts: int = 1) -> list[Thought]:
        """Search with the budget, or with one of so many equal parts of it."""
        if self.sims is not None:
            return search.think(game, sims=max(1, self.sims // parts), stop=stop)
        assert self.ms is not None
        return search.think(game, seconds=self.ms / 1000 / parts, stop=stop)

    def part(self, parts: int) -> Budget:
        """One of so many equal parts."""
        return Budget(None if self.sims is None else max(1, self.sims // parts), None if self.ms is None else max(1, self.ms // parts))

    @property
    def deals(self) -> int:
        """In how many imagined deals two moves are played on to the end; a budget of time looks at the clock instead."""
        return FEWEST_DEALS if self.sims is None else max(FEWEST_DEALS, self.sims // SIMS_A_DEAL)

    def as_json(self) -> dict[str, int]:
        """`{"sims": 800}` or `{"ms": 300}`."""
        return {"sims": self.sims} if self.sims is not None else {"ms": self.ms or 0}
