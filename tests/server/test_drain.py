"""A server that is told to end: it says so to whoever distributes the clients, serves on for a while, then ends in an orderly way."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from playing import SocketPlayer
from serving import Process, run

NEW = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}


def test_a_draining_server_is_not_ready_but_serves_on_and_then_ends(tmp_path: Path) -> None:
    server = Process(tmp_path, "--drain", "600").start()
    try:
        assert server.process is not None
        made = httpx.post(f"{server.url}/api/tables", json=NEW, timeout=60).json()

        async def main() -> None:
            player = SocketPlayer(server.url, made["id"], [seat["secret"] for seat in made["seats"]], random.Random(1))
            await player.open()
            assert httpx.get(f"{server.url}/readyz").status_code == 200
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            until = time.monotonic() + 2
            while httpx.get(f"{server.url}/readyz").status_code != 503:
                assert time.monotonic() < until, "it says at once that it is about to end"
            assert httpx.get(f"{server.url}/readyz").json()["error"]["code"] == "store.wrong"
            assert httpx.get(f"{server.url}/healthz").status_code == 200
            headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
            table = httpx.get(f"{server.url}/api/tables/{made['id']}", headers=headers).json()
            await player.ask({"t": "play", "ply": 0, "move": table["view"]["legal"][0]})
            server.process.send_signal(signal.SIGTERM)  # a second one: at once. (`test_laptop_to_site.py` waits until it ends by itself.)
            with pytest.raises(ConnectionClosed) as closed:
                await player.until(lambda _: False)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012, "pages connect again at once"

        run(main, 60)
        assert server.process.wait(20) == 0 or server.process.returncode == -signal.SIGTERM
    finally:
        server.kill()
    again = Process(tmp_path).start()
    try:
        headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
        assert httpx.get(f"{again.url}/api/tables/{made['id']}", headers=headers).json()["ply"] == 1, "what was played meanwhile is there"
    finally:
        again.kill()
