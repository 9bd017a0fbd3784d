"""What the server does by itself: wake rooms at the start, write the time down, remove idle rooms from memory and old tables from the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ziggurat.server.host import Host
from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused
from ziggurat.server.sharing import POLL_SECONDS
from ziggurat.server.store.store import StoreError

log = logging.getLogger("ziggurat.server")
IDLE_MS = 60_000  # after so long without a watcher, a room leaves the memory
PULSE_SECONDS, SWEEP_SECONDS, EXPIRE_SECONDS = 1.0, 20.0, 3600.0
QUIET_MS = 20_000  # how often the host's time is written down while no clock runs


def start(host: Host) -> None:
    """Start all of it, for a host that is open."""
    if host.sharing is None:
        host.spawn(resume(host), "resume")
    else:
        host.spawn(repeat(host.sharing.store.lease_seconds / 3, host.sharing.tend, first=0.0), "tend")
        host.spawn(repeat(POLL_SECONDS, host.sharing.poll), "poll")
        host.spawn(repeat(SWEEP_SECONDS, host.sharing.set_wall_clock), "wall clock")
    host.spawn(repeat(PULSE_SECONDS, lambda: pulse(host)), "pulse")
    host.spawn(repeat(SWEEP_SECONDS, lambda: sweep(host)), "sweep")
    host.spawn(repeat(SWEEP_SECONDS, lambda: measure(host), first=0.0), "measure")
    host.spawn(repeat(EXPIRE_SECONDS, lambda: expire(host), first=SWEEP_SECONDS), "expire")


async def resume(host: Host) -> None:
    """Load the rooms in which a bot was thinking, a turn notice was due or a clock ran: they go on."""

    async def wake(room: str) -> None:
        try:
            await host.get(room, visit=False)
        except Refused as refused:
            if room not in host.broken:  # else it is logged
                log.warning("a room is not resumed", extra={"table": room, "reason": str(refused)[:200]})
        except Exception:  # one broken room must not keep the others from waking
            METRICS.server_errors += 1
            log.exception("a room cannot be resumed", extra={"table": room})

    await asyncio.gather(*(wake(room) for room, _ in await host.store.waking()))  # side by side: some games may still be compiling


async def repeat(seconds: float, work: Callable[[], Awaitable[None]], *, first: float | None = None) -> None:
    """Do this every so many seconds; `first`: the first time after so many, for a server that never runs that long."""
    await asyncio.sleep(seconds if first is None else first)
    while True:
        try:
            await work()
        except StoreError as error:
            log.warning("upkeep failed: the store is away", extra={"reason": str(error)[:200]})
        except Exception:
            METRICS.server_errors += 1
            log.exception("upkeep failed")
        await asyncio.sleep(seconds)


async def pulse(host: Host) -> None:
    """Write the host's time down: the next server goes on from there."""
    METRICS.count()
    now = host.time()
    if host.alarms.timers or now - host.pulsed >= QUIET_MS or host.sharing is not None:
        host.advance(await host.store.pulse(now))
        host.pulsed = now


async def sweep(host: Host) -> None:
    """Remove idle rooms from memory, and write down which rooms were visited."""
    now, idle = host.clock(), []
    for id_, room in list(host.rooms.items()):
        if not room.watchers and room.thought is None and not room.lock.locked() and now - room.used > IDLE_MS:
            room.unsubscribe()
            del host.rooms[id_]
            idle.append(room)
    if host.sharing is not None:
        await host.sharing.let_go(idle)
    METRICS.rooms = len(host.rooms)
    METRICS.store_batches = getattr(host.store, "batches", 0)
    await host.write_visits()


async def measure(host: Host) -> None:
    """Count how much is stored."""
    METRICS.stored_bytes = await host.store.size()


async def expire(host: Host) -> None:
    """Remove tables that nobody has visited for long."""
    await host.write_visits()
    before = host.clock() - int(host.settings.expire_days * 86_400_000)
    for room in await host.store.expire(before):
        host.thinkers.drop(room)
        host.reviews.forget(room)
        if (gone := host.rooms.pop(room, None)) is not None:
            gone.unsubscribe()
