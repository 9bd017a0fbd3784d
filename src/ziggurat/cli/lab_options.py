"""Options and messages that the commands which play many games share: where they are played, the log, the report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ziggurat.cli.console import INTERRUPTED, err
from ziggurat.cli.options import finite

Jobs = Annotated[
    int | None,
    typer.Option(
        help="How many processes play; 1 is this one. Otherwise all cores but one; on a cluster all processors.", min=1, show_default=False, metavar="N"
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        help="Play on a Ray cluster: `ray://HOST:PORT`, `HOST:PORT`, or without an address the one that Ray finds, else a local one.",
        metavar="[ADDRESS]",
        show_default=False,
    ),
]
Log = Annotated[Path | None, typer.Option(help="Write each finished deal to this file, and go on from what it holds.", show_default=False, metavar="FILE")]
Report = Annotated[Path | None, typer.Option(help="Write a report with plots to this file, `.html`.", show_default=False, metavar="FILE")]
SecondsPerMove = Annotated[float | None, typer.Option(help="Replaces every bot's own budget (`py:` bots have 10 s).", min=0.001, max=86400, callback=finite)]

AUTO = "auto"
ADDRESS = re.compile(r"(ray://.+|[\w.\-\[\]:]+:\d{1,5}|auto|local)", re.ASCII)
BOT = re.compile(r"(level|mcts|frozen|py):")


def complete_cluster(arguments: Sequence[str]) -> list[str]:
    """The arguments with `auto` behind every `--cluster` that no address follows."""
    complete: list[str] = []
    for place, word in enumerate(arguments):
        complete.append(word)
        if word == "--cluster":
            following = arguments[place + 1] if place + 1 < len(arguments) else ""
            if not ADDRESS.fullmatch(following) or BOT.match(following):
                complete.append(AUTO)
    return complete


def jobs_for(jobs: int | None, cluster: str | None) -> int | None:
    """How many play at once if nobody says: all cores but one here, all processors on a cluster (None)."""
    from ziggurat.arena.pool import default_jobs

    return jobs if jobs is not None or cluster is not None else default_jobs()


def exit_interrupted(games: int, total: int, log: Path | None) -> None:
    """Say how many games were played and how to go on, and exit with 130."""
    how = f"the same command goes on with `--log {log}`" if log else "with `--log FILE` the same command would go on from here"
    err.print(f"interrupted after {games} of {total} games: {how}", markup=False)
    raise typer.Exit(INTERRUPTED)
