"""What a move costs against a better one, quickly: a glance at all moves first, and a search of the two where the glance finds something."""

from __future__ import annotations

from dataclasses import dataclass

from ziggurat.game import Game
from ziggurat.search.budget import Budget
from ziggurat.search.compare_moves import compare
from ziggurat.search.expected_points import Expectation
from ziggurat.search.mcts import Stop
from ziggurat.spec import GameSpec

COST_MS = 300  # of search for the two moves; `bench/coach.py` prints the error
SUSPECT = 0.5  # a move is searched if the glance finds more than this share of the points that matter

COSTLY = (8.0, 5.0, 3.0)
"""Points that a large, a middling and a small mistake cost at least; a game whose points are worth more or less says its own (`move_notes.py`)."""


def costly(spec: GameSpec) -> tuple[float, float, float]:
    """From how many points on a mistake of this game is large, middling and small."""
    own: tuple[float, float, float] | None = spec.optional("move_notes", "COSTLY")
    return own or COSTLY


@dataclass(frozen=True)
class Cost:
    """What a move gives away."""

    points: float
    """Expected margin, in points, over the best opponent."""
    better: int
    """The better move, as the rules number it."""


def glance(game: Game, expectation: Expectation, code: int) -> Cost:
    """What the learned estimate says: by how much the best move is better than this one, its own points less those of the best opponent."""
    codes = game.legal_codes()
    worth = [own - other for own, other in zip(expectation.points, expectation.rivals, strict=True)]
    best = max(range(len(codes)), key=worth.__getitem__)
    return Cost(worth[best] - worth[codes.index(code)], codes[best])


def searched(game: Game, code: int, better: int, seed: str, stop: Stop, *, ms: int = COST_MS) -> Cost:
    """What games played on from both moves in the same imagined deals say, as in a review."""
    return Cost(compare(game, [better], [code], Budget(ms=ms), seed, stop).margin[int(game.state.to_move)], better)
