"""The table of Akropolis: sizes on every screen, dragging and turning the laid tile, rivals' turns shown again, all cities in one table, the ending."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from axe import violations
from browsing import box_of
from http_table import HttpTable

Visit = Callable[..., Page]

BO, BOT = {"kind": "here", "name": "Bo"}, {"kind": "bot", "bot": "random"}
LAID = "[data-ghost][data-legal=true]"
DRAWN = """tile => {
    const art = tile.querySelector('.art svg'), box = art.getBoundingClientRect(), [, , w, h] = art.getAttribute('viewBox').split(' ');
    return Math.min(box.width, box.height * w / h);
}"""

WATCH = """sum => {
    window.seen = {};
    const look = () => {
        const ending = document.querySelector('.ending')?.dataset, points = document.querySelector(sum)?.textContent;
        if (ending) window.seen[ending.counted] = [ending.line, points, document.querySelectorAll('.sheet .total').length];
        requestAnimationFrame(look);
    };
    look();
}"""
"""Remembers what is shown at each step of the counting."""


@pytest.fixture(scope="module")
def late(address: str) -> HttpTable:
    """A game of four with large cities, where the first seat is to move."""
    room = HttpTable(address, "akropolis", BOT, BOT, BOT)
    room.play(most=11)
    return room


@pytest.fixture(scope="module")
def finished(address: str) -> HttpTable:
    """A game that is over."""
    room = HttpTable(address, "akropolis", BOT)
    room.play(most=99)
    return room


def middle(place: Locator) -> tuple[float, float]:
    """The middle of an element."""
    box = box_of(place)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def take_up(page: Page) -> str:
    """Lay the free tile somewhere by keys; the move."""
    page.locator(".tile[data-open]").first.wait_for()
    page.keyboard.press("1")
    expect(page.locator(LAID)).to_have_count(1)
    return page.locator(LAID).get_attribute("data-ghost") or ""


def far_place(page: Page, x: float) -> tuple[float, float]:
    """A marked place on the ground, as far as possible to the left or right of a point."""
    page.locator(".place.legal").first.wait_for()
    places = [middle(place) for place in page.locator(".place.legal:not(.high)").all()]
    reach = [place for place in places if 60 < place[0] < page.viewport_size["width"] * 0.6] if page.viewport_size else places
    return max(reach, key=lambda place: abs(place[0] - x))


class Finger:
    """A finger on the screen of a page."""

    def __init__(self, page: Page) -> None:
        self.client = page.context.new_cdp_session(page)

    def go(self, *points: tuple[float, float]) -> None:
        """Go down at the first point and along the others."""
        for n, (x, y) in enumerate(points):
            self.client.send("Input.dispatchTouchEvent", {"type": "touchMove" if n else "touchStart", "touchPoints": [{"x": x, "y": y}]})

    def lift(self) -> None:
        """Go up."""
        self.client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(("width", "height", "wide"), [(1440, 900, 125), (390, 844, 84), (844, 390, 84)])
def test_tiles_of_the_site_are_large_and_in_full_colour(visit: Visit, address: str, width: int, height: int, wide: int) -> None:
    room = HttpTable(address, "akropolis", BO, options={"stones": "from_zero"})
    page = visit(room.link, width=width, height=height, touch=width < 900)
    tiles = page.locator(".tile")
    expect(tiles).to_have_count(4)
    rows = [round(box_of(tile)["y"]) for tile in tiles.all()]
    assert len(set(rows)) == (2 if width == 844 else 1)
    for tile in tiles.all():
        assert tile.evaluate(DRAWN) >= wide
        assert tile.locator(".art").evaluate("art => getComputedStyle(art).opacity + getComputedStyle(art).filter") == "1none"
    expect(tiles.nth(2).locator(".price i.missing")).to_have_count(2)


def test_six_tiles_wrap_on_a_phone_and_gone_ones_leave_no_column(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", BOT, BOT, BOT)
    page = visit(room.link, width=390, height=844, touch=True)
    tiles = page.locator(".tile")
    expect(tiles).to_have_count(6)
    assert len({round(box_of(tile)["y"]) for tile in tiles.all()}) == 2
    room.play(most=1)
    page.locator(".akropolis:not([data-ply='0'])").wait_for()
    expect(tiles).to_have_count(2)
    first, second = (box_of(tile) for tile in tiles.all())
    strip = box_of(page.locator(".site"))
    assert second["x"] + second["width"] > strip["x"] + strip["width"] * 0.7
    assert first["y"] == second["y"]


@pytest.mark.parametrize("width", [1440, 1920])
def test_the_site_goes_across_the_page_and_holds_the_turns_of_the_rivals(visit: Visit, late: HttpTable, width: int) -> None:
    page = visit(late.link, width=width, height=900)
    page.locator(".site [data-rival]").first.wait_for()
    site, side, board = (box_of(page.locator(one)) for one in (".site", "aside", ".scene"))
    assert site["height"] == 176
    assert abs(site["x"] + site["width"] - side["x"] - side["width"]) <= 1
    assert site["y"] + site["height"] <= side["y"]
    assert board["x"] + board["width"] <= side["x"]
    for rival in page.locator(".site [data-rival]").all():
        line = box_of(rival)
        assert line["y"] + line["height"] <= site["y"] + site["height"]
        assert line["x"] + line["width"] <= site["x"] + site["width"]


def test_a_tile_is_enlarged_and_named_under_a_pointer_and_a_finger(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", BO)
    page = visit(room.link)
    page.locator(".tile[data-slot='1']").hover()
    large = page.locator("[data-large]")
    expect(large).to_be_visible()
    names = [page.evaluate("kind => kind.replace('_', ' ')", kind) for kind in room.now()["view"]["tiles"][str(room.now()["view"]["site"][1])]]
    expect(large).to_contain_text(", ".join(names), ignore_case=True)
    page.mouse.move(5, 5)
    expect(large).to_have_count(0)
    phone = visit(room.link, width=390, height=844, touch=True)
    finger = Finger(phone)
    finger.go(middle(phone.locator(".tile[data-slot='0']")))
    expect(phone.locator("[data-large]")).to_be_visible()
    finger.lift()
    expect(phone.locator("[data-large]")).to_have_count(0)
    expect(phone.locator(".tile.held")).to_have_count(0)  # a long look takes nothing


def test_the_laid_tile_is_dragged_and_the_wheel_turns_it(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", BO)
    page = visit(room.link)
    before = take_up(page)
    x, y = middle(page.locator("[data-ghost] .tile"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    page.mouse.move(*far_place(page, x), steps=5)
    page.mouse.up()
    expect(page.locator(f"{LAID}:not([data-ghost='{before}'])")).to_have_count(1)
    assert room.now()["ply"] == 0  # a drag plays nothing
    dragged = page.locator(LAID).get_attribute("data-ghost")
    x, y = middle(page.locator("[data-ghost] .tile"))
    page.mouse.move(x, y)
    page.mouse.wheel(0, 100)
    expect(page.locator(f"{LAID}:not([data-ghost='{dragged}'])")).to_have_count(1)
    assert page.evaluate("scrollY") == 0


def test_a_finger_drags_the_laid_tile_and_a_thumb_may_slip(visit: Visit, address: str) -> None:
    room = HttpTable(address, "akropolis", BO)
    page = visit(room.link, width=390, height=844, touch=True)
    before = take_up(page)
    x, y = middle(page.locator("[data-ghost] .tile"))
    finger = Finger(page)
    to = far_place(page, x)
    finger.go((x, y), (x, y + 30), (to[0], to[1] + 50), (to[0], to[1] + 56))  # the tile is seen above the finger
    finger.lift()
    expect(page.locator(f"{LAID}:not([data-ghost='{before}'])")).to_have_count(1)
    assert room.now()["ply"] == 0
    x, y = middle(page.locator("[data-ghost] .tile"))
    finger.go((x, y), (x + 9, y + 9))  # a tap with a slip of 13 pixels
    finger.lift()
    page.locator(".akropolis[data-ply='1']").wait_for()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_hexes_are_wide_enough_for_a_thumb_and_the_laid_tile_is_in_sight(visit: Visit, late: HttpTable, width: int, height: int) -> None:
    page = visit(late.link, width=width, height=height, touch=True)
    take_up(page)
    for key in ("ArrowLeft",) * 5 + ("ArrowDown",) * 6 + ("ArrowRight",) * 8 + ("ArrowUp",) * 8:
        page.keyboard.press(key)
        tile, stage = box_of(page.locator("[data-ghost] .tile")), box_of(page.locator(".stage > svg"))
        assert stage["x"] <= tile["x"] + 2
        assert tile["x"] + tile["width"] <= stage["x"] + stage["width"] + 2
        assert stage["y"] <= tile["y"] + 24
        assert tile["y"] + tile["height"] <= stage["y"] + stage["height"] + 2
    assert min(box_of(place)["width"] for place in page.locator(".place.legal:not(.high)").all()[:5]) >= 0.93 * 44 - 1
    for button in page.locator(".akropolis button:visible").all():
        box = box_of(button)
        assert min(box["width"], box["height"]) >= 43.5, button.evaluate("button => button.outerHTML")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_the_reasons_of_a_colour_stand_on_the_board_in_sight(visit: Visit, late: HttpTable, width: int, height: int) -> None:
    page = visit(late.link, width=width, height=height, touch=True)
    page.locator("[data-colour=house]").tap()
    expect(page.locator(".scene [data-reasons=house]")).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("[data-reasons]")).to_have_count(0)


def test_in_landscape_nothing_lies_on_something_else(visit: Visit, late: HttpTable) -> None:
    page = visit(late.link, width=844, height=390, touch=True)
    take_up(page)
    site, scene = box_of(page.locator(".site")), box_of(page.locator(".scene"))
    assert scene["x"] + scene["width"] <= site["x"]
    play = page.get_by_role("button", name="Play this move")
    expect(play).to_be_in_viewport(ratio=1)
    assert box_of(play)["y"] >= site["y"] + site["height"]
    assert site["y"] >= 0
    for rival in page.locator("[data-rival]").all():
        box = box_of(rival)
        assert box["x"] + box["width"] <= scene["x"] + scene["width"]
    assert page.locator("[data-rival] b").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth + 1)"), "whole names"
    boxes = [box_of(one) for one in page.locator(".turns > button, .akropolis .tool:visible, [data-city], [data-rival], .acts > button").all()]
    for a, b in itertools.combinations(boxes, 2):
        apart = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1 or a["y"] + a["height"] <= b["y"] + 1
        assert apart or b["y"] + b["height"] <= a["y"] + 1, (a, b)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_one_table_for_four_cities_is_never_cut(visit: Visit, late: HttpTable, language: str) -> None:
    page = visit(late.link, language=language)
    table = page.locator(".sheet .wide")
    table.wait_for()
    take_up(page)
    assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
    assert page.locator("#sheet").evaluate("panels => panels.scrollHeight <= panels.clientHeight + 1"), "the total stands in sight"
    for name in table.locator("thead .name").all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth + 1"), name.inner_text()
    view = late.now()["view"]
    for seat in range(4):
        expect(table.locator(f"[data-score='{seat}']")).to_have_text(str(view["seats"][seat]["score"]))
    sheet = view["seats"][0]["sheet"]["house"]
    expect(table.locator("tr:has([data-colour=house]) .value")).to_have_text(f"{sheet['value']} × {sheet['stars']}")
    assert page.locator("[data-city='1'] svg path[transform]").count() > 3  # signs, not colour alone


def test_a_rivals_turn_is_shown_again_on_that_city(visit: Visit, late: HttpTable) -> None:
    page = visit(late.link)
    line = page.locator("[data-rival='2'] button.line")
    expect(line.locator("svg image")).not_to_have_count(0)  # the tile that was taken
    line.click()
    expect(page.locator("[data-city='2']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".scene .again")).to_contain_text("level")
    expect(page.locator(".scene path.described")).to_have_count(3)


def test_only_the_owner_reads_your_city(visit: Visit, late: HttpTable) -> None:
    page = visit(f"/table/{late.id}")
    expect(page.locator(".whose")).to_contain_text("City of Ada")
    expect(page.get_by_text("Your city")).to_have_count(0)


def test_in_words_places_are_named_and_the_last_tile_is_left_over(visit: Visit, late: HttpTable, finished: HttpTable) -> None:
    page = visit(late.link)
    page.locator(".akropolis").wait_for()
    page.keyboard.press("t")
    expect(page.locator(".coordinates")).to_contain_text("0,0")
    page.locator(".twin [data-slot='0']").click()
    expect(page.locator(".twin [data-space]").filter(has_text=" to the ")).not_to_have_count(0)
    expect(page.locator(".twin")).to_contain_text("The last tile:")
    page.goto(finished.link)
    expect(page.locator(".twin ol").first).to_contain_text("left over")
    expect(page.locator(".twin ol").first).not_to_contain_text("free")


@pytest.fixture
def lively(browser: Browser, address: str) -> Iterator[Page]:
    """A page of somebody who does not mind motion."""
    context = browser.new_context(base_url=address, locale="en", viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    yield context.new_page()
    context.close()


def sums(view: dict[str, Any]) -> list[str]:
    """The scores of all seats, the best first."""
    return [str(seat["score"]) for seat in sorted(view["seats"], key=lambda seat: seat["rank"])]


def test_the_end_is_counted_colour_by_colour_and_can_be_skipped(lively: Page, finished: HttpTable) -> None:
    page, view = lively, finished.now()["view"]
    page.goto(finished.link)
    expect(page.locator(".ending[data-counted='6']")).to_be_visible()  # opened late: all is counted
    winner = next(n for n, seat in enumerate(view["seats"]) if seat["rank"] == 1)
    page.evaluate(WATCH, f".bars [data-sum='{winner}']")
    page.get_by_role("button", name="Count again").click()
    page.evaluate("() => new Promise(done => { const look = () => window.seen[2] ? done() : requestAnimationFrame(look); look(); })")
    points = view["seats"][winner]["breakdown"]
    seen = page.evaluate("() => window.seen")
    assert seen["1"] == ["house", str(points["house"]), 0]  # nobody tells the end
    assert seen["2"] == ["market", str(points["house"] + points["market"]), 0]
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".ending[data-counted='6']")).to_be_visible()
    expect(page.locator(".bars .sum")).to_have_text(sums(view))
    page.locator(".path [data-line=temple]").click()
    expect(page.locator(f".ending[data-line=temple] [data-points='{points['temple']}']")).to_be_visible()


def worst(choice: dict[str, Any]) -> float:
    """Prefer what brings least."""
    return -2.0 * float(sum((choice.get("gain") or {}).values()))


def test_nothing_tells_the_winner_before_all_is_counted(lively: Page, address: str) -> None:
    room = HttpTable(address, "akropolis", BO)
    while room.decide(0, taste=worst) or room.decide(1):
        pass
    view = room.now()["view"]
    assert [seat["rank"] for seat in view["seats"]] == [2, 1]
    page = lively
    page.goto(room.link)
    ending = page.locator(".ending")
    expect(ending).to_have_attribute("data-staged", "1")  # all is counted: the winner's city
    page.get_by_role("button", name="Count again").click()
    expect(ending).to_have_attribute("data-counted", "2")
    expect(ending).to_have_attribute("data-staged", "0")  # one's own city
    expect(page.locator(".ending h2")).to_have_text("Your city")
    lines = [page.locator(f".sheet tr:has([data-colour={colour}])").inner_text() for colour in ("house", "garden")]
    assert any(sign.isdigit() for sign in lines[0])
    assert not any(sign.isdigit() for sign in lines[1])
    expect(page.locator("[aria-label=Players] .star")).to_have_count(0)
    expect(page.locator(".sheet [data-score]")).to_have_count(0)
    page.get_by_role("button", name="Skip").click()
    expect(ending).to_have_attribute("data-staged", "1")
    expect(page.locator("[aria-label=Players] .star")).to_have_count(1)
    expect(page.locator("[data-city='1']")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-city='0']").click()
    expect(ending).to_have_attribute("data-staged", "0")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_with_reduced_motion_the_end_opens_at_its_last_state(visit: Visit, finished: HttpTable, width: int, height: int) -> None:
    page = visit(finished.link, width=width, height=height, touch=True)
    expect(page.locator(".ending[data-counted='6']")).to_be_visible()
    expect(page.locator(".bars .sum")).to_have_text(sums(finished.now()["view"]))
    for name in page.locator(".path button").all():
        expect(name).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 390)])
def test_axe_finds_nothing_at_the_end_and_with_four_cities(visit: Visit, finished: HttpTable, late: HttpTable, theme: str, width: int) -> None:
    page = visit(finished.link, theme=theme, width=width, height=844)
    page.locator(".ending").wait_for()
    wrong = violations(page)
    page.goto(late.link)
    page.locator("[data-colour=temple]").click()
    page.locator("[data-reasons=temple]").wait_for()
    wrong += violations(page)
    assert not wrong, "\n".join(wrong)
