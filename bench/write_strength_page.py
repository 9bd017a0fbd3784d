"""Plays the matches and ladders behind `docs/strength.md`, and writes that page from their results.

    .venv/bin/python bench/write_strength_page.py --jobs 2              # about an hour of two cores; interrupted, it goes on from its logs
    .venv/bin/python bench/write_strength_page.py --only steps-amytis-2  # one of them (`--list` names all)
    .venv/bin/python bench/write_strength_page.py --only-write

Every deal is written to a log, so that nothing is played twice. What was played is summed up in `bench/strength_results.json`, with the day: the page shows
that day, and what was not played again keeps its older one. A log of levels with other settings is refused: delete it when `levels.py` of a game changes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from ziggurat.arena.journal import Journal, match_identity
from ziggurat.arena.ladder import Ladder, ladder_deals, ladder_identity
from ziggurat.arena.match import match_deals, play_match
from ziggurat.arena.pool import play_deals
from ziggurat.arena.report import plot_ladder
from ziggurat.arena.scheduled_deal import Deal
from ziggurat.registry import spec_of_key
from ziggurat.search.level_bots import levels_of

ROOT = Path(__file__).resolve().parent.parent
PAGE, PLOTS, RESULTS = ROOT / "docs" / "strength.md", ROOT / "docs" / "images", ROOT / "bench" / "strength_results.json"
SEATS = {"amytis": (2,), "akropolis": (2, 3, 4), "akropolis-athena": (2,), "blueprints": (2, 3, 4)}
"""By the key of the game: one with an expansion stands beside the game without."""
TITLES = {"akropolis-athena": "Akropolis with Athena"}
OPTIONS: dict[str, dict[str, str]] = {"akropolis": {"stones": "from_one"}, "akropolis-athena": {"stones": "from_one", "athena": "true"}}
SEED = "7"
QUICK, SEARCHED = 600, 200  # games of a match or step in which nobody searches, and of a step in which somebody does
FEWER = {("akropolis", 4): 120, ("akropolis-athena", 2): 200}  # games of a step at a table that takes long
STRONGEST = 40  # games of level 8 against level 7
MORE = {("blueprints", 3): 120}  # where that step is small


class Contest(NamedTuple):
    """Bots that play at a table of so many seats: a match of as many bots as seats, or a ladder of neighbours."""

    kind: str
    game: str
    seats: int
    parts: tuple[tuple[tuple[str, ...], int], ...]
    """Bots and games; a ladder may have parts with different numbers of games."""
    seed: str = SEED

    @property
    def name(self) -> str:
        """The game's name, without its expansion."""
        return spec_of_key(self.game).name

    def commands(self) -> list[str]:
        """What plays the same games by hand."""
        options = "".join(f" --option {name}={value}" for name, value in OPTIONS.get(self.game, {}).items())
        if self.kind == "match":
            return [f"ziggurat match {self.name} {' '.join(bots)} --games {games} --seed {self.seed}{options}" for bots, games in self.parts]
        seats = f" --seats {self.seats}" if self.seats > 2 else ""
        return [f"ziggurat ladder {self.name} {' '.join(bots)} --neighbours 1 --games {games} --seed {self.seed}{seats}{options}" for bots, games in self.parts]


def steps_of(game: str, seats: int) -> Contest:
    """Levels 2 to 7, each against the one below, in runs of the same number of games."""
    parts: list[tuple[tuple[str, ...], int]] = []
    for number in range(1, 7):
        games = SEARCHED if levels_of(spec_of_key(game), seats)[number].searches else FEWER.get((game, seats), QUICK)
        pair = (f"level:{number}", f"level:{number + 1}")
        if parts and parts[-1][1] == games:
            parts[-1] = ((*parts[-1][0], pair[1]), games)
        else:
            parts.append((pair, games))
    return Contest("ladder", game, seats, tuple(parts))


