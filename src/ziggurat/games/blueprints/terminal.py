"""The table as coloured text. Read without colour, it says the same: `R4` is a recycled die with a 4."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from rich.text import Text

from ziggurat.games.blueprints.material import CHOSEN, COLUMNS, MATERIAL_LETTERS, POINT_LINES, ROUNDS, ROWS
from ziggurat.games.blueprints.types import Points, Round, View
from ziggurat.text import Words, seat_name, turn_line

INK = {"W": "bold black on #e08a3c", "R": "bold white on #3f8f55", "S": "bold white on #33363d", "G": "bold black on #bfe0ea"}
SEAT_MARKS = "①②③④"
SEAT_STYLES = ("bold #b07a1e", "bold #6d7a8e", "bold #9c5a86", "bold #4f8a83")
CELL = 4 * CHOSEN - 1


def board(view: View, words: Words) -> Text:
    """Pool, players, the own plan and building, and who won what."""
    text = Text()
    names = [seat_name(view, seat, words) for seat in range(len(view.seats))]
    text.append_text(round_line(view, names, words)).append("\n")
    text.append_text(pool_line(view, words)).append("\n")
    for seat, name in enumerate(names):
        text.append_text(player_line(view, seat, name, words)).append("\n")
    for seat, name in enumerate(names):
        text.append_text(building_lines(view, seat, name, words))
    for finished in view.rounds:
        text.append_text(finished_line(finished, names, words)).append("\n")
    return text.append(turn_line(view, words), "bold")


def title(name: str) -> str:
    """A heading: the first letter large."""
    return name[:1].upper() + name[1:]


def die_text(die: str) -> Text:
    """A die in its colour."""
    return Text(f" {die} ", INK[die[0]])


def dice_text(dice: Sequence[str]) -> Text:
    """Dice side by side."""
    return Text(" ").join(map(die_text, dice)) if dice else Text("–", "dim")


def demand_text(letters: Sequence[str], words: Words) -> Text:
    """The materials in demand, the first one first."""
    return Text(" > ").join(Text(f" {letter} {words(f'material.{letter}')} ", INK[letter]) for letter in letters)


def round_line(view: View, names: list[str], words: Words) -> Text:
    """Which round, who started it, what is in demand."""
    line = Text(f"{title(words('word.round', round=view.round))}/{ROUNDS}", "bold")
    line.append(f" · {names[view.start]} {words('word.starts')} · {words('word.demand')}{words('sign.colon')} ")
    return line.append_text(demand_text(view.demand, words))


def pool_line(view: View, words: Words) -> Text:
    """The pool by value, the bag, and what was removed."""
    line = Text(f"{title(words('word.pool'))}{words('sign.colon')} ", "bold").append_text(dice_text(view.pool))
    line.append(f"  · {words('count.bag', n=view.bag_left)}", "dim")
    if view.removed:
        line.append(f"  · {words('word.removed')} {' '.join(view.removed)}", "dim")
    return line


def player_line(view: View, seat: int, name: str, words: Words) -> Text:
    """What everybody knows of a player: cards and the dice chosen in this round."""
    player = view.seats[seat]
    mark = " ◀" if view.to_move == seat else ""
    line = Text(f"{SEAT_MARKS[seat]} {name}{mark} ", SEAT_STYLES[seat]).append(words("count.points", n=player.score), "bold")
    if player.cards:
        line.append(f" ({', '.join(words(f'short.{card}') for card in player.cards)})")
    line.append(f" · {words('word.taken')} ").append_text(dice_text(player.taken))
    if player.discarded:
        line.append(f" · {words('word.discarded')}{words('sign.colon')} {' '.join(player.discarded)}", "dim")
    return line


def building_lines(view: View, seat: int, name: str, words: Words) -> Text:
    """A plan with the building on it, where the viewer sees it: for each space the planned height and the stack from bottom to top."""
    player = view.seats[seat]
    if player.plan is UNSET or player.building is UNSET:
        return Text()
    note = words("word.own_plans" if isinstance(view.options["plans"], list) else "word.reconstructed")
    text = Text(f"{SEAT_MARKS[seat]} {name}{words('sign.colon')} {words('word.plan')} {player.plan_id} ", SEAT_STYLES[seat]).append(f"({note})\n", "dim")
    text.append(f"     {'a':<{CELL + 3}}b\n", "dim")
    for row in range(ROWS):
        text.append(f"  {row + 1} ", "dim")
        for column in range(COLUMNS):
            text.append_text(space_cell(player.plan[row][column], player.building[row][column].split()))
        text.append("\n")
    return text if player.points is UNSET else text.append_text(points_line(player.points, words))


def points_line(points: Points, words: Words) -> Text:
    """What a building scores, and where it comes from."""
    parts = " + ".join(f"{words(f'score.{line}').lower()} {getattr(points, line)}" for line in POINT_LINES)
    return Text().append(f"  {words('score.building')}{words('sign.colon')} ", "bold").append(f"{points.total} = {parts}\n")


def space_cell(mark: str, stack: list[str]) -> Text:
    """One space: its planned height, then its dice from bottom to top; hatched spaces are crossed."""
    cell = Text("╳" if mark == "X" else mark, "dim" if mark == "X" else "bold").append(" ")
    for die in stack:
        cell.append_text(die_text(die))
    if not stack and mark != "X":
        cell.append("·", "dim")
    cell.pad_right(CELL + 3 - cell.cell_len)
    return cell


def finished_line(finished: Round, names: list[str], words: Words) -> Text:
    """A finished round: the scores of the buildings and the cards with what decided them."""
    line = Text(f"{title(words('word.round', round=finished.round))}{words('sign.colon')} ", "dim bold")
    line.append(", ".join(f"{names[seat]} {finished.seats[seat].points.total}" for seat in finished.ranking), "dim")
    for name, card in finished.cards.items():
        why = "" if card.by in ("score", "only") else f" ({words('decided.' + card.by)})"
        line.append(f"; {words('short.' + name)} → {names[card.seat]}{why}", "dim")
    return line


assert set(INK) == set(MATERIAL_LETTERS)
