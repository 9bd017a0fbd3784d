"""Games are played while the server is killed with SIGKILL again and again; then everything that was acknowledged must be there, once.

In full, at least a hundred kills: `python tests/crashing.py 100`. The tests run a short form.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from playing import SocketPlayer, close_all
from serving import Process
from ziggurat.fair import verify
from ziggurat.record import replay

TABLES = [
    ("amytis", ["link", "link"]),
    ("amytis", ["link", "greedy"]),
    ("akropolis", ["link", "random", "link"]),
    ("blueprints", ["link", "link"]),
    ("blueprints", ["greedy", "link", "mcts:sims=100"]),
]


class Lost(AssertionError):
    """Something acknowledged is not there, or is there twice."""


@dataclass
class Report:
    """What happened."""

    kills: int = 0
    games: int = 0
    acknowledged: int = 0
    repeated: int = 0
    reconnects: int = 0
    seconds: float = 0.0
    slowest_start: float = 0.0
    errors: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.games} games finished, {self.acknowledged} moves acknowledged, {self.repeated} of them repeated after a cut, "
            f"{self.reconnects} reconnects, {self.seconds:.0f} s, slowest start {self.slowest_start:.2f} s; lost or doubled: {len(self.errors)}"
        )


class Survivor(SocketPlayer):
    """Plays on whatever happens: an unanswered move is sent again, under the same name."""

    pending: dict[str, Any] | None = None
    repeated = 0

    async def play_through(self) -> None:
        """Play until the end of the game."""
        while True:
            try:
                if self.socket is None:
                    async with asyncio.timeout(20):
                        whole = await self.open()
                    if whole["t"] == "error":
                        raise Lost(f"after a restart: {whole['error']}")
                    self.check_acknowledged()
                if self.state["status"] == "open" and not self.state["seats"][self.state["you"][0]]["joined"]:
                    await self.ask({"t": "join", "name": "survivor"})
                elif self.pending is not None:
                    await self.send_pending()
                elif self.state["end"]:
                    return
                elif self.state["choices"]:
                    ply, move = self.state["ply"], self.lots.choice(self.state["choices"])["text"]
                    self.pending = {"t": "play", "ply": ply, "move": move, "key": f"{ply}"}
                else:
                    await self.receive()
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                self.socket = None
                await asyncio.sleep(0.02)

    async def send_pending(self) -> None:
        assert self.pending is not None
        answer = await self.ask(self.pending)
        if answer["t"] == "error":
            raise Lost(f"{self.pending} was refused: {answer['error']}")
        self.repeated += bool(answer.get("repeated"))
        self.acknowledged.append((self.pending["ply"], self.pending["move"]))
        ply, self.pending = self.pending["ply"], None
        while self.state["ply"] <= ply:
            await self.receive()

    def check_acknowledged(self) -> None:
        """All that was acknowledged stands in the log."""
        log = self.state["view"]["log"] if self.state["view"] else []
        for ply, move in self.acknowledged:
            if ply >= len(log) or log[ply] != move:
                raise Lost(f"ply {ply}, `{move}`, was acknowledged, but the log has {log[ply : ply + 1]}")


async def play_tables(server: Process, kind: tuple[str, list[str]], seed: int, done: asyncio.Event, report: Report) -> None:
    """One table after another of a kind, until the killing is over."""
    lots = random.Random(seed)
    while not done.is_set():
        seats = [{"kind": name} if name == "link" else {"kind": "bot", "bot": name} for name in kind[1]]
        new = {"game": kind[0], "seats": seats, "clock": {"kind": "live", "bank": 120, "increment": 5}}
        made = await insist(server, "POST", "/api/tables", json=new)
        players = [Survivor(server.url, made["id"], [seat["secret"]], random.Random(lots.random())) for seat in made["seats"] if seat["secret"]]
        try:
            await asyncio.gather(*(player.play_through() for player in players))
            record = await insist(server, "GET", f"/api/tables/{made['id']}/record")
            check_record(record, made, players)
        except (Lost, ValueError) as error:
            report.errors.append(f"{made['id']}: {error}")
        report.games += 1
        for player in players:
            report.acknowledged += len(player.acknowledged)
            report.repeated += player.repeated
            report.reconnects += player.connections - 1
            await player.close()


def check_record(record: dict[str, Any], made: dict[str, Any], players: list[Survivor]) -> None:
    """The record is valid, holds every acknowledged move at its ply, and no other move of these seats."""
    game = replay(record)
    verify(record)
    if "result" not in record:
        raise Lost("the game has no result")
    seats = [seat["seat"] for seat in made["seats"] if seat["secret"]]
    for seat, player in zip(seats, players, strict=True):
        own = [(ply, move) for ply, move in enumerate(game.moves) if game.movers[ply] == seat]
        if own != player.acknowledged:
            raise Lost(f"seat {seat} has {len(own)} moves in the record, {len(player.acknowledged)} were acknowledged")


async def insist(server: Process, method: str, path: str, **more: Any) -> Any:
    """Ask until the server is there to answer."""
    for _ in range(600):
        try:
            async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
                answer = await client.request(method, path, **more)
            if answer.status_code < 300:
                return answer.json()
            if answer.status_code < 500:
                raise Lost(f"{method} {path}: {answer.text}")
        except httpx.HTTPError:
            pass
        await asyncio.sleep(0.05)
    raise Lost(f"{method} {path}: no answer")


async def kill_often(server: Process, kills: int, lots: random.Random, done: asyncio.Event, report: Report) -> None:
    """Kill the server at random moments and start it again."""
    while report.kills < kills:
        await asyncio.sleep(lots.choice([0.0, 0.02, 0.1, 0.3, 0.7, 1.5]) * (0.5 + lots.random()))
        server.kill()
        report.kills += 1
        began = time.perf_counter()
        await asyncio.to_thread(server.start)
        report.slowest_start = max(report.slowest_start, time.perf_counter() - began)
    done.set()


async def crash(folder: Path, kills: int, seed: int = 1) -> Report:
    """Play and kill; what came of it."""
    report, done = Report(), asyncio.Event()
    began = time.perf_counter()
    server = Process(folder).start()
    try:
        tables = [play_tables(server, kind, seed * 100 + place, done, report) for place, kind in enumerate(TABLES)]
        await asyncio.gather(kill_often(server, kills, random.Random(seed), done, report), *tables)
    finally:
        await close_all()
        server.kill()
    report.seconds = time.perf_counter() - began
    return report


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(crash(Path(folder), int(sys.argv[1]) if len(sys.argv) > 1 else 100))
    print(found)
    print(*found.errors, sep="\n")
    sys.exit(bool(found.errors))
