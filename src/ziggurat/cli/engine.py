"""The command `engine`: answers questions about positions, as JSON lines."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ziggurat.cli.console import err

if TYPE_CHECKING:
    from ziggurat.engine.answers import Fields

Threads = Annotated[int | None, typer.Option(help="How many searches run at the same time; all cores otherwise.", min=1, max=256, show_default=False)]


def engine(
    threads: Threads = None,
    max_visits: Annotated[int, typer.Option(help="Simulations for a position where a question says nothing.", min=1, max=10_000_000)] = 1000,
    quit_without_waiting: Annotated[
        bool, typer.Option("--quit-without-waiting", "-quit-without-waiting", help="At the end of the input stop at once, without the answers still due.")
    ] = False,
) -> None:
    """Analyse positions: questions as JSON lines on standard input, answers as JSON lines on standard output, as soon as each is there."""
    from ziggurat.batches.threads import usable_cores
    from ziggurat.engine.engine import Engine

    if sys.stdin.isatty():
        err.print('Type questions, one JSON object a line, such as {"id": 1, "game": "amytis", "seed": 7}; Ctrl-D ends.', markup=False)
    running = Engine(write_line, threads=threads or usable_cores(), max_visits=max_visits)
    try:
        for line in sys.stdin.buffer:
            running.handle(line)
            if running.is_silent:
                break
    except BaseException:
        running.close(wait=False)
        raise
    running.close(wait=not quit_without_waiting)


def write_line(answer: Fields) -> None:
    """Write an answer; what is not ASCII is escaped, so that no name can steer a terminal."""
    try:
        print(json.dumps(answer), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains at the end about what is left to write
        raise
