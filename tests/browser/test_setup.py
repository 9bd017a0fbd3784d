"""The setup page: who begins, hints among people, cards face down, own lists of plans."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from http_table import HttpTable

Visit = Callable[..., Page]
PLANS = ["X1/31/1X", "22/2X/XX", "X1/X2/X3", "2X/3X/1X", "X2/X1/X3", "32/X1/XX"]


def start(page: Page) -> Any:
    """Start the table; what the server tells of it."""
    page.locator("button.start:enabled").click()
    page.wait_for_url(re.compile("/table/"))
    return table_of(page)


def table_of(page: Page) -> Any:
    """The table as everybody sees it."""
    return page.request.get(re.sub(r"/table/([^?#]+).*", r"/api/tables/\1", page.url)).json()


def test_a_lot_decides_who_begins_unless_one_chooses_and_it_is_shown(visit: Visit) -> None:
    page = visit("/new/akropolis", lot=True)
    expect(page.get_by_role("radio", name="Drawn by lot")).to_be_checked()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Add a seat").click()
    now = start(page)
    assert sorted(now["order"]["seats"]) == [0, 1, 2]
    mine = now["order"]["seats"].index(0)
    players = page.locator("[aria-label=Players] li")
    expect(players.nth(mine)).to_contain_text("(you)")
    expect(players.nth(0)).to_contain_text("begins")
    expect(page.locator(".note")).to_contain_text(re.compile(r"^Drawn by lot: .+ begins, then .+, .+\.$"))
    page.locator(".akropolis [data-open]").first.wait_for()
    HttpTable.decide(same_seat(page, now), mine)
    expect(page.locator("[aria-label=Players]")).not_to_contain_text("begins")  # told long enough


def same_seat(page: Page, now: Any) -> HttpTable:
    """The page's seat over HTTP."""
    mine = page.evaluate("JSON.parse(localStorage['ziggurat.tables'])[0]")
    table = HttpTable.__new__(HttpTable)
    table.address, table.game, table.id, table.secrets = re.sub("/table/.*", "", page.url), now["game"], now["id"], mine["secrets"] * len(now["seats"])
    return table


def test_i_begin_wherever_i_am_listed_and_the_choice_is_remembered(visit: Visit) -> None:
    page = visit("/new/akropolis", lot=True)
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_role("button", name="Seat 2: sit earlier").click()  # a bot, me, a bot
    page.get_by_label("Your name").fill("Ada")
    page.get_by_text("I begin", exact=True).click()
    now = start(page)
    assert now["order"] is None
    assert [seat["kind"] for seat in now["seats"]] == ["here", "bot", "bot"]
    page.goto("/new/akropolis")
    expect(page.get_by_role("radio", name="I begin")).to_be_checked()
    page.get_by_label("Seat 1", exact=True).select_option("bot")  # nobody is me
    expect(page.get_by_role("radio", name="I begin")).to_have_count(0)
    expect(page.get_by_role("radio", name="As listed")).to_be_checked()


def test_alone_nobody_has_to_begin(visit: Visit) -> None:
    page = visit("/new/akropolis", lot=True)
    page.get_by_role("button", name="Remove seat 2").click()
    expect(page.get_by_text("Who begins")).to_have_count(0)
    assert start(page)["order"] is None


def test_links_stay_with_their_players_after_the_lot(visit: Visit) -> None:
    """Whichever way the lot falls: the link that the host can give again is that of the friend."""
    page = visit("/new/amytis", lot=True)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.locator("button.start:enabled").click()
    link = page.get_by_label("A friend, by a link").input_value()
    friend = visit(link)
    friend.get_by_label("Your name").fill("Zoé")
    friend.get_by_role("button", name="Sit down").click()
    page.locator(".bar").wait_for()
    friend.close()
    page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text }")
    page.get_by_label("Players").get_by_role("button", name="Copy the link of Zoé").click()
    assert page.evaluate("copied") == link


