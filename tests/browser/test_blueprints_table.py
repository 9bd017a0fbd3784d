"""The table of Blueprints: sizes on phones, rivals' turns shown again, cards face down, screens that open, tries while waiting, the ending."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from axe import violations
from browsing import apart, box_of
from http_table import HttpTable

Visit = Callable[..., Page]

BO, BOT = {"kind": "here", "name": "Bo"}, {"kind": "bot", "bot": "random"}
POINTS = {"gold": 3, "silver": 2, "bronze": 1}


@pytest.fixture(scope="module")
def finished(address: str) -> HttpTable:
    """A game of four that is over."""
    room = HttpTable(address, "blueprints", BOT, BOT, BOT)
    room.play(most=99)
    return room


@pytest.fixture(scope="module")
def late(address: str) -> HttpTable:
    """A game of four in its second round, where the first seat is to move."""
    room = HttpTable(address, "blueprints", BOT, BOT, BOT)
    room.play(most=9)
    return room


def open_at_turn(page: Page) -> None:
    """Wait for the first seat's turn, with no scoring open."""
    page.locator("[data-game][data-turn=true]").wait_for()
    if page.locator(".scoring").count():
        page.keyboard.press("Escape")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_on_phones_nothing_is_off_screen_and_buttons_fit_a_thumb(visit: Visit, late: HttpTable, width: int, height: int) -> None:
    page = visit(late.link, width=width, height=height, touch=True)
    open_at_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for place in page.locator("[data-die], .others > li, .out, .table .stage").all():
        expect(place).to_be_in_viewport(ratio=1)
    for button in page.locator(".board button:visible").all():
        if button.evaluate("button => button.matches('.ask')"):
            continue  # a text that explains itself
        box = box_of(button)
        assert min(box["width"], box["height"]) >= 43.5, button.evaluate("button => button.outerHTML")
    expect(page.get_by_role("button", name="Play this move")).to_be_in_viewport(ratio=1)
    parts = [box_of(page.locator(one)) for one in (".tray", ".out", ".others", ".board .stage .stage", ".bar")]
    assert all(apart(a, b) for a, b in itertools.combinations(parts, 2)), parts
    assert min(box_of(page.locator(".board .stage .stage"))["width"], box_of(page.locator(".board .stage .stage"))["height"]) >= 220


@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_phone_on_its_side_a_hint_leaves_the_dice_in_sight(visit: Visit, late: HttpTable, language: str) -> None:
    page = visit(late.link, language, width=844, height=390, touch=True)
    open_at_turn(page)
    for _ in range(2):
        page.keyboard.press("h")
        page.locator("[aria-keyshortcuts=h][aria-busy=false]").wait_for()
    page.locator(".expected").wait_for()
    assert apart(box_of(page.locator(".tray")), box_of(page.locator(".lens")))


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080), (820, 1180), (390, 844), (844, 390)])
def test_a_scored_round_is_told_on_the_board(visit: Visit, late: HttpTable, width: int, height: int) -> None:
    page = visit(late.link, width=width, height=height, touch=width < 900)
    open_at_turn(page)
    page.get_by_role("button", name="Round 1: show the scoring").click()
    scoring = page.locator(".scoring")
    scoring.scroll_into_view_if_needed()
    view = late.now()["view"]
    seat = view["rounds"][0]["order"][0]
    page.locator(".scoring button.main").click()  # from the building to its first line
    line = scoring.locator(".sum")
    expect(line.locator("strong")).to_have_text(re.compile(r"^\+\d+$"))
    points = view["rounds"][0]["seats"][seat]["points"]
    assert int(line.locator("strong").inner_text()) in points.values()
    assert apart(box_of(scoring), box_of(page.locator(".bar")))
    for button in scoring.locator("button").all():
        expect(button).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="To the result").click()
    assert scoring.locator("tr.awarded svg").count() == len(view["rounds"][0]["cards"])


def test_a_rivals_take_and_removal_are_marked_and_shown_again(visit: Visit, address: str) -> None:
    room = HttpTable(address, "blueprints", BO)
    seat = room.now()["view"]["to_move"]
    for who in (seat, seat, 1 - seat, 1 - seat) if seat == 0 else (1, 1):
        room.decide(who)
    view = room.now()["view"]
    page = visit(room.link)
    line = page.locator("[data-rival='1']")
    expect(line).to_have_attribute("data-plies", f"{view['ply'] - 1} {view['ply']}")
    expect(line.locator(".pictures svg")).to_have_count(2)
    expect(page.locator(".others [data-fresh]")).to_have_count(1)
    expect(page.locator(".out [data-fresh]")).to_have_count(2 if seat == 0 else 1)  # since the last turn: one's own, too
    line.locator("button").click()
    expect(page.locator(".others .again")).to_have_count(1)
    expect(page.locator(".out .again")).to_have_count(1)


