"""The past of a table: its game at any ply, records opened as tables, and positions from which a new table goes on.

A new table goes on from a finished game only: nobody may know the deal of a running one.
"""

from __future__ import annotations

import secrets as random_secrets
from typing import Any

from ziggurat.errors import GameError, RecordError
from ziggurat.game import Game
from ziggurat.record import parse, replay
from ziggurat.server import http_answers as a
from ziggurat.server import requests as r
from ziggurat.server.refused import Refused
from ziggurat.server.show.views import covered, is_face_down, log_of
from ziggurat.server.table import events as e
from ziggurat.server.table.table import Table
from ziggurat.text import clean

LONGEST_NAME = 60


# --- A game at an earlier ply --------------------------------------------------------------------------------------------


def moment(table: Table, ply: int, seat: int | None, language: str) -> a.Moment:
    """Show the table after so many plies, as a seat (None: a spectator) saw it then."""
    game = table.game
    if game is None:
        raise Refused("table.waiting")
    check_ply(game, ply)
    past = game_at(game, ply)
    view = past.typed_view(seat)
    view.legal = []
    view = covered(table, past, view)
    lines = log_of(past, language, ply - 1, seat, face_down=is_face_down(table))[0] if ply else []
    return a.Moment(ply, game.ply, seat, view, lines, view.log[-1] if ply else "", past.movers[-1] if ply else None)


def game_at(game: Game, ply: int) -> Game:
    """Copy a game and go back to an earlier ply."""
    past = game.copy()
    while past.ply > ply:
        past.undo()
    return past


def check_ply(game: Game, ply: int) -> None:
    """Refuse a ply that the game does not have (any more: moves that were taken back are gone)."""
    if not 0 <= ply <= game.ply:
        raise Refused("ply.unknown", ply=ply, last=game.ply)


def whose_view(table: Table, seats: list[int], wanted: int | None) -> int | None:
    """The seat whose view the holder of these seats may have: one of them; when the game is over, any."""
    if wanted is not None and table.status == "over" and wanted not in range(len(table.seats)):
        raise Refused("seat.unknown", seat=wanted, last=len(table.seats) - 1)
    if wanted is not None and (table.status == "over" or wanted in seats):
        return wanted
    if wanted is not None:
        raise Refused("seat.not_yours", "view", seat=wanted)
    return None if not seats else table.to_move if table.to_move in seats else seats[0]


# --- A record opened --------------------------------------------------------------------------------------------------


def read_record(given: dict[str, Any] | str) -> dict[str, Any]:
    """Read a record, given as an object or as text."""
    return given if isinstance(given, dict) else parse(given)


def record_head(record: dict[str, Any]) -> e.Head:
    """Make the head of a table that shows a record; raises RecordError with the place and the reason."""
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
    """Clean a name out of a record of signs that cannot be seen. (It may be a bot's.)"""
    return clean(name)[:LONGEST_NAME] or f"Player {place + 1}"


# --- A table that goes on from a ply ----------------------------------------------------------------------------------------


def fork(source: Table, new: r.NewTable) -> tuple[e.Fork, dict[str, Any]]:
    """Where a new table begins that goes on from a ply of a finished one, and its deal."""
    start, game = new.from_, source.game
    assert start is not None
    if source.status != "over" or game is None:
        raise Refused("table.running", "fork")
    check_ply(game, start.ply)
    if new.game != source.spec.name:
        raise Refused("fork.wrong", theirs=source.spec.name, game=new.game)
    if len(new.seats) != game.seats:
        raise Refused("fork.wrong", "seats", theirs=game.seats, n=len(new.seats))
    if different := [name for name, value in new.options.items() if game.options.get(name) != value]:
        raise Refused("fork.wrong", "options", option=different[0])
    if source.spec.rules.is_over(game.state_at(start.ply)):
        raise Refused("fork.wrong", "over", ply=start.ply)
    return e.Fork(source.id, start.ply, game.moves[: start.ply]), game.deal
