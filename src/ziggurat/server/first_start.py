"""The first start: nobody waits for a compiler. Serve from plain Python at once, compile meanwhile, and hand over to a compiled server.

Three processes. This one holds the listening socket, of its own or systemd's, and starts the others: a server that runs
the rules uncompiled (`NUMBA_DISABLE_JIT`), with the same results, and one that compiles what a table needs first, says
that it is ready, and opens the data file as soon as the first has drained and let go of it (`handover.py`). This one
imports neither Numba nor the web server: it is there within a fraction of a second and stays small.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

from ziggurat.compile_cache import all_compiled
from ziggurat.server.handover import LISTEN, PARENT, PLAIN, READY, socket_of_systemd

BACKLOG = 4096
DRAIN_SECONDS = 15.0
TAKE_OVER_SECONDS = 60.0
POLL_SECONDS = 0.1


def is_first_start() -> bool:
    """Whether something must be compiled first, and servers can follow each other here."""
    if sys.platform == "win32" or any(name in os.environ for name in (LISTEN, "NUMBA_DISABLE_JIT")):
        return False
    return not all_compiled()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises OSError where the port is taken."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


class Servers:
    """A plain server and the compiled one that follows it, on one socket."""

    def __init__(self, arguments: list[str], listening: socket.socket) -> None:
        self.command = [sys.executable, "-P", "-m", "ziggurat", *arguments]
        self.listening = listening
        self.parent, self._open_end = os.pipe()
        """The servers read from this pipe, and nobody writes to it: it ends when this process does, however that ends."""
        self.running: list[subprocess.Popen[bytes]] = []
        self.stopping = False

    def start(self, *more: str, ready: int | None = None, plain: bool = False) -> subprocess.Popen[bytes]:
        """Start a server."""
        environment = {**os.environ, LISTEN: str(self.listening.fileno()), PARENT: str(self.parent)}
        passed = [self.listening.fileno(), self.parent]
        if ready is not None:
            environment[READY] = str(ready)
            passed.append(ready)
        if plain:
            environment |= {PLAIN: "1", "NUMBA_DISABLE_JIT": "1"}
        server = subprocess.Popen([*self.command, *more], env=environment, pass_fds=passed)  # noqa: S603 - this very program
        self.running.append(server)
        return server

    def serve(self) -> int:
        """Serve until the last server has ended; its exit status."""
        plain = self.start(plain=True)
        reading, writing = os.pipe()
        compiled = self.start("--no-browser", "--wait", str(TAKE_OVER_SECONDS), ready=writing)
        os.close(writing)
        while plain.poll() is None and not select.select([reading], [], [], POLL_SECONDS)[0]:
            pass
        if plain.poll() is not None:  # it could not start, or was stopped
            self.end_all()
            compiled.wait()
            return plain.returncode
        if os.read(reading, 1):
            drain(plain)
            return compiled.wait()
        if not self.stopping:
            print("Compiling failed: the table stays open without the stronger bots. `ziggurat warm` says what is wrong", file=sys.stderr, flush=True)
        return plain.wait()

    def stop(self) -> None:
        """End because somebody wants it so."""
        self.stopping = True
        self.end_all()

    def end_all(self) -> None:
        """Let all servers end in an orderly way."""
        for server in self.running:
            if server.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    server.send_signal(signal.SIGTERM)


def drain(server: subprocess.Popen[bytes]) -> None:
    """Let a server finish what it was asked, and end."""
    server.send_signal(signal.SIGTERM)
    try:
        server.wait(DRAIN_SECONDS)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


@contextlib.contextmanager
def passing_signals_to(servers: Servers) -> Iterator[None]:
    """When this process is told to stop, stop the servers, and wait for them. (Ctrl-C in a terminal reaches them by itself, too.)"""
    before = {number: signal.signal(number, lambda *_: servers.stop()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve_at_once(arguments: list[str], host: str, port: int) -> int:
    """Serve from plain Python, then compiled; the exit status. Raises OSError where the port is taken."""
    with socket_of_systemd() or listen(host, port) as listening:
        servers = Servers(arguments, listening)
        with passing_signals_to(servers):
            status = servers.serve()
    return 0 if servers.stopping else abs(status)
