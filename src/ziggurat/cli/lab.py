"""The commands of the lab that play many games: `tournament`, `selfplay`, `dataset`."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ziggurat.cli import completion
from ziggurat.cli.console import INTERRUPTED, UsageError, err, fail, out, print_json, read_lines, usage_errors
from ziggurat.cli.lab_options import Cluster, Jobs, Log, Report, SecondsPerMove, exit_interrupted, jobs_for
from ziggurat.cli.options import BOT_HELP, GameName, Json, OptionList, Seed
from ziggurat.errors import listed

if TYPE_CHECKING:
    from ziggurat.lab.part_file import PartFile
    from ziggurat.lab.tournament import Tournament

Players = Annotated[
    list[str], typer.Argument(help=f"One bot for all seats, or one for each: {BOT_HELP}.", metavar="BOT…", show_default=False, autocompletion=completion.bots)
]
Seats = Annotated[int | None, typer.Option(help="How many seats a table has.", show_default=False)]
Rotate = Annotated[bool, typer.Option("--rotate", help="The bots move on by one seat from game to game.")]
Games = Annotated[int, typer.Option(help="How many games.", min=1)]


def tournament(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help=f"The pool: {BOT_HELP}.", metavar="BOT…", show_default=False, autocompletion=completion.bots)],
    swiss: Annotated[
        int | None, typer.Option(help="So many rounds in which those with similar points meet; otherwise all against all.", min=1, metavar="ROUNDS")
    ] = None,
    seats: Annotated[str | None, typer.Option(help="How many seats a table has, or `all` that the game knows.", metavar="N|all", show_default=False)] = None,
    games: Annotated[int, typer.Option(help="How many games a table plays whenever it meets, rounded up to whole deals.", min=1)] = 20,
    seed: Seed = None,
    option: OptionList = None,
    seconds_per_move: SecondsPerMove = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    log: Log = None,
    report: Report = None,
    as_json: Json = False,
) -> None:
    """A tournament: all against all, or Swiss rounds, at tables of two to four seats; standings with intervals."""
    from ziggurat.arena.journal import Journal, first_deal
    from ziggurat.arena.progress import progress
    from ziggurat.lab.skill import check_openskill
    from ziggurat.lab.tournament import Tournament, make_plan, play_tournament, seed_of_tournament, tournament_identity
    from ziggurat.options import parse_assignments
    from ziggurat.registry import game_spec
    from ziggurat.search.bots import check_bots

    check_openskill()
    with usage_errors():
        old = first_deal(log) if log else None
        seed = seed if seed is not None else seed_of_tournament(old) if old else secrets.token_hex(8)
        plan = make_plan(game, bots, parse_assignments(option or []), seed, games, seats=seats, rounds=swiss, seconds=seconds_per_move)
        check_bots(bots, game_spec(game))
        if report:
            from ziggurat.lab.report import check_report

            check_report(report)
    played = Tournament(plan)
    first = plan.deals_for(plan.bots[: plan.seats[0]], plan.seats[0], 0)[0]
    with Journal(log, first, tournament_identity) if log else nullcontext() as journal:
        rounds = play_tournament(plan, jobs_for(jobs, cluster), journal, cluster)
        resumed = min(plan.planned, sum(deal.size for deal in journal.done.values())) if journal else 0
        try:
            with progress(err, plan.planned, resumed) as show, closing(rounds):
                for played in rounds:
                    show(played.games)
        except KeyboardInterrupt:
            show_tournament(played, report, as_json)
            exit_interrupted(played.games, plan.planned, log)
    show_tournament(played, report, as_json)


def show_tournament(played: Tournament, report: Path | None, as_json: bool) -> None:
    """Print the standings as far as they are, and write the report."""
    from ziggurat.lab.standings import summary_of

    for reason in dict.fromkeys(played.failures):
        fail(f"a game was lost: {reason}")
    if not played.games:
        return
    summary = summary_of(played)
    if as_json:
        print_json(summary)
    else:
        print_standings(summary)
    if report:
        from ziggurat.lab.report import repeat_command, write_report

        write_report({**summary, "command": repeat_command(sys.argv[1:], summary["seed"])}, report)


def print_standings(summary: dict[str, Any]) -> None:
    """Print the standings as two tables: ratings and shares; then shares by the number of seats, and more."""
    from ziggurat.arena.report import percent, table_of

    seats = [str(table["seats"]) for table in summary["tables"]]
    how = "all against all" if summary["rounds"] is None else f"{summary['rounds']} Swiss rounds"
    title = f"{summary['game']}, {' and '.join(seats)} seats, {how}, {summary['games']} games"
    standings = table_of(title, 2, ("", "bot", "Elo", "95 %", "share", "95 %", "games"))
    more = table_of("share by seats, mean score, OpenSkill", 1, ("bot", *(f"{number} seats" for number in seats), "score", "OpenSkill", "s/move"))
    for row in summary["standings"]:
        low, high = row["interval"]
        figures = f"{row['rating']:+.0f}", f"{low:+.0f} to {high:+.0f}", shown_share(row["share"]), percent(row["share_interval"]), str(row["games"])
        standings.add_row(str(row["place"]), row["bot"], *figures)
        by_seats = [shown_share(row["by_seats"][number]["share"]) for number in seats]
        skill = f"{row['openskill']['mu']:.1f} ± {row['openskill']['sigma']:.1f}"
        more.add_row(row["bot"], *by_seats, f"{row['mean_score']:.1f}", skill, f"{row['seconds_per_move']:.4f}")
    out.print(standings)
    out.print(more)
    out.print(f"Elo; the mean of the pool is 0. share: of the comparisons with the others at the table. seed {summary['seed']}", markup=False)


def shown_share(share: float | None) -> str:
    """A share as text."""
    return "–" if share is None else f"{share:.1%}"


def selfplay(
    game: GameName,
    bots: Players,
    file: Annotated[Path, typer.Option("--out", help="The file to write: `.jsonl`, or `.jsonl.gz`, compressed.", metavar="FILE", show_default=False)],
    games: Games = 100,
    seats: Seats = None,
    rotate: Rotate = False,
    seed: Seed = None,
    option: OptionList = None,
    seconds_per_move: SecondsPerMove = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Records of games by bots, as many as you like; the same seed gives the same file, byte for byte, wherever it is played."""
    from ziggurat.lab.part_file import PartFile, fill, writing
    from ziggurat.lab.selfplay import SelfPlay, is_records_file, self_play_games, self_play_identity
    from ziggurat.lab.write_records import write_records
    from ziggurat.registry import game_spec
    from ziggurat.search.bots import check_bots

    with usage_errors():
        if not is_records_file(file):
            raise UsageError(f"`--out {file}`: name a file that ends in `.jsonl` or `.jsonl.gz`")
        seed = seed if seed is not None else seed_of_part(file, SelfPlay)
        pieces = self_play_games(game, bots, read_options(option, seats), seed, games, rotate=rotate, seconds=seconds_per_move)
        check_bots(bots, game_spec(game))
    with PartFile(file, pieces[0], self_play_identity) as part:
        done = fill(part, pieces, jobs=jobs, cluster=cluster, console=err)
        exit_if_interrupted(done, len(pieces), part)
        with writing(file):
            written = write_records(part.finished(pieces), file)
        finish(part, f"{written} records, seed {seed}: {file}")


