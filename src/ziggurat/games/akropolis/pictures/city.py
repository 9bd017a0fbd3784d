"""Cities of the picture: as solids seen from above at an angle, or flat from above."""

from __future__ import annotations

from collections.abc import Iterable, Set

from msgspec import UNSET

from ziggurat.drawing import models
from ziggurat.drawing.isometric import Camera, Point, centre, clip, mix, num, regular, shade, star, up
from ziggurat.drawing.shapes import disc, group, polygon, write
from ziggurat.games.akropolis.pictures.layout import (
    BAND_LIP,
    BUILD,
    CARDS_TOP,
    CITY_AREA,
    COLOURS,
    CREAM,
    DARK_INK,
    GROUND_LIP,
    LIP,
    SLOT_HEIGHT,
    STONE,
    STOREY,
    Picture,
    Place,
    Verdicts,
    camera,
    centre_of,
    district_of,
    hex_label,
    hexagon,
    kinds_of,
    read_place,
    second_of,
    stars_of,
    verdicts_of,
)
from ziggurat.games.akropolis.types import Hex
from ziggurat.geometry.hex import DIRECTIONS, SIDES

Area = tuple[float, float, float, float]  # left, top, right, bottom
STAR_SPOTS = models.star_spots()


def place_of(hex_: Hex) -> Place:
    """Where a visible hex lies."""
    return hex_.q, hex_.r


def ring_around(city: Iterable[Place]) -> list[Place]:
    """The empty places next to a city."""
    built = set(city)
    return sorted({(q + dq, r + dr) for q, r in built for dq, dr in DIRECTIONS} - built)


def anchors(picture: Picture) -> dict[Place, str]:
    """The places that a legal move names, and how it names them."""
    return {read_place(piece): piece for piece in picture.pieces if "," in piece}


def halves(place: Place, rotation: int, size: float) -> list[list[Point]]:
    """§10.4  The two halves of a two-colour hex: the first owns the sides from the rotation on, three of them."""
    corners = hexagon(place, size)
    return [[corners[(rotation + first + k) % SIDES] for k in range(4)] for first in (4, 7)]


# ---- solids --------------------------------------------------------------------------------------------------------


def defs(picture: Picture, kinds: Set[str], levels: Set[int], divided: Iterable[Hex] = ()) -> str:
    """Every kind of hex and every height that is on the table, drawn once; so are the two-colour hexes."""
    cam = camera(picture.theme)
    out = f'<clipPath id="{picture.name}-lid"><polygon points="{cam.points(up(hexagon((0, 0), 0.985), 0))}"/></clipPath>'
    for level in sorted(levels):
        out += group(drum(picture, cam, level), id=f"{picture.name}-drum{level}", stroke_width=0.5, stroke_linejoin="round")
    for kind in sorted(kinds):
        model = model_of(picture, cam, kind)
        lid = cam.face(up(hexagon((0, 0), 0.985), 0), band(picture, kind)) + cam.face(up(hexagon((0, 0), 0.92), 0), ground(picture, kind))
        shadow = f'<g clip-path="url(#{picture.name}-lid)">{model.shadow}</g>'
        out += group(lid, id=f"{picture.name}-lid-{kind}", stroke_width=0.5, stroke_linejoin="round")
        out += group(shadow + model.body, id=f"{picture.name}-{kind}", stroke_width=0.5, stroke_linejoin="round")
    two_colours = {look_of(hex_): hex_ for hex_ in divided if second_of(hex_)}
    return out + "".join(divided_defs(picture, cam, look, two_colours[look]) for look in sorted(two_colours))


def look_of(hex_: Hex) -> str:
    """The name of how a hex looks from above, among the parts that are drawn once."""
    second = second_of(hex_)
    return f"{hex_.kind}-{second[0]}-{second[1]}" if second else hex_.kind


