"""What a visitor likes is kept in the browser: speed, confirmation, the view from above, sounds, notifications."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from axe import violations
from http_table import HttpTable

Visit = Callable[..., Page]
LOG = ".log li a"
NOTICES = """
    window.notices = [];
    window.Notification = class { constructor(title, more) { notices.push([title, more.body]) } close() {}
        static permission = 'default';
        static async requestPermission() { window.requests = (window.requests ?? 0) + 1; return Notification.permission = 'granted' } };
    Object.defineProperty(document, 'hidden', { get: () => !!window.background });
"""


def open_preferences(page: Page) -> None:
    """By the menu."""
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("dialog", name="Preferences").wait_for()


def test_preferences_are_kept_and_reach_the_board(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", {"kind": "here", "name": "Bo"})
    page = visit(table.link)
    page.locator(".board [data-ply]").wait_for()
    open_preferences(page)
    assert not violations(page)
    page.get_by_label("Always from above").check()
    page.get_by_label("Animations").select_option("none")
    page.get_by_label("My turn", exact=True).uncheck()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="At an angle")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-pace", "none")
    page.keyboard.press("v")  # for a look: it is not what is kept
    expect(page.get_by_role("button", name="From above")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="At an angle")).to_be_visible()
    open_preferences(page)
    expect(page.get_by_label("Animations")).to_have_value("none")
    expect(page.get_by_label("My turn", exact=True)).not_to_be_checked()
    expect(page.get_by_label("Pieces")).to_be_checked()


def test_without_confirmation_a_click_plays(visit: Visit, four_games: str) -> None:
    page = visit(four_games)
    page.evaluate("localStorage.setItem('ziggurat.bot.cairn', '\"greedy\"')")
    page.evaluate("localStorage.setItem('ziggurat.preferences', '{\"confirm\": false}')")
    page.goto(f"{four_games}/new/cairn")
    page.locator("button.start:enabled").click()
    page.locator("[data-choice]").first.click()
    expect(page.locator(LOG).first).to_be_visible()


def slow_table(address: str, clock: str = "days") -> HttpTable:
    """A table of two people, with days for each move."""
    table = HttpTable(address, "akropolis", {"kind": "link"}, clock={"kind": clock})
    table.call(f"/api/tables/{table.id}/join", {"name": "Bo"}, 1)
    return table


def test_notices_are_offered_to_players_of_slow_games_alone_and_with_room_for_a_thumb(visit: Visit, address: str) -> None:
    slow, quick = slow_table(address), slow_table(address, "live")
    page = visit("/", width=390, height=844, touch=True)
    page.add_init_script(NOTICES)
    offer = page.get_by_text("Notify you when")
    for link, offered in ((quick.link, False), (f"/table/{slow.id}", False), (slow.link, True)):
        page.goto("/")
        page.goto(link)
        page.locator(".board [data-ply]").wait_for()
        expect(offer).to_have_count(int(offered))
    for name in ("Yes", "No"):
        box = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box and box["height"] >= 44 and box["width"] >= 44
    slow.call(f"/api/tables/{slow.id}/resign", {}, 1)
    expect(page.locator(".status")).to_contain_text("Bo gave up")
    expect(offer).to_have_count(0)


def test_the_browser_notifies_of_ones_turn_in_the_background(visit: Visit, address: str) -> None:
    table = slow_table(address)
    page = visit("/")
    page.add_init_script(NOTICES)
    page.goto(table.link)
    page.locator(".board [data-ply]").wait_for()
    table.decide(0)
    expect(page.locator(".status")).to_contain_text("Bo")
    assert page.evaluate("window.requests ?? 0") == 0, "off, until somebody wants it"
    page.get_by_text("Notify you when").wait_for()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_text("Notify you when")).to_have_count(0)
    table.decide(1)
    expect(page.locator(".status")).to_contain_text("Your turn")
    assert page.evaluate("notices") == [], "not while the page is in sight"
    table.decide(0)
    expect(page.locator(LOG)).to_have_count(3)
    page.evaluate("window.background = true")
    table.decide(1)
    expect(page.locator(LOG)).to_have_count(4)
    page.wait_for_function("notices.length === 1")
    assert page.evaluate("notices") == [["Your turn", "Akropolis"]]
    page.reload()
    page.locator(".board [data-ply]").wait_for()
    expect(page.get_by_text("Notify you when")).to_have_count(0)  # once


@pytest.mark.both_browsers
@pytest.mark.parametrize("state", ["default", "granted", "denied"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (844, 390)])
def test_a_table_asks_about_notifications_unless_they_are_forbidden(visit: Visit, address: str, state: str, width: int, height: int) -> None:
    page = visit(slow_table(address).link, notices=state, width=width, height=height)
    page.locator(".board [data-ply]").wait_for()
    assert page.evaluate("Notification.permission") == state
    question = page.get_by_text("Notify you when")
    if state == "denied":
        expect(question).to_have_count(0)
        return
    expect(question).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".offer").get_by_role("button", name="Yes").click()
    expect(question).to_have_count(0)
    page.wait_for_function("JSON.parse(localStorage['ziggurat.preferences']).notify === true")
