"""Whatever is sent on a socket, the server stays up and tables stay as they are: random, truncated, huge, out-of-order and binary messages."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from serving import Process, run
from ziggurat.server.requests import AnyRequest

KINDS = [kind.__struct_config__.tag for kind in AnyRequest.__args__]
FIELDS = sorted({field for kind in AnyRequest.__args__ for field in kind.__struct_fields__} | {"t", "view"})


def junk(lots: random.Random, depth: int = 0) -> Any:
    """A JSON value of any kind."""
    makers = [
        lambda: None,
        lambda: lots.random() < 0.5,
        lambda: lots.choice([0, -1, 1, 2**31, 2**63, 10**30, 1.5, 1e308]),
        lambda: lots.choice(["", "b2>a1", "R4>b2", "\x00", "é🏛" * 10, "x" * 2000, "__proto__", "0:0,0/0", "py:/etc/passwd:X", "\ud800"]),
        lambda: [junk(lots, depth + 1) for _ in range(lots.randrange(4))] if depth < 3 else [],
        lambda: {lots.choice(FIELDS): junk(lots, depth + 1) for _ in range(lots.randrange(4))} if depth < 3 else {},
    ]
    return lots.choice(makers)()


def message(lots: random.Random) -> str | bytes:
    """Something that a broken or wicked client might send."""
    kind = lots.randrange(7)
    if kind == 0:
        return lots.randbytes(lots.randrange(1, 200))
    text = json.dumps({"t": lots.choice(KINDS), **{lots.choice(FIELDS): junk(lots) for _ in range(lots.randrange(5))}})
    if kind == 1:
        return text[: lots.randrange(len(text))]
    if kind == 2:
        return "[" * lots.randrange(5000)
    if kind == 3:
        return text.encode("utf-8", "surrogatepass")
    if kind == 4:
        return json.dumps(junk(lots))
    return text


def table_of(url: str, table: str, secret: str) -> dict[str, Any]:
    shown: dict[str, Any] = httpx.get(f"{url}/api/tables/{table}", headers={"Authorization": f"Bearer {secret}"}).json()
    return shown


@pytest.mark.parametrize("seed", range(3))
def test_no_message_brings_the_server_down_or_changes_what_it_should_not(server: Process, seed: int) -> None:
    lots = random.Random(seed)
    post = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}
    other, own = (httpx.post(f"{server.url}/api/tables", json=post, timeout=60).json() for _ in range(2))
    before = table_of(server.url, other["id"], other["seats"][0]["secret"])

    async def attack(held: bool) -> None:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{own['id']}/socket"
        for _ in range(8):
            with contextlib.suppress(ConnectionClosed, OSError):
                async with connect(address) as socket:
                    if lots.random() < 0.8:
                        await socket.send(json.dumps({"t": "hello", "secrets": [seat["secret"] for seat in own["seats"]] if held else []}))
                    for _ in range(30):
                        sent = message(lots)
                        if isinstance(sent, str):
                            sent = sent.encode("utf-8", "replace").decode()
                        await socket.send(sent, text=True if lots.random() < 0.5 else None)  # bytes as text: most are no UTF-8
                    if lots.random() < 0.3:
                        await socket.send("x" * 100_000)  # more than a message may hold
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(0.2):
                            while True:
                                await socket.recv()

    async def main() -> None:
        await asyncio.gather(*(attack(held) for held in (True, False, True, False)))

    run(main)
    assert server.process is not None and server.process.poll() is None
    after = table_of(server.url, other["id"], other["seats"][0]["secret"])
    after["clock"] = before["clock"]
    assert after == before
    hurt = table_of(server.url, own["id"], own["seats"][0]["secret"])
    assert hurt["status"] in {"running", "over"} and hurt["view"]
    assert "ziggurat_server_errors_total 0" in httpx.get(f"{server.url}/metrics").text


def test_requests_out_of_order_are_refused_one_by_one(server: Process) -> None:
    post = {"game": "amytis", "seats": [{"kind": "link"}, {"kind": "here"}]}
    made = httpx.post(f"{server.url}/api/tables", json=post, timeout=60).json()
    secret = made["seats"][0]["secret"]

    async def main() -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/api/tables/{made['id']}/socket") as socket:
            await socket.send(json.dumps({"t": "hello", "secrets": [secret]}))
            await socket.recv()
            first: list[dict[str, Any]] = [{"t": "play", "ply": 0, "move": "b2>a1"}, {"t": "undo", "ply": 0}, {"t": "answer", "yes": True}]
            orders = [*first, {"t": "resign"}, {"t": "hello"}, {"t": "hint", "ply": 0}]
            for number, order in enumerate(orders):
                await socket.send(json.dumps({**order, "id": number}))
            refused: list[int] = []
            while len(refused) < len(orders):
                answer = json.loads(await socket.recv())
                if answer["t"] == "error":
                    refused.append(answer["id"])
            assert refused == list(range(len(orders)))
        async with connect(f"ws://127.0.0.1:{server.port}/api/tables/{made['id']}/socket") as socket:
            await socket.send(json.dumps({"t": "play", "ply": 0, "move": "b2>a1"}))
            with pytest.raises(ConnectionClosed):
                await socket.recv()

    run(main)
    assert table_of(server.url, made["id"], secret)["status"] == "open"