def divided_defs(picture: Picture, cam: Camera, look: str, hex_: Hex) -> str:
    """§10.5  A two-colour hex: the ground of both districts, a line between them, and a small building on each."""
    second = second_of(hex_)
    assert second is not None
    kinds, rotation = (hex_.kind, second[0]), second[1]
    lid = "".join(cam.face(up(half, 0), band(picture, kind)) for kind, half in zip(kinds, halves((0, 0), rotation, 0.985), strict=True))
    inner = halves((0, 0), rotation, 0.92)
    lid += "".join(cam.face(up(half, 0), ground(picture, kind)) for kind, half in zip(kinds, inner, strict=True))
    (ax, ay), (bx, by) = cam.at(*inner[0][0]), cam.at(*inner[0][3])
    lid += f'<path d="M{num(ax)} {num(ay)}L{num(bx)} {num(by)}" stroke="{LIP[picture.theme.name]}" stroke-width="2.2"/>'
    body = ""
    spots = [(kind, centre(half)) for kind, half in zip(kinds, halves((0, 0), rotation, 0.82), strict=True)]
    for kind, (x, y) in sorted(spots, key=lambda spot: spot[1][1]):  # far ones first
        model = BUILD[kind](cam.local(x, y - 0.06, 0, 0.58), picture.theme, picture.colours[kind])
        body += f'<g clip-path="url(#{picture.name}-lid)">{model.shadow}</g>{model.body}'
    parts = {f"lid-{look}": lid, look: body}
    return "".join(group(content, id=f"{picture.name}-{key}", stroke_width=0.5, stroke_linejoin="round") for key, content in parts.items())


def band(picture: Picture, kind: str) -> str:
    """The rim of a hex."""
    return mix(COLOURS[picture.theme.name][district_of(kind)], LIP[picture.theme.name], BAND_LIP)


def ground(picture: Picture, kind: str) -> str:
    """What a building stands on."""
    if stars_of(kind):
        return LIP[picture.theme.name]
    return mix(picture.colours[kind], LIP[picture.theme.name], GROUND_LIP[kind])


def model_of(picture: Picture, cam: Camera, kind: str) -> models.Model:
    """The building, the rocks or the stars on a hex."""
    colour = picture.colours[district_of(kind)]
    if stars := stars_of(kind):
        return models.plaza(cam, picture.theme, colour, stars)
    return BUILD[kind](cam.local(0, -0.1, 0, 1.02), picture.theme, colour)


def drum(picture: Picture, cam: Camera, level: int) -> str:
    """The body of a stack: one limestone storey on the other, a darker joint between them."""
    out, foot, stone = "", hexagon((0, 0), 0.985), STONE[picture.theme.name]
    for storey in range(level):
        low = storey * STOREY
        out += cam.prism(foot, low, low + 0.05, shade(stone, 0.8), None)
        out += cam.prism(foot, low + 0.05, low + STOREY, stone, None)
    return out


def isometric_city(picture: Picture, seat: int) -> str:
    """The city as solids, far ones first, fitted into its area."""
    cam = camera(picture.theme)
    city = {place_of(hex_): hex_ for hex_ in picture.view.seats[seat].city}
    verdicts, ring, choices = verdicts_of(picture, seat), ring_around(city), anchors(picture) if seat == picture.view.to_move else {}
    cast = "".join(cam.flat(up(cam.cast(hexagon(place, 1.02), hex_.level * STOREY), 0), picture.theme.shadow) for place, hex_ in city.items())
    out = group(cast, opacity=0.5 if picture.theme.is_dark else 0.24, filter=f"url(#{picture.name}-soft)")
    out += "".join(empty_place(picture, cam, place, choices.get(place)) for place in sorted({*ring, *(choices.keys() - city.keys())}))
    far_to_near = sorted(city, key=lambda place: (centre_of(place)[1], centre_of(place)[0]))
    for place in far_to_near:
        out += solid_hex(picture, cam, city, place, verdicts.get(place), choices.get(place))
    corners = [cam.at(*p) for place in {*ring, *choices} for p in hexagon(place)]
    corners += [cam.at(*p, city[place].level * STOREY + 0.9) for place in city for p in hexagon(place, 0.5)]
    return group(fitted(out, corners, city_area(picture)), role="group", aria_label=picture.city_name(seat))


