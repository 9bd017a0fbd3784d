"""The commands that let bots compete: `match`, `ladder`."""

from __future__ import annotations

import secrets
import sys
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ziggurat.cli import completion
from ziggurat.cli.console import err, fail, out, print_json, usage_errors
from ziggurat.cli.lab_options import Cluster, Jobs, Log, Report, SecondsPerMove, exit_interrupted, jobs_for
from ziggurat.cli.options import BOT_HELP, GameName, Json, OptionList, Seed

if TYPE_CHECKING:
    from ziggurat.arena.ladder import Ladder
    from ziggurat.arena.match import Match


def match(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help=f"As many bots as seats: {BOT_HELP}.", metavar="BOT…", show_default=False, autocompletion=completion.bots)],
    games: Annotated[int, typer.Option(help="How many games, rounded up to whole rotations of the seats.", min=1)] = 100,
    seed: Seed = None,
    option: OptionList = None,
    seconds_per_move: SecondsPerMove = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    log: Log = None,
    report: Report = None,
    as_json: Json = False,
) -> None:
    """A match between bots: each deal is played once in every rotation of the seats."""
    from ziggurat.arena.journal import Journal, first_deal, match_identity, played_before
    from ziggurat.arena.match import Match, match_deals, play_match
    from ziggurat.arena.progress import progress
    from ziggurat.arena.report import percent
    from ziggurat.arena.stats import mean_interval
    from ziggurat.options import parse_assignments
    from ziggurat.registry import game_spec
    from ziggurat.search.bots import check_bots

    with usage_errors():
        options = parse_assignments(option or [])
        old = first_deal(log) if log else None
        seed = seed if seed is not None else old.seed if old else secrets.token_hex(8)
        deals = match_deals(game, bots, options, seed, games, seconds_per_move)
        check_bots(bots, game_spec(game))
        check_report_file(report)
    played = Match(bots)
    total = len(deals) * len(bots)
    with Journal(log, deals[0], match_identity) if log else nullcontext() as journal:
        rounds = play_match(game, bots, options, seed, games, seconds_per_move, jobs_for(jobs, cluster), journal, cluster)
        try:
            with progress(err, total, played_before(deals, journal)) as show, closing(rounds):
                for played in rounds:
                    share = f"{bots[0]} {played.points[0] / played.games:.1%} ({percent(mean_interval(played.first_by_deal))})" if show.is_due() else ""
                    show(played.games, share)
        except KeyboardInterrupt:
            show_match(played, as_json)
            write_report_file(report, {**played.summary(), "kind": "match", "game": game, "options": deals[0].options, "seed": seed, "planned": total})
            exit_interrupted(played.games, total, log)
    show_match(played, as_json)
    write_report_file(report, {**played.summary(), "kind": "match", "game": game, "options": deals[0].options, "seed": seed, "planned": total})


def check_report_file(report: Path | None) -> None:
    """Raise OptionError if the report cannot be written: before anything is played."""
    if report:
        from ziggurat.lab.report import check_report

        check_report(report)


def write_report_file(report: Path | None, summary: dict[str, Any]) -> None:
    """Write the report, if one is wanted and something was played; the command in it repeats the run."""
    if report and summary["games"]:
        from ziggurat.lab.report import repeat_command, write_report

        write_report({**summary, "command": repeat_command(sys.argv[1:], summary["seed"])}, report)


def show_match(played: Match, as_json: bool) -> None:
    """Print the result of a match, whole or interrupted."""
    summary = played.summary()
    for reason in dict.fromkeys(played.forfeits):
        fail(f"a game was lost: {reason}")
    if as_json:
        print_json(summary)
    elif summary["games"]:
        print_match_table(summary)


