"""The boards of the picture: the stacks and the two cities, as solids or from above."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ziggurat.drawing import models
from ziggurat.drawing.isometric import Camera, Point, clip, hull, inside, mix, num, rect, regular, shade, star, up
from ziggurat.drawing.shapes import box, choice_box, disc, group, mark, pawn, sign, write
from ziggurat.drawing.theme import THEMES
from ziggurat.games.amytis.material import (
    KIND_LETTERS,
)
from ziggurat.games.amytis.pictures.layout import (
    BOARD,
    BUILD,
    CITY_AT,
    COLOURS,
    COLUMN_X,
    COUNT_AT,
    CREAM,
    DARK_INK,
    ELEVATION,
    FIGURE_AT,
    FULL_LAYERS,
    HEIGHT,
    KINDS,
    LAYER,
    MAIN_AT,
    MARK_AT,
    MARKS,
    MODEL_BACK,
    MODEL_SIZE,
    ROOF_LIGHT,
    SCALE,
    SEAT_WIDTH,
    STEP,
    THICK,
    THIN,
    TILE,
    TOP,
    Picture,
)
from ziggurat.games.amytis.pictures.panels import seat_panel

# ---- solids --------------------------------------------------------------------------------------------------------
from ziggurat.geometry.square import SPACE_NAMES


@lru_cache(maxsize=2)
def _camera(theme: str) -> Camera:
    t = THEMES[theme]
    return Camera(scale=SCALE, turn=45, elevation=ELEVATION, lamp=(-0.6, 0.42, 0.84), ambient=t.ambient, diffuse=t.diffuse)


def _rise(tiles: int) -> float:
    """How high a stack stands; very tall ones are pressed together."""
    return LAYER * (min(tiles, FULL_LAYERS) + THIN * max(0, tiles - FULL_LAYERS))


def _place(cell: int) -> Point:
    return (cell % 3 - 1) * STEP, (cell // 3 - 1) * STEP


def _lid(x: float = 0.0, y: float = 0.0) -> list[Point]:
    return rect(TILE, TILE, 0, x, y)


@lru_cache(maxsize=512)
def _body(theme: str, layers: str) -> str:
    """A stack about the origin, without its building: one letter for each layer from the bottom up, `.` for an unknown one."""
    t, cam, foot = THEMES[theme], _camera(theme), rect(TILE, TILE)
    thick, out = _rise(len(layers)) / len(layers), ""
    for level, letter in enumerate(layers):
        low, high = level * thick, (level + 1) * thick
        if letter == ".":
            out += cam.prism(foot, low, low + thick * 0.16, shade(t.sand, 0.66), None)
            out += cam.prism(foot, low + thick * 0.16, high, shade(t.sand, 0.97 if level % 2 else 0.9), None)
        else:
            colour = COLOURS[theme][letter]
            out += cam.prism(foot, low, low + thick * 0.5, mix(t.sand, colour, 0.18), None)
            out += cam.prism(foot, low + thick * 0.5, high, colour, None)
    colour = COLOURS[theme][layers[-1]]
    high = _rise(len(layers))
    out += cam.face(up(foot, high), shade(colour, 1.14))
    return out + cam.face(up(rect(TILE * 0.91, TILE * 0.91), high), mix(colour, t.sand, 0.34))


@lru_cache(maxsize=64)
def _building(theme: str, tile: str) -> models.Model:
    """What stands on a tile about the origin, with the colour's mark beside it; `-` is no colour and has no mark."""
    t, cam, colour = THEMES[theme], _camera(theme), COLOURS[theme].get(tile[0], "")
    model = BUILD[tile[1]](cam.local(MODEL_BACK, MODEL_BACK, 0, MODEL_SIZE), t, shade(colour or t.brick, ROOF_LIGHT[tile[1]]))
    if not colour:
        return model
    x, y = MARK_AT
    shape = {
        "G": regular(20, 0.088, 0, x, y),
        "B": star(x, y, 0.125, start=-135),
        "O": regular(3, 0.125, 225, x, y),
        "P": rect(0.15, 0.15, 0, x, y),
    }
    disc_below = cam.flat(up(regular(24, 0.14, 0, x, y), 0), shade(colour, 0.66))
    return models.Model(model.shadow, model.body + disc_below + cam.flat(up(shape[tile[0]], 0), CREAM))


@lru_cache(maxsize=8)
def _figure(theme: str, seat: int) -> models.Model:
    """An architect on a tile about the origin."""
    return models.figure(_camera(theme).local(*FIGURE_AT, 0, 1.0), THEMES[theme], seat)