def city_area(picture: Picture) -> Area:
    """Where the large city has room: above the rotations, if there are any."""
    left, top, right, bottom = CITY_AREA
    if picture.view.slots is not UNSET:
        top = CARDS_TOP + SLOT_HEIGHT + 14
    return left, top, right, bottom - 66 if picture.pieces else bottom


def fitted(content: str, corners: list[Point], area: Area) -> str:
    """The drawing moved, and made smaller if it must be, into an area."""
    west, east = min(x for x, _ in corners), max(x for x, _ in corners)
    north, south = min(y for _, y in corners), max(y for _, y in corners)
    left, top, right, bottom = area
    scale = min(1.0, (right - left) / (east - west), (bottom - top) / (south - north))
    x, y = (left + right) / 2 - scale * (west + east) / 2, (top + bottom) / 2 - scale * (north + south) / 2
    return group(content, transform=f"translate({num(x)} {num(y)}) scale({scale:.4g})")


def empty_place(picture: Picture, cam: Camera, place: Place, choice: str | None) -> str:
    """A faint hex on the table; dashed in gold where a tile may begin."""
    theme, outline = picture.theme, up(hexagon(place, 0.93), 0)
    faint = "#ffffff" if theme.is_dark else "#7b6647"
    out = cam.flat(outline, faint, f'fill-opacity=".05" stroke="{faint}" stroke-opacity=".2" stroke-dasharray="3 5"')
    if choice:
        out += cam.flat(
            up(hexagon(place, 0.88), 0), "none", f'class="choice" stroke="{theme.focus}" stroke-width="1.6" stroke-opacity=".75" stroke-dasharray="5 5"'
        )
        x, y = cam.at(*centre_of(place))
        out += write(x, y + 4, f"{place[0]},{place[1]}", theme.soft, 12, anchor="middle")
    return picture.piece(out, f"{place[0]},{place[1]}", choice)


def solid_hex(picture: Picture, cam: Camera, city: dict[Place, Hex], place: Place, verdicts: Verdicts | None, choice: str | None = None) -> str:
    """One place of the city: its stack, the shadows of its neighbours, the rim, the building, the letter with the level."""
    hex_ = city[place]
    level, at = hex_.level, centre_of(place)
    z = level * STOREY
    top = cam.at(*at, z)
    out = picture.use(f"drum{level}", cam.at(*at)) + picture.use(f"lid-{look_of(hex_)}", top)
    out += shadows_on(picture, cam, city, place) + rims(picture, cam, city, place)
    if place in picture.last:
        out += cam.flat(
            up(hexagon(place, 0.9), z), picture.theme.focus, f'fill-opacity=".14" stroke="{picture.theme.focus}" stroke-width="3" stroke-linejoin="round"'
        )
    if choice:
        out += cam.flat(
            up(hexagon(place, 0.8), z), "none", f'class="choice" stroke="{picture.theme.focus}" stroke-width="1.6" stroke-opacity=".8" stroke-dasharray="5 5"'
        )
    out += picture.use(look_of(hex_), top)
    x, y = cam.at(at[0], at[1] + 0.7, z)
    out += tag(picture, x, y + 1, f"{letters_of(picture, kinds_of(hex_))}{level}", verdicts, 12.5)
    return picture.piece(out, hex_label(picture, hex_, verdicts), choice, " ".join(f"about.{kind}" for kind in kinds_of(hex_)))


def letters_of(picture: Picture, kinds: Iterable[str]) -> str:
    """The letters of what a hex shows."""
    return "".join(picture.letter(kind) for kind in kinds)


