"""A report: a question, its answer, plots and tables, and the command that repeats it. It is written as one HTML file or as Markdown with pictures."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from ziggurat import __version__
from ziggurat.errors import OptionError
from ziggurat.lab.estimates import Estimate
from ziggurat.record import why_unwritable

KINDS = (".html", ".md")
NOT_REPEATED = {"--log": 1, "--report": 1, "--plot": 1, "--jobs": 1, "--json": 0, "--no-play": 0}
"""Options that say where results go, not what is played, with how many values each has."""


class Plot(Protocol):
    """Something that can draw itself as SVG."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def about(self) -> str:
        """What it shows, in a sentence, for those who do not see it."""

    def svg(self, *, narrow: bool) -> str:
        """The picture, for a wide page or for a phone."""


@dataclass(frozen=True)
class Table:
    """Figures in rows; the first `names` columns are text."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1
    folded: str = ""
    """A long table is folded away under these words."""


@dataclass(frozen=True)
class Section:
    """A part of a report: some sentences, then plots, then tables."""

    title: str
    text: str = ""
    plots: Sequence[Plot] = ()
    tables: Sequence[Table] = ()


@dataclass(frozen=True)
class Report:
    """All that a report says. Texts may hold `code` in backticks."""

    title: str
    question: str
    answer: str
    """One sentence with its interval."""
    sections: Sequence[Section]
    command: str = ""
    """Repeats it."""
    kind: str = "study"
    plan: str = ""
    """What was fixed before the first game: bots, games, width of the interval."""
    trial: str = ""
    """Where other numbers of games were asked for than the plan names: which."""
    findings: Sequence[str] = ()
    """What else was found, a sentence each."""
    doubts: Sequence[str] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    """Games, bots, seed, version and the like."""


def plan_in_words(report: Report) -> str:
    """The plan, and whether it is what was played."""
    return f"A trial with {report.trial}; the plan is: {report.plan}" if report.trial else f"Fixed before the first game: {report.plan}"


def so_far(games: int, planned: int) -> str:
    """What an answer begins with if more games were planned than played."""
    return f"So far, after {count(games)} of {count(planned)} games: " if games < planned else ""


# --- figures as text ------------------------------------------------------------------------------------------------


def percent(value: float, digits: int = 1) -> str:
    """`52.3 %`, with a space that does not break."""
    return f"{100 * value:.{digits}f}\u00a0%"


def percent_with(estimate: Estimate, digits: int = 1) -> str:
    """`52.3 % (50.1 to 54.5 %)`."""
    return f"{percent(estimate.value, digits)} ({100 * estimate.low:.{digits}f} to {percent(estimate.high, digits)})"


def signed(value: float, digits: int = 1) -> str:
    """`+2.1`, with a true minus; a zero has no sign."""
    text = f"{value:+.{digits}f}".replace("-", "−")
    return text[1:] if not text.strip("+−0.") else text


def points_with(estimate: Estimate, digits: int = 1) -> str:
    """`+2.1 (+0.3 to +3.9)`: a difference in points."""
    return f"{signed(estimate.value, digits)} ({signed(estimate.low, digits)} to {signed(estimate.high, digits)})"


def share_gap_with(estimate: Estimate, digits: int = 1) -> str:
    """A difference of shares in percentage points: `+2.1 (+0.3 to +3.9)`."""
    return points_with(Estimate(100 * estimate.value, 100 * estimate.low, 100 * estimate.high, estimate.n), digits)


def number_with(estimate: Estimate, digits: int = 1) -> str:
    """`12.3 (11.9 to 12.7)`."""
    return f"{estimate.value:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})".replace("-", "−")


def version_and_day(rules: Iterable[str]) -> str:
    """The version of the program and of the rules, and the day of the report."""
    return f"ziggurat {__version__}, rules {', '.join(rules)}; written on {datetime.now(UTC).date().isoformat()}"


def count(number: int) -> str:
    """`12,000`."""
    return f"{number:,}"


# --- writing --------------------------------------------------------------------------------------------------------


def check_report(path: Path) -> None:
    """Raise OptionError if a report cannot be written there, as far as one can know before anything is played."""
    if path.suffix.lower() not in KINDS:
        raise OptionError(
            f"cannot write a report to `{path}`: name a file that ends in `.html` (one page with everything in it) or `.md` (with pictures beside it)"
        )
    if reason := why_unwritable(path):
        raise OptionError(f"cannot write a report to `{path}`: {reason}")


def write_report(made: Report | Mapping[str, Any], path: Path) -> list[Path]:
    """Write a report, or that of a summary of a match, ladder or tournament (by its `kind`); returns the files."""
    from ziggurat.lab.match_reports import report_of_summary
    from ziggurat.lab.report_markdown import markdown_pages
    from ziggurat.lab.report_page import report_page

    check_report(path)
    report = made if isinstance(made, Report) else report_of_summary(made)
    texts = {path: report_page(report)} if path.suffix.lower() == ".html" else markdown_pages(report, path)
    try:
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OptionError(f"cannot write `{path}`: {error.strerror or error}") from None
    return list(texts)


def repeat_command(words: Sequence[str], seed: str) -> str:
    """The command that repeats a run: what was typed after `ziggurat`, with its seed, without where its results went."""
    rest = list(words)
    repeated: list[str] = []
    while rest:
        word = rest.pop(0)
        name, equals, _ = word.partition("=")
        if name in NOT_REPEATED:
            del rest[: 0 if equals else NOT_REPEATED[name]]
        elif name == "--cluster":
            if not equals and rest and re.match(r"auto$|local$|ray://|[\w.\[\]:-]+:\d{2,5}$", rest[0]):
                del rest[0]
        else:
            repeated.append(word)
    if not any(word == "--seed" or word.startswith("--seed=") for word in repeated):
        end = repeated.index("--") if "--" in repeated else len(repeated)
        repeated[end:end] = ["--seed", seed]
    return shlex.join(["ziggurat", *repeated])
