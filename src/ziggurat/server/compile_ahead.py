"""Compile the games in the background, step by step (`search/compile_steps.py`), while the server answers.

A game can be played as soon as its rules are ready; a bot whose step is not ready waits at the table. Compiling holds the GIL, so other processes do it
(`python -m ziggurat.server.compile_ahead`, one for each core, which read `GAME STEP` from standard input); this process then loads what they left in the cache.
A thread with an event loop of its own looks after them: it begins before the server has one. A game with an expansion (`GameSpec.key`) is compiled when
somebody first wants such a table, not at the start: few do.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from ziggurat.compile_cache import note_all_compiled
from ziggurat.kernel import COMPILED
from ziggurat.registry import game_names, game_spec
from ziggurat.search.compile_steps import REVIEWS, RULES, SEARCH, STEPS, mark, prepare

STOP_SECONDS = 5.0  # loading a step cannot be stopped; nobody waits longer for it
Step = tuple[str, str]
"""A game, by the key of its spec, and one of its steps."""


def expansions_of(game: str) -> list[str]:
    """The keys of a game with each of its expansions."""
    return [spec.key for spec in game_spec(game).with_expansions[1:]] if game in game_names() else []


class Readiness:
    """Whether a step is ready; any thread and any event loop may wait for it."""

    def __init__(self) -> None:
        self._future: Future[None] = Future()

    def is_set(self) -> bool:
        """Whether the step is ready."""
        return self._future.done()

    def set(self) -> None:
        """Say that the step is ready, once."""
        if not self.is_set():
            self._future.set_result(None)

    async def wait(self) -> None:
        """Wait in an event loop. A caller may be cancelled; the others go on waiting."""
        await asyncio.shield(asyncio.wrap_future(self._future))

    def block(self) -> None:
        """Wait in a thread."""
        self._future.result()


class CompileAhead:
    """Which steps of which games are ready, and the order in which the others are compiled. A game that is not named here is ready."""

    def __init__(self, games: Sequence[str] = (), *, plain: bool = False) -> None:
        self.plain = plain
        """Whether this server runs uncompiled until another takes over: rules and simple bots are ready at once, search and reviews never are."""
        self.ready = {(game, step): Readiness() for game in games for step in STEPS}
        self.begun: dict[Step, float] = {}
        """When the compilation of each running step began."""
        self.wanted: list[str] = []
        """The games that somebody waits for, the last one first."""
        self.say: Callable[[str, str, float], None] = lambda game, step, seconds: None
        """Called when a step is ready."""
        self.expansions: dict[str, CompileAhead | None] = {key: None for game in games for key in expansions_of(game)}
        """What compiles each of these games with an expansion; None while nobody has wanted it."""
        self._left = list(self.ready)
        self._is_all = True
        """Whether these are all games that a server compiles at its start."""
        self._loading = asyncio.Lock()
        self._thread: threading.Thread | None = None
        self._stop: Callable[[], object] | None = None

    def is_ready(self, game: str, step: str = RULES) -> bool:
        """Whether a step of a game is ready."""
        if game in self.expansions:
            begun = self.expansions[game]
            return self.plain and step not in {SEARCH, REVIEWS} if begun is None else begun.is_ready(game, step)
        return (event := self.ready.get((game, step))) is None or event.is_set()

    @property
    def is_complete(self) -> bool:
        """Whether everything is compiled."""
        return COMPILED and not self._left and not self.begun

    def seconds(self, game: str) -> float:
        """How long the step that is being compiled has taken so far; 0 where none is."""
        if (begun := self.expansions.get(game)) is not None:
            return begun.seconds(game)
        return next((time.monotonic() - at for (name, _), at in self.begun.items() if name == game), 0.0)

    def want(self, game: str) -> None:
        """Compile the steps of this game first: somebody waits for it. Those of an expansion are compiled from now on."""
        if game in self.expansions:
            self._begin(game)
        elif any(name == game for name, _ in self._left):
            self.wanted = [game, *(other for other in self.wanted if other != game)]

    def _begin(self, key: str) -> CompileAhead:
        """Begin with the steps of a game with an expansion, once."""
        begun = self.expansions[key]
        if begun is None:
            begun = self.expansions[key] = CompileAhead([key], plain=self.plain)
            begun.say = self.say
            begun._is_all = False
            begun.start()
        return begun

    async def wait(self, game: str, step: str = RULES) -> None:
        """Wait until a step of a game is ready."""
        if not self.is_ready(game, step):
            self.want(game)
            await (self.expansions.get(game) or self).ready[game, step].wait()

    def start(self) -> None:
        """Begin in a thread of its own; when everything is compiled, the next start need not begin with plain Python."""
        if self._thread is None:
            self._thread = threading.Thread(target=lambda: asyncio.run(self._run_and_note()), name="compile", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End the processes that compile, and wait for that."""
        for begun in self.expansions.values():
            if begun is not None:
                begun.stop()
        if self._stop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself
                self._stop()
        if self._thread is not None:
            self._thread.join(STOP_SECONDS)

    def block_until(self, step: str) -> None:
        """Wait until this step of every game is ready."""
        for (_, name), ready in self.ready.items():
            if name == step:
                ready.block()

    async def _run_and_note(self) -> None:
        loop, task = asyncio.get_running_loop(), asyncio.ensure_future(self.run())
        self._stop = lambda: loop.call_soon_threadsafe(task.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await task
            if self.is_complete and self._is_all:
                note_all_compiled()

    async def run(self) -> None:
        """Load what is in the cache, then compile the rest; end when all is ready."""
        if self.plain:
            for (_, name), ready in self.ready.items():
                if name not in {SEARCH, REVIEWS}:
                    ready.set()
            return
        try:
            cached = {step for step in self._left if not COMPILED or mark(*step).exists()}
            while cached:  # all rules first: this takes moments
                step = min(cached, key=lambda step: (STEPS.index(step[1]), self._rank(step[0])))
                cached.remove(step)
                self._left.remove(step)
                await self._load(step)
            games = len({game for game, _ in self._left})
            await asyncio.gather(*(self._compile() for _ in range(min(games, os.cpu_count() or 1))))
        finally:
            for ready in self.ready.values():  # whatever went wrong: then it is compiled when it is needed
                ready.set()

    def next(self) -> Step | None:
        """The step to compile now: of the game that was wanted last, else the rules of all games before their bots; reviews after all else.

        One step of a game at a time.
        """
        busy = {game for game, _ in self.begun}
        free = [(game, step) for game, step in self._left if game not in busy]
        return min(free, key=lambda step: (step[1] == REVIEWS, self._rank(step[0]), STEPS.index(step[1])), default=None)

    def _rank(self, game: str) -> int:
        """How soon a game is wanted: 0 is the one that was wanted last."""
        return self.wanted.index(game) if game in self.wanted else len(self.wanted)

    async def _compile(self) -> None:
        """Run one process that compiles step after step."""
        pipe, quiet = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(sys.executable, "-P", "-m", "ziggurat.server.compile_ahead", stdin=pipe, stdout=pipe, stderr=quiet)
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
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

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
