"""Compile the games in the background, step by step (`search/compile_steps.py`), while the server answers.

A game can be played as soon as its rules are ready; a bot whose step is not ready waits at the table. Compiling holds the GIL, so other processes do it
(`python -m ziggurat.server.compile_ahead`, one for each core, which read `GAME STEP` from standard input); this process then loads what they left in the cache.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterable

from ziggurat.kernel import COMPILED
from ziggurat.search.compile_steps import RULES, SEARCH, STEPS, mark, prepare

Step = tuple[str, str]
"""A game and one of its steps."""


class CompileAhead:
    """Which steps of which games are ready, and the order in which the others are compiled. A game that is not named here is ready."""

    def __init__(self, games: Iterable[str] = (), *, plain: bool = False) -> None:
        self.plain = plain
        """Whether this server runs uncompiled until another takes over: rules and simple bots are ready at once, the search never is."""
        self.ready = {(game, step): asyncio.Event() for game in games for step in STEPS}
        self.begun: dict[Step, float] = {}
        """When the compilation of each running step began."""
        self.wanted: list[str] = []
        """The games that somebody waits for, the last one first."""
        self.say: Callable[[str, str, float], None] = lambda game, step, seconds: None
        """Called when a step is ready."""
        self._left = list(self.ready)
        self._last = len(STEPS) - 1
        self._loading = asyncio.Lock()

    def is_ready(self, game: str, step: str = RULES) -> bool:
        """Whether a step of a game is ready."""
        return (event := self.ready.get((game, step))) is None or event.is_set()

    @property
    def is_complete(self) -> bool:
        """Whether everything is compiled."""
        return COMPILED and not self._left and not self.begun

    def seconds(self, game: str) -> float:
        """How long the step that is being compiled has taken so far; 0 where none is."""
        return next((time.monotonic() - at for (name, _), at in self.begun.items() if name == game), 0.0)

    def want(self, game: str) -> None:
        """Compile the steps of this game first: somebody waits for it."""
        if any(name == game for name, _ in self._left):
            self.wanted = [game, *(other for other in self.wanted if other != game)]

    async def wait(self, game: str, step: str = RULES) -> None:
        """Wait until a step of a game is ready."""
        if not self.is_ready(game, step):
            self.want(game)
            await self.ready[game, step].wait()

    async def run(self, until: str = SEARCH) -> None:
        """Load what is in the cache, then compile the rest; end when all is ready, `until` this step of every game. It may run again for the rest."""
        if self.plain:
            for (_, name), event in self.ready.items():
                if name != SEARCH:
                    event.set()
            return
        self._last = STEPS.index(until)
        self._loading = asyncio.Lock()  # of this event loop: the next run may have another
        try:
            cached = {step for step in self._left if not COMPILED or mark(*step).exists()}
            while cached:  # all rules first: this takes moments
                step = min(cached, key=lambda step: (STEPS.index(step[1]), self._rank(step[0])))
                cached.remove(step)
                self._left.remove(step)
                await self._load(step)
            games = len({game for game, step in self._left if STEPS.index(step) <= self._last})
            await asyncio.gather(*(self._compile() for _ in range(min(games, os.cpu_count() or 1))))
        finally:
            for (_, name), event in self.ready.items():  # whatever went wrong: then it is compiled when it is needed
                if STEPS.index(name) <= self._last:
                    event.set()

    def next(self) -> Step | None:
        """The step to compile now: of the game that was wanted last, else the rules of all games before their bots. One step of a game at a time."""
        busy = {game for game, _ in self.begun}
        free = [(game, step) for game, step in self._left if game not in busy and STEPS.index(step) <= self._last]
        return min(free, key=lambda step: (self._rank(step[0]), STEPS.index(step[1])), default=None)

    def _rank(self, game: str) -> int:
        """How soon a game is wanted: 0 is the one that was wanted last."""
        return self.wanted.index(game) if game in self.wanted else len(self.wanted)

    async def _compile(self) -> None:
        """Run one process that compiles step after step."""
        pipe, quiet = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "ziggurat.server.compile_ahead", stdin=pipe, stdout=pipe, stderr=quiet)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            while (step := self.next()) is not None:
                self._left.remove(step)
                self.begun[step] = time.monotonic()
                try:
                    process.stdin.write(f"{step[0]} {step[1]}\n".encode())
                    await process.stdout.readline()  # also empty, when it died: then this process compiles
                    await self._load(step)
                finally:
                    del self.begun[step]
        finally:
            if process.returncode is None:
                process.kill()

    async def _load(self, step: Step) -> None:
        """Load a compiled step into this process."""
        async with self._loading:
            seconds = await asyncio.to_thread(prepare, *step)
        self.ready[step].set()
        self.say(*step, seconds)


def work() -> None:
    """Compile each step that standard input names, until it ends: then the server may be gone."""
    if hasattr(os, "nice"):
        os.nice(5)  # pages are served meanwhile
    for line in sys.stdin:
        prepare(*line.split())
        print(line, end="", flush=True)


if __name__ == "__main__":
    work()
