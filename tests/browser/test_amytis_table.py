"""The table of Amytis: sheets beside the stacks, sizes on phones, rivals' turns shown again, tries while waiting, the ending."""

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
SPACES = [f"{column}{row}" for row in "123" for column in "abc"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
WATCH = """() => {
    window.seen = {};
    const look = () => {
        const ending = document.querySelector('.ending')?.dataset;
        const sums = [...document.querySelectorAll('.ending [data-sum]')].map(one => one.textContent);
        if (ending && ending.over !== 'true') window.seen[ending.line] = [sums, document.querySelectorAll('.panel .loop, .panel .sum, .star').length];
        requestAnimationFrame(look);
    };
    look();
}"""
"""Remembers what is shown at each part while it is counted; once all is counted the decisive part is shown, whichever it is."""


def wants(view: dict[str, Any], phase: str, seat: int) -> Callable[[dict[str, Any]], float]:
    """A taste for moves that lead to a palace, or to three architects in a line."""
    own = [n for n, stack in enumerate(view["stacks"]) if stack["architect"] == seat]

    def taste(choice: dict[str, Any]) -> float:
        if choice["kind"] != "build":
            return 0
        at = SPACES.index(choice["stack"])
        if phase == "palace":
            return 100.0 * str(view["stacks"][at]["top"]).endswith("p")
        return 100 * max(sum(other in own for other in line) for line in LINES if at in line)

    return taste


def at_phase(address: str, phase: str, seat: int = 0) -> HttpTable:
    """A table of two people where a seat has a card or a favor to choose."""
    for _ in range(8):
        room = HttpTable(address, "amytis", BO, options={"sides": "AAABAA"})
        for _ in range(80):
            view = room.now()["view"]
            if view["over"]:
                break
            if view["to_move"] == seat and view["phase"] == phase:
                return room
            room.decide(view["to_move"], wants(view, phase if view["to_move"] == seat else "none", view["to_move"]))
    raise AssertionError(f"no {phase}")


@pytest.fixture(scope="module")
def palace(address: str) -> HttpTable:
    """A table where the first seat has a card to choose."""
    return at_phase(address, "palace")


@pytest.fixture(scope="module")
def favor(address: str) -> HttpTable:
    """A table where the first seat has a favor to choose."""
    return at_phase(address, "favor")


@pytest.fixture(scope="module")
def finished(address: str) -> HttpTable:
    """A game that is over."""
    room = HttpTable(address, "amytis", BOT)
    room.play(most=99)
    return room


SCREENS = [(1440, 900), (1920, 1080), (820, 1180), (390, 844), (844, 390)]


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("kind", ["palace", "favor"])
def test_a_sheet_covers_neither_the_stacks_nor_the_city(visit: Visit, request: pytest.FixtureRequest, kind: str, width: int, height: int) -> None:
    page = visit(request.getfixturevalue(kind).link, width=width, height=height, touch=width < 900)
    sheet = page.locator(".sheet")
    sheet.wait_for()
    assert apart(box_of(sheet), box_of(page.locator(".amytis .scene")))
    boards = [box_of(page.locator(f"#am-{board}-{n}")) for board in ("main", "0") for n in range(9)]
    assert all(apart(box_of(sheet), box) for box in boards)
    assert sheet.evaluate("box => box.scrollHeight <= box.clientHeight + 1"), "no scroll box"
    for option in page.locator(".option").all():
        expect(option).to_be_in_viewport(ratio=1)
        assert min(box_of(option)["width"], box_of(option)["height"]) >= 43.5
    expect(page.locator(".option .plus").first).to_contain_text("now")
    if width < 900:
        expect(page.get_by_role("button", name="Play this move")).to_be_in_viewport(ratio=1)


def test_a_favor_says_what_it_brings_and_that_it_is_not_certain(visit: Visit, favor: HttpTable) -> None:
    page = visit(favor.link)
    expect(page.locator(".sheet .spoken")).to_contain_text("if the game ended now")
    page.locator(".option[data-option='!II']").focus()
    expect(page.locator(".sheet .spoken")).to_contain_text("stacks of exactly 2 tiles")
    choice = next(one for one in favor.now()["choices"] if one["text"] == "!II")
    expect(page.locator(".option[data-option='!II'] .plus")).to_have_text(f"now +{sum(choice['gain'].values())}")


def test_a_palace_in_hand_shows_that_a_card_follows(visit: Visit, address: str) -> None:
    for _ in range(30):
        room = HttpTable(address, "amytis", BO)
        tops = [stack["top"] for stack in room.now()["view"]["stacks"]]
        if any(top.endswith("p") for top in tops):
            break
    page = visit(room.link)
    page.locator(".amytis[data-phase=build]").wait_for()
    page.keyboard.press(f"Digit{1 + next(n for n, top in enumerate(tops) if top.endswith('p'))}")
    expect(page.locator(".gain .follows").first).to_be_visible()


def test_the_buildings_are_in_sight_at_1440(visit: Visit, palace: HttpTable) -> None:
    page = visit(palace.link)
    for kind in ("garden", "market", "wall", "palace", "residence", "theater"):
        expect(page.locator(f".panel [data-tip^='about.{kind}.']")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_on_phones_nothing_is_off_screen_and_buttons_fit_a_thumb(visit: Visit, address: str, width: int, height: int) -> None:
    room = HttpTable(address, "amytis", BOT)
    room.play(most=6)
    page = visit(room.link, width=width, height=height, touch=True)
    page.locator(".amytis[data-phase]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for board in ("main", "0"):
        for n in range(9):
            expect(page.locator(f"#am-{board}-{n}")).to_be_in_viewport(ratio=0.95)
    for button in page.locator(".amytis button:visible").all():
        box = box_of(button)
        assert min(box["width"], box["height"]) >= 43.5, button.evaluate("button => button.outerHTML")
    expect(page.get_by_role("button", name="Play this move")).to_be_in_viewport(ratio=1)
    if width > height:
        parts = [box_of(one) for one in (page.locator(".amytis .scene"), page.locator(".corner"), page.locator(".bar"))]
        assert all(apart(a, b) for a, b in itertools.combinations(parts, 2)), parts


def test_a_thumb_may_slip(visit: Visit, address: str) -> None:
    page = visit(HttpTable(address, "amytis", BO).link, width=390, height=844, touch=True)
    page.locator(".amytis[data-phase]").wait_for()
    box = box_of(page.locator("#am-main-4"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.5
    client = page.context.new_cdp_session(page)
    for n, (dx, dy) in enumerate(((0, 0), (9, 9))):
        client.send("Input.dispatchTouchEvent", {"type": "touchMove" if n else "touchStart", "touchPoints": [{"x": x + dx, "y": y + dy}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#am-main-4")).to_have_attribute("aria-pressed", "true")


def test_a_press_that_slips_onto_the_next_piece_counts_for_the_first(visit: Visit, address: str) -> None:
    page = visit(HttpTable(address, "amytis", BO).link)
    page.locator(".amytis[data-phase]").wait_for()
    edge = page.evaluate("""() => {
        const at = (x, y) => document.elementFromPoint(x, y)?.closest("[id^='am-main-']")?.id;
        const { x, y, width, height } = document.getElementById("am-main-4").getBoundingClientRect();
        for (let down = y + 4; down < y + height; down += 2)
            for (let across = x - 10; across < x + width + 10; across += 2)
                if (at(across, down) === "am-main-4" && (at(across + 4, down) ?? "am-main-4") !== "am-main-4") return [across, down];
    }""")
    page.mouse.move(*edge)
    page.mouse.down()
    page.mouse.move(edge[0] + 4, edge[1])
    page.mouse.up()
    expect(page.locator("#am-main-4")).to_have_attribute("aria-pressed", "true")


def pills_on_towers(page: Page) -> list[str]:
    """Heights of stacks that are drawn on another stack before them."""
    return list(
        page.evaluate("""() => [...document.querySelectorAll('[data-pill]')].flatMap(pill => {
            const nine = pill.closest('.nine'), { x, y, width, height } = pill.querySelector('rect').getBoundingClientRect();
            const own = nine.querySelector(`.space[data-at='${pill.dataset.pill}']`);
            const spaces = [...nine.querySelectorAll('.space')];
            return spaces.slice(spaces.indexOf(own) + 1).filter(other => [...other.querySelectorAll('path, polygon:not(.hit)')].some(shape => {
                const point = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(shape.getScreenCTM().inverse());
                return shape.isPointInFill?.(point) && getComputedStyle(shape).fill !== 'none';
            })).map(other => `${pill.dataset.pill} on ${other.dataset.at}`);
        })""")
    )


def test_the_height_of_a_stack_behind_is_not_drawn_on_the_one_in_front(visit: Visit, address: str) -> None:
    room = HttpTable(address, "amytis", BO)
    near = {SPACES.index("c3"): 4, SPACES.index("b3"): 3, SPACES.index("c2"): 3}  # towers at the near corner, from where one looks
    for _ in range(30):
        view = room.now()["view"]
        if view["over"]:
            break
        heights = [len(stack.split()) for row in view["seats"][0]["board"] for stack in row]

        def taste(choice: dict[str, Any], heights: list[int] = heights) -> float:
            at = SPACES.index(choice["space"]) if choice.get("space") else 0
            return 100 * (heights[at] < near.get(at, 1))

        if all(heights[at] >= least for at, least in near.items()):
            break
        room.decide(view["to_move"], taste if view["to_move"] == 0 else lambda choice: 0)
    page = visit(room.link)
    page.locator(".amytis").wait_for()
    for _ in range(4):
        assert not pills_on_towers(page)
        page.keyboard.press(".")
        page.wait_for_timeout(150)


def test_a_rivals_turn_of_two_decisions_is_marked_and_shown_again(visit: Visit, address: str) -> None:
    room = at_phase(address, "palace", seat=1)
    ply = room.now()["ply"]
    card = next(one for one in room.now(1)["choices"] if one["kind"] == "card")
    room.call(f"/api/tables/{room.id}/play", {"ply": ply, "move": card["text"]}, 1)
    view = room.now()["view"]
    page = visit(room.link)
    line = page.locator("[data-rival='1']")
    expect(line).to_have_attribute("data-plies", f"{ply} {ply + 1}")
    expect(line.locator(".pictures svg")).to_have_count(2)  # a tile and a card
    expect(page.locator(f".panel .fresh[data-project='{view['display'][card['slot']]}']")).to_be_visible()
    _, space = view["log"][ply - 1].split(">")
    line.locator("button").click()
    expect(page.locator(".notes .again")).to_have_text([re.compile(f"to {space}"), re.compile("a project from the display")])
    expect(page.locator(".nine .above .gold")).to_have_count(2)  # from where, and where to


def test_moves_are_tried_and_set_in_advance_while_the_other_thinks(visit: Visit, address: str) -> None:
    room = HttpTable(address, "amytis", BO)
    page = visit(room.link)
    page.locator(".amytis[data-phase]").wait_for()
    room.decide(0)
    page.locator(".amytis.trying").wait_for()
    page.locator("#am-main-0[data-open], #am-main-1[data-open], #am-main-2[data-open]").first.wait_for()
    expect(page.locator(".sheet")).to_have_count(0)
    stack = next(n for n in range(9) if page.locator(f"#am-main-{n}[data-open]").count())
    page.keyboard.press(f"Digit{stack + 1}")
    page.keyboard.press("Digit9")
    expect(page.locator("#am-0-8")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".space .floating")).to_be_visible()
    assert room.now()["ply"] == 1


def test_the_text_board_explains_coordinates_and_names_neighbours(visit: Visit, address: str) -> None:
    room = HttpTable(address, "amytis", BO)
    for seat in (0, 1):
        room.decide(seat)
    page = visit(room.link)
    page.locator(".amytis").wait_for()
    page.keyboard.press("t")
    expect(page.locator(".coordinates")).to_contain_text("a1 is the top left space")
    page.locator("[data-twin-stack]").first.click()
    expect(page.locator("[data-twin]").filter(has_text="next to:")).not_to_have_count(0)


@pytest.fixture
def lively(browser: Browser, address: str) -> Iterator[Page]:
    """A page of somebody who does not mind motion."""
    context = browser.new_context(base_url=address, locale="en", viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    yield context.new_page()
    context.close()


def part_of(name: str) -> str:
    """The part of the score that a line of the breakdown belongs to."""
    return "projects" if name.startswith("project:") else "buildings" if name in ("garden", "market", "wall", "palace", "residence", "theater") else "favors"


def test_the_end_is_counted_part_by_part_and_can_be_skipped(lively: Page, finished: HttpTable) -> None:
    page, view = lively, finished.now()["view"]
    page.goto(finished.link)
    expect(page.locator(".ending[data-over=true]")).to_be_visible()  # opened late: all is counted
    page.evaluate(WATCH)
    page.get_by_role("button", name="Count again").click()
    page.wait_for_function("() => window.seen.projects", timeout=30_000)
    seen = page.evaluate("() => window.seen")
    points = [{part: sum(n for name, n in seat["breakdown"].items() if part_of(name) == part) for part in ("buildings", "projects")} for seat in view["seats"]]
    assert seen["buildings"] == [[str(one["buildings"]) for one in points], 0]  # nobody tells the end
    assert seen["projects"] == [[str(one["buildings"] + one["projects"]) for one in points], 0]
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".ending[data-over=true]")).to_be_visible()
    expect(page.locator(".ending [data-sum]")).to_have_text([str(seat["score"]) for seat in view["seats"]])
    page.locator(".path [data-line=buildings]").click()
    first = page.locator(".ending [data-item]").first
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_with_reduced_motion_the_end_opens_at_its_last_state(visit: Visit, finished: HttpTable, width: int, height: int) -> None:
    page = visit(finished.link, width=width, height=height, touch=width < 900)
    expect(page.locator(".ending[data-over=true]")).to_be_visible()
    expect(page.locator(".ending [data-sum]")).to_have_text([str(seat["score"]) for seat in finished.now()["view"]["seats"]])
    expect(page.locator(".ending h2")).to_contain_text(re.compile("win|share"))
    for part in page.locator(".path button, .ending .bars, .ending .scene").all():
        expect(part).to_be_in_viewport(ratio=1)
    boxes = [box_of(page.locator(f".ending {one}")) for one in (".sum.card", ".scene", ".path", ".bars")]
    assert all(apart(a, b) for a, b in itertools.combinations(boxes, 2)), boxes
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("theme", "width", "height"), [("light", 1440, 900), ("dark", 390, 844), ("dark", 844, 390)])
def test_axe_finds_nothing_at_the_end_and_at_a_favor(visit: Visit, finished: HttpTable, favor: HttpTable, theme: str, width: int, height: int) -> None:
    page = visit(finished.link, theme=theme, width=width, height=height)
    page.locator(".ending").wait_for()
    wrong = violations(page)
    page.goto(favor.link)
    page.locator(".sheet").wait_for()
    wrong += violations(page)
    assert not wrong, "\n".join(wrong)
