"""Four seats on laptops and phones: nothing is cut off or covered, totals are in sight, and names use the room there is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import apart, box_of
from http_table import HttpTable

Visit = Callable[..., Page]
NAMES = ("Bernadette", "Christophe", "Dominique L.")
CUT = "parts => parts.filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
COVERED = """() => {
    const covers = [...document.querySelectorAll('.others .screen, .others .dice, .others .cards')].map(one => one.getBoundingClientRect());
    const lines = [...document.querySelectorAll('[data-space] .body .line')];
    const points = lines.flatMap(line => [...line.points].map(point => point.matrixTransform(line.getScreenCTM())));
    const under = points.filter(({ x, y }) => covers.some(box => x > box.left && x < box.right && y > box.top && y < box.bottom));
    return [points.length, under.length];
}"""


def four(address: str, game: str) -> HttpTable:
    """A table of four people, each at a screen of their own."""
    table = HttpTable(address, game, *({"kind": "link"} for _ in NAMES))
    for seat, name in enumerate(NAMES, 1):
        table.call(f"/api/tables/{table.id}/join", {"name": name}, seat)
    return table


def play(table: HttpTable, decisions: int) -> None:
    for _ in range(decisions):
        now = table.now()
        if now["status"] == "running":
            table.decide(now["view"]["to_move"])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whoever_watches_akropolis_sees_the_prices_and_all_last_turns(visit: Visit, address: str, language: str) -> None:
    table = four(address, "akropolis")
    play(table, 14)
    for width, height in ((1366, 768), (1440, 900), (1920, 1080)):
        page = visit(f"/table/{table.id}", language=language, width=width, height=height)
        page.locator("[data-rival] .pictures svg").nth(3).wait_for()
        site = box_of(page.locator(".site"))
        expect(page.locator("[data-rival]")).to_have_count(4)
        for part in (*page.locator("[data-rival]").all(), *page.locator(".site .price").all()):
            box = box_of(part)
            assert box["y"] + box["height"] <= site["y"] + site["height"], (width, part.inner_text())
        assert page.locator("[data-score='0']").is_visible()
        assert box_of(page.locator("[data-score='0']"))["y"] + 40 < box_of(page.locator(".feed"))["y"], "the total is in sight"
        assert not page.locator("thead .name, .cities .name").evaluate_all(CUT)
        page.context.close()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1366, 850), (1440, 900)])
def test_in_blueprints_no_screen_covers_ones_own_dice_when_medals_are_won(visit: Visit, address: str, width: int, height: int) -> None:
    table = four(address, "blueprints")
    play(table, 24)
    page = visit(table.link, width=width, height=height)
    page.locator(".others .cards").first.wait_for()
    for _ in range(5):
        play(table, 4)
        page.locator(f".board [data-ply='{table.now()['ply']}']").wait_for()
        dice, under = page.evaluate(COVERED)
        assert dice and not under
    page.context.close()


@pytest.mark.parametrize("game", ["blueprints", "amytis"])
def test_the_totals_of_a_score_sheet_are_in_sight_on_a_laptop_and_names_are_whole(visit: Visit, address: str, game: str) -> None:
    table = four(address, game) if game == "blueprints" else HttpTable(address, game, {"kind": "here", "name": "Bo"})
    play(table, 200)
    assert table.now()["status"] == "over"
    page = visit(table.link, width=1366, height=768)
    total = page.locator(".panels [data-score='0']")
    total.wait_for()
    bottom = box_of(page.locator(".panels"))
    assert box_of(total)["y"] + box_of(total)["height"] < bottom["y"] + bottom["height"] - 44, "above what fades at the lower edge"
    assert not page.locator(".panels thead th > span:not(.unseen)").evaluate_all(CUT)


def test_on_a_phone_four_names_are_whole(visit: Visit, address: str) -> None:
    table = four(address, "akropolis")
    play(table, 12)
    page = visit(table.link, width=390, height=844, touch=True)
    page.locator("[data-rival]").nth(2).wait_for()
    assert not page.locator("[data-rival] b, .cities .name").evaluate_all(CUT)
    names = [box_of(one) for one in page.locator(".cities .name").all()]
    assert all(apart(one, other) for n, one in enumerate(names) for other in names[:n])
