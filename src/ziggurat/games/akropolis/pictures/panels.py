"""The panels of the picture: the site, the rotations, the score sheet, the other cities, the illustrious architect."""

from __future__ import annotations

from msgspec import UNSET

from ziggurat.drawing.flat import box, choice_box, disc, group, panel, pawn, polygon, write
from ziggurat.drawing.iso import mix, num, regular, shade
from ziggurat.games.akropolis.material import TILE_NAMES
from ziggurat.games.akropolis.pictures.city import flat_city, flat_hex
from ziggurat.games.akropolis.pictures.page import (
    COLUMN_WIDTH,
    COLUMN_X,
    CREAM,
    GAP,
    HEIGHT,
    LETTERS,
    SITE_HEIGHT,
    SITE_WIDTH,
    STOREY,
    TOP,
    Sheet,
    camera,
    centre_of,
    footprint,
    tile_words,
)
from ziggurat.games.akropolis.terminal import capital, pages_of
from ziggurat.games.akropolis.types import Architect

SITE_SCALE = 0.56
PLACES_OF_TILE = footprint((0, 0), 1)


# ---- the site ------------------------------------------------------------------------------------------------------


def site(page: Sheet, look: str) -> str:
    """The tiles on offer with their prices in stones."""
    theme = page.theme
    out = panel(28, TOP, SITE_WIDTH, SITE_HEIGHT, theme)
    out += write(48, TOP + 27, capital(page.w("word.site")), theme.soft, 16, title=True, spacing=0.5)
    step = min(210.0, (SITE_WIDTH - 110) / max(1, len(page.view.site)))
    for slot, tile in enumerate(page.view.site):
        x = 222 + slot * step
        drawn = site_tile(page, tile, x, look) + price(page, slot, x - 62, TOP + SITE_HEIGHT - 22)
        if f"{slot}:" in page.pieces:
            drawn += choice_box(x - 78, TOP + 6, 150, SITE_HEIGHT - 12, 12, theme)
        out += page.piece(drawn, page.w("draw.tile", n=slot, **tile_words(page, tile)), f"{slot}:", "about.price")
    return group(out, role="group", aria_label=capital(page.w("word.site")))


def site_tile(page: Sheet, tile: int, x: float, look: str) -> str:
    """One tile of the site: hex 0 on the left, the others clockwise."""
    kinds = TILE_NAMES[tile]
    if look == "top":
        size, out = 27.0, ""
        for place, kind in zip(PLACES_OF_TILE, kinds, strict=True):
            out += flat_hex(page, place, kind, size)
        return group(out, transform=f"translate({num(x - size * 0.75)} {num(TOP + SITE_HEIGHT / 2)})")
    cam, out = camera(page.theme), ""
    for place, kind in sorted(zip(PLACES_OF_TILE, kinds, strict=True), key=lambda pair: centre_of(pair[0])[1]):
        at = centre_of(place)
        out += page.use("drum1", cam.at(*at)) + page.use(f"lid-{kind}", cam.at(*at, STOREY)) + page.use(kind, cam.at(*at, STOREY))
    middle = cam.at(0.75, 0, STOREY / 2)
    there = f"translate({num(x - SITE_SCALE * middle[0])} {num(TOP + SITE_HEIGHT / 2 + 2 - SITE_SCALE * middle[1])}) scale({SITE_SCALE})"
    letters = " ".join(LETTERS[kind] for kind in kinds)
    return group(out, transform=there) + write(x - 66, TOP + 27, letters, page.theme.soft, 12.5, weight=600)


def price(page: Sheet, slot: int, x: float, y: float) -> str:
    """One cube for each stone to pay."""
    theme = page.theme
    if slot == 0:
        return write(x, y + 10, page.w("word.free"), theme.soft, 12)
    return "".join(box(x + i * 14, y, 10.5, 10.5, 2.5, theme.cube, theme.soft, stroke_opacity=0.6) for i in range(slot))


def rotations(page: Sheet) -> str:
    """The six rotations: the first hex is filled, the others follow clockwise."""
    if not any(piece.startswith("/") for piece in page.pieces):
        return ""
    theme, out = page.theme, ""
    for rotation in range(6):
        x, y = 56.0 + 58 * rotation, HEIGHT - 46.0
        glyph = box(x - 26, y - 26, 52, 52, 10, theme.panel, theme.line, fill_opacity=0.9)
        places = footprint((0, 0), rotation)
        mx, my = (sum(centre_of(place)[i] for place in places) / 3 for i in (0, 1))
        for i, place in enumerate(places):
            cx, cy = centre_of(place)
            fill = theme.accent if i == 0 else mix(theme.accent, theme.panel, 0.55 + 0.2 * (i - 1))
            glyph += polygon(regular(6, 9.4, 0, x + (cx - mx) * 10, y + (cy - my) * 10), fill, stroke=theme.panel)
        glyph += write(x - 21, y - 14, str(rotation), theme.ink, 11, weight=700)
        if f"/{rotation}" in page.pieces:
            glyph += choice_box(x - 26, y - 26, 52, 52, 10, theme)
        out += page.piece(glyph, page.w("draw.rotation", turn=rotation), f"/{rotation}")
    return out


# ---- the column on the right ---------------------------------------------------------------------------------------


def column(page: Sheet) -> str:
    """The score sheet of the large city, then the other players, or the illustrious architect."""
    out, y = score_sheet(page, TOP), TOP + 262 + GAP
    others = [seat for seat in range(len(page.view.seats)) if seat != page.focus]
    if page.view.architect is not UNSET:
        return out + architect_panel(page, page.view.architect, y, HEIGHT - 20 - y)
    height = min(300.0, (HEIGHT - 20 - y - GAP * (len(others) - 1)) / max(1, len(others)))
    for seat in others:
        out += seat_panel(page, seat, y, height)
        y += height + GAP
    return out


