"""What one can do with the rules: search them, play with their examples, come from a tip at the table and go back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from axe import violations
from http_table import HttpTable
from ziggurat.guide import example_game
from ziggurat.search.move_tellings import tellings_of
from ziggurat.text import words

Visit = Callable[..., Page]
SPACES = [f"{column}{row}" for row in "123" for column in "abc"]
DESKTOP: dict[str, Any] = {"language": "en", "theme": "light", "width": 1440, "height": 900}
PHONE: dict[str, Any] = {"language": "fr", "theme": "dark", "width": 390, "height": 844, "touch": True}
SCREENS = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])


@SCREENS
def test_the_search_finds_a_passage_of_any_game_and_jumps_to_it(visit: Visit, screen: dict[str, Any]) -> None:
    french = screen["language"] == "fr"
    page = visit("/rules", **screen)
    field, found = page.get_by_role("searchbox"), page.locator("[data-found]")
    field.fill("Cinquieme pion" if french else "fifth pawn")
    page.get_by_role("search").get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("/rules/amytis#options$"))
    expect(found).to_contain_text("cinquième pion" if french else "fifth pawn")  # out of its fold
    expect(found).to_be_in_viewport()
    field.fill("escalier" if french else "stairs")
    expect(page.get_by_role("search").get_by_role("link").first).to_contain_text("scal" if french else "tairs")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#favors$"))
    expect(found).to_contain_text("Escalier" if french else "Stairs")
    expect(found).to_be_in_viewport()
    expect(field).to_have_value("")
    field.fill("xyzzy")
    expect(page.get_by_role("status").first).to_have_text("Rien trouvé" if french else "Nothing found")


def some_moves() -> tuple[str, str, str]:
    """Moves of the example about lines: one that completes a line, one that does not, and a stack that is not free."""
    game = example_game("amytis", "line")
    seat = int(game.state.to_move)
    told = {game.spec.move_text.to_text(game.state, code): [key for key, _ in tellings_of(game, seat, code, "notes")] for code in game.legal_codes()}
    right, other = (next(move for move, keys in told.items() if ("note.line" in keys) is wanted) for wanted in (True, False))
    taken = next(SPACES[n] for n, stack in enumerate(game.view()["stacks"]) if stack["architect"] is not None)
    return right, other, taken


def press(example: Locator, board: str, place: str) -> None:
    example.locator(f"#am-{board}-{SPACES.index(place)}").focus()
    example.page.keyboard.press("Enter")


def take(example: Locator, move: str) -> None:
    """Take a move in hand by keys: its stack, then its space."""
    stack, _, space = move.partition(">")
    press(example, "main", stack)
    press(example, "0", space)
    expect(example.locator(f"[data-lens='{move}']")).to_be_visible()


@SCREENS
def test_an_example_is_the_tables_board_and_a_click_makes_it_playable(visit: Visit, screen: dict[str, Any]) -> None:
    right, other, taken = some_moves()
    line = words("amytis", screen["language"])("note.line")
    page = visit("/rules/amytis", **screen)
    page.locator("#turn").scroll_into_view_if_needed()
    example = page.locator("[data-example=line]")
    example.scroll_into_view_if_needed()
    ply = int(example.locator("[data-ply]").get_attribute("data-ply") or "")
    expect(example.locator("[inert]")).to_be_visible()
    assert example.locator(".tools:visible").count() == 0
    example.locator("[data-try]").click()
    expect(example).to_have_attribute("data-use", "play")
    play = example.get_by_role("button", name="Jouer ce coup" if screen["language"] == "fr" else "Play this move")
    press(example, "main", taken)
    expect(example.locator(".no")).not_to_be_empty()  # wrong: the board says why
    expect(play).to_be_disabled()
    take(example, other)
    expect(example.locator(".say")).not_to_contain_text(line)
    page.keyboard.press("Escape")
    take(example, right)
    expect(example.locator(".say")).to_contain_text(line)
    assert violations(page) == []
    play.click()
    expect(example.locator(f"[data-ply='{ply + 1}']")).to_be_visible()
    example.get_by_role("button", name=re.compile("Start again|Recommencer")).click()
    expect(example.locator(f"[data-ply='{ply}']")).to_be_visible()
    # who reads on is done with it; of several boards one can be played with, the others stay pictures
    wall, market = page.locator("[data-example=wall]"), page.locator("[data-example=market]")
    page.locator("#buildings ~ .frame").last.scroll_into_view_if_needed()
    expect(example).to_have_attribute("data-use", "look")
    expect(wall.locator("[data-ply]")).to_be_visible()
    market.locator("[data-try]").click()
    expect(example).to_have_attribute("data-use", "wait")
    expect(wall.locator(".copy [data-ply]")).to_be_visible()
    market.get_by_role("button", name=re.compile("Close|Fermer")).click()
    expect(wall).to_have_attribute("data-use", "look")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@SCREENS
def test_a_tip_at_the_table_leads_to_its_rule_and_the_rule_back(visit: Visit, address: str, screen: dict[str, Any]) -> None:
    table = HttpTable(address, "amytis", {"kind": "bot", "bot": "level:1"})
    page = visit(table.link, **screen)
    page.locator(".board [data-ply='0']").wait_for()
    page.keyboard.press("Tab")
    page.evaluate("document.querySelector('#am-main-4').focus({ focusVisible: true })")
    link = page.get_by_role("tooltip").get_by_role("link").first
    expect(link).to_have_text(re.compile("^(Rules: What the buildings score|Règles.: )"))
    link.click()
    expect(page).to_have_url(re.compile(r"/rules/amytis#buildings$"))
    expect(page.locator("#buildings")).to_be_in_viewport()
    page.locator("a.back").first.click()
    expect(page.locator(".board [data-ply='0']")).to_be_visible()
