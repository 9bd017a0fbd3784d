"""Compile ahead: every game, or what one match needs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from ziggurat.arena.deal import Deal, play_game
from ziggurat.arena.speed import measure_speed
from ziggurat.game import Game
from ziggurat.registry import game_names, game_spec
from ziggurat.search.bots import make_bot

SHORTEST_MOVE = 0.001  # seconds


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


def warm_bots(deals: Sequence[Deal]) -> None:
    """Play a random game, and a move with each of the bots, so that their machine code is in the cache before processes ask for it."""
    spec = game_spec(deals[0].game)
    game = Game(spec, deals[0].options, seed="warm")
    play_game(game, [make_bot("random", spec, f"warm/{seat}") for seat in range(game.seats)])
    _ = game.scores, game.ranks
    for name in dict.fromkeys(bot for deal in deals for bot in deal.bots if not bot.startswith("py:")):
        make_bot(name, spec, "warm", SHORTEST_MOVE).choose(Game(spec, deals[0].options, seed="warm"))
