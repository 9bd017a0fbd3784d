"""The panels of the picture: the site, the rotations, the score sheet, the other cities, the illustrious architect."""

from __future__ import annotations

from msgspec import UNSET

from ziggurat.drawing.isometric import mix, num, regular, shade
from ziggurat.drawing.shapes import box, choice_box, disc, group, panel, pawn, polygon, write
from ziggurat.games.akropolis.athena.material import FIRST_SINGLE
from ziggurat.games.akropolis.material import TILE_NAMES
from ziggurat.games.akropolis.pictures.cards import single_tile, statue
from ziggurat.games.akropolis.pictures.city import flat_city, flat_hex, halves
from ziggurat.games.akropolis.pictures.layout import (
    COLUMN_WIDTH,
    COLUMN_X,
    CREAM,
    GAP,
    HEIGHT,
    SITE_HEIGHT,
    SITE_WIDTH,
    STOREY,
    TOP,
    Picture,
    camera,
    centre_of,
    footprint,
    tile_words,
)
from ziggurat.games.akropolis.terminal import capital, letter, pages_of, stone_points
from ziggurat.games.akropolis.types import Architect

SITE_SCALE = 0.56
PLACES_OF_TILE = footprint((0, 0), 1)


# ---- the site ------------------------------------------------------------------------------------------------------


def site(picture: Picture, look: str) -> str:
    """The tiles on offer with their prices in stones."""
    theme = picture.theme
    out = panel(28, TOP, SITE_WIDTH, SITE_HEIGHT, theme)
    out += write(48, TOP + 27, capital(picture.w("word.site")), theme.soft, 16, title=True, spacing=0.5)
    step = min(210.0, (SITE_WIDTH - 110) / max(1, len(picture.view.site)))
    for slot, tile in enumerate(picture.view.site):
        x = 222 + slot * step
        drawn = site_tile(picture, tile, x, look) + price(picture, slot, x - 62, TOP + SITE_HEIGHT - 22)
        if f"{slot}:" in picture.pieces:
            drawn += choice_box(x - 78, TOP + 6, 150, SITE_HEIGHT - 12, 12, theme)
        out += picture.piece(drawn, picture.w("draw.tile", n=slot, **tile_words(picture, tile)), f"{slot}:", "about.price")
    return group(out, role="group", aria_label=capital(picture.w("word.site")))


def site_tile(picture: Picture, tile: int, x: float, look: str) -> str:
    """One tile of the site: hex 0 on the left, the others clockwise."""
    kinds = TILE_NAMES[tile]
    if look == "top":
        size, out = 27.0, ""
        for place, kind in zip(PLACES_OF_TILE, kinds, strict=True):
            out += flat_hex(picture, place, kind, size)
        return group(out, transform=f"translate({num(x - size * 0.75)} {num(TOP + SITE_HEIGHT / 2)})")
    cam, out = camera(picture.theme), ""
    for place, kind in sorted(zip(PLACES_OF_TILE, kinds, strict=True), key=lambda pair: centre_of(pair[0])[1]):
        at = centre_of(place)
        out += picture.use("drum1", cam.at(*at)) + picture.use(f"lid-{kind}", cam.at(*at, STOREY)) + picture.use(kind, cam.at(*at, STOREY))
    middle = cam.at(0.75, 0, STOREY / 2)
    there = f"translate({num(x - SITE_SCALE * middle[0])} {num(TOP + SITE_HEIGHT / 2 + 2 - SITE_SCALE * middle[1])}) scale({SITE_SCALE})"
    letters = " ".join(picture.letter(kind) for kind in kinds)
    name = write(x - 66, TOP + 27, letters, picture.theme.soft, 12.5, weight=600) if picture.letters else ""
    return group(out, transform=there) + name


def price(picture: Picture, slot: int, x: float, y: float) -> str:
    """One cube for each stone to pay."""
    theme = picture.theme
    if slot == 0:
        return write(x, y + 10, picture.w("word.free"), theme.soft, 12)
    return "".join(box(x + i * 14, y, 10.5, 10.5, 2.5, theme.cube, theme.soft, stroke_opacity=0.6) for i in range(slot))


def rotations(picture: Picture) -> str:
    """The six rotations of a tile, or of a single tile where a card is completed."""
    if not any(piece.startswith("/") for piece in picture.pieces):
        return ""
    theme, out = picture.theme, ""
    turned = turned_hex if picture.view.phase == "complete" else turned_tile
    for rotation in range(6):
        x, y = 56.0 + 58 * rotation, HEIGHT - 46.0
        glyph = box(x - 26, y - 26, 52, 52, 10, theme.panel, theme.line, fill_opacity=0.9) + turned(picture, rotation, x, y)
        glyph += write(x - 21, y - 14, str(rotation), theme.ink, 11, weight=700)
        if f"/{rotation}" in picture.pieces:
            glyph += choice_box(x - 26, y - 26, 52, 52, 10, theme)
        out += picture.piece(glyph, picture.w("draw.rotation", turn=rotation), f"/{rotation}")
    return out


