"""What a bus between those who change a room and those who watch it must do, and the bus of one process.

The message of a room is only its number of events: the subscriber then reads the room. So a lost or a repeated message does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Hear = Callable[[str, str], None]
"""Called with the topic (a room's id, `account/` and an account's id) and the message."""


class Bus(Protocol):
    """Carries messages from those who change a room to those who watch it, in whatever process they are."""

    async def open(self) -> None:
        """Open."""

    async def close(self) -> None:
        """Stop."""

    async def publish(self, topic: str, message: str) -> None:
        """Call everyone who subscribed to the topic."""

    def subscribe(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Call `hear` in this event loop for each message from now on; returns a function that ends it."""


class MemoryBus:
    """The bus of one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, dict[object, Hear]] = {}

    async def open(self) -> None:
        """Open."""

    async def close(self) -> None:
        """Stop."""
        self._listeners.clear()

    async def publish(self, topic: str, message: str) -> None:
        """Call everyone who subscribed to the topic."""
        for hear in list(self._listeners.get(topic, {}).values()):
            hear(topic, message)

    def subscribe(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Call `hear` for each message from now on; returns a function that ends it."""
        mark = object()
        self._listeners.setdefault(topic, {})[mark] = hear

        def end() -> None:
            listeners = self._listeners.get(topic, {})
            listeners.pop(mark, None)
            if not listeners:
                self._listeners.pop(topic, None)

        return end
