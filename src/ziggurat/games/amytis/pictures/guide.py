"""The pictures of the rule page (`guide.*.md`): one small position in each. The tests hold their numbers to the rules."""

from __future__ import annotations

from msgspec import UNSET

from ziggurat.drawing.guide_picture import Draw, Drawn
from ziggurat.drawing.isometric import num, shade
from ziggurat.drawing.shapes import box, disc, group, mark, text_width, write
from ziggurat.drawing.theme import THEMES
from ziggurat.games.amytis.material import COLOR_LETTERS, KIND_LETTERS, KIND_NAMES, PROJECTS
from ziggurat.games.amytis.pictures.boards import city_board, defs, main_board, plan
from ziggurat.games.amytis.pictures.layout import COLUMN_WIDTH, CREAM, MARKS, Picture
from ziggurat.games.amytis.pictures.panels import card_face, favor_board, tick
from ziggurat.games.amytis.types import Favors, SeatView, Stack, View
from ziggurat.text import words

Board = list[list[str]]

CITY: Board = [["Gg", "Om Bw", "Bm"], ["Gr", "Gr Bt Op", ""], ["Bg Pw", "", "Bt"]]
"""The city of the examples for the six types."""
HEIGHTS: Board = [["Gg", "Bm Ow", "Gr Pt Bg"], ["Om Pr", "Bw", "Gp Bm Ot Pg"], ["Br Gw Om", "", "Pt Bp Gm"]]
"""The city of the examples for the favors: heights 1 2 3, 2 1 4, 3 0 3."""
CARD = 12
FULFILLED: Board = [["Bm", "Og", ""], ["Br", "Pw", "Gt"], ["", "Pg", ""]]
"""The pattern of the card, turned by a quarter."""
MIRRORED: Board = [["Pw", "Pg", "Gt"], ["Og", "Bm", "Br"], ["", "", ""]]
"""The same colours, but in a mirror."""
CARDS = (3, 8)
BOTH: Board = [["Ow", "Bm", ""], ["Og", "Bt", ""], ["Gr", "Br", ""]]
"""Both cards, completed by the tile in the centre."""
LAST_BUILT = 4
TYPES = ["Gg", "Bm", "Pw", "Op", "Gr", "Bt"]
"""A tile of each type."""
TOPS = ["Bg", "Ow", "Pm", "Gt", "Or", "Bp", "Pw", "Gm", "Ot"]
LEFT = [4, 4, 5, 5, 4, 5, 4, 5, 4]
ARCHITECTS = {0: 0, 4: 0, 8: 0, 1: 1, 6: 1}
"""Main board: the first player's three architects on a diagonal, and two of the second player's."""
FAVORS = Favors(I=None, II=None, III=0, IV=None, stairs=1, corners=None, projects=0, row=[0, 0, 1])
"""Pawns on the favor board, and the seats of those in the bottom row."""


def picture_of(theme: str, language: str, name: str, board: Board | None = None) -> Picture:
    """A view that holds nothing but this."""
    stacks = [Stack(top, left, ARCHITECTS.get(cell)) for cell, (top, left) in enumerate(zip(TOPS, LEFT, strict=True))]
    empty: Board = [[""] * 3 for _ in range(3)]
    seats = [SeatView(one, 0, [], [], 0, 0, UNSET, UNSET, UNSET, None, UNSET) for one in (board or empty, empty)]
    view = View({"sides": "AAAAAA"}, None, 0, None, True, [], [], [], "over", stacks, [], 0, FAVORS, {}, seats)
    return Picture(view, THEMES[theme], words("amytis", language), name, frozenset(), None, letters=False)


def draw_stacks(theme: str, language: str, name: str) -> Drawn:
    """The main board with its stacks and architects."""
    picture = picture_of(theme, language, name)
    return Drawn(main_board(picture), -290, -278, 580, 532, defs(picture, "isometric"), {"stacks": picture.view.stacks})


def city_picture(board: Board) -> Draw:
    """A player board as solids."""

    def draw(theme: str, language: str, name: str) -> Drawn:
        picture = picture_of(theme, language, name, board)
        return Drawn(city_board(picture, 0), -290, -250, 580, 504, defs(picture, "isometric"), {"city": board})

    return draw


def draw_heights(theme: str, language: str, name: str) -> Drawn:
    """A player board from above, with the heights."""
    picture = picture_of(theme, language, name, HEIGHTS)
    return Drawn(plan(picture, 0, 0, 0, 110.0), -14, -14, 358, 358, scene={"city": HEIGHTS, "flat": True})


