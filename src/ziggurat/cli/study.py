"""The command `study`: questions about the games, answered by games between bots."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ziggurat.cli import completion
from ziggurat.cli.console import UsageError, err, fail, out, print_json, usage_errors
from ziggurat.cli.lab_options import Cluster, Jobs, Log, exit_interrupted
from ziggurat.cli.options import Json

if TYPE_CHECKING:
    import rich.table

    from ziggurat.arena.scheduled_deal import Deal
    from ziggurat.lab.report import Report, Table
    from ziggurat.lab.study import Study

ReportFile = Annotated[
    Path | None, typer.Option(help="Write a report to this file: `.html`, or `.md` with pictures beside it.", show_default=False, metavar="FILE")
]


def study(
    name: Annotated[
        str | None,
        typer.Argument(
            help="The study, or a file of your own that ends in `.py`. None: list them.",
            metavar="[NAME]",
            show_default=False,
            autocompletion=completion.studies,
        ),
    ] = None,
    games: Annotated[int | None, typer.Option(help="How many games each group plays, instead of the study's own plan.", min=1, show_default=False)] = None,
    seed: Annotated[str | None, typer.Option(help="Another seed than the study's own: other deals.", show_default=False)] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    log: Log = None,
    report: ReportFile = None,
    no_play: Annotated[bool, typer.Option("--no-play", help="Play nothing: analyse what the log holds.")] = False,
    as_json: Json = False,
) -> None:
    """A question about a game, answered by games between bots: with intervals, plots, and the command that repeats it."""
    from ziggurat.lab.gather import gather
    from ziggurat.lab.report import check_report, repeat_command, write_report
    from ziggurat.lab.study import load_study, study_report

    if name is None:
        list_studies(as_json)
        return
    with usage_errors():
        chosen = load_study(name)
        deals = chosen.scheduled(games, seed)
        if report:
            check_report(report)
    if no_play:
        finished, complete = deals_of_log(chosen, deals, log), True
    else:
        gathered = gather(deals, jobs=jobs, cluster=cluster, log=log, identity=chosen.identity, console=err)
        finished, complete = gathered.deals, gathered.complete
    if complete or has_enough(chosen, finished):
        made = study_report(chosen, finished, repeat_command(sys.argv[1:], chosen.seed if seed is None else seed), games)
        show(chosen, made, as_json)
        if report:
            err.print(f"wrote {', '.join(map(str, write_report(made, report)))}", markup=False)
    if not complete:
        exit_interrupted(sum(len(deal.games) for deal in finished), chosen.planned(games), log)


def has_enough(chosen: Study, deals: list[Deal]) -> bool:
    """Whether an interrupted study can be analysed already."""
    from ziggurat.errors import RecordError
    from ziggurat.lab.study import results_of

    try:
        results_of(chosen, deals)
    except RecordError as error:
        fail(str(error))
        return False
    return True


def deals_of_log(chosen: Study, deals: list[Deal], log: Path | None) -> list[Deal]:
    """The finished deals of a log that belong to the study; RecordError if it holds none."""
    from ziggurat.arena.journal import Journal
    from ziggurat.errors import RecordError

    if log is None or not log.is_file():
        raise UsageError("`--no-play` needs the log of an earlier run: name it with `--log FILE`")
    with Journal(log, deals[0], chosen.identity) as journal:
        for deal in deals:
            journal.check(deal)
        finished = [journal.done[deal.key] for deal in deals if deal.key in journal.done]
    if not finished:
        raise RecordError(f"`{log}` holds no deal of this study with this seed")
    return finished


def list_studies(as_json: bool) -> None:
    """Print the studies with their questions."""
    from ziggurat.lab.studies import STUDIES

    for each in STUDIES.values():
        games = each.planned()
        if as_json:
            print_json({"name": each.name, "title": each.title, "question": each.question, "plan": each.plan, "groups": len(each.groups), "games": games})
        else:
            out.print(f"[bold]{each.name}[/]  {each.question}")
            out.print(f"    {each.plan} {games:,} games in all.\n", markup=False)
    if not as_json:
        out.print("`ziggurat study NAME --log FILE --report FILE.html` runs one; `ziggurat study FILE.py` one of your own.", markup=False)


def show(chosen: Study, made: Report, as_json: bool) -> None:
    """Print question, answer and tables, or all of it as JSON."""
    if as_json:
        sections = [
            {"title": part.title, "tables": [{"heads": list(table.heads), "rows": [list(row) for row in table.rows]} for table in part.tables]}
            for part in made.sections
        ]
        fields = {"study": chosen.name, "question": made.question, "answer": made.answer, "findings": list(made.findings)}
        fields |= {"plan": made.plan, "trial": made.trial, "command": made.command}
        print_json({**fields, "facts": dict(made.facts), "sections": sections, "doubts": list(made.doubts)})
        return
    from ziggurat.lab.report import plan_in_words

    out.print(f"[bold]{made.question}[/]\n")
    out.print(f"{made.answer}\n", markup=False)
    for finding in made.findings:
        out.print(f"- {finding}", markup=False)
    if made.findings:
        out.print()
    if made.trial:
        out.print(f"{plan_in_words(made)}\n", markup=False)
    for part in made.sections:
        for table in part.tables:
            out.print(terminal_table(table, part.title))
    out.print(f"{'; '.join(f'{key}: {value}' for key, value in made.facts.items())}\n{made.command}", markup=False)


def terminal_table(table: Table, title: str) -> rich.table.Table:
    """A table of a report for the terminal; where it is narrow, cells take several lines."""
    from rich.table import Table as Drawn

    drawn = Drawn(title=table.folded or title, title_justify="left")
    for place, head in enumerate(table.heads):
        drawn.add_column(head, justify="left" if place < table.names else "right")
    for row in table.rows:
        drawn.add_row(*(cell.replace("`", "") for cell in row))
    return drawn
