"""A bot is a loop around two things: what a seat may see, and the legal moves. This one builds flat and plays against chance."""

import random

import ziggurat
from ziggurat.view_dicts import AmytisView


def height(view: AmytisView, move: str) -> int:
    """How many tiles lie already where the move would build; other decisions cost nothing."""
    if ">" not in move:
        return 0
    space = move.split(">")[1]
    seat = view["seats"][view["seat"] or 0]
    return len(seat["board"]["123".index(space[1])]["abc".index(space[0])].split())


def choose(view: AmytisView) -> str:
    """The move that builds lowest; of equals, the first."""
    return min(view["legal"], key=lambda move: height(view, move))


lots = random.Random(1)  # noqa: S311 - moves, not keys
game = ziggurat.new("amytis", seed=1, players=["flat", "chance"])
while (seat := game.to_move) is not None:
    game.push(choose(game.view(seat)) if seat == 0 else lots.choice(game.legal_moves))

print(f"flat {game.scores[0]}, chance {game.scores[1]}")
