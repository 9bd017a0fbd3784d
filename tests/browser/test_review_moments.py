"""A moment of a review stays as it is while somebody looks at it, is tried again with mouse and keys, and comes though something fails on the way."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from axe import violations
from browsing import apart, box_of
from opened_games import MADE_MS, opened, some_moves

Visit = Callable[..., Page]
CARDS = ["parkland", "guard_tower", "oasis", "hanging_gardens"]


def made_review(page: Page, address: str, table: str) -> dict[str, Any]:
    """The whole review, as soon as it is made."""
    for _ in range(MADE_MS // 200):
        with urllib.request.urlopen(f"{address}/api/tables/{table}/review") as answer:
            if answer.status == 200:
                review: dict[str, Any] = json.load(answer)
                return review
        page.wait_for_timeout(200)
    raise AssertionError("the review takes too long")


def take(page: Page, move: str) -> None:
    """Take a tile in hand on the board in words."""
    slot, cell, _ = re.split("[:/]", move)
    page.locator(f"[data-slot='{slot}']").click()
    page.locator(f"[data-space='{cell}']").click()
    page.locator(f"[data-choice='{move}']").click()


def test_a_moment_stays_while_the_review_is_made_and_is_tried_again_with_keys_and_played_on_from(visit: Visit, address: str) -> None:
    page, table = visit("/"), opened(address, some_moves("akropolis", 4))
    whole = made_review(page, address, table)
    one, other = whole["mistakes"][0][:2]
    worst = [one]

    def growing(route: Route) -> None:
        mistakes = [worst, *whole["mistakes"][1:]]
        route.fulfill(json={**whole, "complete": False, "progress": 0.5, "mistakes": mistakes})

    page.route(re.compile(f"/api/tables/{table}/review\\?"), growing)
    page.goto(f"/table/{table}/review")
    expect(page.locator(".loss")).to_have_attribute("data-ply", str(one["ply"]))
    worst[:] = [other, one]
    expect(page.locator(".loss")).to_have_attribute("data-ply", str(other["ply"]))  # nobody has touched anything yet
    page.get_by_role("button", name="Try again").click()
    worst[:] = [one, other]
    page.locator(".try [aria-keyshortcuts=t]").wait_for()
    page.keyboard.press("t")
    slots = page.locator(".board.words [data-slot]")
    expect(slots).not_to_have_count(0)
    with page.expect_response(re.compile(f"{table}/review\\?")):
        pass
    take(page, other["better"])
    play = page.get_by_role("button", name="Play it")
    expect(play).to_be_enabled()
    page.keyboard.press("Escape")
    expect(play).to_be_disabled()
    take(page, other["better"])
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page.locator("[data-verdict=best]")).to_be_visible()
    assert violations(page) == []
    with page.expect_request(lambda request: request.url.endswith("/api/tables") and request.method == "POST") as asked:
        page.get_by_role("button", name="Play on from here").click()
    made: dict[str, Any] = asked.value.post_data_json or {}
    assert made["from"] == {"table": table, "ply": other["ply"]}, "not where the review has gone meanwhile"
    assert [seat["kind"] for seat in made["seats"]] == ["here", "bot"]
    expect(page).to_have_url(re.compile(r"/table/[\w-]+$"))
    expect(page.get_by_text("Your turn").first).to_be_visible()


def test_a_review_begins_when_the_game_is_over_and_a_board_that_did_not_come_is_fetched_again(visit: Visit, address: str) -> None:
    page, table = visit("/"), opened(address, some_moves("akropolis", 2, seats=1))
    runs, lost = [True], list[str]()

    def running(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(json={**answer.json(), "status": "running"} if runs[0] else answer.json())

    def lose_first(route: Route) -> None:
        lost.append(route.request.url)
        if len(lost) < 2:
            return route.fulfill(body="lost on the way")
        return route.continue_()

    page.route(re.compile(f"/api/tables/{table}\\?"), running)
    page.route(re.compile(f"/api/tables/{table}/plies/[01]\\?"), lose_first)
    page.goto(f"/table/{table}/review?ply=0&seat=0")
    expect(page.get_by_role("alert")).to_contain_text("This game still runs.")
    expect(page.get_by_role("alert").get_by_role("link", name="To the table")).to_have_attribute("href", f"/table/{table}")
    runs[0] = False
    expect(page.locator("[data-compared=better]")).to_be_visible(timeout=MADE_MS)
    assert len(lost) > 1
    # alone one plays against the illustrious architect: it stands beside the player, and there is a chance to win
    names = page.get_by_role("group", name="Whose mistakes")
    expect(names).to_contain_text("Hippodamos")
    expect(page.get_by_role("rowheader", name="Hippodamos")).to_be_visible()
    page.get_by_text("All moves as a list").click()
    expect(page.get_by_role("columnheader", name="winning chance")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "options"),
    [("akropolis", {"athena": True, "athena_cards": CARDS}), ("blueprints", {"seats": 4})],
    ids=["athena", "four"],
)
def test_a_review_with_the_expansion_and_one_of_four_show_the_mistake_and_say_why(visit: Visit, address: str, name: str, options: dict[str, Any]) -> None:
    page = visit(f"/table/{opened(address, some_moves(name, 4, **options))}/review")
    expect(page.locator("main[data-complete=true]")).to_be_visible(timeout=3 * MADE_MS)  # the search of the expansion may have to be compiled
    if page.locator(".seats .seat[aria-pressed=true]").count() and not page.locator("[data-disc]").count():
        page.get_by_role("group", name="Whose mistakes").get_by_role("button", name="Bob").click()
    expect(page.get_by_role("heading", name=re.compile("^Mistake 1 of"))).to_be_visible()
    drawn = "[data-compared=better]" if name == "akropolis" else "[data-compare=better]"
    expect(page.locator(drawn).first).to_be_visible()
    expect(page.locator(".because .why")).to_have_text(re.compile(r"\w.+\."))
    last = page.locator("[data-card]").last if name == "akropolis" else page.locator(".board .tools")
    labels = page.locator("[data-compare]")
    assert apart(box_of(last), box_of(labels.first)) and apart(box_of(labels.last), box_of(page.locator(".slider")))
    assert violations(page) == []
    if name == "akropolis":
        page.set_viewport_size({"width": 390, "height": 844})  # here the city needs the room of the cards
        expect(page.locator("[data-card]").first).to_be_hidden()
        page.set_viewport_size({"width": 844, "height": 390})
        expect(page.locator(".labels .cost")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)], ids=str)
def test_what_the_moves_are_is_not_written_over_the_favors(visit: Visit, address: str, size: tuple[int, int]) -> None:
    ply = next(ply for ply, move in enumerate(some_moves("amytis", 60).record()["moves"]) if move.startswith("!"))
    page = visit("/")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/table/{opened(address, some_moves('amytis', ply + 1))}/review?ply={ply}")
    expect(page.locator("[data-compare]").first).to_be_visible(timeout=MADE_MS)
    sheet = box_of(page.locator(".board .sheet"))
    assert all(apart(sheet, box_of(label)) for label in page.locator("[data-compare]").all())


ONCE_TOO_MANY = """
let asked = 0, fetch = window.fetch;
window.fetch = async (path, how) =>
    !/\\/review\\?/.test(path) || asked++ ? fetch(path, how)
        : new Response(JSON.stringify({error: {code: "limit", message: "Too many requests from your address: wait 1 second."}}), {status: 429});