def test_cards_lie_face_down_where_the_table_wants_it(visit: Visit, address: str) -> None:
    room = HttpTable(address, "blueprints", BO, face_down=True)
    while room.now()["view"]["round"] < 2:
        room.decide(room.now()["view"]["to_move"])
    page = visit(room.link)
    expect(page.locator(".others .facedown")).to_have_count(1)
    expect(page.locator(".panel .seats .facedown")).to_have_count(2)
    if page.locator(".scoring").count():
        page.keyboard.press("Escape")
    expect(page.locator(".panel .seats [data-tip^='about.card']")).to_have_count(0)
    page.get_by_role("button", name="Round 1: show the scoring").click()
    page.get_by_role("button", name="To the result").click()
    expect(page.locator(".scoring tr.awarded")).to_have_count(0)
    expect(page.locator(".scoring")).not_to_contain_text("Not won this round")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page.locator(".twin")).to_contain_text("Awards and prizes lie face down")


def test_the_screens_open_at_the_end_and_points_are_final(visit: Visit, finished: HttpTable) -> None:
    page = visit(finished.link)
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator("[data-open-screen]")).to_have_count(3)
    expect(page.locator("[data-open-screen] .die")).not_to_have_count(0)
    expect(page.locator(".board")).not_to_contain_text("so far")
    expect(page.locator(".panel")).not_to_contain_text("so far")
    expect(page.locator(".panel")).to_contain_text("The screens are open")


def test_the_label_of_a_stack_behind_is_not_drawn_on_the_one_in_front(visit: Visit, address: str) -> None:
    room = HttpTable(address, "blueprints", BO)
    seat = room.now()["view"]["to_move"]
    mine = room.now(seat)
    front = next(space for space in ("b3", "a3", "b2", "a2") if any(choice.get("space") == space for choice in mine["choices"]))

    def tower(choice: dict[str, Any]) -> float:
        return 100 * (choice.get("space") == front)

    while len(room.now(seat)["view"]["seats"][seat]["taken"]) < 4:
        room.decide(room.now()["view"]["to_move"], tower if room.now()["view"]["to_move"] == seat else lambda choice: 0)
    page = visit(f"/table/{room.id}#{room.secrets[seat]}")
    while room.now()["view"]["to_move"] != seat or room.now()["view"]["phase"] != "build":
        room.decide(room.now()["view"]["to_move"])
    page.locator("[data-game][data-turn=true]").wait_for()
    for die in page.locator("[data-die]").all():
        die.click()
        on_towers = page.evaluate("""() => [...document.querySelectorAll('[data-flag]')].flatMap(flag => {
            const own = document.querySelector(`.space[data-space='${flag.dataset.flag}']`), spaces = [...document.querySelectorAll('.stage .space')];
            const { x, y, width, height } = flag.querySelector('rect').getBoundingClientRect();
            return spaces.slice(spaces.indexOf(own) + 1).filter(other => other.querySelector('.body') && [...other.querySelectorAll('.area')].some(area =>
                area.isPointInFill(new DOMPoint(x + width / 2, y + height / 2).matrixTransform(area.getScreenCTM().inverse()))
            )).map(other => `${flag.dataset.flag} on ${other.dataset.space}`);
        })""")
        assert not on_towers
        page.keyboard.press("Escape")


def test_dice_are_tried_while_the_other_thinks(visit: Visit, address: str) -> None:
    room = HttpTable(address, "blueprints", BO)
    seat = room.now()["view"]["to_move"]
    page = visit(f"/table/{room.id}#{room.secrets[1 - seat]}")
    page.locator(".table.trying").wait_for()
    page.locator("[data-die][aria-disabled=false]").first.click()
    if not page.locator(".gold").count():
        page.locator("[data-flag]").first.click()
    expect(page.locator(".gold")).to_be_visible()
    room.decide(seat)  # now the other has a die to remove: that is not asked of us
    page.locator(".table[data-ply='1']").wait_for()
    expect(page.locator(".pool.removing")).to_have_count(0)


