"""Whole games in the first minute: they begin on a server in plain Python and go on, unnoticed, on the compiled one that takes over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, WebSocket, expect

from browser.test_ways import GAMES, Promises, await_turn, broken, decide
from browsing import serving
from http_table import HttpTable
from serving import cache_without_stamp

Visit = Callable[..., Page]
NO_CONNECTION = "p.lost[role=alert]"


GATED = """
import os, pathlib, time
while "ZIGGURAT_READY_FD" in os.environ and not pathlib.Path(os.environ["GATE"]).exists():
    time.sleep(0.05)
"""


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """The compiled server begins when this file is there: so the test decides when it takes over."""
    return tmp_path / "gate"


@pytest.fixture
def address(tmp_path: Path, gate: Path) -> Iterator[str]:
    """A server that starts as for the first time."""
    (tmp_path / "sitecustomize.py").write_text(GATED)
    cache = str(cache_without_stamp(tmp_path / "cache"))
    with serving(tmp_path, first_start=True, ZIGGURAT_CACHE=cache, PYTHONPATH=str(tmp_path), GATE=str(gate)) as url:
        yield url


def is_plain(address: str) -> bool:
    return bool(httpx.get(f"{address}/healthz", timeout=30).json()["plain"])


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_across_the_handover(visit: Visit, address: str, gate: Path, game: str) -> None:
    page = visit(f"/new/{game}")
    greeted: set[WebSocket] = set()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda _: greeted.add(socket)))
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.locator("button.start:enabled").click()
    assert await_turn(page, game)
    assert is_plain(address)
    promises = Promises()
    ply = decide(page, game, promises)
    page.locator(f".board [data-ply='{ply}'], .waiting button.main").first.wait_for()
    gate.touch()
    until = time.monotonic() + 180
    while len(greeted) < 2 and time.monotonic() < until:
        page.wait_for_timeout(100)
    assert len(greeted) == 2 and not is_plain(address), "the page connects to the next server by itself"
    while await_turn(page, game):
        ply = decide(page, game, promises)
        page.locator(f".board [data-ply='{ply}'], .waiting button.main").first.wait_for()
    expect(page.locator(NO_CONNECTION)).to_have_count(0)
    assert len(greeted) == 2 and not broken(page, promises)


def test_a_weaker_bot_offers_to_start(visit: Visit, address: str) -> None:
    page = visit("/new/akropolis")
    level = page.get_by_label("Level of the bot on seat 2")
    level.select_option("level:8")
    page.get_by_text("Great architect is still getting ready.").wait_for()
    page.get_by_role("button", name="Play against Mason instead").click()
    expect(level).to_have_value("level:3")
    page.locator("button.start:enabled").click()
    assert await_turn(page, "akropolis")
    ply = decide(page, "akropolis", Promises())
    page.locator(f".board [data-ply='{ply + 1}']").wait_for()


def test_a_hint_wanted_before_the_handover_comes_after_it(visit: Visit, address: str, gate: Path) -> None:
    page = visit(HttpTable(address, "amytis", {"kind": "bot", "bot": "level:1"}).link)
    assert await_turn(page, "amytis")
    page.keyboard.press("h")
    button = page.locator("[aria-keyshortcuts=h]")
    expect(button).to_have_attribute("aria-busy", "true")
    gate.touch()
    expect(button).to_have_attribute("aria-busy", "false", timeout=180_000)
    expect(button).to_contain_text("Show")
