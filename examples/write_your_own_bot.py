"""A bot is a loop around two things: what a seat may see, and the legal moves. This one builds flat and plays against chance."""

import random
from typing import Any

import ziggurat


def height(view: dict[str, Any], move: str) -> int:
    """How many tiles lie already where the move would build; other decisions cost nothing."""
    if ">" not in move:
        return 0
    space = move.split(">")[1]
    stack: str = view["seats"][view["seat"]]["board"]["123".index(space[1])]["abc".index(space[0])]
    return len(stack.split())


def choose(view: dict[str, Any]) -> str:
    """The move that builds lowest; of equals, the first."""
    legal: list[str] = view["legal"]
    return min(legal, key=lambda move: height(view, move))


lots = random.Random(1)  # noqa: S311 - moves, not keys
game = ziggurat.new("amytis", seed=1, players=["flat", "chance"])
while (seat := game.to_move) is not None:
    game.push(choose(game.view(seat)) if seat == 0 else lots.choice(game.legal_moves))

print(f"flat {game.scores[0]}, chance {game.scores[1]}")
