"""Where a server keeps its tables and how its processes hear of each other: SQLite and memory, or PostgreSQL and Redis, as the settings say."""

from __future__ import annotations

from pathlib import Path

from ziggurat.server.bus.bus import Bus, MemoryBus
from ziggurat.server.places import BUSES, DATABASES, check_url
from ziggurat.server.settings import ServerSettings
from ziggurat.server.store.data_file import prepare_file
from ziggurat.server.store.data_lock import DataLock
from ziggurat.server.store.sqlite import SqliteStore
from ziggurat.server.store.store import Store


def check_urls(settings: ServerSettings) -> None:
    """Refuse addresses that cannot be meant; raises OptionError. (They may hold passwords: no message repeats them.)"""
    if settings.database_url:
        check_url(settings.database_url, "`ZIGGURAT_DATABASE_URL`", DATABASES)
    if settings.redis_url:
        from ziggurat.server.bus.redis_client import check_options

        check_url(settings.redis_url, "`ZIGGURAT_REDIS_URL`", BUSES)
        check_options(settings.redis_url)


def prepare(settings: ServerSettings) -> None:
    """Make the data file or the tables of the database, or bring them up to date; raises StoreError where they cannot be used."""
    check_urls(settings)
    if settings.database_url:
        from ziggurat.server.store.postgres import prepare_database

        prepare_database(settings.database_url)
    else:
        prepare_file(settings.data)


def store_for(settings: ServerSettings, lock: DataLock | None = None) -> Store:
    """Make the store: the database, if one is named, else the data file."""
    if settings.database_url:
        from ziggurat.server.store.postgres import PostgresStore

        return PostgresStore(settings.database_url)
    return SqliteStore(Path(settings.data), lock)


def bus_for(settings: ServerSettings) -> Bus:
    """Make the bus: Redis, if one is named and several processes may share the tables. A database without Redis: the processes ask the database."""
    if settings.database_url:
        if settings.redis_url:
            from ziggurat.server.bus.redis_bus import RedisBus

            return RedisBus(settings.redis_url)
        return MemoryBus(is_up=False)
    return MemoryBus()
