"""Pages of other sites: those that the operator named may use the server, others not; and no page reaches it by a name that is not its own."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from serving import Process, opened_api, run
from ziggurat.errors import OptionError
from ziggurat.server.web.host_names import HostNames, host_names, name_of, site_origins

SITE = "https://play.example"
NEW = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}


def test_a_named_site_is_answered_as_browsers_ask_for_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path, origins=(SITE,)) as client:
            preflight = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}
            before = await client.options("/api/tables", headers={"Origin": SITE, **preflight})
            assert before.status_code == 204 and before.content == b""
            assert before.headers["access-control-allow-origin"] == SITE and "origin" in before.headers["vary"].lower()
            assert {"GET", "POST", "PUT", "DELETE"} == set(before.headers["access-control-allow-methods"].split(", "))
            assert {"authorization", "content-type"} == set(before.headers["access-control-allow-headers"].lower().split(", "))
            made = await client.post("/api/tables", json=NEW, headers={"Origin": SITE})
            assert made.status_code == 201 and made.headers["access-control-allow-origin"] == SITE
            secret = made.json()["seats"][0]["secret"]
            seen = await client.get(f"/api/tables/{made.json()['id']}", headers={"Origin": SITE, "Authorization": f"Bearer {secret}"})
            assert seen.json()["you"] == [0] and seen.headers["access-control-allow-origin"] == SITE
            for refused in (
                await client.get("/nowhere", headers={"Origin": SITE}),
                await client.post("/api/tables", content=b"\xff", headers={"Origin": SITE}),
            ):
                assert refused.status_code in {400, 404} and refused.headers["access-control-allow-origin"] == SITE, "errors can be read, too"
            assert "access-control-allow-credentials" not in seen.headers

    run(main)


@pytest.mark.parametrize("origin", ["https://evil.example", "http://play.example", "https://play.example:8443", "https://play.example.evil.example", "null"])
def test_other_sites_get_no_word_and_change_nothing(tmp_path: Path, origin: str) -> None:
    async def main() -> None:
        async with opened_api(tmp_path, origins=(SITE,)) as client:
            preflight = {"Access-Control-Request-Method": "POST"}
            answers = [
                await client.options("/api/tables", headers={"Origin": origin, **preflight}),
                await client.get("/api/games", headers={"Origin": origin}),
                await client.post("/api/tables", json=NEW, headers={"Origin": origin}),
            ]
            assert [name for answer in answers for name in answer.headers if name.startswith("access-control")] == []
            assert answers[2].status_code == 403 and answers[2].json()["error"]["code"] == "origin"
            assert "origin" in answers[1].headers["vary"].lower(), "nobody keeps an answer for another site"

    run(main)


def test_a_server_that_names_no_site_speaks_of_none(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            answer = await client.get("/api/games", headers={"Origin": "http://table"})
            assert answer.status_code == 200 and not [name for name in answer.headers if name.startswith("access-control")]

    run(main)


def test_what_is_no_origin_and_no_name_is_refused_at_the_start() -> None:
    assert site_origins(["https://Play.Example/", "http://127.0.0.1:5173"]) == ("https://play.example", "http://127.0.0.1:5173")
    assert host_names(["Table.Example.org", "*"]) == ("table.example.org", "*")
    for wrong in ("play.example", "https://play.example/path", "ftp://play.example", "https://", "null", "*", "https://user@play.example", "http://x:99999"):
        with pytest.raises(OptionError, match="origin"):
            site_origins([wrong])
    for wrong in ("https://play.example", "play.example:8000", "", "a b", "-x"):
        with pytest.raises(OptionError, match="host"):
            host_names([wrong])


# --- Names -----


OWN = ("localhost", "LOCALHOST:8000", "x.localhost", "localhost.", "127.0.0.1", "127.8.8.8:8000", "[::1]:8000", "[::1]", "192.168.1.5:8000", "8.8.8.8")
FOREIGN = (
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "127.0.0.1@evil.example",
    "evillocalhost",
    "",
    "[evil]",
    "a b",
)


def test_which_names_are_ours() -> None:
    bound = HostNames("127.0.0.1", ("table.example",), ("https://play.example:8443",))
    assert [name for name in (*OWN, "table.example", "Table.Example:443", "play.example") if not bound.include(name)] == []
    assert [name for name in (*FOREIGN, "example", "x.table.example", socket.gethostname() + ".example") if bound.include(name)] == []
    machine = socket.gethostname()
    assert HostNames("0.0.0.0", (), ()).include(f"{machine}:8000") and HostNames("::", (), ()).include(machine.upper())
    assert all(HostNames("0.0.0.0", (), ()).include(machine.partition(".")[0] + ending) for ending in (".local", ".lan", ".home.arpa"))
    assert HostNames("table.lan", (), ()).include("table.lan:8000") and not HostNames("0.0.0.0", (), ()).include("evil.example")
    assert HostNames("127.0.0.1", ("*",), ()).include("evil.example")
    assert (name_of("[::1]:80"), name_of("a.b.:80"), name_of("a:b:c"), name_of("a/b")) == ("::1", "a.b", None, None)


def ask(server: Process, head: str) -> str:
    """The first line and the body of a raw answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as wire:
        wire.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\n")
        data = b""
        while part := wire.recv(4096):
            data += part
        return data.decode()


UPGRADE = "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA=="


def test_a_page_that_reaches_us_by_another_name_gets_nothing(server: Process) -> None:
    """DNS rebinding: the page's own name points at this machine, so the browser takes it for the page's own server, and sends its name."""
    table = httpx.post(f"{server.url}/api/tables", json={**NEW, "listed": True}, timeout=60).json()["id"]
    for host in ("evil.example", f"evil.example:{server.port}"):
        for origin in ("", f"\nOrigin: http://{host}"):
            answer = ask(server, f"GET /api/tables HTTP/1.1\nConnection: close\nHost: {host}{origin}")
            assert answer.startswith("HTTP/1.1 421 ") and table not in answer and '"code":"host"' in answer and "--allowed-host" in answer
            assert ask(server, f"GET /api/tables/{table}/socket HTTP/1.1\nHost: {host}{origin}\n{UPGRADE}").startswith("HTTP/1.1 403 ")
    assert ask(server, "GET /api/tables HTTP/1.1\nConnection: close\nHost: localhost").startswith("HTTP/1.1 200 ")
    assert ask(server, "GET /healthz HTTP/1.0").startswith("HTTP/1.1 200 "), "no browser sends no name"


def test_a_name_that_the_operator_allows_is_ours(tmp_path: Path) -> None:
    process = Process(tmp_path, "--allowed-host", "table.example", "--origin", "https://play.example").start()
    try:
        for host, status in (("table.example", 200), ("play.example", 200), ("other.example", 421)):
            assert httpx.get(f"{process.url}/api/games", headers={"Host": host}).status_code == status
    finally:
        process.kill()
