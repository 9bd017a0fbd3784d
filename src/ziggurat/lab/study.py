"""Studies: a question about a game, the groups of games that answer it, and the analysis that turns their results into an answer with intervals.

A study of one's own is a file with a `STUDY` in it (`examples/study_who_begins.py`); `ziggurat study FILE.py` runs it. The studies of this package are in
`lab/studies/`.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from msgspec import UNSET

from ziggurat.arena.ladder import mixed_seatings, share_of_first
from ziggurat.arena.piece import check_amount
from ziggurat.arena.scheduled_deal import Deal, Played, replay_game
from ziggurat.errors import BotError, GameError, OptionError, RecordError, listed
from ziggurat.game import Game
from ziggurat.lab.report import Report, Section, count, so_far, version_and_day
from ziggurat.registry import game_spec
from ziggurat.search.bots import check_bots
from ziggurat.search.level_bots import settings_of

FEWEST_DEALS = 2
"""In each group: one deal alone has no interval."""


@dataclass(frozen=True)
class Group:
    """Games that are alike: the same game, options and bots.

    One bot plays against itself on all seats, one game a deal: for questions about seats, options and what wins. Two bots sit in every mixture and order
    that gives both the same number of seats, or one more: for questions about bots.
    """

    name: str
    game: str
    bots: Sequence[str]
    games: int
    """How many games, rounded up to whole deals."""
    options: Mapping[str, Any] = field(default_factory=dict)
    deals: str = ""
    """Groups that name the same deals play the same ones, so that luck cancels between them; without a name they are the group's own."""
    with_moves: bool = True
    """Whether the moves are stored, so that the analysis can look at whole games."""

    def seatings(self, seats: int) -> list[list[int]]:
        """For each game of a deal, which bot sits on each seat."""
        if len(self.bots) == 1:
            return [[0] * seats]
        if len(self.bots) == 2:
            return mixed_seatings(seats)
        raise BotError(f"the group `{self.name}` names {len(self.bots)} bots: name one, which plays against itself, or two")


@dataclass(frozen=True)
class Answer:
    """What the analysis of a study says: one sentence with its interval, parts with plots and tables, what one may doubt, what else was found."""

    sentence: str
    sections: Sequence[Section] = ()
    doubts: Sequence[str] = ()
    findings: Sequence[str] = ()
    """Further answers, a sentence each, where the question has more parts than one sentence should hold."""


