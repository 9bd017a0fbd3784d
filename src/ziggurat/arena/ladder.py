"""Ladders: a pool of bots, pairings between them, and the rating of each with its interval.

At a table of two the pairing sits in both orders. With three or four seats the table is mixed: both bots hold half of the seats, or one
more than half, in every such seating. A game is worth one point: every two seats with different bots are compared by their ranks, a win
counting 1 and a shared rank a half, and the mean of these comparisons is the share of the first bot.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from itertools import pairwise, product
from statistics import fmean
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from ziggurat.arena.piece import check_amount
from ziggurat.arena.pool import play_deals
from ziggurat.arena.rating import Pair, expected_share, interval_of, rate, resample
from ziggurat.arena.scheduled_deal import Deal, Played
from ziggurat.arena.stats import mean_interval
from ziggurat.errors import BotError, OptionError
from ziggurat.levels import LEVEL_NUMBERS
from ziggurat.registry import game_spec
from ziggurat.search.level_bots import settings_of
from ziggurat.spec import GameSpec

if TYPE_CHECKING:
    from ziggurat.arena.journal import Journal

LEVEL_BOTS = tuple(f"level:{level}" for level in LEVEL_NUMBERS)


def ladder_options(spec: GameSpec, options: Mapping[str, Any], seats: int | None) -> dict[str, Any]:
    """All options of the game, with the number of seats of the ladder's tables: two by default."""
    fewest, most = spec.seats
    if seats is not None and "seats" in options and str(options["seats"]) != str(seats):
        raise OptionError(f"`--seats {seats}` and `--option seats={options['seats']}` differ: name one of the two")
    complete = spec.option_set.read({"seats": max(2, fewest), **options, **({} if seats is None else {"seats": seats})})
    if complete["seats"] < 2:
        raise OptionError(f"a ladder of `{spec.name}` needs a table of {max(2, fewest)} to {most} seats: bots are compared with each other")
    return complete


def pairings(bots: Sequence[str], neighbours: int | None = None) -> list[tuple[str, str]]:
    """List the pairs that play: all, or only those up to so many places apart. Each pair is in alphabetical order, whatever the order of the pool."""
    if len(bots) < 2:
        raise BotError("a ladder needs two bots or more")
    if twice := next((bot for place, bot in enumerate(bots) if bot in bots[:place]), None):
        raise BotError(f"`{twice}` is named twice: name each bot of a ladder once")
    reach = neighbours or len(bots)
    return [tuple(sorted((bots[i], bots[j]))) for i in range(len(bots)) for j in range(i + 1, min(i + reach, len(bots) - 1) + 1)]  # type: ignore[misc]


def mixed_seatings(seats: int) -> list[list[int]]:
    """List every way to seat bots 0 and 1 so that neither has more than one seat more: 2 ways for two seats, 6 for three and for four."""
    return [list(seating) for seating in product((0, 1), repeat=seats) if abs(seats - 2 * sum(seating)) <= 1]


def pairing_seed(seed: str, pair: Sequence[str]) -> str:
    """The seed of a pairing's deals: `match GAME A B --seed SEED/A/B` plays the very games of a ladder with two seats."""
    return "/".join([seed, *pair])


def seed_of_ladder(deal: Deal) -> str:
    """The seed of the ladder that a deal belongs to."""
    return deal.seed.removesuffix(pairing_seed("", deal.bots))


def ladder_identity(deal: Deal) -> dict[str, Any]:
    """The fields that all deals of a ladder share. The bots are not among them: deals already played still count when the pool changes."""
    common = {name: getattr(deal, name) for name in ("ziggurat", "game", "rules", "options", "seconds_per_move", "seatings")}
    is_ours = deal.group is UNSET and deal.seed.endswith(pairing_seed("", deal.bots))
    return {**common, "seed": seed_of_ladder(deal), "run": "ladder" if is_ours else "match or study"}


