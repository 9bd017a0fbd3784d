"""Hints in three steps: where to look, a good move, why. A hint knows only what the seat to move can see."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from ziggurat.errors import GameError
from ziggurat.game import Game
from ziggurat.search.analyse import Analysis, Choice, analyse_position
from ziggurat.search.wording import foretold, gains_of
from ziggurat.text import decimal

STEPS = (1, 2, 3)
HINT_MS = 700


def hint(
    game: Game,
    step: int,
    language: str = "en",
    *,
    sims: int | None = None,
    ms: int | None = None,
    seed: str = "hint",
    analysis: Analysis | None = None,
) -> str:
    """Step 1 tells where to look, 2 a good move, 3 why; an `analysis` of this position saves a search."""
    if step not in STEPS:
        raise GameError(f"there is no step {step} of a hint: 1 tells where to look, 2 a good move, 3 why")
    if analysis is None:
        analysis = analyse_position(game, sims=sims, ms=HINT_MS if ms is None and sims is None else ms, seed=seed)
    if analysis.ply != game.ply:
        raise GameError(f"the analysis is of ply {analysis.ply}, but the game is at ply {game.ply}")
    if analysis.forced:
        return game.words(language)("hint.forced", move=analysis.best[0].move)
    return (where_to_look, good_move, why)[step - 1](game, analysis, language)


def good_move(game: Game, analysis: Analysis, language: str) -> str:
    """Step 2: the move itself."""
    best = analysis.best[0]
    return game.words(language)("hint.move", move=best.move, told=foretold(game, best.code, language))


def why(game: Game, analysis: Analysis, language: str) -> str:
    """Step 3: the points at once, and what is expected, set against a typical other move."""
    words, seat, best = game.words(language), analysis.seat, analysis.best[0]
    gains = gains_of(game, seat, best, language)
    said = words("hint.gain", move=best.move, gains=gains) if gains else words("hint.gain.none", move=best.move)
    said = f"{said} {words('hint.expected', **outlook(best, seat, language))}"
    if analysis.typical is None:
        return said
    return f"{said} {words('hint.against', move=analysis.typical.move, **outlook(analysis.typical, seat, language))}"


def outlook(choice: Choice, seat: int, language: str) -> dict[str, Any]:
    """Winning chance and margin of a seat in words."""
    margin = choice.margin[seat]
    return {"percent": decimal(100 * choice.win[seat], language, 0), "margin": decimal(margin, language, signed=True), "n": abs(round(margin, 1))}


# --- Where to look ----------------------------------------------------------------------------------------------------


def where_to_look(game: Game, analysis: Analysis, language: str) -> str:
    """Step 1: the first piece of the good move in words, as the picture of the table names it.

    A piece that all moves share tells nothing: then it is the next one. A piece that leaves no choice would tell the move: then those of two
    moves are named, and which of them is the better one is left to find out.
    """
    words, best, legal = game.words(language), analysis.best[0].move, game.legal_moves
    labels = labels_in(game.svg(analysis.seat, look="top", language=language))
    spelled = {move: split_move(move, labels) or [move] for move in legal}
    depth = first_choice(list(spelled.values()))
    pieces = spelled[best]
    fitting = [other for other in spelled.values() if other[: depth + 1] == pieces[: depth + 1]]
    if len(fitting) > 1:
        return words("hint.look", part=labels[pieces[depth]])
    liked = [choice.move for choice in analysis.best[1:]] + legal
    rival = next(move for move in liked if spelled[move][: depth + 1] != pieces[: depth + 1])
    one, other = (labels.get(spelled[move][depth], move) for move in sorted((best, rival), key=legal.index))
    return words("hint.compare", one=one, other=other)


def first_choice(spelled: list[list[str]]) -> int:
    """The first place at which moves differ in their pieces."""
    depth, deepest = 0, max(map(len, spelled))
    while depth < deepest and len({tuple(pieces[: depth + 1]) for pieces in spelled}) == 1:
        depth += 1
    return depth


def split_move(move: str, labels: dict[str, str]) -> list[str]:
    """The pieces that spell a move, in order; none if the picture cannot spell it."""
    if not move:
        return []
    for piece in sorted((piece for piece in labels if piece and move.startswith(piece)), key=len, reverse=True):
        rest = split_move(move[len(piece) :], labels)
        if rest or piece == move:
            return [piece, *rest]
    return []


class PieceReader(HTMLParser):
    """Collects what can be clicked in a picture."""

    def __init__(self) -> None:
        super().__init__()
        self.labels: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element with `data-move` is a piece; its label says what it is."""
        found = dict(attrs)
        if piece := found.get("data-move"):
            self.labels.setdefault(piece, found.get("aria-label") or piece)


def labels_in(picture: str) -> dict[str, str]:
    """The pieces of moves that a picture offers (`data-move`), each with its label in words."""
    reader = PieceReader()
    reader.feed(picture)
    return reader.labels