def tag(picture: Picture, x: float, y: float, text: str, verdicts: Verdicts | None, size: float) -> str:
    """Letter and level; a cross beside it if the district does not count, two strokes if it is doubled. Two districts have a mark each, in their colours."""
    halo = f'paint-order="stroke" stroke="{CREAM}" stroke-width="{size * 0.22:.2g}" stroke-linejoin="round"'
    out = write(x, y, text, DARK_INK, size, weight=700, anchor="middle").replace("<text", f"<text {halo}", 1)
    marked = {color: row for color, row in (verdicts or {}).items() if not row.counts or row.value != row.level}
    for place, (color, row) in enumerate(marked.items()):
        sign, fill = ("×2", "#8a5410") if row.counts else ("✕", "#a3261b")
        at = x + size * (1.5 + 1.35 * place)
        line, width = (fill, 1) if len(verdicts or {}) == 1 else (picture.colours[color], 2.2)
        out += disc(at, y - size * 0.35, size * 0.62, CREAM, stroke=line, stroke_width=width) + write(
            at, y - size * 0.02, sign, fill, size * 0.8, weight=700, anchor="middle"
        )
    return out


def shadows_on(picture: Picture, cam: Camera, city: dict[Place, Hex], place: Place) -> str:
    """The shadows that higher neighbours throw on a hex."""
    level, lid, shadows = city[place].level, hexagon(place, 0.985), ""
    q, r = place
    for dq in range(-2, 3):
        for dr in range(-2, 3):
            other = city.get((q + dq, r + dr))
            if other and other.level > level:
                fallen = clip(cam.cast(hexagon((q + dq, r + dr), 0.985), (other.level - level) * STOREY), lid)
                shadows += cam.flat(up(fallen, level * STOREY), picture.theme.shadow) if len(fallen) > 2 else ""
    return group(shadows, opacity=f"{picture.theme.shadow_strength:.3g}") if shadows else ""


def rims(picture: Picture, cam: Camera, city: dict[Place, Hex], place: Place) -> str:
    """A bright line where the ground falls away."""
    level, corners = city[place].level, hexagon(place, 0.975)
    q, r = place
    out = ""
    for side, (dq, dr) in enumerate(DIRECTIONS):
        beside = city.get((q + dq, r + dr))
        if (beside.level if beside else 0) < level:
            (ax, ay), (bx, by) = (cam.at(*corners[(side + k) % SIDES], level * STOREY) for k in (4, 5))
            out += f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"
    if not out:
        return ""
    return f'<path d="{out}" fill="none" stroke="#fffaf0" stroke-opacity="{0.6 if picture.theme.is_dark else 0.95}" stroke-width="1.6" stroke-linecap="round"/>'


# ---- flat ----------------------------------------------------------------------------------------------------------


def flat_hex(
    picture: Picture,
    place: Place,
    kind: str,
    size: float,
    level: int | None = None,
    verdicts: Verdicts | None = None,
    *,
    second: tuple[str, int] | None = None,
    choice: bool = False,
    last: bool = False,
) -> str:
    """A hex from above: colour, letter, stars and level; a ring for each level above the first. Of two colours, `second` is the other and the rotation."""
    colour = picture.colours[district_of(kind)]
    x, y = (size * v for v in centre_of(place))
    out = flat_face(picture, place, kind, size, second)
    for ring in range(min(level or 1, 6) - 1):
        inner = [(size * px, size * py) for px, py in hexagon(place, 0.87 - 0.075 * ring)]
        out += polygon(inner, "none", stroke=shade(colour, 0.62), stroke_width=max(0.6, size * 0.03), stroke_opacity=0.75)
    if stars_of(kind):
        out += polygon(regular(6, size * 0.6, 0, x, y), colour)
        for dx, dy, r in STAR_SPOTS[stars_of(kind)]:
            out += polygon(star(x + dx * size * 0.85, y + dy * size * 0.85, r * size * 0.85), CREAM)
    letters = letters_of(picture, [kind, second[0]] if second else [kind]) if stars_of(kind) == 0 else ""
    if letters and size >= 10:
        out += write(x, y + size * 0.16, letters, DARK_INK, size * 0.62, weight=700, anchor="middle")
    if level is not None and size >= 16:
        out += tag(picture, x - size * 0.1, y + size * 0.72, f"{picture.letter(kind)}{level}" if stars_of(kind) else str(level), verdicts, size * 0.36)
    elif level is not None and level > 1 and size >= 10:
        out += write(x + size * 0.45, y + size * 0.6, str(level), DARK_INK, size * 0.5, weight=700, anchor="middle")
    if last:
        out += polygon(
            [(size * px, size * py) for px, py in hexagon(place, 0.9)], picture.theme.focus, fill_opacity=0.14, stroke=picture.theme.focus, stroke_width=3
        )
    if choice:
        dashed = [(size * px, size * py) for px, py in hexagon(place, 0.8)]
        out += polygon(dashed, "none", class_="choice", stroke=picture.theme.focus, stroke_width=1.8, stroke_dasharray="5 5")
    return out


