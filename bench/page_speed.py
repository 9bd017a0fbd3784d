"""Measures how fast the page is: `.venv/bin/python bench/page_speed.py [tiles]` (after a build of the page).

First by the clock, on loopback: from the address to a first page on which a game can be chosen, each time as a new visitor; and from the click that plays a
move to the frame that shows it, in each game against `random` (the move has then been to the server, to its disk, and back).

Then how much script and layout a frame of the Akropolis table costs: a city of 18 tiles (two players, long game), 1440 by 900, Chromium with software
rendering. A tile is dragged over the whole city, then turned, then the table is turned. Chromium's trace says when each frame of the main thread began;
script, style and layout of a frame are its outermost events of these kinds. Their thread's own time is counted, not the clock's: other programs on the
machine do not disturb it.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, FloatRect, Page

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from browsing import browsing, serving
from http_table import HttpTable

WORK = {"EventDispatch", "FireAnimationFrame", "FunctionCall", "RunMicrotasks", "TimerFire", "EvaluateScript", "UpdateLayoutTree", "Layout", "ParseHTML"}
FRAME = "BeginMainThreadFrame"

CARDS = """() => new Promise(done => {
    const look = () => document.querySelectorAll(".game .name").length === 3 ? setTimeout(() => done(performance.now())) : requestAnimationFrame(look);
    look();
})"""  # the timer runs when the main thread is free again
PLAYED = """() => new Promise(done => {
    const board = () => document.querySelector(".board [data-ply]")?.dataset.ply;
    const before = board(), began = performance.now();
    document.querySelector(".bar button.main").click();
    const look = () => board() !== before ? requestAnimationFrame(() => done(performance.now() - began)) : requestAnimationFrame(look);
    look();
})"""


def first_pages(browser: Browser, address: str, times: int = 8) -> list[float]:
    """Milliseconds until a game can be chosen, from the address on, with nothing in the browser's cache."""
    times_ms = []
    for _ in range(times):
        page = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}).new_page()
        page.goto("/", wait_until="commit")
        times_ms.append(page.evaluate(CARDS))
        page.context.close()
    return times_ms[1:]


def moves(page: Page, address: str, game: str, times: int = 8) -> list[float]:
    """Milliseconds from the click that plays a move to the frame that shows it."""
    table = HttpTable(address, game, {"kind": "bot", "bot": "random"})
    page.goto(table.link)
    times_ms = []
    for _ in range(times):
        table.wait()
        page.locator(f".board [data-ply='{table.now()['ply']}']").wait_for()
        page.wait_for_timeout(1200)  # what others did is shown step by step
        page.keyboard.press("h")
        page.locator("[aria-keyshortcuts=h][aria-busy=false]").wait_for()
        page.keyboard.press("h")
        page.locator(".bar button.main:enabled").wait_for()
        page.wait_for_timeout(300)  # the preview, with what the move is expected to become, is worked out meanwhile: nobody plays a move unseen
        times_ms.append(page.evaluate(PLAYED))
    return times_ms


def full_city(address: str, tiles: int) -> str:
    """Make a table where the first of two players has this many tiles and is to move; returns its link."""
    table = HttpTable(address, "akropolis", {"kind": "here", "name": "Bo"}, options={"long_game": True})
    for ply in range(2 * tiles):
        table.decide(ply % 2, lambda choice: -0.2 * (abs(choice["q"]) + abs(choice["r"])))
    return table.link


