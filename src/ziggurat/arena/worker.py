"""A process that plays deals, or other pieces of work: reads them from standard input, one JSON object a line, and answers each as it was played.

Started by `pool.py` in a process group of its own. When the input ends, because the pool stops or was itself killed, the whole group ends
at once, bots' processes included: nothing is left behind.
"""

from __future__ import annotations

import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread

from ziggurat.arena.piece import answer_to, kind_named, know_games


def end_group() -> None:
    """End this process and every bot that it started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def main(packages: list[str], kind: str) -> None:
    """Answer until the input ends; `packages` are the folders of the games, `kind` the class of the pieces."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not look like an answer
    lines: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        end_group()

    Thread(target=listen, daemon=True).start()
    know_games(packages)
    piece = kind_named(kind)
    while True:
        answers.write(answer_to(lines.get(), piece))
        answers.flush()
