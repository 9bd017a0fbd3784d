"""Little buildings and figures, each about one unit wide and standing on its own origin. Shape tells the kind, colour only helps.

A model comes in two parts, so that its shadow can be clipped to the ground it falls on.
Place one with `camera.local(x, y, z, size)`, or draw it once and `<use>` it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import NamedTuple

from .iso import Camera, Point, between, edges, grow, num, rect, regular, shade, star, up
from .theme import Theme


class Model(NamedTuple):
    """A drawn thing."""

    shadow: str
    body: str


Build = Callable[[Camera, Theme, str], Model]
"""A model from the camera, the theme and the colour of its roof, cloth or banner."""


def _opening(
    cam: Camera,
    a: Point,
    b: Point,
    low: float,
    high: float,
    share: float,
    fill: str,
    at: float = 0.5,
    arch: float = 0.0,
) -> str:
    """A door or window in the wall over the edge a-b, `share` of it wide, with an arch `arch` high."""
    p, q, m = between(a, b, at - share / 2), between(a, b, at + share / 2), between(a, b, at)
    return cam.flat([(*p, low), (*q, low), (*q, high), (*m, high + arch), (*p, high)], fill)


# ---- houses, stalls, keeps, temples --------------------------------------------------------------------------------


def house(cam: Camera, theme: Theme, colour: str) -> Model:
    """Three homes with gabled roofs."""
    parts = [(-0.24, -0.16, 0.34, 0.3, 0.26, -28), (0.2, -0.14, 0.3, 0.34, 0.36, 62), (-0.06, 0.22, 0.42, 0.28, 0.24, -28)]
    shadow = body = ""
    for dx, dy, w, d, h, angle in parts:
        foot = rect(w, d, angle, dx, dy)
        shadow += cam.shadow(foot, 0, h + 0.12, strength=0.16)
        body += cam.prism(foot, 0, h, theme.wall, None)
        if cam.faces_viewer(foot[3], foot[2], (dx, dy)):
            body += _opening(cam, foot[3], foot[2], 0, h * 0.52, 0.24, theme.door)
        if cam.faces_viewer(foot[1], foot[2], (dx, dy)):
            body += _opening(cam, foot[1], foot[2], h * 0.4, h * 0.68, 0.24, theme.door)
        body += cam.gable(grow(foot, 1.14), h - 0.01, h + 0.17, colour, theme.wall)
    return Model(shadow, body)


def market(cam: Camera, theme: Theme, colour: str) -> Model:
    """Three stalls under striped awnings."""
    shadow = body = ""
    h, angle = 0.26, -24
    for dx, dy, w in ((-0.22, -0.2, 0.46), (0.24, 0.02, 0.44), (-0.16, 0.3, 0.46)):
        foot = rect(w, 0.3, angle, dx, dy)
        shadow += cam.shadow(foot, 0, h)
        for p in foot:
            body += cam.prism(rect(0.035, 0.035, angle, *p), 0, h, theme.wood, None)
        body += cam.prism(grow(foot, 0.78), 0, h * 0.38, theme.wood, shade(theme.wood, 1.25))
        roof, stripes = grow(foot, 1.12), 6
        for i in range(stripes):
            s, t = i / stripes, (i + 1) / stripes
            a, b = between(roof[0], roof[1], s), between(roof[0], roof[1], t)
            c, e = between(roof[3], roof[2], s), between(roof[3], roof[2], t)
            cloth = theme.linen if i % 2 else colour
            body += cam.face([(*a, h + 0.16), (*b, h + 0.16), (*e, h), (*c, h)], cloth)
            body += cam.face([(*c, h), (*e, h), (*e, h - 0.08), (*c, h - 0.08)], cloth)
    return Model(shadow, body)


def barracks(cam: Camera, theme: Theme, colour: str) -> Model:
    """A brick keep with a tower and a flag."""
    keep, tower, brick = rect(0.62, 0.5, -28, 0.06, 0.1), rect(0.3, 0.3, -28, -0.2, -0.16), theme.brick

    def crown(foot: list[Point], top: float, n: int) -> str:
        spots = [between(p, q, (k + 0.5) / n) for p, q in edges(foot) for k in range(n)]
        return "".join(cam.prism(rect(0.075, 0.075, -28, *p), top, top + 0.08, brick) for p in sorted(spots, key=cam.depth))

    shadow = cam.shadow(keep, 0, 0.3, strength=0.16) + cam.shadow(tower, 0, 0.66, strength=0.16)
    body = cam.prism(tower, 0, 0.62, brick, shade(brick, 0.8)) + crown(tower, 0.62, 2)
    px, py = -0.2, -0.16
    body += cam.prism(rect(0.025, 0.025, 0, px, py), 0.6, 1.0, theme.wood)
    body += cam.face([(px, py, 0.98), (px + 0.26, py + 0.04, 0.9), (px, py, 0.8)], colour)
    body += cam.prism(keep, 0, 0.3, brick, shade(brick, 0.8)) + crown(keep, 0.3, 3)
    return Model(shadow, body + _opening(cam, keep[3], keep[2], 0, 0.17, 0.24, theme.door, arch=0.05))


def temple(cam: Camera, theme: Theme, colour: str) -> Model:
    """A temple with columns all round."""
    base, marble = rect(0.98, 0.66, -28, 0, 0.02), theme.marble
    body = cam.prism(base, 0, 0.06, marble) + cam.prism(grow(base, 0.92), 0.06, 0.11, marble)
    body += cam.prism(grow(base, 0.62), 0.11, 0.46, shade(marble, 0.78))
    f = grow(base, 0.82)
    rows = ((f[0], f[1], 4), (f[1], f[2], 3), (f[3], f[2], 4), (f[0], f[3], 3))
    columns = {between(a, b, i / n) for a, b, n in rows for i in range(n + 1)}
    for p in sorted(columns, key=lambda q: (cam.depth(q), q)):
        body += cam.prism(regular(8, 0.042, 0, *p), 0.11, 0.46, marble)
    body += cam.prism(grow(base, 0.94), 0.46, 0.52, marble) + cam.gable(base, 0.52, 0.74, colour, marble)
    return Model(cam.shadow(base, 0, 0.5), body)


# ---- gardens, quarries, plazas -------------------------------------------------------------------------------------


def tree(cam: Camera, theme: Theme, x: float, y: float, size: float, pointed: bool) -> Model:
    """A round tree or a cypress."""
    here = cam.local(x, y, 0, size)
    shadow = here.shadow(regular(10, 0.16), 0, 0.34, strength=0.17)
    body = here.prism(regular(6, 0.028), 0, 0.16, theme.wood)
    if pointed:
        return Model(shadow, body + here.cone(regular(10, 0.12), 0.08, 0.62, theme.cypress))
    (sx, sy), r = here.at(0, 0, 0.34), 0.2 * here.size * cam.scale
    for k, size_of_it, fill in ((0.0, 1.0, theme.leaf_dark), (0.14, 0.84, theme.leaf), (0.33, 0.42, theme.leaf_light)):
        body += f'<circle cx="{num(sx - r * k)}" cy="{num(sy - r * k)}" r="{num(r * size_of_it)}" fill="{fill}"/>'
    return Model(shadow, body)


def grove(cam: Camera, theme: Theme, trees: list[tuple[float, float, float, bool]]) -> Model:
    """Trees given by x, y, size and whether they are cypresses."""
    models = [tree(cam, theme, *t) for t in sorted(trees, key=lambda t: cam.depth((t[0], t[1])))]
    return Model("".join(m.shadow for m in models), "".join(m.body for m in models))


def garden(cam: Camera, theme: Theme, _colour: str) -> Model:
    """Trees about a pond."""
    pond = cam.flat(up(regular(18, 0.2, 0, 0.12, 0.2), 0), theme.water)
    pond += cam.flat(up(regular(18, 0.13, 0, 0.1, 0.18), 0), shade(theme.water, 1.35))
    trees = grove(
        cam,
        theme,
        [
            (-0.34, -0.3, 0.9, True),
            (0.02, -0.38, 1.15, False),
            (0.38, -0.22, 0.95, True),
            (-0.42, 0.12, 1.05, False),
            (0.5, 0.14, 0.8, False),
            (-0.2, 0.42, 0.85, False),
        ],
    )
    return Model(pond + trees.shadow, trees.body)


def terraces(cam: Camera, theme: Theme, _colour: str) -> Model:
    """A hanging garden: two green terraces, a fall of water, trees."""
    low, high, step, top = rect(0.86, 0.86), rect(0.5, 0.5, 0, -0.16, -0.16), 0.1, 0.3

    def terrace(foot: list[Point], bottom: float, level: float, lawn: float) -> str:
        return cam.prism(foot, bottom, level, theme.sand) + cam.face(up(grow(foot, lawn), level), shade(theme.leaf, 1.1))

    body = terrace(low, 0, step, 0.9)
    body += grove(cam.local(0, 0, step), theme, [(0.3, -0.3, 0.8, True), (-0.3, 0.3, 0.8, True)]).body
    body += cam.shadow(high, step, top - step, strength=0.16) + terrace(high, step, top, 0.84)
    upper_trees = [(-0.12, -0.12, 0.92, False), (0.13, -0.12, 0.7, True), (-0.12, 0.13, 0.7, True)]
    body += grove(cam.local(-0.16, -0.16, top), theme, upper_trees).body
    x = 0.09  # the water falls over the near corner of the upper terrace into a pool
    body += cam.flat([(x, x - 0.1, top), (x, x, top), (x, x, step), (x, x - 0.1, step)], theme.water)
    body += cam.flat([(x - 0.1, x, top), (x, x, top), (x, x, step), (x - 0.1, x, step)], shade(theme.water, 1.2))
    body += cam.flat(up(regular(16, 0.13, 0, 0.17, 0.17), step), shade(theme.water, 1.15))
    body += grove(cam.local(0, 0, step), theme, [(0.33, 0.02, 0.62, False), (0.02, 0.33, 0.62, False)]).body
    return Model(cam.shadow(low, 0, 0.24, strength=0.16), body)


def quarry(cam: Camera, theme: Theme, _colour: str) -> Model:
    """Blocks of rock, and one cut stone."""
    shadow = body = ""
    blocks = [
        (-0.26, -0.26, 0.42, 0.34, 0.3, -31),
        (0.2, -0.3, 0.36, 0.34, 0.18, -25),
        (-0.38, 0.12, 0.28, 0.28, 0.14, -27),
        (0.34, 0.1, 0.3, 0.3, 0.24, -32),
        (0.0, 0.34, 0.26, 0.22, 0.12, -26),
    ]
    for dx, dy, w, d, h, angle in blocks:
        foot = rect(w, d, angle, dx, dy)
        shadow += cam.shadow(foot, 0, h, strength=0.2)
        body += cam.prism(foot, 0, h, theme.rock, shade(theme.rock, 1.12))
    cube = rect(0.15, 0.15, 20, 0.04, 0.04)
    return Model(shadow, body + cam.shadow(cube, 0, 0.15, strength=0.25) + cam.prism(cube, 0, 0.15, theme.cube))


def plaza(cam: Camera, theme: Theme, colour: str, stars: int = 1) -> Model:
    """A paved hexagon that shows one, two or three stars."""
    ring = regular(6, 0.72)
    body = cam.flat(up(ring, 0), theme.paving) + cam.flat(up(grow(ring, 0.9), 0), shade(colour, 1.12))
    spots = {
        1: [(0.0, 0.0, 0.4)],
        2: [(-0.25, 0.0, 0.29), (0.25, 0.0, 0.29)],
        3: [(-0.25, 0.14, 0.25), (0.25, 0.14, 0.25), (0.0, -0.26, 0.25)],
    }
    for dx, dy, r in spots[stars]:
        body += cam.flat(up(star(dx, dy + 0.03, r * 1.02), 0), shade(colour, 0.55), 'opacity=".55"')
        body += cam.flat(up(star(dx, dy, r), 0), "#fffdf4")
    return Model("", body)


# ---- walls, palaces, theaters --------------------------------------------------------------------------------------


def wall(cam: Camera, theme: Theme, colour: str) -> Model:
    """Two walls that meet in a corner tower with a coloured crown, and a gate."""
    far, left, sand = rect(0.8, 0.2, 0, 0.04, -0.22), rect(0.2, 0.8, 0, -0.26, 0.08), theme.sand
    shadow = cam.shadow(far, 0, 0.34, strength=0.16) + cam.shadow(left, 0, 0.34, strength=0.16)
    body = cam.prism(far, 0, 0.3, sand) + cam.prism(left, 0, 0.3, sand)
    body += _opening(cam, (0.44, -0.12), (-0.36, -0.12), 0, 0.12, 0.2, theme.door, 0.42, arch=0.07)
    for i in range(5):
        body += cam.prism(rect(0.09, 0.2, 0, -0.31 + i * 0.175, -0.22), 0.3, 0.39, sand)
    for i in range(5):
        body += cam.prism(rect(0.2, 0.09, 0, -0.26, -0.16 + i * 0.15), 0.3, 0.39, sand)
    for x, y, w, high in ((-0.24, -0.2, 0.34, 0.56), (0.33, -0.22, 0.26, 0.42), (-0.26, 0.37, 0.26, 0.42)):
        tower = rect(w, w, 0, x, y)
        shadow += cam.shadow(tower, 0, high, strength=0.1)
        body += cam.prism(tower, 0 if high < 0.5 else 0.28, high, sand, colour)
        for p in sorted(grow(tower, 0.78), key=cam.depth):
            body += cam.prism(rect(0.09, 0.09, 0, *p), high, high + 0.09, colour)
    return Model(shadow, body)


def palace(cam: Camera, theme: Theme, colour: str) -> Model:
    """A stepped palace with a dome and four pointed towers."""
    base, mid, sand = rect(0.86, 0.86), rect(0.6, 0.6), theme.sand
    corners = sorted(((-0.34, -0.34), (0.34, -0.34), (-0.34, 0.34), (0.34, 0.34)), key=cam.depth)

    def tower(x: float, y: float) -> str:
        return cam.prism(rect(0.14, 0.14, 0, x, y), 0.12, 0.36, sand, None) + cam.cone(rect(0.19, 0.19, 0, x, y), 0.36, 0.56, colour)

    body = cam.prism(base, 0, 0.14, sand) + cam.shadow(mid, 0.14, 0.26, strength=0.16)
    body += "".join(tower(*p) for p in corners[:3]) + cam.prism(mid, 0.14, 0.36, sand)
    for a, b in ((mid[3], mid[2]), (mid[2], mid[1])):
        for at in (0.28, 0.72):
            body += _opening(cam, a, b, 0.16, 0.25, 0.14, theme.door, at, arch=0.04)
    body += cam.ring(18, 0.2, 0.36, 0.2, 0.48, theme.marble) + cam.dome(18, 0.22, 0.48, 0.26, colour)
    body += cam.prism(rect(0.02, 0.02), 0.73, 0.84, theme.accent) + tower(*corners[3])
    return Model(cam.shadow(base, 0, 0.3, strength=0.16), body)


def theater(cam: Camera, theme: Theme, colour: str) -> Model:
    """Rising half rings of seats, open to the near corner, and a stage."""
    steps, ring_width, start, end = 16, 0.085, 135, 315
    body = cam.face(up(regular(24, 0.3), 0), theme.sand)

    def arc(r: float) -> list[Point]:
        angles = [radians(start + (end - start) * i / steps) for i in range(steps + 1)]
        return [(r * cos(a), r * sin(a)) for a in angles]

    for i in range(4):
        top, outer, inner = 0.36 - i * ring_width, arc(0.46 - i * ring_width), arc(0.46 - (i + 1) * ring_width)
        if i == 0:
            for k in range(steps):
                if cam.faces_viewer(outer[k], outer[k + 1], (0.0, 0.0)):
                    body += cam.face([(*outer[k], 0), (*outer[k + 1], 0), (*outer[k + 1], top), (*outer[k], top)], theme.sand)
        body += cam.flat([*up(outer, top), *reversed(up(inner, top))], shade(theme.sand if i % 2 else theme.marble, 0.99))
        for k in range(steps):
            face = [(*inner[k], top - ring_width), (*inner[k + 1], top - ring_width), (*inner[k + 1], top), (*inner[k], top)]
            body += cam.face(face, shade(theme.sand, 0.9))
        for e in (0, steps):
            body += cam.face([(*outer[e], 0), (*inner[e], 0), (*inner[e], top), (*outer[e], top)], theme.sand)
    stage = rect(0.5, 0.15, -45, 0.2, 0.2)
    body += cam.shadow(stage, 0, 0.1, strength=0.2) + cam.prism(stage, 0, 0.1, colour)
    return Model(cam.shadow(regular(24, 0.46), 0, 0.2, strength=0.16), body)


# ---- figures -------------------------------------------------------------------------------------------------------


def figure(cam: Camera, theme: Theme, seat: int, gradient: str) -> Model:
    """A standing figure in the colour of a seat: even seats have a round head, odd seats a pointed hood.

    `gradient` is the id of a gradient made by `figure_gradient`, for the head.
    """
    colour = theme.seats[seat]
    shadow = cam.shadow(regular(16, 0.15), 0, 0.62, strength=0.3)
    body = cam.prism(regular(18, 0.19), 0, 0.06, colour)
    body += cam.ring(18, 0.16, 0.06, 0.075, 0.42, colour) + cam.ring(18, 0.13, 0.4, 0.06, 0.5, colour)
    (x, y), r = cam.at(0, 0, 0.6), 0.12 * cam.size * cam.scale
    body += f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="url(#{gradient})"/>'
    if seat % 2:
        body += cam.ring(18, 0.125, 0.58, 0.001, 0.9, colour)
    return Model(shadow, body)


def figure_gradient(theme: Theme, seat: int, name: str) -> str:
    """The gradient that makes a figure's head round."""
    colour = theme.seats[seat]
    stops = f'<stop stop-color="{shade(colour, 1.25)}"/><stop offset="1" stop-color="{shade(colour, 0.68)}"/>'
    return f'<radialGradient id="{name}" cx=".36" cy=".32" r=".8">{stops}</radialGradient>'
