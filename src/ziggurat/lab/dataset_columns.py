"""The columns of a dataset: their names, types and meanings, and how they are made from a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ziggurat.game import Game
from ziggurat.observation_fields import OBSERVED, size_of
from ziggurat.spec import GameSpec

if TYPE_CHECKING:
    import pyarrow

Row = dict[str, Any]
FORMAT = "2"
"""The version of the schema; columns may be added without a new one."""


class Column(NamedTuple):
    """One column."""

    name: str
    kind: str
    """Its type: a name of Arrow; `list<…>` a list of any length, `numbers` the observation, as many as the game has."""
    meaning: str
    wanted: str = ""
    """The option without which it is not there."""
    nullable: bool = False


COLUMNS = (
    Column("game", "int64", "number of the game, from 0: the line of the record, or the number of the self-play game"),
    Column("ply", "int32", "decisions before this one"),
    Column("seat", "int8", "the seat that decides"),
    Column("seats", "int8", "how many seats the table has"),
    Column("options", "string", "options of the game as JSON, with what was drawn"),
    Column("observation", "numbers", "what the seat sees, the numbers of [observations](observations.md)"),
    Column("legal", "list<int32>", "codes of the legal moves, for `Game.push_code`"),
    Column("choice", "int32", "code of the move that was chosen, one of `legal`"),
    Column("choice_text", "string", "the same as text"),
    Column("player", "string", "who chose: `bot:NAME`, or the name in the record"),
    Column("value", "float64", "what `value_by` expected of the choice, for the seat", nullable=True),
    Column(
        "value_kind",
        "string",
        "what `value` is. `win`: the chance to win, 0 to 1, a shared win shared, by the search that chose (`mcts`, `frozen`, levels that search). `margin`: "
        "points over the best opponent right after the turn, by the estimate of `greedy`. Empty: the bot has no values, or there was one legal move",
        nullable=True,
    ),
    Column("value_by", "string", "the bot whose value it is: the player's own, or that of `--judge` for records", nullable=True),
    Column("visits", "list<int32>", "how often the search visited each move of `legal`, where there was a search", nullable=True),
    Column("score", "int32", "the seat's score at the end; empty, like the four columns that follow, where the record is unfinished", nullable=True),
    Column("rank", "int8", "its rank at the end, 1 is the best", nullable=True),
    Column("win", "float64", "its share of the win: 1, a half if two share it, or 0", nullable=True),
    Column("margin", "int32", "its score less that of the best opponent; empty where it plays alone, too", nullable=True),
    Column("scores", "list<int32>", "the scores of all seats at the end", nullable=True),
    Column("over", "bool", "whether the game was played to its end"),
    Column("view", "string", "what the seat sees, as JSON: `Game.view(seat)`", "--views"),
    Column("deal", "string", "the whole deal as JSON, hidden cards and seed included", "--omniscient"),
    Column("state", "binary", "the whole position, the bytes of the record `STATE` of the game's `state.py`", "--omniscient"),
)


def columns_for(*, views: bool, omniscient: bool) -> list[Column]:
    """The columns of a dataset with these options."""
    wanted = {"", *(["--views"] if views else []), *(["--omniscient"] if omniscient else [])}
    return [column for column in COLUMNS if column.wanted in wanted]


def position_columns(game: Game, seat: int, *, views: bool = False, omniscient: bool = False) -> Row:
    """The columns that tell the position as the seat sees it; with `omniscient` also what it does not see."""
    seen = np.empty(size_of(game.spec.module("observation").FIELDS), OBSERVED)
    game.spec.module("observation").observe(game.state, seat, seen)
    row: Row = {
        "ply": game.ply,
        "seat": seat,
        "seats": game.seats,
        "options": json.dumps(game.options, sort_keys=True),
        "observation": seen.tolist(),
        "legal": game.legal_codes(),
        "player": game.players[seat] if game.players else f"seat {seat}",
    }
    if views:
        row["view"] = json.dumps(game.view(seat))
    if omniscient:
        row["deal"] = json.dumps({**({} if game.seed is None else {"seed": game.seed}), **game.deal})
        row["state"] = game.state.tobytes().hex()
    return row


def final_columns(game: Game, seat: int) -> Row:
    """How the game ended for a seat; of an unfinished one nothing: its scores may count what the seat does not see."""
    if not game.is_over:
        return {"score": None, "rank": None, "win": None, "margin": None, "scores": None, "over": False}
    scores, ranks = game.scores, game.ranks
    others = [score for other, score in enumerate(scores) if other != seat]
    return {
        "score": scores[seat],
        "rank": ranks[seat],
        "win": 1 / ranks.count(1) if ranks[seat] == 1 else 0.0,
        "margin": scores[seat] - max(others) if others else None,
        "scores": scores,
        "over": True,
    }


def arrow_schema(spec: GameSpec, *, views: bool, omniscient: bool) -> pyarrow.Schema:
    """The schema of a dataset; its metadata name the game and explain the numbers of an observation, and hold no seed."""
    import pyarrow as pa

    size = size_of(spec.module("observation").FIELDS)
    kinds: dict[str, Any] = {
        "int8": pa.int8(),
        "int32": pa.int32(),
        "int64": pa.int64(),
        "float64": pa.float64(),
        "bool": pa.bool_(),
        "string": pa.string(),
        "binary": pa.binary(),
        "list<int32>": pa.list_(pa.int32()),
        "numbers": pa.list_(pa.int16(), size),
    }
    fields = [
        pa.field(column.name, kinds[column.kind], column.nullable, {"meaning": column.meaning}) for column in columns_for(views=views, omniscient=omniscient)
    ]
    about = {
        "ziggurat.dataset": FORMAT,
        "ziggurat.game": spec.name,
        "ziggurat.rules": str(spec.version),
        "ziggurat.observation": json.dumps([field._asdict() for field in spec.module("observation").FIELDS]),
    }
    return pa.schema(fields, about)
