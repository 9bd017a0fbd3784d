"""What runs beside everything else in a server process: tasks whose errors are logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextvars import ContextVar
from typing import Any

from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused
from ziggurat.server.room import NotOwner
from ziggurat.server.store.store import StoreError

log = logging.getLogger("ziggurat.server")
REQUEST: ContextVar[str] = ContextVar("request", default="")
"""Where several processes serve the tables: the id of the request that is carried out now (`forwarding.py`). What a request starts is no part of it."""


class Tasks:
    """The tasks under way."""

    def __init__(self) -> None:
        self.running: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run a coroutine beside everything else; log its error. When all were stopped, nothing begins any more."""
        if self._is_closed:
            work.close()
            return

        async def guarded() -> None:
            REQUEST.set("")
            try:
                await work
            except asyncio.CancelledError:
                raise
            except NotOwner:
                pass  # another process goes on with it
            except StoreError as error:
                METRICS.server_errors += 1
                log.warning("task failed: the store is away", extra={"task": name, "reason": str(error)[:200]})
            except Exception as error:
                if isinstance(error, Refused) and error.code in {"table.deleted", "table.unknown"}:
                    return  # the table was deleted meanwhile
                METRICS.server_errors += 1
                log.exception("task failed", extra={"task": name})

        task = asyncio.get_running_loop().create_task(guarded(), name=name)
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        task.add_done_callback(lambda _: work.close())  # if it was stopped before it began

    async def close(self) -> None:
        """Stop all of them."""
        self._is_closed = True
        for task in list(self.running):
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
