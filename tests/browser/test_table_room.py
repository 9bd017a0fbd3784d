"""Room at the table: one row for the header, a prompt as high as it needs, a long log, phones upright and sideways."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from http_table import HttpTable

Visit = Callable[..., Page]
GAMES = ("amytis", "akropolis", "blueprints")
KEEP_SOCKETS = """
    window.sockets = [];
    const Real = WebSocket;
    window.WebSocket = class extends Real { constructor(url) { super(url); window.sockets.push(this) } };
    window.block = () => { // no new connection opens
        window.WebSocket = class { static OPEN = 1; static CLOSED = 3; readyState = 0; close() {} send() {} };
        sockets.at(-1).close();
    };
"""
# What lies over a part: the topmost thing at its middle and near its corners is the part itself, or in it, or holds it.
COVERED = """part => {
    const box = part.getBoundingClientRect(), inset = 6;
    const spots = [[.5, .5], [0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) =>
        [box.left + inset + x * (box.width - 2 * inset), box.top + inset + y * (box.height - 2 * inset)]);
    return spots.map(([x, y]) => document.elementFromPoint(x, y)).some(top => !top || !(part.contains(top) || top.contains(part)));
}"""
SMALL = """part => [...part.querySelectorAll('button, summary, a.button')]
    .filter(one => one.checkVisibility() && getComputedStyle(one).visibility === 'visible' && !one.closest('.stage svg'))
    .map(one => [one.textContent.trim() || one.ariaLabel, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""


def started(visit: Visit, address: str, game: str, width: int, height: int, most: int = 6, seats: int = 2) -> Page:
    """A game some turns old."""
    table = HttpTable(address, game, *[{"kind": "here", "name": "Bo"}] * (seats - 1))
    for _ in range(most):
        for seat in range(seats):
            while table.decide(seat):
                pass
    page = visit(table.link, width=width, height=height, touch=width < 900)
    page.locator(".board [data-ply]").wait_for()
    page.wait_for_timeout(300)
    return page


def box_of(page: Page, selector: str) -> dict[str, float]:
    """Where a part lies."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


@pytest.mark.parametrize("game", GAMES)
def test_one_header_row_and_a_log_of_eight_lines(visit: Visit, address: str, game: str) -> None:
    page = started(visit, address, game, 1440, 900, most=8)
    assert box_of(page, ".top")["height"] == 56
    assert page.locator("header").count() == 1
    parts = page.locator(".top > *").evaluate_all("all => all.map(one => one.getBoundingClientRect()).map(box => [box.top, box.bottom])")
    assert all(top >= 0 and bottom <= 57 for top, bottom in parts)
    lines = page.locator(".log ol").evaluate("list => list.clientHeight / 19")
    assert lines >= 8, "so many lines of text are in sight"
    assert page.evaluate("document.documentElement.scrollHeight") <= 900


def test_four_seats_fit_and_no_name_is_broken(visit: Visit, four_games: str) -> None:
    page = visit(four_games)
    page.evaluate("localStorage.setItem('ziggurat.bot.cairn', '\"greedy\"')")
    page.goto(f"{four_games}/new/cairn")
    while page.get_by_role("button", name="Add a seat").is_enabled() and page.locator(".seat, [aria-label^='Seat ']").count() < 4:
        page.get_by_role("button", name="Add a seat").click()
        if page.get_by_role("button", name="Add a seat").count() == 0:
            break
    page.locator("button.start:enabled").click()
    page.locator("[data-choice]").first.wait_for()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        heads = page.locator("thead th[scope=col][title]")
        assert heads.count() >= 3
        assert set(heads.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().height))")) <= {24, 25, 26}, "one line each"
        table = page.locator("table").first
        assert table.evaluate("table => table.scrollWidth <= table.parentElement.clientWidth + 1")


@pytest.mark.parametrize("game", GAMES)
def test_sideways_the_board_is_left_and_what_to_do_right(visit: Visit, address: str, game: str) -> None:
    page = started(visit, address, game, 844, 390)
    for selector in (".board", ".bar", ".acts", ".top", ".menu summary", "[data-rival]"):
        box = box_of(page, selector)
        assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 844 and box["y"] + box["height"] <= 390, selector
    bar = box_of(page, ".acts")
    assert bar["x"] > 530 and box_of(page, ".acts .main")["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 844
    for button in page.locator(".acts button, .menu summary, [data-rival] button").all():
        assert not button.evaluate(COVERED), button.inner_text()


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
@pytest.mark.parametrize("game", GAMES)
def test_on_phones_buttons_are_large_and_no_key_is_named(visit: Visit, address: str, game: str, size: tuple[int, int]) -> None:
    page = started(visit, address, game, *size)
    assert not page.locator("kbd:visible").count()
    small = [one for part in page.locator(".top, .turns, .bar, .feed .heads").all() for one in part.evaluate(SMALL)]
    assert not small, small


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_the_bar_without_a_connection_covers_nothing(visit: Visit, address: str, size: tuple[int, int]) -> None:
    table = HttpTable(address, "amytis", {"kind": "here", "name": "Bo"})
    page = visit("/", width=size[0], height=size[1])
    page.add_init_script(KEEP_SOCKETS)
    page.goto(table.link)
    page.locator(".board [data-ply]").wait_for()
    page.evaluate("block()")
    lost = page.get_by_text("No connection.")
    lost.wait_for()
    assert not lost.evaluate(COVERED)
    for selector in (".menu summary", ".acts button", ".say", ".board", "[data-rival] > *"):
        for part in page.locator(selector).all():
            box, bar = part.bounding_box(), lost.bounding_box()
            assert box is not None and bar is not None
            below, above = box["y"] >= bar["y"] + bar["height"], box["y"] + box["height"] <= bar["y"]
            assert below or above, selector
    assert box_of(page, ".acts")["y"] + box_of(page, ".acts")["height"] <= size[1]


def test_a_tip_is_short_first_and_can_be_switched_off(visit: Visit, address: str) -> None:
    page = started(visit, address, "akropolis", 1440, 900)
    thing = page.locator(".panels [data-tip]").first
    thing.hover()
    tip = page.locator("#tip")
    expect(tip).to_be_visible()
    first = tip.bounding_box()
    expect(tip.locator("p > span.unseen")).not_to_have_count(0)  # the rest is there for screen readers alone
    expect(tip.locator("p > span.unseen")).to_have_count(0, timeout=4000)
    longer = tip.bounding_box()
    assert first is not None and longer is not None and first["height"] < 60 and longer["height"] > first["height"]
    page.mouse.move(5, 400)
    expect(tip).to_be_hidden()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Tips").uncheck()
    page.get_by_role("button", name="Close").click()
    thing.hover()
    page.wait_for_timeout(700)
    expect(tip).to_be_hidden()


def test_no_tip_comes_to_a_pointer_that_rests(visit: Visit, address: str) -> None:
    page = started(visit, address, "akropolis", 1440, 900)
    box = page.locator(".panels [data-tip]").first.bounding_box()
    assert box is not None
    page.evaluate("document.querySelector('aside').style.visibility = 'hidden'")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(100)
    page.evaluate("document.querySelector('aside').style.visibility = ''")  # something comes under the pointer
    page.wait_for_timeout(900)
    expect(page.locator("#tip")).to_be_hidden()
    page.mouse.move(box["x"] + box["width"] / 2 + 2, box["y"] + box["height"] / 2)
    expect(page.locator("#tip")).to_be_visible()


def test_numbers_say_what_they_are(visit: Visit, address: str) -> None:
    page = started(visit, address, "akropolis", 1440, 900)
    for _ in range(2):
        page.keyboard.press("h")
        page.locator("button[aria-keyshortcuts=h][aria-busy=false]").wait_for(state="attached")
        page.locator(".hint").wait_for()
    expect(page.locator(".lens .sum")).to_have_text(re.compile(r"[+−]\d+\s*now"))
    expect(page.locator("[data-expected]")).to_have_text(re.compile(r"about [+−]\d+ expected by the end"))
