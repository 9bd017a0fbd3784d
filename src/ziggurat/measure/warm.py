"""Compile every game ahead."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ziggurat.arena.scheduled_deal import play_game
from ziggurat.game import Game
from ziggurat.measure.kernels import measure_speed
from ziggurat.registry import game_names, game_spec
from ziggurat.search.bots import make_bot


def warm_up() -> Iterator[tuple[str, float]]:
    """Play a game of each with every kind of bot, so that all machine code is in the cache; yields the seconds it took."""
    for name in game_names():
        began = time.perf_counter()
        spec = game_spec(name)
        game = Game(spec, seed="warm")
        play_game(game, [make_bot("greedy" if seat % 2 else "random", spec, f"warm/{seat}") for seat in range(game.seats)])
        _ = game.view(0), game.scores, game.ranks, game.breakdown
        measure_speed(name, {}, seconds=0.01)
        for bot in ("mcts:sims=4", "level:1"):
            make_bot(bot, spec, "warm").choose(Game(spec, seed="warm"))
        yield name, time.perf_counter() - began
