"""The panels of the picture: seats, project cards, display, favor board, building cards."""

from __future__ import annotations

from ziggurat.drawing.isometric import mix, num
from ziggurat.drawing.shapes import box, choice_box, disc, group, mark, panel, pawn, text_width, wrap, write
from ziggurat.drawing.theme import Theme
from ziggurat.games.amytis.material import (
    CORNER_POINTS,
    FAVOR_NAMES,
    HEIGHT_POINTS,
    KIND_LETTERS,
    KIND_NAMES,
    PROJECTS,
    ROW_POINTS,
    ROW_SPACES,
    STAIRS_POINTS,
    VALIDATED_POINTS,
)
from ziggurat.games.amytis.pictures.layout import COLUMN_WIDTH, COLUMN_X, CREAM, GAP, MARKS, SEAT_WIDTH, TOP, Picture, empty_stacks, status

# ---- cards and seats -----------------------------------------------------------------------------------------------


def _pattern(picture: Picture, cx: float, cy: float, cell: float, card: int) -> str:
    """The colours a project asks for, centred; free cells only hinted at."""
    rows = [row.split() for row in PROJECTS[card - 1][0].split("/")]
    out, gap = "", cell * 0.14
    for j, row in enumerate(rows):
        for i, letter in enumerate(row):
            x, y = cx + (i - len(row) / 2) * cell + gap / 2, cy + (j - len(rows) / 2) * cell + gap / 2
            side = cell - gap
            if letter == ".":
                out += box(x + 0.5, y + 0.5, side - 1, side - 1, side * 0.2, "none", picture.theme.line, stroke_dasharray="2 2")
            else:
                out += box(x, y, side, side, side * 0.2, picture.colours[letter])
                out += mark(x + side / 2, y + side / 2, side * 0.3, MARKS[letter], CREAM)
    return out


def tick(x: float, y: float, colour: str) -> str:
    """The sign of what is done."""
    line = f"M{num(x)} {num(y)}l2.8 2.9 5.2-6.4"
    return f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>'


def _card_label(picture: Picture, card: int, *, done: bool = False) -> str:
    pattern, points = PROJECTS[card - 1]
    names = {letter: picture.w(f"color.{letter}") for letter in MARKS} | {".": "–"}
    rows = " / ".join(" ".join(names[letter] for letter in row.split()) for row in pattern.split("/"))
    return picture.w("draw.project.validated" if done else "draw.project", id=card, pattern=rows, n=points)


def card_face(picture: Picture, x: float, y: float, width: float, card: int, *, done: bool = False, choice: bool = False) -> str:
    """A project card."""
    theme, height = picture.theme, width * 1.34
    fill = mix(theme.panel, theme.accent, 0.16) if done else theme.ground
    out = box(x, y, width, height, 7, fill, theme.accent if done else theme.line)
    out += _pattern(picture, x + width / 2, y + height * 0.395, width * 0.275, card)
    points, size, ink = str(PROJECTS[card - 1][1]), max(11.0, width * 0.24), theme.accent if done else theme.ink
    out += write(x + width / 2 - (6 if done else 0), y + height - width * 0.12, points, ink, size, weight=700, anchor="middle")
    if done:
        out += tick(x + width / 2 + 4, y + height - width * 0.12 - 4, theme.accent)
    if choice:
        out += choice_box(x, y, width, height, 7, picture.theme)
    return out


def _supplies(picture: Picture, seat: int, x: float, y: float) -> str:
    """The architects and pawns a seat has left."""
    theme, mine, out = picture.theme, picture.view.seats[seat], ""
    step = 14
    for word, n in (("word.architects", mine.architects_left), ("word.pawns", mine.pawns_left)):
        text = picture.w(word)
        out += write(x, y, text, theme.soft, 12)
        x += text_width(text, 12) + 12
        for i in range(n):
            draw_one = _little_architect if word == "word.architects" else pawn
            out += draw_one(x + i * step, y - 4, 4.6, seat, theme)
        if not n:
            out += write(x - 4, y, "0", theme.ink, 12, weight=600)
        x += max(n, 1) * step + 10
    return out


def _little_architect(x: float, y: float, r: float, seat: int, theme: Theme) -> str:
    """An architect from the side, about `r` from the middle to each side of the foot."""
    head = "M-2.6-3.6L0-9 2.6-3.6z" if seat else "M0-8.4a2.7 2.7 0 1 1-.01 0z"
    body = f'<path d="M-4.6 4.4L-1.6-3h3.2L4.6 4.4z{head}"/>'
    there = f"translate({num(x)} {num(y + 2)}) scale({r / 4.6:.3g})"
    return group(body, transform=there, fill=theme.seats[seat], stroke=theme.seat_lines[seat], stroke_linejoin="round")


