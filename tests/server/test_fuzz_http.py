"""Whatever bytes come over HTTP, the server answers with a refusal or with what was asked for, never with an error of its own, and tables stay as they are.

Schemathesis (`test_schema.py`) sends requests that a program would; here they are written byte by byte: broken escapes, text that is no UTF-8, foreign hosts
and origins, headers twice, lengths that lie, ids of any length.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
from typing import Any

import httpx
import pytest

from serving import Process, run

METHODS = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "BREW"]
IDS = ["%ff", "%00", "..", "%2e%2e%2fetc%2fpasswd", "a" * 40, "a" * 5000, "é", "%F0%9F%8F%9B", "%ED%A0%80", "' or 1=1 --", "null", "-1"]
HEADERS = [
    b"Host: evil.example",
    b"Host: \xff\xfe",
    b"Host:",
    b"Origin: https://evil.example",
    b"Origin: null",
    b"Origin: \xff",
    b"Authorization: Bearer \xff\xfe\xfd",
    b"Authorization: Basic YTpi",
    b"Authorization: Bearer " + b"x" * 5000,
    b"Accept-Language: \xff, ;q=\xfe",
    b"Accept-Language: fr;q=nan, en;q=1e999",
    b"Content-Type: application/xml",
    b"Content-Type: application/json; charset=utf-7",
    b"Content-Encoding: gzip",
    b"If-None-Match: \xff",
    b"X-Forwarded-For: 1.2.3.4, \xff, ::1",
    b"Access-Control-Request-Method: DELETE",
    b"Upgrade: h2c",
]
BODIES = [
    b"",
    b"{}",
    b"null",
    b"\xff\xfe",
    b'{"name":"\xff"}',
    b"[" * 20_000,
    b'{"ply":1e999}',
    b'{"ply":-1,"move":"\\ud800"}',
    b'{"record":"{"}',
    b"\x00" * 100,
]


def request(lots: random.Random, paths: list[str], ids: list[str], secrets: list[str]) -> bytes:
    """A request that a broken or wicked program might send."""
    path = re.sub(r"\{\w+\}", lambda _: lots.choice(ids), lots.choice(paths))
    query = lots.choice(["", "", "?language=fr", "?language=%ff", "?seat=99&seat=0", "?ply=-1", "?before=x", "?theme=%00", "?" + "a=b&" * 500])
    body = lots.choice(BODIES) if lots.random() < 0.7 else lots.randbytes(lots.randrange(300))
    length = len(body) if lots.random() < 0.9 else lots.choice([0, 3, 10**6, -1])
    heads = [b"Host: 127.0.0.1", b"Connection: close", b"Content-Length: %d" % length, *lots.sample(HEADERS, lots.choice([0, 0, 1, 1, 2, 4]))]
    if lots.random() < 0.6:
        heads += [b"Content-Type: application/json", b"Authorization: Bearer " + lots.choice(secrets).encode()]
    return f"{lots.choice(METHODS)} {path}{query} HTTP/1.1\r\n".encode("utf-8", "replace") + b"\r\n".join(heads) + b"\r\n\r\n" + body


async def answer_to(port: int, sent: bytes) -> int | None:
    """The status of the answer; None where the connection was closed without one, or the server waits for more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(sent)
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        async with asyncio.timeout(5):
            match = re.match(rb"HTTP/1\.1 (\d{3})", await reader.readline())
        return int(match[1]) if match else None
    except (TimeoutError, ConnectionError):
        return None
    finally:
        writer.transport.abort()


def table_of(server: Process, made: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
    table: dict[str, Any] = httpx.get(f"{server.url}/api/tables/{made['id']}", headers=headers).json()
    return {**table, "clock": None}


@pytest.mark.parametrize("seed", range(2))
def test_no_bytes_cause_an_error_of_ours_or_touch_another_table(server: Process, seed: int) -> None:
    lots = random.Random(seed)
    post = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}
    other, own = (httpx.post(f"{server.url}/api/tables", json=post, timeout=60).json() for _ in range(2))
    before = table_of(server, other)
    paths = [path for path in httpx.get(f"{server.url}/api/openapi.json").json()["paths"] if "stream" not in path]
    secrets = [seat["secret"] for seat in own["seats"]] + ["guess", json.dumps(own)]
    statuses: set[int | None] = set()

    async def main() -> None:
        for _ in range(60):
            many = [request(lots, [*paths, "/", "/assets/{x}", "/table/{x}", "//", "*"], [*IDS, own["id"], own["id"]], secrets) for _ in range(10)]
            statuses.update(await asyncio.gather(*(answer_to(server.port, sent) for sent in many)))

    run(main)
    assert {status for status in statuses if status is not None and status >= 500} == set()
    assert {400, 404, 405} <= statuses
    assert table_of(server, other) == before
    assert "ziggurat_server_errors_total 0" in httpx.get(f"{server.url}/metrics").text
