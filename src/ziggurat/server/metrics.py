"""Counters for `/metrics`, in the text format of Prometheus."""

from __future__ import annotations

import contextlib
import os
import sys
from bisect import bisect_left
from dataclasses import dataclass, field, fields
from pathlib import Path

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Histogram:
    """How often something took how long, in seconds. Observations are gathered, and counted once a second and for each request of `/metrics`."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0
        self.gathered: list[float] = []
        self.observe = self.gathered.append
        """Add one observation; from any thread."""

    def count(self) -> None:
        """Count the gathered observations."""
        batch = self.gathered[:]
        del self.gathered[: len(batch)]  # others may have added to it meanwhile
        for seconds in batch:
            self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += sum(batch)

    def lines(self, name: str) -> list[str]:
        """As Prometheus reads it: cumulative."""
        self.count()
        rows, below = [], 0
        for bound, count in zip((*(str(bound) for bound in BOUNDS), "+Inf"), self.counts, strict=True):
            below += count
            rows.append(f'{name}_bucket{{le="{bound}"}} {below}')
        return [*rows, f"{name}_sum {self.total:.6f}", f"{name}_count {below}"]


@dataclass
class Metrics:
    """What is counted; the name of a field is the name of the metric."""

    tables_made: int = field(default=0, metadata={"kind": "counter", "help": "tables made"})
    moves: int = field(default=0, metadata={"kind": "counter", "help": "decisions taken, bots included"})
    events: int = field(default=0, metadata={"kind": "counter", "help": "events made durable"})
    refused: int = field(default=0, metadata={"kind": "counter", "help": "requests refused with a reason"})
    limited: int = field(default=0, metadata={"kind": "counter", "help": "requests refused because an address asked too often"})
    server_errors: int = field(default=0, metadata={"kind": "counter", "help": "errors of our own"})
    messages_in: int = field(default=0, metadata={"kind": "counter", "help": "messages received on sockets"})
    messages_out: int = field(default=0, metadata={"kind": "counter", "help": "messages sent on sockets"})
    hooks_delivered: int = field(default=0, metadata={"kind": "counter", "help": "webhooks delivered"})
    hooks_failed: int = field(default=0, metadata={"kind": "counter", "help": "webhooks given up"})
    failed_writes: int = field(default=0, metadata={"kind": "counter", "help": "writes that the store could not make durable"})
    connections_refused: int = field(default=0, metadata={"kind": "counter", "help": "connections turned away because there were too many"})
    connections_dropped: int = field(default=0, metadata={"kind": "counter", "help": "connections closed because no whole request came"})
    tables_taken: int = field(default=0, metadata={"kind": "counter", "help": "times that this process became the owner of a table, where several share them"})
    tables_lost: int = field(default=0, metadata={"kind": "counter", "help": "times that another process became the owner of a table of this one"})
    forwarded: int = field(default=0, metadata={"kind": "counter", "help": "requests sent to the process that owns their table"})
    turned_away: int = field(default=0, metadata={"kind": "counter", "help": "newcomers told to come again because the server was behind"})
    loop_late_seconds: float = field(default=0.0, metadata={"kind": "gauge", "help": "by how many seconds the event loop is late each time"})
    connections: int = field(default=0, metadata={"kind": "gauge", "help": "open connections of any kind"})
    sockets: int = field(default=0, metadata={"kind": "gauge", "help": "open sockets"})
    streams: int = field(default=0, metadata={"kind": "gauge", "help": "open streams"})
    rooms: int = field(default=0, metadata={"kind": "gauge", "help": "rooms in memory"})
    waiting_thoughts: int = field(default=0, metadata={"kind": "gauge", "help": "thoughts of bots and hints queued or running"})
    dropped_thoughts: int = field(default=0, metadata={"kind": "counter", "help": "thoughts dropped because nobody waited for them any more"})
    workers: int = field(default=0, metadata={"kind": "gauge", "help": "workers that take searches from the queue"})
    worker_thoughts: int = field(default=0, metadata={"kind": "counter", "help": "thoughts of bots and hints done by workers"})
    worker_fallbacks: int = field(default=0, metadata={"kind": "counter", "help": "thoughts sent to workers that none did, so that the server did them"})
    paused_tables: int = field(default=0, metadata={"kind": "gauge", "help": "tables in memory where only bots play and nobody looks"})
    store_batches: int = field(default=0, metadata={"kind": "gauge", "help": "synced transactions since the start"})
    redis_up: int = field(default=-1, metadata={"kind": "gauge", "help": "whether Redis can be reached: 1, 0; -1: none is named"})
    redis_errors: int = field(default=0, metadata={"kind": "counter", "help": "times that Redis did not answer, or refused"})
    draining: int = field(default=0, metadata={"kind": "gauge", "help": "whether the server is about to end: 1, 0"})
    memory_bytes: int = field(default=0, metadata={"kind": "gauge", "help": "memory of the process"})
    stored_bytes: int = field(default=0, metadata={"kind": "gauge", "help": "size of the data file or the database"})
    append: Histogram = field(default_factory=Histogram, metadata={"kind": "histogram", "help": "seconds until events are durable"})
    thought: Histogram = field(default_factory=Histogram, metadata={"kind": "histogram", "help": "seconds a bot thought"})
    thought_wait: Histogram = field(default_factory=Histogram, metadata={"kind": "histogram", "help": "seconds a search or a hint waited for a thread"})
    quick_wait: Histogram = field(default_factory=Histogram, metadata={"kind": "histogram", "help": "seconds a bot that does not search waited for a thread"})

    def count(self) -> None:
        """Count what the histograms gathered."""
        for histogram in (self.append, self.thought, self.thought_wait, self.quick_wait):
            histogram.count()

    def text(self) -> str:
        """The page `/metrics`."""
        lines = []
        for item in fields(self):
            name, value = f"ziggurat_{item.name}", getattr(self, item.name)
            if isinstance(value, Histogram):
                name += "_seconds"
            elif item.metadata["kind"] == "counter":
                name += "_total"
            lines += [f"# HELP {name} {item.metadata['help']}", f"# TYPE {name} {item.metadata['kind']}"]
            lines += value.lines(name) if isinstance(value, Histogram) else [f"{name} {value}"]
        return "\n".join(lines) + "\n"


def memory_of_process() -> int:
    """The memory of this process in bytes; where the system does not tell, the most that it had; 0: unknown."""
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


METRICS = Metrics()
