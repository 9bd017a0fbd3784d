"""axe-core over a page (WCAG 2.2 AA and its best practice)."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[1] / "web/node_modules/axe-core/axe.min.js"
NUMERALS = "label-content-name-mismatch"  # experimental; takes the numerals on drawn pieces for labels, where their names tell the same in words
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
HOW = {"runOnly": {"type": "tag", "values": RULES}, "rules": {NUMERALS: {"enabled": False}}, "resultTypes": ["violations"]}


def violations(page: Page) -> list[str]:
    """What axe-core finds, in lines."""
    page.mouse.move(0, 0)  # no tooltip
    page.locator("#tip:popover-open").wait_for(state="detached")
    if not page.evaluate("!!window.axe"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("how => axe.run(document, how).then(({ violations }) => violations)", HOW)  # what passes is long, and stays in the page
    return [f"{rule['id']}: {node['html'][:200]} {node['failureSummary'][:200]}" for rule in found for node in rule["nodes"]]
