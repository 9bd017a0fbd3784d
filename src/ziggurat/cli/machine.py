"""The commands about this machine: `bench`, `warm`, `doctor`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer

from ziggurat.cli import completion
from ziggurat.cli.console import WRONG_INPUT, UsageError, out, print_json, usage_errors
from ziggurat.cli.options import Json, OptionList

Figures = dict[str, float]


def bench(
    game: Annotated[str | None, typer.Option(help="Only this game.", autocompletion=completion.games)] = None,
    option: OptionList = None,
    sampled: Annotated[bool, typer.Option("--sampled", help="Also play the same games without lists of moves.")] = False,
    search: Annotated[bool, typer.Option("--search", help="Measure the tree search instead: imagined deals with a full playout.")] = False,
    python: Annotated[bool, typer.Option("--python", help="Measure games played from Python instead, by text and by codes.")] = False,
    batch: Annotated[bool, typer.Option("--batch", help="Measure batches on all cores instead, with masks and with observations.")] = False,
    server: Annotated[bool, typer.Option("--server", help="Measure the table instead: a server and its clients on this machine.")] = False,
    tables: Annotated[int, typer.Option(help="How many tables (`--server`).", min=1)] = 500,
    processes: Annotated[int, typer.Option(help="Several servers that share a PostgreSQL and a Redis (`--server`); 0: one, with a data file.", min=0)] = 0,
    scattered: Annotated[bool, typer.Option("--scattered", help="The sockets of a table end at different servers (`--processes`).")] = False,
    bare: Annotated[bool, typer.Option("--bare", help="Without previews and hints (`--server`).")] = False,
    seconds: Annotated[float, typer.Option(help="How long each part lasts (`--server`).", min=1)] = 10.0,
    as_json: Json = False,
) -> None:
    """How fast the rules are: uniformly random whole games on one core, every legal move listed."""
    if sum((sampled, search, python, batch, server)) > 1:
        raise UsageError("`--sampled`, `--search`, `--python`, `--batch` and `--server` measure different things: name one of them")
    if server:
        from ziggurat.measure.server import bench as measure

        measure_server = partial(measure, settings="bare" if bare else "page", count=tables, seconds=seconds, processes=processes, scattered=scattered)
        bench_server(game or "amytis", measure_server, as_json)
        return
    from ziggurat.options import parse_assignments
    from ziggurat.registry import game_names, game_spec

    with usage_errors():
        names = [game_spec(game).name] if game else list(game_names())
        options = parse_assignments(option or [])
        for name in names:
            game_spec(name).option_set.read({**dict(game_spec(name).bench), **options})
    measure, show = chosen_measurement(sampled=sampled, search=search, python=python, batch=batch)
    runs: dict[str, Callable[[], Figures | None]] = {name: partial(measure, name, options) for name in names}
    if python:
        from ziggurat.measure.python import CHESS, measure_chess

        runs[CHESS] = measure_chess
    results = {}
    for name, run in runs.items():
        figures = run()
        if figures is None:
            continue
        results[name] = figures
        if not as_json:
            out.print(f"[bold]{name}[/]  {show(figures)}")
    if as_json:
        print_json(results)


def chosen_measurement(*, sampled: bool, search: bool, python: bool, batch: bool) -> tuple[Callable[..., Figures], Callable[[Figures], str]]:
    """What is measured for each game, and how it is shown in one line."""
    from ziggurat.measure import kernels
    from ziggurat.measure.python import measure_batch, measure_python

    if search:
        return kernels.measure_search, search_speed
    if python:
        return measure_python, python_speed
    if batch:
        return measure_batch, batch_speed
    return partial(kernels.measure_speed, sampled=sampled), rules_speed


def rules_speed(figures: Figures) -> str:
    """The speed of the rules in one line."""
    sampled = f"{figures['sampled_plies_per_s']:,.0f} without lists of moves  " if "sampled_plies_per_s" in figures else ""
    return (
        f"{figures['plies_per_s']:,.0f} plies/s  {sampled}{figures['games_per_s']:,.0f} games/s  "
        f"state {figures['state_bytes']} bytes  mean score {figures['mean_score']:.2f}  mean legal moves {figures['mean_legal']:.1f}  "
        f"compiled or loaded in {figures['compile_s']:.2f} s"
    )


def python_speed(figures: Figures) -> str:
    """The speed of games in Python in one line."""
    return f"{figures['push_text_per_s']:,.0f} plies/s by text  {figures['push_code_per_s']:,.0f} by codes"


def batch_speed(figures: Figures) -> str:
    """The speed of a batch in one line."""
    return (
        f"{figures['steps_per_s']:,.0f} steps/s with masks  {figures['steps_observed_per_s']:,.0f} with masks and observations  "
        f"{figures['random_plies_per_s']:,.0f} random plies/s  ({figures['games']:,} games, {figures['threads']} threads)"
    )


def search_speed(figures: Figures) -> str:
    """The speed of the search in one line."""
    return f"{figures['simulations_per_s']:,.0f} imagined deals with full playout a second from the opening, {figures['judged_per_s']:,.0f} judged by the net"


def bench_server(game: str, measure_server: Callable[[str], dict[str, Any]], as_json: bool) -> None:
    """Measure how many moves a server can handle, and print it."""
    from ziggurat.registry import game_spec

    with usage_errors():
        game_spec(game)
    figures = measure_server(game)
    if as_json:
        print_json(figures)
        return
    how = "previews, hints and live scores on" if figures["settings"] == "page" else "without previews and hints"
    several = figures["store"] != "sqlite"
    where = f"{figures['processes']} servers with PostgreSQL and Redis" if several else "one server with a data file"
    out.print(f"[bold]{game}[/], {where}, {figures['tables']} tables of two seats, each seat on a socket, {how}; every move is durable before it is told")
    out.print(
        f"a move at each table every two seconds: p50 {figures['p50_ms']} ms  p99 {figures['p99_ms']} ms  "
        f"{figures['cpu_ms_per_move']} ms of processor time a move  {figures['bytes_per_move']:,} bytes  memory {figures['memory_mb'] or 0:.0f} MB"
    )
    if several:
        out.print(f"processor time a move of the database {figures['database_cpu_ms_per_move']} ms, of Redis {figures['redis_cpu_ms_per_move']} ms")
    out.print(f"saturated: {figures['moves_per_s']:,} moves/s, {figures['moves_per_cpu_s']:,} moves for each second of processor time of the servers")


def warm() -> None:
    """Compile every game ahead, so that the first game starts at once."""
    from ziggurat.measure.warm import compile_all

    for name, seconds in compile_all():
        out.print(f"{name}: ready after {seconds:.1f} s")


def doctor() -> None:
    """Say what is installed, found and missing."""
    from ziggurat.measure.doctor import findings

    broken = False
    for good, name, what in findings():
        broken |= good is False
        mark = {True: "[green]ok[/]", False: "[bold red]missing[/]", None: "[dim]–[/]"}[good]
        out.print(f"{mark} [bold]{name}[/] ", end="")
        out.print(what, markup=False)
    if broken:
        raise typer.Exit(WRONG_INPUT)
