r"""The table as coloured text. Read without colour, it says the same: `h 2` is a house on level 2, `M** 1` a market plaza with two stars.

A city is a map of hexes, each two lines high: what is seen and its level, and below it the place Q,R to type::

     ______
    / h 2  \______
    \_0,-1_/ q 1  \
    / H* 1 \_1,-1_/
    \_0,0__/
"""

from __future__ import annotations

from msgspec import UNSET
from rich.text import Text

from ziggurat.games.akropolis.athena.card_text import card_asks
from ziggurat.games.akropolis.material import COLOR_NAMES, FIRST_PLAZA, KIND_INDEX, KIND_NAMES, STARS_OF, TILE_KINDS, ColorName
from ziggurat.games.akropolis.types import Architect, ColorSheet, Hex, SeatView, Slot, View
from ziggurat.geometry.hex import DIRECTIONS
from ziggurat.text import Words, seat_name, turn_line

Place = tuple[int, int]
Canvas = dict[tuple[int, int], tuple[str, str]]  # line, column -> character and style

INK = ("bold white on #2f6fb3", "bold black on #e3b93c", "bold white on #b8433a", "bold white on #7d4fa8", "bold white on #3f8f55")
QUARRY_INK = "black on #b9bcc0"
SEAT_STYLES = ("bold #b07a1e", "bold #6d7a8e", "bold #b5533c", "bold #3f6f8f")


def board(view: View, words: Words) -> Text:
    """The site, then each city with its score, then whose turn it is."""
    text = site_line(view, words).append("\n")
    if view.slots is not UNSET:
        text.append("\n").append_text(slot_lines(view, view.slots, words))
    for number, seat in enumerate(view.seats):
        text.append("\n").append_text(seat_line(view, number, seat_name(view, number, words), words)).append("\n")
        text.append_text(city_map(seat.city, words)).append("\n")
        text.append_text(sheet_line(seat, words)).append("\n")
    if view.architect is not UNSET:
        text.append("\n").append_text(architect_line(view.architect, words)).append("\n")
    text.append(words("word.legend"), "dim").append("\n")
    if view.slots is not UNSET:
        text.append(words("word.legend.athena"), "dim").append("\n")
    return text.append(turn_line(view, words), "bold")


def ink(kind: int) -> str:
    """The style of a hex."""
    return QUARRY_INK if KIND_NAMES[kind] == "quarry" else INK[kind % FIRST_PLAZA]


def letter(kind: str, words: Words) -> str:
    """The letter of a hex in the language of the words: small for a district or a quarry, capital for a plaza."""
    small = words(f"letter.{kind.removesuffix('_plaza')}")
    return small.upper() if kind.endswith("_plaza") else small


def sign(kind: int, words: Words) -> str:
    """A hex in letters, a plaza with its stars."""
    return letter(KIND_NAMES[kind], words) + "*" * int(STARS_OF[kind])


def label(hex_: Hex, words: Words) -> str:
    """What a hex shows in letters; of two colours both, and the side at which the first begins: `h/m5`."""
    if hex_.second is UNSET or hex_.rotation is UNSET:
        return sign(KIND_INDEX[hex_.kind], words)
    return f"{letter(hex_.kind, words)}/{letter(hex_.second, words)}{hex_.rotation}"


def slot_lines(view: View, slots: list[Slot], words: Words) -> Text:
    """The construction cards, what they ask for, the single tiles at them, and who has completed them."""
    text = Text()
    for number, slot in enumerate(slots, start=1):
        text.append(f"{number}. {words(f'card.{slot.card}')}", "bold").append(f"{words('sign.colon')}{card_asks(slot.card, view.options, words)}\n   ", "dim")
        for tile in slot.singles:
            kinds = view.tiles[str(tile)]
            signs = "/".join(sign(KIND_INDEX[kind], words) for kind in kinds)
            text.append(f"{tile}:", "bold").append(f" {signs} ", ink(KIND_INDEX[kinds[0]])).append("  ")
        done = [seat_name(view, seat, words) for seat, player in enumerate(view.seats) if player.completed is not UNSET and number in player.completed]
        text.append(f"· {words('word.completed_by')} {', '.join(done)}" if done else "").append("\n")
    return text


def site_line(view: View, words: Words) -> Text:
    """The tiles on offer with their prices, hexes clockwise, and the stacks."""
    line = Text(capital(words("word.site")), "bold").append(words("sign.colon"))
    for slot, tile in enumerate(view.site):
        line.append(f"{slot}:", "bold")
        for kind in TILE_KINDS[tile].tolist():
            line.append(f" {sign(kind, words)} ", ink(kind))
        line.append(f" ({words('word.free') if slot == 0 else words('count.stones', n=slot)})  ", "dim")
    line.append(f"{words('count.stacks', n=view.stacks_left)} · {words('word.round', round=view.round, rounds=view.rounds)}")
    if view.reserve is not None:
        line.append(f" · {words('word.reserve')} {view.reserve}")
    return line


