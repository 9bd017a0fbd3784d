"""A real server and a real Chromium. No browser is a failure, never a skip: `./run test` finds or unpacks one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import repeatable_server
from browsing import browsing, serving

PATIENCE = 60_000
"""Milliseconds until a page that does nothing has failed: long enough for a busy machine, and nobody waits for it where all is well."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server as people start it, but for its deals: they are the same in every run."""
    with serving(tmp_path_factory.mktemp("table"), repeatable_server.__file__) as found:
        yield found


@pytest.fixture(scope="session")
def four_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table that also offers the small game of the tests, which has no face of its own: its rules run uncompiled."""
    tests = os.pathsep.join([str(Path(__file__).resolve().parents[1]), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    program = "import small_games, sys; from ziggurat.cli import main; main()"
    with serving(tmp_path_factory.mktemp("four"), "-c", program, PYTHONPATH=tests, NUMBA_DISABLE_JIT="1") as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    with browsing() as started:
        yield started


Visit = Callable[..., Page]
SEATS_AS_LISTED = "try { localStorage['ziggurat.begins'] ??= '\"seats\"' } catch {}"
NOTICES = """(state => {
    window.Notification ??= class {};
    Object.defineProperty(Notification, 'permission', { get: () => state });
    Notification.requestPermission = async () => state = state === 'default' ? 'granted' : state;
})('%s')"""
"""Not by the permissions of Playwright: the browser of the npm package answers `denied` whatever they say."""
NO_COACH = """try { localStorage['ziggurat.preferences'] ??= '{"coach": 0}' } catch {}"""

MISSING_VALUES = r"""
    const missing = /\b(undefined|NaN)\b|\[object /, names = ['aria-label', 'title', 'alt', 'placeholder'];
    const check = (text) => missing.test(text ?? '') && console.error(`the page says: ${text}`);
    const look = (node) => {
        if (node.nodeType === 3) check(node.data);
        for (const name of node.nodeType === 1 ? names : []) check(node.getAttribute(name));
        if (!['SCRIPT', 'STYLE'].includes(node.nodeName)) node.childNodes.forEach(look);
    };
    const changed = (one) => (one.type === 'childList' ? one.addedNodes : [one.target]).forEach(look);
    const all = { childList: true, characterData: true, attributeFilter: names, subtree: true };
    new MutationObserver((changes) => changes.forEach(changed)).observe(document, all);
"""


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Opens a page as a new visitor would: `visit("/", language="fr", theme="dark", width=390, height=844)`. Complaints of the page fail the test,
    and so does a text that shows a missing value (`undefined`).

    With `lot=True` the page draws by lot who begins, as it does for new visitors; else the seats are as they are listed. With
    `coach=True` the coach is as new visitors have it, else it is off: it asks before moves that tests play as they come. `notices` says whether
    the visitor has allowed notifications: `granted`, `denied`, `default` (undecided); without it, what the browser has from itself.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(
        path: str = "/",
        language: str = "en",
        theme: str = "light",
        width: int = 1440,
        height: int = 900,
        touch: bool = False,
        lot: bool = False,
        coach: bool = False,
        notices: str = "",
    ) -> Page:
        context = browser.new_context(
            base_url=address,
            locale=language,
            color_scheme="dark" if theme == "dark" else "light",
            viewport={"width": width, "height": height},
            has_touch=touch,
            reduced_motion="reduce",
            extra_http_headers={repeatable_server.HEADER: repeatable_server.maker()},
        )
        contexts.append(context)
        context.add_init_script(f"{{ {MISSING_VALUES} }}")
        if not lot:
            context.add_init_script(SEATS_AS_LISTED)
        if not coach:
            context.add_init_script(NO_COACH)
        if notices:
            context.add_init_script(NOTICES % notices)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: complaints.append(message.text) if message.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def shots() -> Path:
    """Where pictures of pages go: `.cache/screens`."""
    folder = Path(__file__).resolve().parents[2] / ".cache/screens"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
