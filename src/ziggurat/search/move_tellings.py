"""What a game itself says of a move that is not played yet (`move_notes.py` of its folder), without revealing anything hidden."""

from __future__ import annotations

from ziggurat.game import Game
from ziggurat.kernel import generator
from ziggurat.search.review_text import TEXT_DEALS
from ziggurat.view import Telling


def tellings_of(game: Game, seat: int, code: int, what: str) -> list[Telling]:
    """What a function of `move_notes.py` of the game's folder says of a move, as far as it holds in every imagined deal; nothing where there is none."""
    spec = game.spec
    ask = spec.optional("move_notes", what)
    if ask is None:
        return []
    rng, notes = generator(f"lens/{game.ply}"), []
    for _ in range(TEXT_DEALS):
        states = spec.blank(2)
        states[0] = game.state
        spec.visibility.imagine(states[0], seat, rng)
        states[1] = states[0]
        spec.rules.apply(states[1], code)
        notes.append(ask(states[0], states[1], seat, code))
    return [note for note in notes[0] if all(note in other for other in notes[1:])]
