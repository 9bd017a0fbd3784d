"""A table made and played over HTTP, for tests and pictures of the page."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable
from typing import Any

from repeatable_server import HEADER, maker

ME = {"kind": "here", "name": "Ada"}


class HttpTable:
    """The first seat is a person's; `bots` sit on the others, or more people."""

    def __init__(self, address: str, game: str, *others: dict[str, str], **how: Any) -> None:
        self.address, self.game = address, game
        made = self.call("/api/tables", {"game": game, "seats": [ME, *others], "hints": True, "previews": True, "stand_in": "", **how})
        self.id, self.secrets = made["id"], [seat["secret"] for seat in made["seats"]]
        self.link = f"/table/{self.id}#{self.secrets[0]}"

    def call(self, path: str, body: Any = None, seat: int | None = None) -> Any:
        """One request, as a seat."""
        headers = {"Content-Type": "application/json", HEADER: maker()} | ({} if seat is None else {"Authorization": f"Bearer {self.secrets[seat]}"})
        request = urllib.request.Request(self.address + path, None if body is None else json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def now(self, seat: int = 0) -> Any:
        """The table as a seat sees it."""
        return self.call(f"/api/tables/{self.id}", seat=seat)

    def decide(self, seat: int = 0, taste: Callable[[dict[str, Any]], float] = lambda choice: 0) -> bool:
        """One decision of a seat, what brings most at once (and is to its taste); False where it has none to take."""
        table = self.now(seat)
        if not table["choices"]:
            return False
        best = max(table["choices"], key=lambda choice: (sum((choice.get("gain") or {}).values()) + taste(choice), choice["text"]))
        self.call(f"/api/tables/{self.id}/play", {"ply": table["ply"], "move": best["text"]}, seat)
        return True

    def play(self, most: int) -> None:
        """So many decisions against bots, until it is the first seat's turn again, or all is over."""
        for _ in range(most):
            self.wait()
            if not self.decide():
                return
        self.wait()

    def wait(self) -> None:
        """Until the bots have played."""
        for _ in range(600):
            table = self.now()
            if table["choices"] or table["status"] != "running":
                return
            time.sleep(0.05)
        raise AssertionError("the bots do not play")