def contests() -> dict[str, Contest]:
    """Everything that is played, by name, the quick ones first."""
    by_name: dict[str, Contest] = {}
    tables = [(game, seats) for game in SEATS for seats in SEATS[game]]
    for level in (1, 4):
        for game, seats in tables:
            bots = ("newcomer", *(f"level:{level}" for _ in range(seats - 1)))
            by_name[f"newcomer-level{level}-{game}-{seats}"] = Contest("match", game, seats, ((bots, QUICK),))
    for game, seats in tables:
        by_name[f"steps-{game}-{seats}"] = steps_of(game, seats)
    for game, seats in tables:
        by_name[f"top-{game}-{seats}"] = Contest("ladder", game, seats, ((("level:7", "level:8"), MORE.get((game, seats), STRONGEST)),))
    for game, seats in tables:
        games, seed = (100, "1") if game in TITLES else (200 if seats == 2 else 60, SEED)
        by_name[f"greedy-{game}-{seats}"] = Contest("match", game, seats, ((("level:8", *("greedy" for _ in range(seats - 1))), games),), seed)
    for game in ("amytis", "akropolis"):
        by_name[f"time-{game}-2"] = Contest("match", game, 2, ((("mcts:ms=1000", "mcts:ms=100"), 200),))
    return by_name


def play_a_match(contest: Contest, log: Path, jobs: int) -> dict[str, Any]:
    """Play a match; its summary."""
    ((bots, games),) = contest.parts
    options = {**OPTIONS.get(contest.game, {}), "seats": contest.seats}
    with Journal(log, match_deals(contest.name, bots, options, contest.seed, games)[0], match_identity) as journal:
        *_, played = play_match(contest.name, bots, options, contest.seed, games, None, jobs, journal)
    summary = played.summary()
    return {name: summary[name] for name in ("games", "points", "interval", "mean_scores", "seconds_per_move")}


def play_a_ladder(contest: Contest, log: Path, jobs: int) -> dict[str, Any]:
    """Play each level against the one below; the steps. With two seats, draw all ratings so far."""
    deals = deals_of(contest)
    ladder = Ladder(list(dict.fromkeys(bot for bots, _ in contest.parts for bot in bots)), deals)
    with Journal(log, deals[0], ladder_identity) as journal:
        for deal in play_deals(deals, jobs, journal):
            ladder.add(deal)
    if contest.seats == 2:
        draw_ratings(contest.game, log)
    return {"steps": [{name: step[name] for name in ("higher", "lower", "games", "seen", "seen_interval", "elo")} for step in ladder.summary()["steps"]]}


def deals_of(contest: Contest) -> list[Deal]:
    """The deals of a ladder."""
    options = OPTIONS.get(contest.game, {})
    each = (ladder_deals(contest.name, bots, options, contest.seed, games, seats=contest.seats, neighbours=1) for bots, games in contest.parts)
    return [deal for deals in each for deal in deals]


def draw_ratings(game: str, log: Path) -> None:
    """Draw the ratings of all levels whose steps have been played."""
    deals = [deal for name in ("steps", "top") for deal in deals_of(contests()[f"{name}-{game}-2"])]
    with Journal(log, deals[0], ladder_identity) as journal:
        played = [deal for deal in deals if deal.key in journal.done]
        ladder = Ladder(sorted({bot for deal in played for bot in deal.bots}), played)
        for deal in play_deals(played, 1, journal):
            ladder.add(deal)
    plot_ladder(ladder.summary(), PLOTS / f"strength-{game}.svg", spec_of_key(game).option_set.read({"seats": 2, **spec_of_key(game).own_options}))


PLAY: dict[str, Callable[[Contest, Path, int], dict[str, Any]]] = {"match": play_a_match, "ladder": play_a_ladder}


def read_results() -> dict[str, Any]:
    """What was played so far, by name."""
    return json.loads(RESULTS.read_bytes()) if RESULTS.is_file() else {}


def play(logs: Path, jobs: int, names: list[str]) -> None:
    """Play these contests, each going on from its log, and keep each result as soon as it is there."""
    logs.mkdir(parents=True, exist_ok=True)
    for name in names:
        contest = contests()[name]
        result = PLAY[contest.kind](contest, logs / f"{name.replace('top-', 'steps-')}.jsonl", jobs)
        results = {**read_results(), name: {"played": datetime.now(UTC).date().isoformat(), **result}}
        RESULTS.write_text(json.dumps(dict(sorted(results.items())), indent=1) + "\n", encoding="utf-8")
        print(name, flush=True)


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.0f} %"


def between(interval: list[float]) -> str:
    """An interval of shares."""
    return f"{100 * interval[0]:.0f} to {100 * interval[1]:.0f} %"


MATCH_HEAD = "| match | games | share of the first | 95 % interval | mean scores | seconds a move | played |\n|---|---|---|---|---|---|---|"
STEP_HEAD = "| step | games | seen | 95 % interval | Elo | played |\n|---|---|---|---|---|---|"


