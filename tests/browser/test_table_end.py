"""The end of a game: nothing is told before it is counted, the winner is marked, and there are ways on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from http_table import HttpTable

Visit = Callable[..., Page]
GAMES = ("amytis", "akropolis", "blueprints")


def until_the_last_decision(table: HttpTable) -> tuple[int, dict[str, Any]]:
    """Play for both seats until one decision is left: whose it is, and the request that takes it."""
    while True:
        seat = int(table.now()["view"]["to_move"])
        now = table.now(seat)
        move = {"ply": now["ply"], "move": now["choices"][0]["text"]}
        if now["ply"] >= LAST[table.game](now):
            return seat, move
        table.call(f"/api/tables/{table.id}/play", move, seat)


def sites_left(now: Any) -> int:
    """Akropolis ends when no stack is left and one tile lies in the site."""
    view = now["view"]
    return int(now["ply"]) if view["stacks_left"] == 0 and len(view["site"]) <= 2 else 10_000


LAST: dict[str, Callable[[Any], int]] = {"akropolis": sites_left}


@pytest.fixture(scope="module")
def over(address: str) -> dict[str, HttpTable]:
    """A finished game of each kind."""
    made = {game: HttpTable(address, game, {"kind": "here", "name": "Bo"}) for game in GAMES}
    for table in made.values():
        while table.now()["status"] == "running":
            table.decide(int(table.now()["view"]["to_move"]))
    return made


@pytest.mark.parametrize("game", GAMES)
def test_a_page_opened_at_the_end_shows_the_end(visit: Visit, over: dict[str, HttpTable], game: str) -> None:
    page = visit(over[game].link)
    page.emulate_media(reduced_motion="no-preference")
    ranks = over[game].now()["end"]["result"]["ranks"]
    seats = page.locator("[aria-label=Players] li")
    for seat, rank in enumerate(ranks):
        expect(seats.nth(seat).locator(".star")).to_have_count(int(rank == 1))
        expect(seats.nth(seat).locator(".score")).to_have_text(re.compile(r"^\d+$"))
    expect(page.locator(".status")).to_contain_text(re.compile("win|lose|share"))
    for name in ("Play again", "Same deal again", "Share"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        spilling = page.locator(".acts").evaluate("box => [...box.children].filter(one => one.scrollHeight > one.clientHeight + 1).length")
        bottom = page.locator(".acts").evaluate("box => box.getBoundingClientRect().bottom")
        assert not spilling
        assert bottom <= height


def test_while_points_are_counted_nobody_tells_them(visit: Visit, address: str) -> None:
    table = HttpTable(address, "akropolis", {"kind": "here", "name": "Bo"})
    seat, last = until_the_last_decision(table)
    page = visit(table.link)
    page.emulate_media(reduced_motion="no-preference")
    page.locator(".board [data-ply]").wait_for()
    table.call(f"/api/tables/{table.id}/play", last, seat)
    page.get_by_role("button", name="Skip the counting").wait_for()
    scores = [str(one["score"]) for one in table.now()["view"]["seats"]]
    header = page.locator("[aria-label=Players]")
    expect(header.locator(".score").first).to_have_text("…")
    assert header.locator(".star").count() == 0
    assert not re.search("win|lose", page.title())
    sheet = page.locator("aside").inner_text()
    assert not any(re.search(rf"\b{score}\b", sheet.split("What happened")[0]) for score in scores if len(score) > 1), sheet
    page.get_by_role("button", name="Skip the counting").click()
    expect(header.locator(".score").first).to_have_text(scores[0])
    expect(header.locator(".star")).not_to_have_count(0)
    page.get_by_role("button", name="Count again").click()
    expect(page.get_by_role("button", name="Skip the counting")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator(".board [data-ply]")).to_be_visible()


@pytest.mark.parametrize(("choice", "seat"), [("From my seat", 0), ("From another seat", 1)])
def test_the_same_deal_is_played_from_the_same_seat_or_another(visit: Visit, address: str, choice: str, seat: int) -> None:
    table = HttpTable(address, "akropolis", {"kind": "bot", "bot": "random"})
    dealt = table.now()["view"]["site"]
    table.call(f"/api/tables/{table.id}/resign", {}, 0)
    page = visit(table.link)
    page.get_by_role("button", name="Same deal again").click()
    old = page.url
    page.get_by_role("button", name=choice).click()
    page.wait_for_url(lambda url: url != old)
    page.locator(".board [data-ply]").wait_for()
    expect(page.locator("[aria-label=Players] li").nth(seat)).to_contain_text("(you)")
    if seat == 0:
        again = page.request.get(re.sub(r"/table/([^?#]+).*", r"/api/tables/\1", page.url)).json()
        assert again["view"]["site"] == dealt


def test_the_table_is_shared_by_its_link(visit: Visit, over: dict[str, HttpTable]) -> None:
    page = visit(over["amytis"].link)
    page.evaluate("() => { navigator.share = undefined; window.copied = ''; navigator.clipboard.writeText = async text => { copied = text } }")
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".note")).to_have_text("Copied")
    assert page.evaluate("copied").endswith(f"/table/{over['amytis'].id}")


def test_an_opened_record_says_nothing_of_connections(visit: Visit, over: dict[str, HttpTable]) -> None:
    table = over["amytis"]
    record = table.call(f"/api/tables/{table.id}/record", seat=0)
    made = table.call("/api/records", {"record": record})
    page = visit(made["watch"])
    expect(page.locator("[aria-label=Players] li")).to_have_count(2)
    expect(page.locator("[aria-label=Players]")).not_to_contain_text("not connected")


def test_playing_on_keeps_the_settings_of_the_table(visit: Visit, address: str) -> None:
    table = HttpTable(address, "akropolis", {"kind": "here", "name": "Bo"}, hints=False, previews=False, clock={"kind": "live", "bank": 300, "increment": 5})
    for seat in (0, 1, 0):
        table.decide(seat)
    table.call(f"/api/tables/{table.id}/resign", {}, 0)
    page = visit(f"/table/{table.id}?ply=2#{table.secrets[0]}")
    old = page.url
    page.get_by_role("button", name="Play on from here against").click()
    page.wait_for_url(lambda url: url.split("?")[0] != old.split("?")[0])
    new = page.request.get(re.sub(r"/table/([^?#]+).*", r"/api/tables/\1", page.url)).json()
    assert not new["settings"]["hints"]
    assert not new["settings"]["previews"]
    assert (new["clock"]["kind"], new["clock"]["bank"], new["clock"]["increment"]) == ("live", 300, 5)
