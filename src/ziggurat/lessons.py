"""Reads the lessons of a game, `lessons/*.json` in its folder: a game that was played once, stopped at some decisions to explain one idea and set a task.

A lesson holds the options, the deal and all moves of that game. A step stands at a ply of it. Its tasks are decisions of the learner: which choices a task
accepts, by their parts; what to point at; the points that it brings, by source. The rules check all of it (`problems_of`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ziggurat.errors import GameError
from ziggurat.game import Game, new_game
from ziggurat.parse import typed
from ziggurat.registry import game_spec
from ziggurat.text import LANGUAGES

FIRST = "first_game"
"""The lesson for those who have never played."""
RIVAL = "bot:level:1"
"""The name of the others in the game of a lesson."""
Parts = dict[str, str | int]
"""Some parts of a choice with their values; a choice fits if it has all of them."""
Some = Annotated[str, Meta(min_length=1)]


class UnknownLesson(GameError):
    """There is no such lesson."""

    code = "lesson.unknown"


class LessonError(GameError):
    """The file of a lesson does not have the form that it should have."""

    code = "lesson.wrong"


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in every language; `**` begins and ends what is stressed."""

    en: Some
    fr: Some

    def in_(self, language: str) -> str:
        """The text in one language."""
        text: str = getattr(self, language)
        return text


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece or a place to point at, and what to do with it."""

    at: Parts
    text: Text


class GainLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points that the task brings at once, and what for; several lines may share a source."""

    source: str
    points: int
    text: Text


class Mistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of some of the other legal moves."""

    when: Annotated[list[Parts], Meta(min_length=1)]
    """Of the moves that fit one of these."""
    text: Text


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that the learner takes."""

    text: Text
    accepts: Annotated[list[Parts], Meta(min_length=1)]
    marks: Annotated[list[Mark], Meta(min_length=1)]
    gains: list[GainLine]
    mistake: Text
    """What is said of another legal move, before it is put back; it must be true of each that none of `mistakes` speaks of."""
    mistakes: list[Mistake] = []
    """What is said instead: the first one that fits."""
    differs: str = ""
    """If named, another legal move must differ in this part to be tried: the right piece then fits only the right place."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One idea."""

    id: Some
    ply: Annotated[int, Meta(ge=0)]
    name: Text
    """Two or three words for the path of all steps."""
    title: Text
    text: Text
    tasks: list[Task] = []
    """In order; none: there is only something to read."""
    done: Text | None = None
    """What is said when all tasks are done."""
    panel: bool = False
    """Whether it speaks of what lies beside the board: cards, favors, points."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file holds it."""

    title: Text
    minutes: Annotated[int, Meta(ge=1)]
    seat: Literal[0, 1, 2, 3]
    """The learner's."""
    options: dict[str, Any]
    deal: dict[str, Any]
    moves: list[str]
    steps: Annotated[list[Step], Meta(min_length=1)]


def has_lesson(game: str, name: str = FIRST) -> bool:
    """Whether a game has this lesson."""
    return (game_spec(game).folder / "lessons" / f"{name}.json").is_file()


@lru_cache(maxsize=32)
def minutes_by_option(game: str) -> dict[str, int]:
    """How long each lesson on an option takes; such a lesson bears the name of the option."""
    files = sorted((game_spec(game).folder / "lessons").glob("*.json"))
    return {file.stem: lesson(game, file.stem).minutes for file in files if file.stem != FIRST}


@lru_cache(maxsize=32)
def lesson(game: str, name: str = FIRST) -> Lesson:
    """Read a lesson."""
    file = game_spec(game).folder / "lessons" / f"{name}.json"
    if not name.isidentifier() or not file.is_file():
        raise UnknownLesson(f"`{game}` has no lesson `{name}`", game=game, name=name)
    return typed(msgspec.json.decode(file.read_bytes()), Lesson, LessonError)


@lru_cache(maxsize=32)
def played(game: str, name: str = FIRST) -> Game:
    """The whole game of a lesson, replayed; copy it before you change it."""
    read = lesson(game, name)
    seats = new_game(game, deal=read.deal, **read.options).seats
    players = ["" if seat == read.seat else RIVAL for seat in range(seats)]
    return new_game(game, deal=read.deal, players=players, moves=read.moves, **read.options)


def game_at(game: str, name: str, ply: int) -> Game:
    """The game of a lesson at a ply; raises UnknownLesson if it has none such."""
    whole = played(game, name)
    if not 0 <= ply <= whole.ply:
        raise UnknownLesson(f"the lesson `{name}` of `{game}` has no ply {ply}: it ends at {whole.ply}")
    past = whole.copy()
    while past.ply > ply:
        past.undo()
    return past


