"""The guided first games, played from the first step to a real game: by mouse in English on a wide screen, by touch in French on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from axe import violations
from small_games import BUILT_IN
from ziggurat.lessons import FIRST, Task, game_at, lesson

Visit = Callable[..., Page]
SPACES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
BOX = "e => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.width, b.height].join() }"


def piece(page: Page, game: str, at: dict[str, str | int]) -> Locator:
    """Where the board of a game shows what a task points at."""
    if "text" in at:
        return page.locator(f'[data-option="{at["text"]}"]')
    if game == "amytis":
        board, space = ("main", at["stack"]) if "stack" in at else ("0", at["space"])
        return page.locator(f"#am-{board}-{SPACES.index(str(space))}")
    if "card" in at or "single" in at:
        return page.locator(f'.tile[data-single="{at["single"]}"]' if "single" in at else f'[data-card="{at["card"]}"]')
    if game == "akropolis":
        return page.locator(f'[data-slot="{at["slot"]}"]' if "slot" in at else f'[data-place="{at["q"]},{at["r"]}"]')
    return page.locator(f'[data-pool="{at["die"]}"]' if "die" in at else f'[data-space="{at["space"]}"]')


def press(page: Page, game: str, at: dict[str, str | int], touch: bool) -> None:
    """Click or tap it where nothing lies before it, once it has come to rest."""
    place = piece(page, game, at)
    place.wait_for()
    page.evaluate(FRAMES)
    flag = page.locator(f'[data-flag="{at.get("space")}"]')  # of a space that is free: nothing stands before it
    place = flag if flag.count() else place
    before = ""
    while before != (before := place.evaluate(BOX)):
        page.evaluate(FRAMES)
    x, y, width, height = map(float, before.split(","))
    down = 0.35 if "stack" in at else 0.55 if game == "amytis" and "space" in at else 0.5
    tap = page.touchscreen.tap if touch else page.mouse.click
    tap(x + width / 2, y + height * down)


def play(page: Page, game: str, task: Task, touch: bool) -> None:
    for mark in task.marks:
        press(page, game, mark.at, touch)


def go_on(page: Page) -> Locator:
    return page.locator(".acts .main")


HIDDEN = """() => {
    const box = name => document.querySelector(name)?.getBoundingClientRect();
    const [card, table, task, text] = [box('.lesson'), box('.table'), box('.box'), box('.lesson .text')];
    const rings = [...document.querySelectorAll('.ring')].map(ring => ring.getBoundingClientRect());
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const within = ({ left, top, right, bottom }) => ({ left: left + 9, top: top + 9, right: right - 9, bottom: bottom - 9 });
    const inside = (a, b) => a.left >= b.left - 1 && a.top >= b.top - 1 && a.right <= b.right + 1 && a.bottom <= b.bottom + 1;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    return [
        ['the card is in sight', inside(card, screen)],
        ['the board is in sight', inside(table, screen)],
        ['the task is in sight', !task || inside(task, text)],
        ['the way on is in sight', inside(box('.lesson .acts'), card)],
        ['the count is in sight', inside(box('.count span'), card)],
        ['upright, nothing covers the board', innerWidth > innerHeight || apart(card, table)],
        ['nothing covers the pieces to use', rings.every(ring => apart(within(ring), card))],
    ].filter(([, well]) => !well).map(([what]) => what);
}"""


def turn(page: Page, n: int) -> None:
    """Hold the phone upright at even steps and sideways at odd ones. Text, task and progress are in sight, and cover nothing that is used."""
    width, height = (390, 844) if n % 2 == 0 else (844, 390)
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"{HIDDEN.replace('() =>', '() => !(() =>', 1)})().length")


def play_lesson(page: Page, game: str, language: str, touch: bool, name: str = FIRST) -> None:
    """Do every task as the marks say; "Next" wakes when a step is done, and the points are those of the rules."""
    for n, step in enumerate(lesson(game, name).steps[:-1]):
        if touch:
            turn(page, n)
        expect(page.locator(f'[data-step="{step.id}"][data-busy="false"]')).to_be_visible()
        expect(page.locator("#step-title")).to_have_text(step.title.in_(language))
        expect(page.locator("[aria-current=step]")).to_have_attribute("aria-label", re.compile(rf"^{n + 1}\. "))
        for k, task in enumerate(step.tasks):
            expect(page.locator(f'[data-task="{k}"]')).to_be_visible()
            expect(go_on(page)).to_be_disabled()
            expect(page.locator(".gains li")).to_have_count(len(task.gains))
            play(page, game, task, touch)
        if step.tasks:
            expect(page.locator("[data-done]")).to_be_visible()
        expect(go_on(page)).to_be_enabled()
        go_on(page).click()


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_lesson_is_played_by_clicks_and_ends_in_a_game_against_a_gentle_bot(visit: Visit, game: str) -> None:
    page = visit("/")
    name = {"amytis": "The Architects of Amytis", "akropolis": "Akropolis", "blueprints": "Blueprints"}[game]
    expect(page.get_by_role("heading", level=1)).to_have_text("First time here? Learn a game in ten minutes")
    page.get_by_role("link", name=f"Learn {name}", exact=True).click()
    expect(page.locator("[data-marks]")).to_be_visible()
    make_a_mistake(page, game)
    assert violations(page) == []
    play_lesson(page, game, "en", touch=False)
    expect(page.locator('[data-step="own"]')).to_be_visible()
    page.get_by_role("button", name="Start my game").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".board")).to_be_visible()
    table: dict[str, Any] = page.request.get(page.url.replace("/table/", "/api/tables/")).json()
    assert [seat["bot"] for seat in table["seats"]] == ["", "level:1"]
    assert table["settings"]["hints"] and table["settings"]["previews"]
    page.goto("/")
    expect(page.get_by_role("heading", name="Learn to play")).to_be_visible()
    expect(page.get_by_role("link", name=f"Learn {name}, done")).to_be_visible()


def make_a_mistake(page: Page, game: str) -> None:
    """Another legal move is shown and put back, once; after that the board takes the right one only. Keys and words do as well."""
    first = lesson(game).steps[0]
    position = game_at(game, FIRST, 0)
    if game == "akropolis":  # the other tiles are too dear here: the board says so, and nothing is played
        page.locator('[data-slot="1"]').click()
        expect(page.get_by_role("alert")).to_be_visible()
        return
    wrong: dict[str, list[dict[str, str | int]]] = {"amytis": [{"stack": "a1"}, {"space": "b2"}], "blueprints": [{"die": "S4"}, {"space": "b2"}]}
    assert any(choice.text in ("a1>b2", "S4>b2") for choice in position.choices())
    for at in wrong[game]:
        press(page, game, at, touch=False)
    said = page.locator("[data-mistake]")
    expect(said).to_contain_text("Let us look at what happens.")
    expect(said).to_contain_text(first.tasks[0].mistake.en)
    page.get_by_role("button", name="Put it back and go on").click()
    expect(page.locator('[data-task="0"]')).to_be_visible()
    expect(page.locator('[data-busy="false"]')).to_be_visible()
    for at in wrong[game][:1]:
        press(page, game, at, touch=False)
    expect(said).to_have_count(0)


@pytest.mark.parametrize(("game", "name"), [*((game, FIRST) for game in BUILT_IN), ("akropolis", "athena")])
def test_a_lesson_is_played_by_touch_on_a_phone(visit: Visit, game: str, name: str) -> None:
    path = f"/learn/{game}" if name == FIRST else f"/learn/{game}/{name}"
    page = visit(path, language="fr", theme="dark", width=390, height=844, touch=True)
    expect(page.locator('[data-step][data-busy="false"]')).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    play_lesson(page, game, "fr", touch=True, name=name)
    turn(page, 0)
    expect(page.get_by_role("button", name="Commencer ma partie")).to_be_enabled()
    page.reload()  # the browser remembers how far one has come
    expect(page.locator('[data-step="own"]')).to_be_visible()
    page.locator("nav li").nth(1).get_by_role("button").click()
    expect(page.locator("#step-title")).to_have_text(lesson(game, name).steps[1].title.fr)
    assert page.locator("nav li.done").count() == len(lesson(game, name).steps) - 2


def test_a_lesson_can_be_shown_in_words_and_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("/learn/amytis")
    expect(page.locator('[data-task="0"]')).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator(".board.words")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("h")  # show me
    expect(page.locator("[data-done]")).to_be_visible()
    go_on(page).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#step-title")).to_be_focused()
    page.get_by_role("link", name="Leave the lesson").click()
    expect(page.get_by_role("link", name="Learn The Architects of Amytis, go on")).to_be_visible()


def test_rules_and_setup_offer_the_lesson(visit: Visit) -> None:
    page = visit("/new/akropolis")
    page.get_by_role("link", name="First time? Ten-minute lesson").click()
    expect(page.locator('[data-step="take"]')).to_be_visible()
    page.goto("/rules/akropolis")
    expect(page.get_by_role("link", name="First time? Ten-minute lesson")).to_have_attribute("href", "/learn/akropolis")


def test_the_lesson_on_the_expansion_is_found_in_the_lobby_the_setup_and_the_rules_and_leads_to_such_a_table(visit: Visit) -> None:
    page = visit("/rules/akropolis#athena", language="fr", width=390, height=844, touch=True)
    name = "Apprendre Akropolis : Extension Athéna"
    expect(page.get_by_role("link", name=name)).to_have_attribute("href", "/learn/akropolis/athena")
    page.goto("/new/akropolis")
    page.locator("summary").first.tap()
    page.get_by_role("link", name=name).tap()
    expect(page.locator('[data-step="cards"]')).to_be_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/")
    page.get_by_role("link", name=name, exact=True).click()
    cut: list[bool] = []
    for _ in lesson("akropolis", "athena").steps[:-1]:
        expect(page.locator('[data-busy="false"]')).to_be_visible()
        cut += page.evaluate("[...document.querySelectorAll('.sheet .wide')].map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)")
        while go_on(page).is_disabled():
            task = page.locator("[data-task]").get_attribute("data-task")
            page.keyboard.press("h")  # show me
            page.locator(f"[data-task='{task}']").wait_for(state="detached")
            page.wait_for_function("() => document.querySelector('[data-busy]').dataset.busy === 'false'")
        go_on(page).click()
    assert cut and not any(cut), "the points of all players are seen beside the lesson"
    expect(page.locator("[data-note]")).to_have_count(0)  # no card of an earlier step lies over the city
    page.get_by_role("button", name="Commencer ma partie").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-card='4']")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name=f"{name}, faite")).to_be_visible()
