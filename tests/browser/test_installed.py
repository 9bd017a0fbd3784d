"""The page as an app: a manifest with icons, and a worker that keeps the shell and never the games."""

from __future__ import annotations

import struct
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

Visit = Callable[..., Page]


def test_the_manifest_and_its_icons_are_valid(visit: Visit) -> None:
    page = visit()
    link = page.locator("link[rel=manifest]").get_attribute("href")
    assert link
    answer = page.request.get(link)
    manifest = answer.json()
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/" and manifest["name"] and manifest["theme_color"]
    sizes = set()
    for icon in manifest["icons"]:
        found = page.request.get(icon["src"])
        assert found.ok and found.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert found.body()[:8] == b"\x89PNG\r\n\x1a\n"
            sizes.add((icon["purpose"], struct.unpack(">II", found.body()[16:24])))
            assert page.evaluate("async src => { const image = new Image(); image.src = src; await image.decode(); return image.naturalWidth }", icon["src"])
    assert sizes == {("any", (192, 192)), ("any", (512, 512)), ("maskable", (512, 512))}
    devtools = page.context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []


def test_the_worker_keeps_the_shell_and_offline_the_page_says_so_and_comes_back(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, locale="fr", reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # now under the worker
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    kept = page.evaluate("""async () => {
        const names = await caches.keys();
        const requests = await (await caches.open(names[0])).keys();
        return { names, paths: requests.map(one => new URL(one.url).pathname) };
    }""")
    assert len(kept["names"]) == 1 and kept["names"][0].startswith("ziggurat-")
    assert "/" in kept["paths"] and not [path for path in kept["paths"] if path.startswith("/api")]
    context.set_offline(True)
    page.goto("/new/akropolis")  # an address that was never visited
    expect(page.get_by_role("alert")).to_contain_text("Connexion perdue")
    context.set_offline(False)
    expect(page.get_by_role("button", name="Commencer", exact=True)).to_be_visible()
    context.close()
