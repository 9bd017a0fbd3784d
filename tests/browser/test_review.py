"""The review of a finished game in a real browser: made by the real server, read, tried again, played on from; and as one file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from axe import violations
from browsing import box_of
from opened_games import MADE_MS, opened, send, some_moves
from ziggurat.review.page import review_page
from ziggurat.search.analyse import analyse_game

Visit = Callable[..., Page]
PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True, "theme": "dark"}


def wait_until_made(page: Page) -> None:
    expect(page.locator("main[data-complete=true]")).to_be_visible(timeout=MADE_MS)


def see_reason(page: Page, key: str, card: str) -> None:
    """Go to a mistake of which the game says this, and see the card that it is about beside the reason."""
    path = page.url.partition("?")[0]
    review = page.request.get(path.replace("/table/", "/api/tables/")).json()
    told = (mistake for seat in review["mistakes"] for mistake in seat if any(note["key"] == key for note in mistake["notes"]))
    mistake = next(told)
    page.goto(f"{path}?ply={mistake['ply']}&seat={mistake['seat']}")
    expect(page.locator(f".because [data-reason{card}]")).to_be_visible()


def test_a_review_is_one_click_from_the_end_and_is_read_by_graph_slider_and_keys(visit: Visit, address: str) -> None:
    page = visit(f"/table/{opened(address, some_moves('amytis', 10))}")
    page.get_by_role("link", name="Review the game").first.click()
    expect(page).to_have_url(re.compile(r"/review"))
    expect(page.get_by_role("heading", name="How the game went")).to_be_visible(timeout=MADE_MS)
    wait_until_made(page)
    expect(page.get_by_role("heading", name="Mistake 1 of 3")).to_be_visible()
    expect(page.locator(".cost strong")).to_have_text(re.compile(r"^−\d"))
    better, played = page.locator("[data-compare=better]"), page.locator("[data-compare=played]")
    expect(better).to_have_text(re.compile(r"Better: \w+ \w+ on [abc][123]"))
    expect(played).to_have_text(re.compile(r"Ada played: \w+ \w+ on [abc][123]"))
    assert max(box_of(better)["height"], box_of(played)["height"]) < 45, "a line each: they do not cover the board"
    assert page.locator(".nine .compared.better").count() == page.locator(".nine .compared.played").count() == 2, "where from, and where to"
    assert violations(page) == []
    page.locator("[data-disc='2']").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Mistake 2 of 3")).to_be_visible()
    other = page.request.get(page.url.partition("?")[0].replace("/table/", "/api/tables/")).json()["mistakes"][1][0]
    page.get_by_role("slider").fill(str(other["ply"]))
    expect(page.get_by_role("heading", name=re.compile("^Move .* Bob"))).to_be_visible()
    expect(page.locator(".because .why")).to_be_visible()  # also of a mistake of the other seat
    page.get_by_role("group", name="Whose mistakes").get_by_role("button", name="Bob").click()
    expect(page.locator("[data-compare=played]")).to_contain_text("Bob played")
    expect(page).to_have_url(re.compile(r"seat=1"))
    page.get_by_role("slider").fill("3")
    expect(page.locator(".loss")).to_have_attribute("data-ply", "3")
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Move 5 of 10")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Move 5 of 10")).to_be_visible()
    page.get_by_text("All moves as a list").click()
    expect(page.locator("details tbody tr")).to_have_count(10)
    page.get_by_role("button", name=re.compile(r"^1 Ada")).click()
    expect(page.get_by_text("Move 1 of 10")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="The end")).to_be_visible()
    see_reason(page, "serves.project", "")


def test_a_moment_is_tried_again_and_played_on_from_on_a_phone_in_french(visit: Visit, address: str) -> None:
    page = visit(f"/table/{opened(address, some_moves('blueprints', 6))}/review", language="fr", **PHONE)
    wait_until_made(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    again = page.get_by_role("button", name="Réessayer")
    box = again.bounding_box()
    assert box and box["y"] + box["height"] <= PHONE["height"], "nothing scrolls before the buttons"
    expect(page.locator("[data-compare=better]")).to_contain_text("Mieux")
    assert violations(page) == []
    see_reason(page, "note.plan_lost", "=plan")
    again.tap()
    die = page.locator("[data-pool]").first
    expect(die).to_be_visible()
    die.tap()
    if not page.get_by_role("button", name="Jouer ce coup").is_enabled():
        page.locator(".space[data-choice]").first.dispatch_event("click")
    page.get_by_role("button", name="Jouer ce coup").tap()
    removes = page.locator(".pool.removing [data-pool]").first
    expect(removes.or_(page.locator("[data-verdict]")).first).to_be_visible(timeout=MADE_MS)
    if removes.is_visible():
        removes.tap()
        page.get_by_role("button", name="Jouer ce coup").tap()
    expect(page.locator("[data-verdict]")).to_be_visible(timeout=MADE_MS)
    assert violations(page) == []
    page.get_by_role("button", name="Jouer la suite").tap()
    expect(page).to_have_url(re.compile(r"/table/[\w-]+$"))
    expect(page.locator("[data-game=blueprints][data-ply]")).to_be_visible()


def test_both_tiles_lie_on_the_board_for_three_and_for_one(visit: Visit, address: str) -> None:
    page = visit(f"/table/{opened(address, some_moves('akropolis', 3, seats=3))}/review")
    expect(page.locator("[data-compared=better]")).to_be_visible(timeout=MADE_MS)
    expect(page.locator("[data-compared=played]")).to_be_visible()
    expect(page.locator("[data-disc]")).to_have_count(1)
    assert page.get_by_text("mistakes of the others").is_visible()
    wait_until_made(page)
    see_reason(page, "serves.stars", "=house")
    page.goto(f"/table/{opened(address, some_moves('akropolis', 2, seats=1))}/review")
    expect(page.locator("[data-compared=better]")).to_be_visible(timeout=MADE_MS)
    assert page.locator(".legend").get_by_text("expected score").is_visible()
    assert page.get_by_role("columnheader", name="Ada").is_visible()


def test_a_running_game_is_not_reviewed(visit: Visit, address: str) -> None:
    made = send(address, "/api/tables", {"game": "amytis", "seats": [{"kind": "link"}, {"kind": "bot", "bot": "greedy"}]})
    page = visit(f"/table/{made['id']}/review")
    expect(page.get_by_role("alert")).to_contain_text("This game still runs. It can be reviewed when it is over.")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "review.html"
    path.write_text(review_page(analyse_game(some_moves("akropolis", 6), sims=20), "fr"), encoding="utf-8")
    return path


@pytest.fixture
def alone(browser: Browser) -> Iterator[Page]:
    """A page on a phone whose every request to elsewhere fails the test."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark", locale="en")
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if not request.url.startswith(("file:", "data:", "blob:")) else None)
    yield page
    context.close()
    assert complaints == []


def test_a_review_in_one_file_needs_no_server(alone: Page, file: Path) -> None:
    alone.goto(file.as_uri())
    expect(alone.get_by_role("heading", name="Erreur 1 sur 3")).to_be_visible()
    expect(alone.locator("[data-compared=better]")).to_be_visible()
    assert alone.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(alone) == []
    alone.get_by_role("button", name="English").click()
    expect(alone.get_by_role("heading", name="Mistake 1 of 3")).to_be_visible()
    alone.get_by_role("button", name="Bob").click()
    expect(alone.locator("[data-compare=played]")).to_contain_text("Played:")
    assert alone.get_by_role("button", name="Try again").count() == 0
