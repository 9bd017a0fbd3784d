"""A review in the terminal: a line for each decision, the mistakes that cost most, and where the points came from."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ziggurat.search.decision import Decision
from ziggurat.search.game_review import PHASES, Review
from ziggurat.search.review_text import source_name
from ziggurat.text import decimal

LONGEST_NAME = 14
SHOWN_LOSS = 0.05  # points that are worth a figure
LARGE_LOSS, LARGE_WIN_LOSS = 3.0, 0.1  # from here on a loss is bold


def show_review(review: Review, console: Console, language: str) -> None:
    """Print the whole review."""
    game, words = review.game, review.game.words(language)
    console.print(Text(f"{words('review.title')}{words('sign.colon').rstrip()} {words('game.name')}", "bold"))
    if not game.moves:
        console.print(words("review.empty"))
        return
    console.print(decisions_table(review, language))
    if not review.complete:
        console.print(Text(words("review.partial", n=len(review.decisions), plies=game.ply), "bold"))
    console.print(Text(words("review.mistakes"), "bold"))
    for seat in range(game.seats):
        loss = review.losses[seat]
        values = {"points": decimal(loss["margin"], language), "error": decimal(loss["error"], language), "percent": decimal(100 * loss["win"], language, 0)}
        console.print(Text(words("review.mistakes.of", player=game.name_of(seat, language), n=round(loss["margin"], 1), **values)))
        for place, decision in enumerate(review.mistakes[seat], 1):
            console.print(Text(f"  {place}. {review.sentence(decision, language).replace('`', '')}"))
        if not review.mistakes[seat]:
            console.print(Text(f"  {words('review.mistakes.none')}"))
    console.print()
    console.print(sources_table(review, language))
    console.print(Text(f"{words('review.eyes')} ({budget_in_words(review, language)}.)", "dim"))


def budget_in_words(review: Review, language: str) -> str:
    """The budget of a decision in words."""
    (unit, n) = next(iter(review.budget.as_json().items()))
    return review.game.words(language)(f"review.budget.{unit}", n=n)


def decisions_table(review: Review, language: str) -> Table:
    """One line a decision: who, what, the mover's winning chance and margin (alone: score) before it, what it cost, and what was best."""
    game, words = review.game, review.game.words(language)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    alone = game.seats == 1
    for key in ("move", "player", "played", "win", "score" if alone else "margin", "loss", "best"):
        right = key in {"move", "win", "score", "margin", "loss"}
        table.add_column(words(f"review.{key}"), justify="right" if right else "left", no_wrap=True, overflow="ellipsis")
    for decision in review.decisions:
        seat = decision.seat
        name = game.name_of(seat, language)
        large = decision.loss >= LARGE_LOSS or decision.win_loss >= LARGE_WIN_LOSS
        table.add_row(
            str(decision.ply + 1),
            Text(name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"),
            Text(decision.played.move),
            f"{decimal(100 * decision.analysis.win[seat], language, 0)} %",
            decimal(decision.analysis.margin[seat], language, signed=not alone),
            Text(loss_in_words(decision, language), "bold red" if large else ""),
            Text(words("review.forced") if decision.analysis.forced else "=" if decision.is_best else decision.best.move),
        )
    return table


def loss_in_words(decision: Decision, language: str) -> str:
    """The points lost; empty where the loss is too small to mention."""
    return decimal(-decision.loss, language) if decision.loss >= SHOWN_LOSS else ""


def sources_table(review: Review, language: str) -> Table:
    """For each seat and source the points, and in which phase they came."""
    game, words = review.game, review.game.words(language)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=words("review.sources"), title_justify="left", title_style="bold")
    table.add_column(words("review.source"))
    phases = ("start", *PHASES) if any(row["start"] for sheet in review.sources for row in sheet.values()) else PHASES
    for seat in range(game.seats):
        table.add_column(Text(game.name_of(seat, language)), justify="right")
    for line in game.spec.scoring.LINES:
        rows = [sheet.get(line) for sheet in review.sources]
        if any(row and any(row.values()) for row in rows):
            table.add_row(source_name(line, words), *(phases_in_words(row, phases, language) for row in rows))
    table.add_section()
    table.add_row(words("score.total"), *(str(score) for score in game.scores), style="bold")
    table.caption, table.caption_justify = " + ".join(words(f"review.phase.{phase}") for phase in phases), "left"
    return table


def phases_in_words(row: dict[str, int] | None, phases: tuple[str, ...], language: str) -> str:
    """`12 = 3 + 4 + 5`: the points of a source, and those of each phase."""
    if row is None or not any(row.values()):
        return "0"
    return f"{row['points']} = " + " + ".join(decimal(row[phase], language, 0) for phase in phases)