def frames(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of script, style and layout in each frame of the page's main thread."""
    threads = {event["args"]["name"]: (event["pid"], event["tid"]) for event in events if event["name"] == "thread_name"}
    begins = [event for event in events if event["name"] == FRAME]
    thread = max({(event["pid"], event["tid"]) for event in begins} or set(threads.values()), key=lambda one: sum((e["pid"], e["tid"]) == one for e in begins))
    starts = sorted(event["ts"] for event in begins if (event["pid"], event["tid"]) == thread)
    work = [event for event in events if event.get("ph") == "X" and event["name"] in WORK and (event["pid"], event["tid"]) == thread]
    mine = sorted(work, key=lambda e: e["ts"])
    sums, end, frame = [0.0] * (len(starts) + 1), 0.0, 0
    for event in mine:
        if event["ts"] < end:
            continue  # inside another
        end = event["ts"] + event.get("dur", 0)
        while frame < len(starts) and starts[frame] <= event["ts"]:
            frame += 1
        sums[frame] += event.get("tdur", event.get("dur", 0)) / 1000
    if "-v" in sys.argv:
        for event in sorted(mine, key=lambda e: -e.get("tdur", 0))[:6]:
            print("   ", event["name"], event.get("tdur", 0) / 1000, event.get("dur", 0) / 1000, json.dumps(event["args"])[:160])
    return [total for total in sums if total > 0]


def traced(page: Page, act: Any) -> list[float]:
    """Trace the frames while `act` runs."""
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    done: list[bool] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _: done.append(True))
    categories = "devtools.timeline,devtools.timeline.frame,disabled-by-default-devtools.timeline.frame,disabled-by-default-devtools.timeline,v8.execute"
    session.send("Tracing.start", {"categories": categories, "transferMode": "ReportEvents"})
    act()
    page.wait_for_timeout(400)
    session.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    session.detach()
    return frames(events)


def drag(page: Page, stage: FloatRect) -> None:
    """Drag the tile over the whole city, line by line."""
    for line in range(5):
        y = stage["y"] + stage["height"] * (0.15 + 0.17 * line)
        for step in range(25):
            page.mouse.move(stage["x"] + stage["width"] * (0.15 + 0.028 * (step if line % 2 == 0 else 24 - step)), y)


def box(page: Page, what: str) -> FloatRect:
    """Where an element lies. Ask before anything is measured: the question runs script, too."""
    place = page.locator(what).bounding_box()
    assert place
    return place


def take(page: Page, tile: FloatRect) -> None:
    """Press on a tile of the site and draw it away."""
    page.mouse.move(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    page.mouse.down()
    page.mouse.move(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] + 30)


def walk(page: Page) -> None:
    """Move the tile in hand around by the arrow keys."""
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        press(page, key, 4)


def press(page: Page, key: str, times: int) -> None:
    """Press a key (or several) again and again, with time to glide."""
    for one in key.split() * times:
        page.keyboard.press(one)
        page.wait_for_timeout(350)


def summary(name: str, values: list[float], of: str = "frames") -> str:
    """Sum up a measurement in one line."""
    ordered = sorted(values)
    highest = ordered[int(0.95 * (len(ordered) - 1))]
    return f"{name}: {len(ordered)} {of}, median {statistics.median(ordered):.1f} ms, 95 % {highest:.1f} ms, most {ordered[-1]:.1f} ms"


def main(tiles: int) -> None:
    """Start a server and a browser, and measure."""
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as address, browsing() as browser:
        print(summary("first page, until a game can be chosen", first_pages(browser, address), "times"))
        page = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}).new_page()
        for game in ("amytis", "akropolis", "blueprints"):
            print(summary(f"{game}, from the click to the new picture", moves(page, address, game), "moves"))
        page = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}).new_page()
        page.goto(full_city(address, tiles))
        page.locator(".akropolis").wait_for()
        page.wait_for_timeout(3000)  # the pictures of the next turns are loaded
        tile, stage = box(page, "[data-slot='0']"), box(page, ".stage > svg")
        print(summary("tile taken from the site (once)", traced(page, lambda: take(page, tile))))
        print(summary("tile dragged over the city", traced(page, lambda: drag(page, stage))))
        page.mouse.up()
        print(summary("tile turned", traced(page, lambda: press(page, "r", 12))))
        print(summary("tile moved by keys", traced(page, lambda: walk(page))))
        page.keyboard.press("Escape")
        print(summary("table turned", traced(page, lambda: press(page, ".", 12))))
        page.keyboard.press("v")
        page.wait_for_timeout(3000)
        print(summary("table turned, from above", traced(page, lambda: press(page, ".", 12))))


if __name__ == "__main__":
    main(int(next((arg for arg in sys.argv[1:] if arg.isdigit()), 18)))
