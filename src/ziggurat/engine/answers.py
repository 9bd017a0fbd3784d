"""The answers of the engine, as plain JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ziggurat.engine.questions import Id
from ziggurat.game import Game
from ziggurat.search.game_review import standing
from ziggurat.search.main_line import MainLines
from ziggurat.search.mcts import Thought, TreeSearch

DIGITS = 6
Fields = dict[str, Any]


def error_answer(message: str, field: str | None, id: Id | None) -> Fields:  # noqa: A002 - the field is called so
    """The answer to a line that cannot be answered."""
    return {"error": message, "field": field, "id": id}


def nothing_answer(id: Id, turn: int) -> Fields:  # noqa: A002
    """The answer to a turn that was ended before its search began."""
    return {"id": id, "turnNumber": turn, "isDuringSearch": False, "noResults": True}


def over_answer(id: Id, game: Game, seat: int | None) -> Fields:  # noqa: A002
    """The answer about a game that is over: its result."""
    win, margin = standing(game)
    eyes, zeros = seat or 0, (0.0,) * game.seats
    root = expectations(Thought(-1, 0, win, win, margin, zeros), eyes) | {"to_move": None, "seat": eyes, "over": True}
    return {"id": id, "turnNumber": game.ply, "isDuringSearch": False, "moveInfos": [], "rootInfo": root}


def search_answer(id: Id, game: Game, search: TreeSearch, eyes: int, seed: str, *, during: bool, policy: bool) -> Fields:  # noqa: A002
    """The answer about a position that was searched, so far or in full."""
    lines = MainLines(search, game, eyes, seed)
    thoughts = search.thoughts(game.seats)
    place_of = {int(lines.nodes["move"][place]): place for place in search.children(0)}
    answer: Fields = {
        "id": id,
        "turnNumber": game.ply,
        "isDuringSearch": during,
        "moveInfos": [move_info(thought, order, lines, place_of[thought.move]) for order, thought in enumerate(thoughts) if thought.visits],
        "rootInfo": expectations(search.thoughts_at([0], game.seats)[0], eyes) | {"to_move": game.to_move, "seat": eyes, "over": False},
    }
    if policy:
        answer["policy"] = policy_of(game, eyes, thoughts, lines)
    return answer


def move_info(thought: Thought, order: int, lines: MainLines, place: int) -> Fields:
    """What is known of one move."""
    line = lines.line(place)
    return {
        "move": lines.text(thought.move),
        "code": thought.move,
        "order": order,
        **expectations(thought, lines.eyes),
        "prior": round(thought.prior, DIGITS),
        "pv": line.moves,
        "pvVisits": line.visits,
        "pvChance": line.chance,
    }


def expectations(thought: Thought, eyes: int) -> Fields:
    """What a search expects, for one seat in the fields that KataGo has, and for all seats."""
    errors = [spread / max(1, thought.visits) ** 0.5 for spread in thought.spread]
    return {
        "visits": thought.visits,
        "winrate": round(thought.win[eyes], DIGITS),
        "scoreMean": round(thought.margin[eyes], DIGITS),
        "scoreStdev": round(thought.spread[eyes], DIGITS),
        "scoreError": round(errors[eyes], DIGITS),
        "utility": round(thought.value[eyes], DIGITS),
        "win": rounded(thought.win),
        "margin": rounded(thought.margin),
        "marginError": rounded(errors),
    }


def rounded(values: Sequence[float]) -> list[float]:
    """The numbers as an answer has them."""
    return [round(value, DIGITS) for value in values]


def policy_of(game: Game, eyes: int, thoughts: list[Thought], lines: MainLines) -> dict[str, float]:
    """How promising every legal move looked at once; where the seat cannot know which are legal, those that it imagines."""
    priors = {thought.move: round(thought.prior, DIGITS) for thought in thoughts}
    if game.spec.secrets and eyes != game.to_move:
        return {lines.text(move): prior for move, prior in priors.items()}
    return {text: priors.get(code, 0.0) for text, code in zip(game.legal_moves, game.legal_codes(), strict=True)}
