"""A search bot in forty lines: it imagines what it cannot see, plays its moves out at random, and prefers those that did well. `py:FILE.py:SearchBot` plays."""

import math
import random
from collections.abc import Mapping
from typing import Any

import ziggurat


class SearchBot:
    """Chooses a move from a seat's view: it never knows more."""

    sims = 400  # games that it plays out for a move

    def choose(self, view: Mapping[str, Any]) -> str:
        """Try the moves in the order of UCB, and play the one that was tried most."""
        game, seat = ziggurat.from_view(view, seed=view["ply"]), view["seat"]
        total = dict.fromkeys(game.legal_codes(), 0.0)
        tried = dict.fromkeys(total, 0)
        for number in range(max(self.sims, len(total))):
            move = max(total, key=lambda code: total[code] / tried[code] + math.sqrt(math.log(number) / tried[code] / 2) if tried[code] else math.inf)
            total[move] += self.play_out(game.imagine(seat, number), move, seat)
            tried[move] += 1
        game.push_code(max(tried, key=tried.__getitem__))
        return game.moves[-1]

    def play_out(self, game: ziggurat.Game, move: int, seat: int) -> float:
        """Play a move and then random ones to the end; the win counts, and the margin a little."""
        while not game.is_over:
            game.push_unchecked(move)
            move = random.choice(game.legal_codes() or [0])  # noqa: S311 - moves, not keys
        return (game.ranks[seat] == 1) + math.tanh((game.scores[seat] - sum(game.scores) / game.seats) / 20)


if __name__ == "__main__":
    game, SearchBot.sims = ziggurat.new("blueprints", seed=7, players=["search", "random"]), 100
    while not game.is_over:
        game.push(SearchBot().choose(game.view(0)) if game.to_move == 0 else random.choice(game.legal_moves))  # noqa: S311
    print(dict(zip(game.players, game.scores, strict=True)))
