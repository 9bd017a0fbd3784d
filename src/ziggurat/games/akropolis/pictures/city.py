"""Cities of the picture: as solids seen from above at an angle, or flat from above."""

from __future__ import annotations

from collections.abc import Iterable, Set

from ziggurat.drawing import models
from ziggurat.drawing.isometric import Camera, Point, clip, mix, num, regular, shade, star, up
from ziggurat.drawing.shapes import disc, group, polygon, write
from ziggurat.games.akropolis.pictures.layout import (
    BAND_LIP,
    BUILD,
    CITY_AREA,
    COLOURS,
    CREAM,
    DARK_INK,
    GROUND_LIP,
    LIP,
    STONE,
    STOREY,
    Picture,
    Place,
    camera,
    centre_of,
    district_of,
    hex_label,
    hexagon,
    read_place,
    stars_of,
    verdicts_of,
)
from ziggurat.games.akropolis.types import District, Hex
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


def anchors(picture: Picture) -> set[Place]:
    """The places that a legal move names."""
    return {read_place(piece) for piece in picture.pieces if "," in piece}


# ---- solids --------------------------------------------------------------------------------------------------------


def defs(picture: Picture, kinds: Set[str], levels: Set[int]) -> str:
    """Every kind of hex and every height that is on the table, drawn once."""
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
    return out


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
    verdicts, ring, choices = verdicts_of(picture, seat), ring_around(city), anchors(picture) if seat == picture.view.to_move else set()
    cast = "".join(cam.flat(up(cam.cast(hexagon(place, 1.02), hex_.level * STOREY), 0), picture.theme.shadow) for place, hex_ in city.items())
    out = group(cast, opacity=0.5 if picture.theme.is_dark else 0.24, filter=f"url(#{picture.name}-soft)")
    out += "".join(empty_place(picture, cam, place, place in choices) for place in sorted({*ring, *(choices - city.keys())}))
    far_to_near = sorted(city, key=lambda place: (centre_of(place)[1], centre_of(place)[0]))
    for place in far_to_near:
        out += solid_hex(picture, cam, city, place, verdicts.get(place), place in choices)
    corners = [cam.at(*p) for place in {*ring, *choices} for p in hexagon(place)]
    corners += [cam.at(*p, city[place].level * STOREY + 0.9) for place in city for p in hexagon(place, 0.5)]
    return group(fitted(out, corners, city_area(picture)), role="group", aria_label=picture.city_name(seat))


def city_area(picture: Picture) -> Area:
    """Where the large city has room: above the rotations, if there are any."""
    left, top, right, bottom = CITY_AREA
    return left, top, right, bottom - 66 if picture.pieces else bottom


def fitted(content: str, corners: list[Point], area: Area) -> str:
    """The drawing moved, and made smaller if it must be, into an area."""
    west, east = min(x for x, _ in corners), max(x for x, _ in corners)
    north, south = min(y for _, y in corners), max(y for _, y in corners)
    left, top, right, bottom = area
    scale = min(1.0, (right - left) / (east - west), (bottom - top) / (south - north))
    x, y = (left + right) / 2 - scale * (west + east) / 2, (top + bottom) / 2 - scale * (north + south) / 2
    return group(content, transform=f"translate({num(x)} {num(y)}) scale({scale:.4g})")


def empty_place(picture: Picture, cam: Camera, place: Place, choice: bool) -> str:
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
    return picture.piece(out, f"{place[0]},{place[1]}", f"{place[0]},{place[1]}" if choice else None)


def solid_hex(picture: Picture, cam: Camera, city: dict[Place, Hex], place: Place, verdict: District | None, choice: bool) -> str:
    """One place of the city: its stack, the shadows of its neighbours, the rim, the building, the letter with the level."""
    hex_ = city[place]
    level, at = hex_.level, centre_of(place)
    z = level * STOREY
    top = cam.at(*at, z)
    out = picture.use(f"drum{level}", cam.at(*at)) + picture.use(f"lid-{hex_.kind}", top)
    out += shadows_on(picture, cam, city, place) + rims(picture, cam, city, place)
    if place in picture.last:
        out += cam.flat(
            up(hexagon(place, 0.9), z), picture.theme.focus, f'fill-opacity=".14" stroke="{picture.theme.focus}" stroke-width="3" stroke-linejoin="round"'
        )
    if choice:
        out += cam.flat(
            up(hexagon(place, 0.8), z), "none", f'class="choice" stroke="{picture.theme.focus}" stroke-width="1.6" stroke-opacity=".8" stroke-dasharray="5 5"'
        )
    out += picture.use(hex_.kind, top)
    x, y = cam.at(at[0], at[1] + 0.7, z)
    out += tag(x, y + 1, f"{picture.letter(hex_.kind)}{level}", verdict, 12.5)
    return picture.piece(out, hex_label(picture, hex_, verdict), f"{place[0]},{place[1]}" if choice else None, f"about.{hex_.kind}")


