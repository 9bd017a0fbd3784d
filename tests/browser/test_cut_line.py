"""A line to the server that is cut without a word: the page says so at once, keeps the move, and says when it has arrived."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from http_table import HttpTable
from proxy import Proxy

Visit = Callable[..., Page]
LOST = "p.lost[role=alert]"
WAITS = {"en": "Your move waits here", "fr": "Votre coup attend ici"}
ARRIVED = {"en": "Your move has arrived", "fr": "votre coup est bien arrivé"}


class Cable(threading.Thread):
    """The line between page and server, which can be pulled; it has an event loop of its own."""

    def __init__(self, server: str) -> None:
        super().__init__()
        self.proxy = Proxy(urlsplit(server).port or 80)
        self.ready, self.done = threading.Event(), asyncio.Event()

    def run(self) -> None:
        """Pass bytes on until `end()`."""
        asyncio.run(self.serve())

    async def serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.proxy.open()
        self.address = f"http://127.0.0.1:{self.proxy.port}"
        self.ready.set()
        await self.done.wait()
        await self.proxy.close()

    def pull(self) -> None:
        """Let nothing pass any more; nobody is told so."""
        self.loop.call_soon_threadsafe(self.proxy.flows.clear)

    def plug(self) -> None:
        """Let everything pass again, also what waited."""
        self.loop.call_soon_threadsafe(self.proxy.flows.set)

    def end(self) -> None:
        """Cut all lines."""
        self.loop.call_soon_threadsafe(self.done.set)
        self.join()


@pytest.fixture
def cable(four_games: str) -> Iterator[Cable]:
    found = Cable(four_games)
    found.start()
    assert found.ready.wait(10)
    yield found
    found.end()


def seated(visit: Visit, cable: Cable, **how: object) -> tuple[Page, HttpTable]:
    """A page whose turn it is, with a move in hand."""
    table = HttpTable(cable.address, "cairn", {"kind": "here", "name": "Bo"})
    page = visit(f"{cable.address}{table.link}", **how)
    page.locator("[data-choice]").first.click()
    page.locator(".bar button.main:enabled").wait_for()
    return page, table


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_move_that_cannot_leave_is_said_to_wait_within_two_seconds_and_then_to_have_arrived(cable: Cable, visit: Visit, language: str) -> None:
    page, table = seated(visit, cable, language=language)
    cable.pull()
    page.locator(".bar button.main:enabled").click()
    began = time.monotonic()
    page.locator(LOST).wait_for()
    assert time.monotonic() - began < 2
    expect(page.locator(LOST)).to_contain_text(WAITS[language])
    page.wait_for_timeout(1500)
    cable.plug()
    expect(page.locator(".note")).to_contain_text(ARRIVED[language])
    expect(page.locator(LOST)).to_have_count(0)
    assert table.now()["ply"] == 1


def test_a_line_that_is_replaced_by_a_new_one_brings_the_move_once(cable: Cable, visit: Visit) -> None:
    page, table = seated(visit, cable)
    cable.pull()
    page.locator(".bar button.main:enabled").click()
    page.locator(LOST).wait_for()
    with page.expect_websocket():  # the old line is given up
        pass
    cable.plug()
    expect(page.locator(".note")).to_contain_text(ARRIVED["en"])
    assert table.now()["ply"] == 1


def test_a_cut_line_is_noticed_though_nobody_does_anything(cable: Cable, visit: Visit) -> None:
    page, _ = seated(visit, cable)
    cable.pull()
    began = time.monotonic()
    page.locator(LOST).wait_for()
    assert time.monotonic() - began < 7.5
    expect(page.locator(LOST)).to_contain_text("the move that you chose is not lost")
    cable.plug()
    expect(page.locator(LOST)).to_have_count(0)


def test_a_browser_that_goes_offline_is_believed_only_where_the_line_is_silent(cable: Cable, visit: Visit) -> None:
    page, _ = seated(visit, cable)
    page.evaluate(
        "window.lost = []; new MutationObserver(() => lost.push(!!document.querySelector('p.lost'))).observe(document.body, {childList: true, subtree: true})"
    )
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.wait_for_timeout(2000)
    assert not any(page.evaluate("lost")), "the server is on this machine: the line works"
    cable.pull()
    page.evaluate("dispatchEvent(new Event('offline'))")
    began = time.monotonic()
    page.locator(LOST).wait_for()
    assert time.monotonic() - began < 2
    cable.plug()
    expect(page.locator(LOST)).to_have_count(0)
