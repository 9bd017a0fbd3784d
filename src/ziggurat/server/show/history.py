"""The past of a table: any moment of its game as one may see it, records opened as tables, and positions taken up again at a new table.

Only what is over is opened or taken up: the deal of a running game is nobody's to know.
"""

from __future__ import annotations

import secrets as random_secrets
from typing import Any

from ziggurat.errors import GameError, RecordError
from ziggurat.game import Game
from ziggurat.record import parse, replay
from ziggurat.server import messages as m
from ziggurat.server.show.views import without_scores
from ziggurat.server.table import events as e
from ziggurat.server.table.decide import Refused
from ziggurat.server.table.table import Table
from ziggurat.text import clean

LONGEST_NAME = 60


# --- A moment of a game -----------------------------------------------------------------------------------------------


def moment(table: Table, ply: int, seat: int | None, language: str) -> m.Moment:
    """The table after so many plies, as a seat (None: a spectator) saw it then."""
    game = table.game
    if game is None:
        raise Refused("table.waiting")
    check_ply(game, ply)
    past = game_at(game, ply)
    view = past.typed_view(seat)
    view.legal = []
    if table.status != "over" and not table.head.live_scores:
        view = without_scores(past, view)
    told = past.log(language, since=ply - 1, seat=seat)[0] if ply else []
    return m.Moment(ply, game.ply, seat, view, told, view.log[-1] if ply else "", past.movers[-1] if ply else None)


def game_at(game: Game, ply: int) -> Game:
    """A game of its own at an earlier ply."""
    past = game.copy()
    while past.ply > ply:
        past.undo()
    return past


def check_ply(game: Game, ply: int) -> None:
    """Refuse a ply that the game has not (or no longer: moves that were taken back are gone)."""
    if not 0 <= ply <= game.ply:
        raise Refused("ply.unknown", ply=ply, last=game.ply)


def whose_view(table: Table, seats: list[int], asked: int | None) -> int | None:
    """The seat whose view one may have: one's own; when the game is over, anyone's."""
    if asked is not None and table.status == "over" and asked not in range(len(table.seats)):
        raise Refused("seat.unknown", seat=asked, last=len(table.seats) - 1)
    if asked is not None and (table.status == "over" or asked in seats):
        return asked
    if asked is not None:
        raise Refused("seat.not_yours", "view", seat=asked)
    return None if not seats else table.to_move if table.to_move in seats else seats[0]


# --- A record opened --------------------------------------------------------------------------------------------------


def read_record(given: dict[str, Any] | str) -> dict[str, Any]:
    """The record as an object."""
    return given if isinstance(given, dict) else parse(given)


def record_head(record: dict[str, Any]) -> e.Head:
    """The head of a table that shows a record; raises RecordError with the place and the reason."""
    try:
        game = replay(record)
    except GameError as error:
        raise RecordError(str(error).splitlines()[0]) from None
    names = [shown_name(name, place) for place, name in enumerate(game.players or [""] * game.seats)]
    return e.Head(
        game=game.spec.name,
        rules=game.spec.version,
        options=game.options,
        seats=[e.SeatPlan("record")] * game.seats,
        secret=random_secrets.token_hex(16),
        commitment="",
        stand_in="",
        record={**record, "players": names},
    )


def shown_name(name: str, place: int) -> str:
    """A name out of a record, without signs that cannot be seen. (A bot's may stand there.)"""
    return clean(name)[:LONGEST_NAME] or f"Player {place + 1}"


# --- A position taken up again ----------------------------------------------------------------------------------------


def take_up(source: Table, new: m.NewTable) -> tuple[e.Fork, dict[str, Any]]:
    """Where a new table begins that goes on from a moment of a finished one, and its deal."""
    asked, game = new.from_, source.game
    assert asked is not None
    if source.status != "over" or game is None:
        raise Refused("table.running", "fork")
    check_ply(game, asked.ply)
    if new.game != source.spec.name:
        raise Refused("fork.wrong", theirs=source.spec.name, game=new.game)
    if len(new.seats) != game.seats:
        raise Refused("fork.wrong", "seats", theirs=game.seats, n=len(new.seats))
    if different := [name for name, value in new.options.items() if game.options.get(name) != value]:
        raise Refused("fork.wrong", "options", option=different[0])
    if source.spec.rules.is_over(game.state_at(asked.ply)):
        raise Refused("fork.wrong", "over", ply=asked.ply)
    return e.Fork(source.id, asked.ply, game.moves[: asked.ply]), game.deal
