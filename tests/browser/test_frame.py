"""What the page does for every game, shown with one that has no face of its own: the small game of the tests, played on the server's pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from http_table import HttpTable

KEEP_SOCKETS = """
    window.sockets = [];
    const Real = WebSocket;
    window.WebSocket = class extends Real { constructor(url) { super(url); window.sockets.push(this) } };
"""
LOG = ".log li a"
Visit = Callable[..., Page]


def begin(visit: Visit, address: str, **how: object) -> Page:
    """A game of Cairn against a bot that begins at once: two clicks from the first page."""
    page = visit(address, **how)
    page.evaluate("localStorage.setItem('ziggurat.bot', '\"greedy\"')")
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


def test_a_whole_game_then_leafing_through_it_and_playing_on_from_its_middle(visit: Visit, four_games: str) -> None:
    page = begin(visit, four_games)
    to_the_end(page)
    plies = page.locator(LOG).count()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    page.get_by_role("link", name="Leaf through the game").click()
    expect(page).to_have_url(re.compile(rf"\?ply={plies}$"))
    expect(page.locator(".told")).to_be_visible()
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", plies)):
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"\?ply={ply}$"))
        expect(page.locator(".told")).to_contain_text(f"Move {ply} of {plies}")
    page.locator(LOG).nth(3).click()
    expect(page).to_have_url(re.compile(r"\?ply=4$"))
    page.reload()  # every moment has its own address
    expect(page.locator(".told")).to_contain_text(f"Move 4 of {plies}")
    page.get_by_label("Strength of the bots").select_option("1")
    old = page.url
    page.get_by_role("button", name="Play on from here against").click()
    page.wait_for_url(lambda url: url != old)
    expect(page.locator(LOG)).to_have_count(4)
    play(page)
    assert page.locator(LOG).count() >= 5


def test_the_record_and_the_picture_are_saved_and_the_record_is_opened_again(visit: Visit, four_games: str, tmp_path: Path) -> None:
    page = begin(visit, four_games)
    to_the_end(page)
    page.get_by_role("link", name="Leaf through the game").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    saved.value.save_as(tmp_path / "game.zig.json")
    record = json.loads((tmp_path / "game.zig.json").read_bytes())
    assert saved.value.suggested_filename.endswith(".zig.json")
    assert len(record["moves"]) == page.locator(LOG).count()
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
    expect(page.locator(".status")).to_contain_text("gave up")
    page.get_by_role("button", name="Play again").click()
    page.get_by_role("button", name="Go to the new game").click()
    expect(page.locator("[data-choice]").first).to_be_visible()
    page.get_by_role("link", name="Ziggurat").click()
    expect(page.get_by_role("link", name="Continue")).to_have_count(1)
    expect(page.get_by_role("link", name="Look again")).to_have_count(1)


def test_two_browsers_a_link_and_talk(visit: Visit, four_games: str) -> None:
    page = visit(f"{four_games}/new/cairn")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.locator("button.start:enabled").click()
    link = page.get_by_label("A friend, by a link").input_value()
    friend = visit(link, language="fr")
    friend.get_by_label("Votre nom").fill("Zoé <b>")
    friend.get_by_role("button", name="S’asseoir").click()
    play_first = page.locator("[data-choice]").first
    play_first.click()
    page.keyboard.press("Enter")
    expect(friend.locator(".status")).to_contain_text("À vous")
    friend.get_by_label("Dire quelque chose").fill("Bonjour")
    friend.get_by_role("button", name="Envoyer").click()
    expect(page.get_by_text("Bonjour")).to_be_visible()
    expect(page.get_by_text("Zoé <b>").first).to_be_visible()


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
