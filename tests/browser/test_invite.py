"""Among people: the invitation, the waiting room, links that work on other machines, a seat on another device, hints that everybody sees."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from axe import violations
from http_table import HttpTable

Visit = Callable[..., Page]
THUMB = """() => [...document.querySelectorAll('main :is(button, .button, select, input[type=text]), dialog button')]
    .filter(one => one.checkVisibility() && !one.matches('.unseen') && one.getBoundingClientRect().height < 43.5)
    .map(one => one.outerHTML.slice(0, 90))"""


def waiting(visit: Visit, game: str = "akropolis", lot: bool = False) -> Page:
    """A table that waits for a friend."""
    page = visit(f"/new/{game}", lot=lot)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.locator("button.start:enabled").click()
    page.get_by_label("A friend, by a link").wait_for()
    return page


def test_the_invitation_tells_what_is_agreed(visit: Visit) -> None:
    page = visit("/new/akropolis", lot=True)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_text("Rules and options").click()
    page.get_by_role("checkbox", name="Temples: on level 2 or higher").check()
    page.get_by_role("radio", name="1, 2, 3, 4").check()
    page.get_by_role("radio", name="Only outside the city").check()
    page.get_by_text("At the table", exact=True).click()
    page.get_by_label("Time to think").select_option("live")
    page.locator("button.start:enabled").click()
    friend = visit(page.get_by_label("A friend, by a link").input_value())
    terms = friend.locator(".waiting dl")
    for text in (
        *("Ada", "your seat", "Drawn by lot", "10 minutes each, 10 seconds more after each turn"),
        *("Temples: on level 2 or higher", "Starting stones", "1, 2, 3, 4", "Only outside the city", "no hints"),
    ):
        expect(terms).to_contain_text(text)
    expect(terms.locator("li")).to_have_count(3)
    expect(terms).not_to_contain_text("Long game")  # as in the rules
    friend.get_by_label("Your name").fill("Zoé")
    friend.get_by_role("button", name="Sit down").click()
    page.locator(".bar").wait_for()


@pytest.mark.parametrize(("game", "options"), [("amytis", {}), ("akropolis", {}), ("akropolis", {"athena": True}), ("blueprints", {})])
def test_terms_as_in_the_rules_list_no_option_that_is_not_in_play(visit: Visit, address: str, game: str, options: dict[str, bool]) -> None:
    table = HttpTable(address, game, {"kind": "link"}, options=options)
    known = next(one for one in table.call("/api/games")["games"] if one["game"] == game)["options"]
    for link in (table.link, f"/table/{table.id}#{table.secrets[1]}", f"/table/{table.id}"):  # waiting, invited, watching
        page = visit(link)
        page.locator(".waiting dl").wait_for()
        page.wait_for_load_state("networkidle")
        terms = page.locator(".waiting dl > dd")
        assert all(text.strip() and "undefined" not in text for text in terms.all_inner_texts())
        fixed, always = 4, ("variants", "stones", "edition", "sides", "plans")  # who plays, who begins, the clock, the table
        expect(terms).to_have_count(fixed + sum(option["name"] in always for option in known) + len(options))


def test_the_waiting_room_has_the_link_and_cancel_and_says_that_only_this_machine_is_served(visit: Visit) -> None:
    page = waiting(visit)
    expect(page.locator(".waiting")).to_contain_text("listens to this machine only")
    expect(page.locator(".waiting code")).to_have_text(re.compile(r"^ziggurat serve --host 0\.0\.0\.0"))
    page.locator(".waiting").get_by_role("button", name="Cancel this table").click()
    page.get_by_role("button", name="Really cancel?").click()
    page.wait_for_url(re.compile("/$"))
    expect(page.locator(".game")).to_have_count(3)
    expect(page.get_by_role("link", name="Continue")).to_have_count(0)


def test_links_begin_with_an_address_that_others_can_use_and_have_a_qr_code(visit: Visit) -> None:
    page = visit("/")
    urls = ["http://192.168.1.20:8000", "http://10.0.0.7:8000"]
    answer = json.dumps({"open": True, "urls": urls, "command": "", "text": ""})
    page.route("**/api/addresses*", lambda route: route.fulfill(body=answer, content_type="application/json"))
    page.goto("/new/amytis")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.locator("button.start:enabled").click()
    link = page.get_by_label("A friend, by a link")
    expect(link).to_have_value(re.compile(r"^http://192\.168\.1\.20:8000/table/.+#.+"))
    code = page.get_by_role("img", name="QR code")
    expect(code).to_have_attribute("data-qr", link.input_value())
    page.get_by_label("Links begin with").select_option(urls[1])
    expect(link).to_have_value(re.compile(r"^http://10\.0\.0\.7:8000/table/"))
    expect(code).to_have_attribute("data-qr", link.input_value())
    page.get_by_role("button", name="QR code").click()
    expect(code).to_have_count(0)
    page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text }")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("copied") == link.input_value()


def test_a_seat_is_taken_to_another_device(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", {"kind": "bot", "bot": "random"})
    page = visit(table.link)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Links and devices").click()
    dialog = page.get_by_role("dialog", name="Links and devices")
    link = dialog.get_by_label("Play on another device: Ada")
    expect(dialog.get_by_role("img", name="QR code").first).to_have_attribute("data-qr", link.input_value())
    phone = visit(link.input_value(), width=390, height=844, touch=True)
    expect(phone.locator("[aria-label=Players] li").first).to_contain_text("Ada")
    phone.locator(".amytis[data-phase]").wait_for()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def test_the_host_gives_a_lost_link_again(visit: Visit) -> None:
    page = waiting(visit)
    old = page.get_by_label("A friend, by a link").input_value()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Links and devices").click()
    dialog = page.get_by_role("dialog", name="Links and devices")
    dialog.get_by_role("button", name="Give a new link").click()
    link = dialog.get_by_label("Link of Player 2")
    expect(link).not_to_have_value(old)
    new = link.input_value()
    friend = visit(new)
    friend.get_by_label("Your name").fill("Zoé")
    friend.get_by_role("button", name="Sit down").click()
    friend.locator(".bar").wait_for()
    late = visit(old)
    expect(late.get_by_role("button", name="Sit down")).to_have_count(0)


def test_everybody_sees_who_used_a_hint(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", {"kind": "here", "name": "Bo"})
    friend = visit(f"/table/{table.id}#{table.secrets[1]}")
    players = friend.locator("[aria-label=Players] li")
    expect(players.first).to_contain_text("Ada")
    expect(players.first).not_to_contain_text("hint")
    table.call(f"/api/tables/{table.id}/hint", {"ply": 0, "step": 1}, 0)
    expect(players.first).to_contain_text("1 hint")
    expect(players.nth(1)).not_to_contain_text("hint")


def rooms(visit: Visit, address: str, **how: object) -> Iterator[Page]:
    """Every page where people meet: my tables and open ones, finished games, the waiting room, the invitation, the links."""
    open_table = HttpTable(address, "akropolis", {"kind": "open"}, {"kind": "bot", "bot": "level:1"}, listed=True)
    table = HttpTable(address, "amytis", {"kind": "here", "name": "Bo"})
    over = HttpTable(address, "blueprints", {"kind": "here", "name": "Bo"})
    over.call(f"/api/tables/{over.id}/resign", {}, 0)
    waiting = HttpTable(address, "akropolis", {"kind": "link"})
    page = visit("/", **how)
    stored = [{"id": one.id, "game": one.game, "at": 1, "over": one is over, "secrets": one.secrets[:1], "links": {}} for one in (table, over, waiting)]
    stored[2] |= {"links": {1: f"/table/{waiting.id}#{waiting.secrets[1]}"}, "owner": "x" * 22}
    page.evaluate("tables => localStorage.setItem('ziggurat.tables', JSON.stringify(tables))", stored)
    page.reload()
    page.locator(f"[data-table='{table.id}'] .picture svg").wait_for()
    page.locator(f"[data-table='{open_table.id}']").wait_for()
    yield page
    page.goto("/#finished")
    page.reload()
    page.locator(".row .end").first.wait_for()
    yield page
    page.goto(f"/table/{waiting.id}")
    page.locator(".waiting dl").wait_for()
    yield page
    page.locator(".menu summary").click()
    page.locator(".menu .card > button", has_text="…").last.click()
    page.locator("dialog [data-qr]").first.wait_for()
    yield page
    page.keyboard.press("Escape")
    page.evaluate("localStorage.removeItem('ziggurat.tables')")
    page.goto("/")  # another visitor now: a link alone does not load the page again
    page.goto(f"/table/{waiting.id}#{waiting.secrets[1]}")
    page.locator(".waiting form").wait_for()
    page.locator(".waiting dl").wait_for()
    yield page


@pytest.mark.parametrize(
    ("language", "how"),
    [("en", ["Bo gave up. You win.", "You win, ", "Stopped without a result"]), ("fr", ["Bo a abandonné. Vous gagnez.", "Vous gagnez", "sans résultat"])],
)
def test_a_list_of_finished_games_says_who_won_and_how(visit: Visit, address: str, language: str, how: list[str]) -> None:
    given_up, stopped = (HttpTable(address, "blueprints", {"kind": "here", "name": "Bo"}) for _ in range(2))
    given_up.call(f"/api/tables/{given_up.id}/resign", {}, 1)
    stopped.call(f"/api/tables/{stopped.id}/abandon", {}, 0)
    played = HttpTable(address, "amytis", {"kind": "bot", "bot": "random"})
    played.play(most=200)
    assert played.now()["end"]["result"]["ranks"] == [1, 2]
    page = visit("/", language=language)
    stored = [{"id": one.id, "game": one.game, "at": 1, "over": True, "secrets": one.secrets[:1], "links": {}} for one in (given_up, played, stopped)]
    page.evaluate("tables => localStorage.setItem('ziggurat.tables', JSON.stringify(tables))", stored)
    page.goto("/#finished")
    page.reload()
    for row, text in enumerate(how):
        expect(page.locator("li.row").nth(row)).to_contain_text(text)
    expect(page.locator("li.row").first).not_to_contain_text("0 : 0")


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "fr")])
def test_no_page_where_people_meet_breaks_a_rule_of_access(visit: Visit, address: str, theme: str, language: str) -> None:
    problems = [problem for page in rooms(visit, address, theme=theme, language=language) for problem in violations(page)]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_phone_shows_it_all_with_room_for_a_thumb(visit: Visit, address: str, width: int, height: int) -> None:
    small: list[str] = []
    for page in rooms(visit, address, width=width, height=height, touch=True, language="fr"):
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
        small += page.evaluate(THUMB)
    assert not small, "\n".join(small)
