"""The Athena expansion on the page: games by mouse, touch and keys, what a card still needs, the architect's tile, the setup."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import ziggurat
from axe import violations
from http_table import ME, HttpTable

Visit = Callable[..., Page]
BOT = {"kind": "bot", "bot": "random"}
CARDS = ["parkland", "guard_tower", "oasis", "hanging_gardens"]
SELECTED = "[data-ghost][data-legal=true]"


def game_at_a_card(seats: int, seed: int) -> Any:
    """A game in which the first seat can complete a card now, the same every time."""
    rng = random.Random(seed)
    game: Any = ziggurat.new("akropolis", seed=seed, seats=seats, athena=True, athena_cards=CARDS)
    while not (game.state["open"] and game.to_move == 0):
        legal = game.legal_moves
        tried = [move for move in rng.sample(legal, min(40, len(legal))) if move != "stop"]
        game.push(next((move for move in tried if opens_a_card(game, move)), tried[0]))
    return game


def opens_a_card(game: Any, move: str) -> bool:
    after = game.copy()
    after.push(move)
    return bool(after.state["open"])


def table_at_a_card(address: str, *others: dict[str, str], seed: int) -> HttpTable:
    """A table that goes on from there."""
    record = game_at_a_card(1 + len(others), seed).record()
    room = HttpTable.__new__(HttpTable)
    room.address, room.game = address, "akropolis"
    opened = room.call("/api/records", {"record": record})
    body = {
        "game": "akropolis",
        "seats": [ME, *others],
        "hints": False,
        "previews": True,
        "stand_in": "",
        "from": {"table": opened["id"], "ply": len(record["moves"])},
    }
    made = room.call("/api/tables", body)
    room.id, room.secrets = made["id"], [seat["secret"] for seat in made["seats"]]
    room.link = f"/table/{room.id}#{room.secrets[0]}"
    return room


def is_over(page: Page) -> bool:
    """Wait until it is our turn, or the game is over."""
    page.locator(".akropolis [data-open], .ending").first.wait_for()
    return page.locator(".ending").count() > 0


def aim(page: Page, act: Callable[[float, float], None]) -> None:
    """Point at places that are marked until the tile lies there."""
    page.locator(".place.legal").first.wait_for()
    for place in page.locator(".place.legal").all()[::2]:
        box = place.bounding_box()
        assert box
        act(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if page.locator(SELECTED).count() and page.locator("button.main:enabled").count():
            return
    raise AssertionError("no place took the tile")


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_game_by_mouse_from_its_first_card_to_the_end(visit: Visit, address: str) -> None:
    room = table_at_a_card(address, BOT, seed=7)
    page = visit(room.link)
    completed = 0
    while not is_over(page):
        before = room.now()
        completing = before["view"]["phase"] == "complete"
        if completing:
            expect(page.locator(".status")).to_contain_text("You can complete")
            page.locator(".completing .tile").last.click()
        else:
            page.locator(".tile[data-slot='0']").click()
        aim(page, page.mouse.click)
        chosen = page.locator("[data-ghost]").get_attribute("data-ghost")
        gain = next(choice["gain"] for choice in before["choices"] if choice["text"] == chosen)
        page.get_by_role("button", name="Play this move").click()
        page.locator(f".board [data-ply='{before['ply']}']").wait_for(state="detached")
        seat = room.now()["view"]["seats"][0]
        assert seat["score"] - before["view"]["seats"][0]["score"] == sum(gain.values()), chosen
        assert completing == (len(seat["completed"]) == len(before["view"]["seats"][0]["completed"]) + 1)
        completed += completing
        if completing and not room.now()["view"]["over"]:
            expect(page.locator(f"[data-statue='{len(seat['completed'])}']").first).to_be_visible()
            expect(page.locator(".cards .done")).to_have_count(len(seat["completed"]))
    assert completed
    assert fits(page)
    expect(page.locator(".ending .path [data-line=stones]")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Ada completes Parkland|Ada completes")).first).to_be_attached()


def test_a_game_by_touch_in_french_from_its_first_card_to_the_end(visit: Visit, address: str) -> None:
    room = table_at_a_card(address, BOT, seed=7)
    page = visit(room.link, width=390, height=844, touch=True, language="fr", theme="dark")
    turns = 0
    while not is_over(page):
        ply = room.now()["ply"]
        if page.locator(".completing").count() and turns % 3 == 2:
            stop = page.get_by_role("button", name="Ne pas réaliser d’autre carte")
            stop.tap()
            expect(page.locator(".lens")).to_be_visible()
        else:
            page.locator(".akropolis [data-open]").first.tap()
            aim(page, page.touchscreen.tap)
        play = page.get_by_role("button", name="Jouer ce coup")
        expect(play).to_be_in_viewport(ratio=1)
        assert fits(page)
        play.tap()
        page.locator(f".board [data-ply='{ply}']").wait_for(state="detached")
        turns += 1
    assert room.now()["view"]["seats"][0]["completed"]
    assert fits(page)


@pytest.mark.parametrize(("theme", "width", "height"), [("light", 1440, 900), ("dark", 844, 390)])
def test_a_card_that_is_looked_at_shows_what_it_needs(visit: Visit, address: str, theme: str, width: int, height: int) -> None:
    room = table_at_a_card(address, BOT, seed=7)
    progress = room.now()["view"]["seats"][0]["progress"]
    slot = next(n for n, parts in enumerate(progress, 1) if any(not part["is_there"] and "q" in part for part in parts))
    page = visit(room.link, width=width, height=height, theme=theme)
    page.locator(f"[data-card='{slot}']").focus()
    missing = [part for part in progress[slot - 1] if not part["is_there"] and "q" in part]
    expect(page.locator("[data-part][data-there=false]")).to_have_count(len(missing))
    found = violations(page)
    page.keyboard.press("1")  # the first single tile, laid where the keys begin
    expect(page.locator(SELECTED)).to_have_count(1)
    assert fits(page)
    found += violations(page)
    page.keyboard.press("t")
    page.locator(".twin [data-single]").first.click()
    found += violations(page)
    assert not found, "\n".join(found)


def test_alone_one_chooses_what_the_architect_gets_in_words_too(visit: Visit, address: str) -> None:
    room = table_at_a_card(address, seed=9)
    gifts = {choice["gift"] for choice in room.now()["choices"] if choice.get("card")}
    assert len(gifts) > 1
    page = visit(room.link)
    page.locator(".completing .tile").first.wait_for()
    page.keyboard.press("1")
    expect(page.locator(SELECTED)).to_have_count(1)
    offered = page.locator(".gifts button")
    expect(offered.first).to_have_attribute("aria-pressed", "true")
    gift = offered.last.get_attribute("data-gift")
    offered.last.click()
    expect(page.locator(f"[data-ghost$='!{gift}']")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.locator(".twin [data-single]").first.click()
    page.locator(".twin [data-space]").first.click()
    page.locator(".twin [data-choice^='+']").first.click()
    ply = room.now()["ply"]
    page.locator(".twin").get_by_role("button", name="Play this move").click()
    page.locator(".twin [data-single][aria-pressed=true]").wait_for(state="detached")
    now = room.now()
    assert now["ply"] == ply + 1
    assert now["view"]["architect"]["completed"] == now["view"]["seats"][0]["completed"]


def test_the_setup_offers_the_expansion_and_its_cards(visit: Visit) -> None:
    page = visit("/new/akropolis", width=390, height=844, language="fr")
    page.locator("summary").first.click()
    page.get_by_role("button", name="Comme sur Board Game Arena").click()
    further = page.get_by_text("Cartes en jeu, et comment les lire")
    expect(further).to_have_count(0)
    page.locator("input[name=option-athena]").last.check()
    further.click()
    expect(page.locator("input[name=option-athena_open_center]").last).to_be_checked()
    page.locator("input[name=option-athena_cards]").last.check()
    page.get_by_label("Cartes de construction 1").select_option("agora")
    assert fits(page)
    page.locator("button.start:enabled").click()
    page.locator(".akropolis .cards").wait_for()
    expect(page.locator("[data-card='1']")).to_have_attribute("aria-label", re.compile("^Agora"))
    assert fits(page)
