"""Follow one move through the server: which files of ours it enters, how many Python calls it makes, how often it changes from file to file.

python bench/trace_move.py [GAME …] [--plies 3,21] [--files]

Runs with any tree (`OTHER_TREE/.venv/bin/python bench/trace_move.py`): the whole application without a network, previews, hints and live scores on,
both seats connected. A move is followed from the message to both views, in all threads, after a table beside it has played the same moves.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import threading
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import ziggurat
from ziggurat.server.rates import NO_RATES
from ziggurat.server.settings import ServerSettings
from ziggurat.server.web.app import create_app

PACKAGE = str(Path(ziggurat.__file__).resolve().parent)


class Trace:
    """Counts the calls of our own functions while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.calls: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Called by Python for each call of a function."""
        if self.on and event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            self.calls.append(frame.f_code.co_filename[len(PACKAGE) + 1 :])


class Client:
    """One socket, without a network."""

    def __init__(self, app: Any, table: str, secret: str) -> None:
        self.app, self.table = app, table
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})
        self.say({"t": "hello", "secrets": [secret]})
        scope = {
            "type": "websocket", "path": f"/api/tables/{table}/socket", "raw_path": b"", "query_string": b"", "headers": [], "scheme": "ws", "root_path": "",
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2), "subprotocols": [], "state": {}, "extensions": {}, "http_version": "1.1",
        }  # fmt: skip
        self.task = asyncio.ensure_future(app(scope, self.incoming.get, self.outgoing.put))

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def hear(self, ply: int) -> dict[str, Any]:
        """Wait for the view after so many plies."""
        while True:
            event = await self.outgoing.get()
            if "text" in event and (message := json.loads(event["text"])).get("t") in {"table", "played"} and message["ply"] == ply:
                return dict(message)


async def make_table(app: Any, game: str) -> tuple[str, list[str]]:
    """A table of two people; its id and the secrets."""
    body = json.dumps({"game": game, "seats": [{"kind": "here"}] * 2, "previews": True, "hints": True, "live_scores": True}).encode()
    answer: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        answer.append(message.get("body", b""))

    scope = {
        "type": "http", "method": "POST", "path": "/api/tables", "raw_path": b"", "query_string": b"", "scheme": "http", "root_path": "", "extensions": {},
        "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2), "state": {}, "http_version": "1.1",
    }  # fmt: skip
    await app(scope, receive, send)
    made = json.loads(b"".join(answer))
    return made["id"], [seat["secret"] for seat in made["seats"]]


async def play(app: Any, game: str, ply: int, trace: Trace | None) -> None:
    """Play a table up to a ply; the last move is followed."""
    table, secrets = await make_table(app, game)
    clients = [Client(app, table, secret) for secret in secrets]
    lots = random.Random(7)  # noqa: S311 - moves, not keys
    for number in range(ply):
        heard = [await client.hear(number) for client in clients]
        seat = next(place for place, message in enumerate(heard) if message["choices"])
        move = lots.choice(sorted(choice["text"] for choice in heard[seat]["choices"]))
        await asyncio.sleep(0.05)
        if trace is not None:
            trace.on = number == ply - 1
        clients[seat].say({"t": "play", "ply": number, "move": move})
    for client in clients:
        await client.hear(ply)
    await asyncio.sleep(0.02)
    if trace is not None:
        trace.on = False
    for client in clients:
        client.task.cancel()


async def follow(game: str, ply: int) -> Trace:
    """The trace of one move."""
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    with tempfile.TemporaryDirectory() as folder:
        app: Any = create_app(ServerSettings(data=Path(folder) / "trace.db", rates=NO_RATES, warm=False))
        async with app.app.lifespan():
            await play(app, game, ply + 4, None)
            await play(app, game, ply, trace)
    sys.setprofile(None)
    threading.setprofile(None)
    return trace


def main() -> None:
    """Print a line for each game and ply."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=["amytis", "akropolis", "blueprints"])
    parser.add_argument("--plies", default="3,21")
    parser.add_argument("--files", action="store_true")
    arguments = parser.parse_args()
    for game in arguments.games:
        for ply in map(int, arguments.plies.split(",")):
            calls = asyncio.run(follow(game, ply)).calls
            outside = sorted({file for file in calls if not file.startswith("games/")})
            changes = sum(one != other for one, other in pairwise(calls))
            print(f"{game:<11} move {ply:>2}: {len(calls):>6} calls, {changes:>5} changes of file, {len(outside):>2} files outside games/", flush=True)
            if arguments.files:
                print("  " + " ".join(f"{file} ({calls.count(file)})" for file in outside))


if __name__ == "__main__":
    main()
