"""What a game itself says of a move (`move_notes.py` of its folder), as far as its player can know it."""

from __future__ import annotations

from collections.abc import Sequence

from ziggurat.game import Game
from ziggurat.kernel import generator
from ziggurat.search.review_text import TEXT_DEALS
from ziggurat.view import Telling


def tellings_of(game: Game, seat: int, code: int, what: str) -> list[Telling]:
    """What the function `what` of the game says of a move, as far as it holds in every imagined deal; nothing where there is none."""
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


def only_of(game: Game, own: Sequence[Telling], other: Sequence[Telling]) -> list[Telling]:
    """What is said of one move and not of another, as far as it makes a difference between them."""
    alike = (game.spec.optional("move_notes", "ALIKE") or set()) & {key for key, _ in other}
    return [telling for telling in own if telling not in other and telling[0] not in alike]
