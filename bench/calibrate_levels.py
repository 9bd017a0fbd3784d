"""Rates the bots from which the eight levels of a game are chosen (`levels.py` of its folder), by games between neighbours.

    .venv/bin/python bench/calibrate_levels.py amytis --games 200 --jobs 2

The bots stand in one row from weak to strong: those that look one move ahead, then ever longer searches. It prints each with its rating, as
`levels.py` writes it. Pick eight so that each beats the one below in about two games of three; `ziggurat ladder GAME --neighbours 1` checks them.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
from dataclasses import fields
from typing import Any

import numpy as np

from ziggurat.arena.rating import fit_ratings
from ziggurat.game import Game
from ziggurat.levels import Level, one_ply, tree_search
from ziggurat.registry import game_spec
from ziggurat.search.level_bots import bot_of_level

ROW = (
    one_ply(notice=0.1, favourite=1.0, future=0.3),
    one_ply(notice=0.15, favourite=0.8, future=0.5),
    one_ply(notice=0.2, favourite=0.6, future=0.6),
    one_ply(notice=0.3, favourite=0.5, future=0.8),
    one_ply(notice=0.4, favourite=0.4, future=0.9),
    one_ply(notice=0.55, favourite=0.3, future=1.0),
    one_ply(notice=0.75, favourite=0.2, future=1.0, deals=2),
    one_ply(notice=1.0, future=1.0, deals=2),
    one_ply(notice=1.0, future=1.0, opponent=0.5, deals=2),
    one_ply(notice=1.0, future=1.0, opponent=1.0, deals=2),
    *(tree_search(sims) for sims in (50, 150, 500, 1500, 5000)),
)
LONG = 1000  # from so many simulations on, a third of the games must do


def play_deal(name: str, options: dict[str, Any], seed: str, pair: tuple[Level, Level]) -> float:
    """Play one deal on both seats; returns the share of the first of two bots."""
    spec = game_spec(name)
    points = 0.0
    for own in (0, 1):
        game = Game(spec, {"seats": 2, **options}, seed=seed)
        bots = [bot_of_level(spec, pair[seat ^ own], f"{seed}/{own}/{seat}") for seat in (0, 1)]
        while (seat := game.to_move) is not None:
            game.push_unchecked(bots[seat].choose(game))
        ranks = game.ranks
        points += 0.5 if ranks[0] == ranks[1] else float(ranks[own] == 1)
    return points / 2


def as_source(level: Level) -> str:
    """A level as `levels.py` of a game writes it."""
    if level.one_ply is None:
        return f"tree_search({level.sims})"
    settings = ((field.name, getattr(level.one_ply, field.name), field.default) for field in fields(level.one_ply))
    return f"one_ply({', '.join(f'{name}={value}' for name, value, default in settings if name == 'notice' or value != default)})"


def read_row(text: str) -> list[Level]:
    """Read bots from JSON: a number of simulations, or the settings of a bot that looks one move ahead."""
    return [tree_search(item) if isinstance(item, int) else one_ply(**item) for item in json.loads(text)]


def main() -> None:
    """Let neighbours play, and those two places apart; print one line for each bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--most", type=int, default=5000, help="leave out longer searches")
    parser.add_argument("--seed", default="calibrate")
    parser.add_argument("--row", default=None, help='other bots, as JSON: [{"notice": 0.5, "future": 1.0}, 800]')
    args = parser.parse_args()
    row = [level for level in (read_row(args.row) if args.row else ROW) if level.sims <= args.most]
    options = {key: value for key, value in game_spec(args.game).bench if key != "seats"}
    pairs = [(a, b) for a in range(len(row)) for b in (a + 1, a + 2) if b < len(row)]
    play_deal(args.game, options, "warm", (tree_search(1), row[0]))
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
        print(f"{args.game} {ratings[number] - ratings[0]:6.0f}  {as_source(level)}  {share}", flush=True)


if __name__ == "__main__":
    main()