def turned_tile(picture: Picture, rotation: int, x: float, y: float) -> str:
    """A tile in a rotation: the first hex is filled, the others follow clockwise."""
    theme, places, out = picture.theme, footprint((0, 0), rotation), ""
    mx, my = (sum(centre_of(place)[i] for place in places) / 3 for i in (0, 1))
    for i, place in enumerate(places):
        cx, cy = centre_of(place)
        fill = theme.accent if i == 0 else mix(theme.accent, theme.panel, 0.55 + 0.2 * (i - 1))
        out += polygon(regular(6, 9.4, 0, x + (cx - mx) * 10, y + (cy - my) * 10), fill, stroke=theme.panel)
    return out


def turned_hex(picture: Picture, rotation: int, x: float, y: float) -> str:
    """§10.4  A two-colour hex in a rotation: the first district is filled."""
    theme, out = picture.theme, ""
    for half, fill in zip(halves((0, 0), rotation, 16), (theme.accent, mix(theme.accent, theme.panel, 0.7)), strict=True):
        out += polygon([(x + 3 + dx, y + 3 + dy) for dx, dy in half], fill, stroke=theme.panel)
    return out


# ---- the column on the right ---------------------------------------------------------------------------------------


def column(picture: Picture) -> str:
    """The score sheet of the large city, then the other players, or the illustrious architect."""
    out, y = score_sheet(picture, TOP), TOP + 262 + GAP
    others = [seat for seat in range(len(picture.view.seats)) if seat != picture.focus]
    if picture.view.architect is not UNSET:
        return out + architect_panel(picture, picture.view.architect, y, HEIGHT - 20 - y)
    height = min(300.0, (HEIGHT - 20 - y - GAP * (len(others) - 1)) / max(1, len(others)))
    for seat in others:
        out += seat_panel(picture, seat, y, height)
        y += height + GAP
    return out


def score_sheet(picture: Picture, y: float) -> str:
    """Value, stars and points of each colour, stones and total of the large city's seat."""
    theme, seat = picture.theme, picture.view.seats[picture.focus]
    x, right = COLUMN_X + 16, COLUMN_X + COLUMN_WIDTH - 16
    out = panel(COLUMN_X, y, COLUMN_WIDTH, 262, theme) + turn_frame(picture, picture.focus, y, 262)
    out += pawn(x + 8, y + 24, 7, picture.focus, theme) + write(x + 24, y + 30, picture.player(picture.focus), theme.ink, 17, title=True, spacing=0.4)
    out += chief(picture, picture.focus, y)
    out += write(right - 84, y + 54, picture.w("word.value"), theme.soft, 11.5, anchor="end") + write(right - 48, y + 54, "★", theme.soft, 12, anchor="middle")
    for i, (name, sheet) in enumerate(pages_of(seat).items()):
        line = y + 78 + 27 * i
        out += box(x, line - 14, 18, 18, 4, picture.colours[name]) + write(x + 9, line, letter(name, picture.w), CREAM, 13, weight=700, anchor="middle")
        out += write(x + 28, line, picture.w(f"score.{name}"), theme.ink, 14)
        out += write(right - 84, line, str(sheet.value), theme.ink, 14, anchor="end") + write(
            right - 48, line, str(sheet.stars), theme.ink, 14, anchor="middle"
        )
        out += write(right, line, str(sheet.points), theme.ink, 14, weight=700, anchor="end")
    line = y + 78 + 27 * 5
    out += box(x, line - 14, 18, 18, 4, theme.cube, theme.soft, stroke_opacity=0.6) + write(x + 28, line, picture.w("score.stones"), theme.ink, 14)
    points = stone_points(seat)
    if points != seat.stones:
        out += write(right - 48, line, f"{seat.stones} × {points // seat.stones}", theme.soft, 13, anchor="end")
    out += write(right, line, str(points), theme.ink, 14, weight=700, anchor="end")
    if seat.completed is not UNSET:
        out += statue(picture, right - 62 if picture.view.chief == picture.focus else right - 12, y + 9, 34, seat.completed)
    out += f'<path d="M{num(x)} {num(line + 11)}H{num(right)}" stroke="{theme.line}"/>'
    out += write(x, line + 34, picture.w("score.total"), theme.ink, 16, weight=700) + write(
        right, line + 35, str(seat.score), theme.ink, 20, weight=700, anchor="end"
    )
    return group(out, role="group", aria_label=picture.w("table.score", player=picture.player(picture.focus), n=seat.score))


