"""Completion in a shell: what may stand for a game, a bot, an option, a study. Nothing here imports Numba: somebody waits at every press of Tab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer
from typer import _completion_shared

BOTS = ("random", "newcomer", "greedy", *(f"level:{n}" for n in range(1, 9)), "mcts:ms=1000", "mcts:sims=2000", "frozen:2026-11")

BASH = """
%(complete_func)s() {
    # the line itself and not COMP_WORDS: Readline takes `level:3` and `edition=first` for three words each, and replaces only the last of them
    local IFS=$'\\n' line="${COMP_LINE:0:COMP_POINT}" word before=""
    word="${line##*[[:space:]]}"
    [[ $word == --*=* ]] && word="${word#*=}"
    [[ $COMP_WORDBREAKS == *:* ]] && before="${word%%"${word##*[:=]}"}"
    COMPREPLY=( $( env COMP_WORDS="$line''" COMP_CWORD=-1 %(autocomplete_var)s=complete_bash "$1" ) )
    COMPREPLY=( "${COMPREPLY[@]#"$before"}" )
}

complete -o default -F %(complete_func)s %(prog_name)s
"""
"""Typer's own function does not put these words together. `-1` is the last word: `''` makes one where a blank ends the line."""


def use_our_bash_function() -> None:
    """Let `--install-completion` and `--show-completion` write our function for Bash; Zsh and Fish have Typer's."""
    _completion_shared._completion_scripts["bash"] = BASH


def games() -> list[str]:
    """The names of the games: those of their folders."""
    from ziggurat.text import GAMES

    return sorted(path.parent.parent.name for path in GAMES.glob("*/text/en.json"))


def bots(incomplete: str) -> list[str]:
    """The names of bots; in a list with commas, for its last place."""
    before, comma, _ = incomplete.rpartition(",")
    return [f"{before}{comma}{bot}" for bot in BOTS]


def languages() -> list[str]:
    """The languages."""
    from ziggurat.text import LANGUAGES

    return list(LANGUAGES)


def studies() -> list[str]:
    """The names of the studies: those of their modules."""
    folder = Path(__file__).resolve().parent.parent / "lab/studies"
    return sorted(path.stem.replace("_", "-") for path in folder.glob("[!_]*.py"))


def options(context: typer.Context) -> list[tuple[str, str]]:
    """The options of the game that stands on the line, NAME=VALUE, with their words."""
    known = games()
    words = (context.params.get("game"), *context.args)  # `-o` without its value so far ends the reading before the game is filed
    game = next((word for word in words if word in known), None)
    return list(assignments(game)) if game else []


def assignments(game: str) -> Iterator[tuple[str, str]]:
    """The values of options of which the texts of a game tell: the options themselves would import its rules, and so Numba."""
    from ziggurat.text import words

    texts = words(game).texts
    for key, text in texts.items():
        match key.split("."):
            case ["option", _, "own" | "A" | "B"]:
                pass  # a list that has no name; a part of a value: `sides` has six
            case ["option", name, value] if f"{key}.about" in texts and value != "about":
                yield f"{name}={value}", text
            case ["preset", value]:
                yield f"preset={value}", text
