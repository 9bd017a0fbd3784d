"""Every page in both themes and languages, looked at by axe-core (WCAG 2.2 AA)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from axe import violations

Visit = Callable[..., Page]


@pytest.mark.parametrize(("theme", "language"), [("light", "fr"), ("dark", "en")])
def test_no_page_breaks_a_rule_of_access(visit: Visit, theme: str, language: str) -> None:
    page = visit(theme=theme, language=language)
    page.locator(".game").last.wait_for()
    found = violations(page)
    for game in ("amytis", "akropolis", "blueprints"):
        page.goto(f"/new/{game}")
        page.locator("button.start:enabled").wait_for()
        for summary in page.locator("summary").all():
            summary.click()
        found += violations(page)
        page.locator("button.start").click()
        page.locator(".board svg").first.wait_for()
        page.locator("[data-choice]").first.click()
        found += violations(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_before_the_game_breaks_a_rule_of_access(visit: Visit, theme: str, language: str) -> None:
    page = visit(theme=theme, language=language)
    page.locator(".game svg").last.wait_for()
    found = violations(page)
    page.goto("/rules")
    page.locator(".game svg").last.wait_for()
    found += violations(page)
    for game in ("amytis", "akropolis", "blueprints"):
        page.goto(f"/rules/{game}")
        page.locator(".picture svg").first.wait_for()
        for summary in page.locator("summary").all():
            summary.click()
        page.wait_for_load_state("networkidle")
        found += violations(page)
    page.goto("/new/amytis")  # the others are looked at above
    page.locator("button.start:enabled").wait_for()
    for summary in page.locator("summary").all():
        summary.click()
    found += violations(page)
    assert not found, "\n".join(found)
