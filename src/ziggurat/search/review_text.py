"""The words of reviews and hints: moves, points by source, mistakes. Nothing here knows more than the seat that decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ziggurat.game import Game
from ziggurat.kernel import generator
from ziggurat.text import Words, decimal
from ziggurat.view import Telling

if TYPE_CHECKING:
    from ziggurat.search.decision import Choice, Decision

TEXT_DEALS = 4  # imagined deals in which a move is put into words, to notice what nobody can know before it is played
UNKNOWN = "?"
LEAST = 0.05  # points worth mentioning


def last_move_text(game: Game, language: str) -> str:
    """The last move in words, as its player sees it."""
    ply = game.ply - 1
    before = game.copy()
    before.undo()
    return game.log(language, since=ply, seat=before.to_move)[0][0]


def planned_move_text(game: Game, code: int, language: str) -> str:
    """A move in words before it is played: what depends on hidden things is a question mark, or left out (a text `….unknown`)."""
    key, values = planned_move(game, code)
    vague = f"{key}.unknown"
    return game.sentence(vague if UNKNOWN in values.values() and vague in game.words(language) else key, values, language)


def planned_move(game: Game, code: int) -> Telling:
    """The text key of a move before it is played, and its values; those that differ between imagined deals are unknown."""
    spec, seat, rng = game.spec, int(game.state.to_move), generator("foretold")
    texts = []
    for _ in range(TEXT_DEALS):
        before, after = spec.blank(1), spec.blank(1)
        before[0] = game.state
        spec.visibility.imagine(before[0], seat, rng)
        after[0] = before[0]
        spec.rules.apply(after[0], code)
        texts.append(spec.move_text.tell(before[0], code, after[0], seat)[0])
    key, values = texts[0]
    return key, {name: value if all(other.get(name) == value for _, other in texts) else UNKNOWN for name, value in values.items()}


def points_in_words(value: float, language: str) -> str:
    """Points with their sign; whole ones without decimals."""
    return decimal(value, language, 0 if abs(value - round(value)) < LEAST else 1, signed=True)


def source_name(line: str, words: Words) -> str:
    """The name of a line of the score sheet: `Gardens`, `Project 8`."""
    kind, _, card = line.partition(":")
    return words(f"score.{kind}", id=card)


def sources_in_words(points: Mapping[str, float], words: Words) -> str:
    """Points by source, the largest first: `Gardens +3, Walls −1`."""
    shown = sorted(((line, n) for line, n in points.items() if abs(n) >= LEAST), key=lambda item: -abs(item[1]))
    return ", ".join(f"{source_name(line, words)} {points_in_words(n, words.language)}" for line, n in shown)


def gains_in_words(game: Game, seat: int, gain: Sequence[Mapping[str, float]], progress: Mapping[str, float], language: str) -> str:
    """The points of a move in words: the mover's, then the progress of the mover's own building, then those of the others; empty where there are none."""
    words = game.words(language)
    parts = [sources_in_words(gain[seat], words)]
    if ahead := sources_in_words(progress, words):
        parts.append(words("review.progress", sources=ahead))
    colon = words("sign.colon").rstrip()
    others = ((game.name_of(other, language), sources_in_words(gain[other], words)) for other in range(game.seats) if other != seat)
    parts += [f"{name}{colon} {theirs}" for name, theirs in others if theirs]
    return words("sign.semicolon").join(part for part in parts if part)


def difference(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """By how much one has more of each source."""
    return {line: one.get(line, 0.0) - other.get(line, 0.0) for line in {**one, **other}}


def gains_in_words_of(game: Game, seat: int, choice: Choice, language: str, *, others: bool = True) -> str:
    """The points of a move at once, in words; those of the mover alone without `others`."""
    gain = [points if others or place == seat else {} for place, points in enumerate(choice.gain)]
    return gains_in_words(game, seat, gain, choice.progress, language)


def mistake_text(game: Game, decision: Decision, language: str) -> str:
    """A mistake in words: what was played, what was better, what it cost, and in which sources it shows at once."""
    words = game.words(language)
    played, better = decision.texts[language]
    gain = [{} for _ in range(game.seats)] if decision.parts else [difference(*pair) for pair in zip(decision.played.gain, decision.best.gain, strict=True)]
    for part in decision.parts:
        if part.when == "now" and part.source:
            gain[part.seat][part.source] = part.points if part.seat == decision.seat else -part.points
    at_once = gains_in_words(game, decision.seat, gain, difference(decision.played.progress, decision.best.progress), language)
    cost = words(
        "review.cost",
        points=decimal(decision.loss, language),
        n=round(decision.loss, 1),
        percent=decimal(100 * decision.win_loss, language, 0),
    )
    moves = words("review.mistake", number=decision.ply + 1, played=played, move=decision.played.move, text=better, better=decision.best.move)
    where = words("review.at_once", sources=at_once) if at_once else words("review.later")
    return f"{moves} {cost} {where}"
