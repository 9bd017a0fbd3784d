"""Measure the first minute from a bare clone, as somebody has it who has just found us: `python3 bench/first_minute.py [--repository .]`.

It clones the repository twice into a folder of its own, with an empty home and an empty environment (only where packages come from is taken over: variables
and settings of pip, uv and npm, certificates, proxies), runs `./run`, and plays as soon as it can. One JSON object at the end:

    page            seconds from `./run` in a bare clone until the page and its scripts are served
    own_move        from there until a table is made and one's own first move is acknowledged
    weak_bot        from there until `level:1` has answered, for each game
    taken_over      from `./run` until a compiled server has taken over
    all_bots        from `./run` until every bot is ready
    all_compiled    from `./run` until reviews and the coach are, too
    second_start    from `./run` until the page is served, in the same clone
    second_clone    the same in another clone of the same sources, when its packages are installed: nothing is compiled

It needs nothing but Python, git and the package index. Nothing else should run on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

GAMES = ("amytis", "akropolis", "blueprints")
TAKEN_OVER = re.compile(r"^(PIP_|UV_|npm_config_|NODE_EXTRA_CA_CERTS|SSL_CERT|REQUESTS_CA|CURL_CA|https?_proxy|HTTPS?_PROXY|no_proxy|NO_PROXY)")
LIMIT = 600.0


def environment(home: Path) -> dict[str, str]:
    """An empty environment with an empty home, which knows where packages come from."""
    home.mkdir()
    for name in (".npmrc", ".config/pip", ".config/uv"):
        if (source := Path.home() / name).exists():
            target = home / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    taken = {name: value for name, value in os.environ.items() if TAKEN_OVER.match(name)}
    return {**taken, "HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


class Table:
    """A server that `./run` started."""

    def __init__(self, clone: Path, surroundings: dict[str, str]) -> None:
        self.began = time.monotonic()
        command = [sys.executable, str(clone / "run"), "serve", "--no-browser", "--port", "0", "--data", str(clone / "tables.db")]
        self.process = subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert self.process.stdout is not None
        self.url = ""
        for line in self.process.stdout:
            if match := re.search(r"http://\S+", line):
                self.url = match[0]
                break
        assert self.url, "the server did not start"
        page = self.text("/")
        for path in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page):
            self.text(path)

    @property
    def seconds(self) -> float:
        """Since `./run`."""
        return time.monotonic() - self.began

    def text(self, path: str) -> str:
        """Fetch something."""
        with urllib.request.urlopen(self.url + path, timeout=60) as answer:
            return bytes(answer.read()).decode("utf-8", "replace")

    def ask(self, path: str, body: dict[str, Any] | None = None, secret: str = "") -> Any:
        """Ask the API."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {secret}"} if secret else {})}
        request = urllib.request.Request(self.url + path, None if body is None else json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())

    def play(self, game: str) -> tuple[float, float]:
        """Make a table against `level:1` and play a move; the seconds until it is acknowledged, and from there until the bot has answered."""
        began = time.monotonic()
        made = self.ask("/api/tables", {"game": game, "seats": [{"kind": "link"}, {"kind": "bot", "bot": "level:1"}]})
        place, secret = f"/api/tables/{made['id']}", made["seats"][0]["secret"]
        self.ask(f"{place}/join", {"name": "Ada"}, secret)
        while not (table := self.ask(place, secret=secret))["choices"]:
            time.sleep(0.02)
        self.ask(f"{place}/play", {"ply": table["ply"], "move": table["choices"][0]["text"]}, secret)
        own = time.monotonic()
        while not self.ask(place, secret=secret)["choices"]:
            time.sleep(0.02)
        return own - began, time.monotonic() - own

    def wait_until(self, what: Any) -> float:
        """Seconds since `./run` when this is so."""
        while not what():
            assert self.seconds < LIMIT, "it takes too long"
            time.sleep(0.25)
        return self.seconds

    def stop(self) -> None:
        """End it, and all that it started."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)


def measure(repository: Path, folder: Path) -> dict[str, Any]:
    """All figures."""
    figures: dict[str, Any] = {}
    surroundings = environment(folder / "home")
    for name in ("first", "second"):
        subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{repository.resolve()}", str(folder / name)], check=True)
    table = Table(folder / "first", surroundings)
    try:
        figures["page"] = table.seconds
        answers = {game: table.play(game) for game in GAMES}
        figures["own_move"] = {game: own for game, (own, _) in answers.items()}
        figures["weak_bot"] = {game: bot for game, (_, bot) in answers.items()}
        figures["taken_over"] = table.wait_until(lambda: not table.ask("/healthz")["plain"])
        figures["all_bots"] = table.wait_until(lambda: all(game["search_ready"] for game in table.ask("/api/games")["games"]))
        figures["all_compiled"] = table.wait_until(lambda: all(game["reviews_ready"] for game in table.ask("/api/games")["games"]))
    finally:
        table.stop()
    for name, again in (("second_start", "first"), ("second_clone", "second")):
        if again == "second":
            subprocess.run([sys.executable, str(folder / again / "run"), "doctor"], env=surroundings, check=False, capture_output=True)
            Table(folder / again, surroundings).stop()  # installs, and builds the page
        table = Table(folder / again, surroundings)
        figures[name] = table.seconds
        table.stop()
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repository", type=Path, default=Path(__file__).resolve().parents[1])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="first-minute-", ignore_cleanup_errors=True) as folder:
        figures = measure(arguments.repository, Path(folder))
    print(json.dumps(figures, indent=1, default=lambda value: round(value, 2)))


if __name__ == "__main__":
    main()
