"""What can be asked of the engine: a line of JSON becomes a question, or an error that names the field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from ziggurat.errors import DealError, GameError, GameOver, IllegalMove, InvalidMove, OptionError, RecordError, UnknownGame
from ziggurat.game import Game
from ziggurat.game_from_view import from_view
from ziggurat.record import play_all, replay
from ziggurat.registry import game_spec

MOST_VISITS = 10_000_000
LONGEST_TIME = 86_400.0  # seconds
NOT_JSON = (msgspec.DecodeError, UnicodeError, RecursionError)
SOURCES = ("seed", "deal", "record", "view")
FIELD_OF: dict[type[GameError], str] = {
    UnknownGame: "game",
    OptionError: "options",
    DealError: "deal",
    InvalidMove: "moves",
    IllegalMove: "moves",
    GameOver: "moves",
    RecordError: "moves",
}
"""The field that an error is about."""

Id = str | int
Visits = Annotated[int, Meta(ge=1, le=MOST_VISITS)]
Shape = TypeVar("Shape", bound=msgspec.Struct)
Seconds = Annotated[float, Meta(gt=0, le=LONGEST_TIME)]


class QuestionError(GameError):
    """A line that the engine cannot answer."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class Question(msgspec.Struct, rename="camel"):
    """A question about positions of one game; `docs/reference/engine.md` explains the fields."""

    id: Id
    game: str | None = None
    options: dict[str, Any] = {}
    seed: str | int | None = None
    deal: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    view: dict[str, Any] | None = None
    moves: list[str] | None = None
    analyze_turns: list[int] | None = None
    max_visits: Visits | None = None
    max_time: Seconds | None = None
    search_seed: str | int = "engine"
    seat: int | None = None
    allow_moves: list[str] | None = None
    avoid_moves: list[str] | None = None
    override_settings: dict[str, float] = {}
    include_policy: bool = False
    priority: int = 0
    report_during_search_every: Seconds | None = None

    @property
    def plies(self) -> int:
        """How many plies its game has."""
        if self.record is not None:
            moves = self.record.get("moves")
            return len(moves) if isinstance(moves, list) else 0
        if self.view is not None:
            ply = self.view.get("ply")
            return ply if isinstance(ply, int) else 0
        return len(self.moves or [])

    @property
    def turns(self) -> list[int]:
        """The plies that are analysed, each once."""
        return list(dict.fromkeys(self.analyze_turns if self.analyze_turns is not None else [self.plies]))


class Command(msgspec.Struct, rename="camel"):
    """A word to the engine itself."""

    action: str
    id: Id
    terminate_id: Id | None = None
    turn_numbers: list[int] | None = None


def read_line(line: bytes) -> dict[str, Any]:
    """Read the JSON object of a line."""
    try:
        fields = msgspec.json.decode(line)
    except NOT_JSON as error:
        raise QuestionError(f"not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise QuestionError("a question is a JSON object `{…}` on one line")
    return fields


def read_question(fields: Mapping[str, Any]) -> Question:
    """Read a question, and check all of it that needs no game."""
    question = shaped(fields, Question)
    sources = [name for name in SOURCES if getattr(question, name) is not None]
    if len(sources) != 1:
        raise QuestionError("say which game it is by one of `seed`, `deal`, `record` and `view`", sources[1] if sources else "seed")
    for name, is_given in (("game", question.game is not None), ("options", bool(question.options)), ("moves", question.moves is not None)):
        if sources[0] in {"record", "view"}:
            if is_given:
                raise QuestionError(f"`{name}` stands in the `{sources[0]}` already: leave it out", name)
        elif name == "game" and not is_given:
            raise QuestionError("the name of the game is missing", "game")
    check_turns(question)
    return question


def check_turns(question: Question) -> None:
    """Raise QuestionError unless the game has these plies."""
    if not question.turns:
        raise QuestionError("an empty list: leave it out for the last position", "analyzeTurns")
    first = question.plies if question.view is not None else 0
    if wrong := [turn for turn in question.turns if not first <= turn <= question.plies]:
        which = f"a view shows ply {first} alone" if question.view is not None else f"the game has the plies 0 to {question.plies}"
        raise QuestionError(f"there is no ply {wrong[0]}: {which}", "analyzeTurns")


def read_command(fields: Mapping[str, Any]) -> Command:
    """Read a command."""
    return shaped(fields, Command)


def shaped(fields: Mapping[str, Any], shape: type[Shape]) -> Shape:
    """The fields as a struct; an error names the one that does not fit."""
    try:
        return msgspec.convert(fields, shape)
    except (msgspec.ValidationError, UnicodeError, RecursionError) as wrong:
        message, _, where = str(wrong).partition(" - at ")
        missing = re.search(r"missing required field `(\w+)`", message)
        named = re.search(r"\$\.(\w+)", where)
        raise QuestionError(message, missing[1] if missing else named[1] if named else None) from None


def unknown_fields(fields: Mapping[str, Any], shape: type[msgspec.Struct]) -> list[str]:
    """The fields that a struct does not have: probably misspelt."""
    return [name for name in fields if name not in shape.__struct_encode_fields__]


def make_game(question: Question) -> Game:
    """Play the game of a question; QuestionError names the field that is wrong."""
    try:
        if question.record is not None:
            game = replay(question.record)
        elif question.view is not None:
            game = from_view(question.view, question.search_seed)
        else:
            game = begin(question)
            play_all(game, question.moves or [])
    except QuestionError:
        raise
    except GameError as error:
        field = "record" if question.record is not None else "view" if question.view is not None else FIELD_OF.get(type(error))
        raise QuestionError(str(error).splitlines()[0], field) from None
    if question.seat is not None and not 0 <= question.seat < game.seats:
        raise QuestionError(f"there is no seat {question.seat}: the seats are 0 to {game.seats - 1}", "seat")
    return game


def begin(question: Question) -> Game:
    """Deal the game of a question."""
    deal = dict(question.deal or {})
    seed = deal.pop("seed", question.seed)
    if seed is None and not deal:
        raise QuestionError("an empty deal: it needs a `seed`, the explicit deal, or both", "deal")
    return Game(game_spec(question.game or ""), question.options, seed=seed, deal=deal or None)
