"""Draw pictures in a thread of their own, each once however many requests want it, and keep the last ones."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ziggurat.server.refused import Refused

THREADS = 1  # drawing holds the GIL: more of them would only keep the event loop waiting
MOST_BYTES = 32_000_000
MOST_WAITING = 200


class Pictures:
    """A cache of pictures. What a picture shows is part of its key, so none is ever out of date."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        """How many bytes the cache may hold."""
        self.bytes = 0
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._drawing: dict[str, asyncio.Future[bytes]] = {}
        self._threads: ThreadPoolExecutor | None = None

    async def get(self, key: str, draw: Callable[[], str]) -> bytes:
        """The picture of this key; `draw` is called in a thread if nobody has drawn it yet."""
        if (picture := self._cache.get(key)) is not None:
            self._cache.move_to_end(key)
            return picture
        if (drawing := self._drawing.get(key)) is None:
            if len(self._drawing) >= MOST_WAITING:
                raise Refused("table.busy")
            drawing = self._drawing[key] = asyncio.ensure_future(self._draw(key, draw))
            drawing.add_done_callback(lambda done: done.cancelled() or done.exception())  # the client may be gone
        return await asyncio.shield(drawing)  # a client that goes away does not stop it for the others

    async def _draw(self, key: str, draw: Callable[[], str]) -> bytes:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, "picture")
        try:
            drawn = (await asyncio.get_running_loop().run_in_executor(self._threads, draw)).encode()
        finally:
            del self._drawing[key]
        self._store(key, drawn)
        return drawn

    def _store(self, key: str, drawn: bytes) -> None:
        self._cache[key] = drawn
        self.bytes += len(drawn)
        while self.bytes > self.most:
            self.bytes -= len(self._cache.popitem(last=False)[1])

    def close(self) -> None:
        """Stop drawing."""
        if self._threads is not None:
            self._threads.shutdown(wait=True, cancel_futures=True)


def key_of(*parts: bytes | str) -> str:
    """A short name for what a picture shows and how."""
    total = hashlib.sha256()
    for part in parts:
        whole = part.encode() if isinstance(part, str) else part
        total.update(len(whole).to_bytes(8, "big") + whole)
    return total.hexdigest()[:32]
