"""The link works for a friend: the server says where others find it, or plainly that they do not, and answers to every name that it offers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from serving import Process, settings_for
from ziggurat.server.web import addresses
from ziggurat.server.web.addresses import own_addresses, urls_of, usable
from ziggurat.server.web.host_names import HostNames


@contextmanager
def started(folder: Path, *options: str) -> Iterator[Process]:
    process = Process(folder, *options).start()
    try:
        yield process
    finally:
        process.kill()


def test_a_server_for_this_machine_says_so_and_how_to_open_it(tmp_path: Path) -> None:
    with started(tmp_path, "--host", "127.0.0.1") as server:
        shown = httpx.get(f"{server.url}/api/addresses").json()
        assert shown["open"] is False and shown["urls"] == []
        assert shown["command"] == f"ziggurat serve --host 0.0.0.0 --port {server.port}" and shown["command"] in shown["text"]
        french = httpx.get(f"{server.url}/api/addresses?language=fr").json()
        assert "Démarrez" in french["text"] and french["command"] == shown["command"]


def test_a_server_for_the_network_offers_its_addresses_and_answers_at_each(tmp_path: Path) -> None:
    with started(tmp_path, "--host", "0.0.0.0", "--allowed-host", "table.example.org") as server:
        shown = httpx.get(f"{server.url}/api/addresses").json()
        assert shown["open"] is True and shown["command"] == ""
        assert shown["urls"] == [
            f"http://table.example.org:{server.port}",
            *(f"http://{address}:{server.port}" for address in own_addresses() if ":" not in address),
        ]
        for url in shown["urls"]:
            host = url.removeprefix("http://")
            assert httpx.get(f"{server.url}/api/games", headers={"Host": host}).status_code == 200, "what is offered is answered"
            if "example" not in url:
                assert httpx.get(f"{url}/api/addresses").json()["urls"][0] == url, "first where this client was itself"
        assert "127.0.0.1" not in str(shown["urls"])


def settings(**changes: Any) -> Any:
    return settings_for(Path("/nowhere"), **{"hosts": (), **changes})


def test_which_urls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.1.20", "fd00::5"])
    wide, proxied, one = settings(host="0.0.0.0"), settings(host="127.0.0.1", hosts=("play.example.org",)), settings(host="192.168.1.20")
    assert urls_of(wide, "localhost:8000", "http", 8000, "127.0.0.1") == ["http://192.168.1.20:8000"]
    assert urls_of(settings(host="::"), "localhost:8000", "http", 8000, "::1") == ["http://192.168.1.20:8000", "http://[fd00::5]:8000"]
    assert urls_of(one, "192.168.1.20:9", "http", 9, "192.168.1.7") == ["http://192.168.1.20:9"]
    assert urls_of(wide, "Table.local:80", "http", 80, "10.0.0.3") == ["http://table.local:80", "http://192.168.1.20:80"]
    assert urls_of(proxied, "play.example.org", "https", 8000, "127.0.0.1") == ["https://play.example.org"]
    assert urls_of(proxied, "127.0.0.1:8000", "http", 8000, "127.0.0.1") == ["https://play.example.org"]
    assert urls_of(settings(), "localhost:8000", "http", 8000, "127.0.0.1") == []


def test_nobody_from_outside_learns_the_addresses_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.1.20"])
    wide = settings(host="0.0.0.0", hosts=("play.example.org",))
    assert urls_of(wide, "play.example.org", "https", 8000, "127.0.0.1") == ["https://play.example.org"], "through a proxy everybody looks near"
    assert urls_of(wide, "203.0.114.9:8000", "http", 8000, "8.8.8.8") == ["http://203.0.114.9:8000", "http://play.example.org:8000"]


def test_every_url_names_the_server_as_it_may_be_called(monkeypatch: pytest.MonkeyPatch) -> None:
    for given in (settings(host="0.0.0.0"), settings(host="::"), settings(host="127.0.0.1", hosts=("a.example",)), settings(host="192.168.7.7", hosts=("*",))):
        names = HostNames(given.host, given.hosts, given.origins)
        for url in urls_of(given, "127.0.0.1:80", "http", 80, "127.0.0.1"):
            assert names.include(url.partition("://")[2])


def test_addresses_that_nobody_else_can_use_are_left_out() -> None:
    assert list(usable(["127.0.0.1", "::1", "0.0.0.0", "169.254.1.1", "fe80::1%eth0", "224.0.0.1", "10.0.0.2", "10.0.0.2", "nonsense", "fd00::1"])) == [
        "10.0.0.2",
        "fd00::1",
    ]
