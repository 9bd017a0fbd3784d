"""The standings of a tournament: shares and ratings, with intervals."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ziggurat.arena.rating import RESAMPLES, fit_ratings, interval_of
from ziggurat.arena.stats import MANY, NORMAL_95, grouped_interval, student_95
from ziggurat.kernel import generator
from ziggurat.lab.skill import Skill
from ziggurat.lab.tournament import Tournament, pair_shares

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Seen(NamedTuple):
    """What a bot did in a deal."""

    games: int
    share: float
    table: tuple[str, ...]
    """The bots that met: deals of the same table are alike."""


def summary_of(tournament: Tournament) -> dict[str, Any]:
    """The fields of `ziggurat tournament --json`."""
    plan = tournament.plan
    ratings, samples = rated(tournament)
    order = sorted(range(len(plan.bots)), key=lambda place: (-ratings[place], place))
    skill = Skill(plan.bots, tournament.in_order())
    rows = rows_of(tournament, skill)
    standings = []
    for place, number in enumerate(order, 1):
        rating = float(ratings[number])
        ends = [round(end, 1) for end in interval_of(samples[:, number], rating)]
        standings.append({"place": place, **rows[plan.bots[number]], "rating": round(rating, 1), "interval": ends})
    return {
        "kind": "tournament",
        "game": plan.game,
        "format": "round robin" if plan.rounds is None else "swiss",
        "rounds": plan.rounds,
        "seed": plan.seed,
        "bots": list(plan.bots),
        "games": tournament.games,
        "planned": plan.planned,
        "complete": tournament.games == plan.planned,
        "seconds_per_move": plan.seconds,
        "tables": [
            {"seats": seats, "options": options, "games": sum(deal.size for deal in tournament.deals if deal.options["seats"] == seats)}
            for seats, options in plan.options.items()
        ],
        "standings": standings,
        "pairings": pairings_of(tournament),
        "swiss": None if plan.rounds is None else rounds_of(tournament),
        "forfeits": tournament.failures,
    }


def rows_of(tournament: Tournament, skill: Skill) -> dict[str, dict[str, Any]]:
    """What each bot did: its games, shares, scores and seconds."""
    shares: dict[str, dict[int, list[Seen]]] = {bot: {seats: [] for seats in tournament.plan.seats} for bot in tournament.plan.bots}
    for deal, by_bot in tournament.shares_by_deal():
        for bot, share in by_bot.items():
            shares[bot][deal.options["seats"]].append(Seen(deal.size, share, tuple(deal.bots)))
    rows = {}
    for bot, by_seats in shares.items():
        seen = [each for some in by_seats.values() for each in some]
        scores, clock, count = totals_of(tournament, bot)
        rows[bot] = {
            "bot": bot,
            **share_of(seen),
            "openskill": {"mu": round(skill.mu(bot), 2), "sigma": round(skill.sigma(bot), 2)},
            "mean_score": fmean(scores) if scores else 0.0,
            "seconds_per_move": clock / max(1, count),
            "by_seats": {str(seats): short_share_of(some) for seats, some in by_seats.items()},
        }
    return rows


def share_of(seen: list[Seen]) -> dict[str, Any]:
    """Games, points and share of a bot, given what it did in each deal; the interval is over deals."""
    games = sum(each.games for each in seen)
    points = sum(each.games * each.share for each in seen)
    return {"games": games, "points": round(points, 6), "share": points / games if games else None, "share_interval": list(share_interval(seen, games))}


def share_interval(seen: list[Seen], games: int) -> tuple[float, float]:
    """A 95 % interval of a share over deals of several sizes: the intervals of each size, which are independent, each by its part of the games.

    Deals of the same table are alike; that a bot does better against one opponent than against another makes its share no less sure.
    """
    middle = below = above = 0.0
    for size in sorted({each.games for each in seen}):
        tables: dict[tuple[str, ...], list[float]] = {}
        for each in seen:
            if each.games == size:
                tables.setdefault(each.table, []).append(each.share)
        shares = [share for each in tables.values() for share in each]
        part, mean, (low, high) = size * len(shares) / games, fmean(shares), grouped_interval(list(tables.values()))
        middle, below, above = middle + part * mean, below + (part * (mean - low)) ** 2, above + (part * (high - mean)) ** 2
    return (max(0.0, middle - math.sqrt(below)), min(1.0, middle + math.sqrt(above))) if seen else (0.0, 1.0)


def short_share_of(seen: list[Seen]) -> dict[str, Any]:
    """The same without the points."""
    row = share_of(seen)
    return {"games": row["games"], "share": row["share"], "interval": row["share_interval"]}


def totals_of(tournament: Tournament, bot: str) -> tuple[list[int], float, int]:
    """The scores of a bot, the seconds it took, and its decisions."""
    scores, clock, count = [], 0.0, 0
    for deal in tournament.in_order():
        for seating, played in zip(deal.seatings, deal.games, strict=True):
            for seat, number in enumerate(seating):
                if deal.bots[number] == bot:
                    scores.append(played.scores[seat])
                    clock += played.seconds[seat]
                    count += played.decisions[seat]
    return scores, clock, count


def pairings_of(tournament: Tournament) -> list[dict[str, Any]]:
    """For every two bots that met, the share of the first, over all tables."""
    seen: dict[tuple[str, str], list[Seen]] = {}
    for deal in tournament.in_order():
        for (one, other), share in pair_shares(deal).items():
            seen.setdefault((deal.bots[one], deal.bots[other]), []).append(Seen(deal.size, share, tuple(deal.bots)))
    rows = []
    for pair, each in sorted(seen.items()):
        rows.append({"bots": list(pair), **short_share_of(each)})
    return rows


def rounds_of(tournament: Tournament) -> list[list[dict[str, Any]]]:
    """Who met in each Swiss round, with the share of each bot there."""
    rounds = []
    for number, groups in enumerate(tournament.rounds):
        tables = []
        for seats, group in groups:
            keys = {deal.key for deal in tournament.plan.deals_for(group, seats, number)}
            of_group = [shares for deal, shares in tournament.shares_by_deal() if deal.key in keys]
            tables.append({"bots": list(group), "seats": seats, "shares": [fmean(each[bot] for each in of_group) if of_group else None for bot in group]})
        rounds.append(tables)
    return rounds


def rated(tournament: Tournament, samples: int = RESAMPLES) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ratings on the Elo scale by the Bradley-Terry model, and those of many samples, in each of which as many deals are drawn anew out of all.

    Not for each table apart: a table of many seats has many seatings of few deals, and one deal drawn anew is always the same. Where all deals between
    neighbours ended alike, a deal won and a deal lost are added, as in `arena/rating.py`.
    """
    bots = {bot: place for place, bot in enumerate(tournament.plan.bots)}
    size = len(bots)
    deals: list[NDArray[np.float64]] = []
    seen: dict[tuple[int, int], list[float]] = {}
    weights: dict[tuple[int, int], list[int]] = {}
    for deal in tournament.in_order():
        points = np.zeros((size, size))
        for (one, other), share in pair_shares(deal).items():
            pair = bots[deal.bots[one]], bots[deal.bots[other]]
            points[pair], points[pair[::-1]] = deal.size * share, deal.size * (1 - share)
            seen.setdefault(pair, []).append(share)
            weights.setdefault(pair, []).append(deal.size)
        deals.append(points)
    if not deals:
        return np.zeros(size), np.zeros((samples, size))
    ratings = fit_ratings(np.sum(deals, axis=0))
    rng = np.random.default_rng(generator(f"{tournament.plan.seed}/bootstrap"))
    drawn = np.einsum("sd,dij->sij", rng.multinomial(len(deals), np.full(len(deals), 1 / len(deals)), samples), np.array(deals))
    neighbours = {frozenset(two) for two in pairwise(np.argsort(-ratings, kind="stable").tolist())}
    for pair, shares in seen.items():
        if frozenset(pair) in neighbours and len(set(shares)) == 1:
            rng = np.random.default_rng(generator(f"{tournament.plan.seed}/{pair[0]}/{pair[1]}/bootstrap"))
            doubtful = np.array([*shares, 0.0, 1.0])
            won = rng.multinomial(len(shares), np.full(len(doubtful), 1 / len(doubtful)), samples) @ doubtful
            games = fmean(weights[pair])
            drawn[:, pair[0], pair[1]], drawn[:, pair[1], pair[0]] = games * won, games * (len(shares) - won)
    return ratings, ratings + few_deals(len(deals)) * (fit_ratings(drawn) - ratings)


def few_deals(deals: int) -> float:
    """By how much deals drawn anew out of so few spread too little: their own mean is not the true one, and their spread is not known well."""
    return student_95(deals - 1) / NORMAL_95 * math.sqrt(deals / (deals - 1)) if 1 < deals <= MANY else 1.0
