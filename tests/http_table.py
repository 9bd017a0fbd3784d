"""A table made and played over HTTP, for tests and pictures of the page."""

from __future__ import annotations

import json
import time
import urllib.request
from typing import Any

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
        headers = {"Content-Type": "application/json"} | ({} if seat is None else {"Authorization": f"Bearer {self.secrets[seat]}"})
        request = urllib.request.Request(self.address + path, None if body is None else json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def now(self, seat: int = 0) -> Any:
        """The table as a seat sees it."""
        return self.call(f"/api/tables/{self.id}", seat=seat)

    def play(self, seat: int = 0, most: int = 1) -> Any:
        """So many decisions of a seat, each what brings most at once; the table when it is its turn again, or all is over."""
        while (table := self.now(seat))["status"] == "running":
            if not table["choices"]:
                time.sleep(0.05)
            elif most:
                best = max(table["choices"], key=lambda choice: (sum((choice["gain"] or {}).values()), choice["text"]))
                self.call(f"/api/tables/{self.id}/play", {"ply": table["ply"], "move": best["text"]}, seat)
                most -= 1
            else:
                break
        return table
