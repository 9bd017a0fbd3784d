"""The Architects of Amytis on its own board: whole games by clicks, by keys and by touch, as people play them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from axe import violations
from http_table import HttpTable

Visit = Callable[..., Page]
SPACES = [f"{column}{row}" for row in "123" for column in "abc"]
SEEN = """([board, name, finger]) => {
    const group = document.querySelector(`#am-${board}-${name}`), box = group.getBoundingClientRect();
    const hit = (x, y) => document.elementFromPoint(x, y)?.closest('.space') === group;
    for (const y of [.8, .65, .5, .9, .35, .2]) for (const x of [.5, .35, .65, .2, .8]) {
        const at = [Math.round(box.left + x * box.width), Math.round(box.top + y * box.height)];
        if ([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]].every(([dx, dy]) => hit(at[0] + dx * finger, at[1] + dy * finger))) return at;
    }
    return null;
}"""

FRAMES = "async () => { for (let n = 0; n < 5; n++) await new Promise(requestAnimationFrame) }"
STILL = """async board => {
    board.scrollIntoView({ block: 'start' });
    for (let same = 0, was = ''; same < 10;) {
        await new Promise(requestAnimationFrame);
        const { left, top, width, height } = board.getBoundingClientRect(), now = [left, top, width, height].join();
        same = now === was ? same + 1 : 0;
        was = now;
    }
}"""
"""The board in sight, and at rest: what is told of the rival's turn may move it, and so may a page that is loaded again."""