def flat_face(picture: Picture, place: Place, kind: str, size: float, second: tuple[str, int] | None) -> str:
    """The ground of a hex from above, in one colour or in two."""
    lip, line = LIP[picture.theme.name], max(0.8, size * 0.045)
    if second is None:
        colour = picture.colours[district_of(kind)]
        face = lip if stars_of(kind) else mix(colour, lip, 0.3)
        return polygon([(size * px, size * py) for px, py in hexagon(place, 0.96)], face, stroke=shade(colour, 0.7), stroke_width=line)
    out = ""
    for each, half in zip((kind, second[0]), halves(place, second[1], 0.96), strict=True):
        colour = picture.colours[each]
        out += polygon([(size * px, size * py) for px, py in half], mix(colour, lip, 0.3), stroke=shade(colour, 0.7), stroke_width=line)
    return out


def flat_city(picture: Picture, seat: int, area: Area, *, live: bool) -> str:
    """The city from above; a `live` one has labels and can be clicked."""
    city = {place_of(hex_): hex_ for hex_ in picture.view.seats[seat].city}
    ring, verdicts = ring_around(city), verdicts_of(picture, seat)
    left, top, right, bottom = area
    choices = anchors(picture) if live and seat == picture.view.to_move else {}
    spots = [p for place in ({*ring, *choices} if live else city) for p in hexagon(place)]
    wide, high = (max(p[i] for p in spots) - min(p[i] for p in spots) for i in (0, 1))
    size = min(58.0 if live else 19.0, (right - left) / wide, (bottom - top) / high)
    out = "".join(flat_empty(picture, place, size, choices.get(place)) for place in sorted({*ring, *(choices.keys() - city.keys())})) if live else ""
    for place, hex_ in city.items():
        is_last = live and place in picture.last
        drawn = flat_hex(picture, place, hex_.kind, size, hex_.level, verdicts.get(place), second=second_of(hex_), choice=place in choices, last=is_last)
        tips = " ".join(f"about.{kind}" for kind in kinds_of(hex_))
        out += picture.piece(drawn, hex_label(picture, hex_, verdicts.get(place)), choices.get(place), tips) if live else drawn
    corners = [(size * x, size * y) for x, y in spots]
    return group(fitted(out, corners, area), role="group" if live else "img", aria_label=picture.city_name(seat))


def flat_empty(picture: Picture, place: Place, size: float, choice: str | None) -> str:
    """An empty place from above."""
    theme = picture.theme
    faint = "#ffffff" if theme.is_dark else "#7b6647"
    corners = [(size * x, size * y) for x, y in hexagon(place, 0.92)]
    out = polygon(corners, faint, fill_opacity=0.05, stroke=faint, stroke_opacity=0.22, stroke_dasharray="3 5")
    if not choice:
        return group(out, aria_hidden="true")
    dashed = [(size * x, size * y) for x, y in hexagon(place, 0.86)]
    out += polygon(dashed, "none", class_="choice", stroke=theme.focus, stroke_width=1.8, stroke_opacity=0.8, stroke_dasharray="5 5")
    x, y = (size * v for v in centre_of(place))
    out += write(x, y + 4, f"{place[0]},{place[1]}", theme.soft, 13, anchor="middle")
    return picture.piece(out, f"{place[0]},{place[1]}", choice)
