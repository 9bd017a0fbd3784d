"""Games through the page, as people play them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

GAMES = {"amytis": "The Architects of Amytis", "akropolis": "Akropolis", "blueprints": "Blueprints"}
KEEP_SOCKETS = """
    window.sockets = [];
    const Real = WebSocket;
    window.WebSocket = class extends Real { constructor(url) { super(url); window.sockets.push(this) } };
"""
Visit = Callable[..., Page]


def begin(page: Page, name: str) -> None:
    """Two clicks from the first page to a running game against a bot."""
    page.get_by_role("link", name=name).click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile("/table/"))


def play_listed(page: Page) -> None:
    """Play the first move of the list, and wait until it is our turn again, or over."""
    page.locator("[data-choice]").first.click()
    page.get_by_role("button", name="Play this move").click()
    page.locator("[aria-pressed=true]").wait_for(state="detached")
    page.locator("[data-choice]").first.wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_start_a_game_and_moves_are_played_from_the_list(game: str, visit: Visit, shots: Path) -> None:
    page = visit()
    begin(page, GAMES[game])
    for _ in range(4):
        expect(page.get_by_role("status")).to_contain_text("Your turn")
        play_listed(page)
    expect(page.get_by_role("status")).to_contain_text("Your turn")
    assert page.locator("ol[aria-label='What happened'] > li").count() >= 6  # a turn may have two decisions
    page.locator(".board svg").first.wait_for()
    page.screenshot(path=shots / f"{game}.png")


def test_a_reload_keeps_the_seat_and_the_language_is_switched_at_once(visit: Visit) -> None:
    page = visit(language="fr")
    page.get_by_role("link", name="Akropolis").click()
    page.get_by_role("button", name="Commencer", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("À vous")
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("À vous")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("status")).to_contain_text("Your turn")


def test_a_friend_joins_by_the_link(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Akropolis").click()
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.get_by_role("button", name="Start", exact=True).click()
    link = page.get_by_label("A friend, by a link").input_value()
    friend = visit(link)
    friend.get_by_label("Your name").fill("Zoé")
    friend.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("status")).to_contain_text("Your turn")
    page.locator("[data-choice]").first.click()
    page.get_by_role("button", name="Play this move").click()
    expect(friend.get_by_role("status")).to_contain_text("Your turn")
    friend.get_by_label("Say something").fill("Bonjour")
    friend.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Bonjour")).to_be_visible()


def test_two_people_at_one_screen_hand_it_over_where_a_game_has_secrets(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Blueprints").click()
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Name of the friend").fill("Bo")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="I am Ada").click()
    page.locator(".picture svg").wait_for()
    for _ in range(2):  # a die, then with two players one that is removed
        page.locator("[data-choice]").first.click()
        page.get_by_role("button", name="Play this move").click()
    expect(page.locator(".picture svg")).to_have_count(0)
    page.get_by_role("button", name="I am Bo").click()
    expect(page.locator(".picture svg")).to_be_visible()


def test_undo_hint_resign_and_another_game(visit: Visit) -> None:
    page = visit()
    begin(page, GAMES["amytis"])
    play_listed(page)
    log = page.locator("ol[aria-label='What happened'] > li")
    expect(page.get_by_role("status")).to_contain_text("Your turn")
    before = log.count()
    page.keyboard.press("u")
    expect(log).not_to_have_count(before)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hints")).to_be_visible()
    page.get_by_role("button", name="Hint").click()  # the second step tells the move
    page.locator(".hints button").first.click()
    expect(page.locator(".lens")).to_be_visible()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()
    expect(page.get_by_role("status")).to_contain_text("gave up")
    page.get_by_role("button", name="Play again").click()
    page.get_by_role("button", name="Go to the new game").click()
    expect(page.locator("[data-choice]").first).to_be_visible()
    page.get_by_role("link", name="Ziggurat").click()
    expect(page.get_by_role("link", name="Continue")).to_have_count(1)
    expect(page.get_by_role("link", name="Look again")).to_have_count(1)


def test_a_move_is_played_by_keys_alone(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Blueprints").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    page.get_by_role("button", name="Start", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator(".picture [data-move$='>']").first.focus()
    page.keyboard.press("Enter")
    page.locator(".picture [data-move]:not([data-move$='>'])").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lens")).to_be_visible()
    page.get_by_role("button", name="Play this move").focus()
    page.keyboard.press("Enter")
    expect(page.locator("ol[aria-label='What happened'] > li").first).to_be_visible()


def test_a_lost_connection_is_shown_and_mended_and_the_move_in_hand_is_kept(visit: Visit) -> None:
    page = visit()
    page.add_init_script(KEEP_SOCKETS)
    page.reload()
    begin(page, GAMES["amytis"])
    page.locator("[data-choice]").first.click()
    chosen = page.locator(".lens b").first.inner_text()
    page.evaluate("sockets.at(-1).close()")
    expect(page.get_by_text("No connection.")).to_be_visible()
    page.get_by_role("button", name="Play this move").click()
    expect(page.get_by_text("No connection.")).to_be_hidden()
    expect(page.locator("ol[aria-label='What happened'] > li").first).to_be_visible()
    assert chosen[:2] in page.locator("ol[aria-label='What happened'] > li").first.inner_text()
