"""A picture while it is drawn: the view, the theme, the words, the picture's name, and what can be clicked. Every drawing function gets one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from ziggurat.text import Words, seat_name, who_won
from ziggurat.view import AnyView

from .isometric import Point, num
from .shapes import group
from .theme import Theme

LONGEST_NAME = 20
View = TypeVar("View", bound=AnyView)


@dataclass(frozen=True)
class BasePicture(Generic[View]):
    """A picture while it is drawn; each game adds its own fields (`games/*/pictures/layout.py`)."""

    view: View
    theme: Theme
    w: Words
    name: str
    """Prefix of all ids, from `picture_name`."""
    pieces: frozenset[str]
    """The pieces of the legal moves: what clicks can spell."""

    def player(self, seat: int) -> str:
        """The name of the player on a seat, shortened if need be; `You` where the viewer has none."""
        if seat == self.view.seat and not self.view.seats[seat].name:
            return self.w("seat.you")
        name = seat_name(self.view, seat, self.w)
        return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"

    def status(self) -> str:
        """Who is to play, or who has won."""
        view, w = self.view, self.w
        if view.to_move is None:
            return who_won(view, [self.player(seat) for seat in range(len(view.seats))], w)
        return w("table.your_turn") if view.to_move == view.seat else w("table.turn", player=self.player(view.to_move))

    def piece(self, content: str, label: str, move: str | None = None, tip: str | None = None) -> str:
        """A thing of the game with its label; it carries `data-move` if `move` is a piece of a legal move. `tip` names the texts that explain it."""
        if move in self.pieces:
            return group(content, role="button", aria_label=label, data_move=move, data_tip=tip)
        return group(content, role="img", aria_label=label, data_tip=tip)

    def use(self, key: str, at: Point) -> str:
        """Something from the picture's `<defs>`, put at a point."""
        return f'<use href="#{self.name}-{key}" x="{num(at[0])}" y="{num(at[1])}"/>'


def picture_name(view: AnyView, *how: str) -> str:
    """A short name that differs for different pictures, so that several can stand in one page."""
    return "z" + hashlib.sha256(msgspec.json.encode([view, *how])).hexdigest()[:8]
