"""Routes for the operator: whether the server runs, whether it can write, and its counters."""

from __future__ import annotations

from secrets import compare_digest
from typing import Any

from litestar import MediaType, Request, get
from litestar.di import NamedDependency

from ziggurat.registry import game_names
from ziggurat.server.client_address import network_of
from ziggurat.server.host import Host
from ziggurat.server.metrics import METRICS, memory_of_process
from ziggurat.server.refused import Refused
from ziggurat.server.web.host_names import is_loopback
from ziggurat.server.web.parameters import SHARED, WATCH, Bearer, TheHost, token_of
from ziggurat.server.web.readiness import Readiness

FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")
"""What a proxy adds to a request."""


@get("/healthz", tags=["operator"], sync_to_thread=False, **SHARED)
def health(host: TheHost) -> dict[str, Any]:
    """The process runs; and which games are compiled. `/readyz` says whether it can write."""
    return {"ok": True, "plain": host.compiled.plain, "compiled": {name: host.compiled.is_ready(name) for name in game_names()}}


@get("/readyz", tags=["operator"], **SHARED)
async def readiness(ready: NamedDependency[Readiness]) -> dict[str, Any]:
    """Whether the server can do its work: it writes and syncs something now. 503 where that fails (a full disk, a lost database), or it is about to end."""
    await ready.check()
    return {"ok": True}


@get("/metrics", tags=["operator"], media_type=MediaType.TEXT, sync_to_thread=False, **WATCH)
def metrics(host: TheHost, ready: NamedDependency[Readiness], request: Request[Any, Any, Any], authorization: Bearer = None) -> str:
    """Counters for Prometheus: for clients on the same machine, or where the operator set a token, for those who give it."""
    check_reader(request, host.settings.metrics_token, authorization)
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


def check_reader(request: Request[Any, Any, Any], token: str, authorization: str | None) -> None:
    """Refuse who may not see the counters. What a proxy passes on is not from this machine, whatever address it names."""
    if token:
        is_allowed = any(compare_digest(given.encode(), token.encode()) for given in token_of(authorization))
    else:
        client = request.client.host if request.client else ""
        is_allowed = (is_loopback(client) or is_loopback(network_of(client))) and not any(name in request.headers for name in FORWARDED)
    if not is_allowed:
        raise Refused("metrics")


HANDLERS = [health, readiness, metrics]