def accepted(task: Task, game: Game) -> list[str]:
    """The legal moves that a task accepts in a position."""
    choices = [(choice.text, msgspec.to_builtins(choice)) for choice in game.choices(previews=False)]
    return [text for text, parts in choices if any(pattern.items() <= parts.items() for pattern in task.accepts)]


def follows(game: str, name: str, step: Step) -> list[str]:
    """The decisions with which the learner's turn goes on after the tasks of a step; the page plays them by itself."""
    whole, ply, moves = played(game, name), step.ply + len(step.tasks), []
    while step.tasks and ply < whole.ply and whole.movers[ply] == lesson(game, name).seat and whole.movers[ply - 1] == whole.movers[ply]:
        moves.append(whole.moves[ply])
        ply += 1
    return moves


# --- What is wrong with a lesson -----------------------------------------------------------------------------------------


def problems_of(game: str, name: str = FIRST) -> list[str]:
    """What the rules find wrong with a lesson, in plain words; an empty list when all of it is true."""
    read, whole = lesson(game, name), played(game, name)
    ids = [step.id for step in read.steps]
    wrong = [f"two steps are called `{id_}`" for id_ in sorted({id_ for id_ in ids if ids.count(id_) > 1})]
    last = 0
    for step in read.steps[:-1]:
        if not last <= step.ply <= whole.ply:
            wrong.append(f"`{step.id}`: ply {step.ply} is not between that of the step before and {whole.ply}")
            continue
        last = step.ply
        wrong += [f"`{step.id}`: {problem}" for problem in _step_problems(read, step, game_at(game, name, step.ply), whole)]
        wrong += [f"`{step.id}`: {problem}" for problem in _follow_problems(step, game_at(game, name, step.ply), follows(game, name, step))]
    if read.steps[-1].tasks:
        wrong.append("the last step has a task: it leads to a game of one’s own")
    return wrong


def _step_problems(read: Lesson, step: Step, game: Game, whole: Game) -> list[str]:
    """What is wrong with the tasks of a step, along the moves of the lesson’s game."""
    wrong = []
    if bool(step.tasks) != (step.done is not None):
        wrong.append("a step with tasks, and no other, says what was done")
    for task in step.tasks:
        if game.to_move != read.seat:
            return [*wrong, f"at ply {game.ply} the learner is not to move"]
        moves = accepted(task, game)
        if whole.moves[game.ply] not in moves:
            return [*wrong, f"the task does not accept `{whole.moves[game.ply]}`, which the game goes on with, but {moves}"]
        by_text = {choice.text: choice for choice in game.choices()}
        for move in moves:
            wrong += _gain_problems(task, move, by_text[move].gain or {})  # type: ignore[attr-defined]
        parts = [msgspec.to_builtins(by_text[move]) for move in moves]
        wrong += [
            f"no accepted move has {mark.at}, which the task points at" for mark in task.marks if not any(mark.at.items() <= part.items() for part in parts)
        ]
        others = [msgspec.to_builtins(choice) for text, choice in by_text.items() if text not in moves]
        wrong += [
            f"no other move has {part}, of which the task speaks"
            for mistake in task.mistakes
            for part in mistake.when
            if not any(part.items() <= other.items() for other in others)
        ]
        if task.differs and any(task.differs not in part for part in parts):
            wrong.append(f"no move has the part `{task.differs}`")
        game.push(whole.moves[game.ply])
    return wrong


def _gain_problems(task: Task, move: str, gain: dict[str, int]) -> list[str]:
    """Compare the points that a task names with those that the rules give."""
    named: dict[str, int] = {}
    for line in task.gains:
        named[line.source] = named.get(line.source, 0) + line.points
    real = {source: points for source, points in gain.items() if points}
    return [] if named == real else [f"`{move}` brings {real}, not {named}"]


def _follow_problems(step: Step, game: Game, moves: list[str]) -> list[str]:
    """Whatever accepted moves the learner plays, the turn must be able to go on as in the lesson."""
    wrong = []
    for task in step.tasks[:1]:
        for move in accepted(task, game):
            tried = game.copy()
            tried.push(move)
            later = [accepted(other, tried)[:1] for other in step.tasks[1:2]]
            for other in later:
                if not other:
                    wrong.append(f"after `{move}` the next task accepts nothing")
                else:
                    tried.push(other[0])
            for follow in moves:
                if follow not in tried.legal_moves:
                    wrong.append(f"after `{move}`, `{follow}` is not legal")
                    break
                tried.push(follow)
    return wrong


assert {*Text.__struct_fields__} == {*LANGUAGES}
