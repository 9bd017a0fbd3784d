"""Draws the pictures of the README anew, in light and in dark: `python docs/images/make.py`."""

from pathlib import Path

import ziggurat
from ziggurat.search.bots import make_bot

SEED, TURNS = "Babylon", 26
FILES = {"light": "amytis.svg", "dark": "amytis-dark.svg"}


def position() -> ziggurat.Game:
    """A game between two greedy bots, stopped when so many turns are complete."""
    game = ziggurat.new("amytis", seed=SEED)
    bots = [make_bot("greedy", game.spec, f"{SEED}/seat/{seat}") for seat in range(game.seats)]
    while game.turn < TURNS and (seat := game.to_move) is not None:
        game.push_unchecked(bots[seat].choose(game))
    return game


if __name__ == "__main__":
    drawn = position()
    for theme, name in FILES.items():
        Path(__file__).with_name(name).write_text(drawn.svg(theme=theme) + "\n", encoding="utf-8")
