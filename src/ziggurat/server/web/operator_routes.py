"""Routes for the operator: whether the server runs, whether it can write, and its counters."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, get
from litestar.di import NamedDependency

from ziggurat.registry import game_names
from ziggurat.server.host import Host
from ziggurat.server.metrics import METRICS, memory_of_process
from ziggurat.server.web.parameters import SHARED, TheHost
from ziggurat.server.web.readiness import Readiness


@get("/healthz", tags=["operator"], sync_to_thread=False, **SHARED)
def health(host: TheHost) -> dict[str, Any]:
    """The process runs; and which games are compiled. `/readyz` says whether it can write."""
    return {"ok": True, "plain": host.compiled.plain, "compiled": {name: host.compiled.is_ready(name) for name in game_names()}}


@get("/readyz", tags=["operator"], **SHARED)
async def readiness(ready: NamedDependency[Readiness]) -> dict[str, Any]:
    """Whether the server can do its work: it writes and syncs something now. 503 where that fails (a full disk, a lost database), or it is about to end."""
    await ready.check()
    return {"ok": True}


@get("/metrics", tags=["operator"], media_type=MediaType.TEXT, sync_to_thread=False, **SHARED)
def metrics(host: TheHost, ready: NamedDependency[Readiness]) -> str:
    """Counters for Prometheus."""
    METRICS.redis_up, METRICS.draining = redis_up(host), int(ready.is_draining)
    METRICS.memory_bytes = memory_of_process()
    METRICS.rooms, METRICS.paused_tables = len(host.rooms), host.bot_turns.paused(host.rooms.values())
    METRICS.store_batches = getattr(host.store, "batches", 0)
    return METRICS.text()


def redis_up(host: Host) -> int:
    """Whether Redis can be reached for all that it is named for: 1 or 0; -1 where none is named."""
    if not host.settings.redis_url:
        return -1
    workers = host.thinkers.workers
    return int((host.sharing is None or host.bus.is_up) and (workers is None or workers.is_up))


HANDLERS = [health, readiness, metrics]
