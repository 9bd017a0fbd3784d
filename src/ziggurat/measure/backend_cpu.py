"""How much processor time a PostgreSQL and a Redis on this machine have used; 0 where they run elsewhere, or the system does not say."""

from __future__ import annotations

import os
from pathlib import Path

CLOCK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class BackendCpu:
    """The processor time of the backends behind these addresses."""

    def __init__(self, database_url: str, redis_url: str) -> None:
        import psycopg
        import redis

        with psycopg.connect(database_url) as connection:
            row = connection.execute("select pg_backend_pid(), inet_server_addr() is null or inet_server_addr() = inet_client_addr()").fetchone()
            assert row is not None
            fields = fields_of(row[0]) if row[1] else []
        self.database = int(fields[1]) if fields else 0
        """The process that started all others of the database."""
        self.redis = redis.Redis.from_url(redis_url)

    def seconds(self) -> tuple[float, float]:
        """Seconds of processor time of the database and of Redis so far."""
        info = self.redis.info("cpu")
        return tree_seconds(self.database) if self.database else 0.0, float(info["used_cpu_user"]) + float(info["used_cpu_sys"])


def fields_of(process: int) -> list[str]:
    """The fields of `/proc/PID/stat` behind the name, which may hold anything; none where there is no such process."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def tree_seconds(process: int) -> float:
    """Seconds of a process and its children, those that have ended included."""
    try:
        children = [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        children = []
    first = fields_of(process)
    own = sum(map(int, first[11:15])) if first else 0  # of the process itself, and of its children that have ended
    return (own + sum(sum(map(int, fields[11:13])) for child in children if (fields := fields_of(child)))) / CLOCK
