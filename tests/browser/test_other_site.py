"""A page of another site in a real browser: one that the operator named (`--origin`) makes a table, plays on a socket and reads it; another gets nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from serving import Process

USE = """async server => {
    const body = JSON.stringify({game: "amytis", seats: [{kind: "here"}, {kind: "here"}]});
    const post = {method: "POST", headers: {"Content-Type": "application/json"}, body};
    const made = await (await fetch(`${server}/api/tables`, post)).json();
    const headers = {Authorization: `Bearer ${made.seats[0].secret}`};
    const seen = await (await fetch(`${server}/api/tables/${made.id}`, {headers})).json();
    const socket = new WebSocket(`${server.replace("http", "ws")}/api/tables/${made.id}/socket`);
    const table = await new Promise((told, failed) => {
        socket.onopen = () => socket.send(JSON.stringify({t: "hello", secrets: [made.seats[0].secret]}));
        socket.onmessage = event => told(JSON.parse(event.data));
        socket.onerror = () => failed(new Error("no socket"));
    });
    const refused = await fetch(`${server}/api/tables/nowhere`);
    return [seen.you, table.you, (await refused.json()).error.code];
}"""
TRY = """async server => {
    const tried = [() => fetch(`${server}/api/games`), () => fetch(`${server}/api/tables`, {method: "POST", body: "{}"}),
        () => new Promise((told, failed) => { const socket = new WebSocket(`${server.replace("http", "ws")}/api/tables/x/socket`);
            socket.onopen = told; socket.onerror = () => failed(new Error("no socket")); })];
    const ends = await Promise.allSettled(tried.map(each => each()));
    return ends.map(end => end.status);
}"""


class Blank(BaseHTTPRequestHandler):
    """A page with nothing on it."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Another site</title>")

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def site() -> Iterator[str]:
    """The origin of a site of its own on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Blank)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("named", [True, False])
def test_the_page_of_another_site(browser: Browser, tmp_path: Path, named: bool) -> None:
    with site() as friend, site() as stranger:
        process = Process(tmp_path, "--origin", friend).start()
        page = browser.new_page()
        try:
            page.goto(friend if named else stranger)
            if named:
                assert page.evaluate(USE, process.url) == [[0], [0], "table.unknown"]
            else:
                assert page.evaluate(TRY, process.url) == ["rejected"] * 3
        finally:
            page.close()
            process.kill()
