"""Reports: one HTML file that needs nothing else, by day and by night, with the command that repeats it; the same as Markdown with pictures."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from asking import Ask
from ziggurat.arena.scheduled_deal import Deal, play_deal
from ziggurat.errors import OptionError
from ziggurat.lab.charts import HeatMap, Intervals, Row, Stacks, figure, standalone, ticks
from ziggurat.lab.estimates import Estimate
from ziggurat.lab.report import Plot, Report, Section, Table, check_report, percent_with, points_with, repeat_command, signed, write_report
from ziggurat.lab.report_page import report_page

VOID = {"meta", "br", "line", "rect", "circle"}
NASTY = "<b>&\"'`"
ONE, TWO = Estimate(0.52, 0.5, 0.54, 100), Estimate(-3.0, -5.0, 1.0, 100)
PLOTS: list[Plot] = [
    Intervals("Shares", [Row(NASTY, ONE, 0, "A heading"), Row("second", Estimate(0.4, 0.3, 0.45, 9), 7)], compare=0.5, compare_label="even"),
    Intervals("Points", [Row("x", TWO)], "signed", 0.0, dense=True),
    HeatMap("Map", ["A", "B"], ["C", "D"], [[ONE, ONE], [Estimate(0.2, 0.1, 0.3, 5), ONE]], "rows", "columns", below="less", above="more"),
    Stacks("Parts", ["house", NASTY], [("winner", [40.0, 2.0]), ("others", [10.0, 1.0])]),
]
REPORT = Report(
    "Title " + NASTY.replace("`", ""),
    "Which?",
    "This one, `code`.",
    [Section("Part", "Some words.\n\nMore words.", PLOTS, [Table(("a", "b"), [["x", NASTY]]), Table(("a",), [["y"]], folded="All")])],
    command="ziggurat study x --seed 1",
    plan="the plan",
    doubts=["a doubt"],
    facts={"seed": "`1`", "games": "100"},
)


class Reader(HTMLParser):
    """Checks that every element that begins also ends, and notes every attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


def is_whole(page: str) -> None:
    """Well-formed, nothing from elsewhere, no script, both themes."""
    reader = read(page)
    assert reader.open == [] and reader.wrong == []
    assert not [name for name, _ in reader.attributes if name in {"src", "href", "srcset", "data", "onclick", "onload"} or name.startswith("on")]
    assert not re.search(r"https?://|url\(|@import|<script|<link", page)
    assert "prefers-color-scheme:dark" in page and "default-src 'none'" in page and 'name="viewport"' in page


def test_a_page_is_whole_and_holds_everything() -> None:
    page = report_page(REPORT)
    is_whole(page)
    for text in ("Which?", "This one, <code>code</code>.", "the plan", "a doubt", "ziggurat study x --seed 1", "More words.", "<summary>All</summary>"):
        assert text in page
    assert NASTY not in page and "&lt;b&gt;" in page


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.title)
def test_a_plot_is_drawn_for_a_wide_page_a_phone_and_elsewhere(plot: Plot) -> None:
    for drawn in (plot.svg(narrow=False), plot.svg(narrow=True), standalone(plot)):
        root = ET.fromstring(drawn)
        assert root.attrib["aria-label"] == plot.about and plot.about.startswith(plot.title)
        left, _, width, _ = map(float, root.attrib["viewBox"].split())
        for element in root.iter():
            for name in ("x", "x1", "x2", "cx"):
                assert left - 1 <= float(element.attrib.get(name, 0)) <= left + width + 1, "inside the picture"
    assert "prefers-color-scheme" not in standalone(plot) and "var(--ink)" in standalone(plot)


def test_a_dot_is_full_where_the_interval_leaves_the_value_out() -> None:
    drawn = PLOTS[0].svg(narrow=False)
    assert drawn.count('class="dot hollow"') == 1 and drawn.count('class="dot"') == 1


