"""Matches between bots: every deal is played once in each rotation of the seats, so that luck of the deal and of the seat cancels."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ziggurat.arena.stats import elo_difference, mean_interval
from ziggurat.errors import BotError
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.search.bots import Bot, make_bot
from ziggurat.search.outside import OutsideBot
from ziggurat.spec import GameSpec


def bot_seed(seed: str, seat: int) -> str:
    """The seed of the bot on a seat of the game with this seed."""
    return f"{seed}/seat/{seat}"


@dataclass(frozen=True)
class Forfeit:
    """A bot that failed: it loses the game."""

    seat: int
    reason: str


def play_game(game: Game, bots: Sequence[Bot], clocks: list[float] | None = None, counts: list[int] | None = None) -> Forfeit | None:
    """Let the bots play to the end, or until one fails; `clocks` and `counts` gather seconds and decisions for each seat."""
    while (seat := game.to_move) is not None:
        began = time.perf_counter()
        try:
            move = bots[seat].choose(game)
        except BotError as error:
            return Forfeit(seat, str(error))
        if clocks is not None and counts is not None:
            clocks[seat] += time.perf_counter() - began
            counts[seat] += 1
        game.push_unchecked(move)
    return None


def close_all(bots: Sequence[Bot]) -> None:
    """End the processes of outside bots."""
    for bot in bots:
        if isinstance(bot, OutsideBot):
            bot.close()


def check_seats(spec: GameSpec, bots: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with as many seats as there are bots."""
    fewest, most = spec.seats
    asked = int(options.get("seats", len(bots)))
    if asked != len(bots) or not fewest <= asked <= most:
        wanted = f"{asked} seats" if "seats" in options else f"{fewest} seats" if fewest == most else f"{fewest} to {most} seats"
        raise BotError(f"{len(bots)} bots are named ({', '.join(bots)}) for {wanted} of `{spec.name}`: name one bot for each seat")
    return spec.option_set.read({**options, "seats": asked})


def record_games(name: str, bots: Sequence[str], options: Mapping[str, Any], seed: str, games: int) -> Iterator[dict[str, Any]]:
    """Records of bots playing each other; game i has the seed `seed/i`, so the same call gives the same records."""
    spec = game_spec(name)
    options = check_seats(spec, bots, options)
    for number in range(games):
        own = f"{seed}/{number}"
        game = Game(spec, options, seed=own, players=[f"bot:{bot}" for bot in bots])
        players = [make_bot(bot, spec, bot_seed(own, seat)) for seat, bot in enumerate(bots)]
        forfeit = play_game(game, players)
        close_all(players)
        if forfeit:
            raise BotError(f"game {number} ended at ply {game.ply}: {forfeit.reason}")
        yield game.record()


@dataclass
class Match:
    """What came of a match; lists are in the order of the bots."""

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
        """Count one game in which bot order[seat] sat on each seat; returns the point of the first bot. All but one who fails win."""
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


def play_match(name: str, bots: Sequence[str], options: Mapping[str, Any], seed: str, games: int, seconds: float | None = None) -> Iterator[Match]:
    """Play at least `games` games, whole rotations of each deal; yields the match after every deal. `seconds` a move replace the bots' budgets."""
    spec = game_spec(name)
    options = check_seats(spec, bots, options)
    seats = len(bots)
    match = Match(list(bots))
    for deal in range(-(-games // seats)):
        point = 0.0
        for shift in range(seats):
            order = [(seat + shift) % seats for seat in range(seats)]
            own = f"{seed}/{deal}"
            game = Game(spec, options, seed=own)
            players = [make_bot(bots[bot], spec, f"{bot_seed(own, seat)}/{shift}", seconds) for seat, bot in enumerate(order)]
            clocks, counts = [0.0] * seats, [0] * seats
            forfeit = play_game(game, players, clocks, counts)
            close_all(players)
            point += match.add(order, game.scores, game.ranks, forfeit)
            for seat, bot in enumerate(order):
                match.clocks[bot] += clocks[seat]
                match.counts[bot] += counts[seat]
        match.first_by_deal.append(point / seats)
        yield match
