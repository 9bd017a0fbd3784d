"""The ways people sit at a table, each a whole game of each kind through the page: two at one screen, and two browsers over a link with reloads in
the middle. Before every move the page says what it will bring: after the game its record is played again, and each score is what was said."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gained import gained
from ziggurat.record import replay

Visit = Callable[..., Page]
GAMES = ("amytis", "akropolis", "blueprints")
TURN = {"amytis": ".amytis[data-phase]", "akropolis": ".akropolis [data-open]", "blueprints": "[data-die][aria-disabled=false]"}
HAND_OVER, SCORING, OVER = ".waiting button.main", ".scoring", ".bar a[href*='?ply=']"
Promises = dict[int, tuple[str, str | None]]  # by ply: the move, and what the page says that it brings


def open_places(page: Page, board: str) -> list[int]:
    """Where on a board of Amytis something can be chosen."""
    found: list[int] = page.locator(f"[id^='{board}-'][data-open]").evaluate_all("all => all.map(one => Number(one.id.at(-1)))")
    return found


def take_in_hand(page: Page, game: str, ply: int) -> None:
    """Any move, by keys."""
    if game != "amytis":
        page.keyboard.press("1")
    elif page.locator(".option").count():
        states = page.locator(".option").evaluate_all("all => all.map(one => one.dataset.open)")
        page.keyboard.press(f"Digit{1 + states.index('true')}")
    else:
        stacks = open_places(page, "am-main")
        page.keyboard.press(f"Digit{1 + stacks[ply % len(stacks)]}")
        spaces = open_places(page, "am-0") + open_places(page, "am-1")
        page.keyboard.press(f"Digit{1 + spaces[ply % len(spaces)]}")


def decide(page: Page, game: str, promises: Promises) -> int:
    """One decision of somebody whose turn it is; what the page promises for it is kept. Returns the ply after it."""
    board = page.locator(".board [data-ply]")
    ply = int(board.get_attribute("data-ply") or 0)
    take_in_hand(page, game, ply)
    lens = page.locator("[data-lens]")
    lens.wait_for()
    promises[ply] = (str(lens.get_attribute("data-lens")), lens.get_attribute("data-total"))
    page.keyboard.press("Enter")
    return ply + 1


def await_turn(page: Page, game: str) -> bool:
    """Wait until this page asks for a decision; False: the game is over. A hand-over is accepted, a scored round is closed."""
    while True:
        page.locator(", ".join([TURN[game], HAND_OVER, SCORING, OVER])).first.wait_for()
        if page.locator(SCORING).count():
            page.keyboard.press("Escape")
            expect(page.locator(SCORING)).to_have_count(0)
        elif page.locator(HAND_OVER).count():
            page.locator(HAND_OVER).click()
            expect(page.locator(HAND_OVER)).to_have_count(0)
        else:
            return page.locator(OVER).count() == 0


def address_of(page: Page) -> str:
    """Where the server tells of the table that this page shows."""
    return re.sub(r"/table/([^?#]+).*", r"/api/tables/\1", page.url)


def broken(page: Page, promises: Promises) -> list[str]:
    """Promises that were not kept: the record, played again, must score after each decision what was said before it. Chance alone promises nothing."""
    record: dict[str, Any] = page.request.get(f"{address_of(page)}/record").json()
    game, found = replay(record, upto=0), []
    for ply, move in enumerate(record["moves"]):
        told, total = promises[ply]
        seat = int(game.to_move or 0)
        before = game.view(seat)
        game.push(move)
        if told != move or (total is None and move != "+deck") or (total is not None and gained(before, game.view(seat), seat) != int(total)):
            found.append(f"{ply}: {told} promised {total}, {move} was played")
    return found if game.is_over else [*found, "the record ends before the game"]


@pytest.mark.parametrize("game", GAMES)
def test_two_people_at_one_screen(visit: Visit, game: str) -> None:
    page = visit(f"/new/{game}")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.locator("button.start:enabled").click()
    promises = Promises()
    while await_turn(page, game):
        ply = decide(page, game, promises)
        page.locator(f".board [data-ply='{ply}'], {HAND_OVER}").first.wait_for()
    assert not broken(page, promises)


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_over_a_link_with_reloads(visit: Visit, game: str) -> None:
    page = visit(f"/new/{game}")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.locator("button.start:enabled").click()
    friend = visit(page.get_by_label("A friend, by a link").input_value(), language="fr", width=390, height=844)
    friend.get_by_label("Votre nom").fill("Zoé")
    friend.get_by_role("button", name="S’asseoir").click()
    page.locator(".board [data-ply]").wait_for()
    people, promises = (page, friend), Promises()
    while (table := page.request.get(address_of(page)).json())["status"] != "over":
        seat, ply = table["view"]["to_move"], table["ply"]
        if ply in {5, 8}:
            people[ply % 2].reload()
        people[seat].locator(f".board [data-ply='{ply}']").wait_for()
        assert await_turn(people[seat], game)
        decide(people[seat], game, promises)
        people[seat].locator(f".board [data-ply='{ply}']").wait_for(state="detached")
    for person in people:
        assert not await_turn(person, game)
    assert not broken(page, promises)