def _sums(picture: Picture, seat: int) -> str:
    """Where the points come from: buildings, projects, favors."""
    parts = {"buildings": 0, "projects": 0, "favors": 0}
    for key, points in (picture.view.seats[seat].breakdown or {}).items():
        parts["buildings" if key in KIND_NAMES else "projects" if key.startswith("project:") else "favors"] += points
    return picture.w("draw.sums", **parts)


def _card_rows(cards: int, roomy: bool) -> tuple[int, float, float]:
    """How many of a seat's cards go in a row, how wide they are, and the gap between them."""
    if roomy and cards <= 10:
        return 5, 62.0, 6.0
    per_row = 7 if cards <= 7 else 8 if cards == 8 else 9
    gap = 3.8
    return per_row, (SEAT_WIDTH - 32 + gap) / per_row - gap, gap


def seat_panel(picture: Picture, seat: int, x: float, y: float, *, roomy: bool = False) -> str:
    """A seat: its name and score, its supplies, its project cards, open ones first; `roomy` seats have larger cards."""
    theme, mine, view = picture.theme, picture.view.seats[seat], picture.view
    turn = seat == view.to_move and not view.over
    cards = [(card, False) for card in mine.projects] + [(card, True) for card in mine.validated]
    per_row, width, gap = _card_rows(len(cards), roomy)
    rows = max(1, -(-len(cards) // per_row))
    height = 98 + rows * (width * 1.34 + gap)
    out = panel(x, y, SEAT_WIDTH, height, theme)
    if turn:
        out += box(x, y, SEAT_WIDTH, height, 14, "none", theme.focus, stroke_width=2)
    out += pawn(x + 26, y + 29, 8.5, seat, theme)
    name = picture.player(seat)
    out += write(x + 44, y + 35, name, theme.ink, 18.5, title=True, spacing=0.4)
    if turn:
        out += _turn_sign(picture, x + 44 + text_width(name, 18.5) + 22, y + 29)
    out += write(x + SEAT_WIDTH - 16, y + 38, str(mine.score), theme.ink, 29, title=True, anchor="end")
    out += write(x + SEAT_WIDTH - 16, y + 57, _sums(picture, seat), theme.soft, 11.5, anchor="end")
    out += _supplies(picture, seat, x + 16, y + 76)
    for i, (card, done) in enumerate(cards):
        left, top = x + 16 + i % per_row * (width + gap), y + 90 + i // per_row * (width * 1.34 + gap)
        out += picture.piece(card_face(picture, left, top, width, card, done=done), _card_label(picture, card, done=done), tip="about.project")
    label = picture.w("table.score", player=name, n=mine.score)
    return group(out, role="group", aria_label=label)


def _turn_sign(picture: Picture, x: float, y: float) -> str:
    """The hourglass of the seat to play."""
    path = f"M{num(x - 5)} {num(y - 7)}h10l-5 7 5 7h-10l5-7z"
    return f'<path d="{path}" fill="{picture.theme.focus}" stroke="{picture.theme.focus}" stroke-width="1.4" stroke-linejoin="round"/>'


# ---- the column of panels ------------------------------------------------------------------------------------------


def column(picture: Picture) -> str:
    """From top to bottom: what to do, the display, the favor board, the building cards."""
    out, y = "", TOP
    for part in (_prompt, _display, favor_board, _buildings):
        drawn, height = part(picture, COLUMN_X, y)
        out += drawn
        y += height + GAP
    return out


def _prompt(picture: Picture, x: float, y: float) -> tuple[str, float]:
    theme, view, w = picture.theme, picture.view, picture.w
    text = "" if view.over else w(f"phase.{view.phase}")
    if text and empty_stacks(picture) > 1:
        text += " " + w("phase.last_turn")
    lines = wrap(text, COLUMN_WIDTH - 30, 12.5)
    height = 42 + 16.5 * len(lines)
    out = panel(x, y, COLUMN_WIDTH, height, theme) + write(x + 16, y + 27, status(picture), theme.accent, 16.5, title=True, spacing=0.3)
    for i, line in enumerate(lines):
        out += write(x + 16, y + 47 + 16.5 * i, line, theme.ink, 12.5)
    return out, height


def _heading(picture: Picture, x: float, y: float, key: str) -> str:
    return write(x + 16, y + 25, picture.w(key), picture.theme.soft, 15, title=True, spacing=0.5)


def _display(picture: Picture, x: float, y: float) -> tuple[str, float]:
    """The cards on display and the deck; with them, while it may be chosen, to score points instead."""
    theme, view, w = picture.theme, picture.view, picture.w
    points = "+points" in picture.pieces
    width = 52.0 if points else 60.0
    small, height = width - 4, 37 + 60 * 1.34 + 13
    step = (COLUMN_WIDTH - 32 - small * (2 if points else 1) - 3 * width) / (4 if points else 3)
    out, top = panel(x, y, COLUMN_WIDTH, height, theme) + _heading(picture, x, y, "draw.display"), y + 37 + (60 - width) * 0.67
    left = x + 16
    for slot, card in enumerate(view.display, 1):
        if card is not None:
            drawn = card_face(picture, left, top, width, card, choice=f"+{slot}" in picture.pieces)
            out += picture.piece(drawn, _card_label(picture, card), f"+{slot}", "about.display about.project")
        left += width + step
    out += picture.piece(_deck(picture, left, top, small, width * 1.34), w("draw.deck", n=view.deck_left), "+deck", "about.deck")
    if points:
        out += picture.piece(_points_choice(picture, left + small + step, top, small, width * 1.34), w("draw.points.about"), "+points")
    return group(out, role="group", aria_label=w("draw.display")), height


def _deck(picture: Picture, x: float, y: float, width: float, height: float) -> str:
    theme, out = picture.theme, ""
    for i in range(min(3, picture.view.deck_left), 0, -1):
        shift = (i - 1) * 2.4
        out += box(x + shift, y + shift, width - 4, height - 4, 7, mix(theme.rim, theme.panel, 0.12 * i), theme.line)
    if not out:
        out = box(x, y, width - 4, height - 4, 7, "none", theme.line, stroke_dasharray="3 3")
    cx, cy = x + (width - 4) / 2, y + (height - 4) / 2
    out += disc(cx, cy, 14, theme.panel, opacity=0.92)
    out += write(cx, cy + 5, str(picture.view.deck_left), theme.ink, 14, weight=700, anchor="middle")
    if "+deck" in picture.pieces:
        out += choice_box(x, y, width - 4, height - 4, 7, picture.theme)
    return out


def _points_choice(picture: Picture, x: float, y: float, width: float, height: float) -> str:
    """Palace, side B: score instead of taking a card."""
    theme, view = picture.theme, picture.view
    known = view.options["palace_b_counts"] == "before"  # else projects that this tile fulfils count too; the view does not name them
    points = f"+{sum(len(seat.validated) for seat in view.seats)}" if known else "+"
    out = box(x, y, width, height, 7, theme.accent)
    out += write(x + width / 2, y + height / 2 + 2, points, theme.on_accent, 19, weight=700, anchor="middle")
    out += write(x + width / 2, y + height / 2 + 18, picture.w("draw.points"), theme.on_accent, 10.5, weight=600, anchor="middle")
    return out + choice_box(x, y, width, height, 7, picture.theme)


def _favor_points(favor: str) -> int:
    others = {"stairs": STAIRS_POINTS, "corners": CORNER_POINTS, "projects": VALIDATED_POINTS}
    return others[favor] if favor in others else int(HEIGHT_POINTS[FAVOR_NAMES.index(favor)])


def _favor_sign(picture: Picture, cx: float, cy: float, favor: str) -> str:
    colour = picture.theme.soft
    if favor == "stairs":
        return f'<path d="M{num(cx - 8)} {num(cy + 7)}v-4.6h5.3v-4.7h5.4v-4.7h5.3v14z" fill="{colour}"/>'
    if favor == "corners":
        spots = "".join(box(cx + dx - 2.7, cy + dy - 2.7, 5.4, 5.4, 1, colour) for dx in (-5.6, 5.6) for dy in (-5.6, 5.6))
        return box(cx - 5.6, cy - 5.6, 11.2, 11.2, 0, "none", colour) + spots
    if favor == "projects":
        return box(cx - 6, cy - 8, 12, 16, 2, "none", colour, stroke_width=1.6) + tick(cx - 4, cy + 0.4, colour)
    return write(cx, cy + 4.8, favor, colour, 13.5, title=True, anchor="middle")


def favor_board(picture: Picture, x: float, y: float) -> tuple[str, float]:
    """The favor board: seven columns with a space each, and the bottom row."""
    theme, w, favors = picture.theme, picture.w, picture.view.favors
    height, side, step = 142.0, 34.0, (COLUMN_WIDTH - 32 - 34) / 6
    out = panel(x, y, COLUMN_WIDTH, height, theme) + _heading(picture, x, y, "draw.favors")
    for i, favor in enumerate(FAVOR_NAMES[:7]):
        left, top, seat = x + 16 + i * step, y + 37, getattr(favors, favor)
        choice = f"!{favor}" in picture.pieces
        drawn = box(left, top, side, side, 8, theme.ground, theme.line)
        if seat is None:
            drawn += _favor_sign(picture, left + side / 2, top + side / 2, favor)
        else:
            drawn += group(_favor_sign(picture, left + 12, top + 12.5, favor), opacity=0.7) + pawn(left + 23, top + 23, 8.5, seat, theme)
        drawn += write(left + side / 2, top + side + 14, f"×{_favor_points(favor)}", theme.soft, 11, weight=500, anchor="middle")
        if choice:
            drawn += choice_box(left, top, side, side, 8, picture.theme)
        label = w(f"favor.{favor}") + ": " + w(f"favor.{favor}.about")
        if seat is not None:
            label += " " + w(("draw.pawn.first", "draw.pawn.second")[seat])
        out += picture.piece(drawn, label, f"!{favor}", f"about.favor.{favor}")
    return group(out + _favor_row(picture, x + 16, y + 96), role="group", aria_label=w("draw.favors")), height


def _favor_row(picture: Picture, x: float, y: float) -> str:
    theme, w, row, side, step = picture.theme, picture.w, picture.view.favors.row, 30.0, 33.5
    drawn = box(x, y, step * (ROW_SPACES - 1) + side, side, 0, theme.ground, fill_opacity=0)
    for i in range(ROW_SPACES):
        cx, cy = x + i * step + side / 2, y + side / 2
        drawn += disc(cx, cy, side / 2, theme.ground, stroke=theme.line)
        drawn += pawn(cx, cy, 9.5, row[i], theme) if i < len(row) else ""
        if i == len(row) and "!row" in picture.pieces:
            drawn += disc(cx, cy, side / 2, "none", stroke=theme.focus, stroke_width=2.4, stroke_dasharray="6 4", class_="choice")
    values = [str(int(points)) for points in ROW_POINTS[1:5]]
    right = x + COLUMN_WIDTH - 32
    for i, text in enumerate((" · ".join(values[:2]), " · ".join(values[2:]))):
        drawn += write(right, y + 12.5 + 14 * i, text, theme.soft, 11, weight=500, anchor="end")
    mine = ", ".join(w(("draw.pawn.first", "draw.pawn.second")[seat]) for seat in row)
    label = w("favor.row") + ": " + w("favor.row.about") + (" " + mine if mine else "")
    return picture.piece(drawn, label, "!row", "about.favor.row")


def _buildings(picture: Picture, x: float, y: float) -> tuple[str, float]:
    """The six building cards with the side that is in play."""
    theme, w, out, top = picture.theme, picture.w, "", y + 46
    size, text_x = 11.6, x + 71
    for i, (kind, side) in enumerate(zip(KIND_NAMES, picture.sides, strict=True)):
        rule = w(f"building.{kind}.{side}")
        lines = wrap(rule, COLUMN_WIDTH - 71 - 14, size)
        name = w(f"kind.{kind}")
        row = max(50.0, 19 + 13.7 * len(lines))
        icon = f'<use href="#{picture.name}--{KIND_LETTERS[i]}" transform="translate({num(x + 38)} {num(top + 29)}) scale(.5)"/>'
        drawn = icon + write(text_x, top + 11, f"{name[0].upper()}{name[1:]}", theme.ink, 12.5, weight=650, then=(side, theme.accent))
        for j, line in enumerate(lines):
            drawn += write(text_x, top + 25.5 + 13.7 * j, line, theme.soft, size)
        out += picture.piece(drawn, f"{name}, {w('word.side', side=side)}: {rule}")
        top += row + 3
    height = top - y + 2
    out = panel(x, y, COLUMN_WIDTH, height, theme) + _heading(picture, x, y, "draw.buildings") + out
    return group(out, role="group", aria_label=w("draw.buildings")), height