@dataclass(frozen=True)
class Study:
    """A question, what is played for it, and how the results answer it."""

    name: str
    title: str
    question: str
    plan: str
    """What is fixed before the first game, in words: bots, games, how wide the interval will be."""
    groups: Sequence[Group]
    answer: Callable[[Results], Answer]
    seed: str = "1"

    def scheduled(self, games: int | None = None, seed: str | None = None) -> list[Deal]:
        """List all deals; the groups take turns, so that an interrupted study has all of them equally far. `games` replaces the number in every group."""
        if len({group.name for group in self.groups}) < len(self.groups) or not self.groups:
            raise OptionError(f"the study `{self.name}` needs groups, each with a name of its own")
        for game, bots in {(group.game, tuple(group.bots)) for group in self.groups}:
            check_bots(bots, game_spec(game))
        check_amount(self.planned(games))
        by_group = [self.group_deals(group, games, self.seed if seed is None else seed) for group in self.groups]
        deals = [(number / len(own), place, deal) for place, own in enumerate(by_group) for number, deal in enumerate(own)]
        return [deal for _, _, deal in sorted(deals, key=lambda each: each[:2])]

    def planned(self, games: int | None = None) -> int:
        """How many games it is; `games` replaces the number in every group."""
        return sum(whole * len(seatings) for whole, seatings in (self.size(group, games)[:2] for group in self.groups))

    def identity(self, deal: Deal) -> dict[str, Any]:
        """The fields that all deals in a log of this study share; `play_deals` compares the rest deal by deal."""
        group = "" if deal.group is UNSET else deal.group
        return {"ziggurat": deal.ziggurat, "study": self.name if group.startswith(f"{self.name}/") else group.rpartition("/")[0] or None}

    def size(self, group: Group, games: int | None = None) -> tuple[int, list[list[int]], dict[str, Any]]:
        """How many deals a group has, the seatings of each, and its options in full."""
        options = json.loads(json.dumps(game_spec(group.game).option_set.read(group.options)))  # as a log holds them
        seatings = group.seatings(options["seats"])
        return max(FEWEST_DEALS, -(-(games or group.games) // len(seatings))), seatings, options

    def group_deals(self, group: Group, games: int | None, seed: str) -> list[Deal]:
        """The deals of one group."""
        whole, seatings, options = self.size(group, games)
        common: dict[str, Any] = {
            "game": group.game,
            "rules": game_spec(group.game).version,
            "options": options,
            "bots": list(group.bots),
            "settings": settings_of(group.bots, group.game, options),
            "seatings": seatings,
        }
        named = f"{self.name}/{seed}/{group.deals or group.name}"
        moves = True if group.with_moves else UNSET
        return [Deal(**common, seed=named, deal=number, group=f"{self.name}/{group.name}", with_moves=moves) for number in range(whole)]


class GroupResult:
    """The finished deals of a group, in their order."""

    def __init__(self, group: Group, deals: Sequence[Deal]) -> None:
        self.group, self.deals = group, list(deals)

    @property
    def seats(self) -> int:
        """How many seats a table has."""
        return len(self.deals[0].seatings[0])

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(deal.games) for deal in self.deals)

    def played(self) -> Iterator[Played]:
        """The games, one after the other."""
        for deal in self.deals:
            yield from deal.games

    def seat_shares(self, seat: int) -> list[float]:
        """For each deal the share of the point of a game that a seat took: 1 for a win, a part of it where winners tie."""
        return [fmean(won(game)[seat] for game in deal.games) for deal in self.deals]

    def seat_scores(self, seat: int) -> list[float]:
        """For each deal the mean score of a seat."""
        return [fmean(game.scores[seat] for game in deal.games) for deal in self.deals]

    def bot_shares(self) -> list[float]:
        """For each deal the share of the first of two bots: over all pairs of seats with different bots, who finished ahead."""
        return [fmean(share_of_first(seating, game) for seating, game in zip(deal.seatings, deal.games, strict=True)) for deal in self.deals]

    def ends(self) -> Iterator[Game]:
        """Every game, replayed to its end."""
        for deal in self.deals:
            for number in range(len(deal.games)):
                yield replay_game(deal, number)


Results = Mapping[str, GroupResult]
"""The results of a study, by the names of its groups."""


def in_common(one: GroupResult, other: GroupResult) -> tuple[GroupResult, GroupResult]:
    """Two groups that share their deals, cut down to those that both have played."""
    numbers = {deal.deal for deal in one.deals} & {deal.deal for deal in other.deals}
    first, second = (GroupResult(each.group, [deal for deal in each.deals if deal.deal in numbers]) for each in (one, other))
    return first, second


def winners_lead(shares: Sequence[float], values: Sequence[float]) -> float:
    """How much more the winner of a game has of something than the others have on average; who ties for the win counts for both in part."""
    others = len(shares) - 1
    return sum(value * (share - (1 - share) / others) for share, value in zip(shares, values, strict=True))


def won(played: Played) -> list[float]:
    """The share of each seat in the point of a game; if a bot failed, all the others win."""
    lost = played.forfeit.seat if played.forfeit else None
    first = [rank == 1 if lost is None else seat != lost for seat, rank in enumerate(played.ranks)]
    return [each / sum(first) for each in first]


def results_of(study: Study, deals: Sequence[Deal]) -> Results:
    """Sort finished deals into the groups of their study; raises RecordError if a group has too few for an interval."""
    by_group: dict[str, list[Deal]] = {group.name: [] for group in study.groups}
    for deal in deals:
        by_group[str(deal.group).removeprefix(f"{study.name}/")].append(deal)
    if few := [name for name, own in by_group.items() if len(own) < FEWEST_DEALS]:
        raise RecordError(
            f"there are too few games for an answer: the group `{few[0]}` has not {FEWEST_DEALS} deals yet; the same command with `--log FILE` goes on"
        )
    return {group.name: GroupResult(group, sorted(by_group[group.name], key=lambda deal: deal.deal)) for group in study.groups}


def study_report(study: Study, deals: Sequence[Deal], command: str, games: int | None = None) -> Report:
    """Analyse the finished deals of a study; the report says so where more games were wanted, or others than the plan names (`games` of each group)."""
    results = results_of(study, deals)
    answer = answer_of(study, results)
    bots = dict.fromkeys(bot for group in study.groups for bot in group.bots)
    rules = dict.fromkeys(f"{deal.game} {deal.rules}" for deal in deals)
    hours = sum(sum(game.seconds) for result in results.values() for game in result.played()) / 3600
    forfeits = sum(game.forfeit is not None for result in results.values() for game in result.played())
    played, wanted = sum(result.games for result in results.values()), study.planned(games)
    facts = {
        "games": f"{count(played)} {f'of {count(wanted)} ' if played < wanted else ''}in {len(results)} groups",
        "bots": ", ".join(f"`{bot}`" for bot in bots),
        "seed": f"`{seed_of_study(study, results)}`; a deal has the seed `{study.name}/SEED/GROUP/NUMBER`",
        "version": version_and_day(rules),
        "thinking": f"{hours:.1f} hours of one core" if hours >= 0.1 else f"{3600 * hours:.1f} seconds of one core",
        **({"forfeits": count(forfeits)} if forfeits else {}),
    }
    return Report(
        title=study.title,
        question=study.question,
        answer=so_far(played, wanted) + answer.sentence,
        sections=answer.sections,
        command=command,
        plan=study.plan,
        trial=f"{count(games)} games of each group" if games and any(group.games != games for group in study.groups) else "",
        findings=answer.findings,
        doubts=answer.doubts,
        facts=facts,
    )


def seed_of_study(study: Study, results: Results) -> str:
    """The seed with which the study was played; it may hold any signs."""
    result = next(iter(results.values()))
    return result.deals[0].seed.removeprefix(f"{study.name}/").removesuffix(f"/{result.group.deals or result.group.name}")


def answer_of(study: Study, results: Results) -> Answer:
    """What the analysis says; its mistakes become an OptionError that says where: the author of a study of one's own is a user, too."""
    try:
        return study.answer(results)
    except GameError:
        raise
    except Exception as error:
        _, *frames = traceback.extract_tb(error.__traceback__)
        last = next((frame for frame in reversed(frames) if frame.filename == frames[0].filename), frames[-1])  # in the file of the analysis
        raise OptionError(
            f"the analysis of the study `{study.name}` failed in `{last.filename}`, line {last.lineno}: {type(error).__name__}: {error}. The games of a run "
            "with `--log FILE` are kept: mend the analysis, and the same command with `--no-play` analyses them again"
        ) from error


def load_study(name: str) -> Study:
    """The study of this name, or the `STUDY` of a file; raises OptionError."""
    from ziggurat.lab.studies import STUDIES

    if name.endswith(".py"):
        return study_of_file(Path(name))
    if name not in STUDIES:
        raise OptionError(f"there is no study `{name}`: known are {listed(STUDIES)}, or name a file of your own that ends in `.py`")
    return STUDIES[name]


def study_of_file(path: Path) -> Study:
    """The `STUDY` that a file defines; raises OptionError with what is wrong with it."""
    if not path.is_file():
        raise OptionError(f"there is no file `{path}`")
    spec = importlib.util.spec_from_file_location(f"study_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise OptionError(f"`{path}` cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(study := getattr(module, "STUDY", None), Study):
        raise OptionError(f"`{path}` defines no `STUDY`: write `STUDY = Study(name=…, question=…, groups=[…], answer=…)`")
    return study
