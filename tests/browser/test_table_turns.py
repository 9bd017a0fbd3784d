"""What the rivals did: the whole turn is marked and told in one line each, and a screen reader hears it as one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from http_table import HttpTable

Visit = Callable[..., Page]
LINE = "[data-rival]"


def turn_of(table: HttpTable, seat: int) -> list[int]:
    """Let a seat take its whole turn; its decisions, numbered from 1."""
    before = table.now(seat)["ply"]
    while table.decide(seat, taste=lambda choice: 50.0 * ("-" in choice["text"])):
        pass
    return list(range(before + 1, table.now(seat)["ply"] + 1))


def test_a_turn_of_two_decisions_is_one_line_and_one_sentence(visit: Visit, address: str) -> None:
    table = HttpTable(address, "blueprints", {"kind": "here", "name": "Bo"})
    page = visit(table.link)
    page.locator(".board [data-ply]").wait_for()
    turn_of(table, 0)
    plies = turn_of(table, 1)
    assert len(plies) == 2, "with two players a turn is to take a die and to remove one"
    line = page.locator(LINE)
    expect(line).to_have_attribute("data-plies", " ".join(map(str, plies)))
    expect(line).to_contain_text(re.compile(r"^\s*Bo\s+takes the .* · removes the "))
    expect(page.locator("main > [aria-live]")).to_have_text(re.compile(r"^Bo takes the [^.]*, removes the [^.]*\. Your turn\.$"))


def test_every_rival_has_a_line_and_it_empties_after_ones_own_turn(visit: Visit, address: str) -> None:
    others = [{"kind": "here", "name": name} for name in ("Bo", "Cy")]
    table = HttpTable(address, "akropolis", *others)
    page = visit(table.link)
    page.locator(".board [data-ply]").wait_for()
    expect(page.locator(LINE)).to_have_count(2)
    for seat in range(3):
        table.decide(seat)
    expect(page.locator(LINE).nth(0)).to_contain_text("Bo lays a tile")
    expect(page.locator(LINE).nth(1)).to_contain_text("Cy lays a tile")
    table.decide(0)
    expect(page.locator(LINE).nth(0)).to_contain_text("to play")
    expect(page.locator(LINE).nth(1)).to_have_attribute("data-plies", "")


def test_alone_the_architect_is_told_and_the_verdict_names_his_points(visit: Visit, address: str) -> None:
    table = HttpTable(address, "akropolis")
    page = visit(table.link)
    page.locator(".board [data-ply]").wait_for()
    table.decide(0)
    name = page.locator("[aria-label=Players] li b").nth(1).inner_text()
    expect(page.locator(LINE)).to_contain_text(re.compile(rf"{name}\s+takes a tile"))
    table.play(most=99)
    score = table.now()["view"]["architect"]["score"]
    expect(page.locator(".status")).to_contain_text(re.compile(rf"You (win|lose), \d+ to {name}’s {score}\."))


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_a_tap_on_the_line_shows_it_again(visit: Visit, address: str, size: tuple[int, int]) -> None:
    table = HttpTable(address, "akropolis", {"kind": "here", "name": "Bo"})
    for seat in (0, 1):
        table.decide(seat)
    page = visit(table.link, width=size[0], height=size[1], touch=size[0] < 900)
    button = page.locator(f"{LINE} button")
    button.wait_for()
    box = button.bounding_box()
    assert box is not None and box["height"] >= 44 and box["y"] + box["height"] <= size[1]
    (button.tap if size[0] < 900 else button.click)()
    expect(page.locator("[data-city='1']")).to_have_attribute("aria-pressed", "true")
    if size[0] < 900:
        expect(page.locator(".note")).to_contain_text("lays a tile")


def test_the_board_keeps_its_place_for_who_begins_the_next_move_at_once(visit: Visit, address: str) -> None:
    page = visit(HttpTable(address, "blueprints", {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}).link)
    bar = "document.querySelector('.bar').offsetHeight"
    for _ in range(12):
        page.locator("[data-turn=true]").wait_for()
        idle = page.evaluate(bar)
        page.keyboard.press("1")
        page.locator("[data-space][aria-pressed=true]").wait_for()
        ply, tall = page.locator("[data-ply]").get_attribute("data-ply"), page.evaluate(bar)
        page.keyboard.press("Enter")
        page.wait_for_function("before => document.querySelector('[data-turn=true]')?.dataset.ply > before", arg=ply)
        page.locator("[data-die]").last.dispatch_event("pointerdown")
        if tall > idle and page.evaluate(bar) == tall:  # begun in time, after a move with more to say than whose turn it is
            break
        page.wait_for_timeout(1000)
    else:
        raise AssertionError("no move was begun before the bar had shrunk")
    page.wait_for_timeout(1200)
    assert page.evaluate(bar) == tall
