"""Matches between bots: every deal is played once in each rotation of the seats, so that luck of the deal and of the seat cancels."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ziggurat.arena.piece import check_amount
from ziggurat.arena.pool import play_deals
from ziggurat.arena.scheduled_deal import Deal, Forfeit, bot_seed, close_all, play_game
from ziggurat.arena.stats import elo_difference, mean_interval
from ziggurat.errors import BotError
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.search.bots import make_bot
from ziggurat.search.level_bots import settings_of
from ziggurat.spec import GameSpec

if TYPE_CHECKING:
    from ziggurat.arena.journal import Journal

__all__ = ["Forfeit", "Match", "bot_seed", "check_seats", "match_deals", "play_game", "play_match", "play_recorded", "record_games"]


def check_seats(spec: GameSpec, bots: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """Complete the options, with as many seats as there are bots; raises BotError if that is impossible."""
    fewest, most = spec.seats
    seats = int(options.get("seats", len(bots)))
    if seats != len(bots) or not fewest <= seats <= most:
        wanted = f"{seats} seats" if "seats" in options else f"{fewest} seats" if fewest == most else f"{fewest} to {most} seats"
        raise BotError(
            f"{len(bots)} {'bot is' if len(bots) == 1 else 'bots are'} named ({', '.join(bots)}) for {wanted} of `{spec.name}`: name one bot for each seat"
        )
    return spec.option_set.read({**options, "seats": seats})


def record_games(name: str, bots: Sequence[str], options: Mapping[str, Any], seed: str, games: int) -> Iterator[dict[str, Any]]:
    """Play games between bots and yield their records; game i has the seed `seed/i`, so the same call gives the same records."""
    spec = game_spec(name)
    options = check_seats(spec, bots, options)
    for number in range(games):
        game, forfeit = play_recorded(spec, bots, options, f"{seed}/{number}")
        if forfeit:
            raise BotError(f"game {number} ended at ply {game.ply}: {forfeit.reason}")
        yield game.record()


def play_recorded(spec: GameSpec, bots: Sequence[str], options: Mapping[str, Any], seed: str, seconds: float | None = None) -> tuple[Game, Forfeit | None]:
    """Play one game between bots, one for each seat; returns it, and why it ended early if a bot failed."""
    game = Game(spec, options, seed=seed, players=[f"bot:{bot}" for bot in bots])
    players = [make_bot(bot, game.spec, bot_seed(seed, seat), seconds) for seat, bot in enumerate(bots)]
    try:
        return game, play_game(game, players)
    finally:
        close_all(players)


@dataclass
class Match:
    """The result of a match so far; lists are in the order of the bots."""

    bots: list[str]
    games: int = 0
    wins: list[int] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    score_sums: list[int] = field(default_factory=list)
    clocks: list[float] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    first_by_deal: list[float] = field(default_factory=list)
    forfeits: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        n = len(self.bots)
        self.wins, self.points, self.score_sums = [0] * n, [0.0] * n, [0] * n
        self.clocks, self.counts = [0.0] * n, [0] * n

    def add(self, order: Sequence[int], scores: Sequence[int], ranks: Sequence[int], forfeit: Forfeit | None = None) -> float:
        """Count one game in which bot order[seat] sat on each seat; returns the share of the first bot in its point. If a bot fails, all the others win."""
        winners = [order[seat] for seat, rank in enumerate(ranks) if rank == 1]
        if forfeit:
            winners = [bot for seat, bot in enumerate(order) if seat != forfeit.seat]
            self.forfeits.append(forfeit.reason)
        self.games += 1
        for seat, bot in enumerate(order):
            self.score_sums[bot] += scores[seat]
        for bot in winners:
            self.points[bot] += 1 / len(winners)
        if len(winners) == 1:
            self.wins[winners[0]] += 1
        return 1 / len(winners) if 0 in winners else 0.0

    def add_deal(self, deal: Deal) -> None:
        """Count the games of a deal."""
        point = 0.0
        for order, played in zip(deal.seatings, deal.games, strict=True):
            point += self.add(order, played.scores, played.ranks, played.forfeit)
            for seat, bot in enumerate(order):
                self.clocks[bot] += played.seconds[seat]
                self.counts[bot] += played.decisions[seat]
        self.first_by_deal.append(point / len(deal.games))

    def summary(self) -> dict[str, Any]:
        """The fields of `ziggurat match --json`."""
        n = max(self.games, 1)
        summary: dict[str, Any] = {
            "bots": self.bots,
            "games": self.games,
            "wins": self.wins,
            "points": [round(points, 6) for points in self.points],
            "mean_scores": [total / n for total in self.score_sums],
            "elo_diff": elo_difference(self.points[0], self.games) if len(self.bots) == 2 else None,
            "interval": list(mean_interval(self.first_by_deal)),
            "seconds_per_move": [clock / max(count, 1) for clock, count in zip(self.clocks, self.counts, strict=True)],
        }
        return summary | ({"forfeits": self.forfeits} if self.forfeits else {})


def match_deals(name: str, bots: Sequence[str], options: Mapping[str, Any], seed: str, games: int, seconds: float | None = None) -> list[Deal]:
    """List the deals of a match of at least so many games, whole rotations of each."""
    check_amount(games)
    spec = game_spec(name)
    read = json.loads(json.dumps(check_seats(spec, bots, options)))  # as a log holds them
    seats = len(bots)
    rotations = [[(seat + shift) % seats for seat in range(seats)] for shift in range(seats)]
    common: dict[str, Any] = {"game": name, "rules": spec.version, "options": read, "bots": list(bots), "seed": seed, "seconds_per_move": seconds}
    common["settings"] = settings_of(bots, name, read)
    return [Deal(**common, seatings=rotations, deal=number) for number in range(-(-games // seats))]


def play_match(
    name: str,
    bots: Sequence[str],
    options: Mapping[str, Any],
    seed: str,
    games: int,
    seconds: float | None = None,
    jobs: int | None = None,
    journal: Journal[Deal] | None = None,
    cluster: str | None = None,
) -> Generator[Match, None, None]:
    """Play at least `games` games, whole rotations of each deal; yields the match after every deal. `seconds` a move replace the bots' budgets.

    `jobs` and `cluster` are those of `play_deals`. Deals may end in any order; the last match that is yielded has counted them in their own, so
    that it depends on neither.
    """
    deals = match_deals(name, bots, options, seed, games, seconds)
    so_far = Match(list(bots))
    done: list[Deal] = []
    with closing(play_deals(deals, jobs, journal, cluster)) as finished:
        for deal in finished:
            done.append(deal)
            so_far.add_deal(deal)
            if len(done) < len(deals):
                yield so_far
    in_order = Match(list(bots))
    for deal in sorted(done, key=lambda each: each.deal):
        in_order.add_deal(deal)
    yield in_order
