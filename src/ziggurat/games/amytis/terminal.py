"""The table as coloured text. Read without colour, it says the same: `Gw3` is a green wall on top of a stack of three."""

from __future__ import annotations

from rich.text import Text

from ziggurat.games.amytis.material import CARD_POINTS, FAVOR_NAMES, KIND_NAMES, ROW_SPACES, SEATS, card_pattern
from ziggurat.games.amytis.types import Stack, View
from ziggurat.geometry.square import SIZE
from ziggurat.text import Words, seat_name, turn_line

INK = {"B": "bold white on #2f6fb3", "G": "bold white on #3f8f55", "O": "bold black on #e79a3c", "P": "bold black on #dd7fa6"}
SEAT_MARKS = "①②"
SEAT_STYLES = ("bold #b07a1e", "bold #6d7a8e")
CELL = 7


def board(view: View, words: Words) -> Text:
    """Main board and both player boards side by side, then cards, favors and sides."""
    text = Text()
    names = [seat_name(view, seat, words) for seat in range(SEATS)]
    colon = words("sign.colon")
    boards = [boxed(title(words("word.main_board")), [stack_cell(stack) for stack in view.stacks])]
    for seat in range(SEATS):
        player = view.seats[seat]
        mark = " ◀" if view.to_move == seat else ""
        head = Text(f"{SEAT_MARKS[seat]} {names[seat]}{mark}", SEAT_STYLES[seat])
        boards.append(boxed(head, [space_cell(space) for row in player.board for space in row]))
    for lines in zip(*boards, strict=True):
        text.append_text(Text("   ").join(lines)).append("\n")
    for seat in range(SEATS):
        text.append_text(player_line(view, seat, words)).append("\n")
    text.append_text(display_line(view, words)).append("\n")
    text.append_text(favor_line(view, words)).append("\n")
    sides = " ".join(f"{words(f'kind.{kind}')} {side}" for kind, side in zip(KIND_NAMES, str(view.options["sides"]), strict=True))
    text.append(f"{words('option.sides')}{colon}{sides}\n", "dim")
    return text.append(turn_line(view, words, SEAT_MARKS if names[0] == names[1] else ""), "bold")


def title(name: str) -> Text:
    """A heading."""
    return Text(name[:1].upper() + name[1:], "bold")


def boxed(head: Text, cells: list[Text]) -> list[Text]:
    """Nine cells with column letters and row numbers, each line equally wide."""
    width = 2 + SIZE * (CELL + 1)
    head.truncate(width, overflow="ellipsis", pad=True)
    lines = [head, Text(f"  {''.join(f'{column:^{CELL + 1}}' for column in 'abc')}", "dim")]
    for row in range(SIZE):
        line = Text(f"{row + 1} ", "dim")
        for cell in cells[row * SIZE : (row + 1) * SIZE]:
            line.append_text(cell).append(" ")
        lines.append(line)
    return lines


def tile_text(tile: str) -> Text:
    """A tile in its colour."""
    return Text(f" {tile} ", INK[tile[0]])


def padded(cell: Text) -> Text:
    """The cell filled to its width."""
    cell.pad_right(CELL - cell.cell_len)
    return cell


def stack_cell(stack: Stack) -> Text:
    """The top tile, the tiles left, and the architect on it."""
    cell = tile_text(stack.top) if stack.top else Text("  ·  "[:4], "dim")
    cell.append(f"{stack.left}")
    if stack.architect is not None:
        cell.append(SEAT_MARKS[stack.architect], SEAT_STYLES[stack.architect])
    return padded(cell)


def space_cell(space: str) -> Text:
    """The visible tile of a space and the height of its stack."""
    tiles = space.split()
    cell = tile_text(tiles[-1]).append(f"{len(tiles)}") if tiles else Text(" ·  ", "dim")
    return padded(cell)


def card_text(card: int) -> Text:
    """A project card: number, pattern, points."""
    text = Text(f"{card}[")
    for place, row in enumerate(card_pattern(card - 1)):
        text.append("/" if place else "")
        for cell in row:
            text.append(cell, INK.get(cell))
    return text.append(f"]{CARD_POINTS[card - 1]}")


def player_line(view: View, seat: int, words: Words) -> Text:
    """Score, projects, architects and pawns of one player."""
    player = view.seats[seat]
    line = Text(f"{SEAT_MARKS[seat]} ", SEAT_STYLES[seat]).append(words("count.points", n=player.score), "bold")
    line.append(f" · {words('word.track')} {player.track} · {words('word.projects')} ")
    line.append_text(Text(" ").join([card_text(card) for card in player.projects] or [Text("–")]))
    if player.validated:
        line.append(f" · {words('word.validated')} {' '.join(f'{card}✓' for card in player.validated)}")
    line.append(f" · {words('count.architects', n=player.architects_left)}, {words('count.pawns', n=player.pawns_left)}")
    return line


def display_line(view: View, words: Words) -> Text:
    """The display with the numbers to type, and the deck."""
    line = title(words("word.display")).append(words("sign.colon"))
    for slot, card in enumerate(view.display, 1):
        line.append(f"+{slot} ", "dim").append_text(card_text(card) if card else Text("–")).append("  ")
    return line.append(f"{words('word.deck')} {view.deck_left}")


def favor_line(view: View, words: Words) -> Text:
    """The favor board: who stands where."""
    line = title(words("word.favors")).append(words("sign.colon"))
    for name in FAVOR_NAMES[:-1]:
        owner = getattr(view.favors, name)
        line.append(f"{name} ").append(*(("·", "dim") if owner is None else (SEAT_MARKS[owner], SEAT_STYLES[owner]))).append("  ")
    line.append("row ")
    for owner in view.favors.row:
        line.append(SEAT_MARKS[owner], SEAT_STYLES[owner])
    return line.append("·" * (ROW_SPACES - len(view.favors.row)), "dim")
