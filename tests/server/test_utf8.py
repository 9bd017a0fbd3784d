"""Bytes that are not UTF-8 are refused with a reason, in addresses, headers, bodies and messages: they are never an error of ours."""

from __future__ import annotations

import json
import random
import socket
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from serving import Process, run

NEW = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}
BROKEN = [b"\xff", b"\xc3", b"\xc3\x28", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xc0\xaf", b"\xe2\x82"]
"""No start, cut short, no second half, half a pair, five bytes, the long form of a slash, cut short again."""
BODIES = {
    "tables": ("POST", "/api/tables", b'{"game": "amytis%s", "seats": [{}, {}]}'),
    "records": ("POST", "/api/records", b'{"record": "%s"}'),
    "accounts": ("POST", "/api/accounts", b'{"name": "%s"}'),
    "chat": ("POST", "/api/tables/ID/chat", b'{"text": "hello %s"}'),
    "play": ("POST", "/api/tables/ID/play", b'{"ply": 0, "move": "%s"}'),
    "name": ("POST", "/api/tables/ID/name", b'{"name": "%s"}'),
    "webhook": ("PUT", "/api/tables/ID/webhook", b'{"url": "http://8.8.8.8/%s"}'),
    "a key": ("POST", "/api/tables/ID/answer", b'{"%s": true}'),
    "behind it": ("POST", "/api/tables/ID/answer", b'{"yes": true} %s'),
    "alone": ("POST", "/api/tables/ID/answer", b"%s"),
}


def make(server: Process) -> dict[str, Any]:
    made: dict[str, Any] = httpx.post(f"{server.url}/api/tables", json=NEW, timeout=60).json()
    return made


def no_error_of_ours(server: Process) -> bool:
    return "ziggurat_server_errors_total 0\n" in httpx.get(f"{server.url}/metrics").text


def test_bodies(server: Process) -> None:
    made = make(server)
    headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}", "Content-Type": "application/json"}
    client = httpx.Client(base_url=server.url, timeout=60)
    for method, path, body in BODIES.values():
        for broken in BROKEN:
            answer = client.request(method, path.replace("ID", made["id"]), content=body.replace(b"%s", broken), headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "request.wrong"), (path, broken, answer.text)
            assert "UTF-8" in answer.json()["error"]["message"]
    client.close()
    assert no_error_of_ours(server)


def test_a_sign_that_is_cut_in_two_by_the_network_is_whole(server: Process) -> None:
    made = make(server)
    body = json.dumps({"text": "é🏛"}, ensure_ascii=False).encode()

    def pieces() -> Any:
        for place in range(len(body)):
            yield body[place : place + 1]

    headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}", "Content-Type": "application/json"}
    answer = httpx.post(f"{server.url}/api/tables/{made['id']}/chat", content=pieces(), headers=headers)
    assert answer.status_code == 201, answer.text


def ask(server: Process, head: bytes) -> tuple[int, bytes]:
    """The status and the answer to a raw request."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as wire:
        wire.sendall(head + b"\r\nConnection: close\r\n\r\n")
        data = b""
        while part := wire.recv(4096):
            data += part
    return int(data.split()[1]), data


@pytest.mark.parametrize("place", ["path", "query", "name in the query", "raw path", "raw query", "authorization", "accept-language", "origin", "host"])
def test_addresses_and_headers(server: Process, place: str) -> None:
    made = make(server)
    for broken in BROKEN:
        quoted = b"".join(b"%%%02X" % byte for byte in broken)
        table = b"/api/tables/" + made["id"].encode()
        target = {
            "path": b"/api/tables/" + quoted,
            "query": table + b"?language=" + quoted,
            "name in the query": table + b"?" + quoted + b"=1",
            "raw path": b"/api/tables/" + broken,
            "raw query": table + b"?language=" + broken,
        }.get(place, table)
        header = {"authorization": b"Authorization: Bearer x", "accept-language": b"Accept-Language: fr", "origin": b"Origin: http://x"}.get(
            place, b"X-Other: "
        )
        host = b"localhost" + (broken if place == "host" else b"")
        status, answer = ask(server, b"GET " + target + b" HTTP/1.1\r\nHost: " + host + b"\r\n" + header + broken)
        assert status == 400, answer
    assert no_error_of_ours(server)


def test_headers_that_nobody_reads_may_hold_anything(server: Process) -> None:
    status, _ = ask(server, b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-City: S\xe3o Paulo\r\nCookie: a=\xff\r\nUser-Agent: \xff")
    assert status == 200 and no_error_of_ours(server)


def test_messages(server: Process) -> None:
    made = make(server)

    async def main() -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/api/tables/{made['id']}/socket") as wire:
            await wire.send(json.dumps({"t": "hello", "secrets": [made["seats"][0]["secret"]]}))
            assert json.loads(await wire.recv())["t"] == "table"
            for broken in BROKEN:
                await wire.send(b'{"t": "chat", "text": "%s"}' % broken, text=True)
                answer = json.loads(await wire.recv())
                assert answer["t"] == "error" and answer["error"]["code"] == "message.wrong" and "UTF-8" in answer["error"]["message"]
            await wire.send(b'{"t": "ping"}')  # a binary frame
            assert "UTF-8" in json.loads(await wire.recv())["error"]["message"]
            await wire.send([b'{"t": "chat", "text": "\xc3', b'\xa9"}'], text=True)  # one sign in two frames
            await wire.send('{"t": "ping", "id": 1}')
            kinds = [json.loads(await wire.recv())["t"] for _ in range(2)]
            assert sorted(kinds) == ["pong", "said"], "the socket lives, and what is text is taken"

    run(main)
    assert no_error_of_ours(server)


def test_no_random_bytes_are_an_error_of_ours(server: Process) -> None:
    lots = random.Random(16)
    made = make(server)
    headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}", "Content-Type": "application/json"}
    client = httpx.Client(base_url=server.url, timeout=60)
    for _ in range(150):
        method, path, body = lots.choice(list(BODIES.values()))
        noise = body.replace(b"%s", lots.randbytes(lots.randrange(1, 8)))
        query = "".join(f"%{lots.randrange(256):02X}" for _ in range(lots.randrange(4)))
        answer = client.request(method, path.replace("ID", made["id"]), content=noise, headers=headers)
        assert answer.status_code < 500, (noise, answer.text)
        assert client.get(f"/api/tables/{made['id']}?{query}").status_code in {200, 400}
    client.close()
    assert no_error_of_ours(server)


def test_paths_that_no_file_can_have(server: Process) -> None:
    for path in ("/assets/%00", "/table/a%00b", "/api/tables/%00", "/%00", f"/assets/{'a' * 5000}", f"/assets/{'é' * 200}"):
        answer = httpx.get(f"{server.url}{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "path.unknown"), path
    assert no_error_of_ours(server)
