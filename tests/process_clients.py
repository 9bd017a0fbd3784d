"""Clients that are connected to several hosts, as if each were a process of its own (`serving.opened_processes`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from seating import DEAL
from serving import table
from ziggurat.server import requests as r
from ziggurat.server.forwarding import carry_out
from ziggurat.server.host import Host
from ziggurat.server.make_table import make_table
from ziggurat.server.room import Actor, Room, Watcher


class Client:
    """Somebody who is connected to one of the processes."""

    def __init__(self, host: Host, room: Room, actor: Actor) -> None:
        self.host, self.room, self.actor = host, room, actor
        self.woken = asyncio.Event()
        self.watcher = Watcher(host, room, actor, self.woken.set)
        self.messages: list[Any] = self.watcher.unsent()

    async def ask(self, request: r.Request) -> Any:
        return await carry_out(self.host, self.room, self.actor, request)

    async def play(self, move: str, ply: int, key: str = "") -> Any:
        return await self.ask(r.Play(ply=ply, move=move, key=key))

    async def sees(self, is_so: Callable[[Client], bool], seconds: float = 10.0) -> None:
        """Wait until the client has been sent what makes it so."""
        async with asyncio.timeout(seconds):
            while not is_so(self):
                await self.woken.wait()
                self.woken.clear()
                self.messages += self.watcher.unsent()

    @property
    def ply(self) -> int:
        return max(int(message.ply) for message in self.messages if hasattr(message, "ply"))


async def connect(host: Host, id_: str, *secrets: str) -> Client:
    room = await host.get(id_)
    return Client(host, room, await host.actor(room, list(secrets)))


async def until(is_so: Callable[[], bool], seconds: float = 15.0) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.01)


async def pair(one: Host, two: Host, **more: Any) -> tuple[Client, Client]:
    """A table that `one` owns, with a player at each process."""
    made = await make_table(one, table("amytis", "link", "link", **more), deal=DEAL)
    clients = await connect(one, made.id, made.seats[0].secret), await connect(two, made.id, made.seats[1].secret)
    for client in clients:
        await client.ask(r.Join(name="P"))
    return clients