"""


def test_a_review_that_was_refused_because_there_are_too_many_comes_as_soon_as_it_may(visit: Visit, address: str) -> None:
    page, table = visit("/"), opened(address, some_moves("amytis", 1))
    page.add_init_script(ONCE_TOO_MANY)
    page.goto(f"/table/{table}/review")
    expect(page.get_by_role("alert")).to_contain_text("Too many requests")
    expect(page.locator("main[data-complete=true]")).to_be_visible(timeout=MADE_MS)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_when_every_move_has_a_first_verdict_the_page_says_that_longer_ones_follow(visit: Visit, address: str) -> None:
    page, table = visit("/"), opened(address, some_moves("amytis", 1))
    whole = made_review(page, address, table)
    answers = [{**whole, "decisions": [], "mistakes": [[], []], "analysed": 0, "complete": False}, {**whole, "complete": False, "progress": 0.5}]
    page.route(re.compile(f"/api/tables/{table}/review\\?"), lambda route: route.fulfill(json=answers[0]))
    page.goto(f"/table/{table}/review")
    expect(page.locator(".progress")).to_have_text("The review is being made: 0 of 1 move judged so far.")
    answers.pop(0)
    expect(page.locator(".progress")).to_have_text("A first verdict; the longer one follows.")


@pytest.mark.parametrize("size", [(1440, 900), (844, 390)])
def test_two_dice_for_one_space_lie_whole_on_the_board(visit: Visit, address: str, size: tuple[int, int]) -> None:
    page, table = visit("/", width=size[0], height=size[1]), opened(address, some_moves("blueprints", 14))
    whole = made_review(page, address, table)
    both = [
        (decision["ply"], decision["seat"])
        for decision in whole["decisions"]
        if ">" in decision["move"] and decision["move"] != decision["best"][0]["move"] and decision["move"][3:] == decision["best"][0]["move"][3:] != "x"
    ]
    assert both, "no moment to look at"
    for ply, seat in both:
        page.goto(f"/table/{table}/review?ply={ply}&seat={seat}")
        board = box_of(page.locator(".board svg:has([data-compared])"))
        for kind in ("better", "played"):
            assert box_of(page.locator(f"[data-compared={kind}] polygon.{kind}"))["y"] >= board["y"] - 1, (ply, kind)


def test_on_a_phone_held_sideways_a_moment_is_tried_with_everything_in_sight(visit: Visit, address: str) -> None:
    page, table = visit("/", width=844, height=390, touch=True), opened(address, some_moves("akropolis", 2, seats=3))
    whole = made_review(page, address, table)
    page.goto(f"/table/{table}/review?ply=0&seat={whole['decisions'][0]['seat']}")
    page.get_by_role("button", name="Try again").click()
    page.locator("[data-slot='0']").tap()
    panel = box_of(page.locator(".try"))
    play = box_of(page.get_by_role("button", name="Play it"))
    assert play["y"] + play["height"] <= 390, "the button is in sight"
    turns = [box_of(button) for button in page.get_by_role("button", name=re.compile("^Turn")).all()]
    assert turns, "the tile can be turned"
    site = box_of(page.locator(".site"))
    assert all(apart(turn, site) for turn in turns), "nothing lies on the site"
    slots = page.locator("[data-slot]").all()
    assert len(slots) == 5
    assert all(apart(box_of(slot), panel) for slot in slots), "every tile can be taken"


def test_removed_dice_lie_in_two_rows_beside_the_button_for_a_die_that_fits_nowhere(visit: Visit, address: str) -> None:
    page, table = visit("/", width=844, height=390, touch=True), opened(address, some_moves("blueprints", 65))
    page.goto(f"/table/{table}/review?ply=64&seat=1")
    page.get_by_role("button", name="Try again").click(timeout=MADE_MS)
    page.locator("[data-pool^='S2']").first.tap()
    expect(page.get_by_role("button", name="Remove it: it fits nowhere")).to_be_visible()
    dice = [box_of(die) for die in page.locator(".out li").all()]
    assert len(dice) > 8, "the one in hand, too"
    assert len({die["y"] for die in dice}) <= 2
    panel = box_of(page.locator(".try"))
    assert all(apart(die, panel) for die in dice)
