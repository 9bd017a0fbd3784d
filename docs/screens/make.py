"""Takes pictures of the main pages in both themes, both languages and several sizes.

After `./run test`, which brings a browser: `.venv/bin/python docs/screens/make.py [FOLDER] [SIZE…]`.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests"))
from browsing import browsing, serving
from http_table import HttpTable
from ziggurat.puzzles.puzzle import shipped

SIZES = {"390": (390, 844), "844": (844, 390), "820": (820, 1180), "1440": (1440, 900), "1920": (1920, 1080)}
LOOKS = (("light", "en"), ("dark", "fr"))
BOARDS_ONLY = {"820", "1920"}
TURNS = {"amytis": 11, "akropolis": 8, "blueprints": 8, "athena": 9}
OF = {"athena": ("akropolis", {"athena": True})}
"""The game and the options of a table whose name here is not that of its game."""


def tables(address: str) -> dict[str, HttpTable]:
    """A game of each kind after some turns, against a bot."""
    made = {name: against(address, name, "level:4") for name in TURNS}
    for name, table in made.items():
        table.play(most=TURNS[name])
    return made


def against(address: str, name: str, bot: str) -> HttpTable:
    """A table against a bot."""
    game, options = OF.get(name, (name, {}))
    return HttpTable(address, game, {"kind": "bot", "bot": bot}, options=options)


def finished(address: str) -> dict[str, HttpTable]:
    """A finished game of each kind."""
    made = {name: against(address, name, "level:3") for name in TURNS}
    for table in made.values():
        table.play(most=200)
    return made


def take(browser: Browser, address: str, made: dict[str, HttpTable], ended: dict[str, HttpTable], folder: Path, size: str, theme: str, language: str) -> None:
    """All pages in one size, theme and language."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        locale=language,
        reduced_motion="reduce",
    )
    page = context.new_page()

    def shoot(name: str) -> None:
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(600)
        page.screenshot(path=folder / f"{name}-{theme}-{size}.jpg", type="jpeg", quality=76)

    if size not in BOARDS_ONLY:
        other_pages(page, made, shoot)
        teaching_pages(page, ended["amytis"], shoot)
    for game, table in made.items():
        page.goto(table.link)
        page.locator(".board [data-ply]").wait_for()
        page.wait_for_timeout(400)
        in_hand(page)
        shoot(game)
    for game, table in ended.items():
        page.goto(table.link)
        page.locator(".board .ending, .board [data-ending]").first.wait_for()
        shoot(f"{game}-ending")
    context.close()


def other_pages(page: Page, made: dict[str, HttpTable], shoot: Callable[[str], None]) -> None:
    """The first page, a table that waits, the setup and the rules."""
    page.goto("/")
    waiting = {game: table for game, table in made.items() if game not in OF}
    stored = [{"id": table.id, "game": game, "at": 1, "over": False, "secrets": table.secrets[:1], "links": {}} for game, table in waiting.items()]
    page.evaluate("tables => { localStorage['ziggurat.tables'] = JSON.stringify(tables); localStorage['ziggurat.name'] = '\"Ada\"' }", stored)
    page.reload()
    page.locator(".picture svg").last.wait_for()
    page.locator(".game svg").last.wait_for()
    page.wait_for_load_state("networkidle")
    shoot("lobby")
    wait_for_a_friend(page)
    shoot("waiting")
    page.goto("/new/akropolis")
    page.locator("button.start:enabled").wait_for()
    page.wait_for_load_state("networkidle")
    shoot("setup")
    page.goto("/rules/akropolis")
    page.wait_for_load_state("networkidle")
    shoot("rules")


def teaching_pages(page: Page, ended: HttpTable, shoot: Callable[[str], None]) -> None:
    """What teaches: a lesson, a puzzle, the review of a game, an example of the rules that is played with."""
    page.goto("/learn/blueprints")
    page.locator("[data-marks]").wait_for()
    shoot("lesson")
    puzzle = next(one for one in shipped("amytis").values() if ">" in one.best)
    page.goto(f"/practice/amytis/{puzzle.id}")
    page.locator(".board svg:visible").first.wait_for()
    shoot("practice")
    page.goto(f"/table/{ended.id}/review")
    page.locator("main[data-complete=true]").wait_for(timeout=300_000)
    page.locator("[data-compare]").first.wait_for()
    shoot("review")
    page.goto("/rules/amytis")
    page.locator("[data-picture=city]").scroll_into_view_if_needed()
    example = page.locator("[data-example=market]")
    page.locator("section:has(#buildings) .frame").first.scroll_into_view_if_needed()
    example.locator("[data-try]:enabled").click()
    example.locator("[data-ply]").wait_for()
    example.locator("[data-tip*='about.market'][id^='am-main'][data-open]").first.dispatch_event("click")
    shoot("example")


def wait_for_a_friend(page: Page) -> None:
    """Make a table that waits, on a server that others can reach."""
    answer = json.dumps({"open": True, "urls": ["http://192.168.1.20:8000"], "command": "", "text": ""})
    page.route("**/api/addresses*", lambda route: route.fulfill(body=answer, content_type="application/json"))
    page.goto("/new/akropolis")
    page.locator("#kind1").select_option("link")
    page.locator("button.start:enabled").click()
    page.locator("[data-qr]").wait_for()


def in_hand(page: Page) -> None:
    """Take a good move in hand, as the hint tells it."""
    for _ in range(2):
        hint = page.locator(".bar button[aria-keyshortcuts=h]:enabled")
        if hint.count():
            hint.click()
            page.locator(".bar button[aria-keyshortcuts=h][aria-busy=false]").wait_for()
    page.locator("[data-lens]").wait_for()


def main(folder: Path, sizes: list[str]) -> None:
    """Start a server and a browser, and take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as address, browsing() as browser:
        made, ended = tables(address), finished(address)
        for size in sizes:
            for theme, language in LOOKS:
                take(browser, address, made, ended, folder, size, theme, language)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent), sys.argv[2:] or list(SIZES))
