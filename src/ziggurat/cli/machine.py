"""The commands about this machine: `bench`, `warm`, `doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from ziggurat.cli.console import WRONG_INPUT, out, print_json, usage_errors
from ziggurat.cli.options import Json, OptionList


def bench(
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    option: OptionList = None,
    search: Annotated[bool, typer.Option("--search", help="Measure the tree search instead: imagined deals with a full playout.")] = False,
    server: Annotated[bool, typer.Option("--server", help="Measure the table instead: a server and its clients on this machine.")] = False,
    tables: Annotated[int, typer.Option(help="How many tables (`--server`).", min=1)] = 500,
    bare: Annotated[bool, typer.Option("--bare", help="Without previews and hints (`--server`).")] = False,
    seconds: Annotated[float, typer.Option(help="How long each part lasts (`--server`).", min=1)] = 10.0,
    as_json: Json = False,
) -> None:
    """How fast the rules are: uniformly random whole games on one core, every legal move listed."""
    if server:
        bench_server(game or "amytis", "bare" if bare else "page", tables, seconds, as_json)
        return
    from ziggurat.measure.kernels import measure_search, measure_speed
    from ziggurat.options import parse_assignments
    from ziggurat.registry import game_names, game_spec

    with usage_errors():
        names = [game_spec(game).name] if game else list(game_names())
        options = parse_assignments(option or [])
        for name in names:
            game_spec(name).option_set.read({**dict(game_spec(name).bench), **options})
    measure, show = (measure_search, search_speed) if search else (measure_speed, rules_speed)
    results = {}
    for name in names:
        results[name] = measure(name, options)
        if not as_json:
            out.print(f"[bold]{name}[/]  {show(results[name])}")
    if as_json:
        print_json(results)


def rules_speed(figures: dict[str, float]) -> str:
    """The speed of the rules in one line."""
    return (
        f"{figures['plies_per_s']:,.0f} plies/s  {figures['games_per_s']:,.0f} games/s  "
        f"state {figures['state_bytes']} bytes  mean score {figures['mean_score']:.2f}  mean legal moves {figures['mean_legal']:.1f}  "
        f"compiled or loaded in {figures['compile_s']:.2f} s"
    )


def search_speed(figures: dict[str, float]) -> str:
    """The speed of the search in one line."""
    return f"{figures['simulations_per_s']:,.0f} imagined deals with full playout a second from the opening, {figures['judged_per_s']:,.0f} judged by the net"


def bench_server(game: str, settings: str, tables: int, seconds: float, as_json: bool) -> None:
    """Measure how many moves a server can handle, and print it."""
    from ziggurat.measure.server import bench as measure
    from ziggurat.registry import game_spec

    with usage_errors():
        game_spec(game)
    figures = measure(game, settings, tables, seconds)
    if as_json:
        print_json(figures)
        return
    how = "previews, hints and live scores on" if settings == "page" else "without previews and hints"
    out.print(f"[bold]{game}[/], {tables} tables of two seats, each seat on a socket, {how}; every move is durable before it is told")
    out.print(
        f"a move at each table every two seconds: p50 {figures['p50_ms']} ms  p99 {figures['p99_ms']} ms  "
        f"{figures['cpu_ms_per_move']} ms of processor time a move  memory {figures['memory_mb'] or 0:.0f} MB"
    )
    out.print(f"saturated: {figures['moves_per_s']:,} moves/s")


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
