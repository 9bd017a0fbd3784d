"""Pages and boards are loaded when they are opened; when that fails, the page says so and offers to load itself again."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Route, expect

BOARD = re.compile(r"/assets/(ui|Table|Setup|Review|Learn|Practice)-")


def test_the_lobby_loads_no_board_and_no_other_page(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, locale="en", service_workers="block")
    page, loaded = context.new_page(), list[str]()
    page.on("request", lambda request: loaded.append(request.url))
    page.goto("/")
    expect(page.locator(".game [data-face] svg:not(.defs)")).to_have_count(3)  # the covers are drawn
    assert any("/assets/draw-" in url for url in loaded) and not [url for url in loaded if BOARD.search(url)]
    page.get_by_role("link", name="Akropolis", exact=True).click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    assert [url for url in loaded if "/assets/Setup-" in url] and not [url for url in loaded if "/assets/ui-" in url]
    context.close()


def test_a_page_that_cannot_be_loaded_is_not_blank(browser: Browser, address: str) -> None:
    """After an update of the server the files that an open page knows are gone."""
    context = browser.new_context(base_url=address, locale="en", service_workers="block")
    page = context.new_page()
    page.goto("/")
    page.route("**/assets/Setup-*.js", lambda route: route.fulfill(status=404))
    page.get_by_role("link", name="Akropolis", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("A part of the page could not be loaded.")
    page.unroute("**/assets/Setup-*.js")
    page.get_by_role("button", name="Load the page again").click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    context.close()


def test_a_board_that_cannot_be_loaded_is_not_blank_either(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, locale="en", service_workers="block")
    page = context.new_page()
    page.goto("/new/akropolis")
    page.route("**/assets/ui-*.js", lambda route: route.abort())
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("A part of the page could not be loaded.")
    page.unroute("**/assets/ui-*.js")
    page.get_by_role("button", name="Load the page again").click()
    expect(page.locator(".akropolis")).to_be_visible()
    context.close()


def test_a_site_under_a_path_says_that_it_needs_a_name_of_its_own(browser: Browser, address: str) -> None:
    """A proxy that takes the path away finds the page, but not what the page asks for."""

    def proxy(route: Route) -> None:
        _, path, rest = route.request.url.partition("/ziggurat/")
        if path:
            route.fulfill(response=route.fetch(url=f"{address}/{rest}"))
        else:
            route.fulfill(status=404)

    context = browser.new_context(locale="en", service_workers="block")
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_role("link", name="Akropolis", exact=True)).to_be_visible()
    expect(page.get_by_text("Ziggurat needs a host name of its own")).to_be_hidden()
    page.route("**/*", proxy)
    page.goto("http://example.org/ziggurat/")
    expect(page.get_by_text("Ziggurat needs a host name of its own")).to_be_visible()
    context.close()
