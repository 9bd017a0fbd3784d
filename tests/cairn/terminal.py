"""The table as coloured text; names and the state of the game, which the picture tells too."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from ziggurat.text import Words

SEAT_NAMES = ("seat.first", "seat.second", "seat.third")


def board(view: dict[str, Any], words: Words) -> Text:
    """The open stones, a line for each cairn from the bottom, and how the game stands."""
    text = Text(f"{words('word.display')}{words('sign.colon')}", "bold")
    text.append_text(stones(view["display"])).append(f"  {words('count.bag', n=view['bag_left'])}\n", "dim")
    for seat, sheet in enumerate(view["seats"]):
        mark = "▶ " if view["to_move"] == seat else "  "
        text.append(f"{mark}{player(view, seat, words)}{words('sign.colon')}", "bold").append_text(stones(sheet["cairn"]))
        text.append(f"  {words('count.points', n=sheet['score'])}\n")
    return text.append(f"{status(view, words)}\n", "bold")


def stones(values: list[int]) -> Text:
    """Stones in a row."""
    return Text(" ").join(Text(f" {value} ", "black on #a3a8ad") for value in values) if values else Text("–", "dim")


def player(view: dict[str, Any], seat: int, words: Words) -> str:
    """The player's name, or the seat's."""
    return str(view["seats"][seat].get("name") or words(SEAT_NAMES[seat]))


def status(view: dict[str, Any], words: Words) -> str:
    """Whose turn it is and what to do, or who has won (§5)."""
    if not view["over"]:
        return f"{words('table.turn', player=player(view, view['to_move'], words))}. {words('phase.' + view['phase'])}"
    standings = [(sheet["score"], sheet["breakdown"]["top"]) for sheet in view["seats"]]
    best = [player(view, seat, words) for seat, standing in enumerate(standings) if standing == max(standings)]
    ended = words("table.winner", player=best[0]) if len(best) == 1 else words("table.tie", players=" & ".join(best))
    return f"{words('table.over')}{words('sign.colon')}{ended}"
