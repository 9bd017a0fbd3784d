"""Why the move of a puzzle is the best, in words: lines with signed points, and what the game says of the move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ziggurat.game import Game
from ziggurat.puzzles.puzzle import OTHER, Points, Puzzle
from ziggurat.puzzles.reasons import difference
from ziggurat.search.hint_text import advice_text
from ziggurat.search.move_tellings import only_of, tellings_of
from ziggurat.search.review_text import source_name
from ziggurat.text import Words

NAMED = 2  # sources that a line names
LEAST_LINE = 0.5  # points that are worth a line
LEAST_NAMED = 0.75  # points of a source that is named
Kind = Literal["now", "later", "progress", "rival"]


@dataclass(frozen=True)
class Line:
    """Points that a player has more (or less) than after the second best move, and where they come from."""

    kind: Kind
    points: float
    text: str


def lines_of(puzzle: Puzzle, game: Game, language: str) -> list[Line]:
    """The points at once, those that come later, those of a building that is not scored yet, and those of each rival."""
    words, seat, reason = game.words(language), puzzle.seat, puzzle.reason
    now = reason.now[seat]
    parts: list[tuple[Kind, Points, int]] = [("now", now, seat), ("progress", reason.progress, seat), ("later", later(now, reason.end[seat]), seat)]
    parts += [("rival", reason.end[other], other) for other in range(game.seats) if other != seat]
    named = "rival" if game.seats == 2 else "one_rival"
    return [
        line(kind, named if kind == "rival" else kind, points, game.name_of(owner, language), words) for kind, points, owner in parts if is_worth_a_line(points)
    ]


def later(now: Points, end: Points) -> Points:
    """What comes after the move: of sources that are not clear at the end, what they had at once counts against `other`."""
    unclear = {source: points for source, points in now.items() if source not in end}
    rest = end.get(OTHER, 0.0) - sum(unclear.values())
    clear = {source: points for source, points in now.items() if source in end}
    return difference({**end, OTHER: rest}, clear)


def is_worth_a_line(points: Points) -> bool:
    """Whether a line says something: points in all, or sources that outweigh each other."""
    return abs(sum(points.values())) >= LEAST_LINE or any(abs(n) >= LEAST_NAMED for source, n in points.items() if source != OTHER)


def line(kind: Kind, text: str, points: Points, player: str, words: Words) -> Line:
    """One line: its points, and the sources that did most for them."""
    total = sum(points.values())
    same = [(source, n) for source, n in points.items() if source != OTHER and abs(n) >= LEAST_NAMED and n * total >= 0]
    most = sorted(same, key=lambda item: -abs(item[1]))[:NAMED]
    named = ", ".join(source_name(source, words) for source, _ in most)
    key = f"puzzle.{text}" if named else f"puzzle.{text}.plain"
    return Line(kind, round(total, 1) + 0.0, words(key, sources=named, player=player))


def sentences_of(puzzle: Puzzle, game: Game, language: str) -> list[str]:
    """The best move as advice, then what the game says of it and not of the second best: what it does beside its points, and what it works towards."""
    both = [[*tellings_of(game, puzzle.seat, code, "notes"), *tellings_of(game, puzzle.seat, code, "serves")] for code in codes_of(puzzle, game)]
    sentences = [game.sentence(key, values, language) for key, values in only_of(game, both[0], both[1])]
    return [advice_text(game, game.check(puzzle.best), language), *sentences]


def second_text(puzzle: Puzzle, game: Game, language: str) -> str:
    """The second best move as advice; where it reads like the best one, that the same piece lies elsewhere, or is turned."""
    best, second = (advice_text(game, code, language) for code in codes_of(puzzle, game))
    return game.words(language)("puzzle.second.same") if second == best else second


def codes_of(puzzle: Puzzle, game: Game) -> list[int]:
    """The best move and the second best, as the rules number them."""
    return [game.check(puzzle.best), game.check(puzzle.second)]
