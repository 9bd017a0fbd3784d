"""The first page and the setup: what people choose is what the table gets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

import ziggurat
from http_table import HttpTable

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


def test_newcomers_meet_a_gentle_bot_and_later_the_one_of_last_time(visit: Visit) -> None:
    page = visit("/new/amytis")
    expect(page.get_by_label("Level of the bot on seat 2")).to_have_value("level:1")
    page.get_by_label("Level of the bot on seat 2").select_option("level:3")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile("/table/"))
    page.goto("/new/amytis")
    expect(page.get_by_label("Level of the bot on seat 2")).to_have_value("level:3")


def test_the_setup_suggests_a_level_and_says_why_and_changes_nothing_by_itself(visit: Visit, address: str) -> None:
    page = visit("/new/amytis")
    level, suggested = page.get_by_label("Level of the bot on seat 2"), page.locator(".suggested")
    expect(suggested).to_contain_text("Your first game here. Suggested: level 1, Passer-by.")
    expect(suggested.get_by_role("button")).to_have_count(0)
    page.evaluate("localStorage.setItem('ziggurat.bot.amytis', '\"level:3\"')")
    for games in (1, 2, 3):
        table = HttpTable(address, "amytis", {"kind": "bot", "bot": "level:3"})
        table.call(f"/api/tables/{table.id}/resign", {}, 0)
        page.goto(table.link)
        page.wait_for_function("games => JSON.parse(localStorage['ziggurat.levels.amytis'] ?? '[]').length === games", arg=games)
    page.goto("/new/amytis")
    expect(suggested).to_contain_text("Your last 3 games here against level 3: no win. Suggested: level 2, Apprentice.")
    expect(level).to_have_value("level:3")
    suggested.get_by_role("button", name="Take level 2").click()
    expect(level).to_have_value("level:2")
    expect(suggested.get_by_role("button")).to_have_count(0)
    page.get_by_label("Seat 2", exact=True).select_option("link")
    expect(suggested).to_have_count(0)  # no bot plays


# --- Tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["amytis", "akropolis", "blueprints"])
def test_a_table_that_goes_on_comes_first_with_its_picture_rivals_score_and_turn(visit: Visit, address: str, game: str) -> None:
    table = HttpTable(address, game, {"kind": "here", "name": "Bo"})
    table.decide(0)
    page = visit(table.link)
    page.locator(".board [data-ply]").wait_for()
    page.goto("/")
    card = page.locator(f"[data-table='{table.id}']")
    expect(card).to_contain_text("Bo")
    assert "Ada" not in card.locator(".about").inner_text(), "the rivals, not oneself"
    expect(card.locator(".picture svg:not(.defs)")).to_have_count(1)
    expect(card.locator(".score")).to_have_text(re.compile(r"\d+\D+\d+"))
    to_move = table.now()["view"]["to_move"]
    expect(card.locator(".turn")).to_have_text("Your turn" if to_move == 0 else "Bo to play")
    first_game = page.locator(".game").first.bounding_box()
    mine = card.bounding_box()
    assert mine and first_game and mine["y"] + mine["height"] <= first_game["y"]
    card.get_by_role("link", name="Continue").click()
    expect(page).to_have_url(re.compile(f"/table/{table.id}$"))


def test_my_own_city_is_the_picture_and_a_screen_that_is_shared_shows_no_secret(visit: Visit, address: str) -> None:
    table = HttpTable(address, "blueprints", {"kind": "here", "name": "Bo"})
    page = visit("/")
    tables = [{"id": table.id, "game": "blueprints", "at": 1, "over": False, "secrets": table.secrets, "links": {}}]
    for secrets, turn, sees_a_plan in ((table.secrets, "Ada, your turn", False), (table.secrets[1:], "Ada to play", True)):
        tables[0]["secrets"] = secrets
        page.evaluate("tables => localStorage.setItem('ziggurat.tables', JSON.stringify(tables))", tables)
        with page.expect_response(lambda answer: "/glance" in answer.url) as shown:
            page.reload()
        expect(page.locator(f"[data-table='{table.id}'] .turn")).to_have_text(turn)
        assert (shown.value.json()["view"]["plan"] is not None) == sees_a_plan


def test_a_turn_that_comes_while_one_looks_is_shown(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", {"kind": "here", "name": "Bo"})
    page = visit(f"/table/{table.id}#{table.secrets[1]}")
    page.locator(".board [data-ply]").wait_for()
    page.goto("/")
    turn = page.locator(f"[data-table='{table.id}'] .turn")
    expect(turn).to_have_text("Ada to play")
    while table.decide(0):
        pass
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(turn).to_have_text("Your turn")


def test_open_tables_show_players_and_free_seats(visit: Visit, address: str) -> None:
    table = HttpTable(address, "akropolis", {"kind": "open"}, {"kind": "bot", "bot": "level:1"}, listed=True)
    page = visit("/")
    card = page.locator(f"[data-table='{table.id}']")
    seats = card.locator(".seats li")
    expect(seats.nth(0)).to_have_text("Ada")
    expect(seats.nth(1)).to_have_text("free seat")
    expect(seats).to_have_count(3)
    assert "bot:" not in seats.nth(2).inner_text()
    box, games = card.bounding_box(), page.locator(".game").first.bounding_box()
    assert box and games and box["y"] < games["y"]
    card.get_by_role("link", name="Sit down").click()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()


def test_finished_games_are_one_link_away_with_rivals_score_and_the_visitors_dates(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", {"kind": "here", "name": "Bo"})
    page = visit(table.link, language="en-GB")
    page.locator(".board [data-ply]").wait_for()
    table.call(f"/api/tables/{table.id}/resign", {}, 0)
    page.get_by_role("button", name="Play again").wait_for()
    page.goto("/")
    expect(page.locator(f"[data-table='{table.id}']")).to_have_count(0)
    page.get_by_role("link", name="Finished games (1)").click()
    line = page.locator(".which").first
    expect(line).to_contain_text("Bo")
    expect(line).to_contain_text(re.compile(r"\d{1,2} \w{3,4} \d{4}"))  # the day first
    expect(line.locator("xpath=ancestor::li")).to_contain_text("Ada gave up. Bo wins.")
    page.get_by_role("link", name="Look again").click()
    expect(page).to_have_url(re.compile(f"/table/{table.id}$"))
    page.locator(".board [data-ply]").wait_for()
    page.go_back()
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_text("No finished games yet.")).to_be_visible()
