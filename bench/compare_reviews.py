"""Measures how far two reviews of the same game differ: the losses that `analyse` finds with two seeds (`docs/guides/review.md`).

python bench/compare_reviews.py [MS] [DECISIONS]
"""

from __future__ import annotations

import sys

import numpy as np

from ziggurat.arena.match import record_games
from ziggurat.search.analyse import analyse_game

GAMES = ("amytis", "akropolis", "blueprints")
BOTS = ("level:4", "greedy")


def main(ms: int = 300, most: int = 24) -> None:
    """Review one game of each kind twice; both bots are good, but err now and then."""
    for name in GAMES:
        record = next(record_games(name, BOTS, {}, "review", 1))
        begun = {key: value for key, value in record.items() if key != "result"} | {"moves": record["moves"][:most]}
        first, second = (np.array([decision.loss for decision in analyse_game(begun, ms=ms, seed=seed).decisions]) for seed in ("one", "two"))
        apart = np.abs(first - second)
        alike = np.corrcoef(first, second)[0, 1]
        print(f"{name}: {len(apart)} decisions, {ms} ms; losses differ by {apart.mean():.2f} points on average, {apart.max():.1f} at most; r = {alike:.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