def turn_frame(picture: Picture, seat: int, y: float, height: float) -> str:
    """A gold frame around the panel of the seat to play."""
    if picture.view.over or picture.view.to_move != seat:
        return ""
    return box(COLUMN_X, y, COLUMN_WIDTH, height, 14, "none", picture.theme.focus, stroke_width=2)


def chief(picture: Picture, seat: int, y: float) -> str:
    """The chief architect's marker: a pair of compasses."""
    if picture.view.chief != seat:
        return ""
    x, top = COLUMN_X + COLUMN_WIDTH - 26, y + 15
    path = f"M{num(x)} {num(top)}l-6 18M{num(x)} {num(top)}l6 18M{num(x - 4)} {num(top + 11)}h8"
    line = f'<path d="{path}" fill="none" stroke="{picture.theme.accent}" stroke-width="2.2" stroke-linecap="round"/>'
    return group(line + disc(x, top, 2.6, picture.theme.accent), role="img", aria_label=picture.w("word.chief"))


def seat_panel(picture: Picture, seat: int, y: float, height: float) -> str:
    """Another player: name, stones, score, and the city from above."""
    theme, player = picture.theme, picture.view.seats[seat]
    x, right = COLUMN_X + 16, COLUMN_X + COLUMN_WIDTH - 16
    out = panel(COLUMN_X, y, COLUMN_WIDTH, height, theme) + turn_frame(picture, seat, y, height)
    out += pawn(x + 8, y + 24, 7, seat, theme) + write(x + 24, y + 30, picture.player(seat), theme.ink, 16, title=True, spacing=0.4)
    out += chief(picture, seat, y)
    out += write(x, y + 52, picture.w("count.stones", n=player.stones), theme.soft, 12.5)
    if player.completed is not UNSET:
        out += statue(picture, right - 50 if picture.view.chief == seat else right - 12, y + 7, 28, player.completed)
    out += write(right, y + 52, picture.w("count.points", n=player.score), theme.ink, 13.5, weight=700, anchor="end")
    out += flat_city(picture, seat, (x, y + 62, right, y + height - 12), live=False)
    return group(out, role="group", aria_label=picture.w("table.score", player=picture.player(seat), n=player.score))


def architect_panel(picture: Picture, his: Architect, y: float, height: float) -> str:
    """The illustrious architect: name, stones, score, and his tiles."""
    theme = picture.theme
    x, right = COLUMN_X + 16, COLUMN_X + COLUMN_WIDTH - 16
    out = panel(COLUMN_X, y, COLUMN_WIDTH, height, theme)
    out += write(x, y + 30, picture.w(f"architect.{his.name}"), theme.ink, 17, title=True, spacing=0.4)
    out += write(right, y + 30, picture.w("count.points", n=his.score), theme.ink, 14, weight=700, anchor="end")
    about = f"{picture.w('word.illustrious')} · {picture.w('count.stones', n=his.stones)}"
    out += write(x, y + 52, about, theme.soft, 12.5)
    if his.completed is not UNSET:
        out += statue(picture, right - 98, y + 8, 30, his.completed)
    size, tiles = 11.5, [tile for tile in his.tiles if tile < FIRST_SINGLE]
    for i, tile in enumerate(tiles):
        hexes = "".join(flat_hex(picture, place, kind, size) for place, kind in zip(PLACES_OF_TILE, TILE_NAMES[tile], strict=True))
        at = f"translate({num(x + 14 + i % 5 * 53)} {num(y + 88 + i // 5 * 50)})"
        out += group(hexes, transform=at, role="img", aria_label=picture.w("draw.tile", n=0, **tile_words(picture, tile)).split(";")[0])
    below = y + 88 + -(-len(tiles) // 5) * 50
    for i, tile in enumerate(tile for tile in his.tiles if tile >= FIRST_SINGLE):
        out += single_tile(picture, tile, x + 14 + i * 34, below, "", 13)
    out += gifts(picture, his, x, below + 44)
    return group(out, role="group", aria_label=picture.w("word.illustrious"), fill=shade(theme.ink, 1.0))


def gifts(picture: Picture, his: Architect, x: float, y: float) -> str:
    """§10.9  The single tiles of which one is his, while a card is completed."""
    tiles = sorted(int(piece[1:]) for piece in picture.pieces if piece.startswith("!"))
    if not tiles:
        return ""
    out = write(x, y, picture.w("draw.gift", name=picture.w(f"architect.{his.name}")), picture.theme.soft, 12.5)
    return out + "".join(single_tile(picture, tile, x + 16 + i * 37, y + 26, f"!{tile}") for i, tile in enumerate(tiles))
