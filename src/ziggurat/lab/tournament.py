"""Tournaments: all bots against all, or in Swiss rounds, at tables of two to four seats, every deal in several seatings.

A table seats different bots, one for each seat; where there are fewer bots than seats, some of them sit twice, in every such seating. In a game each
bot is compared with every other one at the table by their ranks; the mean of these comparisons, between 0 and 1, is its share.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from statistics import fmean
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from ziggurat.arena.piece import check_amount
from ziggurat.arena.pool import play_deals
from ziggurat.arena.scheduled_deal import Deal, Played
from ziggurat.errors import BotError, OptionError
from ziggurat.lab.skill import Skill
from ziggurat.lab.swiss import Group, all_groups, group_seatings, group_sizes, swiss_groups
from ziggurat.registry import game_spec
from ziggurat.search.level_bots import settings_of

if TYPE_CHECKING:
    from ziggurat.arena.journal import Journal


@dataclass(frozen=True)
class Plan:
    """What a tournament is: everything that decides its result."""

    game: str
    bots: tuple[str, ...]
    options: dict[int, dict[str, Any]]
    """All options of the game, for each number of seats that is played."""
    seed: str
    games: int
    """How many games each table plays when it meets, at least."""
    rounds: int | None = None
    """How many Swiss rounds; None: all against all, once."""
    seconds: float | None = None

    @property
    def seats(self) -> list[int]:
        """The numbers of seats."""
        return list(self.options)

    def deals_for(self, group: Group, seats: int, round_number: int) -> list[Deal]:
        """The deals of a group in a round; each round has other ones."""
        spec = game_spec(self.game)
        seatings = group_seatings(len(group), seats)
        count = -(-self.games // len(seatings))
        common: dict[str, Any] = {"game": self.game, "rules": spec.version, "options": self.options[seats], "bots": list(group), "seatings": seatings}
        common["settings"] = settings_of(group, self.game, self.options[seats])
        return [
            Deal(**common, seed=group_seed(self.seed, seats, group), seconds_per_move=self.seconds, deal=round_number * count + number)
            for number in range(count)
        ]

    def round_robin(self) -> list[Deal]:
        """The deals of all groups; the groups take turns, so that all have played as much when it ends early."""
        tables = [self.deals_for(group, seats, 0) for seats in self.seats for group in all_groups(self.bots, seats)]
        longest = max(map(len, tables))
        return [deals[number] for number in range(longest) for deals in tables if number < len(deals)]

    @property
    def planned(self) -> int:
        """How many games it has."""
        if self.rounds is None:
            sizes = {seats: min(seats, len(self.bots)) for seats in self.seats}
            return sum(comb(len(self.bots), size) * self.games_of(size, seats) for seats, size in sizes.items())
        return self.rounds * sum(self.games_of(size, seats) for seats in self.seats for size in group_sizes(len(self.bots), seats) if size > 1)

    def games_of(self, bots: int, seats: int) -> int:
        """How many games a group of so many bots plays in a round."""
        a_deal = len(group_seatings(bots, seats))
        return a_deal * -(-self.games // a_deal)


def make_plan(
    game: str,
    bots: Sequence[str],
    options: Mapping[str, Any],
    seed: str,
    games: int,
    *,
    seats: str | int | None = None,
    rounds: int | None = None,
    seconds: float | None = None,
) -> Plan:
    """Check and complete what a tournament shall be; `seats` is a number, or `all` that the game has. Raises BotError and OptionError."""
    if len(bots) < 2:
        raise BotError("a tournament needs two bots or more")
    if twice := next((bot for place, bot in enumerate(bots) if bot in bots[:place]), None):
        raise BotError(f"`{twice}` is named twice: name each bot of a tournament once")
    spec = game_spec(game)
    chosen = {number: json.loads(json.dumps(spec.option_set.read({**options, "seats": number}))) for number in seat_counts(game, options, seats)}
    plan = Plan(game, tuple(bots), chosen, seed, games, rounds, seconds)
    check_amount(plan.planned)
    return plan


def seat_counts(game: str, options: Mapping[str, Any], seats: str | int | None) -> list[int]:
    """The numbers of seats that are played: two, the one that is named, or all."""
    fewest, most = game_spec(game).seats
    possible = list(range(max(2, fewest), most + 1))
    named = options.get("seats") if seats is None else seats
    if seats is not None and "seats" in options and str(options["seats"]) != str(seats):
        raise OptionError(f"`--seats {seats}` and `--option seats={options['seats']}` differ: name one of the two")
    if named is None:
        return possible[:1]
    if str(named) == "all":
        return possible
    if not str(named).isdecimal() or int(named) not in possible:
        known = f"{possible[0]} to {possible[-1]}, or `all`" if len(possible) > 1 else str(possible[0])
        raise OptionError(f"a tournament of `{game}` has no tables of {named} seats: name {known}")
    return [int(named)]


def group_seed(seed: str, seats: int, group: Sequence[str]) -> str:
    """The seed of the deals of a group."""
    return "/".join([seed, str(seats), *group])


def seed_of_tournament(deal: Deal) -> str:
    """The seed of the tournament that a deal belongs to."""
    return deal.seed.removesuffix(group_seed("", seats_of(deal), deal.bots))


def seats_of(deal: Deal) -> int:
    """How many seats the table of a deal has."""
    return len(deal.seatings[0]) if deal.seatings else 0


def tournament_identity(deal: Deal) -> dict[str, Any]:
    """The fields that all deals of a tournament share; bots, seats and games may be added later."""
    common = {name: getattr(deal, name) for name in ("ziggurat", "game", "rules", "seconds_per_move")}
    is_ours = deal.group is UNSET and deal.seed.endswith(group_seed("", seats_of(deal), deal.bots))
    options = {name: value for name, value in deal.options.items() if name != "seats"}
    return {**common, "options": options, "seed": seed_of_tournament(deal), "run": "tournament" if is_ours else "match, ladder or study"}


def pair_shares(deal: Deal) -> dict[tuple[int, int], float]:
    """For every two bots of a deal, by their numbers, the share of the first: over all games and all their seats."""
    seen: dict[tuple[int, int], list[float]] = {}
    for seating, played in zip(deal.seatings, deal.games, strict=True):
        ranks = ranks_of(played)
        for one, other in combinations(range(len(deal.bots)), 2):
            mine, theirs = ([rank for bot, rank in zip(seating, ranks, strict=True) if bot == which] for which in (one, other))
            seen.setdefault((one, other), []).append(fmean((a < b) + 0.5 * (a == b) for a in mine for b in theirs))
    return {pair: fmean(each) for pair, each in seen.items()}


def ranks_of(played: Played) -> list[int]:
    """The ranks of the seats; a bot that fails loses to all the others."""
    return played.ranks if played.forfeit is None else [2 if seat == played.forfeit.seat else 1 for seat in range(len(played.ranks))]


@dataclass
class Tournament:
    """The results so far."""

    plan: Plan
    deals: list[Deal] = field(default_factory=list)
    rounds: list[list[tuple[int, Group]]] = field(default_factory=list)
    """The groups of each Swiss round, with their number of seats."""

    @property
    def games(self) -> int:
        """Games so far."""
        return sum(deal.size for deal in self.deals)

    @property
    def failures(self) -> list[str]:
        """Why bots lost games without playing them to the end."""
        return [played.forfeit.reason for deal in self.in_order() for played in deal.games if played.forfeit]

    def in_order(self) -> list[Deal]:
        """The deals in an order that does not depend on who was faster."""
        return sorted(self.deals, key=lambda deal: (deal.deal, deal.key))

    def shares_by_deal(self) -> Iterator[tuple[Deal, dict[str, float]]]:
        """For each deal the share of each of its bots: the mean of its comparisons with the others at the table."""
        for deal in self.in_order():
            pairs = pair_shares(deal)
            yield (
                deal,
                {
                    bot: fmean(share if number == one else 1 - share for (one, other), share in pairs.items() if number in {one, other})
                    for number, bot in enumerate(deal.bots)
                },
            )

    def next_groups(self) -> list[tuple[int, Group]]:
        """The groups of the next Swiss round: those with a similar number of points meet, among equals those with similar ratings."""
        points = dict.fromkeys(self.plan.bots, 0.0)
        for deal, shares in self.shares_by_deal():
            for bot, share in shares.items():
                points[bot] += share * deal.size
        meetings: Counter[frozenset[str]] = Counter()
        played: Counter[tuple[str, int]] = Counter()
        for groups in self.rounds:
            for seats, group in groups:
                meetings.update(map(frozenset, combinations(group, 2)))
                played.update((bot, seats) for bot in group)
        for bot in self.plan.bots:  # a round without an opponent counts half
            points[bot] += sum(0.5 * self.plan.games_of(2, 2) for groups in self.rounds if 2 in self.plan.seats and not sat(bot, groups))
        skill = Skill(self.plan.bots, self.in_order())
        places = {bot: place for place, bot in enumerate(self.plan.bots)}
        order = sorted(self.plan.bots, key=lambda bot: (-round(points[bot], 6), -skill.mu(bot), places[bot]))
        groups = []
        for seats in self.plan.seats:
            paused = {bot: len(self.rounds) - played[bot, seats] for bot in self.plan.bots}
            fresh = swiss_groups(order, seats, meetings, paused)
            meetings.update(pair for group in fresh for pair in map(frozenset, combinations(group, 2)))
            groups += [(seats, group) for group in fresh]
        return groups


def sat(bot: str, groups: Sequence[tuple[int, Group]]) -> bool:
    """Whether a bot sat at a table of two in a round."""
    return any(seats == 2 and bot in group for seats, group in groups)


def play_tournament(plan: Plan, jobs: int | None = None, journal: Journal[Deal] | None = None, cluster: str | None = None) -> Generator[Tournament, None, None]:
    """Play a tournament; yields it after each deal. `jobs` and `cluster` are those of `play_deals`: the final result is the same."""
    tournament = Tournament(plan)
    for number in range(plan.rounds or 1):
        if plan.rounds is None:
            deals = plan.round_robin()
        else:
            groups = tournament.next_groups()
            tournament.rounds.append(groups)
            deals = [deal for seats, group in groups for deal in plan.deals_for(group, seats, number)]
        with closing(play_deals(deals, jobs, journal, cluster)) as finished:
            for deal in finished:
                tournament.deals.append(deal)
                yield tournament