def defs(picture: Picture, look: str) -> str:
    """The buildings that are on the table and the architects, each drawn once; from above, only those of the building cards."""
    theme, name = picture.theme.name, picture.name
    tiles = {f"-{kind}" for kind in KIND_LETTERS}
    if look == "isometric":
        tiles |= {stack.top for stack in picture.view.stacks if stack.top}
        tiles |= {space.split()[-1] for seat in picture.view.seats for row in seat.board for space in row if space}
    out = f'<clipPath id="{name}-lid"><polygon points="{_camera(theme).points(up(rect(TILE, TILE), 0))}"/></clipPath>'
    things = {tile: _building(theme, tile) for tile in sorted(tiles)} | {f"a{seat}": _figure(theme, seat) for seat in range(2)}
    for key, thing in things.items():
        shadow = f'<g clip-path="url(#{name}-lid)">{thing.shadow}</g>'
        out += f'<g id="{name}-{key}" stroke-width=".5" stroke-linejoin="round">{shadow}{thing.body}</g>'
    return out


# ---- the isometric boards ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _ground(theme: str) -> str:
    """An empty board about the origin: nine hollows, letters and numbers along the near sides; `@` is the picture's name."""
    t, cam, slab = THEMES[theme], _camera(theme), rect(BOARD, BOARD)
    out = f'<g opacity="{0.6 if t.is_dark else 0.3}" filter="url(#@-soft)">{cam.flat(up(cam.cast(slab, 0.42), -THICK), t.shadow)}</g>'
    out += cam.prism(slab, -THICK, 0, t.rim, t.board) + cam.face(up(rect(BOARD * 0.985, BOARD * 0.985), 0), shade(t.board, 1.04))
    for cell in range(9):
        x, y = _place(cell)
        out += cam.flat(up(rect(TILE + 0.06, TILE + 0.06, 0, x, y), 0), t.shadow, f'opacity="{0.3 if t.is_dark else 0.13}"')
        out += cam.flat(up(rect(TILE, TILE, 0, x + 0.012, y + 0.012), 0), t.shadow, f'opacity="{0.2 if t.is_dark else 0.06}"')
    edge_at = (BOARD + 2 * STEP + TILE) / 4
    for i in range(3):
        along = (i - 1) * STEP
        for x, y, text in ((along, edge_at, "abc"[i]), (edge_at, along, "123"[i])):
            label = write(0, 5, text, t.engraved, 15, weight=600, anchor="middle")
            out += f'<g transform="{cam.plane(x, y, 0)}">{label}</g>'
    return f'<g stroke-width=".5" stroke-linejoin="round" aria-hidden="true">{out}</g>'


def _shadows(picture: Picture, heights: Sequence[int]) -> list[str]:
    """The shadows the stacks throw on the lid of each stack (0-8) and on the board (9), each clipped to where it falls."""
    cam, theme, out = _camera(picture.theme.name), picture.theme, []
    for cell in range(10):
        level = _rise(heights[cell]) if cell < 9 else 0.0
        ground = _lid(*_place(cell)) if cell < 9 else rect(BOARD, BOARD)
        shadows = ""
        for other in range(9):
            if other != cell and _rise(heights[other]) > level:
                fallen = clip(cam.cast(_lid(*_place(other)), _rise(heights[other]) - level), ground)
                shadows += cam.flat(up(fallen, level), theme.shadow) if len(fallen) > 2 else ""
        empty = cell < 9 and not heights[cell]
        out.append(group(shadows, opacity=f"{theme.shadow_strength * (0.85 if cell < 9 else 1):.3g}") if shadows and not empty else "")
    return out


def _outline(picture: Picture, at: Point, level: float, *, choice: bool, last: bool) -> str:
    """The sign on a lid: dashed where one may choose, a thin line where the last move was made."""
    cam, theme = _camera(picture.theme.name), picture.theme
    lid, inner, out = up(_lid(*at), level), up(rect(TILE * 0.91, TILE * 0.91, 0, *at), level), ""
    if last:
        out += cam.flat(inner, theme.focus, f'fill-opacity=".16" stroke="{theme.ink}" stroke-opacity=".75" stroke-width="1.3"')
    if choice and level:
        out += cam.flat(lid, "none", f'stroke="{theme.panel}" stroke-width="3.4" stroke-opacity=".5" stroke-linejoin="round"')
    if choice:
        out += cam.flat(lid, "none", f'class="choice" stroke="{theme.focus}" stroke-width="2.2" stroke-dasharray="7 5"')
    return out


