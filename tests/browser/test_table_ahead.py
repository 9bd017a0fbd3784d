"""While another is to move: moves are tried, and one is set in advance. And moves that the connection or an undo overtook."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from axe import violations
from http_table import HttpTable

Visit = Callable[..., Page]
LAID = "[data-ghost][data-legal=true]"
STATUS, AHEAD = ".status", "[data-ahead={}]"
KEEP_SOCKETS = """
    window.sockets = [];
    window.sent = [];
    const Real = WebSocket;
    window.WebSocket = class extends Real {
        constructor(url) { super(url); window.sockets.push(this) }
        send(text) { window.sent.push(JSON.parse(text)); super.send(text) }
    };
"""


def waiting(visit: Visit, address: str, *others: str, **how: str | int | bool) -> tuple[HttpTable, Page]:
    """A game of Akropolis in which Ada has moved and waits for the others."""
    table = HttpTable(address, "akropolis", *[{"kind": "here", "name": name} for name in others or ("Bo",)], options={"stones": "from_one"})
    take(table, 0, 0)
    page = visit("/", **how)
    page.add_init_script(KEEP_SOCKETS)
    page.goto(table.link)
    page.locator(".akropolis[data-ply='1']").wait_for()
    expect(page.locator(STATUS)).to_contain_text("try" if how.get("language") != "fr" else "essayer")
    return table, page


def lay(page: Page, slot: int) -> str:
    """Lay a tile by keys; the move."""
    page.keyboard.press(str(slot + 1))
    page.locator(f"{LAID}[data-ghost^='{slot}:']").wait_for()
    return page.locator(LAID).get_attribute("data-ghost") or ""


def take(table: HttpTable, seat: int, slot: int) -> None:
    """Let a seat take the tile of a slot."""
    now = table.now(seat)
    move = next(choice["text"] for choice in now["choices"] if choice["slot"] == slot)
    table.call(f"/api/tables/{table.id}/play", {"ply": now["ply"], "move": move}, seat)


def test_a_try_lies_on_the_board_plays_nothing_and_stays_in_hand(visit: Visit, address: str) -> None:
    table, page = waiting(visit, address)
    lay(page, 1)
    expect(page.locator(f"{LAID}.trying")).to_have_count(1)
    expect(page.locator("[data-lens] .words")).to_contain_text("tile")
    expect(page.locator(AHEAD.format("try"))).to_contain_text("Only a try")
    assert table.now()["ply"] == 1
    take(table, 1, 0)  # the tile is now one place further left, and free
    expect(page.locator(f"{LAID}:not(.trying)[data-ghost^='0:']")).to_have_count(1)
    expect(page.get_by_role("button", name="Play this move")).to_be_enabled()
    assert table.now()["ply"] == 2, "it was only tried"


def test_a_move_set_in_advance_is_played_when_the_turn_comes(visit: Visit, address: str) -> None:
    table, page = waiting(visit, address, "Bo", "Cy")
    tile = table.now()["view"]["site"][1]
    where = lay(page, 1).split(":")[1]
    page.get_by_role("button", name="Play on my turn").click()
    expect(page.locator(AHEAD.format("set"))).to_be_visible()
    page.reload()  # it is kept in the browser
    expect(page.locator(AHEAD.format("set"))).to_contain_text("Set for your turn")
    take(table, 1, 0)
    expect(page.locator(".akropolis")).to_have_attribute("data-ply", "2")
    assert table.now()["ply"] == 2
    take(table, 2, 1)
    expect(page.locator(".akropolis")).to_have_attribute("data-ply", "4")
    now = table.now()
    assert now["view"]["log"][3] == f"0:{where}", "the same tile, where it lies now"
    assert tile not in now["view"]["site"]
    expect(page.locator(AHEAD.format("note"))).to_have_text("Your move set in advance was played.")
    assert page.evaluate("localStorage.getItem(Object.keys(localStorage).find(key => key.includes('ahead.')))") == "null"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_move_that_is_no_longer_possible_is_not_played_and_a_note_says_why(visit: Visit, address: str, language: str) -> None:
    table, page = waiting(visit, address, language=language)
    lay(page, 1)
    page.keyboard.press("Enter")
    expect(page.locator(AHEAD.format("set"))).to_be_visible()
    take(table, 1, 1)
    expect(page.locator(AHEAD.format("note"))).to_contain_text("Bo took the tile." if language == "en" else "Bo a pris la tuile.")
    expect(page.locator(".wrong, [role=alert]:visible")).to_have_count(0)
    assert table.now()["ply"] == 2
    assert not violations(page)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".akropolis")).to_have_attribute("data-ply", "3")
    expect(page.locator(AHEAD.format("note"))).to_have_count(0)


def test_a_plan_is_given_up_by_hand_and_outlives_a_look_at_other_cities(visit: Visit, address: str) -> None:
    table, page = waiting(visit, address)
    lay(page, 0)
    page.keyboard.press("Enter")
    page.locator("[data-city='1']").click()
    expect(page.locator(LAID)).to_have_count(0)
    expect(page.locator(AHEAD.format("set"))).to_contain_text("Set for your turn")
    page.get_by_role("button", name="Do not play it").click()
    expect(page.locator(AHEAD.format("set"))).to_have_count(0)
    take(table, 1, 1)
    expect(page.locator(STATUS)).to_contain_text("Your turn")
    page.wait_for_timeout(300)
    assert table.now()["ply"] == 2


def test_a_plan_ends_with_an_undo(visit: Visit, address: str) -> None:
    table, page = waiting(visit, address)
    lay(page, 0)
    page.keyboard.press("Enter")
    expect(page.locator(AHEAD.format("set"))).to_be_visible()
    table.call(f"/api/tables/{table.id}/undo", {"ply": 1}, 0)
    for seat in (0, 1):
        if (offer := table.now(seat)["offer"]) and seat in offer["waiting"]:
            table.call(f"/api/tables/{table.id}/answer", {"yes": True, "offer": offer["number"]}, seat)
    expect(page.locator(AHEAD.format("note"))).to_contain_text("taken back")
    page.wait_for_timeout(300)
    assert table.now()["ply"] == 0


@pytest.mark.parametrize(("theme", "width", "height"), [("light", 390, 844), ("dark", 844, 390)])
def test_tries_on_a_phone(visit: Visit, address: str, theme: str, width: int, height: int) -> None:
    _, page = waiting(visit, address, width=width, height=height, touch=True, theme=theme)
    page.locator(".tile[data-slot='0']").tap()
    page.locator(".place.legal").first.wait_for()
    lay(page, 0)
    button = page.get_by_role("button", name="Play on my turn")
    expect(button).to_be_in_viewport(ratio=1)
    button.tap()
    expect(page.get_by_role("button", name="Do not play it")).to_be_in_viewport(ratio=1)
    assert not violations(page)


def test_in_words_a_move_is_set_in_advance(visit: Visit, address: str) -> None:
    table, page = waiting(visit, address)
    page.keyboard.press("t")
    page.locator(".twin [data-slot='0']").click()
    page.locator(".twin [data-space]").first.click()
    page.locator(".twin [data-choice]").first.click()
    page.get_by_role("button", name="Play on my turn").click()
    take(table, 1, 1)
    expect(page.locator(AHEAD.format("note"))).to_have_text("Your move set in advance was played.")
    expect(page.locator(".log li a")).to_have_count(3)


def test_a_move_says_how_many_were_taken_back_before(visit: Visit, address: str) -> None:
    table = HttpTable(address, "akropolis", {"kind": "bot", "bot": "random"})
    table.play(1)
    table.call(f"/api/tables/{table.id}/undo", {"ply": 2}, 0)
    page = visit("/")
    page.add_init_script(KEEP_SOCKETS)
    page.goto(table.link)
    page.locator(".tile[data-open]").first.wait_for()
    undone = len(table.now()["undone"])
    assert undone
    lay(page, 0)
    page.keyboard.press("Enter")
    page.wait_for_function("sent.some(one => one.t === 'play')")
    assert page.evaluate("sent.find(one => one.t === 'play').undone") == undone


def test_a_move_made_without_a_connection_arrives_and_nothing_is_refused(visit: Visit, address: str) -> None:
    table = HttpTable(address, "akropolis", {"kind": "bot", "bot": "random"})
    page = visit("/")
    page.add_init_script(KEEP_SOCKETS)
    page.goto(table.link)
    page.locator(".tile[data-open]").first.wait_for()
    page.evaluate("sockets.at(-1).close()")
    expect(page.get_by_text("No connection.")).to_be_visible()
    lay(page, 0)
    page.keyboard.press("Enter")
    expect(page.get_by_text("No connection.")).to_be_hidden()
    expect(page.locator(".tile[data-open]")).not_to_have_count(0)
    page.wait_for_timeout(500)
    expect(page.locator(".wrong, .why")).to_have_count(0)
    assert table.now()["ply"] >= 2
    assert json.loads(page.evaluate("localStorage.getItem(Object.keys(localStorage).find(key => key.includes('sent.')))")) is None
