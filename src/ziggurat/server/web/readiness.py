"""Find out whether the server can write, and goes on serving."""

from __future__ import annotations

import asyncio
import time

from ziggurat.server.store.store import Store, StoreError

SECONDS = 5.0  # a write that takes longer counts as failed
FRESH_SECONDS = 1.0  # how long an answer is used again: frequent requests make no work for the disk


class Readiness:
    """Tries to write to the store: one write at a time, however many ask."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._write: asyncio.Task[None] | None = None
        self._ended = 0.0
        """When the last write ended."""
        self.is_draining = False

    async def check(self) -> None:
        """Return when a write has succeeded just now; raises StoreError where it failed or takes too long, or the server is about to end."""
        if self.is_draining:
            raise StoreError("this server is about to end: use another one")
        write = self._write
        if write is None or (write.done() and time.monotonic() - self._ended > FRESH_SECONDS):  # one that hangs is waited for; no other is begun
            write = self._write = asyncio.get_running_loop().create_task(self.store.probe(), name="probe")
            write.add_done_callback(self._note)
        done, _ = await asyncio.wait([write], timeout=SECONDS)
        if not done:
            raise StoreError(f"nothing could be written for {SECONDS:.0f} seconds")
        write.result()

    def drain(self) -> None:
        """Be ready no more: the server is about to end, and whoever distributes the clients must send it no more."""
        self.is_draining = True

    def _note(self, write: asyncio.Task[None]) -> None:
        self._ended = time.monotonic()
        if not write.cancelled():
            write.exception()  # read, even if no request waits for it any more
