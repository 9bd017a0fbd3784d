"""Compile ahead: every game, or what one match needs."""

from __future__ import annotations

from collections.abc import Sequence

from ziggurat.arena.scheduled_deal import Deal, play_game
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.search.bots import make_bot

SHORTEST_MOVE = 0.001  # seconds


def warm_bots(deals: Sequence[Deal]) -> None:
    """Play a random game, and a move with each of the bots, so that their machine code is in the cache before processes ask for it."""
    spec = game_spec(deals[0].game)
    game = Game(spec, deals[0].options, seed="warm")
    play_game(game, [make_bot("random", spec, f"warm/{seat}") for seat in range(game.seats)])
    _ = game.scores, game.ranks
    for name in dict.fromkeys(bot for deal in deals for bot in deal.bots if not bot.startswith("py:")):
        make_bot(name, spec, "warm", SHORTEST_MOVE).choose(Game(spec, deals[0].options, seed="warm"))
