"""How well the coach knows what a move costs: its quick answer against a search that thinks ten times longer, for moves as beginners choose them.

python bench/coach.py [--positions 30] [--seed coach]
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time

import ziggurat
from ziggurat.game import Game, new_game
from ziggurat.search.analyse import search_position
from ziggurat.search.budget import Budget
from ziggurat.search.expected_points import expected_points
from ziggurat.search.mcts import never
from ziggurat.search.move_cost import COST_MS, SUSPECT, glance, searched

THRESHOLDS = {"blueprints": (0.5, 1.0, 1.5)}
DEEP = 10  # times the coach's own search


def positions(name: str, count: int, seed: str) -> list[tuple[Game, int]]:
    """Positions of games in which some moves are chance, with a move as somebody chooses it who overlooks half of them."""
    lots = random.Random(f"{seed}/{name}")  # noqa: S311 - no secret
    picked: list[tuple[Game, int]] = []
    while len(picked) < count:
        game, bot = new_game(name, seed=f"{seed}/{len(picked)}"), ziggurat.bot("greedy", name, seed)
        for _ in range(lots.randrange(2, 34)):
            game.push_code(bot.choose(game) if lots.random() < 0.7 else lots.choice(game.legal_codes()))
            if game.is_over:
                break
        if not game.is_over and len(codes := game.legal_codes()) > 3:
            judged = expected_points(game, "choose")
            assert judged is not None
            seen = lots.sample(range(len(codes)), max(1, len(codes) // 2))
            pick = max(seen, key=judged.points.__getitem__) if lots.random() < 0.5 else lots.choice(seen)
            picked.append((game, codes[pick]))
    return picked


def measure(name: str, count: int, seed: str) -> None:
    """Print the figures of a game."""
    looks, quick, deep, regret, times = [], [], [], [], []
    for game, code in positions(name, count, seed):
        judged = expected_points(game, "coach")
        assert judged is not None
        began = time.perf_counter()
        look = glance(game, judged, code)
        cost = searched(game, code, look.better, "quick", never) if look.better != code else look
        times.append(time.perf_counter() - began)
        best = search_position(game, Budget(ms=DEEP * COST_MS), "deep", never)[1][0].move
        pair = searched(game, code, look.better, "deep", never, ms=DEEP * COST_MS) if look.better != code else look
        true = searched(game, code, best, "true", never, ms=DEEP * COST_MS) if best != code else None
        looks.append(look.points)
        quick.append(cost.points)
        deep.append(pair.points)
        regret.append(true.points if true else 0.0)
    error = [a - b for a, b in zip(quick, deep, strict=True)]
    print(f"{name}: {count} moves, mean cost {statistics.mean(regret):.1f}; the search of {COST_MS} ms took {max(times):.2f} s at most")
    print(f"  stated cost against ten times longer, the same two moves: mean error {statistics.mean(error):+.1f}, typical {rms(error):.1f} points")
    print(f"  glance alone: typical error {rms([a - b for a, b in zip(looks, deep, strict=True)]):.1f} points")
    for limit in THRESHOLDS.get(name, (3.0, 5.0, 8.0)):
        warned = [look > SUSPECT * limit and cost > limit for look, cost in zip(looks, quick, strict=True)]
        right = sum(w and max(a, b) > limit * 0.6 for w, a, b in zip(warned, deep, regret, strict=True))
        bad = [w for w, cost in zip(warned, regret, strict=True) if cost > limit]
        print(f"  over {limit:g} points: {sum(warned)} warnings, {right} of them cost over {0.6 * limit:.1f};", end=" ")
        print(f"{sum(bad)} of {len(bad)} moves that cost more were noticed")


def rms(values: list[float]) -> float:
    """The square root of the mean square."""
    return math.sqrt(statistics.mean(value * value for value in values))


def main() -> None:
    """Measure the three games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--seed", default="coach")
    parser.add_argument("--games", nargs="*", default=["amytis", "akropolis", "blueprints"])
    arguments = parser.parse_args()
    for name in arguments.games:
        measure(name, arguments.positions, arguments.seed)


if __name__ == "__main__":
    main()
