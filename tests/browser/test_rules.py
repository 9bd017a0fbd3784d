"""The rule pages and the tips: read by people who do not know the game, on any screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

GAMES = {
    "amytis": ("The Architects of Amytis", "Les Architectes d’Amytis"),
    "akropolis": ("Akropolis", "Akropolis"),
    "blueprints": ("Blueprints", "Blueprints"),
}
Visit = Callable[..., Page]


def see_all(page: Page) -> None:
    """Walk down the page, so that every picture is loaded."""
    page.locator("article section").last.wait_for()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    pictures = page.locator(".picture")
    for n in range(pictures.count()):
        pictures.nth(n).scroll_into_view_if_needed()
        expect(pictures.nth(n)).to_have_attribute("data-drawn", "table")


CUT_OFF = """() => {
    const cut = [...document.querySelectorAll('.picture svg[viewBox]')].filter(svg => {
        if (svg.querySelector('image')) return false;  // pictures of hexes have wide margins
        const [frame, drawn] = [svg.viewBox.baseVal, svg.getBBox()];
        const [left, top] = [frame.x - drawn.x, frame.y - drawn.y];
        const [right, bottom] = [drawn.width - left - frame.width, drawn.height - top - frame.height];
        return Math.max(left, top, right, bottom) > 14;  // soft shadows may
    });
    const out = [...document.querySelectorAll('figure')].filter(figure => {
        const frame = figure.getBoundingClientRect();
        return [...figure.querySelectorAll('*:not(svg *)')].map(one => one.getBoundingClientRect()).some(one =>
            one.left < frame.left - 1 || one.top < frame.top - 1 || one.right > frame.right + 1 || one.bottom > frame.bottom + 1);
    });
    return [...cut, ...out].map(one => one.closest('figure').innerText || one.closest('figure').querySelector('.picture').dataset.picture);
}"""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("theme", "language", "width"), [("light", "en", 1440), ("dark", "fr", 390)])
def test_a_rule_page_shows_its_sections_and_pictures_and_nothing_is_cut_off(
    visit: Visit, shots: Path, game: str, theme: str, language: str, width: int
) -> None:
    page = visit(f"/rules/{game}", theme=theme, language=language, width=width)
    expect(page.get_by_role("heading", level=1)).to_have_text(GAMES[game][language == "fr"])
    see_all(page)
    assert 5 <= page.locator("article > section > h2").count() <= 8
    assert page.locator(".picture svg").count() >= 5
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    cut = page.evaluate(CUT_OFF)
    assert cut == []
    page.screenshot(path=shots / f"rules-{game}-{theme}-{width}.png", full_page=True)


def test_where_the_page_has_no_drawing_the_servers_picture_is_shown(visit: Visit) -> None:
    def without_scenes(route: Route) -> None:
        page = route.fetch().json()
        for shown in (shown for part in page["sections"] for block in part["blocks"] for shown in block["pictures"]):
            shown["scene"] = {}
        route.fulfill(json=page)

    page = visit("/")
    page.route("**/api/rules/amytis?*", without_scenes)
    page.goto("/rules/amytis")
    drawn = page.locator("[data-picture=types]")
    expect(drawn.locator("svg[data-theme=light]")).to_be_visible()
    expect(drawn).to_have_attribute("data-drawn", "server")
    page.get_by_role("button", name="Dark").click()
    expect(drawn.locator("svg[data-theme=dark]")).to_be_visible()


def test_the_rules_are_found_from_everywhere_and_lead_to_a_game(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Read the rules").first.click()
    expect(page).to_have_url(re.compile("/rules/"))
    page.goto("/")
    page.get_by_role("link", name="Rules", exact=True).click()
    page.get_by_role("link", name="Akropolis").click()
    page.get_by_role("link", name="How points are made").click()
    expect(page.get_by_role("heading", name="How points are made")).to_be_in_viewport()
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_role("heading", name="Comment on marque des points")).to_be_visible()
    page.get_by_role("link", name="Jouer").first.click()
    expect(page.get_by_role("button", name="Commencer", exact=True)).to_be_visible()
    page.get_by_role("link", name="Lire les règles").click()
    expect(page).to_have_url(re.compile("/rules/akropolis"))


OVERLAP = """() => {
    const [tip, thing] = ['#tip', '[aria-describedby=tip]'].map(name => document.querySelector(name).getBoundingClientRect());
    const apart = tip.right <= thing.left || tip.left >= thing.right || tip.bottom <= thing.top || tip.top >= thing.bottom;
    return { apart, inside: tip.left >= 0 && tip.top >= 0 && tip.right <= innerWidth && tip.bottom <= innerHeight };
}"""


@pytest.mark.parametrize("width", [1440, 390])
def test_a_tip_comes_under_the_pointer_keeps_clear_of_the_thing_and_goes_with_escape(visit: Visit, width: int) -> None:
    page = visit("/rules/akropolis", width=width, height=844)
    things = page.locator(".picture [data-tip='about.temple_plaza'], .picture [data-tip='about.house']")
    things.first.wait_for()
    tip = page.get_by_role("tooltip")
    for n in range(2):
        things.nth(n).scroll_into_view_if_needed()
        page.mouse.move(1, 1)
        things.nth(n).hover()
        expect(tip).to_be_visible()
        expect(tip).to_contain_text("level")
        assert page.evaluate(OVERLAP) == {"apart": True, "inside": True}
        page.keyboard.press("Escape")
        expect(tip).to_be_hidden()


def test_a_tip_comes_with_the_focus_and_on_a_long_press_which_is_no_click(visit: Visit) -> None:
    page = visit("/rules", width=390, height=844, touch=True)
    page.locator(".name").last.wait_for()
    page.evaluate("""() => {
        const holder = document.createElement('div');
        holder.className = 'tips'; holder.dataset.game = 'amytis';
        holder.innerHTML = '<button data-tip="about.garden.A about.color.G">x</button>';
        holder.firstChild.onclick = () => { window.clicked = (window.clicked ?? 0) + 1 };
        document.querySelector('main').prepend(holder);
    }""")
    button, tip = page.locator(".tips > button"), page.get_by_role("tooltip")
    page.keyboard.press("Tab")
    page.evaluate("document.querySelector('.tips > button').focus({ focusVisible: true })")
    expect(tip).to_contain_text("Garden, side A")
    expect(tip).to_contain_text("Green, the circle")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    box = button.bounding_box()
    assert box
    devtools = page.context.new_cdp_session(page)
    spot = {"x": box["x"] + 8, "y": box["y"] + 8}
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    expect(tip).to_be_visible()
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    assert page.evaluate("window.clicked") is None
    assert page.evaluate(OVERLAP) == {"apart": True, "inside": True}
    page.touchscreen.tap(box["x"] + 8, box["y"] + 8)
    page.wait_for_function("window.clicked === 1")
    expect(tip).to_be_hidden()
