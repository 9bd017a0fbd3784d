"""Games of random moves that a server opens as records, to be reviewed on the page."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from ziggurat.game import Game
from ziggurat.kernel import below, generator
from ziggurat.registry import game_spec

MADE_MS = 120_000
"""How long a review of a few moves may take on a busy machine; the tests go on as soon as it is there."""


def some_moves(name: str, plies: int, **options: Any) -> Game:
    """A game of random moves: with a few mistakes."""
    game = Game(game_spec(name), options, seed="review", players=["Ada", "Bob", "Cy", "Dee"][: options.get("seats", 2)])
    rng = generator("review/moves")
    while game.ply < plies and not game.is_over:
        legal = game.legal_codes()
        game.push_unchecked(legal[int(below(rng, len(legal)))])
    return game


def send(address: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


def opened(address: str, game: Game) -> str:
    """The id of the table that shows the game."""
    return str(send(address, "/api/records", {"record": game.record()})["id"])
