"""From phones to wide screens, in both languages: nothing is cut off, nothing makes the page slide sideways, nothing jumps when a move arrives."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from http_table import HttpTable

pytestmark = pytest.mark.both_browsers
Visit = Callable[..., Page]
SIZES = [(390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440)]
CUT_OFF = """() => {
    const found = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];
    for (const part of document.querySelectorAll('main *, header *')) {
        if (part.closest('svg') || part.closest('.unseen') || part.matches('.unseen, input, select, option')) continue;
        const style = getComputedStyle(part), own = [...part.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
        if (!own || style.visibility === 'hidden' || style.clipPath !== 'none' || !part.getClientRects().length) continue;
        const clips = ['hidden', 'clip'].includes(style.overflowX) && part.scrollWidth > part.clientWidth + 1;
        if (clips) found.push(`${part.className}: ${part.textContent.trim().slice(0, 60)}`);
    }
    return found;
}"""
SHIFTS = """() => {
    window.shifts = [];
    const named = ({ node }) => node?.className?.baseVal ?? node?.className ?? node?.nodeName;
    const keep = list => shifts.push(...list.getEntries().map(one => [one.value, ...one.sources.map(named)]));
    new PerformanceObserver(keep).observe({ type: 'layout-shift' });
}"""


@pytest.fixture(scope="session")
def tables(address: str) -> list[HttpTable]:
    """A game of each kind, some turns old."""
    made = [HttpTable(address, game, {"kind": "bot", "bot": "greedy"}) for game in ("amytis", "akropolis", "blueprints")]
    for table in made:
        table.play(most=6)
    return made


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_is_cut_off_from_phones_to_wide_screens(visit: Visit, tables: list[HttpTable], language: str) -> None:
    found = []
    page = visit(language=language)
    pages = ["/", "/new/amytis", "/new/akropolis", "/rules/blueprints", *(table.link for table in tables)]
    for path in pages:
        page.goto(path)
        page.locator("main h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found += [f"{path.split('#')[0]} {width}: {one}" for one in page.evaluate(CUT_OFF)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", ["amytis", "akropolis", "blueprints"])
def test_nothing_jumps_when_a_move_of_somebody_else_arrives(visit: Visit, address: str, game: str) -> None:
    table = HttpTable(address, game, {"kind": "here", "name": "Bo"})
    page = visit(table.link)  # the first seat alone: the other one is played from elsewhere
    page.locator(".board [data-ply]").wait_for()
    while table.decide(0):
        pass
    page.wait_for_timeout(500)
    page.evaluate("document.fonts.ready")
    page.evaluate(SHIFTS)
    before = table.now()["ply"]
    while table.decide(1):
        pass
    page.locator(".log li").nth(before).wait_for()
    page.wait_for_timeout(800)
    jumps = page.evaluate("shifts")
    assert sum(jump[0] for jump in jumps) < 0.02, jumps  # the tiles of Akropolis's site slide to their new prices
