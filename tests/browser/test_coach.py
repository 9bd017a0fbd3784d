"""The coach at a table against bots: it asks before a costly move, a bot is asked why, and the server's patience is not the player's."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from axe import violations
from browsing import box_of
from http_table import HttpTable

Visit = Callable[..., Page]
BOT = {"kind": "bot", "bot": "level:1"}
SPACES = [f"{column}{row}" for row in "123" for column in "abc"]
CARD, LINE = "[data-coach]", "[data-rival]"


def costly_move(table: HttpTable, language: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play until there is a move that the coach warns of; the move, and what it says. The coach begins when reviews are compiled."""
    while not next(game["reviews_ready"] for game in table.call("/api/games?want=amytis")["games"] if game["game"] == "amytis"):
        time.sleep(0.2)
    for _ in range(12):
        table.play(most=1)
        now = table.now()
        builds = [choice for choice in now["choices"] if choice["kind"] == "build"]
        for choice in sorted(builds, key=lambda choice: sum((choice["gain"] or {}).values()))[:6]:
            body = {"ply": now["ply"], "move": choice["text"], "care": 3}
            told = table.call(f"/api/tables/{table.id}/coach?language={language}", body, seat=0)
            if told["warns"]:
                return choice, told
    raise AssertionError("no move was costly")


def take(page: Page, choice: dict[str, Any]) -> None:
    """Take a move in hand by keys: its stack, then its space."""
    for board, place in (("main", choice["stack"]), ("0", choice["space"])):
        page.locator(f"#am-{board}-{SPACES.index(place)}").focus()
        page.keyboard.press("Enter")
    expect(page.locator(f"[data-lens='{choice['text']}']")).to_be_visible()


def confirm(page: Page) -> None:
    """Play the move in hand."""
    page.get_by_role("button", name=re.compile("Play this move|Jouer ce coup")).click()


@pytest.mark.parametrize(("width", "height", "language", "theme"), [(1440, 900, "en", "light"), (390, 844, "fr", "dark")])
def test_it_asks_before_a_costly_move_and_says_why(visit: Visit, address: str, shots: Path, width: int, height: int, language: str, theme: str) -> None:
    french = language == "fr"
    table = HttpTable(address, "amytis", BOT)
    choice, body = costly_move(table, language)
    page = visit(table.link, width=width, height=height, language=language, theme=theme, coach=True)
    asked: list[str] = []

    def answer(route: Route) -> None:  # what the server said before: a busy machine does not change the test
        asked.append(route.request.post_data or "")
        route.fulfill(json=body)

    page.route("**/coach?*", answer)
    ply = table.now()["ply"]
    take(page, choice)
    confirm(page)
    card = page.locator(CARD)
    expect(card).to_contain_text("Ce coup coûte environ" if french else "This costs about")
    expect(card).to_contain_text(body["look_text"])
    expect(card.get_by_role("button").first).to_be_focused()
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.screenshot(path=shots / f"coach-{width}.png")
    page.keyboard.press("Escape")  # think again: nothing is played, and one is told where to look
    expect(card).to_have_count(0)
    expect(page.locator(".hint")).to_contain_text(body["look_text"])
    assert table.now()["ply"] == ply
    take(page, choice)
    confirm(page)
    card.get_by_role("button", name="Montrez-moi" if french else "Show me").click()
    expect(page.locator(f"[data-lens='{body['better']}']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-lens]")).to_have_count(0)
    take(page, choice)
    confirm(page)
    card.get_by_role("button", name="Jouer quand même" if french else "Play it anyway").click()
    expect(page.locator(LINE)).not_to_have_attribute("data-plies", "")
    assert len(asked) == 3 and table.now()["seats"][0]["hints"] == 1
    page.get_by_role("button", name=re.compile("^Why did|pourquoi ce coup")).click()
    dialog = page.get_by_role("dialog", name=re.compile("why|pourquoi"))
    expect(dialog.locator("li").first).to_be_visible()
    assert not violations(page)
    page.screenshot(path=shots / f"why-{width}.png")
    dialog.get_by_role("button").click()
    if french:  # held sideways its line has no room for it: the menu asks
        page.set_viewport_size({"width": 844, "height": 390})
        page.locator(".menu summary").click()
        page.get_by_role("button", name=re.compile("pourquoi ce coup")).click()
        expect(dialog.locator("li").first).to_be_visible()
        expect(dialog.locator(".did").first).to_be_visible()
        assert len({item["x"] for item in map(box_of, dialog.locator("li").all())}) == 1, "the reasons stand below each other"
        dialog.get_by_role("button").click()
        expect(dialog).to_be_hidden()


def test_a_late_answer_plays_the_move_and_who_does_not_want_a_coach_has_none(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", BOT)
    page = visit(table.link, coach=True)
    page.locator(".board [data-ply='0']").wait_for()
    page.route("**/coach?*", lambda route: None)  # never answered
    choice = table.now()["choices"][0]
    take(page, choice)
    confirm(page)
    page.locator(".board [data-ply='0']").wait_for(state="detached")  # played; whose turn it is now depends on the deal
    assert table.now()["view"]["log"][0] == choice["text"]
    asked: list[str] = []
    page.unroute("**/coach?*")
    page.on("request", lambda request: asked.append(request.url) if "/coach" in request.url else None)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Coach").select_option("Off")
    page.get_by_role("button", name="Close").click()
    table.wait()
    while table.now()["view"]["phase"] != "build":
        table.decide()
        table.wait()
    ply = table.now()["ply"]
    page.locator(f".board [data-ply='{ply}']").wait_for()
    take(page, table.now()["choices"][0])
    confirm(page)
    page.locator(f".board [data-ply='{ply}']").wait_for(state="detached")
    assert not asked
    page.goto("/new/blueprints")
    page.get_by_text("At the table").click()
    expect(page.get_by_label("Coach")).to_have_value("0")
    page.get_by_label("Coach").select_option(label="Mistakes (over 1 point)")
    people = page.locator("#kind1")
    people.select_option("here")
    expect(page.get_by_label("Coach")).to_have_count(0)


def test_another_move_ends_the_question_about_the_one_before(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", BOT)
    builds = [choice for choice in table.now()["choices"] if choice["kind"] == "build"]
    one = builds[0]
    other = next(choice for choice in builds if choice["stack"] != one["stack"] and choice["space"] != one["space"])
    page = visit(table.link, coach=True)
    asked: list[str] = []

    def answer(route: Route) -> None:  # what is asked about the first move is never answered
        asked.append((route.request.post_data_json or {})["move"])
        if asked[-1] == other["text"]:
            route.fulfill(json={"t": "coach", "ply": 0, "move": other["text"], "cost": 0, "warns": False})

    page.route("**/coach?*", answer)
    page.evaluate("(() => { const set = window.setTimeout; window.setTimeout = (f, ms, ...rest) => set(f, ms === 1800 ? 600000 : ms, ...rest) })()")
    for choice in (one, other):
        take(page, choice)
        confirm(page)
    expect(page.get_by_role("button", name="Play this move")).to_be_disabled()
    for _ in range(100):
        if table.now()["ply"]:
            break
        page.wait_for_timeout(100)
    assert asked == [one["text"], other["text"]]
    assert table.call(f"/api/tables/{table.id}/plies/1")["move"] == other["text"]