def tag(x: float, y: float, text: str, verdict: District | None, size: float) -> str:
    """Letter and level; a cross beside it if the district does not count, two strokes if it is doubled."""
    halo = f'paint-order="stroke" stroke="{CREAM}" stroke-width="{size * 0.22:.2g}" stroke-linejoin="round"'
    out = write(x, y, text, DARK_INK, size, weight=700, anchor="middle").replace("<text", f"<text {halo}", 1)
    if verdict is None or (verdict.counts and verdict.value == verdict.level):
        return out
    sign, fill = ("×2", "#8a5410") if verdict.counts else ("✕", "#a3261b")
    radius = size * 0.62
    mark = disc(x + size * 1.5, y - size * 0.35, radius, CREAM, stroke=fill, stroke_width=1)
    return out + mark + write(x + size * 1.5, y - size * 0.02, sign, fill, size * 0.8, weight=700, anchor="middle")


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
    verdict: District | None = None,
    *,
    choice: bool = False,
    last: bool = False,
) -> str:
    """A hex from above: colour, letter, stars and level; a ring for each level above the first."""
    colour = picture.colours[district_of(kind)]
    x, y = (size * v for v in centre_of(place))
    scaled = [(size * px, size * py) for px, py in hexagon(place, 0.96)]
    face = LIP[picture.theme.name] if stars_of(kind) else mix(colour, LIP[picture.theme.name], 0.3)
    out = polygon(scaled, face, stroke=shade(colour, 0.7), stroke_width=max(0.8, size * 0.045))
    for ring in range(min(level or 1, 6) - 1):
        inner = [(size * px, size * py) for px, py in hexagon(place, 0.87 - 0.075 * ring)]
        out += polygon(inner, "none", stroke=shade(colour, 0.62), stroke_width=max(0.6, size * 0.03), stroke_opacity=0.75)
    if stars_of(kind):
        out += polygon(regular(6, size * 0.6, 0, x, y), colour)
        for dx, dy, r in STAR_SPOTS[stars_of(kind)]:
            out += polygon(star(x + dx * size * 0.85, y + dy * size * 0.85, r * size * 0.85), CREAM)
    letters = picture.letter(kind) if stars_of(kind) == 0 else ""
    if letters and size >= 10:
        out += write(x, y + size * 0.16, letters, DARK_INK, size * 0.62, weight=700, anchor="middle")
    if level is not None and size >= 16:
        out += tag(x - size * 0.1, y + size * 0.72, f"{picture.letter(kind)}{level}" if stars_of(kind) else str(level), verdict, size * 0.36)
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


def flat_city(picture: Picture, seat: int, area: Area, *, live: bool) -> str:
    """The city from above; a `live` one has labels and can be clicked."""
    city = {place_of(hex_): hex_ for hex_ in picture.view.seats[seat].city}
    ring, verdicts = ring_around(city), verdicts_of(picture, seat)
    left, top, right, bottom = area
    choices = anchors(picture) if live and seat == picture.view.to_move else set()
    spots = [p for place in ({*ring, *choices} if live else city) for p in hexagon(place)]
    wide, high = (max(p[i] for p in spots) - min(p[i] for p in spots) for i in (0, 1))
    size = min(58.0 if live else 19.0, (right - left) / wide, (bottom - top) / high)
    out = "".join(flat_empty(picture, place, size, place in choices) for place in sorted({*ring, *(choices - city.keys())})) if live else ""
    for place, hex_ in city.items():
        drawn = flat_hex(picture, place, hex_.kind, size, hex_.level, verdicts.get(place), choice=place in choices, last=live and place in picture.last)
        move = f"{place[0]},{place[1]}" if place in choices else None
        out += picture.piece(drawn, hex_label(picture, hex_, verdicts.get(place)), move, f"about.{hex_.kind}") if live else drawn
    corners = [(size * x, size * y) for x, y in spots]
    return group(fitted(out, corners, area), role="group" if live else "img", aria_label=picture.city_name(seat))


def flat_empty(picture: Picture, place: Place, size: float, choice: bool) -> str:
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
    return picture.piece(out, f"{place[0]},{place[1]}", f"{place[0]},{place[1]}")
