"""The command `analyse`: reviews of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ziggurat.cli.console import INTERRUPTED, WRONG_INPUT, UsageError, compiling, err, fail, open_output, out, print_json, read_lines, usage_errors
from ziggurat.cli.options import InFile, Json, Language, Upto, chosen_language
from ziggurat.errors import GameError, OptionError

if TYPE_CHECKING:
    from ziggurat.game import Game
    from ziggurat.search.analyse import Budget, Review


def analyse(
    file: InFile,
    as_json: Json = False,
    html: Annotated[str | None, typer.Option(help="Write one page with the board to this file, for a single record.", metavar="OUT.html")] = None,
    ms: Annotated[
        int | None,
        typer.Option(help="Milliseconds of search a decision, 300 by default; as long again for what a move cost, so 20 to 60 s a game.", min=1),
    ] = None,
    sims: Annotated[int | None, typer.Option(help="Simulations a decision instead: the same review everywhere, byte for byte.", min=1)] = None,
    upto: Upto = None,
    seed: Annotated[str, typer.Option(help="The seed of the search.")] = "analyse",
    language: Language = None,
) -> None:
    """Review games move by move: what was expected, what each move cost, what was better. Ctrl-C ends with what is there so far."""
    from ziggurat.record import load

    with usage_errors():
        chosen = chosen_language(language)
        budget = chosen_budget(sims, ms)
        if html not in {None, "-"} and not Path(str(html)).absolute().parent.is_dir():
            raise OptionError(f"cannot write `{html}`: there is no such folder")
    lines = read_lines(file, "record")
    if html is not None and len(lines) > 1:
        raise UsageError(
            f"`--html` makes a page of one game, and `{file}` holds {len(lines)} records: pick one, for instance `sed -n 1p {file}`, and give it as `-`"
        )
    wrong = 0
    for number, line in lines:
        try:
            game = load(line, upto=upto)
        except GameError as error:
            wrong += 1
            reason = str(error).splitlines()[0]
            print_json({"error": reason}) if as_json else fail(f"record on line {number}: {reason}")
            continue
        review, interrupted = review_with_progress(game, budget, seed, chosen)
        show_review(review, as_json, html, chosen)
        if interrupted:
            raise typer.Exit(INTERRUPTED)
    if wrong:
        raise typer.Exit(WRONG_INPUT)


def chosen_budget(sims: int | None, ms: int | None) -> Budget:
    """The budget of `--sims` or `--ms`, or the default."""
    from ziggurat.search.analyse import DEFAULT_MS, Budget

    if ms is not None and sims is not None:
        raise OptionError("`--ms` and `--sims` are two budgets: give one of them")
    return Budget(sims, ms if ms or sims else DEFAULT_MS)


def review_with_progress(game: Game, budget: Budget, seed: str, language: str) -> tuple[Review, bool]:
    """Review a game, with a bar on the terminal; returns also whether Ctrl-C ended it, so that the review holds only the decisions so far."""
    from rich.progress import Progress

    from ziggurat.search.analyse import do_step
    from ziggurat.search.game_review import rewound
    from ziggurat.search.review_work import ReviewWork

    work, interrupted = ReviewWork(game, budget, seed, glances=False), False
    with compiling(game.spec.folder, language):
        if game.moves:
            rewound(game, 0).analyse(sims=1)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(game.words(language)("game.name"), total=1.0)
        try:
            while (step := work.next_step()) is not None:
                work.add(step, do_step(game, step, budget, seed))
                bar.update(task, completed=work.progress)
        except KeyboardInterrupt:
            interrupted = True
    return work.review(), interrupted


def show_review(review: Review, as_json: bool, html: str | None, language: str) -> None:
    """Write a review as a page, as JSON, or to the terminal."""
    from ziggurat.review.text import show_review as print_review

    if html is not None:
        write_page(review, html, language)
    if as_json:
        print_json(review.as_json())
    elif html is None:
        print_review(review, out, language)


def write_page(review: Review, file: str, language: str) -> None:
    """Write the page of a review to a file that appears when it is complete, and its size to standard error."""
    from rich.progress import Progress

    from ziggurat.review.page import review_page

    words = review.game.words(language)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(words("review.drawing"), total=None)
        page = review_page(review, language, lambda done, plies: bar.update(task, completed=done, total=plies))
    with open_output(file) as write:
        write(page.rstrip("\n"))
    if file != "-":
        err.print(words("review.wrote", file=file, size=round(len(page.encode()) / 1024)), markup=False)
