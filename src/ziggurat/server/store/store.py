"""What a store of rooms must do. A room is a head that never changes and a list of events that only grows.

What is appended (text in UTF-8) is durable when the call returns. Events are numbered from 0. A number is written once: whoever comes second gets
`Conflict` and must read again. No store knows what an event means. Two exceptions, for people who want their words deleted: `rewrite`, `remove`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec

from ziggurat.errors import GameError


class StoreError(GameError):
    """What is stored cannot be used, or nothing can be written."""

    code = "store.wrong"


def check_schema(version: int, known: int, name: str) -> None:
    """Raise StoreError for a schema of a newer program: this one would lose what it does not know."""
    if version > known:
        raise StoreError(f"{name} has schema {version}, this program knows {known}: use a newer ziggurat")


class Unsure(StoreError):
    """The connection was lost while something was written: it may be there or not."""

    code = "store.unsure"


class Conflict(Exception):
    """The event of this number of this room exists already: somebody else was faster."""


class Fenced(Conflict):
    """The room has another owner by now (a higher fencing number): whoever writes with the old number must read again, and is the owner no longer."""


class Row(msgspec.Struct, frozen=True):
    """A room as a list of rooms shows it."""

    id: str
    game: str
    status: str
    """`open`, `running` or `over`."""
    listed: bool
    """Whether anyone may find it in the list of tables."""
    created: int
    """Milliseconds since 1970, as all times."""
    touched: int
    """When it was last visited or played."""
    wake: int | None
    """When the server must act by itself (a bot to move, a clock to run out); None: never before a person does."""
    head: bytes
    """What was agreed when it was made."""


class Account(msgspec.Struct, frozen=True):
    """A program that plays. Only the hash of its token is stored."""

    id: str
    name: str
    token_hash: str
    created: int
    hook: bytes | None = None
    """Where to send notices of its turns."""


class StoredReview(msgspec.Struct, frozen=True):
    """The review of a finished game, whole or as far as it was made. No store knows what it says."""

    version: int
    """Of the object: a review of another version is made again."""
    complete: bool
    at: int
    """When it was written."""
    body: bytes


class Lease(msgspec.Struct, frozen=True):
    """Who owns a room: the only process that may append to it."""

    owner: str
    """The process; empty: nobody."""
    fence: int
    """The fencing number: it grows with every change of owner. Appends carry it, and are refused if it is old."""
    left_ms: int
    """How long the lease lasts unless it is renewed, by the clock of the database; 0 or less: it has ended."""
    until: int
    """When it ends, in microseconds by the clock of the database: only to see whether it was renewed."""


class Store(Protocol):
    """Keeps rooms and accounts."""

    async def open(self) -> None:
        """Open; bring an older schema up to date."""

    async def close(self) -> None:
        """Write what is waiting and stop."""

    async def create(self, row: Row, events: Sequence[bytes] = (), *, accounts: Sequence[str] = ()) -> None:
        """Write a new room, in which these accounts have seats; raises Conflict if the id is taken."""

    async def append(
        self, room: str, number: int, events: Sequence[bytes], *, status: str, wake: int | None, at: int, accounts: Sequence[str] = (), fence: int = 0
    ) -> None:
        """Write events `number`, `number + 1`, … of a room, all or none, durable on return; raises Conflict. A shared store checks the fencing number."""

    async def row(self, room: str) -> Row | None:
        """The room, or None."""

    async def events(self, room: str, since: int = 0) -> list[bytes]:
        """The events of a room from a number on."""

    async def listed(self, limit: int) -> list[Row]:
        """Rooms that anyone may find and that are not over, the newest first."""

    async def rooms_of(self, account: str, limit: int) -> list[Row]:
        """Rooms in which an account has a seat and that are not over, the newest first."""

    async def waking(self) -> list[tuple[str, int]]:
        """Every room that has a time to wake, the earliest first."""

    async def touch(self, rooms: Sequence[str], at: int) -> None:
        """Note that these rooms were visited."""

    async def expire(self, before: int) -> list[str]:
        """Remove the rooms that were last touched before this time; returns their ids."""

    async def remove(self, room: str) -> None:
        """Remove a room with all that belongs to it."""

    async def rewrite(self, room: str, events: Mapping[int, bytes]) -> None:
        """Put other bodies in place of these events, all or none: only to delete what people said. Everything else stays as it was."""

    async def save_review(self, room: str, review: StoredReview) -> None:
        """Write the review of a room in place of the one before; nothing where the room is gone. It is removed with the room."""

    async def review(self, room: str) -> StoredReview | None:
        """The review of a room, or None."""

    async def save_account(self, account: Account) -> None:
        """Write an account, new or changed."""

    async def account(self, *, id: str | None = None, token_hash: str | None = None) -> Account | None:  # noqa: A002
        """The account of this id or token, or None."""

    async def remove_account(self, id: str) -> None:  # noqa: A002
        """Remove an account."""

    async def rooms(self, after: str, limit: int) -> list[Row]:
        """Rooms in the order of their ids, from the one after this id on: to read all of them."""

    async def players(self, room: str) -> list[str]:
        """The accounts that have seats in a room, sorted."""

    async def accounts(self) -> list[Account]:
        """All accounts, in the order of their ids."""

    async def pulse(self, at: int) -> int:
        """Note what the host's clock shows: a server is running. Returns what it shows by the clocks of all servers: the most of them."""

    async def last_pulse(self) -> int | None:
        """What the host's clock showed when a server was last known to be alive."""

    async def probe(self) -> None:
        """Write something and make it durable; raises StoreError where that fails, or another write has just failed."""

    async def size(self) -> int:
        """How many bytes everything takes on disk."""

    async def backup(self, path: Path) -> None:
        """Write a consistent copy of everything, while others go on writing."""


@runtime_checkable
class SharedStore(Store, Protocol):
    """A store to which several processes write. A room has one owner at a time: the process that holds its lease."""

    lease_seconds: float
    """How long a lease lasts; every append renews it."""

    async def claim(self, room: str, owner: str, *, force: bool = False, seen: Lease | None = None) -> Lease | None:
        """Become the owner of a room if its lease has ended, or is ours; returns the lease as it is then, or None where there is no such room.

        `force`: also if it has not ended. `seen`: also if it still has this fencing number, and nobody has renewed it since.
        """

    async def claim_ended(self, rooms: Sequence[str], owner: str) -> dict[str, int]:
        """Become the owner of those rooms whose lease has ended; returns the fencing numbers of those that are ours now."""

    async def leases(self, rooms: Sequence[str]) -> dict[str, Lease]:
        """The leases of these rooms; a room that is gone is left out."""

    async def orphans(self, now: int, limit: int) -> list[str]:
        """Rooms without an owner in which a server must act by itself: the owner died, or a clock runs out within a minute (`now`: the host's clock)."""

    async def renew(self, owner: str, fences: Mapping[str, int]) -> set[str]:
        """Renew the leases of rooms under these fencing numbers; returns those that are still ours."""

    async def release(self, owner: str, fences: Mapping[str, int]) -> None:
        """Let others have these rooms at once; nobody needs to take them up by themselves."""

    async def abandon(self, owner: str, fences: Mapping[str, int]) -> None:
        """Let others have these rooms at once, as if the owner had died: they take them up where a server must act."""

    async def numbers(self, rooms: Sequence[str]) -> dict[str, int]:
        """How many events each of these rooms has; a room that is gone is left out."""

    async def wall_clock(self) -> int:
        """The time of day by the clock of the database, which is the same for all processes."""

    async def installation(self) -> str:
        """The id of this database: what its processes share elsewhere bears it."""
