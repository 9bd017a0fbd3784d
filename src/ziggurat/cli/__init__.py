"""The command line. Every command exits 0 when all is well, 1 when the input or the game is wrong, 2 when it was called wrongly.

Each command imports what it needs when it runs, so that no command waits for what another needs.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import Annotated

import typer

from ziggurat import __version__
from ziggurat.cli.completion import use_our_bash_function
from ziggurat.cli.console import INTERRUPTED, WRONG_CALL, WRONG_INPUT, UsageError, fail
from ziggurat.cli.data import backup, move_data, restore
from ziggurat.cli.engine import engine
from ziggurat.cli.lab import dataset, selfplay, tournament
from ziggurat.cli.lab_options import complete_cluster
from ziggurat.cli.machine import bench, doctor, warm
from ziggurat.cli.matches import ladder, match
from ziggurat.cli.play import play
from ziggurat.cli.puzzles import puzzles
from ziggurat.cli.records import legal, record, replay, score
from ziggurat.cli.review import analyse
from ziggurat.cli.serving import serve, variables_of, worker
from ziggurat.cli.study import study
from ziggurat.errors import BotError, GameError, OptionError, UnknownGame
from ziggurat.extras import cure_of

__all__ = ["app", "main"]

use_our_bash_function()
app = typer.Typer(
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Play, study and teach computers games about architects who build upwards.",
)
for command in (
    serve,
    worker,
    backup,
    restore,
    move_data,
    play,
    record,
    replay,
    legal,
    score,
    match,
    ladder,
    study,
    tournament,
    selfplay,
    dataset,
    puzzles,
    analyse,
    engine,
    bench,
    warm,
    doctor,
):  # in the order of `--help`
    app.command(epilog=variables_of(command.__name__))(command)


@app.callback(invoke_without_command=True)
def without_command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: the table opens in the browser, as with `serve`."""
    if version:
        print(f"ziggurat {__version__}")
    elif context.invoked_subcommand is None:
        serve()


def main() -> None:
    """Run the command `ziggurat`; an error becomes one line and an exit status."""
    try:
        app(args=complete_cluster(sys.argv[1:]), prog_name="ziggurat")
    except UsageError as error:
        fail(str(error))
        sys.exit(WRONG_CALL)
    except GameError as error:
        fail(str(error))
        sys.exit(WRONG_CALL if isinstance(error, UnknownGame | BotError | OptionError) else WRONG_INPUT)
    except ModuleNotFoundError as error:
        cure = cure_of(error)
        if cure is None:
            raise
        fail(cure)
        sys.exit(WRONG_INPUT)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        fail(f"cannot write: {error.strerror}")
        os._exit(WRONG_INPUT)  # a usual exit would write what is left of the output, and fail again
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
