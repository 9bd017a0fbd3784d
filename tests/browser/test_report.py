"""The report of a study in a real browser: readable on a phone and on a wide screen, by day and by night, and for those who do not see it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from axe import violations
from ziggurat.arena.scheduled_deal import play_deal
from ziggurat.lab.report import write_report
from ziggurat.lab.studies import STUDIES
from ziggurat.lab.study import study_report


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report with the most kinds of plots, from two games in each group."""
    sides = STUDIES["amytis-sides"]
    study = replace(sides, groups=[replace(group, bots=["random"], games=2) for group in sides.groups])
    path = tmp_path_factory.mktemp("report") / "sides.html"
    write_report(study_report(study, [play_deal(deal) for deal in study.scheduled()], "ziggurat study amytis-sides --seed 1"), path)
    return path


@pytest.mark.parametrize(("width", "height", "shown"), [(390, 844, "narrow"), (1440, 900, "wide")])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_report_fits_its_screen_in_both_themes(browser: Browser, report: Path, theme: str, width: int, height: int, shown: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark" if theme == "dark" else "light")
    try:
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("request", lambda request: complaints.append(request.url) if not request.url.startswith("file:") else None)
        page.goto(report.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator(f".plot.{shown}").first.is_visible() and not page.locator(f".plot.{'wide' if shown == 'narrow' else 'narrow'}").first.is_visible()
        box = page.locator(f".plot.{shown} text").first.bounding_box()
        assert box is not None
        assert box["height"] >= 11, "letters do not shrink on a phone"
        ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert ground == ("rgb(16, 21, 31)" if theme == "dark" else "rgb(226, 214, 192)")
        assert page.get_by_text("ziggurat study amytis-sides --seed 1").is_visible()
        if (theme, shown) in {("light", "narrow"), ("dark", "wide")}:
            assert violations(page) == []
        assert complaints == []
    finally:
        context.close()