def seat_line(view: View, seat: int, name: str, words: Words) -> Text:
    """Name, stones and score of one player."""
    player = view.seats[seat]
    mark = " ◀" if view.to_move == seat else ""
    line = Text(f"{name}{mark}", SEAT_STYLES[seat]).append(f"  {words('count.stones', n=player.stones)} · ")
    line.append(words("count.points", n=player.score), "bold")
    if player.completed is not UNSET:
        line.append(f" · {words('word.statue')} {len(player.completed)}/4")
    return line.append(f" · {words('word.chief')}" if view.chief == seat else "")


def city_map(city: list[Hex], words: Words) -> Text:
    """The city from above; around it the places where the ground is empty."""
    seen = {(hex_.q, hex_.r): hex_ for hex_ in city}
    ring = {(q + dq, r + dr) for q, r in seen for dq, dr in DIRECTIONS} - seen.keys()
    width = max(6, *(len(f"{q},{r}") + 1 for q, r in (*seen, *ring)))
    canvas: Canvas = {}
    for place in ring:
        write(canvas, place, width, 0, f"{place[0]},{place[1]}".center(width), "dim")
    for place in sorted(seen, key=lambda p: 2 * p[1] + p[0]):
        draw_hex(canvas, place, seen[place], width, words)
    return lines_of(canvas)


def corner(place: Place, width: int) -> Place:
    """Line and column of the upper left corner of a hex."""
    return 2 * place[1] + place[0], place[0] * (width + 1)


def write(canvas: Canvas, place: Place, width: int, down: int, text: str, style: str) -> None:
    """Write into a hex, on its first (0) or second (1) line, or on its upper edge (-1)."""
    line, column = corner(place, width)
    for i, letter in enumerate(text):
        if letter != " " or down >= 0:
            canvas[line + down, column + 1 + i] = (letter, style)


def draw_hex(canvas: Canvas, place: Place, hex_: Hex, width: int, words: Words) -> None:
    """Outline and letters of one visible hex."""
    line, column = corner(place, width)
    kind = KIND_INDEX[hex_.kind]
    if (line - 1, column + 1) not in canvas:  # else the hex to the north has drawn this edge
        write(canvas, place, width, -1, "_" * width, "")
    write(canvas, place, width, 0, f"{label(hex_, words)} {hex_.level}".center(width), ink(kind))
    write(canvas, place, width, 1, f"{place[0]},{place[1]}".center(width, "_"), ink(kind).replace("bold ", ""))
    for down, left, right in ((0, "/", "\\"), (1, "\\", "/")):
        canvas[line + down, column] = (left, "")
        canvas[line + down, column + width + 1] = (right, "")


def lines_of(canvas: Canvas) -> Text:
    """The canvas as text, line by line."""
    text = Text()
    left = min(column for _, column in canvas)
    first, last = min(line for line, _ in canvas), max(line for line, _ in canvas)
    for line in range(first, last + 1):
        columns = [column for at, column in canvas if at == line]
        for column in range(left, max(columns, default=left - 1) + 1):
            letter, style = canvas.get((line, column), (" ", ""))
            text.append(letter, style or None)
        text.append("\n")
    text.right_crop(1)
    return text


def pages_of(seat: SeatView) -> dict[ColorName, ColorSheet]:
    """The score sheet of a seat, colour by colour."""
    assert seat.sheet is not UNSET, "boards and pictures show the scores"
    return {name: getattr(seat.sheet, name) for name in COLOR_NAMES}


def sheet_line(seat: SeatView, words: Words) -> Text:
    """Each colour: value of the valid districts times stars, and the districts that do not count."""
    line = Text()
    for color, (name, page) in enumerate(pages_of(seat).items()):
        void = sum(not row.counts for row in page.districts)
        line.append(f" {words(f'score.{name}')} ", INK[color]).append(f" {page.value}×{page.stars}={page.points}")
        line.append(f" (–{void})  " if void else "  ", "dim")
    points = stone_points(seat)
    return line.append(f"{words('score.stones')} {seat.stones}" + ("" if points == seat.stones else f"×{points // seat.stones}={points}"))


def stone_points(seat: SeatView) -> int:
    """§6 and §10.7  The points of the stones: one for each, five with a complete statue."""
    return seat.stones if seat.breakdown is UNSET else seat.breakdown.get("stones", seat.stones)


def architect_line(architect: Architect, words: Words) -> Text:
    """The illustrious architect of a solo game."""
    line = Text(words(f"architect.{architect.name}"), SEAT_STYLES[1])
    line.append(f" ({words('word.illustrious')})  {words('count.stones', n=architect.stones)} · ")
    line.append(words("count.points", n=architect.score), "bold").append(f" · {words('count.tiles', n=len(architect.tiles))}")
    return line if architect.completed is UNSET else line.append(f" · {words('word.statue')} {len(architect.completed)}/4")


def capital(word: str) -> str:
    """The word with a capital first letter."""
    return word[:1].upper() + word[1:]
