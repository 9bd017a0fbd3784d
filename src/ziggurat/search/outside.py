"""Outside bots, `py:FILE.py:NAME`: a class of the user's in a process of its own, given the seat's view and nothing else.

An exception, an endless loop, an illegal move or too much memory harms only the bot itself: `choose` raises BotError with the reason,
and the bot loses the game.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

from ziggurat.errors import BotError, GameError
from ziggurat.game import Game
from ziggurat.search.mcts import Stop, never
from ziggurat.spec import GameSpec

PROGRAM = Path(__file__).with_name("outside_process.py")
SECONDS = 10.0  # for a move, by default
START = 10.0  # more, for the first move
LONGEST_ANSWER = 100_000
CHECK_EVERY = 0.05  # seconds between two calls of `stop`

files_here: dict[str, str] = {}  # the files of bots by their names, on a node of a cluster: there they may lie elsewhere than the name says


class OutsideBot:
    """Asks a process for its move; a fresh process and object for each game."""

    def __init__(self, spec: GameSpec, name: str, seconds: float | None = None, stop: Stop = never) -> None:
        file, _, self.class_name = name.removeprefix("py:").rpartition(":")
        if not self.class_name.isidentifier() or not file:
            raise BotError(f"`{name}` names no bot: write `py:FILE.py:NAME`, a file and a class in it")
        file = files_here.get(name, file)
        if not Path(file).is_file():
            raise BotError(f"`{name}`: there is no file `{file}`")
        self.name, self.file = name, file
        self.seconds = seconds or SECONDS
        self.stop = stop
        self.process: subprocess.Popen[bytes] | None = None

    def check(self) -> None:
        """Make the bot in its process, before a game waits for it; raises BotError if its file, class or constructor fails."""
        answer = self.ask(b"null")
        if "error" in answer:
            self.close()
            raise BotError(f"`{self.name}` cannot be made: {answer['error']}")

    def choose(self, game: Game) -> int:
        """Ask the process for a move; raises BotError if none comes in time, or it is not legal."""
        answer = self.ask(json.dumps(game.view(game.to_move)).encode())
        if "error" in answer:
            raise BotError(f"`{self.name}` failed at ply {game.ply}: {answer['error']}")
        move = answer.get("move")
        try:
            code: int = game.spec.move_text.from_text(game.state, move) if isinstance(move, str) else -1
        except GameError:
            code = -1
        if code not in game.legal_codes():
            raise BotError(f"`{self.name}` answered {str(move)[:80]!r} at ply {game.ply}, which is no legal move")
        return code

    def ask(self, view: bytes) -> dict[str, object]:
        """Send a view to the process and read its answer; ends the process if it is silent, slow or dead, or if `stop()` is true."""
        limit = self.seconds if self.process else self.seconds + START
        process = self.process = self.process or self.start()
        lines: list[bytes] = []

        def talk() -> None:
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(OSError, ValueError):  # it died, or was ended
                process.stdin.write(view + b"\n")
                process.stdin.flush()
                lines.append(process.stdout.readline(LONGEST_ANSWER))

        talking = Thread(target=talk, daemon=True)
        talking.start()
        deadline = time.monotonic() + limit
        while talking.is_alive() and (left := deadline - time.monotonic()) > 0 and not self.stop():
            talking.join(min(left, CHECK_EVERY))
        if not lines:
            self.close()
            raise BotError(f"`{self.name}` " + ("was stopped" if self.stop() else f"gave no answer within {limit:g} s"))
        try:
            answer = json.loads(lines[0])
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            status = process.poll()
            self.close()
            raise BotError(f"`{self.name}` ended without an answer" + (f" (status {status})" if status is not None else ""))
        return answer

    def start(self) -> subprocess.Popen[bytes]:
        """Start a new process."""
        command = [sys.executable, str(PROGRAM), self.file, self.class_name]
        quiet = None if os.environ.get("ZIGGURAT_BOT_OUTPUT") else subprocess.DEVNULL  # set it to see what the bot prints
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet)  # noqa: S603 - the user named the file

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            for pipe in (self.process.stdin, self.process.stdout):
                with contextlib.suppress(OSError):
                    assert pipe is not None
                    pipe.close()
            self.process.wait()
            self.process = None

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()
