"""Scripted clients of the table: on a socket, and over HTTP with streams."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

OPENED: list[SocketPlayer] = []


async def close_all() -> None:
    """Hang up everywhere, at the end of a test."""
    while OPENED:
        await OPENED.pop().close()


def asked_to_wait(closed: BaseException | httpx.Response) -> float:
    """How many seconds the server wants a newcomer to wait, on a socket that it closed or in an answer; 0: it did not say."""
    if isinstance(closed, httpx.Response):
        return float(closed.headers.get("retry-after", 0)) if closed.status_code in {429, 503} else 0.0
    reason = closed.rcvd.reason if isinstance(closed, ConnectionClosed) and closed.rcvd is not None and closed.rcvd.code == 1013 else ""
    named = re.fullmatch(r"come again in (\d+) s", reason)
    return float(named[1]) if named else 0.0


class SocketPlayer:
    """A client as the page is one: keeps the state that the server sent, plays choices, comes back when it is cut off."""

    def __init__(self, url: str, table: str, secrets: list[str], lots: random.Random, *, language: str = "en", name: str = "") -> None:
        self.url = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self.secrets, self.lots, self.language, self.name = secrets, lots, language, name
        self.socket: ClientConnection | None = None
        self.state: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.refusals: list[dict[str, Any]] = []
        self.connections = 0
        self.acknowledged: list[tuple[int, str]] = []
        self._id = 0
        OPENED.append(self)

    async def open(self) -> dict[str, Any]:
        """Connect and say hello; the whole table."""
        self.socket = await connect(self.url, max_size=None)
        self.connections += 1
        await self.send({"t": "hello", "secrets": self.secrets, "language": self.language})
        while True:
            message = await self.receive()
            if message["t"] in {"table", "error"}:
                return message

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        """The next message, applied to the state."""
        assert self.socket is not None
        text = await self.socket.recv()
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        if message["t"] == "table":
            self.state = message
        elif message["t"] == "played":
            log = self.state["log"][: message["since"]] + message["log"]
            self.state = {**self.state, **message, "log": log}
            assert len(log) == message["ply"] == len(message["view"]["log"])
        elif message["t"] == "changed":
            self.state = {**self.state, **message}
        elif message["t"] == "said":
            self.state["chat"] = self.state["chat"] + message["chat"]
        elif message["t"] == "error":
            self.refusals.append(message["error"])
        return message

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send with an id and wait for its answer."""
        self._id += 1
        await self.send({**message, "id": self._id})
        while True:
            answer = await self.receive()
            if answer.get("id") == self._id and answer["t"] in {"done", "error", "hint", "lens", "ahead", "pong"}:
                return answer

    async def until(self, is_so: Callable[[dict[str, Any]], bool]) -> None:
        """Receive until the state is so."""
        while not is_so(self.state):
            await self.receive()

    async def play_on(self, *, cut: float = 0.0, say: float = 0.0, undo: float = 0.0, until_ply: int = 10_000) -> None:
        """Play at random until the end; now and then the line is cut, something is said, a move is taken back."""
        if self.socket is None:
            await self.open()
        while not self.state["end"] and self.state["ply"] < until_ply:
            if self.lots.random() < cut:
                await self.close()
                await self.open()
                continue
            if self.state["hand_over"]:
                await self.send({"t": "look", "seat": self.state["view"]["to_move"]})
                await self.receive()
            elif self.state["choices"]:
                await self.play(self.lots.choice(self.state["choices"])["text"])
                if self.lots.random() < say:
                    await self.ask({"t": "chat", "text": f"<b>ply {self.state['ply']}</b>", "seat": self.state["you"][0]})
                if self.lots.random() < undo and not self.state["end"]:
                    await self.ask({"t": "undo", "ply": self.state["ply"], "seat": self.state["you"][0]})
            else:
                await self.receive()
            offer = self.state["offer"]
            if offer and set(offer["waiting"]) & set(self.state["you"]):
                await self.ask({"t": "answer", "yes": self.lots.random() < 0.5})

    async def play(self, move: str) -> dict[str, Any]:
        """One decision: answered, then seen."""
        ply, wholes = self.state["ply"], sum(message["t"] == "table" for message in self.heard)
        key, undone = f"{ply}/{self.lots.random()}", len(self.state["undone"])
        answer = await self.ask({"t": "play", "ply": ply, "move": move, "key": key, "undone": undone})
        if answer["t"] == "done":
            self.acknowledged.append((ply, move))
            while self.state["ply"] <= ply and wholes == sum(message["t"] == "table" for message in self.heard):
                await self.receive()
        return answer


class HttpPlayer:
    """A bot as lichess knows them: a stream of states, moves by POST."""

    def __init__(self, client: httpx.AsyncClient, table: str, token: str, lots: random.Random) -> None:
        self.client, self.lots = client, lots
        self.path = f"/api/tables/{table}"
        self.headers = {"Authorization": f"Bearer {token}"}
        self.lines: list[dict[str, Any]] = []
        self.empty = 0

    async def post(self, action: str, body: Any = None) -> httpx.Response:
        return await self.client.post(f"{self.path}/{action}", json=body, headers=self.headers)

    async def play_on(self, refused: Callable[[httpx.Response], bool] = lambda answer: False) -> dict[str, Any]:
        """Play at random until the stream ends; the last state."""
        state: dict[str, Any] = {}
        async with self.client.stream("GET", f"{self.path}/stream", headers=self.headers, timeout=60) as stream:
            assert stream.status_code == 200, await stream.aread()
            async for line in stream.aiter_lines():
                if not line.strip():
                    self.empty += 1
                    continue
                news = json.loads(line)
                self.lines.append(news)
                if news["type"] == "chatLine":
                    continue
                state = news.get("state", news)
                offer = state["offer"]
                if offer and state["seat"] in offer["waiting"]:
                    await self.post("answer", {"yes": True})
                elif state["view"] and state["view"]["legal"]:
                    answer = await self.post("play", {"ply": state["ply"], "move": self.lots.choice(state["choices"])["text"]})
                    assert answer.status_code == 201 or answer.json()["error"]["code"] in {"table.stale", "table.turn"} or refused(answer), answer.text
        return state
