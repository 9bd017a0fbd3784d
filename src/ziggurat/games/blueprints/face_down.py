"""Awards and prizes that lie face down until the end (rulebook, D17): what a table that wants it so leaves out of views and of the log.

What everybody saw on the table stays: the buildings of finished rounds and their points. Who remembers them can work the awards out, as in the box rules.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ziggurat.games.blueprints.types import Round, SeatView, View
from ziggurat.view import Telling


def lay_face_down(view: View) -> View:
    """The view of a running game without who won which card, and without the points from cards."""
    return replace(view, seats=[without_cards(seat) for seat in view.seats], rounds=[without_winners(finished) for finished in view.rounds])


def without_cards(seat: SeatView) -> SeatView:
    """What lies before a player, without the cards won."""
    return replace(seat, cards=[], score=UNSET, breakdown=UNSET)


def without_winners(finished: Round) -> Round:
    """A finished round without its ranking and its cards. (The round itself is shared by all views.)"""
    return replace(finished, ranking=[], cards={}, seats=[replace(seat, cards=[]) for seat in finished.seats])


def tell_face_down(tellings: list[Telling]) -> list[Telling]:
    """What is told of a move, without the cards won; the buildings by seat, since their order is the ranking."""
    buildings = sorted((telling for telling in tellings if telling[0] == "log.building"), key=lambda telling: telling[1]["player"])
    waiting = iter(buildings)
    return [next(waiting) if telling[0] == "log.building" else telling for telling in tellings if telling[0] != "log.card"]


def forget_face_down(state: Any) -> None:
    """Take the cards won out of a position, before somebody thinks for a player who does not see them."""
    state["cards"] = 0
