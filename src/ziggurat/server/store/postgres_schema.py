"""The schema of a PostgreSQL database: how it is made and brought up to date.

Rooms, events and accounts are those of the data file. `lease` has a row for each room: its owner, the end of the lease, the fencing number, and how many
events the room has. An append changes this one small row, and only if number and fence are right. There are no foreign keys: each would cost a lock for every
move, and who removes a room removes its lease first, after which nothing can be appended.
"""

from __future__ import annotations

from typing import Any

from psycopg import AsyncConnection

from ziggurat.server.secret_keys import new_id
from ziggurat.server.store.data_file import log_migration
from ziggurat.server.store.store import check_schema

LOCK = 0x5A16_6172  # "Zig", "a", "r": the advisory lock under which one process at a time migrates
MIGRATIONS = [  # one script for each version of the schema; `schema_version` counts those that were run
    """
    create table room(
        id text collate "C" primary key, game text not null, status text not null, listed boolean not null, created bigint not null, touched bigint not null,
        wake bigint, head bytea not null) with (fillfactor = 80);
    create index room_listed on room(created) where listed and status <> 'over';
    create index room_waking on room(wake) where wake is not null;
    create index room_touched on room(touched);
    create table event(room text collate "C" not null, number integer not null, body bytea not null, primary key(room, number));
    create table lease(
        room text collate "C" primary key, owner text not null default '', until timestamptz not null default '-infinity', fence bigint not null default 0,
        events integer not null) with (fillfactor = 50);
    create table account(id text collate "C" primary key, name text not null, token_hash text not null unique, created bigint not null, hook bytea);
    create table player(account text collate "C" not null, room text collate "C" not null, primary key(account, room));
    create index player_room on player(room);
    create table pulse(one integer primary key check (one = 1), at bigint not null, written timestamptz not null) with (fillfactor = 10);
    create table probe(one integer primary key check (one = 1), at timestamptz not null) with (fillfactor = 10);
    create table installation(one integer primary key check (one = 1), id text not null);
    """,
    """
    create table review(
        room text collate "C" primary key, version integer not null, complete boolean not null, at bigint not null, body bytea not null);
    """,
]
NAMED = "insert into installation values (1, %s) on conflict do nothing"


async def migrate(connection: AsyncConnection[Any]) -> None:
    """Make the tables, or bring them up to date (which is logged), in one transaction; others that start meanwhile wait. Refuses those of a newer program."""
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock(%s)", (LOCK,))
        await connection.execute("create table if not exists schema_version(one integer primary key check (one = 1), version integer not null)")
        row = await (await connection.execute("select version from schema_version")).fetchone()
        version = row[0] if row else 0
        check_schema(version, len(MIGRATIONS), "the database")
        for script in MIGRATIONS[version:]:
            await connection.execute(script)
        if version < len(MIGRATIONS):
            write = "insert into schema_version values (1, %s) on conflict (one) do update set version = excluded.version"
            await connection.execute(write, (len(MIGRATIONS),))
            await connection.execute(NAMED, (new_id(),))
    if 0 < version < len(MIGRATIONS):
        log_migration("database", version, len(MIGRATIONS))
