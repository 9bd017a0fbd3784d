"""Draws the pictures of the README anew, in light and in dark: `python docs/images/make.py`."""

from pathlib import Path
from typing import Any

import ziggurat
from ziggurat.search.bots import make_bot

SHOWN: dict[str, tuple[str, int, dict[str, Any]]] = {  # game: seed, turns, options
    "amytis": ("Babylon", 26, {}),
    "akropolis": ("Athens", 30, {}),
    "blueprints": ("Chicago", 33, {"seats": 3}),
}
ENDINGS = {"light": ".svg", "dark": "-dark.svg"}


def position(name: str, seed: str, turns: int, options: dict[str, Any]) -> ziggurat.Game:
    """A game between greedy bots, stopped when so many turns are complete."""
    game = ziggurat.new(name, seed=seed, **options)
    bots = [make_bot("greedy", game.spec, f"{seed}/seat/{seat}") for seat in range(game.seats)]
    while game.turn < turns and (seat := game.to_move) is not None:
        game.push_unchecked(bots[seat].choose(game))
    return game


if __name__ == "__main__":
    for name, (seed, turns, options) in SHOWN.items():
        drawn = position(name, seed, turns, options)
        for theme, ending in ENDINGS.items():
            Path(__file__).with_name(f"{name}{ending}").write_text(drawn.svg(drawn.to_move, theme=theme) + "\n", encoding="utf-8")
