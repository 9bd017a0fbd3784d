"""What the operator alone sees, and what a request must not be: counters, and requests whose end is unclear."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from serving import opened_api, reach, rest, run, served
from ziggurat.server.web.connection_limits import Connections


def test_counters_are_for_this_machine_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, Connections(100, 1000)) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            assert "ziggurat_moves_total" in (await client.get("/metrics")).text
            for proxied in ({"X-Forwarded-For": "198.51.100.7"}, {"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}):
                refused = await client.get("/metrics", headers={**proxied, "Authorization": "Bearer guess"})
                assert refused.status_code == 403 and refused.json()["error"]["code"] == "metrics", "a proxy on this machine passes it on"
            assert (await client.get("/healthz", headers={"X-Forwarded-For": "198.51.100.7"})).status_code == 200

    run(main)


@pytest.mark.parametrize(("client", "status"), [("198.51.100.7", 403), ("::1", 200), ("::ffff:127.0.0.1", 200), ("127.9.9.9", 200), ("testclient", 403)])
def test_counters_are_refused_to_other_machines(tmp_path: Path, client: str, status: int) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as api:
            api._transport.client = (client, 1)  # type: ignore[attr-defined]
            assert (await api.get("/metrics")).status_code == status

    run(main)


def test_with_a_token_the_counters_are_for_whoever_gives_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path, metrics_token="m-secret") as api:
            api._transport.client = ("198.51.100.7", 1)  # type: ignore[attr-defined]
            assert (await api.get("/metrics", headers={"Authorization": "Bearer m-secret"})).status_code == 200
            for headers in ({}, {"Authorization": "Bearer other"}, {"Authorization": "Bearer m-secrets"}):
                assert (await api.get("/metrics", headers=headers)).status_code == 403
            api._transport.client = ("127.0.0.1", 1)  # type: ignore[attr-defined]
            assert (await api.get("/metrics")).status_code == 403, "this machine needs it, too"

    run(main)


def test_a_request_with_two_lengths_is_refused_and_nothing_after_it_is_read(tmp_path: Path) -> None:
    """A proxy may believe the one and we the other: then the rest is another's request (request smuggling)."""
    both = (
        b"POST /api/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
        b'10\r\n{"name": "dice"}\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
    )

    async def main() -> None:
        async with served(tmp_path, Connections(100, 1000)) as port:
            answer = await rest(await reach(port, both))
            assert answer.startswith(b"HTTP/1.1 400 ") and answer.count(b"HTTP/1.1 ") == 1
            assert b"connection: close" in answer.lower() and b"twice" in answer

    run(main)


def test_pages_and_files_answer_to_head(tmp_path: Path) -> None:
    """With the head of what GET answers, and nothing else; also on the network, where the next answer follows."""
    head = b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n"

    async def main() -> None:
        async with served(tmp_path, Connections(100, 1000)) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            page = (await client.get("/")).text
            for path in ("/", "/table/xyz", "/rules", "/api/games", "/healthz", "/manifest.webmanifest", "/nowhere", *assets_of(page)):
                whole, only_head = await client.get(path), await client.head(path)
                assert only_head.status_code == whole.status_code and only_head.content == b"", path
                for name in ("content-type", "content-length", "cache-control", "content-security-policy"):
                    assert only_head.headers.get(name) == whole.headers.get(name), (path, name)
            assert (await client.head("/api/tables/nowhere/play")).status_code == 405
            made = (await client.post("/api/tables", json={"game": "amytis", "seats": [{"kind": "link"}, {"kind": "link"}]})).json()
            async with client.stream("HEAD", f"/api/tables/{made['id']}/stream") as stream:
                assert stream.status_code == 200 and [part async for part in stream.aiter_raw()] == [], "it ends"
            answer = await rest(await reach(port, head + head.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")))
            assert answer.count(b"HTTP/1.1 200") == 2 and b"<html" not in answer

    run(main)


def assets_of(page: str) -> list[str]:
    """The files that a page names."""
    return [part.partition('"')[0] for part in page.split('src="')[1:] if part.startswith("/assets/")]
