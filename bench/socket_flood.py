"""Flood a server with frames of one WebSocket, and see what others wait for: `python bench/socket_flood.py --seconds 5`.

The server is one of our own, on this machine, with its usual limits. One client sends pings, empty pieces of a message that never ends, or pings whose pongs
it does not read, at most 2 MB a second, and connects again when it is closed. Meanwhile another asks for `/healthz` every 20 ms. For each kind: the share of a
core that the server used, what the other waited for, how much memory the server grew by, how often the flood was closed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import select
import socket
import statistics
import tempfile
import threading
import time
import urllib.request

from ziggurat.measure.server import UPGRADE, Server

MASK = b"\0\0\0\0"
PING, PIECE, BEGIN = b"\x89\x80" + MASK, b"\x00\x80" + MASK, b"\x01\x80" + MASK
LONG_PING = b"\x89\xfd" + MASK + bytes(125)
KINDS = {"quiet": b"", "pings": PING, "empty pieces": PIECE, "pongs not read": LONG_PING}
BYTES_A_SECOND = 2_000_000


def opened(port: int) -> socket.socket:
    """Open a WebSocket by hand."""
    line = socket.socket()
    line.settimeout(20)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # what is not read stays with the server
    line.connect(("127.0.0.1", port))
    line.sendall(UPGRADE.format(path="/api/tables/x/socket", port=port).encode())
    line.recv(4096)
    return line


def flood(port: int, frame: bytes, ends: float) -> tuple[int, int]:
    """Send frames until the time is over; returns how many, and how many sockets that took."""
    sent, sockets = 0, 0
    chunk = frame * (BYTES_A_SECOND // 50 // len(frame))
    while time.monotonic() < ends:
        with contextlib.suppress(OSError), opened(port) as line:
            sockets += 1
            if frame is PIECE:
                line.sendall(BEGIN)
            line.setblocking(False)
            place = 0
            while time.monotonic() < ends:
                if frame is not LONG_PING and select.select([line], [], [], 0)[0] and not line.recv(1 << 16):
                    break
                if select.select([], [line], [], 0.02)[1]:
                    size = line.send(chunk[place:])
                    sent, place = sent + size // len(frame), (place + size) % len(frame)  # goes on in the midst of a frame that was cut
                time.sleep(0.02)
    return sent, sockets


def waits(port: int, ends: float) -> list[float]:
    """Ask for something small again and again; returns the milliseconds that each answer took."""
    took = []
    while time.monotonic() < ends:
        began = time.monotonic()
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60).read()
        took.append(1000 * (time.monotonic() - began))
        time.sleep(0.02)
    return took


def measured(server: Server, frame: bytes, seconds: float) -> dict[str, float]:
    """Flood for so long, and measure."""
    cpu, memory, began, ends = server.cpu(), (server.memory() or 0.0), time.monotonic(), time.monotonic() + seconds
    counted: list[tuple[int, int]] = [(0, 0)]
    thread = threading.Thread(target=lambda: counted.append(flood(server.port, frame, ends)) if frame else None)
    thread.start()
    took = sorted(waits(server.port, ends))
    thread.join()
    return {
        "core": round((server.cpu() - cpu) / (time.monotonic() - began), 2),
        "wait_ms_median": round(statistics.median(took), 1),
        "wait_ms_most": round(took[-1], 1),
        "memory_mb": round((server.memory() or 0.0) - memory, 1),
        "frames_sent": counted[-1][0],
        "sockets": counted[-1][1],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each flood lasts")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"{folder}/bench.db", limits=True)
        try:
            while not all(game["search_ready"] for game in server.call("/api/games")["games"]):
                time.sleep(0.2)
            for kind, frame in KINDS.items():
                print(json.dumps({"flood": kind, **measured(server, frame, arguments.seconds)}), flush=True)
        finally:
            server.close()


if __name__ == "__main__":
    main()
