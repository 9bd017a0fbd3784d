"""What each kind of request costs a server, in processor time: the figures behind `docs/guides/capacity.md`.

python bench/request_costs.py [--games amytis,akropolis,blueprints] [--rounds 30]

One server with a data file, one client, previews and hints on. Milliseconds of processor time of the server process for each request, all threads together.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import re
import tempfile
import urllib.request
from collections.abc import Callable
from functools import partial
from typing import Any

from websockets.sync.client import ClientConnection, connect

from ziggurat.measure.server import SETTINGS, Server

BOTS = ("greedy", "level:4", "level:6", "level:8")
HEARD = {"done", "error", "hint", "lens"}


class Player:
    """Both seats of a table on one socket."""

    def __init__(self, server: Server, game: str, bot: str = "") -> None:
        seats = [{"kind": "here"}, {"kind": "bot", "bot": bot} if bot else {"kind": "here"}]
        self.server, self.number, self.sockets = server, 0, contextlib.ExitStack()
        self.made = server.call("/api/tables", {"game": game, "seats": seats, **SETTINGS["page"]})
        self.secrets = [seat["secret"] for seat in self.made["seats"] if seat.get("secret")]
        self.lots = random.Random(4)  # noqa: S311 - moves, not keys
        self.state: dict[str, Any] = {}
        self.socket = self.open()
        self.wait(-1)

    def open(self) -> ClientConnection:
        """Connect, and wait for the table."""
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.made['id']}/socket"
        socket: ClientConnection = self.sockets.enter_context(connect(address, max_size=None))
        socket.send(json.dumps({"t": "hello", "secrets": self.secrets}))
        while self.read(socket)["t"] != "table":
            pass
        return socket

    def read(self, socket: ClientConnection) -> dict[str, Any]:
        """Read a message, and remember what it changes."""
        message: dict[str, Any] = json.loads(socket.recv(timeout=120))
        if message["t"] in {"table", "played", "changed"}:
            self.state |= message
        return message

    def request(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        self.number += 1
        self.socket.send(json.dumps({**message, "id": self.number}))
        while (answer := self.read(self.socket)).get("id") != self.number or answer["t"] not in HEARD:
            pass
        return answer

    def play(self) -> None:
        """Play any move, and wait until it is our turn again."""
        before = self.state["ply"]
        self.request({"t": "play", "ply": before, "move": self.lots.choice(self.state["choices"])["text"]})
        self.wait(before)

    def wait(self, before: int) -> None:
        """Wait until it is our turn, after this ply."""
        while not self.state["end"] and (self.state["ply"] == before or not self.state["choices"]):
            if self.state.get("hand_over") and self.state["ply"] != before:
                self.socket.send(json.dumps({"t": "look", "seat": self.state["view"]["to_move"]}))
            self.read(self.socket)


def measured(server: Server, times: int, work: Callable[[], object]) -> float:
    """Milliseconds of processor time for each call."""
    before = server.cpu()
    for _ in range(times):
        work()
    return round(1000 * (server.cpu() - before) / times, 2)


def page_costs(server: Server, rounds: int) -> dict[str, float]:
    """A page with its scripts and styles, from an empty cache."""
    url = f"http://127.0.0.1:{server.port}"

    def load() -> None:
        page = urllib.request.urlopen(url).read().decode()
        for path in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page):
            urllib.request.urlopen(url + path).read()

    return {"a page from an empty cache": measured(server, rounds, load)}


def table_costs(server: Server, game: str, rounds: int) -> dict[str, float]:
    """Sockets, previews and hints at tables of people."""
    visitor, player = Player(server, game), Player(server, game)
    costs = {"a socket: connect, first view, close": measured(server, rounds, lambda: visitor.open().close())}
    first, further = 0.0, 0.0
    for _ in range(rounds):
        player.play()
        if player.state["end"]:
            player = Player(server, game)
        one, others = preview_costs(server, player)
        first, further = first + one, further + others
    costs |= {"the first preview of a position": round(first / rounds, 2), "each further preview": round(further / rounds, 2)}
    hints = [measured(server, 1, partial(advise, player)) for _ in range(3)]
    return {**costs, "a hint, with a move": round(sum(hints) / len(hints), 1)}


def advise(player: Player) -> None:
    """Give a hint, and play on."""
    player.request({"t": "hint", "ply": player.state["ply"], "step": 1})
    player.play()


def preview_costs(server: Server, player: Player) -> tuple[float, float]:
    """The first preview of a position, and the mean of some further ones."""
    previews = [{"t": "lens", "ply": player.state["ply"], "move": choice["text"]} for choice in player.state["choices"][:6]]
    first = measured(server, 1, lambda: player.request(previews[0]))
    return first, measured(server, 1, lambda: [player.request(preview) for preview in previews[1:]]) / max(1, len(previews) - 1)


def bot_costs(server: Server, game: str, bot: str) -> float:
    """A move of a bot, with the person's move before it."""
    player = Player(server, game, bot)
    before, moves = server.cpu(), 0
    while not player.state["end"] and moves < 8:
        player.play()
        moves += 1
    return round(1000 * (server.cpu() - before) / max(1, moves), 1)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default="amytis,akropolis,blueprints")
    parser.add_argument("--rounds", type=int, default=30)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"{folder}/bench.db")
        try:
            while not all(game["search_ready"] for game in server.call("/api/games")["games"]):
                pass
            print(json.dumps(page_costs(server, arguments.rounds)), flush=True)
            for game in arguments.games.split(","):
                costs = table_costs(server, game, arguments.rounds)
                costs |= {f"a turn against {bot}": bot_costs(server, game, bot) for bot in BOTS}
                print(json.dumps({"game": game, **costs}), flush=True)
        finally:
            server.close()


if __name__ == "__main__":
    main()
