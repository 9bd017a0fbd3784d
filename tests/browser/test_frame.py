"""What the page does for every game, shown with one that has no face of its own: the small game of the tests, played on the server's pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from http_table import HttpTable

KEEP_SOCKETS = """
    window.sockets = [];
    const Real = WebSocket;
    window.WebSocket = class extends Real { constructor(url) { super(url); window.sockets.push(this) } };
"""
LOG = ".log li a"
pytestmark = pytest.mark.both_browsers
Visit = Callable[..., Page]


def begin(visit: Visit, address: str, **how: object) -> Page:
    """A game of Cairn against a bot that begins at once: two clicks from the first page."""
    page = visit(address, **how)
    page.evaluate("localStorage.setItem('ziggurat.bot.cairn', '\"greedy\"')")
    page.reload()
    page.locator("a[href='/new/cairn']").click()
    page.locator("button.start:enabled").click()
    page.wait_for_url(re.compile("/table/"))
    page.locator("[data-choice]").first.wait_for()
    return page


def play(page: Page) -> str:
    """The first move of the list; returns it, when it is our turn again or all is over."""
    chosen = page.locator("[data-choice]").first
    text = str(chosen.get_attribute("data-choice"))
    chosen.click()
    before = page.locator(LOG).count()
    page.locator(".bar button.main:enabled").click()
    expect(page.locator(LOG)).not_to_have_count(before)
    page.locator("[data-choice], a[href*='?ply=']:not(.log a)").first.wait_for()
    return text


def to_the_end(page: Page) -> None:
    """Play until the game is over."""
    while page.locator(".bar a[href*='?ply=']").count() == 0:
        play(page)


def two(visit: Visit, address: str, name: str, **how: object) -> tuple[Page, Page]:
    """Ada and a friend who came by her link; she begins."""
    page = visit(f"{address}/new/cairn")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.locator("button.start:enabled").click()
    friend = visit(page.get_by_label("A friend, by a link").input_value(), **{"language": "fr", **how})
    friend.get_by_role("textbox", name=re.compile("Votre nom|Your name")).fill(name)
    friend.get_by_role("button", name=re.compile("S’asseoir|Sit down")).click()
    page.locator("[data-choice]").first.wait_for()
    return page, friend


def in_sight(page: Page, selector: str) -> None:
    """It lies in the window, without scrolling."""
    box, size = page.locator(selector).first.bounding_box(), page.viewport_size
    assert box is not None and size is not None
    assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"], (selector, box)


def test_a_whole_game_then_leafing_through_it_and_playing_on_from_its_middle(visit: Visit, four_games: str) -> None:
    page = begin(visit, four_games)
    to_the_end(page)
    plies = page.locator(LOG).count()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile(r"\?ply=0$"))  # from the beginning
    expect(page.locator(".told")).to_be_visible()
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", plies)):
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"\?ply={ply}$"))
        expect(page.locator(".told")).to_contain_text(f"Move {ply} of {plies}")
    page.locator(LOG).nth(3).click()
    expect(page).to_have_url(re.compile(r"\?ply=4$"))
    page.reload()  # every moment has its own address
    expect(page.locator(".told")).to_contain_text(f"Move 4 of {plies}")
    page.get_by_label("Level of the bots").select_option("1")
    old = page.url
    page.get_by_role("button", name="Play on from here against").click()
    page.wait_for_url(lambda url: url != old)
    expect(page.locator(LOG)).to_have_count(4)
    play(page)
    assert page.locator(LOG).count() >= 5


def test_the_record_and_the_picture_are_saved_and_the_record_is_opened_again(visit: Visit, four_games: str, tmp_path: Path) -> None:
    page = begin(visit, four_games)
    to_the_end(page)
    page.get_by_role("link", name="Replay").click()
    page.locator(".menu summary").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    saved.value.save_as(tmp_path / "game.zig.json")
    record = json.loads((tmp_path / "game.zig.json").read_bytes())
    assert saved.value.suggested_filename.endswith(".zig.json")
    assert len(record["moves"]) == page.locator(LOG).count()
    page.locator(".menu summary").click()
    with page.expect_download() as drawn:
        page.get_by_role("button", name="Save the picture").click()
    drawn.value.save_as(tmp_path / "game.svg")
    assert (tmp_path / "game.svg").read_text(encoding="utf-8").startswith("<svg")
    page.goto(four_games)
    page.get_by_text("Open a record").first.click()
    page.locator("input[type=file]").set_input_files(tmp_path / "game.zig.json")
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(LOG)).to_have_count(len(record["moves"]))


def test_the_lens_says_before_what_the_score_says_after(visit: Visit, four_games: str) -> None:
    page = begin(visit, four_games)
    for _ in range(4):
        if page.locator("[data-choice]").count() == 0:
            break
        before = int(re.findall(r"\d+", page.locator("[data-score='0']").inner_text())[0])
        page.locator("[data-choice]").first.click()
        promised = int(str(page.locator("[data-lens]").get_attribute("data-total")))
        number = page.locator(LOG).count() + 1
        page.locator(".bar button.main:enabled").click()
        expect(page.locator(LOG).nth(number - 1)).to_be_visible()
        page.locator(LOG).nth(number - 1).click()  # the moment right after our move
        expect(page).to_have_url(re.compile(rf"\?ply={number}$"))
        expect(page.locator("[data-score='0']")).to_have_text(str(before + promised))
        page.keyboard.press("Escape")
        page.locator("[data-choice], .bar a[href*='?ply=']").first.wait_for()


def test_another_language_at_once_and_the_move_in_hand_stays(visit: Visit, four_games: str) -> None:
    page = begin(visit, four_games)
    page.locator("[data-choice]").first.click()
    expect(page.locator(".lens .words")).to_contain_text("puts a")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".lens .words")).to_contain_text("pose")
    expect(page.locator(".status")).to_contain_text("À vous")
    page.locator(".bar button.main:enabled").click()
    expect(page.locator(LOG).first).to_contain_text("pose")


def test_undo_stays_in_the_log_and_a_resigned_game_is_played_again(visit: Visit, four_games: str) -> None:
    page = begin(visit, four_games)
    play(page)
    page.keyboard.press("u")
    expect(page.locator(".log s").first).to_be_visible()
    expect(page.locator(LOG)).to_have_count(0)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()
    expect(page.locator(".status")).to_have_text(re.compile(r"gave up\. .+ wins\."))
    old = page.url
    page.get_by_role("button", name="Play again").click()  # nobody has to be asked: the new table at once
    page.wait_for_url(lambda url: url != old)
    expect(page.locator("[data-choice]").first).to_be_visible()
    page.get_by_role("link", name="Ziggurat").click()
    expect(page.get_by_role("link", name="Continue")).to_have_count(1)
    page.get_by_role("link", name="Finished games (1)").click()
    expect(page.get_by_role("link", name="Look again")).to_have_count(1)


def test_two_browsers_a_link_and_talk(visit: Visit, four_games: str) -> None:
    page, friend = two(visit, four_games, "Zoé <b>")
    page.locator("[data-choice]").first.click()
    page.keyboard.press("Enter")
    expect(friend.locator(".status")).to_contain_text("À vous")
    expect(friend.locator(".news")).to_contain_text("Ada")  # what the other did, in words, where one looks
    friend.get_by_role("button", name="Discussion").click()
    friend.get_by_label("Dire quelque chose").fill("Bonjour")
    friend.get_by_role("button", name="Envoyer").click()
    expect(page.locator(".note")).to_have_text("Zoé <b>: Bonjour")  # in sight, wherever one looks
    page.get_by_role("button", name="Talk · 1").click()
    expect(page.locator(".chat")).to_contain_text("Zoé <b> Bonjour")
    expect(page.get_by_role("button", name="Talk · 1")).to_have_count(0)
    expect(page.get_by_label("Say something")).to_be_focused()


def test_a_lost_connection_is_shown_and_mended_and_the_move_in_hand_is_kept(visit: Visit, four_games: str) -> None:
    page = visit(four_games)
    page.add_init_script(KEEP_SOCKETS)
    page.reload()
    page.locator("a[href='/new/cairn']").click()
    page.locator("button.start:enabled").click()
    page.locator("[data-choice]").first.click()
    page.evaluate("sockets.at(-1).close()")
    expect(page.get_by_text("No connection.")).to_be_visible()
    expect(page.locator("[data-lens]")).to_be_visible()
    page.locator(".bar button.main:enabled").click()
    expect(page.get_by_text("No connection.")).to_be_hidden()
    expect(page.locator(LOG).first).to_be_visible()
    page.wait_for_timeout(600)
    expect(page.locator(".wrong")).to_have_count(0)  # nothing was asked about a position that the move had passed


def test_a_refusal_of_something_else_does_not_lose_a_move_on_its_way(visit: Visit, four_games: str) -> None:
    page = visit(four_games)
    page.add_init_script(KEEP_SOCKETS)
    page.goto(f"{four_games}/new/cairn")
    page.locator("button.start:enabled").click()
    page.locator("[data-choice]").first.click()
    page.evaluate("() => { const one = sockets.at(-1), send = one.send.bind(one); one.send = (text) => text.includes('\"play\"') || send(text) }")
    page.locator(".bar button.main:enabled").click()  # it never arrives
    page.evaluate("""sockets.at(-1).send('{"t": "rematch", "id": 1}')""")
    expect(page.locator(".wrong")).to_be_visible()
    page.evaluate("sockets.at(-1).close()")
    expect(page.locator(LOG).first).to_be_visible()


def test_a_move_of_the_past_is_no_move_and_keys_tell_themselves(visit: Visit, four_games: str) -> None:
    page = begin(visit, four_games)
    play(page)
    page.goto(re.sub(r"(\?.*)?$", "?ply=999", page.url))  # beyond the end: the last moment
    expect(page.locator(".told")).to_be_visible()
    expect(page.locator("[data-choice]")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("Escape")
    page.locator("[data-choice]").first.wait_for()


def test_a_hint_in_three_steps_ends_with_the_move_in_hand(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", {"kind": "bot", "bot": "greedy"})
    page = visit(table.link)
    page.locator(".amytis").wait_for()
    said = set()
    for step in range(3):
        page.keyboard.press("h")
        page.locator(".hint").wait_for()
        page.locator("button[aria-keyshortcuts=h][aria-busy=false]").wait_for()
        said.add(page.locator(".hint").inner_text())
        assert page.locator("[data-lens]").count() == (step > 0)
        assert page.locator(".hinted").count() == (step == 0), "the first step is marked on the board"
    assert len(said) == 3
    page.keyboard.press("Enter")
    expect(page.locator(LOG).first).to_be_visible()


def test_two_at_one_screen_take_back_and_give_up_as_the_one_who_is_meant(visit: Visit, four_games: str) -> None:
    page = visit(f"{four_games}/new/cairn")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name of the friend").fill("Bo")
    page.locator("button.start:enabled").click()
    expect(page.locator(".status")).to_contain_text("Ada, your turn")
    expect(page.get_by_text("(you)")).to_have_count(0)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    for moved in (1, 2):
        page.locator("[data-choice]").first.click()
        page.locator(".bar button.main:enabled").click()
        expect(page.locator(LOG)).to_have_count(moved)
    for left, player in ((1, "Bo"), (0, "Ada")):  # the last one first, whoever it was
        undo.click()
        expect(page.locator(LOG)).to_have_count(left)
        expect(page.locator(".status")).to_contain_text(f"{player}, your turn")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up as Ada?").click()
    expect(page.locator(".status")).to_have_text("Ada gave up. Bo wins.")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".told")).to_be_visible()


def test_what_is_final_is_asked_twice_and_the_menu_closes_after_a_choice(visit: Visit, four_games: str) -> None:
    page = begin(visit, four_games)
    menu = page.locator(".menu")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Sounds").click()
    expect(menu).not_to_have_attribute("open", "")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Stop without a result").click()
    expect(page.get_by_role("button", name="Really stop?")).to_be_visible()
    page.locator(".board").click(position={"x": 5, "y": 5})  # elsewhere: never mind
    expect(menu).not_to_have_attribute("open", "")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Stop without a result").click()
    page.get_by_role("button", name="Really stop?").click()
    expect(page.locator(".status")).to_have_text("Stopped without a result")


def test_whoever_leaves_finds_the_table_on_the_first_page_and_comes_back(visit: Visit, four_games: str) -> None:
    page, friend = two(visit, four_games, "Zoé", language="en")
    friend.locator(".menu summary").click()
    friend.get_by_role("button", name="Leave").click()
    expect(friend.get_by_role("link", name="Continue")).to_be_visible()
    expect(page.get_by_label("Players")).to_contain_text("stands in")
    friend.get_by_role("link", name="Continue").click()
    expect(friend.get_by_text("plays for you until you are back")).to_be_visible()
    in_sight(friend, ".ask")
    friend.get_by_role("button", name="I am back").click()
    expect(friend.get_by_role("button", name="I am back")).to_have_count(0)
    expect(page.get_by_label("Players")).not_to_contain_text("stands in")


def test_a_refused_offer_is_told_and_what_is_asked_lies_in_sight(visit: Visit, four_games: str) -> None:
    page, friend = two(visit, four_games, "Zoé", language="en", width=390, height=844)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Stop without a result").click()
    page.get_by_role("button", name="Really stop?").click()
    expect(friend.get_by_text("Ada would like to stop")).to_be_visible()
    in_sight(friend, ".ask .main")
    in_sight(page, ".ask button")
    friend.get_by_role("button", name="No", exact=True).click()
    expect(page.locator(".note")).to_have_text("Zoé said no.")
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_who_is_gone_is_waited_for_in_sight_of_all_and_can_be_replaced(visit: Visit, four_games: str) -> None:
    page, friend = two(visit, four_games, "Zoé", language="en")
    friend.close()
    expect(page.get_by_label("Players")).to_contain_text("not connected")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Stop without a result").click()
    page.get_by_role("button", name="Really stop?").click()
    expect(page.locator(".ask")).to_contain_text(re.compile(r"Waiting for Zoé: in (1:00:00|59:\d\d) "))
    in_sight(page, ".ask button")
    expect(page.get_by_role("button", name="End it now")).to_have_count(0)
    page.get_by_role("button", name="Withdraw the request").click()
    expect(page.locator(".ask")).to_have_count(0)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Let a bot play for Zoé").click()
    expect(page.locator(".wrong")).to_contain_text("wait a minute")


def test_a_friend_is_invited_by_name_and_gets_the_link_again(visit: Visit, four_games: str) -> None:
    page = visit(f"{four_games}/new/cairn")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.locator("button.start:enabled").click()
    expect(page.get_by_text("Waiting for the others")).to_have_count(1)
    friend = visit(page.get_by_label("A friend, by a link").input_value())
    expect(friend.get_by_role("heading", name="Ada invites you to Cairn")).to_be_visible()
    expect(friend.get_by_text("Waiting for the others")).to_have_count(0)
    friend.get_by_label("Your name").fill("Zoé")
    friend.get_by_role("button", name="Sit down").click()
    page.locator("[data-choice]").first.wait_for()
    friend.close()
    expect(page.get_by_label("Players").get_by_role("button", name="Copy the link of Zoé")).to_be_visible()
    page.locator(".menu summary").click()
    expect(page.locator(".menu").get_by_role("button", name="Copy the link of Zoé")).to_be_visible()


def test_a_table_that_waits_is_cancelled(visit: Visit, four_games: str) -> None:
    page = visit(f"{four_games}/new/cairn")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.locator("button.start:enabled").click()
    link = page.get_by_label("A friend, by a link").input_value()
    page.locator(".menu summary").click()
    page.locator(".menu").get_by_role("button", name="Cancel this table").click()
    page.get_by_role("button", name="Really cancel?").click()
    expect(page.get_by_text("This table was cancelled")).to_be_visible()
    friend = visit(link)
    expect(friend.get_by_text("This table was cancelled")).to_be_visible()
    friend.get_by_role("link", name="To the lobby").click()
    expect(friend).to_have_url(re.compile("/$"))


def test_the_rules_lead_back_to_the_table(visit: Visit, address: str) -> None:
    page = visit(HttpTable(address, "amytis", {"kind": "bot", "bot": "greedy"}).link)
    page.locator(".amytis").wait_for()
    table = page.url
    page.get_by_role("link", name="Rules", exact=True).first.click()
    page.wait_for_url(re.compile("/rules/"))
    page.locator(".contents li a").first.click()
    page.reload()  # it is kept with the page
    back = page.get_by_role("link", name="Back to your game").first
    expect(back).to_be_visible()
    expect(page.get_by_role("link", name="Play The Architects of Amytis")).to_have_count(0)
    back.click()
    expect(page).to_have_url(table)
    page.locator(".amytis").wait_for()
    page.goto("/rules/amytis")
    expect(page.get_by_role("link", name="Play The Architects of Amytis").first).to_be_visible()
    expect(page.get_by_role("link", name="Back to your game")).to_have_count(0)


def test_playing_on_from_a_moment_keeps_the_seat_that_one_held(visit: Visit, four_games: str) -> None:
    page = begin(visit, four_games)
    to_the_end(page)
    over = page.url
    page.goto(f"{over}?ply=1")  # the bot is to move: it stays the bot
    expect(page.get_by_label("Seat to play on with")).to_have_count(0)
    page.get_by_role("button", name="Play on from here against").click()
    page.wait_for_url(lambda url: not url.startswith(over))
    expect(page.locator("[aria-label=Players] li").nth(0)).to_contain_text("(you)")
    page.locator("[data-choice]").first.wait_for()
    watcher = visit(f"{over}?ply=1")  # one who held none says which
    watcher.get_by_label("Seat to play on with").select_option("1")
    watcher.get_by_role("button", name="Play on from here against").click()
    watcher.wait_for_url(lambda url: not url.startswith(over))
    expect(watcher.locator("[aria-label=Players] li").nth(1)).to_contain_text("(you)")


def test_bots_of_one_level_have_numbers(visit: Visit, four_games: str) -> None:
    page = visit(four_games)
    page.evaluate("localStorage.setItem('ziggurat.bot.cairn', '\"greedy\"')")
    page.goto(f"{four_games}/new/cairn")
    page.get_by_role("button", name="Add a seat").click()
    page.locator("button.start:enabled").click()
    page.locator("[data-choice]").first.wait_for()
    seats = page.get_by_label("Players")
    expect(seats).to_contain_text("Magpie 1")
    expect(seats).to_contain_text("Magpie 2")
    play(page)
    expect(page.locator(LOG).nth(1)).to_contain_text("Magpie 1")  # the server says so too
    expect(page.locator(".news")).to_contain_text("Magpie 2")


def test_a_refusal_goes_when_something_else_is_done(visit: Visit, address: str) -> None:
    table = HttpTable(address, "amytis", {"kind": "bot", "bot": "greedy"})
    page = visit(table.link)
    page.locator(".amytis").wait_for()
    page.evaluate("""() => { const real = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) { real.call(this, text.replace('"t":"hint"', '"t":"undo"').replace(',"step":1', '')) } }""")
    page.keyboard.press("h")  # it asks to take back what was never played
    expect(page.locator(".wrong")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".wrong")).to_have_count(0)


def test_the_buttons_of_a_scene_keep_their_places(visit: Visit, address: str) -> None:
    table = HttpTable(address, "akropolis", {"kind": "bot", "bot": "greedy"})
    page = visit(table.link)
    closer = page.get_by_role("button", name="Zoom in")
    closer.wait_for()
    before = closer.bounding_box()
    for _ in range(3):
        closer.click()
    assert closer.bounding_box() == before
    page.get_by_role("button", name="Show everything").click()
    assert closer.bounding_box() == before
    expect(page.get_by_role("button", name="Show everything")).to_be_hidden()
    page.get_by_role("button", name="From above").click()
    expect(page.get_by_role("button", name="At an angle")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 800), (390, 844), (390, 664)])
def test_hint_and_buttons_lie_in_sight_at_every_size(visit: Visit, address: str, width: int, height: int) -> None:
    table = HttpTable(address, "amytis", {"kind": "bot", "bot": "greedy"})
    page = visit(table.link, width=width, height=height)
    page.locator(".amytis").wait_for()
    before = page.locator(".acts .main").bounding_box()
    for _ in range(3):
        page.locator("button[aria-keyshortcuts=h][aria-busy=false]").click()
        page.locator(".hint").wait_for()
        page.locator("button[aria-keyshortcuts=h][aria-busy=false]").wait_for()
        after = page.locator(".acts .main").bounding_box()
        assert before is not None and after is not None and after["y"] == before["y"], "what a thumb rests on stays where it is"
    for box in (".bar", ".say", ".lens", ".hint"):
        assert page.locator(box).evaluate("box => box.scrollHeight <= box.clientHeight + 1"), "as high as it needs: nothing scrolls in itself"
    for what in (".hint", ".acts .main", ".acts button[aria-keyshortcuts=u]"):
        place = page.locator(what).bounding_box()
        assert place is not None and 0 <= place["y"] < height - 20, what
    in_sight(page, ".acts")
    assert page.evaluate("scrollY") == 0


def test_the_end_says_how_it_stood_and_shows_the_sheet(visit: Visit, four_games: str) -> None:
    page = begin(visit, four_games)
    to_the_end(page)
    scores = [page.locator(f"[data-score='{seat}']").inner_text() for seat in (0, 1)]
    expect(page.locator(".status")).to_contain_text(re.compile(f"({' to '.join(scores)}|{' to '.join(scores[::-1])}|points each)"))
    in_sight(page, "[data-score='0']")
