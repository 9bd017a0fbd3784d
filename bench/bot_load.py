"""What many thinking bots cost those who play elsewhere: a real server, tables of searching bots watched from several addresses, and people beside them.

python bench/bot_load.py [--tables 50] [--addresses 5] [--bot level:8] [--game amytis] [--seconds 60] [--source OTHER_TREE/src]

The addresses are 127.0.0.11 and on, all of this machine, and each has the limits of any other. Beside the watched tables one more socket leaves and returns
as often as it may, with a search of five seconds as its stand-in. Measured from addresses of their own: a person's move at a table without bots (from the
move to the view after it, written to disk), the answer of `greedy` (from a person's move to the view in which the person is to move again), and the answer of
a search of 100 simulations. Without tables (`--tables 0`) the same with nobody else there. `--source` measures the server of another tree.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

PACE = 0.11  # seconds between two messages of an address: the limit is ten a second
Made = dict[str, Any]


class Address:
    """One client address, with its requests and sockets."""

    def __init__(self, number: int, port: int) -> None:
        self.host, self.port = f"127.0.0.{number}", port
        self.client = httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=self.host), base_url=f"http://127.0.0.1:{port}", timeout=60)

    async def make(self, game: str, *seats: str, **more: Any) -> Made:
        """A table; `here` is a person, anything else a bot."""
        listed = [{"kind": "here"} if seat == "here" else {"kind": "bot", "bot": seat} for seat in seats]
        answer = await self.client.post("/api/tables", json={"game": game, "seats": listed, **more})
        answer.raise_for_status()
        made: Made = answer.json()
        return made

    async def watch(self, made: Made) -> ClientConnection:
        """A socket with all the seats of a table."""
        socket = await connect(f"ws://127.0.0.1:{self.port}/api/tables/{made['id']}/socket", max_size=None, local_addr=(self.host, 0))
        await socket.send(json.dumps({"t": "hello", "secrets": [seat["secret"] for seat in made["seats"] if seat["secret"]]}))
        return socket


async def listen(socket: ClientConnection, moves: list[int]) -> None:
    """Read what a watched table sends, and count its moves."""
    async for text in socket:
        moves[0] += '"t":"played"' in str(text)[:40]


async def come_and_go(address: Address, game: str) -> None:
    """Leave and return as often as the limit allows, for ever; when a table takes no more of it, at the next."""
    while True:
        made, answer = await address.make(game, "here", "here", stand_in="mcts:ms=5000"), ""
        async with await address.watch(made) as socket:
            while answer != "error":
                for what in ("leave", "return"):
                    await asyncio.sleep(PACE)
                    await socket.send(json.dumps({"t": what, "seat": 0, "id": 1}))
                    while (answer := json.loads(await socket.recv())["t"]) not in {"done", "error"}:
                        pass


async def play(address: Address, game: str, opponent: str, seconds: float) -> list[float]:
    """A person plays game after game for so long; the seconds from each move until the person is to move again."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        async with await address.watch(await address.make(game, "here", opponent)) as socket:
            state: dict[str, Any] = {}
            sent = 0.0
            while not (state.get("view") or {}).get("over"):
                message = json.loads(await socket.recv())
                if message["t"] not in {"table", "played"}:
                    continue
                state = message
                if not state["choices"]:
                    continue
                if sent:
                    times.append(time.perf_counter() - sent)
                if time.perf_counter() >= end:
                    break
                await asyncio.sleep(PACE)
                sent = time.perf_counter()
                await socket.send(json.dumps({"t": "play", "ply": state["ply"], "move": state["choices"][0]["text"]}))
    return times


def percentile(times: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


@contextlib.asynccontextmanager
async def served(source: Path | None) -> AsyncIterator[int]:
    """A server of its own on a free port, with everything compiled."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | ({"PYTHONPATH": str(source.resolve())} if source else {})
        command = [sys.executable, "-m", "ziggurat", "serve", "--one-process", "--no-browser", "--port", "0", "--data", f"{folder}/bench.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert process.stdout is not None
            match = re.search(r"://[^ ]*:(\d+)", process.stdout.readline())
            assert match is not None
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{match[1]}") as client:
                while not all(game["search_ready"] for game in (await client.get("/api/games")).json()["games"]):
                    await asyncio.sleep(0.2)
            yield int(match[1])
        finally:
            process.terminate()
            process.wait()


async def measure(arguments: argparse.Namespace) -> None:
    """The whole run."""
    async with served(arguments.source) as port:
        crowd = [Address(11 + number, port) for number in range(arguments.addresses)]
        moves, beside = [0], []
        for number in range(arguments.tables):
            address = crowd[number % len(crowd)]
            socket = await address.watch(await address.make(arguments.game, arguments.bot, arguments.bot))
            beside.append(asyncio.create_task(listen(socket, moves)))
        if arguments.tables:
            beside.append(asyncio.create_task(come_and_go(Address(100, port), arguments.game)))
        await asyncio.sleep(2)
        for name, number, opponent in (("a person's move", 101, "here"), ("greedy answers", 102, "greedy"), ("100 simulations", 103, "mcts:sims=100")):
            before = moves[0]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(arguments.seconds + 120):
                    times = await play(Address(number, port), arguments.game, opponent, arguments.seconds)
                    rate = (moves[0] - before) / arguments.seconds
                    figures = " ".join(f"{label} {percentile(times, share):8.1f}" for label, share in (("p50", 0.5), ("p99", 0.99), ("most", 1.0)))
                    print(f"{name:<16} {len(times):5} times, ms: {figures}   beside: {rate:.1f} moves/s at {arguments.tables} tables", flush=True)
                    continue
            print(f"{name:<16} no answer within {arguments.seconds + 120:g} s", flush=True)
        shown = (await crowd[0].client.get("/metrics")).text if crowd else ""
        for gauge in re.findall(r"^ziggurat_(waiting_thoughts|dropped_thoughts_total|paused_tables) (\d+)", shown, re.MULTILINE):
            print(f"{gauge[0]} {gauge[1]}")
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--addresses", type=int, default=5)
    parser.add_argument("--bot", default="level:8")
    parser.add_argument("--game", default="amytis")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--source", type=Path)
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
