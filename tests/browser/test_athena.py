"""The Athena expansion on the page: games by mouse, touch and keys, what a card still needs, the architect's tile, the setup."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import ziggurat
from akropolis_board import FRAMES, SELECTED, aim, ghost, is_over, lay
from axe import violations
from browsing import apart, box_of
from http_table import ME, HttpTable
from ziggurat.game import new_game
from ziggurat.games.akropolis.athena.card_share import card_share

Visit = Callable[..., Page]
BOT = {"kind": "bot", "bot": "random"}
CARDS = ["parkland", "guard_tower", "oasis", "hanging_gardens"]
GREEDY = {"kind": "bot", "bot": "greedy"}


def game_at_a_card(seats: int, seed: int) -> Any:
    """A game in which the first seat can complete a card now, the same every time."""
    rng = random.Random(seed)
    game: Any = new_game("akropolis", seed=seed, seats=seats, athena=True, athena_cards=CARDS)
    while not (game.state["open"] and game.to_move == 0):
        legal = game.legal_moves
        tried = [move for move in rng.sample(legal, min(40, len(legal))) if move != "stop"]
        game.push(next((move for move in tried if opens_a_card(game, move)), tried[0]))
    return game


def opens_a_card(game: Any, move: str) -> bool:
    after = game.copy()
    after.push(move)
    return bool(after.state["open"])


def table_at_a_card(address: str, *others: dict[str, str], seed: int, hints: bool = False) -> HttpTable:
    """A table that goes on from there."""
    record = game_at_a_card(1 + len(others), seed).record()
    room = HttpTable.__new__(HttpTable)
    room.address, room.game = address, "akropolis"
    opened = room.call("/api/records", {"record": record})
    body = {
        "game": "akropolis",
        "seats": [ME, *others],
        "hints": hints,
        "previews": True,
        "stand_in": "",
        "from": {"table": opened["id"], "ply": len(record["moves"])},
    }
    made = room.call("/api/tables", body)
    room.id, room.secrets = made["id"], [seat["secret"] for seat in made["seats"]]
    room.link = f"/table/{room.id}#{room.secrets[0]}"
    return room


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen, once it has been drawn."""
    page.evaluate(FRAMES)
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def towards_a_card(view: Any) -> str:
    """The city tile that brings the seat to move nearest to the cards that it has not completed."""
    game: Any = ziggurat.from_view(view, "a card")
    seat = game.to_move

    def nearness(move: str) -> float:
        after = game.copy()
        after.push(move)
        city = after.state.cities[seat]
        return sum(float(card_share(city, int(card), 0)) for slot, card in enumerate(after.state.cards) if not int(city.statue) >> slot & 1)

    legal: list[str] = game.legal_moves
    return max(legal, key=lambda move: (nearness(move), move))


