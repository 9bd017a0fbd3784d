"""Ratings by OpenSkill (the model of Plackett and Luce): game by game, for tables of any size, with an uncertainty of its own.

They depend on the order of the games, and take the games of one deal for independent. So they order the bots of the next Swiss round, and stand
beside the ratings of `arena/rating.py`, which decide the standings.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from ziggurat.arena.scheduled_deal import Deal, Played


class Skill:
    """The ratings of bots after the games of some deals, in this order."""

    def __init__(self, bots: Sequence[str], deals: Sequence[Deal]) -> None:
        from openskill.models import PlackettLuce

        self.model: Any = PlackettLuce()
        self.ratings: dict[str, Any] = {bot: self.model.rating(name=bot) for bot in bots}
        for deal in deals:
            for seating, played in zip(deal.seatings, deal.games, strict=True):
                self.count(deal.bots, seating, played)

    def count(self, bots: Sequence[str], seating: Sequence[int], played: Played) -> None:
        """Count one game; a bot on two seats has the mean of their ranks."""
        lost = played.forfeit.seat if played.forfeit else None
        ranks = played.ranks if lost is None else [2 if seat == lost else 1 for seat in range(len(seating))]
        by_bot: dict[int, list[int]] = {}
        for bot, rank in zip(seating, ranks, strict=True):
            by_bot.setdefault(bot, []).append(rank)
        teams = [[self.ratings[bots[bot]]] for bot in by_bot]
        for bot, (rated,) in zip(by_bot, self.model.rate(teams, ranks=[fmean(each) for each in by_bot.values()]), strict=True):
            self.ratings[bots[bot]] = rated

    def mu(self, bot: str) -> float:
        """The rating of a bot; 25 is where all begin."""
        return float(self.ratings[bot].mu)

    def sigma(self, bot: str) -> float:
        """Its uncertainty, as a standard deviation."""
        return float(self.ratings[bot].sigma)


def check_openskill() -> None:
    """Raise ModuleNotFoundError if the extra `lab` is missing: better now than after the last game."""
    import openskill  # noqa: F401
