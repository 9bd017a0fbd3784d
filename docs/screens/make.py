"""Takes pictures of the main pages, in both themes and several sizes: `.venv/bin/python docs/screens/make.py [FOLDER] [SIZE…]` (after `./run test`)."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

SIZES = {"1440": (1440, 900), "390": (390, 844), "768": (768, 1024), "2560": (2560, 1440)}
GAMES = ("amytis", "akropolis", "blueprints")
TURNS = 3


def take(browser: Browser, address: str, folder: Path, size: str, theme: str, language: str) -> None:
    """All pages in one size, theme and language."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        locale=language,
        reduced_motion="reduce",
    )
    page = context.new_page()
    ending = f"{theme}-{size}-{language}.png"
    page.goto("/")
    page.locator(".game").last.wait_for()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=folder / f"lobby-{ending}")
    page.goto("/new/akropolis")
    page.locator("button.start:enabled").wait_for()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=folder / f"setup-{ending}")
    for game in GAMES:
        table(page, game)
        page.screenshot(path=folder / f"{game}-{ending}", full_page=size == "390")
    context.close()


def table(page: Page, game: str) -> None:
    """A table after some turns, with a move in hand."""
    page.goto(f"/new/{game}")
    page.locator("button.start:enabled").click()
    for _ in range(TURNS):
        page.locator("[data-choice]").first.click()
        page.locator(".bar button.main:enabled").click()
        page.locator("[aria-pressed=true]").wait_for(state="detached")
    page.locator("[data-choice]").first.click()
    page.locator(".picture svg").wait_for()
    page.wait_for_load_state("networkidle")


def main(folder: Path, sizes: list[str]) -> None:
    """Start a server and a browser, and take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("ZIGGURAT_BROWSER") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "ziggurat", "serve", "--port", "0", "--no-browser", "--data", f"{data}/rooms.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
            assert server.stdout
            said = next(line for line in server.stdout if "http://" in line)
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for size in sizes:
                for theme, language in (("light", "en"), ("dark", "fr")):
                    take(browser, said[said.index("http://") :].split()[0], folder, size, theme, language)
            browser.close()
            server.terminate()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent), sys.argv[2:] or list(SIZES))
