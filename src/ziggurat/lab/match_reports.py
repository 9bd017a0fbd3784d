"""The reports of matches, ladders and tournaments, from the objects that their `--json` prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ziggurat.errors import OptionError, listed
from ziggurat.lab.charts import HeatMap, Intervals, Row
from ziggurat.lab.estimates import Estimate
from ziggurat.lab.report import Report, Section, Table, count, percent, percent_with, points_with, signed, so_far, version_and_day
from ziggurat.options import show
from ziggurat.registry import game_spec

MOST_MAPPED = 12
"""Of a pool with more bots the pairings are a table alone."""

Summary = Mapping[str, Any]


def estimate(value: float, interval: Sequence[float]) -> Estimate:
    """An estimate out of a summary."""
    return Estimate(value, interval[0], interval[1], 0)


def report_of_summary(summary: Summary) -> Report:
    """The report of a match, a ladder or a tournament, by the `kind` of its summary; `command` repeats it."""
    if (kind := summary.get("kind")) not in REPORTS:
        raise OptionError(f"there is no report of `{kind}`: known are {listed(REPORTS)}")
    return REPORTS[kind](summary)


def typed(value: Any) -> str:
    """The value of an option as it is typed on the command line."""
    return ",".join(map(show, value)) if isinstance(value, list) else show(value)


def facts_of(summary: Summary, options: Mapping[str, Any]) -> dict[str, str]:
    """What was played, in words."""
    spec = game_spec(summary["game"])
    defaults = spec.option_set.defaults
    others = [f"`{name}={typed(value)}`" for name, value in options.items() if name != "seats" and value != defaults.get(name)]
    limit = summary.get("seconds_per_move")
    return {
        "game": f"`{spec.name}`" + (f" with {', '.join(others)}" if others else ", default options"),
        "games": count(summary["games"]),
        "seed": f"`{summary['seed']}`",
        **({"budget": f"{limit} seconds a move"} if isinstance(limit, float | int) else {}),
        "version": version_and_day([f"{spec.name} {spec.version}"]),
        **({"forfeits": count(len(summary["forfeits"]))} if summary.get("forfeits") else {}),
    }


def match_report(summary: Summary) -> Report:
    """A match: the share of the first bot."""
    bots, games = summary["bots"], max(1, summary["games"])
    first = estimate(summary["points"][0] / games, summary["interval"])
    rows = [
        [f"`{bot}`", f"{points:.1f}", percent(points / games), str(wins), f"{score:.1f}", f"{seconds:.4f}"]
        for bot, points, wins, score, seconds in zip(*(summary[key] for key in ("bots", "points", "wins", "mean_scores", "seconds_per_move")), strict=True)
    ]
    fair, elo = 1 / len(bots), summary["elo_diff"]
    said = "more than a fair share" if first.low > fair else "less than a fair share" if first.high < fair else "which cannot be told from a fair share"
    return Report(
        title=f"A match of {summary['game'].capitalize()}",
        question=f"Which is stronger: {' or '.join(f'`{bot}`' for bot in bots)}?",
        answer=f"{so_far(summary['games'], summary['planned'])}`{bots[0]}` takes {percent_with(first)} of the points, {said}.",
        sections=[
            Section(
                "Result",
                "Every deal was played once in each rotation of the seats. A win is a point; winners who tie share it."
                + (f" The Elo difference is {signed(elo, 0)}." if elo is not None else ""),
                [Intervals(f"Share of {bots[0]}", [Row(bots[0], first)], compare=fair, compare_label="fair share")],
                [Table(("bot", "points", "share", "wins alone", "mean score", "seconds a move"), rows)],
            )
        ],
        command=summary["command"],
        kind="match",
        facts=facts_of(summary, summary["options"]),
    )


def ladder_report(summary: Summary) -> Report:
    """A ladder: ratings, steps and pairings."""
    rungs, steps = summary["ladder"], summary["steps"]
    plot = [Row(rung["bot"], estimate(rung["rating"], rung["interval"])) for rung in rungs]
    rows = [
        [
            f"`{rung['bot']}`",
            points_with(row.estimate, 0),
            str(rung["games"]),
            percent(rung["points"] / max(1, rung["games"])),
            f"{rung['mean_score']:.1f}",
            f"{rung['seconds_per_move']:.4f}",
        ]
        for rung, row in zip(rungs, plot, strict=True)
    ]
    walked = [
        [
            f"`{step['higher']}`",
            f"`{step['lower']}`",
            points_with(estimate(step["elo"], step["elo_interval"]), 0),
            percent_with(estimate(step["seen"], step["seen_interval"])),
            str(step["games"]),
        ]
        for step in steps
        if step["seen"] is not None
    ]
    top = steps[0] if steps else None
    answer = f"`{rungs[0]['bot']}` is rated highest" + (
        f", {points_with(estimate(top['elo'], top['elo_interval']), 0)} Elo above `{top['lower']}`." if top else "."
    )
    sections = [
        Section(
            "Ratings",
            "On the Elo scale, with 95 % intervals; the mean of the pool is 0.",
            [Intervals("Ratings", plot, "elo", 0.0, "mean of the pool")],
            [Table(("bot", "Elo", "games", "points", "mean score", "seconds a move"), rows)],
        ),
        Section("Each over the next", tables=[Table(("bot", "over", "Elo", "share in their games", "games"), walked, 2)]),
        pairings_section([rung["bot"] for rung in rungs], summary["pairings"]),
    ]
    seats = summary["options"]["seats"]
    return Report(
        title=f"A ladder of {summary['game'].capitalize()}, {seats} seats",
        question=f"How strong are these {len(rungs)} bots?",
        answer=so_far(summary["games"], summary["planned"]) + answer,
        sections=sections,
        command=summary["command"],
        kind="ladder",
        facts=facts_of(summary, summary["options"]),
    )


def pairings_section(bots: Sequence[str], pairings: Sequence[Mapping[str, Any]]) -> Section:
    """Every two bots: the share of one against the other, as a map where all have met."""
    played = [pairing for pairing in pairings if pairing["share"] is not None]
    rows = [
        [f"`{pairing['bots'][0]}`", f"`{pairing['bots'][1]}`", percent_with(estimate(pairing["share"], pairing["interval"])), str(pairing["games"])]
        for pairing in played
    ]
    shares: dict[tuple[str, str], Estimate] = {}
    for pairing in played:
        one, other = pairing["bots"]
        each = estimate(pairing["share"], pairing["interval"])
        shares[one, other], shares[other, one] = each, Estimate(1 - each.value, 1 - each.high, 1 - each.low, 0)
    plots = []
    numbered = ", ".join(f"{place} is `{bot}`" for place, bot in enumerate(bots, 1))
    if 2 < len(bots) <= MOST_MAPPED and all((one, other) in shares for one in bots for other in bots if one != other):
        even = Estimate(0.5, 0.5, 0.5, 0)
        cells = [[shares.get((one, other), even) for other in bots] for one in bots]
        numbers = [str(place) for place in range(1, len(bots) + 1)]
        plots = [
            HeatMap(
                "Share of the row against the column, numbered from the highest rating down",
                numbers,
                numbers,
                cells,
                "bot",
                "against bot",
                below="loses",
                above="wins",
                row_labels=[f"{bot} {number}" for number, bot in zip(numbers, bots, strict=True)],
            )
        ]
    return Section(
        "Every two bots",
        "The share of the first against the second." + (f" In the map {numbered}." if plots else ""),
        plots,
        [Table(("bot", "against", "share", "games"), rows, 2, "" if len(rows) <= 12 else f"All {len(rows)} pairings")],
    )


def standings_table(standings: Sequence[Mapping[str, Any]]) -> Table:
    """The bots of a tournament, the best first."""
    rows = []
    for each in standings:
        skill = each.get("openskill")
        shown = f"{skill['mu']:.1f} ± {skill['sigma']:.1f}" if skill else "–"
        share = percent_with(estimate(each["share"], each["share_interval"])) if each["games"] else "–"
        rating = points_with(estimate(each["rating"], each["interval"]), 0)
        rows.append(
            [str(each["place"]), f"`{each['bot']}`", str(each["games"]), share, rating, shown, f"{each['mean_score']:.1f}", f"{each['seconds_per_move']:.4f}"]
        )
    return Table(("place", "bot", "games", "share", "Elo", "OpenSkill", "mean score", "seconds a move"), rows, 2)


def tournament_report(summary: Summary) -> Report:
    """A tournament: standings, pairings, and the rounds of a Swiss one."""
    standings, tables = summary["standings"], summary["tables"]
    plot = [Row(each["bot"], estimate(each["rating"], each["interval"])) for each in standings]
    best = standings[0]
    answer = (
        f"`{best['bot']}` stands first with {percent_with(estimate(best['share'], best['share_interval']))} of the comparisons won "
        f"and a rating of {points_with(plot[0].estimate, 0)} Elo."
    )
    text = "Ratings on the Elo scale, with 95 % intervals; the mean of the pool is 0. Every deal is played in several seatings."
    sections = [
        Section("Standings", text, [Intervals("Ratings", plot, "elo", 0.0, "mean of the pool")], [standings_table(standings)]),
        by_seats_section(standings),
        pairings_section([each["bot"] for each in standings], summary["pairings"]),
        *swiss_sections(summary.get("swiss") or []),
    ]
    return Report(
        title=f"A tournament of {summary['game'].capitalize()}: {summary['format']}",
        question=f"Which of these {len(standings)} bots is the strongest?",
        answer=so_far(summary["games"], summary["planned"]) + answer,
        sections=[section for section in sections if section is not None],
        command=summary["command"],
        kind="tournament",
        facts={**facts_of(summary, tables[0]["options"]), "tables": ", ".join(f"{each['seats']} seats: {count(each['games'])} games" for each in tables)},
    )


def by_seats_section(standings: Sequence[Mapping[str, Any]]) -> Section | None:
    """The share of each bot by number of seats, where there were several."""
    sizes = sorted({size for each in standings for size in each["by_seats"]}, key=int)
    if len(sizes) < 2:
        return None
    plot = [
        Row(each["bot"], estimate(each["by_seats"][size]["share"], each["by_seats"][size]["interval"]), place, f"{size} seats" * (number == 0))
        for place, size in enumerate(sizes)
        for number, each in enumerate(one for one in standings if one["by_seats"].get(size, {}).get("games"))
    ]
    return Section("By number of seats", plots=[Intervals("Share of the comparisons won", plot, compare=0.5, compare_label="even")])


def swiss_sections(rounds: Sequence[Sequence[Mapping[str, Any]]]) -> list[Section]:
    """The tables of each round of a Swiss tournament."""
    rows = [
        [str(number), str(table["seats"]), ", ".join(f"`{bot}` {percent(share, 0)}" for bot, share in zip(table["bots"], table["shares"], strict=True))]
        for number, tables in enumerate(rounds, 1)
        for table in tables
    ]
    return [Section("Rounds", "Who met whom, and the share of each.", tables=[Table(("round", "seats", "table"), rows, 3)])] if rows else []


REPORTS: dict[Any, Callable[[Summary], Report]] = {"match": match_report, "ladder": ladder_report, "tournament": tournament_report}