def _outlines(picture: Picture, heights: Sequence[int]) -> list[list[Point]]:
    """The outline in the picture of each stack with its building, empty where there is none."""
    cam, out = _camera(picture.theme.name), []
    for cell, n in enumerate(heights):
        foot, roof, level = _lid(*_place(cell)), rect(0.4, 0.4, 0, *_place(cell)), _rise(n)
        out.append(hull([cam.at(*p, z) for p in foot for z in (0.0, level)] + [cam.at(*p, level + 0.35) for p in roof]) if n else [])
    return out


def _counts(picture: Picture, heights: Sequence[int]) -> list[str]:
    """How many tiles each stack has, written on its lid, where no nearer stack hides it."""
    cam, theme, outlines, out = _camera(picture.theme.name), picture.theme, _outlines(picture, heights), []
    for cell, n in enumerate(heights):
        (px, py), r = _place(cell), 8.0
        nearer = [line for other, line in enumerate(outlines) if line and cam.depth(_place(other)) > cam.depth((px, py)) + 0.1]
        spots = [cam.at(px + dx, py + dy, _rise(n)) for dx, dy in COUNT_AT]
        clear = (s for s in spots if not any(inside(p, line) for line in nearer for p in regular(6, r, 30, *s)))
        x, y = next(clear, spots[-1])
        ring = disc(x, y, 9, theme.panel, stroke=theme.line, stroke_width=0.8)
        out.append(ring + write(x, y + 4, str(n), theme.ink, 11.5, weight=700, anchor="middle") if n else "")
    return out


def _stack(picture: Picture, cell: int, layers: str, top: str | None, shadow: str, *, choice: bool, last: bool) -> str:
    """One stack on its space: its layers, the shadow of its neighbours, the signs on its lid, its building."""
    at, level = _place(cell), _rise(len(layers))
    cam = _camera(picture.theme.name)
    foot, place = cam.at(*at), cam.at(*at, level)
    if not layers:
        out = cam.flat(up(_lid(*at), 0), picture.theme.shadow, 'fill-opacity="0"')
    else:
        there = f"translate({num(foot[0])} {num(foot[1])})"
        out = group(_body(picture.theme.name, layers), transform=there, stroke_width=0.5, stroke_linejoin="round")
    out += shadow + _outline(picture, at, level, choice=choice, last=last)
    return out + (picture.use(top, place) if top else "")


def _architect(picture: Picture, cell: int, tiles: int, seat: int | None) -> str:
    """The architect on a stack: beside the building, or in the middle of an empty space."""
    if seat is None:
        return ""
    cam = _camera(picture.theme.name)
    x, y = cam.at(*_place(cell), _rise(tiles))
    return picture.use(f"a{seat}", (x if tiles else x - cam.at(*FIGURE_AT)[0], y))


def _stack_label(picture: Picture, cell: int) -> str:
    stack, w = picture.view.stacks[cell], picture.w
    label = (
        w("draw.stack", place=SPACE_NAMES[cell], tile=picture.tile(stack.top), n=stack.left) if stack.top else w("draw.stack.empty", place=SPACE_NAMES[cell])
    )
    if stack.architect is not None:
        label += ", " + w(("draw.architect.first", "draw.architect.second")[stack.architect])
    return label


def _space_label(picture: Picture, seat: int, cell: int) -> str:
    tiles = _city(picture, seat)[cell]
    if not tiles:
        return picture.w("draw.space.empty", place=SPACE_NAMES[cell])
    return picture.w("draw.space", place=SPACE_NAMES[cell], tile=picture.tile(tiles[-1]), n=len(tiles))


def _city(picture: Picture, seat: int) -> list[list[str]]:
    """The nine stacks of a city, bottom to top."""
    return [space.split() for row in picture.view.seats[seat].board for space in row]


def _far_to_near(picture: Picture) -> list[int]:
    return sorted(range(9), key=lambda cell: (_camera(picture.theme.name).depth(_place(cell)), cell))