def score_sheet(page: Sheet, y: float) -> str:
    """Value, stars and points of each colour, stones and total of the large city's seat."""
    theme, seat = page.theme, page.view.seats[page.focus]
    x, right = COLUMN_X + 16, COLUMN_X + COLUMN_WIDTH - 16
    out = panel(COLUMN_X, y, COLUMN_WIDTH, 262, theme) + turn_frame(page, page.focus, y, 262)
    out += pawn(x + 8, y + 24, 7, page.focus, theme) + write(x + 24, y + 30, page.player(page.focus), theme.ink, 17, title=True, spacing=0.4)
    out += chief(page, page.focus, y)
    out += write(right - 84, y + 54, page.w("word.value"), theme.soft, 11.5, anchor="end") + write(right - 48, y + 54, "★", theme.soft, 12, anchor="middle")
    for i, (name, sheet) in enumerate(pages_of(seat).items()):
        line = y + 78 + 27 * i
        out += box(x, line - 14, 18, 18, 4, page.colours[name]) + write(x + 9, line, LETTERS[name], CREAM, 13, weight=700, anchor="middle")
        out += write(x + 28, line, page.w(f"score.{name}"), theme.ink, 14)
        out += write(right - 84, line, str(sheet.value), theme.ink, 14, anchor="end") + write(
            right - 48, line, str(sheet.stars), theme.ink, 14, anchor="middle"
        )
        out += write(right, line, str(sheet.points), theme.ink, 14, weight=700, anchor="end")
    line = y + 78 + 27 * 5
    out += box(x, line - 14, 18, 18, 4, theme.cube, theme.soft, stroke_opacity=0.6) + write(x + 28, line, page.w("score.stones"), theme.ink, 14)
    out += write(right, line, str(seat.stones), theme.ink, 14, weight=700, anchor="end")
    out += f'<path d="M{num(x)} {num(line + 11)}H{num(right)}" stroke="{theme.line}"/>'
    out += write(x, line + 34, page.w("score.total"), theme.ink, 16, weight=700) + write(
        right, line + 35, str(seat.score), theme.ink, 20, weight=700, anchor="end"
    )
    return group(out, role="group", aria_label=page.w("table.score", player=page.player(page.focus), n=seat.score))


def turn_frame(page: Sheet, seat: int, y: float, height: float) -> str:
    """A gold frame around the panel of the seat to play."""
    if page.view.over or page.view.to_move != seat:
        return ""
    return box(COLUMN_X, y, COLUMN_WIDTH, height, 14, "none", page.theme.focus, stroke_width=2)


def chief(page: Sheet, seat: int, y: float) -> str:
    """The chief architect's marker: a pair of compasses."""
    if page.view.chief != seat:
        return ""
    x, top = COLUMN_X + COLUMN_WIDTH - 26, y + 15
    path = f"M{num(x)} {num(top)}l-6 18M{num(x)} {num(top)}l6 18M{num(x - 4)} {num(top + 11)}h8"
    line = f'<path d="{path}" fill="none" stroke="{page.theme.accent}" stroke-width="2.2" stroke-linecap="round"/>'
    return group(line + disc(x, top, 2.6, page.theme.accent), role="img", aria_label=page.w("word.chief"))


def seat_panel(page: Sheet, seat: int, y: float, height: float) -> str:
    """Another player: name, stones, score, and the city from above."""
    theme, sheet = page.theme, page.view.seats[seat]
    x, right = COLUMN_X + 16, COLUMN_X + COLUMN_WIDTH - 16
    out = panel(COLUMN_X, y, COLUMN_WIDTH, height, theme) + turn_frame(page, seat, y, height)
    out += pawn(x + 8, y + 24, 7, seat, theme) + write(x + 24, y + 30, page.player(seat), theme.ink, 16, title=True, spacing=0.4)
    out += chief(page, seat, y)
    out += write(x, y + 52, page.w("count.stones", n=sheet.stones), theme.soft, 12.5)
    out += write(right, y + 52, page.w("count.points", n=sheet.score), theme.ink, 13.5, weight=700, anchor="end")
    out += flat_city(page, seat, (x, y + 62, right, y + height - 12), live=False)
    return group(out, role="group", aria_label=page.w("table.score", player=page.player(seat), n=sheet.score))


def architect_panel(page: Sheet, his: Architect, y: float, height: float) -> str:
    """The illustrious architect: name, stones, score, and his tiles."""
    theme = page.theme
    x, right = COLUMN_X + 16, COLUMN_X + COLUMN_WIDTH - 16
    out = panel(COLUMN_X, y, COLUMN_WIDTH, height, theme)
    out += write(x, y + 30, page.w(f"architect.{his.name}"), theme.ink, 17, title=True, spacing=0.4)
    out += write(right, y + 30, page.w("count.points", n=his.score), theme.ink, 14, weight=700, anchor="end")
    about = f"{page.w('word.illustrious')} · {page.w('count.stones', n=his.stones)}"
    out += write(x, y + 52, about, theme.soft, 12.5)
    size = 11.5
    for i, tile in enumerate(his.tiles):
        hexes = "".join(flat_hex(page, place, kind, size) for place, kind in zip(PLACES_OF_TILE, TILE_NAMES[tile], strict=True))
        at = f"translate({num(x + 14 + i % 5 * 53)} {num(y + 88 + i // 5 * 50)})"
        out += group(hexes, transform=at, role="img", aria_label=page.w("draw.tile", n=0, **tile_words(page, tile)).split(";")[0])
    return group(out, role="group", aria_label=page.w("word.illustrious"), fill=shade(theme.ink, 1.0))
