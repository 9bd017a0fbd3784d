"""Blueprints through its own board: by clicks, by keys alone, by touch, two people at one screen, and looked at by axe-core."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from axe import violations
from gained import building_points
from http_table import HttpTable

Visit = Callable[..., Page]
SEEN = """part => {
    document.querySelector('.stage').scrollIntoView({ block: 'nearest' });
    for (const shape of document.querySelectorAll(`.space[data-choice] ${part}`)) {
        const { x, y, width, height } = shape.getBoundingClientRect();
        for (const share of [0.5, 0.25, 0.75]) {
            const [px, py] = [x + width * share, y + height / 2];
            const found = document.elementFromPoint(px, py)?.closest('.space, [data-flag]');
            if ((found?.dataset.space ?? found?.dataset.flag) === shape.closest('.space').dataset.space) return [px, py];
        }
    }
}"""


REACHED = """() => [...document.querySelectorAll('.space[data-choice]')].map(space => space.dataset.space).filter(name => {
    const shapes = [document.querySelector(`.space[data-space=${name}] .legal`), document.querySelector(`[data-flag=${name}]`)].filter(shape => shape);
    return shapes.length && shapes.some(shape => {
        const { x, y, width, height } = shape.getBoundingClientRect();
        return [0.5, 0.3, 0.7].every(share => {
            const on = document.elementFromPoint(x + width * share, y + height / 2), found = on?.closest('.space, [data-flag]');
            return (found?.dataset.space ?? found?.dataset.flag) !== name && !(shape.matches('.legal') && on?.matches('.legal'));
        });
    });
})"""
"""Legal spaces whose top or label a pointer cannot reach. A top may lie right behind another legal top, as the ground behind a die does: its label is there."""


BO, BOT = {"kind": "here", "name": "Bo"}, {"kind": "bot", "bot": "random"}


def ready(page: Page) -> bool:
    """Wait for our turn; a scored round is closed. False: the game is over."""
    page.wait_for_function("() => document.querySelector('.scoring, .ending, [data-game][data-turn=true]')")
    if page.locator(".ending").count():
        return False
    if page.locator(".scoring").count():
        page.keyboard.press("Escape")
        expect(page.locator(".scoring")).to_have_count(0)
        return ready(page)
    return True


def ply_of(page: Page) -> int:
    """How many decisions the page shows."""
    return int(page.locator("[data-ply]").get_attribute("data-ply") or 0)


def wait_beyond(page: Page, ply: int) -> None:
    """Wait until the page shows that the decision at this ply was taken."""
    page.wait_for_function("n => Number(document.querySelector('[data-ply]')?.dataset.ply) > n", arg=ply)


def point_at(page: Page, act: str, part: str) -> None:
    """Click or tap a part of a space where a person sees it; what a stack hides is turned to the front first."""
    for _ in range(4):
        seen = page.evaluate(SEEN, part)
        if seen:
            page.mouse.click(*seen) if act == "click" else page.touchscreen.tap(*seen)
            return
        page.keyboard.press(".")
    raise AssertionError(f"{part} is hidden from all sides")


def ready_choices(table: HttpTable) -> list[dict[str, Any]]:
    """What the first seat may do, once it is its turn."""
    table.wait()
    return list(table.now()["choices"])


def take_and_place(page: Page, act: str) -> str:
    """One decision on the board, by clicks or taps; the text of the move."""
    if page.locator(".pool.removing").count():
        die = page.locator("[data-die]").first
        text = die.get_attribute("data-choice") or ""
        getattr(die, act)()
        getattr(die, act)()
        return text
    getattr(page.locator("[data-die]").last, act)()
    chosen = page.locator("[data-space][aria-pressed=true]")
    if not chosen.count():
        point_at(page, act, ".legal")
    text = chosen.get_attribute("data-choice") or ""
    if text.endswith("x"):
        getattr(chosen, act)()
    else:
        point_at(page, act, ".gold")
    return text


def test_a_whole_game_by_clicks_and_every_gain_is_what_the_building_gets(visit: Visit, address: str, shots: Path) -> None:
    table = HttpTable(address, "blueprints", BOT, BOT)
    page = visit(table.link)
    decisions = 0
    while ready(page):
        before = table.now()
        gains = {choice["text"]: choice["gain"] for choice in before["choices"]}
        number = before["view"]["round"]
        text = take_and_place(page, "click")
        wait_beyond(page, before["ply"])
        then, now = (building_points(view, 0, number) for view in (before["view"], table.now()["view"]))
        assert gains[text] == {line: now[line] - then[line] for line in then if line != "total" and now[line] != then[line]}
        decisions += 1
    assert decisions == 18
    assert table.now()["status"] == "over"
    page.get_by_role("button", name="Round 1: show the scoring").click()
    page.get_by_role("button", name="To the result").click()
    expect(page.locator(".scoring .sheet")).to_contain_text(re.compile("Gold award"))
    page.screenshot(path=shots / "blueprints-scoring.png")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Round 3: show the scoring").click()
    page.get_by_role("button", name="To the result").click()
    expect(page.get_by_role("dialog", name="Scoring of round 3")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".ending[data-over=true]")).to_be_visible()


def test_a_whole_game_by_keys_alone(visit: Visit, address: str) -> None:
    table = HttpTable(address, "blueprints", BOT, BOT)
    page = visit(table.link)
    decisions = 0
    while ready(page):
        before = ply_of(page)
        page.keyboard.press("1")
        expect(page.locator("[data-space][aria-pressed=true]")).to_have_count(1)
        page.keyboard.press("ArrowLeft")  # to another space, if the die may lie there
        page.keyboard.press("1")  # the same key puts it down
        expect(page.locator("[data-space][aria-pressed=true]")).to_have_count(0)
        page.keyboard.press("1")
        page.locator("[data-space][aria-pressed=true]").wait_for()
        page.keyboard.press("Enter")
        wait_beyond(page, before)
        decisions += 1
    assert decisions == 18


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_whole_game_of_two_by_touch_with_a_reload_in_the_middle(visit: Visit, address: str, width: int, height: int) -> None:
    table = HttpTable(address, "blueprints", BOT)
    page = visit(table.link, width=width, height=height, touch=True)
    decisions = 0
    while ready(page):
        before = table.now()["ply"]
        take_and_place(page, "tap")
        wait_beyond(page, before)
        decisions += 1
        if decisions == 6:
            page.reload()
        if decisions == 12:
            page.locator(".scoring").wait_for()
            page.get_by_role("button", name="Next").tap()
            expect(page.locator(".scoring")).to_have_attribute("data-step", "1")
            page.locator(".scoring").get_by_role("button", name="Close").tap()
            expect(page.locator(".scoring")).to_have_count(0)
    assert decisions == 36
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_cannot_be_played_is_explained_and_space_may_come_before_die(visit: Visit, address: str) -> None:
    page = visit(HttpTable(address, "blueprints", BOT, BOT).link)
    ready(page)
    page.locator("[data-die]").first.click()
    page.locator(".space[aria-label$=hatched]").first.click()
    expect(page.get_by_text("is hatched on your plan")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-die][aria-pressed=true]")).to_have_count(0)
    page.locator(".space:not([aria-label$=hatched])").first.click(force=True)
    page.locator("[data-die].fits").first.click()
    expect(page.locator(".gold")).to_be_visible()
    page.locator(".stage svg").first.click(position={"x": 240, "y": 8})
    expect(page.locator(".gold")).to_have_count(0)


def test_the_rows_of_the_panel_say_what_they_count(visit: Visit, address: str) -> None:
    page = visit(HttpTable(address, "blueprints", BOT, BOT).link)
    ready(page)
    page.locator("[data-prize=skyscraper]").click()
    expect(page.locator("#tip")).to_contain_text("a stack of 5 dice or more")
    page.keyboard.press("Escape")
    page.locator(".panel .ask").first.focus()
    for words in ("1 to 6 recycled dice", "on level 1, 2, 3", "also when covered", "planned heights", "then it is forgotten"):
        page.keyboard.press("Tab")
        expect(page.locator("#tip")).to_contain_text(words)


def test_every_legal_space_can_be_pointed_at_behind_a_tower_too(visit: Visit, address: str) -> None:
    made = (HttpTable(address, "blueprints", BOT, BOT) for _ in range(20))
    table = next(table for table in made if len({choice.get("space") for choice in ready_choices(table)}) > 3)  # room beside a tower
    front = next(space for space in ("b3", "a3", "b2", "a2") if any(choice.get("space") == space for choice in ready_choices(table)))
    for _ in range(4):
        table.decide(taste=lambda choice: 100 * (choice.get("space") == front))
        table.wait()
    page = visit(table.link)
    ready(page)
    expect(page.locator(".out [data-space]")).to_have_count(0)
    expect(page.get_by_role("heading", name="Out of this round")).to_be_visible()
    seen = 0
    for die in page.locator("[data-die]").all():
        die.click()
        expect(page.locator("[data-die][aria-pressed=true]")).to_have_count(1)
        if page.locator(".out [data-space]").count():  # it fits nowhere: only now there is a button for that
            page.keyboard.press("Escape")
            continue
        hidden = page.evaluate(REACHED)
        assert not hidden, f"cannot be pointed at: {hidden}"
        seen += page.locator("[data-flag]").count()
        if page.locator("[data-flag]").count():
            flag = page.locator("[data-flag]").first
            space = flag.get_attribute("data-flag")
            flag.click()
            expect(page.locator(f"[data-space={space}][aria-pressed=true]")).to_have_count(1)
        page.keyboard.press("Escape")
    assert seen


def test_what_a_round_brings_is_shown_when_it_was_told(visit: Visit, address: str) -> None:
    table = HttpTable(address, "blueprints", BOT)
    page = visit(table.link)
    ready(page)
    expect(page.locator(".status")).to_contain_text("then remove another from the pool")
    table.play(most=12)
    page.locator(".scoring").wait_for()
    expect(page.locator(".panel")).to_contain_text("Your building of round 1")
    expect(page.locator(".panel .seats .ask")).to_have_count(0)
    expect(page.locator(".status")).to_contain_text("close the scoring")
    expect(page.get_by_label("Players").locator(".score")).to_have_text(["…", "…"])
    page.get_by_role("button", name="To the result").click()
    expect(page.locator(".scoring")).to_contain_text(re.compile("scored? (least|less)"))
    page.keyboard.press("Escape")
    expect(page.locator(".panel .seats [data-tip='about.points']")).to_have_count(2)
    expect(page.get_by_label("Players").locator(".score")).to_have_text([re.compile(r"\d")] * 2)
    expect(page.locator(".panel .seats [data-tip^='about.card']").first).to_be_visible()


def test_two_people_at_one_screen_see_nothing_of_each_other(visit: Visit, address: str) -> None:
    table = HttpTable(address, "blueprints", BO)
    page = visit(table.link)
    page.get_by_role("button", name="I am Bo").or_(page.locator("[data-die]").first).first.wait_for()
    page.goto("/")
    page.goto(f"/table/{table.id}#{table.secrets[1]}")
    first = "Ada" if table.now()["view"]["to_move"] == 0 else "Bo"
    second = "Bo" if first == "Ada" else "Ada"
    page.get_by_role("button", name=f"I am {first}").click()
    ready(page)
    take_and_place(page, "click")
    page.locator(".pool.removing").wait_for()
    expect(page.locator(".space[aria-label*=' die:']")).to_have_count(1)
    page.keyboard.press("2")  # the second die of the turn, by keys
    expect(page.locator(".pool button[aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Enter")
    page.get_by_role("button", name=f"I am {second}").wait_for()
    expect(page.locator(".space")).to_have_count(0)
    expect(page.locator(".panel")).to_have_count(0)
    page.get_by_role("button", name=f"I am {second}").click()
    ready(page)
    expect(page.locator(".space[aria-label*=' die:']")).to_have_count(0)
    expect(page.locator(".gold")).to_have_count(0)


def test_the_table_in_words_is_enough_to_play(visit: Visit, address: str) -> None:
    page = visit(HttpTable(address, "blueprints", BOT, BOT).link)
    ready(page)
    page.keyboard.press("t")
    choice = page.locator(".twin [data-choice]").first
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    before = ply_of(page)
    page.locator(".twin button.main").click()
    wait_beyond(page, before)


@pytest.mark.parametrize(("theme", "language", "width"), [("light", "fr", 1440), ("dark", "en", 390)])
def test_no_rule_of_access_is_broken(visit: Visit, address: str, theme: str, language: str, width: int) -> None:
    table = HttpTable(address, "blueprints", BOT, BOT)
    table.play(most=6)  # a scored round to look at
    page = visit(table.link, theme=theme, language=language, width=width, height=844)
    ready(page)
    page.locator("[data-die]").last.click()
    found = violations(page)
    page.locator(".rounds button").first.click()
    page.locator(".scoring").wait_for()
    found += violations(page)
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.locator(".twin").wait_for()
    found += violations(page)
    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