class Player:
    """Somebody at a table of Amytis: knows what the server tells the seat, and acts on the page."""

    def __init__(self, page: Page, sides: str = "AAAAAA", other: dict[str, str] | None = None) -> None:
        self.page = page
        seats = [{"kind": "here", "name": "Ada", "word": "w"}, other or {"kind": "bot", "bot": "greedy"}]
        made = page.request.post("/api/tables", data={"game": "amytis", "seats": seats, "options": {"sides": sides}, "previews": True}).json()
        self.id, self.secret = made["id"], made["seats"][0]["secret"]
        page.goto(f"/table/{self.id}#{self.secret}")
        self.settled()

    def settled(self) -> None:
        """Wait until the page is there as it will stay: words and fonts have come."""
        self.page.locator(".amytis[data-phase] svg[aria-label*='Amytis']").wait_for()
        self.page.evaluate("document.fonts.ready.then(() => true)")
        self.page.evaluate(FRAMES)

    def table(self, after: int = -1) -> dict[str, Any]:
        """The table as the seat sees it, when it has a decision to take after this ply, or the game is over."""
        for _ in range(250):
            told: dict[str, Any] = self.page.request.get(f"/api/tables/{self.id}", headers={"Authorization": f"Bearer {self.secret}"}).json()
            if (told["choices"] and told["ply"] > after) or told["status"] == "over":
                return told
            self.page.wait_for_timeout(60)
        raise AssertionError("the bot does not play")

    def shown(self, table: dict[str, Any]) -> None:
        """Wait until the page shows this table."""
        self.page.locator(f".board [data-ply='{table['ply']}']").wait_for()

    def whole_game(self, act: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Play to the end; what was promised for each decision is what the score gains."""
        table, turn = self.table(), 0
        while table["status"] != "over":
            self.shown(table)
            choices = [choice for choice in table["choices"] if choice["kind"] != "deck"]
            best = sorted(choices, key=lambda choice: (sum(choice["gain"].values()), choice["text"]))
            chosen = best[-1 - turn % 3 if len(best) > 3 else -1]
            act(chosen)
            before, table = table, self.table(table["ply"])
            score = [told["view"]["seats"][0]["score"] for told in (before, table)]
            assert score[1] - score[0] == sum(chosen["gain"].values()), chosen
            turn += 1
        return table

    def spot(self, board: str, space: str, finger: int = 3) -> tuple[float, float]:
        """A point where a space is in sight, as wide as a finger; the table is turned until it is. (Chromium moves a tap to the nearest target.)"""
        for wide in (finger, finger, finger, finger, 3, 3, 3, 3):
            if at := self.page.evaluate(SEEN, [board, SPACES.index(space), wide]):
                return at[0], at[1]
            self.page.keyboard.press(".")
            self.page.evaluate(FRAMES)  # the boards turn one after the other
        raise AssertionError(f"{space} is hidden from everywhere")


def test_a_whole_game_by_clicks_and_every_gain_is_kept(visit: Visit) -> None:
    page = visit()
    ada = Player(page, sides="ABABAB")

    def act(choice: dict[str, Any]) -> None:
        if choice["kind"] == "build":
            page.mouse.click(*ada.spot("main", choice["stack"]))
            page.mouse.click(*ada.spot("0", choice["space"]))
            expect(page.locator(f"#am-0-{SPACES.index(choice['space'])}")).to_have_attribute("aria-pressed", "true")
            page.mouse.click(*ada.spot("0", choice["space"]))
        else:
            for _ in range(2):
                page.locator(f".option[data-option='{choice['text']}']").click()

    end = ada.whole_game(act)
    assert end["status"] == "over"
    ada.shown(end)


def test_a_game_by_keys_alone(visit: Visit) -> None:
    page = visit(theme="dark")
    ada = Player(page, sides="BABABA")
    page.locator("#am-main-4").focus()  # where Tab comes to
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#am-main-0")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#am-0-4")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#am-0-5")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#am-0-5")).to_have_attribute("aria-pressed", "false")

    def act(choice: dict[str, Any]) -> None:
        if choice["kind"] == "build":
            page.keyboard.press(f"Digit{1 + SPACES.index(choice['stack'])}")
            page.keyboard.press(f"Digit{1 + SPACES.index(choice['space'])}")
            expect(page.locator(f"#am-0-{SPACES.index(choice['space'])}")).to_be_focused()
        else:
            options = page.locator(".option").evaluate_all("all => all.map(one => one.dataset.option)")
            page.keyboard.press(f"Digit{1 + options.index(choice['text'])}")
            expect(page.locator(f".option[data-option='{choice['text']}']")).to_be_focused()
        page.locator(f"[data-lens='{choice['text']}']").wait_for()
        page.keyboard.press("Enter")

    assert ada.whole_game(act)["status"] == "over"


@pytest.mark.parametrize(("width", "height", "language"), [(390, 844, "fr"), (844, 390, "en")])
def test_a_game_by_touch_on_a_phone_with_a_reload_in_the_middle(visit: Visit, width: int, height: int, language: str) -> None:
    page = visit(width=width, height=height, touch=True, language=language)
    ada = Player(page)
    moves = 0

    def tap(at: tuple[float, float]) -> None:
        page.touchscreen.tap(*at)

    def act(choice: dict[str, Any]) -> None:
        nonlocal moves
        moves += 1
        page.locator(".amytis").evaluate(STILL)
        if choice["kind"] == "build":
            tap(ada.spot("main", choice["stack"], finger=12))
            if moves == 6:
                page.reload()
                ada.settled()
                page.locator(".amytis").evaluate(STILL)
                tap(ada.spot("main", choice["stack"], finger=12))
            expect(page.locator(f"#am-main-{SPACES.index(choice['stack'])}")).to_have_attribute("aria-pressed", "true")
            tap(ada.spot("0", choice["space"], finger=12))
            expect(page.locator(f"#am-0-{SPACES.index(choice['space'])}")).to_have_attribute("aria-pressed", "true")
            page.locator(".amytis").evaluate(STILL)
            tap(ada.spot("0", choice["space"], finger=12))
        else:
            for _ in range(2):
                page.locator(f".option[data-option='{choice['text']}']").tap()

    assert ada.whole_game(act)["status"] == "over"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("theme", "language", "look"), [("light", "fr", "isometric"), ("dark", "en", "top")])
def test_the_table_breaks_no_rule_of_access(visit: Visit, theme: str, language: str, look: str) -> None:
    page = visit(theme=theme, language=language)
    page.evaluate("look => localStorage.setItem('ziggurat.look', JSON.stringify(look))", look)
    ada = Player(page, sides="BBBBBB")
    page.keyboard.press("Digit5")
    page.keyboard.press("Digit1")
    expect(page.locator("#am-0-0")).to_have_attribute("aria-pressed", "true")
    found = violations(page)
    page.keyboard.press("Escape")
    for _ in range(20):  # until a sheet lies on the table
        table = ada.table()
        ada.shown(table)
        if table["view"]["phase"] != "build":
            break
        palaces = [choice for choice in table["choices"] if table["view"]["stacks"][SPACES.index(choice["stack"])]["top"][1] == "p"]
        move = (palaces or table["choices"])[0]["text"]
        page.request.post(f"/api/tables/{ada.id}/play", data={"ply": table["ply"], "move": move}, headers={"Authorization": f"Bearer {ada.secret}"})
    page.locator(".option").first.click()
    found += violations(page)
    assert not found, "\n".join(found)


def test_a_project_shows_where_it_could_still_be_completed(visit: Visit) -> None:
    page = visit()
    ada = Player(page)
    own = ada.table()["view"]["seats"][0]
    card = own["projects"][0]
    page.locator(f"[data-project='{card}']").first.hover()
    cells = re.sub(r"\.", "", own["reach"][str(card)][0]["cells"])
    expect(page.locator(".want")).to_have_count(len(cells))
    page.mouse.move(5, 5)
    expect(page.locator(".want")).to_have_count(0)


def play(ada: Player, move: str, ply: int) -> None:
    """Play a move past the page."""
    ada.page.request.post(f"/api/tables/{ada.id}/play", data={"ply": ply, "move": move}, headers={"Authorization": f"Bearer {ada.secret}"})


def test_the_track_and_the_total_add_up_and_the_end_is_announced(visit: Visit) -> None:
    page = visit()
    said: set[str] = set()
    for _ in range(5):  # now and then a game ends without a turn of Ada's at which just one stack is empty
        ada = Player(page, other={"kind": "bot", "bot": "random"})
        said |= sums_to_the_end(ada)
        if said:
            break
    assert "Empty stacks: 1 of 2" in said
    expect(page.locator(".end")).to_have_count(0)


def sums_to_the_end(ada: Player) -> set[str]:
    """Play a game and compare the sums at every turn; what was said of empty stacks."""
    said, table = set(), ada.table()
    while table["status"] == "running":
        ada.shown(table)
        empty = sum(not stack["left"] for stack in table["view"]["stacks"])
        expect(ada.page.locator(".end")).to_have_count(1 if empty else 0)
        if empty:
            said.add(ada.page.locator(".end").inner_text())
        for seat, own in enumerate(table["view"]["seats"]):
            expect(ada.page.locator(f"[data-sum='{seat}']")).to_have_text(
                f"{own['track']} on the track + {own['score'] - own['track']} for projects and favors = {own['score']}"
            )
        builds = [choice for choice in table["choices"] if choice["kind"] == "build"]
        left = {name: stack["left"] for name, stack in zip(SPACES, table["view"]["stacks"], strict=True)}
        choice = min(builds, key=lambda one: left[one["stack"]]) if builds else table["choices"][0]
        play(ada, choice["text"], table["ply"])
        table = ada.table(table["ply"])
    ada.shown(table)
    return said


def test_the_last_turn_is_announced(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", {"kind": "here", "name": "Bo"})
    page = visit(f"{address}{table.link}")
    while True:
        now = table.now()
        view = now["view"]
        left = {name: stack["left"] for name, stack in zip(SPACES, view["stacks"], strict=True)}
        if list(left.values()).count(0) == 2:
            break
        hurry = -100 if view["to_move"] == 0 else 100  # the first takes from low stacks, the second from high ones: she empties both

        def taste(choice: dict[str, Any], hurry: int = hurry, left: dict[str, int] = left) -> float:
            return hurry * left.get(str(choice.get("stack")), 0)

        table.decide(view["to_move"], taste)
    assert now["status"] == "running", "the second seat has one more turn"
    expect(page.locator(".end.last")).to_have_text("Last turn: Bo")


def test_a_card_of_the_display_is_taken_from_the_panel_too(visit: Visit) -> None:
    page = visit(width=390, height=844, touch=True)
    ada = Player(page, sides="BBBBBB")
    table = ada.table()
    for _ in range(30):  # until a palace asks
        if table["view"]["phase"] == "palace":
            break
        tops = {name: stack["top"] or "" for name, stack in zip(SPACES, table["view"]["stacks"], strict=True)}
        builds = [choice for choice in table["choices"] if choice["kind"] == "build"]
        choice = max(builds, key=lambda one: tops[one["stack"]].endswith("p")) if builds else table["choices"][0]
        play(ada, choice["text"], table["ply"])
        table = ada.table(table["ply"])
    ada.shown(table)
    card = next(choice for choice in table["choices"] if choice["kind"] == "card")
    project = page.locator(f".panel [data-project='{table['view']['display'][card['slot']]}']")
    project.tap()
    page.locator(f"[data-lens='{card['text']}']").wait_for()
    expect(project).to_have_attribute("aria-pressed", "true")
    project.tap()
    page.locator(f".amytis[data-ply='{table['ply']}']").wait_for(state="detached")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740), (430, 932)])
def test_on_a_phone_nothing_lies_over_the_boards(visit: Visit, width: int, height: int) -> None:
    page = visit(width=width, height=height, touch=True)
    ada = Player(page)
    page.touchscreen.tap(*ada.spot("main", "a1", finger=3))
    expect(page.locator(".status")).to_contain_text("Now choose a space of your city.")
    covered = page.evaluate("""() => ['.map', '.amytis .tools'].flatMap(what => {
        const { x, y, width, height } = document.querySelector(what).getBoundingClientRect(), found = [];
        for (let i = 0; i <= 20; i++) for (let j = 0; j <= 20; j++) {
            const under = document.elementsFromPoint(x + width * i / 20, y + height * j / 20).map(one => one.closest('.space')).find(one => one);
            if (under) found.push(what + ' over ' + under.id);
        }
        return [...new Set(found)];
    })""")
    assert not covered
