"""The part of a planned handover that a server plays: which socket it inherits, whom it tells that it is ready, and when it must end.

Whoever starts servers one after another (`first_start.py`, or systemd with a socket unit) holds the listening socket, so that no connection is ever refused:
those that come between two servers wait in the queue of the socket. The server before lets go of the data file when it has drained: it takes no more
connections, answers what it was asked, closes the sockets of its tables with code 1012 (the page connects again at once) and writes everything down.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from dataclasses import dataclass

LISTEN, READY, PARENT, PLAIN = "ZIGGURAT_LISTEN_FD", "ZIGGURAT_READY_FD", "ZIGGURAT_PARENT_FD", "ZIGGURAT_PLAIN"
SYSTEMD_FIRST = 3  # systemd passes its sockets from this number on


@dataclass(frozen=True)
class Handover:
    """What this server inherits."""

    listening: socket.socket | None = None
    """The socket to listen on, in place of `--host` and `--port`."""
    ready: int | None = None
    """Where to write that this server can take over; it compiles before."""
    parent: int | None = None
    """A pipe that ends when whoever started this server is gone: then this server must end, too."""
    plain: bool = False
    """Whether this server runs uncompiled, until a compiled one takes over."""

    def tell_ready(self) -> None:
        """Say that this server can take over."""
        if self.ready is not None:
            os.write(self.ready, b"ready\n")
            os.close(self.ready)

    def end_with_parent(self) -> None:
        """End in an orderly way as soon as whoever started this server is gone."""
        if (parent := self.parent) is not None:

            def watch() -> None:
                os.read(parent, 1)
                os.kill(os.getpid(), signal.SIGTERM)

            threading.Thread(target=watch, name="parent", daemon=True).start()


def socket_of_systemd() -> socket.socket | None:
    """The socket that systemd (or whoever plays its part) passes to this process, if any; taken once."""
    is_ours = os.environ.pop("LISTEN_PID", "") == str(os.getpid())
    if os.environ.pop("LISTEN_FDS", "0") == "0" or not is_ours:
        return None
    os.set_inheritable(SYSTEMD_FIRST, False)
    return socket.socket(fileno=SYSTEMD_FIRST)


def inherited() -> Handover:
    """What the environment says; programs that this server starts do not see it."""
    values = {name: os.environ.pop(name, "") for name in (LISTEN, READY, PARENT, PLAIN)}
    numbers = [int(values[name]) if values[name] else None for name in (LISTEN, READY, PARENT)]
    for number in numbers:
        if number is not None:
            os.set_inheritable(number, False)
    number, ready, parent = numbers
    listening = socket_of_systemd() if number is None else socket.socket(fileno=number)
    return Handover(listening, ready, parent, plain=bool(values[PLAIN]))
