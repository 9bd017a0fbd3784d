"""Arguments and options that several commands share."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from ziggurat.cli import completion
from ziggurat.errors import OptionError, listed

BOT_HELP = "`random`, `newcomer`, `greedy`, `level:1` to `level:8`, `mcts:sims=2000`, `mcts:ms=1000`, `frozen:2026-11`, `py:FILE.py:NAME`"

GameName = Annotated[
    str, typer.Argument(help="The game: `amytis`, `akropolis` or `blueprints`.", metavar="GAME", show_default=False, autocompletion=completion.games)
]
InFile = Annotated[str, typer.Argument(help="A file, or `-` for standard input.", metavar="FILE", show_default=False)]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the game, NAME=VALUE; may be repeated.", metavar="K=V", autocompletion=completion.options),
]
Seed = Annotated[str | None, typer.Option(help="The seed of the deal: the same seed, the same deal.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
Language = Annotated[str | None, typer.Option(help="`en` or `fr`.", autocompletion=completion.languages)]
Upto = Annotated[int | None, typer.Option(help="Stop after so many moves.", min=0)]


def finite(value: float | None) -> float | None:
    """A number of an option; `inf` and `nan` are none."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is no number")
    return value


def chosen_language(language: str | None) -> str:
    """The language of `--language`, or that of this machine."""
    from ziggurat.text import LANGUAGES, language_of_this_machine

    chosen = language or language_of_this_machine()
    if chosen not in LANGUAGES:
        raise OptionError(f"there is no language `{chosen}`: choose one of {listed(LANGUAGES)}")
    return chosen