def draw_types(theme: str, language: str, name: str) -> Drawn:
    """The six types and the four colours with their marks."""
    picture = picture_of(theme, language, name)
    out, step, drop = "", 178.0, 148.0
    for number, (letter, kind) in enumerate(zip(KIND_LETTERS, KIND_NAMES, strict=True)):
        x, y = number % 3 * step, number // 3 * drop
        out += f'<use href="#{name}--{letter}" transform="translate({num(x)} {num(y)}) scale(1.05)" data-tip="about.{kind}.A"/>'
        out += write(x, y + 66, capital(picture.w(f"kind.{kind}")), picture.theme.ink, 17, anchor="middle")
    wide, y = 2 * step + 150, 2 * drop + 6
    for number, (letter, shape) in enumerate(MARKS.items()):
        text = capital(picture.w(f"color.{letter}"))
        x = -75 + wide * (number + 0.5) / 4 - text_width(text, 17) / 2
        sign = disc(x - 8, y - 6, 16, picture.colours[letter], stroke=shade(picture.colours[letter], 0.7), stroke_width=2) + mark(x - 8, y - 6, 9, shape, CREAM)
        out += group(sign, data_tip=f"about.color.{letter}")
        out += write(x + 14, y, text, picture.theme.ink, 17)
    return Drawn(out, -96, -92, wide + 42, 2 * drop + 122, defs(picture, "top"), {"tiles": TYPES, "colors": COLOR_LETTERS})


def card_of(card: int) -> dict[str, object]:
    """A project card as views hold it."""
    pattern, points = PROJECTS[card - 1]
    return {"pattern": ["".join(row.split()) for row in pattern.split("/")], "points": points}


def capital(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


def right_colour(theme: str) -> str:
    """The green of what is right."""
    return "#8fd19b" if theme == "dark" else "#2f6b3a"


def draw_project(theme: str, language: str, name: str) -> Drawn:
    """A project card, a board that fulfils it, and one that does not: there it stands in a mirror."""
    out, size, red = "", 52.0, "#ff9d8f" if theme == "dark" else "#a3342b"
    picture = picture_of(theme, language, name)
    out += group(card_face(picture, 0, 18, 96, CARD), data_tip="about.project")
    for number, board in enumerate((FULFILLED, MIRRORED)):
        x = 138.0 + number * 196
        out += plan(picture_of(theme, language, name, board), 0, x, 0, size)
        middle = x + 1.5 * size
        if number == 0:
            out += group(tick(-4, 0, right_colour(theme)), transform=f"translate({num(middle)} 184) scale(2.2)")
        else:
            cross = "M-7-7L7 7M7-7L-7 7"
            out += f'<path d="{cross}" transform="translate({num(middle)} 184)" stroke="{red}" stroke-width="4" stroke-linecap="round" fill="none"/>'
    return Drawn(out, -12, -12, 138 + 196 + 156 + 26, 222, scene={"cards": [card_of(CARD)], "cities": [FULFILLED, MIRRORED], "right": [True, False]})


def draw_several(theme: str, language: str, name: str) -> Drawn:
    """Two project cards, and a board that fulfils both by the tile in the centre."""
    picture, size, out = picture_of(theme, language, name, BOTH), 52.0, ""
    for number, card in enumerate(CARDS):
        out += group(card_face(picture, number * 112, 0, 96, card), data_tip="about.project")
        out += group(tick(-4, 0, right_colour(theme)), transform=f"translate({num(number * 112 + 48)} 152) scale(2.2)")
    x = 254.0
    out += plan(picture, 0, x, 0, size) + box(x + size, size, size, size, 7, "none", picture.theme.accent, stroke_width=4)
    return Drawn(
        out, -12, -12, x + 3 * size + 26, 182, scene={"cards": [card_of(card) for card in CARDS], "done": True, "cities": [BOTH], "framed": LAST_BUILT}
    )


def draw_favors(theme: str, language: str, name: str) -> Drawn:
    """The favor board with pawns of both players."""
    drawn, height = favor_board(picture_of(theme, language, name), 0, 0)
    return Drawn(drawn, -6, -6, COLUMN_WIDTH + 12, height + 16, scene={"favors": FAVORS})


PICTURES: dict[str, Draw] = {
    "types": draw_types,
    "stacks": draw_stacks,
    "city": city_picture(CITY),
    "project": draw_project,
    "several": draw_several,
    "favors": draw_favors,
    "heights": draw_heights,
}
