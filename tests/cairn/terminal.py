"""The table as coloured text."""

from __future__ import annotations

from rich.text import Text

from cairn.types import View
from ziggurat.text import Words, seat_name, turn_line


def board(view: View, words: Words) -> Text:
    """The open stones, a line for each cairn from the bottom, and how the game stands."""
    text = Text(f"{words('word.display')}{words('sign.colon')}", "bold")
    text.append_text(stones(view.display)).append(f"  {words('count.bag', n=view.bag_left)}\n", "dim")
    for seat, sheet in enumerate(view.seats):
        mark = "▶ " if view.to_move == seat else "  "
        text.append(f"{mark}{seat_name(view, seat, words)}{words('sign.colon')}", "bold").append_text(stones(sheet.cairn))
        text.append(f"  {words('count.points', n=sheet.score)}\n")
    return text.append(turn_line(view, words), "bold")


def stones(values: list[int]) -> Text:
    """Stones in a row."""
    return Text(" ").join(Text(f" {value} ", "black on #a3a8ad") for value in values) if values else Text("–", "dim")
