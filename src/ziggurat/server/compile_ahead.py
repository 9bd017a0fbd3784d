"""Makes the games ready, step by step: the rules, then the bots that look one move ahead, then the search.

A game can be played as soon as its rules are ready; a bot whose step is not waits at the table. Compiling holds the GIL, so other processes do it
(`python -m ziggurat.server.compile_ahead`, one for each core, which read `GAME STEP` from standard input); this process then loads what they left in the cache.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from ziggurat.bind import bound_folder, sources_of
from ziggurat.game import Game
from ziggurat.guide import picture, pictures_of
from ziggurat.kernel import COMPILED, cache_digest
from ziggurat.registry import game_names, game_spec
from ziggurat.search.bots import make_bot
from ziggurat.search.levels import levels_of, read_level
from ziggurat.server.table.undo import reveals
from ziggurat.spec import GameSpec

RULES, BOTS, SEARCH = STEPS = ("rules", "bots", "search")
Step = tuple[str, str]
"""A game and one of its steps."""


def warm_rules(spec: GameSpec) -> None:
    """A whole game with everything that a table asks of the rules, and the pictures of the rule page."""
    game = Game(spec, seed="warm")
    while not game.is_over:
        codes = game.legal_codes()
        game.choices(previews=game.ply < 2)
        game.push_unchecked(codes[game.ply % len(codes)])
        game.typed_view(0)
    _ = game.log(), game.result(), reveals(game, 0, 0)
    for name in pictures_of(spec.name):
        picture(spec.name, name)


def warm_bots(spec: GameSpec) -> None:
    """The bots that look one move ahead."""
    for bot in ("greedy", "level:1"):
        make_bot(bot, spec, "warm").choose(Game(spec, seed="warm"))


def warm_search(spec: GameSpec) -> None:
    """The tree search."""
    make_bot("mcts:sims=4", spec, "warm").choose(Game(spec, seed="warm"))


DO: dict[str, Callable[[GameSpec], None]] = {RULES: warm_rules, BOTS: warm_bots, SEARCH: warm_search}


TEMPLATES = {
    RULES: ("ziggurat.game_kernels",),
    BOTS: ("ziggurat.search.kernels.greedy", "ziggurat.search.kernels.one_ply"),
    SEARCH: ("ziggurat.search.kernels.mcts",),
}
"""The kernel templates that a step compiles."""


def mark(game: str, step: str) -> Path:
    """The file that says that a step was compiled: it lies with the machine code of the same sources, and knows what the step is."""
    sources = [path for template in TEMPLATES[step] for path in sources_of(template)]
    return bound_folder(game_spec(game), TEMPLATES[step][0]) / f"{step}-{cache_digest([Path(__file__), *sources])}"


def prepare(game: str, step: str) -> float:
    """Compile a step, or load it where it is in the cache; the seconds it took."""
    began = time.perf_counter()
    DO[step](game_spec(game))
    path = mark(game, step)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return time.perf_counter() - began


def step_of(bot: str, spec: GameSpec) -> str:
    """What must be ready before a bot can think; one of the operator's needs nothing of ours."""
    kind, _, _ = bot.partition(":")
    if kind == "level":
        return BOTS if all(levels_of(spec, seats)[read_level(bot) - 1].character for seats in (2, 3)) else SEARCH
    return {"greedy": BOTS, "mcts": SEARCH, "frozen": SEARCH}.get(kind, RULES)


class Warmth:
    """Which steps of which games are ready, and the order in which the others are made so. A game that is not named here is ready."""

    def __init__(self, games: Iterable[str] = ()) -> None:
        self.ready = {(game, step): asyncio.Event() for game in games for step in STEPS}
        self.begun: dict[Step, float] = {}
        """When the steps that are being compiled were begun."""
        self.wanted: list[str] = []
        """The games that somebody asked for, the last one first."""
        self.say: Callable[[str, str, float], None] = lambda game, step, seconds: None
        """Called when a step is ready."""
        self._left = list(self.ready)
        self._loading = asyncio.Lock()

    def is_ready(self, game: str, step: str = RULES) -> bool:
        """Whether a step of a game is ready."""
        return (event := self.ready.get((game, step))) is None or event.is_set()

    def seconds(self, game: str) -> float:
        """How long the step that is being compiled has taken so far; 0 where none is."""
        return next((time.monotonic() - at for (name, _), at in self.begun.items() if name == game), 0.0)

    def want(self, game: str) -> None:
        """Somebody waits for this game: its steps come first."""
        if any(name == game for name, _ in self._left):
            self.wanted = [game, *(other for other in self.wanted if other != game)]

    async def wait(self, game: str, step: str = RULES) -> None:
        """Until a step of a game is ready."""
        if not self.is_ready(game, step):
            self.want(game)
            await self.ready[game, step].wait()

    async def run(self) -> None:
        """Load what is in the cache, then compile the rest, and end when all is ready."""
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
            for event in self.ready.values():  # whatever went wrong: then it is compiled when it is needed
                event.set()

    def next(self) -> Step | None:
        """The step to compile now: of the game asked for last, else the rules of all games before their bots. One step of a game at a time."""
        busy = {game for game, _ in self.begun}
        free = [(game, step) for game, step in self._left if game not in busy]
        return min(free, key=lambda step: (self._rank(step[0]), STEPS.index(step[1])), default=None)

    def _rank(self, game: str) -> int:
        """How soon a game is wanted: 0 is the one asked for last."""
        return self.wanted.index(game) if game in self.wanted else len(self.wanted)

    async def _compile(self) -> None:
        """One process that compiles step after step."""
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
        """Make a step ready in this process."""
        async with self._loading:
            seconds = await asyncio.to_thread(prepare, *step)
        self.ready[step].set()
        self.say(*step, seconds)


def work() -> None:
    """Compile what is asked for, until nothing more is: the server may be gone."""
    if hasattr(os, "nice"):
        os.nice(5)  # pages are served meanwhile
    for line in sys.stdin:
        prepare(*line.split())
        print(line, end="", flush=True)


def warm_tables() -> None:
    """Compile every step of every game, here and now."""
    for game in game_names():
        for step in STEPS:
            prepare(game, step)


if __name__ == "__main__":
    work()