def main_board(picture: Picture) -> str:
    """The stacks about the origin."""
    stacks = picture.view.stacks
    heights = [stack.left for stack in stacks]
    shadows, counts = _shadows(picture, heights), _counts(picture, heights)
    out = _ground(picture.theme.name).replace("@", picture.name) + shadows[9]
    for cell in _far_to_near(picture):
        stack, piece = stacks[cell], f"{SPACE_NAMES[cell]}>"
        layers = "." * (stack.left - 1) + stack.top[0] if stack.top else ""
        last = picture.last is not None and picture.last[0] == SPACE_NAMES[cell]
        drawn = _stack(picture, cell, layers, stack.top, shadows[cell], choice=piece in picture.pieces, last=last)
        drawn += _architect(picture, cell, stack.left, stack.architect)
        out += picture.piece(drawn + counts[cell], _stack_label(picture, cell), piece, picture.tip(stack.top, "stack"))
    return out


def city_board(picture: Picture, seat: int) -> str:
    """The city of a seat about the origin."""
    city, mover = _city(picture, seat), seat == picture.view.to_move
    heights = [len(tiles) for tiles in city]
    shadows, counts = _shadows(picture, heights), _counts(picture, heights)
    out = _ground(picture.theme.name).replace("@", picture.name) + shadows[9]
    for cell in _far_to_near(picture):
        tiles, piece = city[cell], SPACE_NAMES[cell] if mover else None
        last = picture.last is not None and picture.last[1:] == (seat, SPACE_NAMES[cell])
        layers = "".join(tile[0] for tile in tiles)
        drawn = _stack(picture, cell, layers, tiles[-1] if tiles else None, shadows[cell], choice=piece in picture.pieces, last=last)
        out += picture.piece(drawn + counts[cell], _space_label(picture, seat, cell), piece, picture.tip(tiles[-1] if tiles else None, "board"))
    return out


def _board_name(picture: Picture, seat: int | None) -> str:
    if seat is None:
        return picture.w("draw.stacks")
    if picture.view.seats[seat].name:
        return picture.w("draw.city.of", player=picture.player(seat))
    return picture.w("draw.city.you" if seat == picture.view.seat else ("draw.city.first", "draw.city.second")[seat])


def isometric_boards(picture: Picture) -> str:
    """The stacks behind, the cities before them; seats above their cities; a small plan of each board below it."""
    left, right = picture.left_seat, 1 - picture.left_seat
    right_x = COLUMN_X - 14 - SEAT_WIDTH
    out = seat_panel(picture, left, 28, TOP) + seat_panel(picture, right, right_x, TOP)
    boards: tuple[int | None, ...] = (None, left, right)
    for seat, (x, y) in zip(boards, (MAIN_AT, *CITY_AT), strict=True):
        drawn = main_board(picture) if seat is None else city_board(picture, seat)
        out += group(drawn, transform=f"translate({num(x)} {num(y)})", role="group", aria_label=_board_name(picture, seat))
    size, y = 40.0, HEIGHT - 20 - 3 * 40.0
    middle, end = MAIN_AT[0] - 1.5 * size, COLUMN_X - 20 - 3 * size
    plans = plan(picture, left, 28, y, size) + plan(picture, None, middle, y, size) + plan(picture, right, end, y, size)
    for seat, x, anchor in zip(boards, (middle + 3 * size + 18, 28 + 3 * size + 18, end - 18), (None, None, "end"), strict=True):
        plans += write(x, y + 3 * size, _board_name(picture, seat), picture.theme.soft, 15, title=True, anchor=anchor, spacing=0.5)
    return out + group(plans, aria_hidden="true")


# ---- boards from above ---------------------------------------------------------------------------------------------


def _flat_tile(picture: Picture, x: float, y: float, size: float, tile: str, n: int) -> str:
    """A tile from above: the colour's mark, the building's sign and letter, the height as a numeral."""
    colour, k = picture.colours[tile[0]], size / 100
    inset = 2.5 if size < 60 else 4
    face, side = mix(colour, picture.theme.sand, 0.3), size - 2 * inset
    out = box(x + inset, y + inset, side, side, 7 * k + 2, face, colour, stroke_width=1.2 + 2.4 * k)
    if size < 60:
        out += disc(x + size * 0.28, y + size * 0.29, 6.6, shade(colour, 0.6))
        out += mark(x + size * 0.28, y + size * 0.29, 4.3, MARKS[tile[0]], CREAM)
        out += sign(x + size * 0.29, y + size * 0.7, 13, KINDS[tile[1]], DARK_INK)
        return out + write(x + size * 0.69, y + size * 0.64, str(n), DARK_INK, 16 if n < 10 else 13.5, weight=700, anchor="middle")
    out += disc(x + 23 * k, y + 23 * k, 11.5 * k, shade(colour, 0.6)) + mark(x + 23 * k, y + 23 * k, 7.4 * k, MARKS[tile[0]], CREAM)
    out += sign(x + 50 * k, y + 52 * k, 42 * k, KINDS[tile[1]], shade(colour, 0.42))
    if picture.letters:
        out += write(x + 16 * k, y + 87 * k, picture.w(f"letter.{KINDS[tile[1]]}"), DARK_INK, 15 * k, weight=600)
    return out + write(x + 85 * k, y + 88 * k, str(n), DARK_INK, 25 * k, weight=700, anchor="end")