def test_narrow_intervals_get_a_digit_more_and_maps_name_their_rows_where_there_is_room() -> None:
    drawn = Intervals("Points", [Row("a", Estimate(5.1, 5.09, 5.11, 9)), Row("b", Estimate(4.0, 3.0, 5.0, 9))], "plain")
    assert "5.10 (5.09 to 5.11)" in drawn.svg(narrow=False) and "4.00 (3.00 to 5.00)" in drawn.about
    cell = Estimate(0.5, 0.4, 0.6, 9)
    heat = HeatMap("Map", ["1"], ["1"], [[cell]], row_labels=["py:a/very/long/path.py:Bot 1"])
    assert "py:a/very/long/path.…" in heat.svg(narrow=False) and "py:" not in heat.svg(narrow=True)


def test_markdown_has_its_pictures_beside_it(tmp_path: Path) -> None:
    files = write_report(REPORT, tmp_path / "page.md")
    assert [file.name for file in files] == ["page.md", "page-1.svg", "page-2.svg", "page-3.svg", "page-4.svg"]
    text = files[0].read_text(encoding="utf-8")
    assert all(f"]({file.name})" in text for file in files[1:]) and "ziggurat study x --seed 1" in text and "<details>" in text
    assert all("|" not in row.replace(r"\|", "").strip("|").replace(" | ", "") for row in text.splitlines() if row.startswith("| x"))


def test_matches_and_ladders_write_their_reports(tmp_path: Path, ask: Ask) -> None:
    page = tmp_path / "page.html"
    match = ask("match", "amytis", "greedy", "random", "--games", "8", "--seed", "1", "--option", "edition=first", "--jobs", "1", "--report", str(page))
    assert match.code == 0, match.err
    text = page.read_text(encoding="utf-8")
    is_whole(text)
    assert "ziggurat match amytis greedy random --games 8 --seed 1 --option edition=first</code>" in text
    assert "<code>greedy</code> takes" in text and "<code>edition=first</code>" in text
    options = ("--option", "variants=temple,market", "--option", "long_game=true")
    assert ask("match", "akropolis", "random", "random", *options, "--games", "2", "--jobs", "1", "--report", str(page)).code == 0
    assert "<code>long_game=true</code>, <code>variants=market,temple</code>" in page.read_text(encoding="utf-8"), "as they are typed"
    drawn = ask("ladder", "amytis", "greedy", "random", "level:1", "--games", "4", "--jobs", "1", "--report", str(page), "--json")
    text = page.read_text(encoding="utf-8")
    is_whole(text)
    assert f"--seed {drawn.json[0]['seed']}</code>" in text, "a seed that chance chose is in the command, too"
    assert text.count('class="plot wide"') == 2, "ratings, and the map of pairings"
    refused = ask("match", "amytis", "greedy", "random", "--report", str(tmp_path / "page.pdf"))
    assert refused.code == 2 and ".html" in refused.err


