"""Connections to PostgreSQL: a few that are used in turn, and what to do when one is lost.

A connection that does not answer is cut after some seconds, so that a database that hangs, or a network that swallows packets, becomes an error like any other.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

import psycopg
from psycopg import AsyncConnection

from ziggurat.server.store.store import StoreError

Result = TypeVar("Result")
Connection = AsyncConnection[Any]
Work = Callable[[Connection], Awaitable[Result]]

MOST = 4  # connections beside the writer's: each is a process of the database
STATEMENT_SECONDS = 8.0  # a statement that takes longer is given up, and its connection cut
TRY_SECONDS = 8.0  # how long work that may be repeated is tried again while the database is away
PAUSE = 0.1
LOST = (psycopg.OperationalError, psycopg.InterfaceError)
"""How a lost connection, a database that restarts, or a deadlock shows itself."""
CONNECT: dict[str, Any] = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "application_name": "ziggurat"}


async def connect(url: str) -> Connection:
    """Connect; every statement is a transaction of its own, and durable when it returns."""
    connection: Connection = await AsyncConnection.connect(url, autocommit=True, tcp_user_timeout=int(1000 * STATEMENT_SECONDS), **CONNECT)
    try:
        await connection.execute("set synchronous_commit = on")
    except BaseException:
        await connection.close()
        raise
    return connection


def cut(connection: Connection) -> None:
    """Shut a connection down under whoever waits for it: they get an error."""
    with contextlib.suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


async def bounded(connection: Connection, work: Awaitable[Result], seconds: float = STATEMENT_SECONDS) -> Result:
    """Wait for work on a connection, for so long."""
    timer = asyncio.get_running_loop().call_later(seconds, cut, connection)
    try:
        return await work
    finally:
        timer.cancel()


class Connections:
    """Up to `MOST` connections, opened when they are needed."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._idle: list[Connection] = []
        self._slots = asyncio.Semaphore(MOST)
        self._is_closed = False

    @contextlib.asynccontextmanager
    async def use(self) -> AsyncIterator[Connection]:
        """Have a connection; one that fails is not used again, nor are those that were idle meanwhile."""
        async with self._slots:
            connection = self._idle.pop() if self._idle else await connect(self.url)
            try:
                yield connection
            except BaseException as error:
                if isinstance(error, LOST):
                    await self.drop_idle()
                await drop(connection)
                raise
            if self._is_closed:
                await drop(connection)
            else:
                self._idle.append(connection)

    async def run(self, work: Work[Result], *, again: bool = True) -> Result:
        """Do work that may be repeated (`again`), also across a restart of the database; raises StoreError where it is away for long."""
        until = time.monotonic() + TRY_SECONDS
        while True:
            try:
                async with self.use() as connection:
                    return await bounded(connection, work(connection))
            except LOST as error:
                if not again or time.monotonic() > until:
                    raise StoreError("the database cannot be reached: try again in a moment") from error
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        """Close all connections: those in use when they are given back."""
        self._is_closed = True
        await self.drop_idle()

    async def drop_idle(self) -> None:
        """Close those that are idle."""
        idle, self._idle = self._idle, []
        for connection in idle:
            await drop(connection)


async def drop(connection: Connection) -> None:
    """Close a connection that may be broken."""
    with contextlib.suppress(Exception):
        await connection.close()