def ladder_deals(
    name: str,
    bots: Sequence[str],
    options: Mapping[str, Any],
    seed: str,
    games: int,
    *,
    seats: int | None = None,
    neighbours: int | None = None,
    seconds: float | None = None,
) -> list[Deal]:
    """List the deals of a ladder, at least so many games for each pairing; the pairings take turns, so that all have played as much when it ends early."""
    spec = game_spec(name)
    read = json.loads(json.dumps(ladder_options(spec, options, seats)))  # as a log holds them
    seatings = mixed_seatings(read["seats"])
    common: dict[str, Any] = {"game": name, "rules": spec.version, "options": read, "seconds_per_move": seconds, "seatings": seatings}
    check_amount(games * len(pairings(bots, neighbours)))
    pairs: list[dict[str, Any]] = [
        {"bots": list(pair), "settings": settings_of(pair, name, read), "seed": pairing_seed(seed, pair)} for pair in pairings(bots, neighbours)
    ]
    return [Deal(**common, **pair, deal=number) for number in range(-(-games // len(seatings))) for pair in pairs]


def share_of_first(seating: Sequence[int], played: Played) -> float:
    """The share of bot 0 in the point of a game: over all pairs of seats with different bots."""
    lost = played.forfeit.seat if played.forfeit else None
    ranks = played.ranks if lost is None else [2 if seat == lost else 1 for seat in range(len(seating))]  # a bot that fails loses to all the others
    mine = [rank for bot, rank in zip(seating, ranks, strict=True) if bot == 0]
    theirs = [rank for bot, rank in zip(seating, ranks, strict=True) if bot == 1]
    return fmean((one < other) + 0.5 * (one == other) for one in mine for other in theirs)


class Ladder:
    """The results of the deals so far."""

    def __init__(self, bots: Sequence[str], deals: Sequence[Deal]) -> None:
        self.bots, self.deals = list(bots), deals
        self.games_a_deal = len(deals[0].seatings)
        self.planned = self.games_a_deal * len(deals)
        self.shares: dict[tuple[str, str], dict[int, float]] = {(deal.bots[0], deal.bots[1]): {} for deal in deals}
        self.seats_held, self.score_sums = dict.fromkeys(bots, 0), dict.fromkeys(bots, 0)
        self.clocks, self.counts = dict.fromkeys(bots, 0.0), dict.fromkeys(bots, 0)
        self.forfeits: dict[tuple[str, int], list[str]] = {}

    def add(self, deal: Deal) -> None:
        """Count the games of a deal."""
        together = list(zip(deal.seatings, deal.games, strict=True))
        self.shares[deal.bots[0], deal.bots[1]][deal.deal] = fmean(share_of_first(*game) for game in together)
        self.forfeits[deal.key] = [played.forfeit.reason for played in deal.games if played.forfeit]
        for seating, played in together:
            for seat, bot in enumerate(deal.bots[number] for number in seating):
                self.seats_held[bot] += 1
                self.score_sums[bot] += played.scores[seat]
                self.clocks[bot] += played.seconds[seat]
                self.counts[bot] += played.decisions[seat]

    @property
    def games(self) -> int:
        """Games so far."""
        return self.games_a_deal * sum(map(len, self.shares.values()))

    @property
    def failures(self) -> list[str]:
        """Why bots lost games without playing them to the end, in the order of the deals."""
        return [reason for key in sorted(self.forfeits) for reason in self.forfeits[key]]

    def summary(self) -> dict[str, Any]:
        """The fields of `ziggurat ladder --json`: the pool from the best down, each step between neighbours, each pairing."""
        places = {bot: place for place, bot in enumerate(self.bots)}
        seen = {pair: [by_deal[number] for number in sorted(by_deal)] for pair, by_deal in self.shares.items()}
        shares: dict[Pair, list[float]] = {(places[one], places[other]): each for (one, other), each in seen.items()}
        size, seed = len(self.bots), seed_of_ladder(self.deals[0])
        ratings = rate(shares, self.games_a_deal, size)
        samples = resample(shares, self.games_a_deal, size, f"{seed}/bootstrap")
        order = sorted(range(size), key=lambda place: (-ratings[place], place))
        summary: dict[str, Any] = {
            "game": self.deals[0].game,
            "options": self.deals[0].options,
            "seed": seed,
            "games": self.games,
            "anchor": "mean",
            "ladder": [self.rung(self.bots[place], float(ratings[place]), interval_of(samples[:, place], float(ratings[place]))) for place in order],
            "steps": [self.step(higher, lower, ratings, samples) for higher, lower in pairwise(order)],
            "pairings": [
                {"bots": list(pair), "games": self.games_a_deal * len(each), "share": fmean(each) if each else None, "interval": list(mean_interval(each))}
                for pair, each in seen.items()
            ],
        }
        return summary | ({"forfeits": self.failures} if self.failures else {})

    def rung(self, bot: str, rating: float, interval: tuple[float, float]) -> dict[str, Any]:
        """One bot on the ladder."""
        games = points = 0.0
        for pair, by_deal in self.shares.items():
            if bot in pair:
                games += self.games_a_deal * len(by_deal)
                points += self.games_a_deal * sum(share if bot == pair[0] else 1 - share for share in by_deal.values())
        return {
            "bot": bot,
            "rating": round(rating, 1),
            "interval": [round(end, 1) for end in interval],
            "games": int(games),
            "points": round(points, 6),
            "mean_score": self.score_sums[bot] / max(1, self.seats_held[bot]),
            "seconds_per_move": self.clocks[bot] / max(1, self.counts[bot]),
        }

    def step(self, higher: int, lower: int, ratings: Any, samples: Any) -> dict[str, Any]:
        """By how much one bot is rated above the next: by the ratings, and by the games of these two alone."""
        elo = float(ratings[higher] - ratings[lower])
        ends = interval_of(samples[:, higher] - samples[:, lower], elo)
        pair = tuple(sorted((self.bots[higher], self.bots[lower])))
        by_deal = self.shares.get((pair[0], pair[1]), {})
        seen = [by_deal[number] if self.bots[higher] == pair[0] else 1 - by_deal[number] for number in sorted(by_deal)]
        return {
            "higher": self.bots[higher],
            "lower": self.bots[lower],
            "elo": round(elo, 1),
            "elo_interval": [round(end, 1) for end in ends],
            "expected": float(expected_share(elo)),
            "expected_interval": [float(expected_share(end)) for end in ends],
            "games": self.games_a_deal * len(seen),
            "seen": fmean(seen) if seen else None,
            "seen_interval": list(mean_interval(seen)) if seen else None,
        }


def play_ladder(
    bots: Sequence[str], deals: Sequence[Deal], jobs: int | None = None, journal: Journal[Deal] | None = None, cluster: str | None = None
) -> Generator[Ladder, None, None]:
    """Play the deals of `ladder_deals`; yields the ladder after each. `jobs` and `cluster` are those of `play_deals`: the final result is the same."""
    ladder = Ladder(bots, deals)
    with closing(play_deals(deals, jobs, journal, cluster)) as finished:
        for deal in finished:
            ladder.add(deal)
            yield ladder
