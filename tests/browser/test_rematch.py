"""Playing again: who is at the table when a rematch is made is taken to it, and the first page leads there whoever was not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from http_table import HttpTable

Visit = Callable[..., Page]
CLOCK: dict[str, Any] = {"kind": "live", "bank": 600, "increment": 10}


def ended(address: str, **how: Any) -> HttpTable:
    """A game of two people that one of them gave up."""
    table = HttpTable(address, "amytis", {"kind": "link"}, **how)
    table.call(f"/api/tables/{table.id}/join", {"name": "Bo"}, 1)
    table.call(f"/api/tables/{table.id}/resign", {}, 1)
    return table


def test_both_are_taken_to_the_rematch_and_its_clocks_wait_for_the_second(visit: Visit, address: str) -> None:
    table = ended(address, clock=CLOCK)
    ada, bo = visit(table.link), visit(f"/table/{table.id}#{table.secrets[1]}")
    ada.get_by_role("button", name="Play again").click()
    bo.get_by_role("button", name="Yes").click()
    for page in (ada, bo):
        page.wait_for_url(lambda url: "/table/" in url and table.id not in url)
        page.locator(".bar").wait_for()
        expect(page.locator(".bar")).not_to_contain_text("The clocks wait")
    clocks = ada.locator(".clock")
    expect(clocks.first).not_to_have_text("10:00")


def test_the_first_page_shows_a_rematch_to_whoever_looked_elsewhere(visit: Visit, address: str) -> None:
    table = ended(address, clock=CLOCK)
    bo = visit(f"/table/{table.id}#{table.secrets[1]}")
    bo.get_by_role("button", name="Play again").click()
    expect(bo.locator(".bar")).to_contain_text("Withdraw")
    bo.get_by_role("link", name="Ziggurat").first.click()
    expect(bo.get_by_text("Finished games (1)")).to_be_visible()
    table.call(f"/api/tables/{table.id}/answer", {"yes": True}, 0)
    bo.reload()
    card = bo.locator("[data-table]:has(.forget)")  # not the open tables of others
    expect(card).to_have_count(1)
    assert card.get_attribute("data-table") != table.id
    card.get_by_role("link").click()
    expect(bo.locator(".bar")).to_contain_text(re.compile("The clocks wait for Ada, at most (10:00|9:5[0-9]) longer"))
