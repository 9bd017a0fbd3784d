"""A real server and a real Chromium, for tests, pictures and measurements of the page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
UNPACKED = Path(__file__).resolve().parent.parent / ".cache/browser"
"""Where `./run test` unpacks a browser on a machine that has none."""
FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--mute-audio", "--disable-gpu"]


@contextmanager
def serving(data: Path, *program: str, first_start: bool = False, **environment: str) -> Iterator[str]:
    """The address of a server of its own, with an empty store; it ends with the block, however that ends. `first_start`: plain Python may begin."""
    options = ["--port", "0", "--no-browser", "--no-limits", *([] if first_start else ["--one-process"]), "--data", str(data / "rooms.db")]
    command = [sys.executable, *(program or ("-m", "ziggurat")), "serve", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}) as server:
        try:
            assert server.stdout is not None
            said = ""
            while "http://" not in said:
                said = server.stdout.readline()
                assert said, "the server ended before it was ready"
            yield said[said.index("http://") :].split()[0]
        finally:
            server.terminate()


def box_of(place: Locator) -> dict[str, float]:
    """Where an element is on the screen."""
    box = place.bounding_box()
    assert box
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def apart(a: dict[str, float], b: dict[str, float]) -> bool:
    """Whether two boxes do not overlap."""
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return beside or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1


@contextmanager
def browsing() -> Iterator[Browser]:
    """A Chromium. None is a failure, never a skip: `./run test` finds or unpacks one."""
    path = os.environ.get("ZIGGURAT_BROWSER") or next((found for name in NAMES if (found := shutil.which(name))), None)
    environment: dict[str, str | float | bool] = dict(os.environ)
    if not path and (UNPACKED / "chromium").is_file():
        path, environment["LD_LIBRARY_PATH"] = str(UNPACKED / "chromium"), str(UNPACKED / "lib")
    assert path, "no Chromium: run `./run test`, or name one in ZIGGURAT_BROWSER"
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, env=environment, args=[*FLAGS, *(["--no-sandbox"] if root else [])])
        yield browser
        browser.close()
