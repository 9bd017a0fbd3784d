"""How long newcomers wait while others play: `python bench/newcomers.py --tables 300 --seconds 20`.

A server of our own, with a data file; so many tables with a move every two seconds. Meanwhile somebody makes a table, two join it over HTTP and open their
sockets, again and again, a tenth of a second apart. Milliseconds of each step, and how often the server said to come again later.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections import defaultdict
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ziggurat.measure.server import Run, Server, Site, paced, percentile, play_whole, seat_tables, spread

NEW = {"seats": [{"kind": "link"}, {"kind": "link"}], "previews": True, "hints": True, "live_scores": True}


class Newcomers:
    """Those who come while others play, and how long each step took them."""

    def __init__(self, server: Server, game: str) -> None:
        self.url, self.game, self.turned_away = f"127.0.0.1:{server.port}", game, 0
        self.seconds: dict[str, list[float]] = defaultdict(list)

    async def come(self, seconds: float) -> None:
        """Make tables and join them, for so long."""
        ends = time.perf_counter() + seconds
        async with httpx.AsyncClient(base_url=f"http://{self.url}", timeout=60) as client:
            while time.perf_counter() < ends:
                await self.make_and_join(client)
                await asyncio.sleep(0.1)

    async def make_and_join(self, client: httpx.AsyncClient) -> None:
        """One table and its two players."""
        made = await self.timed("make a table", client.post("/api/tables", json={"game": self.game, **NEW}))
        if made is None:
            return
        for seat in made["seats"]:
            headers = {"Authorization": f"Bearer {seat['secret']}"}
            await self.timed("join", client.post(f"/api/tables/{made['id']}/join", json={"name": "Ada"}, headers=headers))
            began = time.perf_counter()
            try:
                async with connect(f"ws://{self.url}/api/tables/{made['id']}/socket", max_size=None) as socket:
                    await socket.send(json.dumps({"t": "hello", "secrets": [seat["secret"]]}))
                    await socket.recv()
                    self.seconds["open a socket, until the first view"].append(time.perf_counter() - began)
            except ConnectionClosed:
                self.turned_away += 1

    async def timed(self, step: str, request: Any) -> Any:
        """Wait for an answer and note how long it took; None where the server says to come again."""
        began = time.perf_counter()
        answer: httpx.Response = await request
        if answer.status_code == 503:
            self.turned_away += 1
            return None
        answer.raise_for_status()
        self.seconds[step].append(time.perf_counter() - began)
        return answer.json()


async def measure(game: str, count: int, seconds: float) -> dict[str, Any]:
    """Let newcomers come to a server at which so many tables play."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"{folder}/bench.db")
        try:
            await server.warm()
            run, site, newcomers = Run(), Site([server]), Newcomers(server, game)
            plies = await play_whole(await seat_tables(site, run, game, "page", 1))
            tables = await seat_tables(site, run, game, "page", count)
            await spread(tables, plies)
            players, _ = await asyncio.gather(paced(tables, run, site, seconds), newcomers.come(seconds))
        finally:
            server.close()
    steps = {step: {f"p{share}": percentile(took, share / 100) for share in (50, 99)} | {"times": len(took)} for step, took in newcomers.seconds.items()}
    moves = {"a move of those who play": {"p50": players["p50_ms"], "p99": players["p99_ms"]}}
    return {"game": game, "tables": count, "milliseconds": {**steps, **moves}, "turned_away": newcomers.turned_away}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="akropolis", help="the dearest by default")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20.0)
    arguments = parser.parse_args()
    print(json.dumps(asyncio.run(measure(arguments.game, arguments.tables, arguments.seconds)), indent=1))


if __name__ == "__main__":
    main()
