"""What a bus between those who change a room and those who watch it must do, and the bus of one process.

The message of a room is its number of events (between processes with the last events): the subscriber reads what it lacks. So a lost or a repeated message
does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

MISSED = ""
"""What a listener hears when messages may have been lost, as after a reconnect: it must look for itself."""
Hear = Callable[[str, str], None]
"""Called with the topic (a room's id, `account/` and an account's id) and the message."""


class Bus(Protocol):
    """Carries messages from those who change a room to those who watch it, in whatever process they are."""

    is_up: bool
    """Whether messages reach other processes now."""

    async def open(self, namespace: str = "") -> None:
        """Open. What goes to other processes bears the namespace, so that several installations can share one carrier."""

    async def close(self) -> None:
        """Stop."""

    async def publish(self, topic: str, message: str) -> None:
        """Call everyone who subscribed to the topic; does not wait for other processes."""

    async def send(self, topic: str, message: str) -> int:
        """Send to those who subscribed to the topic in other processes; returns how many processes got it."""

    def subscribe(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Call `hear` in this event loop for each message from now on; returns a function that ends it."""


class MemoryBus:
    """The bus of one process."""

    def __init__(self, *, is_up: bool = True) -> None:
        """`is_up`: whether there are no other processes; else none of them is reached."""
        self.is_up = is_up
        self._listeners: dict[str, dict[object, Hear]] = {}

    @property
    def topics(self) -> list[str]:
        """The topics to which somebody listens."""
        return list(self._listeners)

    def listens(self, topic: str) -> bool:
        """Whether somebody listens to this topic."""
        return topic in self._listeners

    async def open(self, namespace: str = "") -> None:
        """Open."""

    async def close(self) -> None:
        """Stop."""
        self._listeners.clear()

    async def publish(self, topic: str, message: str) -> None:
        """Call everyone who subscribed to the topic."""
        self.tell(topic, message)

    async def send(self, topic: str, message: str) -> int:
        """Send to other processes: there are none."""
        return 0

    def tell(self, topic: str, message: str) -> None:
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
