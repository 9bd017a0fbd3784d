"""The board of Akropolis: whole games by pointer, by keys and by touch; what it shows is what the server counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from akropolis_board import SELECTED, aim, is_over
from axe import violations
from http_table import HttpTable

Visit = Callable[..., Page]


BO, BOT = {"kind": "here", "name": "Bo"}, {"kind": "bot", "bot": "random"}


def played(page: Page, ply: int) -> None:
    """Wait until the board, or the counting after the end, shows another position."""
    page.locator(f".board [data-ply]:not([data-ply='{ply}'])").first.wait_for()


def test_a_whole_solo_game_by_pointer_and_every_gain_is_the_change_of_the_score(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", options={"architect": "hippodamos", "variants": ["market", "garden"]})
    page = visit(room.link)
    expect(page.locator(".akropolis")).to_be_visible()
    turns = 0
    while not is_over(page):
        before = room.now()
        dear = page.locator(".tile").count() - 1
        page.locator(f".tile[data-slot='{min(turns % 2, before['view']['seats'][0]['stones'], dear)}']").click()
        aim(page, page.mouse.click)
        chosen = page.locator("[data-ghost]").get_attribute("data-ghost")
        gain = next(choice["gain"] for choice in before["choices"] if choice["text"] == chosen)
        if turns % 2:
            page.keyboard.press("Enter")
        else:
            page.get_by_role("button", name="Play this move").click()
        played(page, before["ply"])
        seat = room.now()["view"]["seats"][0]
        assert seat["score"] - before["view"]["seats"][0]["score"] == sum(gain.values()), chosen
        if not room.now()["view"]["over"]:
            expect(page.locator(".sheet .total td[data-score='0']")).to_have_text(str(seat["score"]))
        architect = room.now()["view"]["architect"]
        expect(page.get_by_label("Players")).to_contain_text(f"Hippodamos {architect['score']}")
        turns += 1
    assert turns == 18
    expect(page.locator(".ending")).to_contain_text(f"Hippodamos has {room.now()['view']['architect']['score']} points")
    page.get_by_role("button", name="Look at the board").click()
    page.locator("[data-city='-1']").click()
    expect(page.get_by_text("Tiles of Hippodamos")).to_be_visible()


def test_a_whole_game_by_keys_alone(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", BOT, BOT, BOT)
    page = visit(room.link)
    turns = 0
    while not is_over(page):
        page.keyboard.press("1")
        expect(page.locator(SELECTED)).to_have_count(1)
        first = page.locator("[data-ghost]").get_attribute("data-ghost")
        page.keyboard.press("r")
        expect(page.locator(f"[data-ghost='{first}']")).to_have_count(0)
        page.keyboard.press(("ArrowUp", "ArrowLeft", "n", "ArrowDown", "ArrowRight", "p")[turns % 6])
        ply = int(page.locator(".akropolis").get_attribute("data-ply") or 0)
        page.keyboard.press("Enter")
        played(page, ply)
        turns += 1
    assert turns == 15
    page.get_by_role("button", name="Look at the board").click()
    page.keyboard.press("c")
    expect(page.locator(".whose")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_whole_game_by_touch_with_a_reload_in_the_middle(visit: Visit, address: str, width: int, height: int) -> None:
    room = HttpTable(address, "akropolis", BOT)
    page = visit(room.link, width=width, height=height, touch=True, language="fr")
    turn = 0
    while not is_over(page):
        page.locator(".tile[data-slot='0']").tap()
        aim(page, page.touchscreen.tap)
        page.get_by_role("button", name="Tourner la tuile à droite").tap()
        expect(page.locator(SELECTED)).to_have_count(1)
        play = page.get_by_role("button", name="Jouer ce coup")
        expect(play).to_be_in_viewport(ratio=1)
        ply = room.now()["ply"]
        if turn % 2:
            play.tap()
        else:  # once more on the tile itself
            box = page.locator("[data-ghost] .tile").bounding_box()
            assert box
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.55)
        played(page, ply)
        if turn == 2:
            page.reload()
            page.locator(".akropolis").wait_for()
        turn += 1
    assert turn == 18
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_cannot_be_played_is_explained_and_what_does_not_count_says_why(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", BO, options={"stones": "from_zero"})
    page = visit(room.link)
    page.locator(".tile[data-slot='3']").click()
    expect(page.get_by_text("This tile costs 3 stones; you have none.")).to_be_visible()
    page.locator(".tile[data-slot='0']").click()
    stage = page.locator(".stage > svg").bounding_box()
    assert stage
    page.mouse.click(stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)  # the starting tile alone carries nothing
    expect(page.get_by_text("the three hexes would not lie on one level")).to_be_visible()
    page.keyboard.press("Escape")
    page.mouse.click(stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2 - 8)
    expect(page.locator("div.info")).to_contain_text("level 1")
    page.locator("[data-colour=temple]").click()
    expect(page.locator(".sheet .why")).to_contain_text("all six places")
    page.locator("[data-city='1']").click()
    expect(page.locator(".whose")).to_contain_text("City of Bo")
    page.get_by_role("button", name="Back to your city").click()
    expect(page.locator(".whose")).to_have_count(0)


def test_a_tile_is_dragged_from_the_site_into_the_city(visit: Visit, address: str) -> None:
    page = visit(HttpTable(address, "akropolis", BO).link)
    tile, stage = page.locator(".tile[data-slot='0']").bounding_box(), page.locator(".stage > svg").bounding_box()
    assert tile
    assert stage
    page.mouse.move(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    page.mouse.down()
    page.mouse.move(stage["x"] + stage["width"] * 0.5, stage["y"] + stage["height"] * 0.75, steps=6)
    expect(page.locator(SELECTED)).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".lens")).to_be_visible()


@pytest.mark.parametrize("look", ["isometric", "top"])
def test_what_a_tile_brings_stands_beside_it_and_not_on_it(visit: Visit, address: str, look: str) -> None:
    room = HttpTable(address, "akropolis", BOT)
    room.play(most=7)
    page = visit("/")
    page.evaluate("look => localStorage.setItem('ziggurat.look', JSON.stringify(look))", look)
    page.goto(room.link)
    is_over(page)
    page.locator(".tile[data-slot='0']").click()
    expect(page.locator(".status")).to_contain_text("Now lay it")
    for _ in range(8):
        page.keyboard.press("n")
        expect(page.locator(SELECTED)).to_have_count(1)
        inside = page.evaluate("""() => {
            const box = document.querySelector('[data-ghost] .gain rect').getBoundingClientRect();
            const hexes = [...document.querySelectorAll('[data-ghost] .edge')].map(edge => edge.getBoundingClientRect());
            return hexes.map(hex => [hex.x + hex.width / 2, hex.y + hex.height / 2])
                .filter(([x, y]) => x > box.left - 6 && x < box.right + 6 && y > box.top - 6 && y < box.bottom + 6).length;
        }""")
        assert not inside
    expect(page.locator(".status")).not_to_contain_text("Now lay it")


def test_a_replay_shows_the_city_of_whoever_moved(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", BO)
    for _ in range(4):
        assert room.decide(0) or room.decide(1)
    movers = room.now()["view"]["movers"]
    page = visit(room.link)
    page.locator(".akropolis").wait_for()
    for ply, seat in enumerate(movers, start=1):
        page.goto(f"/table/{room.id}?ply={ply}")
        page.locator(f".akropolis[data-ply='{ply}']").wait_for()
        expect(page.locator(f"[data-city='{seat}']")).to_have_attribute("aria-pressed", "true")


def test_the_twin_is_a_whole_way_to_play(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", BOT)
    page = visit(room.link)
    page.locator(".akropolis").wait_for()
    page.keyboard.press("t")
    for _ in range(2):
        page.locator(".twin [data-slot='0']").click()
        page.locator(".twin [data-space]").first.click()
        page.locator(".twin [data-choice]").first.click()
        expect(page.locator(".twin [data-choice][aria-pressed=true]")).to_have_count(1)
        page.locator(".twin").get_by_role("button", name="Play this move").click()
        page.locator(".twin [data-slot='0'][aria-pressed=false]").wait_for()
    assert room.now()["ply"] == 4


@pytest.mark.parametrize(("theme", "look"), [("light", "v"), ("dark", "")])
def test_axe_finds_nothing_on_the_table(visit: Visit, address: str, theme: str, look: str) -> None:
    page = visit(HttpTable(address, "akropolis", options={"variants": ["temple"]}).link, theme=theme)
    page.locator(".akropolis").wait_for()
    if look:
        page.keyboard.press(look)
    page.keyboard.press("1")
    page.locator("[data-colour=house]").click()
    expect(page.locator(SELECTED)).to_have_count(1)
    found = violations(page)
    page.keyboard.press("t")
    page.locator(".twin").wait_for()
    found += violations(page)
    assert not found, "\n".join(found)
