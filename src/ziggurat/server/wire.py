"""Uvicorn's socket with one thing more: a text that is ready is sent at once, without a coroutine and without a copy of it for each layer."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

EXTENSION = "ziggurat.tell"
"""Where an application finds `Wire.tell`, in `scope["extensions"]`."""
TEXT = 0x81  # the last frame of a message, and the first one
SHORT, MIDDLE = 126, 65_536


def frame(text: bytes) -> bytes:
    """A message as a server sends it: one frame, not masked."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    return (bytes((TEXT, 126)) + size.to_bytes(2, "big") if size < MIDDLE else bytes((TEXT, 127)) + size.to_bytes(8, "big")) + text


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def handle_connect(self, event: Request) -> None:
        """Offer what we have more; the application starts after this."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self.tell

    def tell(self, text: bytes) -> bool:
        """Send a text (JSON in UTF-8); False, and nothing is sent, where the other side reads so slowly that one must wait (`send` does)."""
        if not self.writable.is_set():
            return False
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            raise ClientDisconnected
        self.transport.write(frame(text))
        return True
