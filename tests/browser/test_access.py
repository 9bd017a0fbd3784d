"""Every page in both themes and languages, looked at by axe-core (WCAG 2.2 AA)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = (Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
Visit = Callable[..., Page]


def violations(page: Page) -> list[str]:
    """What axe-core finds, in lines."""
    page.evaluate(AXE)
    found = page.evaluate("rules => axe.run(document, { runOnly: { type: 'tag', values: rules } })", RULES)["violations"]
    # the short signs on the server's picture of Akropolis (`q t b free`) are told in words by its labels: until it has a board of its own
    found = [rule for rule in found if rule["id"] != "label-content-name-mismatch" or any(not node["html"].startswith("<g ") for node in rule["nodes"])]
    return [f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for rule in found for node in rule["nodes"]]


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
        page.goto(f"/new/{game}")
        page.locator("button.start:enabled").wait_for()
        for summary in page.locator("summary").all():
            summary.click()
        found += violations(page)
    assert not found, "\n".join(found)