def plan(picture: Picture, seat: int | None, x: float, y: float, size: float, *, live: bool = False) -> str:
    """A board from above, the stacks' for no seat; `live` plans have labels and can be clicked."""
    theme, tops = picture.theme, _tops(picture, seat)
    pad = size * 0.06 + 2
    out = box(x - pad, y - pad, 3 * size + 2 * pad, 3 * size + 2 * pad, 6 + pad * 0.5, theme.board, theme.rim, stroke_width=1.5)
    for cell, (tile, n) in enumerate(tops):
        left, top = x + cell % 3 * size, y + cell // 3 * size
        drawn = box(left + 2, top + 2, size - 4, size - 4, 5, theme.shadow, opacity=0.3 if theme.is_dark else 0.13)
        drawn += _flat_tile(picture, left, top, size, tile, n) if tile else ""
        architect = picture.view.stacks[cell].architect if seat is None else None
        if architect is not None:
            dx, dy = (0.8, 0.22) if tile else (0.5, 0.5)
            drawn += pawn(left + size * dx, top + size * dy, 5 if size < 60 else size * 0.12, architect, theme)
        out += _live_space(picture, seat, cell, drawn, left, top, size) if live else drawn
    return out


def _tops(picture: Picture, seat: int | None) -> list[tuple[str | None, int]]:
    """The visible tile and the height of each of nine stacks."""
    if seat is None:
        return [(stack.top, stack.left) for stack in picture.view.stacks]
    return [(tiles[-1] if tiles else None, len(tiles)) for tiles in _city(picture, seat)]


def _live_space(picture: Picture, seat: int | None, cell: int, drawn: str, x: float, y: float, size: float) -> str:
    piece = f"{SPACE_NAMES[cell]}>" if seat is None else SPACE_NAMES[cell] if seat == picture.view.to_move else None
    label = _stack_label(picture, cell) if seat is None else _space_label(picture, seat, cell)
    here = picture.last and (picture.last[0] == SPACE_NAMES[cell] if seat is None else picture.last[1:] == (seat, SPACE_NAMES[cell]))
    if here:
        drawn += box(x + 8, y + 8, size - 16, size - 16, 6, "none", picture.theme.ink, stroke_opacity=0.75, stroke_width=1.3)
    if piece in picture.pieces:
        drawn += choice_box(x + 2, y + 2, size - 4, size - 4, 9, picture.theme)
    return picture.piece(drawn, label, piece, picture.tip(_tops(picture, seat)[cell][0], "stack" if seat is None else "board"))


def flat_boards(picture: Picture) -> str:
    """The stacks above in the middle between the seats; the cities below."""
    left, right = picture.left_seat, 1 - picture.left_seat
    theme, size, city_size = picture.theme, 95.0, 130.0
    right_x = COLUMN_X - 14 - SEAT_WIDTH
    out = seat_panel(picture, left, 28, TOP, roomy=True) + seat_panel(picture, right, right_x, TOP, roomy=True)
    places = (
        (None, MAIN_AT[0] - 1.5 * size, 112.0, size),
        (left, 86.0, 470.0, city_size),
        (right, COLUMN_X - 72 - 3 * city_size, 470.0, city_size),
    )
    for seat, x, y, cell in places:
        drawn = plan(picture, seat, x, y, cell, live=True)
        for i in range(3):
            drawn += write(x + (i + 0.5) * cell, y + 3 * cell + 25, "abc"[i], theme.soft, 13, weight=600, anchor="middle")
            drawn += write(x - cell * 0.06 - 12, y + (i + 0.5) * cell + 5, "123"[i], theme.soft, 13, weight=600, anchor="middle")
        drawn += write(x + 1.5 * cell, y - 18, _board_name(picture, seat), theme.soft, 15.5, title=True, anchor="middle", spacing=0.5)
        out += group(drawn, role="group", aria_label=_board_name(picture, seat))
    return out
