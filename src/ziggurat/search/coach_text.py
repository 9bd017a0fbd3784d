"""The words of the coach: why one move is better than another, and where to look for it. It knows only what the seat to move can see."""

from __future__ import annotations

from dataclasses import dataclass

from ziggurat.game import Game
from ziggurat.search.expected_points import Expectation
from ziggurat.search.gain_at_once import GainAtOnce
from ziggurat.search.hint_text import advice_text
from ziggurat.search.move_tellings import only_of, tellings_of
from ziggurat.search.review_text import difference, gains_in_words
from ziggurat.text import Words, decimal
from ziggurat.view import Marks

RIVAL = 1.0  # points that a rival must gain by a move before it is mentioned


@dataclass(frozen=True)
class Comparison:
    """A move beside a better one, in words."""

    why: list[str]
    """What makes the difference."""
    serves: list[str]
    """What the better move does that the other does not."""
    look_text: str
    """Where to look for the better move."""
    look: list[Marks]
    """The piece that it speaks of."""
    better: str
    """The better move in its notation."""
    advice: str
    """The better move as a sentence."""


def compare_in_words(game: Game, code: int, better: int, expectation: Expectation, language: str) -> Comparison:
    """Put into words why one move is better than another."""
    seat, codes = int(game.state.to_move), game.legal_codes()
    missed = [telling for what in ("notes", "serves") for telling in only_of(game, tellings_of(game, seat, better, what), tellings_of(game, seat, code, what))]
    why = [at_once(game, seat, code, better, language)]
    given = expectation.rivals[codes.index(code)] - expectation.rivals[codes.index(better)]
    if given >= RIVAL:
        why.append(game.words(language)("coach.rival", points=decimal(given, language), n=round(given, 1), seats=game.seats))
    look_text, look = where_they_differ(game, code, better, language)
    serves = [game.sentence(key, values, language) for key, values in missed if not is_drawback(key, game.words(language))]
    return Comparison(why, serves, look_text, look, game.spec.move_text.to_text(game.state, better), advice_text(game, better, language))


def is_drawback(key: str, words: Words) -> bool:
    """Whether a telling speaks against the move that it is said of: it has words as a reason only for the move that cost points."""
    return f"played.{key}" in words and f"better.{key}" not in words


def at_once(game: Game, seat: int, code: int, better: int, language: str) -> str:
    """How the points at once differ, by source."""
    gains = GainAtOnce(game, f"coach/{game.ply}")
    (one, ahead), (other, more) = gains.points(code), gains.points(better)
    own = [difference(one[place], other[place]) if place == seat else {} for place in range(game.seats)]
    sources = gains_in_words(game, seat, own, difference(ahead, more), language)
    words = game.words(language)
    return words("review.at_once", sources=sources) if sources else words("review.later")


def where_they_differ(game: Game, code: int, better: int, language: str) -> tuple[str, list[Marks]]:
    """Name the first piece of the better move that the other does not use; returns its marks, too."""
    codes, rows, choices = game.legal_codes(), game.move_parts(), game.spec.choices
    mine, wanted = (choices.piece_keys(rows[codes.index(move)]) for move in (code, better))
    same = next((place for place, (one, other) in enumerate(zip(wanted, mine, strict=False)) if one != other), len(wanted) - 1)
    pieces = choices.pieces(game.state, rows[codes.index(better)])
    (key, values), marks = pieces[min(same, len(pieces) - 1)]
    return game.words(language)("hint.look.piece", piece=game.sentence(key, values, language)), [marks]
