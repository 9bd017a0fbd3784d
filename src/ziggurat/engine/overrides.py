"""What a question changes of the search: the moves that it begins with, and its settings."""

from __future__ import annotations

from typing import Any

from ziggurat.engine.questions import Question, QuestionError
from ziggurat.errors import GameError, listed
from ziggurat.game import Game

SETTINGS: dict[str, tuple[str, type[int] | type[float], float, float]] = {
    "explore": ("explore", float, 0, 1000),
    "trust": ("trust", float, 0.001, 1_000_000),
    "temperature": ("temperature", float, 0.001, 1_000_000),
    "marginShare": ("margin_share", float, 0, 1),
    "marginScale": ("margin_scale", float, 0.001, 1_000_000),
    "latePrior": ("late_prior", float, 0, 1),
    "lateLoss": ("late_loss", float, 0, 10),
    "widest": ("widest", int, 1, 100_000),
    "widestFirst": ("widest_first", int, 1, 100_000),
    "deals": ("deals", int, 0, 10_000),
}
"""The settings of a search that a question may give: what `mcts.Settings` calls them, of which type they are, the least and the most."""


def search_settings(question: Question) -> dict[str, Any]:
    """The settings that a question gives, as `TreeSearch` takes them; raises QuestionError if one is unknown or out of bounds."""
    settings: dict[str, Any] = {}
    for given, value in question.override_settings.items():
        if given not in SETTINGS:
            raise QuestionError(f"there is no setting `{given}`: known are {listed(SETTINGS)}", "overrideSettings")
        name, kind, least, most = SETTINGS[given]
        if not least <= value <= most or kind(value) != value:
            what = "a whole number" if kind is int else "a number"
            raise QuestionError(f"the setting `{given}` cannot be {value:g}: it is {what} from {least:g} to {most:g}", "overrideSettings")
        settings[name] = kind(value)
    return settings


def first_moves(question: Question, game: Game, eyes: int) -> list[int]:
    """The moves that a question leaves of a position, as codes; none if it names none. Raises QuestionError if one is not legal there, or none is left."""
    if question.allow_moves is None and not question.avoid_moves:
        return []
    field = "avoidMoves" if question.avoid_moves else "allowMoves"
    if game.spec.secrets and game.to_move not in {eyes, None}:
        raise QuestionError(f"seat {eyes} cannot know which moves seat {game.to_move} may make: leave `seat` out", field)
    allowed = game.legal_codes() if question.allow_moves is None else codes_of(question.allow_moves, game, "allowMoves")
    avoided = codes_of(question.avoid_moves or [], game, "avoidMoves")
    left = [code for code in allowed if code not in avoided]
    if not left:
        raise QuestionError(f"at ply {game.ply} no move is left to search: allow more, or avoid fewer", field)
    return left


def codes_of(moves: list[str], game: Game, field: str) -> list[int]:
    """The codes of moves, each once; raises QuestionError for one that is none, or not legal."""
    try:
        return list(dict.fromkeys(game.check(move) for move in moves))
    except GameError as error:
        raise QuestionError(f"at ply {game.ply}: {str(error).splitlines()[0]}", field) from None
