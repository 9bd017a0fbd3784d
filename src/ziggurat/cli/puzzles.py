"""The command `puzzles`: looks for puzzles in games that a search plays, and checks those that come with a game."""

from __future__ import annotations

import secrets
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ziggurat.cli.console import WRONG_INPUT, UsageError, err, fail, out, print_json, usage_errors
from ziggurat.cli.lab_options import Cluster, Jobs, Log, exit_interrupted
from ziggurat.cli.options import GameName, Json, OptionList, Seed, finite

if TYPE_CHECKING:
    from ziggurat.puzzles.puzzle import Puzzle


def puzzles(
    game: GameName,
    check: Annotated[bool, typer.Option("--check", help="Look for nothing: check the puzzles of the game, or of `--file`.")] = False,
    deep: Annotated[bool, typer.Option("--deep", help="With `--check`: a search ten times as deep must find the same move again.")] = False,
    file: Annotated[
        Path | None,
        typer.Option(help="The file of puzzles: which one to check, or where to write those that were found.", metavar="FILE.jsonl", show_default=False),
    ] = None,
    games: Annotated[int, typer.Option(help="In how many games to look.", min=1)] = 100,
    most: Annotated[int, typer.Option(help="The most puzzles to keep, evenly over ratings, themes and tables.", min=1)] = 240,
    seed: Seed = None,
    option: OptionList = None,
    scale: Annotated[float, typer.Option(help="Multiplies the budgets of all searches.", min=0.001, max=1000, callback=finite)] = 1.0,
    jobs: Jobs = None,
    cluster: Cluster = None,
    log: Log = None,
    as_json: Json = False,
) -> None:
    """Positions with one clearly best move, from games that a search plays: found, rated, explained; or checked."""
    if check:
        check_file(game, file, deep=deep, scale=scale, as_json=as_json)
        return
    from ziggurat.lab.gather import gather
    from ziggurat.options import parse_assignments
    from ziggurat.puzzles.mine import PuzzleGame, choose, puzzle_games, puzzle_identity
    from ziggurat.record import why_unwritable

    with usage_errors():
        if deep:
            raise UsageError("`--deep` is for `--check`: a search for puzzles is always confirmed by a deep one")
        if file is None and log is None:
            raise UsageError("name a file to write, `--file FILE.jsonl`, or a log, `--log FILE`")
        if file and (reason := why_unwritable(file)):
            raise UsageError(f"cannot write `{file}`: {reason}")
        seed = seed if seed is not None else seed_of_log(log) or secrets.token_hex(4)
        pieces = puzzle_games(game, seed, games, parse_assignments(option or []), scale=scale)

    def note(done: list[PuzzleGame]) -> str:
        return f"{sum(len(piece.results) for piece in done)} puzzles"

    gathered = gather(pieces, jobs=jobs, cluster=cluster, log=log, identity=puzzle_identity, console=err, note=note)
    chosen = choose((puzzle for piece in gathered.deals for puzzle in piece.results), most)
    if file:
        write_puzzles(file, chosen)
    report(chosen, gathered.games, seed, as_json)
    if not gathered.complete:
        exit_interrupted(gathered.games, gathered.planned, log)


def seed_of_log(log: Path | None) -> str | None:
    """The seed of the run that a log belongs to."""
    from ziggurat.errors import RecordError
    from ziggurat.puzzles.mine import PuzzleGame

    if log is None:
        return None
    try:
        with log.open("rb") as lines:
            return PuzzleGame.read(lines.readline()).seed
    except (OSError, RecordError):
        return None


def write_puzzles(file: Path, chosen: list[Puzzle]) -> None:
    """Write puzzles to a file that appears when it is complete."""
    from ziggurat.record import write_whole

    try:
        write_whole(file, b"".join(puzzle.as_line() for puzzle in chosen).decode())
    except OSError as error:
        raise UsageError(f"cannot write `{file}`: {error.strerror or error}") from None


def report(chosen: list[Puzzle], games: int, seed: str, as_json: bool) -> None:
    """Say how many puzzles there are, how hard, and what they are about."""
    summary: dict[str, Any] = {
        "puzzles": len(chosen),
        "games": games,
        "seed": seed,
        "ratings": dict(sorted(Counter(str(puzzle.rating // 200 * 200) for puzzle in chosen).items(), key=lambda item: int(item[0]))),
        "themes": dict(Counter(theme for puzzle in chosen for theme in puzzle.themes).most_common()),
    }
    if as_json:
        print_json(summary)
        return
    out.print(f"{len(chosen)} puzzles of {games} games, seed {seed}", markup=False)
    for name in ("ratings", "themes"):
        out.print(f"{name}: {', '.join(f'{key} {n}' for key, n in summary[name].items()) or 'none'}", markup=False)


def check_file(game: str, file: Path | None, *, deep: bool, scale: float, as_json: bool) -> None:
    """Check puzzles, and exit with 1 if something is wrong with one."""
    from ziggurat.puzzles.check import check_puzzles
    from ziggurat.puzzles.puzzle import FILE, read_puzzles
    from ziggurat.registry import game_spec

    path = file or game_spec(game).folder / FILE
    puzzles = read_puzzles(path)
    wrong = 0
    for number, (puzzle, fault) in enumerate(check_puzzles(puzzles, deep=deep, scale=scale), 1):
        if fault:
            wrong += 1
            fail(f"puzzle `{puzzle.id}`: {fault}")
        if deep and err.is_terminal:
            err.print(f"{number} of {len(puzzles)}", end="\r", markup=False)
    if as_json:
        print_json({"puzzles": len(puzzles), "wrong": wrong, "deep": deep})
    else:
        out.print(f"{len(puzzles)} puzzles of `{game}` checked{', deep' if deep else ''}: {wrong or 'nothing'} wrong", markup=False)
    if wrong:
        raise typer.Exit(WRONG_INPUT)
