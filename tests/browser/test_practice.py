"""Puzzles in the page: a right answer, a wrong one, giving up, the next one; the rating that the browser keeps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from axe import violations
from browsing import apart, box_of
from ziggurat.puzzles.puzzle import Puzzle, game_of, shipped

Visit = Callable[..., Page]
SOLVER = "game => JSON.parse(localStorage.getItem(`ziggurat.practice.${game}`))"


def puzzle_of(game: str) -> Puzzle:
    """One in which a tile is built."""
    return next(puzzle for puzzle in shipped(game).values() if ">" in puzzle.best)


def choose(page: Page, move: str) -> None:
    """Take a move in hand and answer with it, on the board in words: every move is a button there."""
    if not page.locator(".board.words").count():
        page.keyboard.press("t")
    page.locator(f'[data-twin-stack="{move.partition(">")[0]}"]').click()
    page.locator(f'[data-twin="{move}"]').click()
    page.locator(".bar .main").click()


def solver_of(page: Page, game: str) -> dict[str, Any]:
    solver: dict[str, Any] = page.evaluate(SOLVER, game)
    return solver


@pytest.mark.parametrize(
    ("language", "theme", "width", "height", "words"),
    [
        ("en", "light", 1440, 900, {"right": "That is it", "wrong": "Not the best", "shown": "This is the move"}),
        ("fr", "dark", 390, 844, {"right": "C’est ça", "wrong": "Pas le meilleur", "shown": "Voici le coup"}),
    ],
)
def test_a_puzzle_is_solved_missed_shown_and_followed_by_the_next(
    visit: Visit, language: str, theme: str, width: int, height: int, words: dict[str, str]
) -> None:
    puzzle = puzzle_of("amytis")
    wrong = next(move for move in game_of(puzzle).legal_moves if move != puzzle.best)
    page = visit(f"/practice/amytis/{puzzle.id}", language=language, theme=theme, width=width, height=height)
    page.locator(".board svg:visible").first.wait_for()
    found = violations(page)
    # right: the rating rises, the streak is one, the themes are told, the board shows the move
    choose(page, puzzle.best)
    verdict = page.locator(".verdict")
    expect(verdict).to_have_attribute("data-outcome", "right")
    expect(verdict.locator("h2")).to_have_text(words["right"])
    expect(verdict.locator("h2")).to_be_focused()
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "1")
    expect(page.locator("[data-themes]")).to_be_attached()
    first = solver_of(page, "amytis")
    assert (first["change"] > 0, first["solved"], first["rating"]) == (True, [puzzle.id], 1000 + first["change"])
    assert verdict.locator("li b").count()
    box = verdict.locator("button.main").bounding_box()
    assert box
    assert box["y"] + box["height"] <= height, "the way on is in sight"
    found += violations(page)
    # the next one is another, near the rating
    verdict.locator("button.main").click()
    expect(verdict).to_have_count(0)
    expect(page).not_to_have_url(f"/practice/amytis/{puzzle.id}")
    assert solver_of(page, "amytis")["seen"][0] == puzzle.id
    # wrong, then shown: the rating falls once
    page.goto(f"/practice/amytis/{puzzle.id}")
    page.locator(".task").wait_for()
    choose(page, wrong)
    expect(verdict).to_have_attribute("data-outcome", "wrong")
    expect(verdict.locator("h2")).to_have_text(words["wrong"])
    assert puzzle.best not in verdict.inner_text(), "the solution is not given away"
    missed = solver_of(page, "amytis")
    assert (missed["streak"], missed["change"] < 0, missed["rating"]) == (0, True, first["rating"] + missed["change"])
    found += violations(page)
    verdict.locator("button").nth(1).click()
    expect(verdict).to_have_attribute("data-outcome", "shown")
    expect(verdict.locator("h2")).to_have_text(words["shown"])
    assert solver_of(page, "amytis")["rating"] == missed["rating"], "a puzzle changes the rating once"
    # the first page tells of it
    page.goto("/")
    expect(page.locator(".ring")).to_contain_text(str(missed["rating"]))
    page.locator('a[href="/practice/amytis"]').click()
    page.locator(".task").wait_for()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", ["akropolis", "blueprints"])
def test_the_other_games_have_puzzles_too(visit: Visit, game: str) -> None:
    page = visit("/practice", width=390, height=844, touch=True)
    page.locator(f'a[href="/practice/{game}"]').click()
    page.locator(".board svg:visible").first.wait_for()
    page.locator(".open button").first.click()
    page.locator("dialog .panels").wait_for()
    found = violations(page)
    page.locator("dialog form button").click()
    page.locator(".bar button").last.click()
    expect(page.locator(".verdict")).to_have_attribute("data-outcome", "shown")
    page.locator(".verdict .why").wait_for()
    found += violations(page)
    page.goto(f"/practice/{game}/none")
    expect(page.locator("[data-gone]")).to_contain_text("another one")
    page.locator(".board svg:visible").first.wait_for()
    found += violations(page)
    assert not found, "\n".join(found)


def test_an_akropolis_puzzle_is_solved_on_the_board_in_words(visit: Visit) -> None:
    puzzle = next(iter(shipped("akropolis").values()))
    slot, cell, _ = re.split("[:/]", puzzle.best)
    page = visit(f"/practice/akropolis/{puzzle.id}")
    page.locator(".board svg:visible").first.wait_for()
    page.keyboard.press("t")
    for place in (f"[data-slot='{slot}']", f"[data-space='{cell}']", f"[data-choice='{puzzle.best}']"):
        page.locator(place).click()
    page.locator(".bar .main").click()
    expect(page.locator(".verdict")).to_have_attribute("data-outcome", "right")
    assert solver_of(page, "akropolis")["solved"] == [puzzle.id]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_blueprints_puzzle_is_solved_by_touch_on_a_phone_in_french(visit: Visit, width: int, height: int) -> None:
    puzzle = puzzle_of("blueprints")
    die, _, space = puzzle.best.partition(">")
    page = visit(f"/practice/blueprints/{puzzle.id}", language="fr", width=width, height=height, touch=True)
    page.locator(f"[data-pool='{die}']").tap()
    plan = page.locator(".stage svg").first.bounding_box()
    assert plan and plan["width"] > 300 and plan["height"] > 150, "the building has room, also on a phone held sideways"
    page.locator(f".space[data-space='{space}']").tap()
    page.locator(".bar .main").tap()
    verdict = page.locator(".verdict")
    expect(verdict).to_have_attribute("data-outcome", "right")
    expect(verdict.locator("h2")).to_have_text("C’est ça")
    assert solver_of(page, "blueprints")["solved"] == [puzzle.id]


def test_on_a_phone_held_sideways_every_tile_of_a_puzzle_can_be_taken(visit: Visit) -> None:
    puzzle = next(one for one in shipped("akropolis").values() if one.options["seats"] > 2 and len(game_of(one).view(one.seat)["site"]) > 3)
    page = visit(f"/practice/akropolis/{puzzle.id}", width=844, height=390, touch=True)
    page.locator("[data-slot='0']").tap()
    slots = [box_of(slot) for slot in page.locator("[data-slot]").all()]
    assert len(slots) > 3
    for part in (".open", ".bar"):
        assert all(apart(slot, box_of(page.locator(part))) for slot in slots), part
    for button in page.get_by_role("button", name=re.compile("^Turn")).all():
        assert all(apart(slot, box_of(button)) for slot in slots)
