"""Moves and hints for people who see a board: in words, addressed to the player, without what is typed (`search/hint.py` is for those who type)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ziggurat.game import Game
from ziggurat.search.analyse import Analysis
from ziggurat.search.hint import first_choice, hint, outlook
from ziggurat.search.wording import foretelling, foretold, gains_of

Marks = dict[str, str | int]
Piece = tuple[tuple[str, dict[str, Any]], Marks]


@dataclass(frozen=True)
class Spoken:
    """The three steps of a hint, and what the first one points at (parts of a move, as in `choices`)."""

    steps: list[str]
    look: list[Marks]


def proposed(game: Game, code: int, language: str) -> str:
    """A move as one proposes it to its player, `Take the blue garden …` (texts `do.*`); in a game that has none, as it will be told."""
    key, values = foretelling(game, code)
    wish = key.replace("log.", "do.", 1)
    return game.sentence(wish, values, language) if wish in game.words(language) else foretold(game, code, language)


def refused(game: Game, code: int, language: str) -> str:
    """Why the player to move cannot play this, a sentence."""
    if ask := game.spec.optional("notes", "refusal"):
        key, values = ask(game.state, code)
        return game.sentence(key, values, language)
    reason = game.reason(code, language)
    return f"{reason[:1].upper()}{reason[1:]}."


def speak_hint(game: Game, analysis: Analysis, language: str) -> Spoken:
    """All of a hint."""
    words, seat, best = game.words(language), analysis.seat, analysis.best[0]
    told = proposed(game, best.code, language)
    if analysis.forced:
        return Spoken([words("hint.forced.told", told=told)] * 3, [])
    look, marks = where_to_look(game, analysis, language)
    gains = gains_of(game, seat, best, language)
    why = [words("hint.gain.told", gains=gains) if gains else words("hint.gain.none.told"), words("hint.expected.told", **outlook(best, seat, language))]
    if analysis.typical is not None:
        why.append(words("hint.against.told", **outlook(analysis.typical, seat, language)))
    return Spoken([look, words("hint.move.told", told=told), " ".join(why)], marks)


def where_to_look(game: Game, analysis: Analysis, language: str) -> tuple[str, list[Marks]]:
    """The first piece of the good move in which moves differ; where it leaves no choice, that of another move beside it."""
    ask = game.spec.optional("notes", "pieces")
    if ask is None:
        return hint(game, 1, language, analysis=analysis), []
    words, best, legal = game.words(language), analysis.best[0].code, game.legal_codes()
    pieces: dict[int, list[Piece]] = {code: ask(game.state, code) for code in legal}
    spelled = {code: [str(marks) for _, marks in found] for code, found in pieces.items()}
    depth = min(first_choice(list(spelled.values())), len(pieces[best]) - 1)
    (key, values), marks = pieces[best][depth]
    own = spelled[best][: depth + 1]
    rivals = [code for code in [*(choice.code for choice in analysis.best[1:]), *legal] if spelled[code][: depth + 1] != own]
    if not rivals or sum(found[: depth + 1] == own for found in spelled.values()) > 1:
        return words("hint.look.piece", piece=game.sentence(key, values, language)), [marks]
    one, other = (pieces[code][min(depth, len(pieces[code]) - 1)] for code in sorted((best, rivals[0]), key=legal.index))
    both = {"one": game.sentence(*one[0], language), "other": game.sentence(*other[0], language)}
    return words("hint.compare.pieces", **both), [one[1], other[1]]
