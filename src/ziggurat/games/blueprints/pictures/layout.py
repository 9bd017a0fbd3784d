"""The layout of a picture of Blueprints: sizes, colours, names and words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import UNSET

from ziggurat.drawing.picture import BasePicture
from ziggurat.drawing.theme import read
from ziggurat.games.blueprints.material import CHOSEN, ROUNDS
from ziggurat.games.blueprints.types import SeatView, View

WIDTH, HEIGHT = 1440, 900
MARGIN = 40.0
COLUMN_X, COLUMN_WIDTH, TOP, GAP = 1112.0, 300.0, 66.0, 11.0

LOOK: dict[str, Any] = read(Path(__file__).with_name("look.json"))
MATERIAL: dict[str, dict[str, str]] = LOOK["colours"]  # the dice
PIP: dict[str, str] = LOOK["ink"]
GRAIN: dict[str, list[str]] = LOOK["grain"]
PAPER: dict[str, dict[str, str]] = LOOK["paper"]  # the plans
CARD = {"gold": "#d9a531", "silver": "#a9b2bd", "bronze": "#b5774a"}
SHADOW: str = LOOK["shadow"]


class Site(NamedTuple):
    """A plan and what is built on it."""

    plan_id: int
    plan: list[str]
    building: list[list[str]]

    @property
    def stacks(self) -> list[list[str]]:
        """The six stacks of the building."""
        return [stack.split() for row in self.building for stack in row]


def site_of(seat: SeatView) -> Site | None:
    """What lies behind a screen; None where the viewer does not see it."""
    if seat.plan_id is UNSET or seat.plan is UNSET or seat.building is UNSET:
        return None
    return Site(seat.plan_id, seat.plan, seat.building)


@dataclass(frozen=True)
class Picture(BasePicture[View]):
    """A picture of Blueprints while it is drawn."""

    @property
    def paper(self) -> dict[str, str]:
        """The colours of a plan."""
        return PAPER[self.theme.name]

    @property
    def own(self) -> SeatView | None:
        """The viewer's own seat; None for a spectator."""
        return None if self.view.seat is None else self.view.seats[self.view.seat]

    def die(self, die: str) -> str:
        """A die in words."""
        return f"{self.w(f'material.{die[0]}')} {die[1]}"

    def plan_note(self) -> str:
        """Whether the plans are reconstructed: said wherever one is shown."""
        return self.w("draw.own_plans" if isinstance(self.view.options["plans"], list) else "draw.reconstructed")


def progress(picture: Picture) -> str:
    """Which round, and how far it is."""
    view = picture.view
    who = (view.to_move or 0) if view.seat is None else view.seat
    due = 0 if view.phase == "remove" and view.to_move == who else 1  # the die chosen next, or the one whose removal is still owed
    return picture.w("draw.progress", round=view.round, rounds=ROUNDS, die=min(CHOSEN, len(view.seats[who].taken) + due), dice=CHOSEN)
