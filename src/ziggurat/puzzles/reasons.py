"""Why a move is better than another, in points by source: at once, and at the end of games that are played on from both."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ziggurat.game import Game
from ziggurat.kernel import generator
from ziggurat.puzzles.judge import think
from ziggurat.puzzles.puzzle import OTHER, Points, Reason
from ziggurat.search.gain_at_once import GainAtOnce
from ziggurat.search.mcts import TreeSearch

GAMES = 16  # played on from each of the two moves
PLAY_ON_SIMS = 32  # simulations of the search that plays on
CLEAR = 2.0  # a source is named if its points are this many times their standard error, else they count as `other`
LEAST = 0.05  # points worth storing
Numbers = np.ndarray[Any, Any]


def reason_for(game: Game, best: int, second: int, seed: str, games: int = GAMES) -> Reason:
    """Compare two moves in the same imagined deals."""
    gains = GainAtOnce(game, f"{seed}/now")
    (one, ahead), (other, behind) = gains.points(best), gains.points(second)
    rows, margins = played_on(game, best, second, f"{seed}/end", games)
    return Reason(
        now=[difference(first, then) for first, then in zip(one, other, strict=True)],
        end=[by_source(game, rows[:, seat]) for seat in range(game.seats)],
        games=games,
        margin=round(float(margins.mean()), 2),
        error=round(standard_error(margins), 2),
        progress=difference(ahead, behind),
    )


def played_on(game: Game, best: int, second: int, seed: str, games: int) -> tuple[Numbers, Numbers]:
    """For each game, seat and source how many points more there are at the end after the best move; and the difference of the mover's margins."""
    seat, rng, search = int(game.state.to_move), generator(f"{seed}/worlds"), TreeSearch(game.spec, seed, keep=False)
    lines = game.spec.scoring.LINES
    rows, margins = np.zeros((games, game.seats, len(lines))), np.zeros(games)
    for number in range(games):
        world = game.copy()
        game.spec.visibility.imagine(world.state, seat, rng)
        for code, sign in ((best, 1), (second, -1)):
            sheets = play_on(world, code, search, f"{seed}/{number}")
            rows[number] += sign * np.array([[sheet.get(line, 0) for line in lines] for sheet in sheets])
            totals = [sum(sheet.values()) for sheet in sheets]
            rivals = [total for place, total in enumerate(totals) if place != seat]
            margins[number] += sign * (totals[seat] - max(rivals, default=0))
    return rows, margins


def play_on(world: Game, code: int, search: TreeSearch, seed: str) -> list[dict[str, int]]:
    """The points by source of each seat at the end of a game that goes on with this move."""
    after = world.copy()
    after.push_unchecked(code)
    while after.to_move is not None:
        legal = after.legal_codes()
        after.push_unchecked(legal[0] if len(legal) == 1 else think(search, after, PLAY_ON_SIMS, f"{seed}/{after.ply}")[0].move)
    return after.breakdown


def by_source(game: Game, rows: Numbers) -> Points:
    """The mean points of the sources that are clearly more or less; all others together are `other`."""
    means, points, rest = rows.mean(0), {}, 0.0
    for place, line in enumerate(game.spec.scoring.LINES):
        if abs(means[place]) >= max(LEAST, CLEAR * standard_error(rows[:, place])):
            points[line] = float(means[place])
        else:
            rest += float(means[place])
    return tidy({**points, OTHER: rest})


def standard_error(values: Numbers) -> float:
    """The standard error of a mean."""
    return float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0


def difference(one: Points, other: Points) -> Points:
    """By how much one has more of each source."""
    return tidy({line: one.get(line, 0.0) - other.get(line, 0.0) for line in {**one, **other}})


def tidy(points: Points) -> Points:
    """Round points; what comes to nothing is left out."""
    return {line: round(n, 2) for line, n in points.items() if abs(n) >= LEAST}
