"""Every page in both themes and languages, looked at by axe-core (WCAG 2.2 AA)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from axe import violations
from http_table import HttpTable

Visit = Callable[..., Page]
GAMES = ("amytis", "akropolis", "blueprints")
WIDE, PHONE, SIDEWAYS = (1440, 900), (390, 844), (844, 390)


def tables(address: str, bot: str, most: int) -> list[HttpTable]:
    """A game of each kind after so many decisions."""
    made = [HttpTable(address, game, {"kind": "bot", "bot": bot}) for game in GAMES]
    for table in made:
        table.play(most)
    return made


@pytest.fixture(scope="module")
def running(address: str) -> list[HttpTable]:
    """Some turns old."""
    return tables(address, "greedy", 4)


@pytest.fixture(scope="module")
def over(address: str) -> list[HttpTable]:
    """Over."""
    return tables(address, "random", 999)


def open_all(page: Page) -> None:
    """Whatever can be unfolded; the menu, which covers others and closes when they are clicked, last."""
    for summary in reversed(page.locator("summary:visible").all()):
        summary.click()


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "fr")])
def test_no_page_before_the_game_breaks_a_rule_of_access(visit: Visit, theme: str, language: str) -> None:
    page = visit(theme=theme, language=language)
    page.locator(".game svg").last.wait_for()
    found = violations(page)
    for path, sign in [
        ("/rules", ".game svg"),
        *((f"/rules/{game}", ".picture[data-drawn]") for game in GAMES),
        *((f"/new/{game}", "button.start:enabled") for game in GAMES),
    ]:
        page.goto(path)
        page.locator(sign).first.wait_for()
        open_all(page)
        page.wait_for_load_state("networkidle")
        found += violations(page)
    assert not found, "\n".join(found)


def looked_at(page: Page, tables: list[HttpTable]) -> Iterator[str]:
    """What axe-core finds at these tables: the board at an angle and from above, with its menu, a moment of the past, the table in words."""
    for table in tables:
        page.goto(table.link)
        page.locator(".board [data-ply]").wait_for()
        page.keyboard.press("Escape")  # the scoring of a round, told step by step
        open_all(page)
        yield from violations(page)
        page.keyboard.press("Escape")
        page.keyboard.press("v")
        yield from violations(page)
        page.keyboard.press("v")
        page.locator(".log a").nth(2).click()
        page.locator(".told").wait_for()
        yield from violations(page)
        page.keyboard.press("Escape")
        page.keyboard.press("t")
        page.locator(".board.words").wait_for()
        yield from violations(page)
        page.keyboard.press("t")


@pytest.mark.parametrize(
    ("theme", "language", "size"), [("light", "en", WIDE), ("dark", "fr", WIDE), ("light", "fr", PHONE), ("dark", "en", PHONE), ("dark", "en", SIDEWAYS)]
)
def test_no_table_breaks_a_rule_of_access(visit: Visit, running: list[HttpTable], theme: str, language: str, size: tuple[int, int]) -> None:
    page = visit(theme=theme, language=language, width=size[0], height=size[1])
    found = list(looked_at(page, running))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("theme", "language", "size"), [("light", "en", WIDE), ("dark", "fr", WIDE), ("light", "fr", PHONE), ("dark", "en", SIDEWAYS)])
def test_no_state_of_a_table_breaks_a_rule_of_access(visit: Visit, address: str, theme: str, language: str, size: tuple[int, int]) -> None:
    """While it waits for players, with a move in hand and its reasons, and while another is to move."""
    page = visit(theme=theme, language=language, width=size[0], height=size[1])
    wrong = []
    for game in GAMES:
        friend, whoever = (HttpTable(address, game, {"kind": kind}) for kind in ("link", "open"))
        for link in (friend.link, f"/table/{friend.id}#{friend.secrets[1]}", f"/table/{whoever.id}"):
            page.goto(link)
            page.locator(".board").wait_for()
            wrong += violations(page)
        table = HttpTable(address, game, {"kind": "here", "name": "Bo"})
        page.goto(table.link)
        page.locator(".board [data-ply]").wait_for()
        for _ in range(3):
            page.locator("button[aria-keyshortcuts=h]:enabled").click()
            page.locator("button[aria-keyshortcuts=h][aria-busy=false]").wait_for(state="attached")
        page.locator("[data-lens]").wait_for()
        wrong += violations(page)
        page.keyboard.press("Enter")
        page.locator(".board [data-ply='1']").wait_for()
        page.wait_for_timeout(900)
        wrong += violations(page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("theme", "language"), [("light", "fr"), ("dark", "en")])
def test_no_table_that_is_over_breaks_a_rule_of_access(visit: Visit, over: list[HttpTable], theme: str, language: str) -> None:
    page = visit(theme=theme, language=language)
    found = list(looked_at(page, over))
    assert not found, "\n".join(found)
