"""A process that plays deals: reads them from standard input, one JSON object a line, and answers each with the deal as it was played.

Started by `pool.py` in a process group of its own. When the input ends, because the pool stops or was itself killed, the whole group ends
at once, bots' processes included: nothing is left behind.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import traceback
from queue import SimpleQueue
from threading import Thread

import msgspec

from ziggurat.arena.scheduled_deal import Deal, play_deal
from ziggurat.errors import GameError
from ziggurat.registry import game_names, register


def end_group() -> None:
    """End this process and every bot that it started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def answer_to(line: bytes) -> bytes:
    """Play a deal; returns it with its games, or the error, as a line of JSON."""
    try:
        return play_deal(msgspec.convert(json.loads(line), Deal)).as_line()
    except GameError as error:
        return json.dumps({"error": str(error)}).encode() + b"\n"
    except Exception:
        return json.dumps({"error": "", "trace": traceback.format_exc()}).encode() + b"\n"


def main(package: str) -> None:
    """Answer until the input ends; `package` is the folder of the game."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not look like an answer
    lines: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        end_group()

    Thread(target=listen, daemon=True).start()
    spec = importlib.import_module(package).GAME
    if spec.name not in game_names():
        register(spec)
    while True:
        answers.write(answer_to(lines.get()))
        answers.flush()