@pytest.mark.parametrize(("command", "planned"), [("match amytis greedy random", 20), ("ladder amytis greedy random level:1", 60)])
def test_the_report_of_an_interrupted_match_or_ladder_says_so(command: str, planned: int, tmp_path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    page, played = tmp_path / "page.html", 0

    def tired(deal: Deal) -> Deal:
        nonlocal played
        played += 1
        if played > 3:
            raise KeyboardInterrupt
        return play_deal(deal)

    common = (*command.split(), "--games", "20", "--seed", "1", "--jobs", "1", "--report", str(page))
    assert ask(*common).code == 0 and "So far" not in page.read_text(encoding="utf-8")
    monkeypatch.setattr("ziggurat.arena.scheduled_deal.play_deal", tired)
    assert ask(*common).code == 130
    assert f"<p>So far, after 6 of {planned} games: <code>" in page.read_text(encoding="utf-8")


def test_the_report_of_a_tournament_shows_standings_pairings_and_rounds(tmp_path: Path) -> None:
    bots = ["greedy", "random", NASTY]
    standings = [
        {
            "place": place, "bot": bot, "games": 8, "points": 4.0, "share": 0.5, "share_interval": [0.3, 0.7], "rating": 10.0, "interval": [-5.0, 25.0],
            "openskill": {"mu": 25.0, "sigma": 3.0}, "mean_score": 90.0, "seconds_per_move": 0.001,
            "by_seats": {"2": {"games": 4, "share": 0.5, "interval": [0.2, 0.8]}, "3": {"games": 4, "share": 0.5, "interval": [0.2, 0.8]}},
        }
        for place, bot in enumerate(bots, 1)
    ]  # fmt: skip
    pairings = [{"bots": [one, other], "games": 4, "share": 0.75, "interval": [0.4, 1.0]} for one in bots for other in bots if one < other]
    tables = [{"seats": 2, "options": {"seats": 2}, "games": 12}, {"seats": 3, "options": {"seats": 3}, "games": 12}]
    swiss = [[{"bots": bots[:2], "seats": 2, "shares": [0.75, 0.25]}]]
    about = {
        "kind": "tournament",
        "game": "akropolis",
        "format": "swiss",
        "rounds": 1,
        "seed": "7",
        "command": "ziggurat tournament akropolis --seed 7",
        "games": 24,
        "planned": 30,
    }
    page = tmp_path / "cup.html"
    write_report(
        {
            **about,
            "complete": False,
            "seconds_per_move": None,
            "bots": bots,
            "tables": tables,
            "standings": standings,
            "pairings": pairings,
            "swiss": swiss,
            "forfeits": [],
        },
        page,
    )
    text = page.read_text(encoding="utf-8")
    is_whole(text)
    assert "So far, after 24 of 30 games" in text and "3 seats" in text and "Rounds" in text and NASTY not in text
    with pytest.raises(OptionError, match="no report"):
        write_report({"kind": "weather"}, page)


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"\.html"):
        check_report(tmp_path / "page.pdf")
    with pytest.raises(OptionError, match="no folder"):
        check_report(tmp_path / "none" / "page.html")
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(OptionError, match="it is a folder"):
        check_report(tmp_path / "folder.html")


def test_the_command_that_repeats_a_run_has_its_seed_and_not_where_the_results_went() -> None:
    words = [
        "match",
        "amytis",
        "greedy",
        "level:3",
        "--log",
        "a.jsonl",
        "--jobs=2",
        "--cluster",
        "ray://host:10001",
        "--report",
        "x.html",
        "--json",
        "--games",
        "20",
    ]
    assert repeat_command(words, "s 1") == "ziggurat match amytis greedy level:3 --games 20 --seed 's 1'"
    assert repeat_command(["study", "x", "--seed", "4", "--cluster"], "4") == "ziggurat study x --seed 4"
    assert repeat_command(["ladder", "amytis", "--plot", "l.svg", "--plot=l.png", "--seed", "4"], "4") == "ziggurat ladder amytis --seed 4"
    assert repeat_command(["ladder", "amytis", "--cluster", "level:3", "--seed=4"], "4") == "ziggurat ladder amytis level:3 --seed=4"

    assert repeat_command(["match", "amytis", "--", "random", "greedy"], "4") == "ziggurat match amytis --seed 4 -- random greedy"


def test_figures_are_written_with_true_signs() -> None:
    assert percent_with(Estimate(0.5234, 0.5, 0.5468, 1)) == "52.3\u00a0% (50.0 to 54.7\u00a0%)"
    assert points_with(TWO) == "−3.0 (−5.0 to +1.0)" and signed(-0.02) == "0.0"
    assert figure(0.5, "percent") == "50\u00a0%" and figure(-0.05, "gap") == "−5"
    assert ticks(0.48, 0.56, 4) == pytest.approx([0.48, 0.5, 0.52, 0.54, 0.56]) and ticks(-12, 31, 4) == [0, 20] and ticks(0, 0, 4) != []
