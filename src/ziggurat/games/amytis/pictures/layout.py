"""The layout of a picture of Amytis: sizes, colours, names and words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ziggurat.drawing import models
from ziggurat.drawing.picture import BasePicture
from ziggurat.drawing.theme import LIGHT, read
from ziggurat.games.amytis.material import (
    KIND_LETTERS,
    KIND_NAMES,
)
from ziggurat.games.amytis.types import View

WIDTH, HEIGHT = 1440, 900
KINDS = dict(zip(KIND_LETTERS, KIND_NAMES, strict=True))
LOOK: dict[str, Any] = read(Path(__file__).with_name("look.json"))
MARKS: dict[str, str] = LOOK["marks"]
COLOURS: dict[str, dict[str, str]] = LOOK["colours"]
BUILD: dict[str, models.Build] = {kind: models.build(building["model"]) for kind, building in LOOK["buildings"].items()}
ROOF_LIGHT: dict[str, float] = {kind: building["light"] for kind, building in LOOK["buildings"].items()}
CREAM, DARK_INK = LIGHT.cream, "#241d14"

# The isometric table, in units of the camera; a tile is TILE wide.
SCALE, ELEVATION = 96.0, 49.0
STEP, TILE, BOARD, THICK = 1.2, float(LOOK["tile"]), 3.94, 0.16
LAYER, FULL_LAYERS, THIN = 0.14, 6, 0.35  # above six tiles a stack grows only by a third of a layer for each tile
MODEL_SIZE, MODEL_BACK = 0.82, -0.075
MARK_AT, FIGURE_AT = (0.15, 0.4), (0.3, -0.3)
COUNT_AT = ((0.4, 0.15), (0.44, -0.32), (-0.36, 0.42), (-0.4, -0.4))  # the first of these that no nearer stack hides

# The table in the picture: the stacks behind, the two cities before them, a column of panels on the right.
MAIN_AT, CITY_AT = (562.0, 352.0), ((285.0, 612.0), (839.0, 612.0))
COLUMN_X, COLUMN_WIDTH, TOP, GAP = 1124.0, 296.0, 72.0, 11.0
SEAT_WIDTH = 366.0


@dataclass(frozen=True)
class Picture(BasePicture[View]):
    """A picture of Amytis while it is drawn."""

    last: tuple[str, int, str] | None
    """The last build: its stack, its seat, its space."""
    letters: bool = True
    """Whether tiles seen from above bear the letter of their type, beside its sign."""

    @property
    def colours(self) -> dict[str, str]:
        """The four tile colours."""
        return COLOURS[self.theme.name]

    @property
    def left_seat(self) -> int:
        """The seat whose city is on the left: the viewer's, or the first player's."""
        return self.view.seat or 0

    @property
    def sides(self) -> str:
        """The side of each building card that is in play."""
        return str(self.view.options["sides"])

    def tip(self, tile: str | None, otherwise: str) -> str:
        """The texts about a tile: its type with the side in play, and its colour."""
        if not tile:
            return f"about.{otherwise}"
        return f"about.{KINDS[tile[1]]}.{self.sides[KIND_LETTERS.index(tile[1])]} about.color.{tile[0]}"

    def tile(self, tile: str) -> str:
        """A tile in words."""
        return self.w("draw.tile", color=self.w(f"color.{tile[0]}"), kind=self.w(f"kind.{KINDS[tile[1]]}"))


def empty_stacks(picture: Picture) -> int:
    """How many stacks have no tile left."""
    return sum(stack.left == 0 for stack in picture.view.stacks)


def status(picture: Picture) -> str:
    """Who is to play, or who has won."""
    view, w = picture.view, picture.w
    if view.to_move is not None and not view.over:
        return w("table.your_turn" if view.to_move == view.seat else ("draw.play.first", "draw.play.second")[view.to_move])
    one, other = (seat.score or 0 for seat in view.seats)
    if one == other:
        return w("draw.tie", n=one)
    return w("draw.won.first" if one > other else "draw.won.second", most=max(one, other), least=min(one, other))
