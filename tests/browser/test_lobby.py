"""The first page and the setup: what people choose is what the table gets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

import ziggurat

Visit = Callable[..., Page]


def options_of(page: Page) -> dict[str, object]:
    """The options of the table that the page shows."""
    page.wait_for_url(re.compile("/table/"))
    found: dict[str, object] = page.evaluate("async () => (await (await fetch('/api' + location.pathname.replace('table', 'tables'))).json()).options")
    return found


def test_the_pictures_of_the_games_carry_no_codes_and_every_card_says_play(visit: Visit) -> None:
    page = visit("/")
    expect(page.locator(".game [data-face] svg:not(.defs)")).to_have_count(3)
    expect(page.locator(".game .do").get_by_text("Play", exact=True)).to_have_count(3)
    told = page.locator("[data-face]").evaluate_all("faces => faces.map(face => face.textContent).join('')")
    assert not re.sub(r"[\s\d]", "", told)  # the heights of a plan are numbers
    page.locator(".game .do .button").first.click(force=True)  # the whole card is one link
    page.wait_for_url(re.compile("/new/"))
    expect(page.locator(".face svg:not(.defs)")).to_have_count(1)


def test_the_sides_of_the_buildings_are_chosen_one_by_one(visit: Visit) -> None:
    page = visit("/new/amytis")
    page.get_by_text("Rules and options").click()
    page.get_by_role("combobox", name="Sides of the buildings").select_option("first")
    page.get_by_role("group", name="market").get_by_role("radio").nth(1).check()
    expect(page.get_by_role("combobox", name="Sides of the buildings")).to_have_value("own")
    page.get_by_role("radio", name="First edition: 2 for each player").check()
    expect(page.get_by_text("2 changes")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    assert options_of(page).items() >= {"sides": "ABAAAA", "edition": "first"}.items()
    page.goto("/new/amytis")  # the choice is remembered, and can be taken back
    page.get_by_text("Rules and options").click()
    expect(page.get_by_text("2 changes")).to_be_visible()
    page.get_by_role("button", name="Back to the rules").click()
    expect(page.get_by_text("2 changes")).to_be_hidden()


def test_a_preset_sets_several_options(visit: Visit) -> None:
    page = visit("/new/akropolis")
    page.get_by_text("Rules and options").click()
    page.get_by_role("button", name="As on Board Game Arena").click()
    expect(page.get_by_role("radio", name="1, 2, 3, 4")).to_be_checked()
    page.get_by_role("checkbox", name="Temples: on level 2 or higher").check()
    page.get_by_role("button", name="Start", exact=True).click()
    assert options_of(page).items() >= {"stones": "from_one", "barracks_edge": "outer", "lake": "region", "variants": ["temple"]}.items()


def test_a_link_that_is_none_is_refused_with_a_reason(visit: Visit) -> None:
    page = visit()
    page.get_by_label("Link of the table").fill("no link")
    page.get_by_role("button", name="Watch").click()
    expect(page.get_by_role("alert")).to_contain_text("not the link of a table")
    page.get_by_label("Link of the table").fill("https://example.org/table/abcdefgh1234?ply=3")
    page.get_by_role("button", name="Watch").click()
    expect(page).to_have_url(re.compile("/table/abcdefgh1234$"))


@pytest.mark.parametrize("way", ["file", "paste"])
def test_a_record_is_opened_or_refused_in_the_words_of_the_server(browser: Browser, address: str, way: str) -> None:
    game = ziggurat.new("blueprints", seed=7)
    for _ in range(9):
        game.push(game.legal_moves[0])
    page = browser.new_page(base_url=address, locale="en")  # a refusal is told on the console: not a page of `visit`
    page.goto("/")
    for text in ('{"ziggurat": 1}', json.dumps(game.record())):
        if way == "file":
            page.get_by_label("Choose a file").set_input_files({"name": "game.zig.json", "mimeType": "application/json", "buffer": text.encode()})
        else:
            page.get_by_label("Or paste its text").fill(text)
            page.get_by_role("button", name="Open", exact=True).click()
        if text == '{"ziggurat": 1}':
            expect(page.get_by_role("alert")).to_contain_text("game")
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".log li")).to_have_count(9)
    page.close()


def test_dates_are_written_as_where_the_visitor_is_and_newcomers_meet_a_gentle_bot(visit: Visit) -> None:
    page = visit("/new/amytis", language="en-GB")
    expect(page.get_by_label("Level of the bot on seat 2")).to_have_value("level:2")
    page.get_by_label("Level of the bot on seat 2").select_option("level:1")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile("/table/"))
    page.goto("/")
    expect(page.locator(".which").first).to_contain_text(re.compile(r"\d{1,2} \w{3,4} \d{4}"))  # the day first
    page.goto("/new/amytis")
    expect(page.get_by_label("Level of the bot on seat 2")).to_have_value("level:1")  # as last time
