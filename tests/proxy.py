"""A small TCP proxy whose connections can be cut, refused for a while, or made to stall: a network that fails."""

from __future__ import annotations

import asyncio
import contextlib


class Proxy:
    """Passes bytes between a port of its own and another one."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.port = 0
        self.refuses = False
        self.flows = asyncio.Event()
        """Cleared: nothing passes, and nobody is told so."""
        self.flows.set()
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """End with all connections."""
        self.cut()
        self.flows.set()
        if self._server is not None:
            self._server.close()

    def cut(self) -> None:
        """Cut all connections at once, in the midst of whatever passes."""
        for line in list(self._lines):
            if line.transport is not None:
                line.transport.abort()

    async def refuse(self, seconds: float) -> None:
        """Cut all connections, and let none through for so long."""
        self.refuses = True
        self.cut()
        await asyncio.sleep(seconds)
        self.refuses = False

    async def stall(self, seconds: float) -> None:
        """Let nothing pass for so long; connections stay."""
        self.flows.clear()
        await asyncio.sleep(seconds)
        self.flows.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        lines = {writer, back}
        self._lines |= lines
        passing = [asyncio.ensure_future(self._pass(reader, back)), asyncio.ensure_future(self._pass(there, writer))]
        try:
            await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._lines -= lines
            for task in passing:
                task.cancel()
            for line in lines:
                line.transport.abort()
            await asyncio.gather(*passing, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self.flows.wait()
                writer.write(data)
                await writer.drain()
