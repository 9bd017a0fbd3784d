"""Compares settings of the tree search (`Settings` in `src/ziggurat/search/mcts.py`) with those that a game has now, by paired games.

    .venv/bin/python bench/compare_search_settings.py akropolis --sims 2000 --games 100 --jobs 2 deals=16 temperature=2,widest=12

Each setting plays the same number of simulations as the present ones, or with `--ms` the same time.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
from pathlib import Path
from typing import Any

from ziggurat.arena.stats import mean_interval
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.search.mcts import TreeBot
from ziggurat.search.net import read_weights


def read_settings(text: str) -> dict[str, Any]:
    """Read settings, `deals=16,temperature=2.5`, or other weights: `net=FILE`; an empty text is the present settings."""
    pairs = (part.split("=") for part in text.split(",") if part)
    return {name: read_weights(Path(value)) if name == "net" else json.loads(value) for name, value in pairs}


def play_deal(name: str, options: dict[str, Any], seed: str, budget: dict[str, int], settings: str, others: str) -> tuple[float, float]:
    """Play one deal on both seats; returns points and margin of the settings."""
    spec = game_spec(name)
    points, margin = 0.0, 0.0
    for own in (0, 1):
        game = Game(spec, {"seats": 2, **options}, seed=seed)
        texts = [settings, others] if own == 0 else [others, settings]
        bots = [TreeBot(spec, f"{seed}/{own}/{seat}", **(budget | read_settings(text))) for seat, text in enumerate(texts)]
        while (seat := game.to_move) is not None:
            game.push_unchecked(bots[seat].choose(game))
        ranks, scores = game.ranks, game.scores
        points += 0.5 if ranks[0] == ranks[1] else float(ranks[own] == 1)
        margin += scores[own] - scores[1 - own]
    return points / 2, margin / 2


def main() -> None:
    """Compare each setting; print one line for it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("settings", nargs="+")
    parser.add_argument("--against", default="")
    parser.add_argument("--sims", type=int, default=1000)
    parser.add_argument("--ms", type=int, default=None)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", default="settings")
    args = parser.parse_args()
    spec = game_spec(args.game)
    budget = {"sims": args.sims} if args.ms is None else {"ms": args.ms}
    options = {key: value for key, value in spec.bench if key != "seats"}
    TreeBot(spec, "warm", sims=1).choose(Game(spec, {"seats": 2, **options}, seed="warm"))  # compile once
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        matches = {
            text: [pool.submit(play_deal, args.game, options, f"{args.seed}/{deal}", budget, text, args.against) for deal in range(args.games // 2)]
            for text in args.settings
        }
        for text, deals in matches.items():
            results = [deal.result() for deal in deals]
            low, high = mean_interval([point for point, _ in results])
            share, margin = (sum(result[i] for result in results) / len(results) for i in (0, 1))
            print(f"{args.game} {text}: {100 * share:.1f} % [{100 * low:.0f}-{100 * high:.0f}] of {2 * len(results)}, margin {margin:+.1f}", flush=True)


if __name__ == "__main__":
    main()
