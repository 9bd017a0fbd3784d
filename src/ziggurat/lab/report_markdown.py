"""A report as a Markdown page with its plots as SVG files beside it, for the documentation."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from ziggurat.lab.charts import standalone
from ziggurat.lab.report import Report, Section, Table, plan_in_words

WIDTH = 158  # columns of our pages


def markdown_pages(report: Report, path: Path) -> dict[Path, str]:
    """The page and its pictures, by file."""
    pictures: dict[Path, str] = {}
    lines = [f"# {report.title}", "", wrap(f"**{report.question}**"), "", wrap(report.answer), ""]
    if report.findings:
        lines += [*(wrap(finding, "- ", "  ") for finding in report.findings), ""]
    if report.plan:
        lines += ["## The plan", "", wrap(plan_in_words(report)), ""]
    for part in report.sections:
        lines += section(part, path, pictures)
    if report.doubts:
        lines += ["## Doubts", "", *(wrap(doubt, "- ", "  ") for doubt in report.doubts), ""]
    lines += ["## How to repeat it", "", "```sh", report.command, "```", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {cell(value)} |" for name, value in report.facts.items()]
    return {path: "\n".join([*lines, ""]), **pictures}


def wrap(text: str, first: str = "", later: str = "") -> str:
    """Text in lines of our width; a space that must not break stays where it is."""
    filled = (
        textwrap.fill(block, WIDTH, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False)
        for block in text.split("\n\n")
        if block
    )
    return "\n\n".join(filled)


def section(part: Section, path: Path, pictures: dict[Path, str]) -> list[str]:
    """The lines of one part; adds its pictures."""
    lines = [f"## {part.title}", ""]
    if part.text:
        lines += [wrap(part.text), ""]
    for plot in part.plots:
        file = path.with_name(f"{path.stem}-{len(pictures) + 1}.svg")
        pictures[file] = standalone(plot)
        lines += [f"![{alternative(plot.title)}]({file.name})", "", f"*{plot.title}*", ""]
    for each in part.tables:
        lines += ["<details>", f"<summary>{each.folded}</summary>", "", *table(each), "", "</details>", ""] if each.folded else [*table(each), ""]
    return lines


def alternative(text: str) -> str:
    """A title as the words in place of a picture."""
    return re.sub(r"[\[\]]", "", text)


def table(each: Table) -> list[str]:
    """The lines of a table."""
    rule = "".join("|---" if place < each.names else "|---:" for place in range(len(each.heads)))
    return [f"| {' | '.join(map(cell, each.heads))} |", f"{rule}|", *(f"| {' | '.join(map(cell, row))} |" for row in each.rows)]


def cell(text: str) -> str:
    """Text that cannot break its row."""
    return text.replace("|", "\\|").replace("\n", " ")
