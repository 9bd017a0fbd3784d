"""The board of Akropolis on the page, as browser tests use it: wait for a turn, lay a tile by mouse or by finger."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from browsing import box_of

SELECTED = "[data-ghost][data-legal=true]"
LAID = f"{SELECTED}.fixed"
SIDES = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
Act = Callable[[float, float], None]
"""Click or tap at a point of the window."""


def is_over(page: Page) -> bool:
    """Wait until it is our turn, or the game is over."""
    page.locator(".akropolis [data-open], .ending").first.wait_for()
    return page.locator(".ending").count() > 0


def point(page: Page, act: Act, x: float, y: float) -> None:
    """Click or tap in the city, and wait until the page has heard of it and has drawn what it does: a tap becomes a click only some time later.

    Where something else lies before the city, or it is out of sight, nothing is done.
    """
    if not page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.stage')", [x, y]):
        return
    page.evaluate("() => { window.heard = 0; addEventListener('click', () => window.heard++, { once: true, capture: true }) }")
    act(x, y)
    page.wait_for_function("() => window.heard")
    page.evaluate(FRAMES)


def lies(page: Page) -> bool:
    """Whether the tile in hand lies in the city and can be played."""
    return page.locator(LAID).count() > 0 and page.locator("button.main:enabled").count() > 0


def aim(page: Page, act: Act, take: Callable[[], None] = lambda: None) -> None:
    """Point at places that are marked until the tile lies there. Far from every way to lay it as it is turned, it is put down: `take` takes it up again."""
    places = page.locator(".place.legal")
    places.first.wait_for()
    for n in range(0, 120, 2):
        if not page.locator(".site .tile[aria-pressed=true]").count():
            take()
        places.first.wait_for()
        if n >= places.count():
            break
        box = box_of(places.nth(n))
        point(page, act, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if lies(page):
            return
    raise AssertionError("no place took the tile")


def lay(page: Page, move: str, touch: bool) -> None:
    """Take the city tile of a move, turn it and lay it as near to the move's places as the pointer gets it: what lies before them may take the point."""
    slot, _, rest = move.partition(":")
    place, _, turned = rest.partition("/")
    tile, act = page.locator(f".tile[data-slot='{slot}']"), page.touchscreen.tap if touch else page.mouse.click
    press, turn = (tile.tap, page.locator("[aria-keyshortcuts='R']").tap) if touch else (tile.click, lambda: page.keyboard.press("r"))
    held = page.locator(f".tile[data-slot='{slot}'][aria-pressed=true]")
    press()
    held.wait_for()
    aim(page, act, press)
    for _ in range(6):
        if ghost(page).endswith(f"/{turned}"):
            break
        turn()
        page.evaluate(FRAMES)
    if ghost(page) == move:
        return
    press()  # put it down and take it up again, turned as it is: a point on the tile that lies there would play it
    held.wait_for(state="detached")
    press()
    held.wait_for()
    page.locator(".place.legal").first.wait_for()
    point(page, act, *middle_of(page, place, int(turned)))
    if not lies(page):
        if not held.count():
            press()
        aim(page, act, press)


def middle_of(page: Page, place: str, k: int) -> tuple[float, float]:
    """The middle of the three places of a tile on the screen."""
    q, r = map(int, place.split(","))
    boxes = [box_of(page.locator(f'[data-place="{q + dq},{r + dr}"]').first) for dq, dr in ((0, 0), SIDES[k], SIDES[(k + 1) % 6])]
    return sum(box["x"] + box["width"] / 2 for box in boxes) / 3, sum(box["y"] + box["height"] / 2 for box in boxes) / 3


def ghost(page: Page) -> str:
    """The move of the tile that lies there, not yet played; "" while it lies nowhere."""
    return str(page.evaluate("laid => document.querySelector(laid)?.dataset.ghost ?? ''", LAID))
