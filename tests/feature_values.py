"""The features of a position by name, and random play towards one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ziggurat.game import Game
from ziggurat.kernel import below


def feature_reader(features: Any) -> Callable[..., dict[str, float]]:
    """Make a function that reads the features of a seat by name, for the `features.py` of a game."""

    def read(state: Any, seat: int = 0) -> dict[str, float]:
        """Every feature is written, and nothing beyond them."""
        out = np.full(len(features.NAMES) + 1, np.nan)
        features.features(state, seat, out)
        assert np.isfinite(out[:-1]).all()
        assert np.isnan(out[-1])
        return dict(zip(features.NAMES, out.tolist(), strict=False))

    return read


def push_any(game: Game, rng: Any) -> None:
    """Play a random legal move."""
    legal = game.legal_codes()
    game.push_unchecked(legal[int(below(rng, len(legal)))])