def match_row(label: str, result: dict[str, Any]) -> str:
    """One match."""
    share = result["points"][0] / result["games"]
    scores = " to ".join(f"{score:.1f}" for score in result["mean_scores"])
    seconds = ", ".join(f"{clock:.2f}" for clock in result["seconds_per_move"])
    return f"| {label} | {result['games']} | {percent(share)} | {between(result['interval'])} | {scores} | {seconds} | {result['played']} |"


def step_rows(results: list[dict[str, Any]]) -> list[str]:
    """The steps of ladders, from the highest level down."""
    steps = {step["higher"]: (step, result["played"]) for result in results for step in result["steps"] if step["seen"] is not None}
    return [
        f"| {step['higher']} over {step['lower']} | {step['games']} | {percent(step['seen'])} | {between(step['seen_interval'])} "
        f"| {step['elo']:+.0f} | {played} |"
        for _, (step, played) in sorted(steps.items(), reverse=True)
    ]


def newcomer_row(game: str, seats: int, level: int, result: dict[str, Any]) -> str:
    """The newcomer among bots of one level, beside its fair share."""
    share, fair = result["points"][0] / result["games"], 1 / seats
    own, *others = result["mean_scores"]
    wanted = percent(fair) if level == 1 else f"at most {100 * fair / 2:.1f} %"
    cells = (
        game,
        seats,
        f"level:{level}",
        result["games"],
        f"{100 * share:.1f} %",
        f"{100 * result['interval'][0]:.1f} to {100 * result['interval'][1]:.1f} %",
    )
    return f"| {' | '.join(map(str, cells))} | {wanted} | {own:.1f} to {sum(others) / len(others):.1f} | {result['played']} |"


def matches(results: dict[str, Any], kind: str) -> list[str]:
    """The table of the matches of a kind."""
    played = [(contest, results[name]) for name, contest in contests().items() if name.startswith(kind) and name in results]
    rows = [match_row(f"{contest.game}, {contest.seats} seats", result) for contest, result in played]
    return [MATCH_HEAD, *rows, ""]


def write() -> None:
    """Write the page from every result that is there."""
    results = read_results()
    lines = [(ROOT / "bench" / "strength_page_intro.md").read_text(encoding="utf-8")]
    lines += ["## The newcomer against levels 1 and 4\n", "One `newcomer` among bots of one level, on each seat in turn.\n"]
    lines += ["| game | seats | against | games | its share | 95 % interval | wanted | mean scores | played |\n|---|---|---|---|---|---|---|---|---|"]
    names = [(name, contest) for name, contest in contests().items() if name.startswith("newcomer") and name in results]
    lines += [newcomer_row(contest.game, contest.seats, int(name.split("-")[1][-1]), results[name]) for name, contest in names]
    lines += ["", "## Each level against the one below\n"]
    for game, counts in SEATS.items():
        for seats in counts:
            lines += [f"### {TITLES.get(game, game.capitalize())}, {seats} seats\n"]
            if seats == 2:
                lines += [f"![Ratings of the levels](images/strength-{game}.svg)\n"]
            elif seats == 3:
                lines += ["Two bots share the seats in every mixture; every pair of seats with different bots is a comparison.\n"]
            played = [results[name] for name in (f"steps-{game}-{seats}", f"top-{game}-{seats}") if name in results]
            lines += [STEP_HEAD, *step_rows(played), ""]
    lines += ["## Level 8 against `greedy`\n", "With three and four seats, one `level:8` among `greedy` seats; its fair share is 33 % and 25 %.\n"]
    lines += [*matches(results, "greedy"), "## Thinking longer\n", "One second a move against a tenth of a second.\n", *matches(results, "time")]
    lines += ["## The commands\n", "`bench/write_strength_page.py` plays all of them and writes this page; each one alone:\n", "```"]
    lines += [command for contest in contests().values() for command in contest.commands()] + ["```", ""]
    PAGE.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Play, then write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=Path, default=ROOT / "build" / "strength")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=list(contests()), choices=list(contests()), metavar="NAME", help="play these alone, in this order")
    parser.add_argument("--list", action="store_true", help="print the names and the commands")
    parser.add_argument("--only-write", action="store_true")
    args = parser.parse_args()
    if args.list:
        for name, contest in contests().items():
            print(name, *contest.commands(), sep="\n  ")
        return
    if not args.only_write:
        play(args.logs, args.jobs, args.only)
    write()


if __name__ == "__main__":
    main()
