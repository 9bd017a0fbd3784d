"""One picture of Blueprints in the making: sizes, colours, names and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ziggurat.drawing import sheet
from ziggurat.games.blueprints.material import CHOSEN, ROUNDS
from ziggurat.text import who_won

WIDTH, HEIGHT = 1440, 900
MARGIN = 40.0
COLUMN_X, COLUMN_WIDTH, TOP, GAP = 1112.0, 300.0, 66.0, 11.0

MATERIAL = {  # the dice
    "light": {"W": "#e6933f", "R": "#5cae62", "S": "#474a55", "G": "#c4e3f2"},
    "dark": {"W": "#d9822f", "R": "#4f9f57", "S": "#3b3e49", "G": "#bfe0f0"},
}
PIP = {"W": "#fff6e6", "R": "#f6ffe9", "S": "#f2f2ee", "G": "#234a63"}
PAPER = {  # the plans
    "light": {"top": "#2f62a3", "line": "#dcebff", "rim": "#234c82"},
    "dark": {"top": "#20497f", "line": "#a9cdf5", "rim": "#183863"},
}
CARD = {"gold": "#d9a531", "silver": "#a9b2bd", "bronze": "#b5774a"}
SHADOW = "#050a18"


@dataclass(frozen=True)
class Sheet(sheet.Sheet):
    """A picture of Blueprints in the making."""

    @property
    def paper(self) -> dict[str, str]:
        """The colours of a plan."""
        return PAPER[self.theme.name]

    @property
    def own(self) -> dict[str, Any] | None:
        """What lies behind the viewer's screen; nothing for a spectator."""
        seat = self.view["seat"]
        return None if seat is None else self.view["seats"][seat]

    def die(self, die: str) -> str:
        """A die in words."""
        return f"{self.w(f'material.{die[0]}')} {die[1]}"

    def plan_note(self) -> str:
        """Whether the plans are reconstructed: said wherever one is shown."""
        return self.w("draw.own_plans" if isinstance(self.view["options"]["plans"], list) else "draw.reconstructed")


def progress(page: Sheet) -> str:
    """Which round, and how far it is."""
    view = page.view
    who = (view["to_move"] or 0) if view["seat"] is None else view["seat"]
    due = 0 if view["phase"] == "remove" and view["to_move"] == who else 1  # the die chosen next, or the one whose removal is still owed
    return page.w("draw.progress", round=view["round"], rounds=ROUNDS, die=min(CHOSEN, len(view["seats"][who]["taken"]) + due), dice=CHOSEN)


def status(page: Sheet) -> str:
    """Who is to play, or who has won."""
    view, w = page.view, page.w
    if not view["over"]:
        return w("table.your_turn") if view["to_move"] == view["seat"] else w("table.turn", player=page.player(view["to_move"]))
    return who_won(view, [page.player(seat) for seat in range(len(view["seats"]))], w)
