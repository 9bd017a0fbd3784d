"""Moves and hints in words. A hint has three steps: where to look, a good move, why; it knows only what the seat to move can see.

A player at a board reads a hint without the notation of moves (`board_hint`), a player at the terminal with it (`hint`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ziggurat.errors import GameError
from ziggurat.game import Game
from ziggurat.search.analyse import Analysis, analyse_position
from ziggurat.search.decision import Choice
from ziggurat.search.review_text import gains_in_words_of, planned_move, planned_move_text
from ziggurat.text import decimal
from ziggurat.view import Marks

STEPS = (1, 2, 3)
HINT_MS = 700


@dataclass(frozen=True)
class BoardHint:
    """The three steps of a hint, and the parts of a move that the first one points at (as in `choices`)."""

    steps: list[str]
    look: list[Marks]


def board_hint(game: Game, analysis: Analysis, language: str, *, with_outlook: bool = True) -> BoardHint:
    """Write all three steps of a hint, for a player at a board; `with_outlook`: how likely a win is."""
    words, seat, best = game.words(language), analysis.seat, analysis.best[0]
    move = advice_text(game, best.code, language)
    if analysis.forced:
        return BoardHint([words("hint.forced.board", text=move)] * 3, [])
    look, marks = where_to_look(game, analysis, language)
    gains = gains_in_words_of(game, seat, best, language)
    reasons = [words("hint.gain.board", gains=gains) if gains else words("hint.gain.none.board")]
    if with_outlook:
        reasons.append(words("hint.expected.alone.board" if is_alone(best) else "hint.expected.board", **outlook(best, seat, language)))
    if with_outlook and analysis.typical is not None:
        reasons.append(words("hint.against.board", **outlook(analysis.typical, seat, language)))
    return BoardHint([look, words("hint.move.board", text=move), " ".join(reasons)], marks)


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
    """Write one step of a hint, for a player who types moves; an `analysis` of this position saves a search."""
    if step not in STEPS:
        raise GameError(f"there is no step {step} of a hint: 1 tells where to look, 2 a good move, 3 why")
    if analysis is None:
        analysis = analyse_position(game, sims=sims, ms=HINT_MS if ms is None and sims is None else ms, seed=seed)
    if analysis.ply != game.ply:
        raise GameError(f"the analysis is of ply {analysis.ply}, but the game is at ply {game.ply}")
    words, best = game.words(language), analysis.best[0]
    if analysis.forced:
        return words("hint.forced", move=best.move)
    if step == 1:
        return where_to_look(game, analysis, language)[0]
    return words("hint.move", move=best.move, text=planned_move_text(game, best.code, language)) if step == 2 else why(game, analysis, language)


def why(game: Game, analysis: Analysis, language: str) -> str:
    """Write why a move is good: its points at once, and what to expect, compared with a typical other move."""
    words, seat, best = game.words(language), analysis.seat, analysis.best[0]
    gains = gains_in_words_of(game, seat, best, language)
    text = words("hint.gain", move=best.move, gains=gains) if gains else words("hint.gain.none", move=best.move)
    expected = words("hint.expected.alone" if is_alone(best) else "hint.expected", **outlook(best, seat, language))
    text = f"{text} {expected}"
    if analysis.typical is None:
        return text
    return f"{text} {words('hint.against', move=analysis.typical.move, **outlook(analysis.typical, seat, language))}"


def outlook(choice: Choice, seat: int, language: str) -> dict[str, str | float]:
    """Winning chance and margin of a seat, as the values of a text; alone, the margin is the points of the seat."""
    margin = choice.margin[seat]
    shown = decimal(margin, language, signed=not is_alone(choice))
    return {"percent": decimal(100 * choice.win[seat], language, 0), "margin": shown, "n": abs(round(margin, 1))}


def is_alone(choice: Choice) -> bool:
    """Whether the game has one seat: then there is nobody from whose points a margin would be counted."""
    return len(choice.margin) == 1


def where_to_look(game: Game, analysis: Analysis, language: str) -> tuple[str, list[Marks]]:
    """Name the first piece of the good move in which moves differ; where it leaves no choice, also that of another move. Returns its marks, too."""
    codes, rows, words = game.legal_codes(), game.move_parts(), game.words(language)
    keys = [tuple(game.spec.choices.piece_keys(row)) for row in rows]
    best = codes.index(analysis.best[0].code)
    depth = min(first_choice(keys), len(keys[best]) - 1)
    own = keys[best][: depth + 1]
    liked = [codes.index(choice.code) for choice in analysis.best[1:]]
    rivals = [place for place in [*liked, *range(len(codes))] if keys[place][: depth + 1] != own]

    def piece(place: int) -> tuple[str, Marks]:
        pieces = game.spec.choices.pieces(game.state, rows[place])
        (key, values), marks = pieces[min(depth, len(pieces) - 1)]
        return game.sentence(key, values, language), marks

    if not rivals or sum(key[: depth + 1] == own for key in keys) > 1:
        text, marks = piece(best)
        return words("hint.look.piece", piece=text), [marks]
    (one, first), (other, second) = (piece(place) for place in sorted((best, rivals[0])))
    return words("hint.compare.pieces", one=one, other=other), [first, second]


def first_choice(moves: Sequence[tuple[Hashable, ...]]) -> int:
    """The first place at which moves differ in their pieces."""
    depth, deepest = 0, max(map(len, moves))
    while depth < deepest and len({pieces[: depth + 1] for pieces in moves}) == 1:
        depth += 1
    return depth


def advice_text(game: Game, code: int, language: str) -> str:
    """A move as advice to its player, `Take the blue garden …` (texts `do.*`); in a game without these texts, as the log words it."""
    key, values = planned_move(game, code)
    advice = key.replace("log.", "do.", 1)
    return game.sentence(advice, values, language) if advice in game.words(language) else planned_move_text(game, code, language)


def refusal_text(game: Game, code: int, language: str) -> str:
    """Explain in a sentence why the player to move cannot play this."""
    if refusal := game.spec.optional("move_notes", "refusal"):
        key, values = refusal(game.state, code)
        return game.sentence(key, values, language)
    reason = game.reason(code, language)
    return f"{reason[:1].upper()}{reason[1:]}."