def dataset(
    game: Annotated[str | None, typer.Argument(help="The game, for self-play.", metavar="[GAME]", show_default=False, autocompletion=completion.games)] = None,
    bots: Annotated[
        list[str] | None, typer.Argument(help=f"One bot for all seats, or one for each: {BOT_HELP}.", metavar="[BOT]…", autocompletion=completion.bots)
    ] = None,
    file: Annotated[Path | None, typer.Option("--out", help="The file to write, `.parquet`.", metavar="FILE", show_default=False)] = None,
    records: Annotated[
        list[Path] | None, typer.Option(help="Take the games of this file of records instead, `-` for standard input; may be repeated.", metavar="FILE")
    ] = None,
    judge: Annotated[
        str | None, typer.Option(help="With `--records`: the bot whose values are written (`greedy`, `mcts:…`).", metavar="BOT", autocompletion=completion.bots)
    ] = None,
    views: Annotated[bool, typer.Option("--views", help="A column with the view of the seat as JSON, too.")] = False,
    omniscient: Annotated[bool, typer.Option("--omniscient", help="Columns with the whole deal and position, hidden things included, too.")] = False,
    games: Annotated[int | None, typer.Option(help="How many games; 100 if not given.", min=1, show_default=False)] = None,
    seats: Seats = None,
    rotate: Rotate = False,
    seed: Seed = None,
    option: OptionList = None,
    seconds_per_move: SecondsPerMove = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Decisions as a table, Parquet: what the seat saw, its legal moves, what it chose and thought, how it ended."""
    import pyarrow  # noqa: F401 - if the extra `lab` is missing, better said now than after the last game

    from ziggurat.errors import RecordError
    from ziggurat.lab.dataset import DatasetGame, dataset_identity, games_of_records, games_to_play
    from ziggurat.lab.parquet import write_parquet
    from ziggurat.lab.part_file import PartFile, fill, writing
    from ziggurat.registry import game_spec
    from ziggurat.search.bots import check_bots

    if file is None or file.suffix != ".parquet":
        raise UsageError("name the file to write, `--out FILE.parquet`")
    check_source(game, bots, records, judge)
    if records:
        check_unused(records[0], {"--games": games, "--seats": seats, "--rotate": rotate or None, "--seed": seed, "--option": option or None})
    if records:
        pieces = games_of_records(records, judge_by=judge, views=views, omniscient=omniscient, lines_in=lines_of_records)
        if not pieces:
            raise RecordError(f"`{records[0]}` holds no record")
    with usage_errors():
        if not records:
            assert game is not None
            seed = seed if seed is not None else seed_of_part(file, DatasetGame)
            given = read_options(option, seats)
            pieces = games_to_play(game, bots or [], given, seed, games or 100, rotate=rotate, seconds=seconds_per_move, views=views, omniscient=omniscient)
        check_bots([judge] if judge else bots or [], game_spec(pieces[0].game))
    with PartFile(file, pieces[0], dataset_identity) as part:
        done = fill(part, pieces, jobs=jobs, cluster=cluster, console=err)
        exit_if_interrupted(done, len(pieces), part)
        with writing(file):
            rows = write_parquet(part.finished(pieces), pieces[0], file)
        finish(part, f"{rows} rows of {len(pieces)} games{'' if records else f', seed {seed}'}: {file}")


def lines_of_records(path: Path) -> Iterable[tuple[int, bytes]]:
    """The records of a file with the numbers of their lines, or those of standard input (`-`)."""
    from ziggurat.record import records_in

    return read_lines("-", "record") if str(path) == "-" else records_in(path)


def check_unused(records: Path, options: Mapping[str, object]) -> None:
    """Raise UsageError if an option was given that only games yet to be played can follow."""
    if given := [name for name, value in options.items() if value is not None]:
        raise UsageError(f"the games of `{records}` are played already: leave out {listed(given)}")


def check_source(game: str | None, bots: list[str] | None, records: list[Path] | None, judge: str | None) -> None:
    """Raise UsageError unless games come from one source: bots that play, or records."""
    if records and (game or bots):
        raise UsageError("name a game and bots, or `--records FILE`, once for each file: not both")
    if not records and not (game and bots):
        raise UsageError("name a game and its bots, or `--records FILE`")
    if judge and not records:
        raise UsageError("`--judge` is for `--records`: in self-play the values are those of the bots that play")


def read_options(option: list[str] | None, seats: int | None) -> dict[str, Any]:
    """The options of a game, with `--seats`."""
    from ziggurat.options import parse_assignments

    return {**parse_assignments(option or []), **({} if seats is None else {"seats": seats})}


def seed_of_part(file: Path, kind: Any) -> str:
    """The seed of the run that the part file of this file belongs to; a new one if there is none."""
    from ziggurat.errors import RecordError
    from ziggurat.lab.part_file import part_of

    try:
        with part_of(file).open("rb") as lines:
            return str(kind.read(lines.readline()).seed)
    except (OSError, RecordError):
        return secrets.token_hex(8)


def exit_if_interrupted(games: int, total: int, part: PartFile[Any]) -> None:
    """Say how to go on, and exit with 130, unless all games were played."""
    if games < total:
        err.print(f"interrupted after {games} of {total} games: the same command goes on from `{part.path}`", markup=False)
        raise typer.Exit(INTERRUPTED)


def finish(part: PartFile[Any], message: str) -> None:
    """Remove the part file, and say what was written and what was lost."""
    for reason in part.failures:
        fail(f"a game was lost: {reason}")
    part.path.unlink()
    err.print(message, markup=False)
