"""One picture of Amytis in the making: sizes, colours, names and words."""

from __future__ import annotations

from dataclasses import dataclass

from ziggurat.drawing import models, sheet
from ziggurat.games.amytis.material import (
    KIND_LETTERS,
    KIND_NAMES,
)

WIDTH, HEIGHT = 1440, 900
KINDS = dict(zip(KIND_LETTERS, KIND_NAMES, strict=True))
MARKS = {"G": "circle", "B": "star", "O": "triangle", "P": "square"}
COLOURS = {
    "light": {"G": "#62ad72", "B": "#4f8fd0", "O": "#ec9f45", "P": "#dc7ba2"},
    "dark": {"G": "#4f9c63", "B": "#3f78b8", "O": "#d98a34", "P": "#c4628c"},
}
BUILD: dict[str, models.Build] = {
    "g": models.terraces,
    "m": models.market,
    "w": models.wall,
    "p": models.palace,
    "r": models.house,
    "t": models.theater,
}
CREAM, DARK_INK = "#fffdf4", "#241d14"

# The isometric table, in units of the camera; a tile is TILE wide.
SCALE, ELEVATION = 96.0, 49.0
STEP, TILE, BOARD, THICK = 1.2, 1.04, 3.94, 0.16
LAYER, FULL_LAYERS, THIN = 0.14, 6, 0.35  # above six tiles a stack grows only by a third of a layer for each tile
MODEL_SIZE, MODEL_BACK = 0.82, -0.075
MARK_AT, FIGURE_AT = (0.15, 0.4), (0.3, -0.3)
COUNT_AT = ((0.4, 0.15), (0.44, -0.32), (-0.36, 0.42), (-0.4, -0.4))  # the first of these that no nearer stack hides

# The table in the picture: the stacks behind, the two cities before them, a column of panels on the right.
MAIN_AT, CITY_AT = (562.0, 352.0), ((285.0, 612.0), (839.0, 612.0))
COLUMN_X, COLUMN_WIDTH, TOP, GAP = 1124.0, 296.0, 72.0, 11.0
SEAT_WIDTH = 366.0


@dataclass(frozen=True)
class Sheet(sheet.Sheet):
    """A picture of Amytis in the making."""

    last: tuple[str, int, str] | None
    """The last build: its stack, its seat, its space."""

    @property
    def colours(self) -> dict[str, str]:
        """The four tile colours."""
        return COLOURS[self.theme.name]

    @property
    def left_seat(self) -> int:
        """The seat whose city is on the left: the viewer's, or the first player's."""
        return 0 if self.view["seat"] is None else int(self.view["seat"])

    def tip(self, tile: str | None, otherwise: str) -> str:
        """The texts about a tile: its type with the side in play, and its colour."""
        if not tile:
            return f"about.{otherwise}"
        return f"about.{KINDS[tile[1]]}.{self.view['options']['sides'][KIND_LETTERS.index(tile[1])]} about.color.{tile[0]}"

    def tile(self, tile: str) -> str:
        """A tile in words."""
        return self.w("draw.tile", color=self.w(f"color.{tile[0]}"), kind=self.w(f"kind.{KINDS[tile[1]]}"))


def empty_stacks(page: Sheet) -> int:
    """How many stacks have no tile left."""
    return sum(stack["left"] == 0 for stack in page.view["stacks"])


def status(page: Sheet) -> str:
    """Who is to play, or who has won."""
    view, w = page.view, page.w
    if not view["over"]:
        return w("table.your_turn" if view["to_move"] == view["seat"] else ("draw.play.first", "draw.play.second")[view["to_move"]])
    one, other = (seat["score"] for seat in view["seats"])
    if one == other:
        return w("draw.tie", n=one)
    return w("draw.won.first" if one > other else "draw.won.second", most=max(one, other), least=min(one, other))
