"""Why one move is better than another, in words.

What the game says of both (projects, lines, districts, plans, prizes), what is missing at once and later, what it gives the rivals. A game may word its notes
for this (`better.note.project`, `played.note.lost`: what follows "the better move …"); else they are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ziggurat.game import Game
from ziggurat.search.decision import Decision
from ziggurat.search.move_tellings import only_of, tellings_of
from ziggurat.search.review_text import points_in_words, source_name
from ziggurat.search.review_types import NoteReport, PartReport, Side, Texts
from ziggurat.text import Words, decimal
from ziggurat.view import Telling

MOST_NOTES = 3  # of a move that are put into words
WORTH_TELLING = 0.75  # points
MOST_SOURCES = 3
BORNE_OUT = 0.1  # points that a source must cost before what is said of it is a reason
SIDES: tuple[Side, Side] = ("better", "played")


def notes_apart(game: Game, better: int, played: int) -> list[NoteReport]:
    """What the game says of one of two moves and not of the other, as far as the player can know it."""
    seat = int(game.state.to_move)
    both: list[list[Telling]] = [[*tellings_of(game, seat, code, "notes"), *tellings_of(game, seat, code, "serves")] for code in (better, played)]
    return [
        NoteReport(side, key, dict(values)) for side, own, others in zip(SIDES, both, reversed(both), strict=True) for key, values in only_of(game, own, others)
    ]


def borne_out(game: Game, seat: int, notes: Sequence[NoteReport], parts: Sequence[PartReport]) -> list[NoteReport]:
    """The notes that are reasons: a prize or a project that the better move works towards is none if the other move costs nothing there, at once or in all.

    Without parts nobody knows yet: then all of them.
    """
    own = [part for part in parts if part.seat == seat]
    costs = {source for some in (own, [part for part in own if part.when == "now"]) for source, points in sources(some).items() if points <= -BORNE_OUT}
    return [note for note in notes if not parts or not (named := sources_named(game, note)) or named & costs]


def sources_named(game: Game, note: NoteReport) -> set[str]:
    """The lines of the score sheet that a note names: `score.market`, `card.skyscraper`, the project with an id."""
    names = {value.rpartition(".")[2] for value in note.values.values() if isinstance(value, str)}
    return {*game.spec.scoring.LINES} & {*names, f"{note.key.rpartition('.')[2]}:{note.values.get('id')}"}


def reason(game: Game, seat: int, notes: Sequence[NoteReport], parts: Sequence[PartReport], language: str, *, tried: bool = False) -> str:
    """Why the better move is better: up to four sentences. `parts` are those of the move played, compared with the better one.

    Without parts nobody knows yet where the points go: then it may be empty. `tried`: the other move was not played, but tried.
    """
    words, notes = game.words(language), borne_out(game, seat, notes, parts)
    said = [what_it_does(game, notes, side, words, tried=tried) for side in SIDES]
    said += [own_points(game, parts, seat, words), *(for_rival(game, parts, rival, words) for rival in range(game.seats) if rival != seat)]
    return " ".join(sentence for sentence in said if sentence) or (words("review.reason.none") if parts else "")


def what_it_does(game: Game, notes: Sequence[NoteReport], side: Side, words: Words, *, tried: bool) -> str:
    """What one of the moves does and the other one does not; empty where there is nothing worth saying."""
    own = [note for note in notes if note.of == side]
    keys = {note.key: f"better.{note.key}" if side == "better" else f"played.{note.key}" for note in own}
    worded = [note for note in own if keys[note.key] in words]
    if worded:
        said = [game.sentence(keys[note.key], note.values, words.language) for note in worded[:MOST_NOTES]]
        return words(f"review.reason.{'tried' if tried and side == 'played' else side}", does=words("sign.semicolon").join(said))
    if side == "played" or any(text.startswith("better.") for text in words.texts):
        return ""
    said = [game.sentence(note.key, note.values, words.language) for note in own[:MOST_NOTES]]
    return words("review.reason.better.notes", notes=words("sign.semicolon").join(said)) if said else ""


def own_points(game: Game, parts: Sequence[PartReport], seat: int, words: Words) -> str:
    """What the mover will lack by the end, at once and later together: what only comes earlier or later is left out."""
    own = sources(part for part in parts if part.seat == seat)
    return about(game, seat, -sum(own.values()), own, "review.reason.own", words)


def for_rival(game: Game, parts: Sequence[PartReport], rival: int, words: Words) -> str:
    """What the move played gives a rival, compared with the better one."""
    theirs = sources((part for part in parts if part.seat == rival), -1)
    return about(game, rival, sum(theirs.values()), theirs, "review.reason.rival", words)


def about(game: Game, seat: int, points: float, by_source: Mapping[str, float], key: str, words: Words) -> str:
    """A sentence about points that a seat lacks or gains; empty where they are few."""
    if points < WORTH_TELLING:
        return ""
    listed = in_words(by_source, words)
    values = {"player": game.name_of(seat, words.language), "points": decimal(points, words.language), "n": round(points, 1), "sources": listed}
    return words(key if listed else f"{key}.all", **values)


def sources(parts: Iterable[PartReport], sign: int = 1) -> dict[str, float]:
    """The points of parts by source."""
    total: dict[str, float] = {}
    for part in parts:
        total[part.source] = total.get(part.source, 0.0) + sign * part.points
    return total


def in_words(points: Mapping[str, float], words: Words) -> str:
    """The largest sources in words: `Project 8 −12, Favor I +6`."""
    shown = sorted(((source, n) for source, n in points.items() if source and abs(n) >= WORTH_TELLING), key=lambda item: -abs(item[1]))[:MOST_SOURCES]
    return ", ".join(f"{source_name(source, words)} {points_in_words(n, words.language)}" for source, n in shown)


def mistake_notes(game: Game, decision: Decision) -> list[NoteReport]:
    """What the game says of the better move or of the move played; `game` stands before the decision."""
    return notes_apart(game, decision.best.code, decision.played.code)


# --- Where the points came from ------------------------------------------------------------------------------------------------


def summary(game: Game, seat: int, languages: Sequence[str]) -> Texts:
    """Compare where a seat's points came from with the winner's, and the winner's with the next best; empty in a solo game, and where nothing differs."""
    order = sorted(range(game.seats), key=lambda other: (game.ranks[other], other))
    ahead, behind = (order[0], seat if seat != order[0] else order[1]) if game.seats > 1 else (seat, seat)
    more = grouped_difference(game, ahead, behind)
    return {language: summary_text(game, ahead, behind, more, language) for language in languages}


def grouped_difference(game: Game, ahead: int, behind: int) -> dict[str, int]:
    """By how much one seat has more of each kind of source; all projects are one kind."""
    total: dict[str, int] = {}
    for sign, seat in ((1, ahead), (-1, behind)):
        for line, n in game.breakdown[seat].items():
            kind = line.partition(":")[0] if ":" in line else line
            total[kind] = total.get(kind, 0) + sign * n
    return total


def summary_text(game: Game, ahead: int, behind: int, more: Mapping[str, int], language: str) -> str:
    """`Carpenter was ahead of Ada in gardens (+14) and theaters (+12).`"""
    words = game.words(language)
    most = sorted(((kind, n) for kind, n in more.items() if n > 0), key=lambda item: -item[1])[:MOST_SOURCES]
    if not most:
        return ""
    names = [f"{words(f'score.{kind}.all') if f'score.{kind}.all' in words else source_name(kind, words)} ({points_in_words(n, language)})" for kind, n in most]
    return words("review.summary", player=game.name_of(ahead, language), other=game.name_of(behind, language), sources=", ".join(names))