def print_match_table(summary: dict[str, Any]) -> None:
    """Print the result of a match as a table."""
    from rich.table import Table

    table = Table(title=f"{summary['games']} games")
    for head in ("bot", "points", "wins", "mean score", "seconds a move"):
        table.add_column(head, justify="left" if head == "bot" else "right")
    for bot, points, wins, mean, seconds in zip(*(summary[key] for key in ("bots", "points", "wins", "mean_scores", "seconds_per_move")), strict=True):
        table.add_row(bot, f"{points:.1f}", str(wins), f"{mean:.1f}", f"{seconds:.5f}")
    out.print(table)
    low, high = summary["interval"]
    elo = "" if summary["elo_diff"] is None else f", Elo difference {summary['elo_diff']:+.0f}"
    out.print(f"{summary['bots'][0]} takes {summary['points'][0] / summary['games']:.1%} of the points (95 % interval {low:.1%} to {high:.1%}){elo}")


def ladder(
    game: GameName,
    bots: Annotated[
        list[str] | None, typer.Argument(help=f"The pool: {BOT_HELP}. None: the eight levels.", metavar="[BOT]…", autocompletion=completion.bots)
    ] = None,
    games: Annotated[int, typer.Option(help="How many games for each pairing, rounded up to whole deals.", min=1)] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats a table has: 2, unless said otherwise.", show_default=False)] = None,
    neighbours: Annotated[int | None, typer.Option(help="Pair only bots up to K places apart in the order given; all otherwise.", min=1, metavar="K")] = None,
    seed: Seed = None,
    option: OptionList = None,
    seconds_per_move: SecondsPerMove = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    log: Log = None,
    report: Report = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the ratings to this file, `.svg` or `.png`.", metavar="FILE")] = None,
    as_json: Json = False,
) -> None:
    """Ratings of a pool of bots, with intervals: who is stronger, by how much, and how sure that is."""
    from ziggurat.arena.journal import Journal, first_deal, played_before
    from ziggurat.arena.ladder import LEVEL_BOTS, Ladder, ladder_deals, ladder_identity, play_ladder, seed_of_ladder
    from ziggurat.arena.progress import progress
    from ziggurat.arena.report import check_plot
    from ziggurat.options import parse_assignments
    from ziggurat.registry import game_spec
    from ziggurat.search.bots import check_bots

    with usage_errors():
        pool = bots or list(LEVEL_BOTS)
        options = parse_assignments(option or [])
        old = first_deal(log) if log else None
        seed = seed if seed is not None else seed_of_ladder(old) if old else secrets.token_hex(8)
        deals = ladder_deals(game, pool, options, seed, games, seats=seats, neighbours=neighbours, seconds=seconds_per_move)
        check_bots(pool, game_spec(game))
        check_report_file(report)
        if plot:
            check_plot(plot)
    played = Ladder(pool, deals)
    with Journal(log, deals[0], ladder_identity) if log else nullcontext() as journal:
        rounds = play_ladder(pool, deals, jobs_for(jobs, cluster), journal, cluster)
        try:
            with progress(err, played.planned, played_before(deals, journal)) as show, closing(rounds):
                for played in rounds:
                    show(played.games)
        except KeyboardInterrupt:
            show_ladder(played, plot, as_json)
            write_report_file(report, {**played.summary(), "kind": "ladder", "planned": played.planned})
            exit_interrupted(played.games, played.planned, log)
    show_ladder(played, plot, as_json)
    write_report_file(report, {**played.summary(), "kind": "ladder", "planned": played.planned})


def show_ladder(played: Ladder, plot: Path | None, as_json: bool) -> None:
    """Print the ladder as far as it was played, as tables or JSON, then draw the plot."""
    from ziggurat.arena.report import ladder_tables, plot_ladder
    from ziggurat.registry import game_spec

    for reason in dict.fromkeys(played.failures):
        fail(f"a game was lost: {reason}")
    if not played.games and not as_json:
        return
    summary = played.summary()
    if as_json:
        print_json(summary)
    else:
        for table in ladder_tables(summary):
            out.print(table)
        out.print(f"Elo; the mean of the pool is 0. seed {summary['seed']}", markup=False)
    if plot and played.games:
        plot_ladder(summary, plot, game_spec(summary["game"]).option_set.defaults)
