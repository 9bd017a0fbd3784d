"""A table is deleted where it was made, after a second click; whoever is there is told. And a table that cannot be opened says why."""

from __future__ import annotations

import json
import re
import sqlite3
import urllib.error
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import serving
from http_table import HttpTable

Visit = Callable[..., Page]


def menu(page: Page) -> None:
    page.locator(".menu summary").click()


def with_a_friend(visit: Visit) -> tuple[Page, Page]:
    page = visit("/new/amytis")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.locator("button.start:enabled").click()
    friend = visit(page.get_by_label("A friend, by a link").input_value())
    friend.get_by_role("textbox", name="Your name").fill("Bo")
    friend.get_by_role("button", name="Sit down").click()
    page.locator(".bar").wait_for()
    return page, friend


def test_a_game_against_a_bot_is_deleted_from_the_menu_after_a_second_click(visit: Visit, address: str) -> None:
    page = visit("/new/amytis")
    page.locator("button.start:enabled").click()
    page.wait_for_url(re.compile("/table/"))
    id_ = page.url.rsplit("/", 1)[1]
    menu(page)
    page.get_by_role("button", name="Delete this table").click()
    expect(page.get_by_role("button", name="Really delete for good?")).to_be_visible()
    page.keyboard.press("Escape")
    menu(page)
    page.get_by_role("button", name="Delete this table").click()  # asked anew
    page.get_by_role("button", name="Really delete for good?").click()
    page.wait_for_url(re.compile("/$"))
    expect(page.locator("h1")).to_be_visible()
    assert json.loads(page.evaluate("localStorage.getItem('ziggurat.tables')")) == []
    table = HttpTable.__new__(HttpTable)
    table.address, table.id, table.secrets = address, id_, [""]
    with pytest.raises(urllib.error.HTTPError, match="404"):
        table.call(f"/api/tables/{id_}")
    again = visit(f"/table/{id_}")
    expect(again.get_by_role("alert")).to_contain_text("There is no such table")


def test_a_friend_keeps_the_game_while_it_runs_and_is_told_when_the_table_goes(visit: Visit) -> None:
    page, friend = with_a_friend(visit)
    menu(page)
    expect(page.get_by_role("button", name="Give up")).to_be_visible()
    expect(page.get_by_role("button", name="Delete this table")).to_have_count(0)
    page.keyboard.press("Escape")
    menu(friend)
    friend.get_by_role("button", name="Give up").click()
    friend.get_by_role("button", name="Really give up?").click()
    expect(page.locator(".status")).to_contain_text("gave up")
    menu(friend)
    expect(friend.get_by_role("button", name="Save the record")).to_be_visible()
    expect(friend.get_by_role("button", name="Delete this table")).to_have_count(0)
    menu(page)
    page.get_by_role("button", name="Delete this table").click()
    page.get_by_role("button", name="Really delete for good?").click()
    expect(friend.get_by_role("alert")).to_contain_text("This table was deleted by those who made it.")


def test_what_was_said_is_deleted_for_both(visit: Visit) -> None:
    page, friend = with_a_friend(visit)
    for one, other, text in ((page, friend, "a secret of mine"), (friend, page, "oh")):
        one.get_by_role("button", name=re.compile("^Talk")).last.click()
        one.get_by_label("Say something").fill(text)
        one.get_by_role("button", name="Send").click()
        expect(other.locator(".note")).to_contain_text(text)
    expect(page.locator(".chat")).to_contain_text("a secret of mine")
    menu(friend)
    expect(friend.get_by_role("button", name="Delete what was said")).to_have_count(0)
    friend.keyboard.press("Escape")
    menu(page)
    page.get_by_role("button", name="Delete what was said").click()
    page.get_by_role("button", name="Really delete the talk?").click()
    for one in (page, friend):
        expect(one.locator(".chat li")).to_have_count(0)


def test_a_renamed_player_is_renamed_in_the_log_and_earlier_talk_is_fetched(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", {"kind": "here", "name": "Bo"}, stand_in="")
    table.decide(0)
    for n in range(60):
        table.call(f"/api/tables/{table.id}/chat", {"text": f"line {n}"}, 0)
    page = visit(f"/table/{table.id}")
    expect(page.locator(".log li").first).to_contain_text("Ada")
    page.get_by_role("button", name=re.compile("^Talk")).last.click()
    expect(page.locator(".chat li:has(b)")).to_have_count(50)
    page.get_by_role("button", name="Earlier lines").click()
    expect(page.locator(".chat li:has(b)")).to_have_count(60)
    expect(page.locator(".chat li:has(b)").first).to_contain_text("line 0")
    expect(page.get_by_role("button", name="Earlier lines")).to_have_count(0)
    table.call(f"/api/tables/{table.id}/name", {"name": "Zoé"}, 0)
    expect(page.locator(".seats")).to_contain_text("Zoé")
    table.call(f"/api/tables/{table.id}/chat", {"text": "one more"}, 0)
    expect(page.locator(".chat li:has(b)")).to_have_count(61)
    page.get_by_role("button", name="What happened").click()
    expect(page.locator(".log li").first).to_contain_text("Zoé")
    expect(page.locator(".log")).not_to_contain_text("Ada")


def test_a_table_of_other_rules_and_a_damaged_one_say_what_they_are(visit: Visit, tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        tables = [HttpTable(address, "amytis", {"kind": "here"}) for _ in range(2)]
    with sqlite3.connect(tmp_path / "rooms.db") as database:
        (head,) = database.execute("select head from room where id = ?", (tables[0].id,)).fetchone()
        database.execute("update room set head = ? where id = ?", (json.dumps({**json.loads(head), "rules": 0}).encode(), tables[0].id))
        database.execute("update event set body = x'00' where room = ?", (tables[1].id,))
    with serving(tmp_path) as address:
        for table, told in zip(tables, ("version 0 of the rules", "what was stored of it is damaged"), strict=True):
            page = visit(f"{address}{table.link}")
            expect(page.get_by_role("alert")).to_contain_text(told)
            expect(page.get_by_role("link", name=re.compile("first page|lobby|games", re.IGNORECASE)).first).to_be_visible()
