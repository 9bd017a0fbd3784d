"""What an estimate tells of a position, and random play towards one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ziggurat.game import Game
from ziggurat.kernel import below


def telling(estimate: Any) -> Callable[..., dict[str, float]]:
    """How a game's `estimate.py` tells a position: the features of a seat by name."""

    def tell(state: Any, seat: int = 0) -> dict[str, float]:
        """Every feature is written, and nothing beyond them."""
        out = np.full(len(estimate.NAMES) + 1, np.nan)
        estimate.features(state, seat, out)
        assert np.isfinite(out[:-1]).all()
        assert np.isnan(out[-1])
        return dict(zip(estimate.NAMES, out.tolist(), strict=False))

    return tell


def push_any(game: Game, rng: Any) -> None:
    """A random legal move."""
    legal = game.legal_codes()
    game.push_unchecked(legal[int(below(rng, len(legal)))])
