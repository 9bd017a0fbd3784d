"""Does the third starting card balance the second seat in Amytis, by edition?"""

from __future__ import annotations

from statistics import fmean

from ziggurat.lab.charts import Intervals, Row
from ziggurat.lab.estimates import Estimate, difference, mean, share
from ziggurat.lab.report import Section, Table, count, number_with, percent_with, points_with, share_gap_with
from ziggurat.lab.study import Answer, Group, GroupResult, Results, Study, in_common

SEARCHING, GLANCING = "mcts:sims=100", "level:6"
GAMES = {SEARCHING: 3000, GLANCING: 12000}
"""The bots and the games of each in each edition; the first one gives the answer."""
EDITIONS = {"first": "two cards each", "second": "two and three cards"}
MAIN = next(iter(GAMES))


def named(bot: str, edition: str) -> str:
    """The group of a bot and an edition."""
    return f"{bot}, {edition} edition"


def second_seat(result: GroupResult) -> Estimate:
    """The share of the second seat."""
    return share(result.seat_shares(1))


def margins(result: GroupResult) -> list[float]:
    """For each deal the points of the second seat over the first."""
    return [two - one for one, two in zip(result.seat_scores(0), result.seat_scores(1), strict=True)]


def projects(result: GroupResult) -> list[list[int]]:
    """For each game how many projects each seat validated."""
    return [[sum(line.startswith("project:") for line in sheet) for sheet in game.breakdown] for game in result.ends()]


def verdict(first: Estimate, second: Estimate, gap: Estimate, margin: Estimate) -> str:
    """The answer in one sentence."""
    if second.holds(0.5):
        said = "balances the seats as far as these games can tell"
    elif second.value > 0.5:
        said = "more than balances the seats"
    else:
        said = "does not fully balance the seats"
    return (
        f"With two starting cards each the second seat wins {percent_with(first)} of the games, with a third card {percent_with(second)} "
        f"(a tie is half a win): the card, worth {share_gap_with(gap)} percentage points of the games "
        f"and {points_with(margin)} points on the score board, {said}."
    )


def answer(results: Results) -> Answer:
    """Compare the editions on the same deals."""
    gaps, margin_gaps = {}, {}
    for bot in GAMES:
        two, one = in_common(results[named(bot, "second")], results[named(bot, "first")])
        gaps[bot] = difference(two.seat_shares(1), one.seat_shares(1))
        margin_gaps[bot] = difference(margins(two), margins(one))
    groups = [(bot, edition, results[named(bot, edition)]) for bot in GAMES for edition in EDITIONS]
    shares = [
        Row(f"{edition} edition: {EDITIONS[edition]}", second_seat(result), edition == "second", bot * (edition == "first")) for bot, edition, result in groups
    ]
    leads = [
        Row(f"{edition} edition: {EDITIONS[edition]}", mean(margins(result)), edition == "second", bot * (edition == "first"))
        for bot, edition, result in groups
    ]
    rows = []
    for bot, edition, result in groups:
        validated = projects(result)
        seats = [mean([float(each[seat]) for each in validated]) for seat in (0, 1)]
        drawn = fmean(len(set(game.ranks)) == 1 for game in result.played())
        figures = percent_with(second_seat(result)), points_with(mean(margins(result))), *(number_with(seat, 2) for seat in seats), f"{100 * drawn:.1f}\u00a0%"
        rows.append([f"`{bot}`", edition, count(result.games), *figures])
    effects = [[f"`{bot}`", share_gap_with(gaps[bot]), points_with(margin_gaps[bot])] for bot in GAMES]
    return Answer(
        verdict(second_seat(results[named(MAIN, "first")]), second_seat(results[named(MAIN, "second")]), gaps[MAIN], margin_gaps[MAIN]),
        [
            Section(
                "The second seat, by edition",
                "A dot is full where its interval leaves out an even share. Both editions play the same deals: stacks, cards and their order are equal.",
                [
                    Intervals("Share of the second seat", shares, compare=0.5, compare_label="even"),
                    Intervals("Points of the second seat over the first", leads, "signed", 0.0, "even"),
                ],
                [Table(("bot", "edition", "games", "second seat", "margin", "projects, first seat", "projects, second seat", "ties"), rows, 2)],
            ),
            Section(
                "What the card is worth",
                "The difference between the editions, deal by deal: in percentage points of the games for the second seat, and in points.",
                tables=[Table(("bot", "games won", "score"), effects)],
            ),
        ],
        [
            "Bots play both seats. People may use a third project better or worse than they do; the weaker bot shows how far the answer depends on strength.",
            "All buildings show side A, as in a first game. The study `amytis-sides` plays the other sides.",
        ],
    )


STUDY = Study(
    name="amytis-third-card",
    title="The third card of Amytis",
    question="Does the third starting card balance the second seat in Amytis, by edition?",
    plan=(
        f"the same bot on both seats, `{SEARCHING}` (a search of 100 simulations a move) in {count(GAMES[SEARCHING])} games and "
        f"`{GLANCING}` (a search of four) in {count(GAMES[GLANCING])} games of each edition, sides all A, the same deals in both editions. "
        f"The answer is that of `{MAIN}`. "
        f"The interval of a share is then about ±{98 / GAMES[SEARCHING] ** 0.5:.1f} and ±{98 / GAMES[GLANCING] ** 0.5:.1f} percentage points."
    ),
    groups=[Group(named(bot, edition), "amytis", [bot], games, {"edition": edition}, deals=bot) for bot, games in GAMES.items() for edition in EDITIONS],
    answer=answer,
)
