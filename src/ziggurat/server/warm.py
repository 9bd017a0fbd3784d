"""Compiles the games for the table: in a process of its own where that takes long, so that pages are served meanwhile.

`python -m ziggurat.server.warm` compiles everything that a table needs into the cache; `load` then finds it there.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator

from ziggurat.arena.warm import warm_up
from ziggurat.kernel import COMPILED, cache_folder
from ziggurat.registry import game_names, game_spec
from ziggurat.server.quick import QuickGame
from ziggurat.server.undo import reveals
from ziggurat.server.views import gains

MARK = "table-is-warm-2"  # in the cache folder of a game: all that a table needs was compiled


def is_cold() -> bool:
    """Whether a game of ours has never been compiled for the table."""
    return COMPILED and any(not (cache_folder(game_spec(name).folder) / MARK).exists() for name in game_names())


async def compile_apart() -> None:
    """Fill the cache from another process: compiling holds the GIL, and this one has pages to serve."""
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "ziggurat.server.warm", stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()


def load() -> Iterator[tuple[str, float]]:
    """Make each game ready in this process; yields its name and the seconds it took."""
    for name, seconds in warm_up():
        began = time.perf_counter()
        game = QuickGame(game_spec(name), seed="warm")
        gains(game, 0, game.legal_codes())
        game.push(game.legal_moves[0])
        game.view(0)
        reveals(game, 0, 0)
        (cache_folder(game_spec(name).folder) / MARK).touch()
        yield name, seconds + time.perf_counter() - began


if __name__ == "__main__":
    for _ in load():
        pass
