"""Ratings of the players out of which the eight levels are chosen (`src/ziggurat/search/levels.py`), by games between neighbours.

    .venv/bin/python bench/calibrate.py amytis --games 200 --jobs 2

The players stand in one row from weak to strong: people who see little, then ever longer searches. Levels are picked from it so that
each beats the one below in about two games of three; `ziggurat ladder GAME --neighbours 1` then shows what came of it.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
from typing import Any

import numpy as np

from ziggurat.arena.rating import fit_ratings
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.search.levels import Level, casual, deep, player

ROW = (
    casual(0.1, 1.0, 0.3, 0.0),
    casual(0.15, 0.8, 0.5, 0.0),
    casual(0.2, 0.6, 0.6, 0.0),
    casual(0.3, 0.5, 0.8, 0.0),
    casual(0.4, 0.4, 0.9, 0.0),
    casual(0.55, 0.3, 1.0, 0.0),
    casual(0.75, 0.2, 1.0, 0.0, 2),
    casual(1.0, 0.0, 1.0, 0.0, 2),
    casual(1.0, 0.0, 1.0, 0.5, 2),
    casual(1.0, 0.0, 1.0, 1.0, 2),
    *(deep(sims) for sims in (50, 150, 500, 1500, 5000)),
)
LONG = 1000  # simulations from which a third of the games must do


def play_deal(name: str, options: dict[str, Any], seed: str, pair: tuple[Level, Level]) -> float:
    """The share of the first of two players over one deal, on both seats."""
    spec = game_spec(name)
    points = 0.0
    for own in (0, 1):
        game = Game(spec, {"seats": 2, **options}, seed=seed)
        bots = [player(spec, pair[seat ^ own], f"{seed}/{own}/{seat}") for seat in (0, 1)]
        while (seat := game.to_move) is not None:
            game.push_unchecked(bots[seat].choose(game))
        ranks = game.ranks
        points += 0.5 if ranks[0] == ranks[1] else float(ranks[own] == 1)
    return points / 2


def main() -> None:
    """Neighbours up to a distance play; one line for each player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--most", type=int, default=5000, help="leave out longer searches")
    parser.add_argument("--seed", default="calibrate")
    parser.add_argument("--row", default=None, help="other players, as JSON: a number of simulations, or [notice, fancy, hope, others, deals]")
    args = parser.parse_args()
    asked = [deep(item) if isinstance(item, int) else casual(*item) for item in json.loads(args.row)] if args.row else ROW
    row = [level for level in asked if level.sims <= args.most]
    options = {key: value for key, value in game_spec(args.game).bench if key != "seats"}
    pairs = [(a, b) for a in range(len(row)) for b in (a + 1, a + 2) if b < len(row)]
    play_deal(args.game, options, "warm", (deep(1), row[0]))
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        tasks = {
            (a, b): [
                pool.submit(play_deal, args.game, options, f"{args.seed}/{a}/{b}/{deal}", (row[b], row[a]))
                for deal in range(args.games // (6 if row[b].sims >= LONG else 2))
            ]
            for a, b in pairs
        }
        shares = {pair: [task.result() for task in deals] for pair, deals in tasks.items()}
    wins = np.zeros((len(row), len(row)))
    for (a, b), points in shares.items():
        wins[b, a] = 2 * sum(points)
        wins[a, b] = 2 * len(points) - wins[b, a]
    ratings = fit_ratings(wins)
    for number, level in enumerate(row):
        share = f"beats the one before in {100 * np.mean(shares[number - 1, number]):.0f} %" if number else ""
        what = f"{level.sims} simulations" if level.sims else str(level.character)
        print(f"{args.game} {ratings[number] - ratings[0]:6.0f}  {what}  {share}", flush=True)


if __name__ == "__main__":
    main()