def test_a_whole_game_by_mouse(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", GREEDY, options={"athena": True, "athena_cards": CARDS})
    page = visit(room.link)
    turns = completed = 0
    while not is_over(page):
        before = room.now()
        completing = before["view"]["phase"] == "complete"
        if completing:
            expect(page.locator(".status")).to_contain_text("You can complete")
            single = page.locator(".completing .tile").last
            single.click()
            aim(page, page.mouse.click, single.click)
        else:
            lay(page, towards_a_card(before["view"]), touch=False)
        chosen = ghost(page)
        gains = {choice["text"]: choice["gain"] for choice in before["choices"]}
        assert chosen in gains, (chosen, before["ply"], page.locator(".akropolis").get_attribute("data-ply"))
        page.get_by_role("button", name="Play this move").click()
        page.locator(f".board [data-ply='{before['ply']}']").wait_for(state="detached")
        seat = room.now()["view"]["seats"][0]
        assert seat["score"] - before["view"]["seats"][0]["score"] == sum(gains[chosen].values()), chosen
        assert completing == (len(seat["completed"]) == len(before["view"]["seats"][0]["completed"]) + 1)
        turns, completed = turns + (not completing), completed + completing
        if completing and not room.now()["view"]["over"]:
            expect(page.locator(f"[data-statue='{len(seat['completed'])}']").first).to_be_visible()
            expect(page.locator(".cards .done")).to_have_count(len(seat["completed"]))
    assert turns == 18 and completed
    assert fits(page)
    expect(page.locator(".ending .path [data-line=stones]")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Ada completes")).first).to_be_attached()


def test_a_whole_game_by_touch_in_french_on_a_phone_held_sideways(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", GREEDY, options={"athena": True, "athena_cards": CARDS})
    page = visit(room.link, width=844, height=390, touch=True, language="fr", theme="dark")
    turns = decisions = 0
    while not is_over(page):
        before = room.now()
        completing = before["view"]["phase"] == "complete"
        assert apart(box_of(page.locator(".site")), box_of(page.locator(".status")))
        if completing and decisions % 3 == 2:
            page.get_by_role("button", name="Ne pas réaliser d’autre carte").tap()
            expect(page.locator(".lens")).to_be_visible()
        elif completing:
            single = page.locator(".completing .tile").first
            single.tap()
            aim(page, page.touchscreen.tap, single.tap)
        else:
            lay(page, towards_a_card(before["view"]), touch=True)
        if decisions == 3:  # upright for one decision: what lies in the city stays in hand
            page.set_viewport_size({"width": 390, "height": 844})
        play = page.get_by_role("button", name="Jouer ce coup")
        expect(play).to_be_in_viewport(ratio=1)
        assert fits(page)
        play.tap()
        page.locator(f".board [data-ply='{before['ply']}']").wait_for(state="detached")
        page.set_viewport_size({"width": 844, "height": 390})
        turns, decisions = turns + (not completing), decisions + 1
    assert turns == 18 and room.now()["view"]["seats"][0]["completed"]
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
    offered = page.locator(".gifts button")
    expect(offered.first).to_be_visible()  # it is his choice first (§10.9)
    page.keyboard.press("1")
    expect(page.locator(SELECTED)).to_have_count(1)
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


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (844, 390)])
def test_a_long_hint_covers_neither_cards_nor_single_tiles(visit: Visit, address: str, width: int, height: int) -> None:
    room = table_at_a_card(address, seed=9, hints=True)
    page = visit(room.link, language="fr", width=width, height=height)
    hint = page.locator(".bar button[aria-keyshortcuts=h]")
    for _ in range(3):
        expect(hint).to_be_enabled()
        hint.click()
        page.locator(".bar button[aria-keyshortcuts=h][aria-busy=false]").wait_for()
    expect(page.locator(".say .hint")).to_contain_text("points en tout")
    page.evaluate(FRAMES)
    bar, site = box_of(page.locator(".say")), box_of(page.locator(".site.completing"))
    assert apart(bar, site)
    last = box_of(page.locator(".cards .construction").last)
    assert apart(bar, last)
    for legend in page.locator(".akropolis .keys:visible").all():
        assert apart(box_of(legend), last)
    wide = "all => all.filter(one => one.scrollWidth > one.parentElement.offsetWidth).map(one => one.textContent)"
    assert page.locator(".completing .tile .price").evaluate_all(wide) == []
    assert box_of(page.locator(".completing .about"))["y"] + box_of(page.locator(".completing .about"))["height"] <= site["y"] + site["height"] + 1


def test_with_four_players_on_a_phone_no_statue_covers_a_name(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", *[{"kind": "here", "name": name} for name in ("Bartholomew", "Cy", "Dorothea")], options={"athena": True})
    page = visit(room.link, width=390, height=844)
    expect(page.locator(".cities .statue")).to_have_count(4)
    for city in page.locator(".cities button").all():
        assert apart(box_of(city.locator(".name")), box_of(city.locator(".statue svg")))


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