def test_hints_are_off_among_people_unless_they_are_wanted(visit: Visit) -> None:
    page = visit("/new/amytis")
    page.get_by_text("At the table", exact=True).click()
    hints = page.get_by_role("checkbox", name="Allow hints")
    expect(hints).to_be_checked()
    page.get_by_label("Seat 2", exact=True).select_option("here")
    expect(hints).not_to_be_checked()
    assert start(page)["settings"]["hints"] is False
    page.goto("/new/amytis")
    page.get_by_text("At the table", exact=True).click()
    hints.uncheck()
    hints.check()
    page.get_by_label("Seat 2", exact=True).select_option("link")
    expect(hints).to_be_checked()  # what one chose oneself stays
    assert start(page)["settings"]["hints"] is True


def test_awards_and_prizes_lie_face_down_where_one_wants_it(visit: Visit) -> None:
    page = visit("/new/blueprints")
    page.get_by_text("At the table", exact=True).click()
    face_down = page.get_by_role("checkbox", name="Awards and prizes lie face down")
    expect(face_down).not_to_be_checked()
    page.get_by_role("checkbox", name="Show scores during the game").uncheck()
    expect(face_down).to_be_checked()  # without scores always
    expect(face_down).to_be_disabled()
    page.get_by_role("checkbox", name="Show scores during the game").check()
    face_down.check()
    assert start(page)["settings"]["face_down"] is True
    page.goto("/new/amytis")
    page.get_by_text("At the table", exact=True).click()
    expect(page.get_by_role("checkbox", name="Allow hints")).to_be_visible()
    expect(face_down).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "own", "reasons"),
    [
        ("en", "Your own list", ["5 plans", "need at least 6", "plan 6, X4/11/XX", "holds 4", "add up to 7"]),
        ("fr", "Votre propre liste", ["5 plans", "au moins 6", "plan 6, X4/11/XX", "contient 4", "font 7"]),
    ],
)
def test_a_list_of_plans_is_typed_in_and_its_mistakes_are_named(browser: Browser, address: str, language: str, own: str, reasons: list[str]) -> None:
    page = browser.new_page(base_url=address, locale=language)  # a refusal is told on the console: not a page of `visit`
    page.goto("/new/blueprints")
    page.locator("summary").first.click()
    page.get_by_role("radio", name=re.compile(own)).check()
    field = page.get_by_role("textbox", name=re.compile(own))
    few, bad_mark, bad_sum = ["\n".join(PLANS[:5] + more) for more in ([], ["X4/11/XX"], ["X1/31/11"])]
    for text, expected in ((few, reasons[:2]), (bad_mark, reasons[2:4]), (bad_sum, reasons[4:])):
        field.fill(text)
        page.locator("button.start:enabled").click()
        for reason in expected:
            expect(page.locator("#plans-wrong")).to_contain_text(reason)
            expect(page.get_by_role("alert")).to_contain_text(reason)
    field.fill("\n".join(plan.lower() for plan in PLANS))
    assert start(page)["options"]["plans"] == PLANS
    page.goto("/new/blueprints")
    page.locator("summary").first.click()
    expect(field).to_have_value("\n".join(plan.lower() for plan in PLANS))  # remembered
    page.close()


def test_a_table_with_a_seat_for_anyone_is_listed_and_others_are_not(visit: Visit) -> None:
    page = visit("/new/amytis")
    page.get_by_text("At the table", exact=True).click()
    expect(page.get_by_label("Show this table in the lobby")).to_have_count(0)
    for kind, is_listed in (("link", False), ("open", True)):
        page.goto(page.url.partition("/table/")[0].partition("/new/")[0] + "/new/amytis")
        page.get_by_label("Seat 2", exact=True).select_option(kind)
        with page.expect_response(lambda answer: answer.url.endswith("/api/tables?language=en")) as made:
            page.locator("button.start:enabled").click()
        id_ = made.value.json()["id"]
        page.locator(".waiting").wait_for()
        expect(visit("/").locator(f"[data-table='{id_}']")).to_have_count(int(is_listed))
