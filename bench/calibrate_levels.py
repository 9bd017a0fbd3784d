"""Finds the levels of a game that look one move ahead (`levels.py` of its folder): each beats the one below in the same share of its games.

    .venv/bin/python bench/calibrate_levels.py amytis --step 0.84 --games 2000
    .venv/bin/python bench/calibrate_levels.py akropolis --seats 3 --step 0.75
    .venv/bin/python bench/calibrate_levels.py akropolis-athena --step 0.75      # a game with an expansion, on the path of the game

It starts from `newcomer`, which is level 1, and walks along the game's path of ever better players (`PATHS`): by bisection it finds the one that beats the
level below in the share that is wanted, then the next, as long as the path reaches. It prints each as `levels.py` writes it. With three and four seats the
share is that of `ziggurat ladder`. `--sims 200 400` lets searches play against the end of the path instead.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import astuple, fields
from statistics import fmean

from ziggurat.arena.ladder import mixed_seatings
from ziggurat.arena.stats import mean_interval
from ziggurat.game import Game
from ziggurat.levels import NEWCOMER_LEVEL, Level, OnePlySettings, tree_search
from ziggurat.registry import game_spec, spec_of_key
from ziggurat.search.level_bots import bot_of_level

PATHS: dict[str, tuple[OnePlySettings, ...]] = {  # from weak to strong; between two of them, everything is interpolated
    "amytis": (
        OnePlySettings(notice=0.15, favourite=0.4, future=0.05),
        OnePlySettings(notice=0.4, favourite=0.4, future=0.1),
        OnePlySettings(notice=0.5, favourite=0.3, future=0.2),
        OnePlySettings(notice=0.5, favourite=0.3, future=0.35),
        OnePlySettings(notice=0.55, favourite=0.3, future=0.6),
        OnePlySettings(notice=0.6, favourite=0.25, future=0.95),
        OnePlySettings(notice=1.0, future=1.0, deals=2),
        OnePlySettings(notice=1.0, future=1.0, opponent=0.5, deals=2),
    ),
    "akropolis": (
        OnePlySettings(notice=0.03, favourite=0.8),
        OnePlySettings(notice=0.15, favourite=0.8),
        OnePlySettings(notice=0.5, favourite=0.6),
        OnePlySettings(notice=0.1, favourite=0.6, future=0.1),
        OnePlySettings(notice=0.3, favourite=0.5, future=0.2),
        OnePlySettings(notice=0.4, favourite=0.4, future=0.6),
        OnePlySettings(notice=1.0, future=1.0, deals=2),
        OnePlySettings(notice=1.0, future=1.0, opponent=0.5, deals=2),
    ),
    "blueprints": (
        OnePlySettings(notice=0.25, favourite=0.5, future=0.7),
        OnePlySettings(notice=0.4, favourite=0.4, future=0.9),
        OnePlySettings(notice=0.55, favourite=0.3, future=1.0),
        OnePlySettings(notice=0.7, favourite=0.2, future=1.0, deals=2),
        OnePlySettings(notice=1.0, future=1.0, deals=2),
    ),
}
HALVINGS = 7


def path_of(key: str) -> tuple[OnePlySettings, ...]:
    """The path of a game; with an expansion, that of the game without it."""
    return PATHS[spec_of_key(key).name]


def player_at(game: str, place: float) -> Level:
    """The player at a place of the game's path: 1.5 is half way between the second and the third."""
    path = path_of(game)
    first = min(int(place), len(path) - 2)
    pairs = zip(astuple(path[first]), astuple(path[first + 1]), strict=True)
    notice, favourite, future, opponent, deals = (round(a + (b - a) * (place - first), 3) for a, b in pairs)
    return Level(OnePlySettings(notice, favourite, future, opponent, int(deals)))


def shares(name: str, seats: int, pair: Sequence[Level], games: int, seed: str) -> list[float]:
    """Let two bots share the seats of a table in every mixture; the share of the first in each deal."""
    spec = spec_of_key(name)
    options = {**dict(spec.bench), **spec.own_options, "seats": seats}
    seatings = mixed_seatings(seats)
    by_deal = []
    for deal in range(-(-games // len(seatings))):
        points = 0.0
        for seating in seatings:
            game = Game(spec, options, seed=f"{seed}/{deal}")
            bots = [bot_of_level(spec, pair[bot], f"{seed}/{deal}/{seating}/{seat}") for seat, bot in enumerate(seating)]
            while (seat := game.to_move) is not None:
                game.push_unchecked(bots[seat].choose(game))
            ranks = game.ranks
            mine, theirs = ([rank for bot, rank in zip(seating, ranks, strict=True) if bot == which] for which in (0, 1))
            points += fmean((one < other) + 0.5 * (one == other) for one in mine for other in theirs)
        by_deal.append(points / len(seatings))
    return by_deal


def as_source(level: Level) -> str:
    """A level as `levels.py` of a game writes it."""
    if level.one_ply is None:
        return f"tree_search({level.sims})" if level.searches else "NEWCOMER_LEVEL"
    settings = ((field.name, getattr(level.one_ply, field.name), field.default) for field in fields(level.one_ply))
    return f"one_ply({', '.join(f'{name}={value}' for name, value, default in settings if name == 'notice' or value != default)})"


def tell(name: str, seats: int, level: Level, by_deal: list[float]) -> None:
    """Print a level and its share against the one below."""
    low, high = mean_interval(by_deal)
    print(f"{name}, {seats} seats: {as_source(level)}  {100 * fmean(by_deal):.1f} % ({100 * low:.1f} to {100 * high:.1f})", flush=True)


def walk(name: str, seats: int, step: float, games: int, seed: str, below: Level = NEWCOMER_LEVEL) -> None:
    """Find one level after the other until the path ends."""
    place, end = 0.0, float(len(path_of(name)) - 1)
    while True:
        low, high = place, end
        by_deal = shares(name, seats, (player_at(name, end), below), games, seed)
        if fmean(by_deal) < step:
            print("The end of the path:")
            tell(name, seats, player_at(name, end), by_deal)
            return
        for _ in range(HALVINGS):
            place = (low + high) / 2
            by_deal = shares(name, seats, (player_at(name, place), below), games, seed)
            low, high = (low, place) if fmean(by_deal) > step else (place, high)
        below = player_at(name, place)
        tell(name, seats, below, by_deal)


def main() -> None:
    """Walk along the path, or compare searches with a level."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[spec.key for name in PATHS for spec in game_spec(name).with_expansions])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--step", type=float, default=0.75, help="the share in which each level beats the one below")
    parser.add_argument("--games", type=int, default=2000, help="for each player that is tried")
    parser.add_argument("--seed", default="calibrate")
    parser.add_argument("--sims", type=int, nargs="*", help="let searches of so many simulations play against the end of the path instead")
    args = parser.parse_args()
    if args.sims:
        for sims in args.sims:
            best = player_at(args.game, len(path_of(args.game)) - 1.0)
            tell(args.game, args.seats, tree_search(sims), shares(args.game, args.seats, (tree_search(sims), best), args.games, args.seed))
        return
    walk(args.game, args.seats, args.step, args.games, args.seed)


if __name__ == "__main__":
    main()
