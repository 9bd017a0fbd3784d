"""A position of Cairn as one picture (SVG): cairns from the side, or from above. It knows only what the view says.

What can be clicked carries `data-move` with a piece of a move's text; clicking pieces in order spells the move: an open
stone (`4`), then the own cairn (`^`) or the heap of stones thrown away (`x`).
"""

from __future__ import annotations

from cairn.material import VALUES
from cairn.types import View
from ziggurat.drawing.picture import BasePicture, picture_name
from ziggurat.drawing.shapes import box, choice_box, disc, document, panel, write
from ziggurat.drawing.theme import THEMES
from ziggurat.text import turn_line, words

WIDTH, HEIGHT = 900, 520
TOP, TALL, GROUND = 68, 424, 444  # the panels, and the line on which a cairn stands
LEFT, LEFT_WIDTH, CAIRNS, GAP = 28, 188, 232, 12
STEP, WIDEST = 27, 48  # from stone to stone, and half the width of the largest
ENGRAVED = "#17150f"


def svg(view: View, *, theme: str = "light", look: str = "isometric", language: str = "en") -> str:
    """The whole position as one SVG document; `look` is "isometric" (from the side) or "top"."""
    w, name = words("cairn", language), picture_name(view, theme, look, language)
    picture = BasePicture(view, THEMES[theme], w, name, frozenset(piece for move in view.legal for piece in move))
    title = write(LEFT, 45, w("game.name"), picture.theme.ink, 27, title=True)
    note = write(WIDTH - LEFT, 44, turn_line(view, w), picture.theme.soft, 13.5, anchor="end")
    content = title + note + supply(picture, look) + "".join(cairn(picture, seat, look) for seat in range(len(view.seats)))
    return document(name, WIDTH, HEIGHT, picture.theme, w("game.name"), turn_line(view, w), "", content)


def supply(picture: BasePicture[View], look: str) -> str:
    """The open stones, the bag, and the place for stones thrown away."""
    theme, w, middle = picture.theme, picture.w, LEFT + LEFT_WIDTH / 2
    out = panel(LEFT, TOP, LEFT_WIDTH, TALL, theme) + write(middle, 98, w("word.display"), theme.ink, 15, weight=600, anchor="middle")
    for slot, value in enumerate(picture.view.display):
        y = 168 + 120 * slot
        edge = choice_box(LEFT + 14, y - 50, LEFT_WIDTH - 28, 100, 12, theme) if str(value) in picture.pieces else ""
        out += picture.piece(stone(picture, middle, y, value, look) + edge, w("draw.stone", value=value), str(value))
    out += write(middle, 372, w("count.bag", n=picture.view.bag_left), theme.soft, 13.5, anchor="middle")
    edge = choice_box(LEFT + 14, 400, LEFT_WIDTH - 28, 72, 12, theme) if "x" in picture.pieces else ""
    return out + picture.piece(write(middle, 441, w("draw.throw"), theme.ink, 14, anchor="middle") + edge, w("draw.throw"), "x")


def cairn(picture: BasePicture[View], seat: int, look: str) -> str:
    """One player's cairn, its stones from the bottom, and the score."""
    theme, w, sheet = picture.theme, picture.w, picture.view.seats[seat]
    step = (WIDTH - LEFT - CAIRNS + GAP) / len(picture.view.seats)
    x, width = CAIRNS + seat * step, step - GAP
    middle, own = x + width / 2, seat == picture.view.to_move
    out = panel(x, TOP, width, TALL, theme)
    out += write(middle, 98, picture.player(seat), theme.accent if own else theme.ink, 15, weight=600, anchor="middle")
    out += write(middle, 120, w("count.points", n=sheet.score), theme.soft, 13.5, anchor="middle")
    for place, value in enumerate(sheet.cairn):
        out += stone(picture, middle, 300 if look == "top" else GROUND - STEP * (place + 0.5), value, look)
    values = " ".join(map(str, sheet.cairn)) or "–"
    out += write(middle, 474, values, theme.soft, 13.5, anchor="middle")
    edge = choice_box(x + 5, TOP + 5, width - 10, TALL - 10, 11, theme) if own and "^" in picture.pieces else ""
    return picture.piece(out + edge, w("draw.cairn", player=picture.player(seat), stones=values), "^" if own else None)


def stone(picture: BasePicture[View], x: float, y: float, value: int, look: str) -> str:
    """A stone, the larger its value the wider."""
    r = WIDEST * (value + 2) / (VALUES + 2)
    if look == "top":
        shape = disc(x, y, r, picture.theme.rock, stroke=picture.theme.shadow, stroke_opacity=0.45)
    else:
        shape = box(x - r, y - STEP / 2 + 1, 2 * r, STEP - 2, 11, picture.theme.rock, picture.theme.shadow, stroke_opacity=0.45)
    return shape + write(x, y + 5, str(value), ENGRAVED, 15, weight=600, anchor="middle")
