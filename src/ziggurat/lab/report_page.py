"""A report as one HTML page that loads nothing from elsewhere and runs no script: it works from a file, by day and by night, on a phone and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from ziggurat import __version__
from ziggurat.lab.charts import STYLE
from ziggurat.lab.report import Plot, Report, Section, Table, plan_in_words

RULE = "default-src 'none'; style-src 'unsafe-inline'"
HERE = Path(__file__).parent


def marked(text: str) -> str:
    """Text with `code` in backticks, ready for the page."""
    return "".join(f"<code>{escape(part)}</code>" if place % 2 else escape(part) for place, part in enumerate(text.split("`")))


def paragraphs(text: str) -> str:
    """Each block of text as a paragraph."""
    return "".join(f"<p>{marked(block)}</p>" for block in text.split("\n\n") if block.strip())


def report_page(report: Report) -> str:
    """The whole document."""
    style = (HERE / "report.css").read_text(encoding="utf-8") + STYLE.read_text(encoding="utf-8")
    body = "".join((head(report), *(section(each) for each in report.sections), doubts(report), repeat(report)))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{RULE}">\n<title>{escape(report.title)}</title>\n<style>{style}</style>\n</head>\n'
        f"<body>\n<main>\n{body}\n</main>\n<footer>Made by <code>ziggurat {__version__}</code></footer>\n</body>\n</html>\n"
    )


def head(report: Report) -> str:
    """Question, answer, and what was fixed before."""
    plan = f'<p class="quiet">{marked(plan_in_words(report))}</p>' if report.plan else ""
    return (
        f'<p class="kind">{escape(report.title)}</p>\n<h1>{marked(report.question)}</h1>\n'
        f'<section class="card answer" aria-label="Answer"><p>{marked(report.answer)}</p></section>\n{bullets(report.findings)}{plan}\n'
    )


def section(part: Section) -> str:
    """Sentences, plots and tables of one part."""
    plots = "".join(f"<figure><figcaption>{marked(plot.title)}</figcaption>{both(plot)}</figure>" for plot in part.plots)
    return f'<section class="card"><h2>{marked(part.title)}</h2>{paragraphs(part.text)}{plots}{"".join(table(each) for each in part.tables)}</section>\n'


def both(plot: Plot) -> str:
    """A plot for a wide page and for a phone; style shows one of them."""
    return plot.svg(narrow=False) + plot.svg(narrow=True)


def table(each: Table) -> str:
    """A table; a long one is folded."""
    kind = [' class="name"' if place < each.names else "" for place in range(len(each.heads))]
    heads = "".join(f'<th scope="col"{kind[place]}>{marked(text)}</th>' for place, text in enumerate(each.heads))
    rows = "".join(
        "<tr>"
        + "".join(
            f'<th scope="row" class="name">{marked(text)}</th>' if place == 0 else f"<td{kind[place]}>{marked(text)}</td>" for place, text in enumerate(row)
        )
        + "</tr>"
        for row in each.rows
    )
    drawn = f'<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    return f"<details><summary>{marked(each.folded)}</summary>{drawn}</details>" if each.folded else drawn


def doubts(report: Report) -> str:
    """What the answer does not say."""
    return f'<section class="card"><h2>Doubts</h2>{bullets(report.doubts)}</section>\n' if report.doubts else ""


def bullets(sentences: Sequence[str]) -> str:
    """Sentences, a line each."""
    return f"<ul>{''.join(f'<li>{marked(sentence)}</li>' for sentence in sentences)}</ul>" if sentences else ""


def repeat(report: Report) -> str:
    """The command and the facts."""
    command = f"<pre><code>{escape(report.command)}</code></pre>" if report.command else ""
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{marked(value)}</dd>" for name, value in report.facts.items())
    return f'<section class="card"><h2>How to repeat it</h2>{command}<dl>{facts}</dl></section>\n'