def test_the_preview_says_that_points_are_those_of_the_building(visit: Visit, late: HttpTable) -> None:
    page = visit(late.link)
    open_at_turn(page)
    page.keyboard.press("1")
    expect(page.locator("[data-lens] .sum")).to_contain_text("for the building")


def test_the_text_board_explains_coordinates_and_what_a_die_lies_on(visit: Visit, late: HttpTable) -> None:
    page = visit(late.link)
    open_at_turn(page)
    page.keyboard.press("t")
    expect(page.locator(".coordinates")).to_contain_text("a1 is the top left space")
    expect(page.locator(".twin [data-choice]").filter(has_text=re.compile("upon|empty"))).not_to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080), (820, 1180)])
def test_the_plan_fills_its_field(visit: Visit, late: HttpTable, width: int, height: int) -> None:
    page = visit(late.link, width=width, height=height)
    open_at_turn(page)
    stage = box_of(page.locator(".board .stage .stage > svg"))
    drawn = page.locator(".board .stage .stage > svg").evaluate("svg => { const box = svg.viewBox.baseVal; return box.width / box.height }")
    assert max(stage["width"] / (stage["height"] * drawn), 1) <= 1.35, "a hole beside the plan"


@pytest.fixture
def lively(browser: Browser, address: str) -> Iterator[Page]:
    """A page of somebody who does not mind motion."""
    context = browser.new_context(base_url=address, locale="en", viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    yield context.new_page()
    context.close()


def test_the_end_turns_up_the_cards_round_by_round_and_can_be_skipped(lively: Page, finished: HttpTable) -> None:
    page, view = lively, finished.now()["view"]
    page.goto(finished.link)
    expect(page.locator(".ending[data-over=true]")).to_be_visible()  # opened late: all is counted
    page.get_by_role("button", name="Count again").click()
    expect(page.locator(".ending[data-over=false]")).to_be_visible()
    expect(page.locator("[aria-label=Players] .score").first).to_have_text("…")
    expect(page.locator(".panel .seats [data-tip^='about.card']")).to_have_count(0)
    expect(page.locator(".panel")).not_to_contain_text(re.compile(r"\d points?"))
    expect(page.locator("aside")).not_to_contain_text(re.compile("wins the|scores"))  # the log is silent, too
    for _ in range(60):
        if page.locator(".ending[data-turned='1']").count():
            break
        page.locator(".ending").get_by_role("button", name="Next").click()
    won = [sum(POINTS.get(card, 2) for card in seat["cards"]) for seat in view["rounds"][0]["seats"]]
    expect(page.locator(".ending tr[data-seat] b")).to_have_text([str(n) for n in won])
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".ending[data-over=true]")).to_be_visible()
    scores = [str(view["seats"][place["seat"]]["score"]) for place in view["final"]]
    expect(page.locator(".ending tr[data-seat] b")).to_have_text(scores)
    page.locator(".path [data-round='1']").click()
    expect(page.locator(".ending figcaption")).to_contain_text("round 1")
    page.locator("[data-whose='2']").click()
    expect(page.locator(".ending figcaption")).to_contain_text("round 1")
    expect(page.locator("[data-whose='2']")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080), (820, 1180), (390, 844), (844, 390)])
def test_with_reduced_motion_the_end_opens_at_its_last_state(visit: Visit, finished: HttpTable, width: int, height: int) -> None:
    page = visit(finished.link, width=width, height=height, touch=width < 900)
    expect(page.locator(".ending[data-over=true]")).to_be_visible()
    expect(page.locator(".ending h2")).to_contain_text(re.compile("wins?|lose|share"))
    for part in page.locator(".ending .path button, .ending table, .ending figure").all():
        expect(part).to_be_in_viewport(ratio=1)
    assert apart(box_of(page.locator(".ending table")), box_of(page.locator(".bar")))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("theme", "width", "height"), [("light", 1440, 900), ("dark", 390, 844), ("dark", 844, 390)])
def test_axe_finds_nothing_at_the_end_and_when_the_screens_are_open(visit: Visit, finished: HttpTable, theme: str, width: int, height: int) -> None:
    page = visit(finished.link, theme=theme, width=width, height=height)
    page.locator(".ending").wait_for()
    wrong = violations(page)
    page.get_by_role("button", name="Look at the board").click()
    page.locator(".table").first.wait_for()
    wrong += violations(page)
    assert not wrong, "\n".join(wrong)
