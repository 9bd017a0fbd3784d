r"""Dice of four materials: rounded cubes with three visible faces, and flat ones from above. The pattern tells the material, not the colour alone.

A die is drawn about its own origin, at SCALE pixels for each edge, and put in its place with `<use>`::

        top          each face is a square of (u, v) from 0 to 1, bent into the picture by a function
       /   \         `at(u, v)`: so pips, edges and grain are drawn the same way on all of them
      |\   /|
      |  |  |
       \ | /
    front right
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import cos, pi, sin

from ziggurat.drawing.isometric import Camera, Point, Point3, num, shade
from ziggurat.drawing.shapes import box, disc, polygon
from ziggurat.drawing.theme import THEMES
from ziggurat.games.blueprints.pictures.layout import GRAIN, LOOK, MATERIAL, PIP, Picture

At = Callable[[float, float], Point]

SCALE = 100.0
PIPS: dict[int, list[list[int]]] = {int(value): spots for value, spots in LOOK["pips"].items()}
SIDES: dict[int, list[int]] = {int(top): sides for top, sides in LOOK["sides"].items()}
"""The faces on the left and on the right below each top face of a right-handed die (1-2-3 counter-clockwise)."""
GRADIENTS = ("left", "right", "top")


@lru_cache(maxsize=2)
def camera(theme: str) -> Camera:
    """The camera of all solids."""
    t = THEMES[theme]
    return Camera(scale=SCALE, turn=45, elevation=31, lamp=(-0.62, 0.42, 0.82), ambient=t.ambient, diffuse=t.diffuse)


def pair(p: Point) -> str:
    """A point of a path."""
    return f"{num(p[0])},{num(p[1])}"


def rounded(at: At, inset: float, radius: float) -> str:
    """A square with round corners, as a path."""
    i, j, r = inset, 1 - inset, radius

    def p(u: float, v: float) -> str:
        return pair(at(u, v))

    return (
        f"M{p(i + r, i)}L{p(j - r, i)}Q{p(j, i)} {p(j, i + r)}L{p(j, j - r)}Q{p(j, j)} {p(j - r, j)}"
        f"L{p(i + r, j)}Q{p(i, j)} {p(i, j - r)}L{p(i, i + r)}Q{p(i, i)} {p(i + r, i)}Z"
    )


def spot(at: At, u: float, v: float, r: float) -> list[Point]:
    """A round spot on a face."""
    return [at(u + r * cos(k * pi / 7), v + r * sin(k * pi / 7)) for k in range(14)]


def grain(at: At, material: str, light: float, seed: str, fine: float = 1.0) -> str:
    """The pattern of a material: fibres of wood, specks of what was recycled, veins of stone; glass is clear."""
    chance = random.Random(seed)  # noqa: S311 - a pattern, always the same
    out = ""
    if material == "W":
        for k in range(7):
            v, w = 0.1 + k * 0.13 + chance.random() * 0.04, (chance.random() - 0.5) * 0.1
            path = f"M{pair(at(0.05, v))}C{pair(at(0.35, v + w))} {pair(at(0.65, v - w))} {pair(at(0.95, v + w / 2))}"
            out += f'<path d="{path}" fill="none" stroke="{shade(GRAIN["W"][0], light)}" stroke-opacity=".32" stroke-width="{num(1.3 * fine)}"/>'
    elif material == "R":
        for _ in range(22):
            x, y = at(0.08 + chance.random() * 0.84, 0.08 + chance.random() * 0.84)
            fill = GRAIN["R"][0 if chance.random() < 0.5 else 1]
            out += disc(x, y, (0.8 + chance.random() * 1.4) * fine, fill, fill_opacity=0.45)
    elif material == "S":
        for _ in range(3):
            u, v = chance.random(), 0.04
            path = f"M{pair(at(u, v))}"
            for _ in range(5):
                u = min(0.95, max(0.05, u + (chance.random() - 0.5) * 0.34))
                v += 0.18
                path += f"L{pair(at(u, v))}"
            out += f'<path d="{path}" fill="none" stroke="{GRAIN["S"][0]}" stroke-opacity=".2" stroke-width="{num((0.8 + chance.random()) * fine)}"/>'
    return out


def pips(at: At, value: int, radius: float, fill: str, opacity: float = 1.0) -> str:
    """The spots of a value."""
    more = {} if opacity == 1 else {"fill_opacity": opacity}
    return "".join(polygon(spot(at, 0.5 + u * 0.25, 0.5 + v * 0.25, radius), fill, **more) for u, v in PIPS[value])


# ---- solid dice ----------------------------------------------------------------------------------------------------


def plane(cam: Camera, corner: Point3, u: Point3, v: Point3) -> At:
    """A face of a solid, given by a corner and two edges."""
    return lambda a, b: cam.at(corner[0] + u[0] * a + v[0] * b, corner[1] + u[1] * a + v[1] * b, corner[2] + u[2] * a + v[2] * b)


@lru_cache(maxsize=2)
def _faces(theme: str) -> list[tuple[At, float]]:
    """The near left, near right and top face of a die about the origin, each with its light."""
    cam, h = camera(theme), 0.5
    corners: list[tuple[Point3, Point3, Point3]] = [
        ((-h, h, 1), (1, 0, 0), (0, 0, -1)),
        ((h, h, 1), (0, -1, 0), (0, 0, -1)),
        ((-h, -h, 1), (1, 0, 0), (0, 1, 0)),
    ]
    out = []
    for o, u, v in corners:
        corner = [o, (o[0] + u[0], o[1] + u[1], o[2] + u[2]), (o[0] + v[0], o[1] + v[1], o[2] + v[2])]
        out.append((plane(cam, o, u, v), cam.light(cam.normal(corner))))
    return out


@lru_cache(maxsize=64)
def die_body(theme: str, die: str) -> str:
    """A die about the origin; `@` stands for the picture's name."""
    letter, top = die[0], int(die[1])
    base, glass, cam, h = MATERIAL[theme][letter], letter == "G", camera(theme), 0.5
    outline = [cam.at(x, y, z) for x, y, z in ((-h, -h, 1), (h, -h, 1), (h, -h, 0), (h, h, 0), (-h, h, 0), (-h, h, 1))]
    body = _soft_outline(outline)
    if glass:
        out = f'<path d="{body}" fill="{base}" fill-opacity=".42" stroke="#fff" stroke-opacity=".8" stroke-width="1.3"/>' + _through_glass(cam, base, top)
    else:
        out = f'<path d="{body}" fill="{shade(base, 0.66)}"/>'
    values = (*SIDES[top], top)
    for number, ((at, light), value) in enumerate(zip(_faces(theme), values, strict=True)):
        out += f'<path d="{rounded(at, 0.018, 0.13)}" fill="url(#@-{letter}-{GRADIENTS[number]})"/>'
        out += grain(at, letter, light, f"{die}/{number}")
        out += f'<path d="{rounded(at, 0.035, 0.12)}" fill="none" stroke="#fff" stroke-opacity="{0.75 if glass else 0.2}"/>'
        if glass:
            out += pips(at, value, 0.092, PIP[letter], 0.85)
        else:
            out += pips(at, value, 0.096, shade(base, round(light * 0.55, 3))) + pips(at, value, 0.08, shade(PIP[letter], min(1.0, light)))
    if glass:
        shine = [(0.08, 0.62), (0.08, 0.12), (0.12, 0.08), (0.62, 0.08), (0.5, 0.16), (0.2, 0.2), (0.16, 0.5)]
        out += polygon([_faces(theme)[2][0](u, v) for u, v in shine], "#fff", fill_opacity=0.6)
    return out


def _soft_outline(corners: list[Point]) -> str:
    """The outline of a die with its corners rounded."""
    path, share = "", 0.07
    for i, (x, y) in enumerate(corners):
        (px, py), (qx, qy) = corners[i - 1], corners[(i + 1) % len(corners)]
        a, b = (x + (px - x) * share, y + (py - y) * share), (x + (qx - x) * share, y + (qy - y) * share)
        path += f"{'L' if i else 'M'}{pair(a)}Q{pair((x, y))} {pair(b)}"
    return path + "Z"


def _through_glass(cam: Camera, base: str, top: int) -> str:
    """Far edges and the pips of the floor shine through."""
    h = 0.5
    far, out = cam.at(-h, -h, 0), ""
    for corner in ((h, -h, 0), (-h, h, 0), (-h, -h, 1)):
        x, y = cam.at(*corner)
        out += f'<path d="M{pair(far)}L{pair((x, y))}" stroke="{shade(base, 0.55)}" stroke-opacity=".5" stroke-width="1.3"/>'
    floor = plane(cam, (-h, -h, 0), (1, 0, 0), (0, 1, 0))
    return out + pips(floor, 7 - top, 0.075, shade(base, 0.4), 0.22)


def dice_defs(picture: Picture, dice: Iterable[str]) -> str:
    """The given dice, each drawn once, and the light on their faces."""
    theme, name, out = picture.theme.name, picture.name, ""
    kinds = sorted(set(dice))
    for letter in sorted({die[0] for die in kinds}):
        base, glass = MATERIAL[theme][letter], letter == "G"
        for side, (_, light) in zip(GRADIENTS, _faces(theme), strict=True):
            bright, dim = ("#ffffff" if glass else shade(base, round(light * 1.12, 3))), shade(base, light if glass else round(light * 0.9, 3))
            near, far = (0.62, 0.2) if glass else (1, 1)
            stops = f'<stop stop-color="{bright}" stop-opacity="{near}"/><stop offset="1" stop-color="{dim}" stop-opacity="{far}"/>'
            out += f'<linearGradient id="{name}-{letter}-{side}" x2="1" y2="1">{stops}</linearGradient>'
    for die in kinds:
        out += f'<g id="{name}-{die}">{die_body(theme, die).replace("@", name)}</g>'
    return out


# ---- flat dice -----------------------------------------------------------------------------------------------------


def token(picture: Picture, x: float, y: float, size: float, die: str, *, faded: bool = False) -> str:
    """A die from above, its corner at (x, y); a die without a value (`W`) shows only its material."""
    letter, base = die[0], MATERIAL[picture.theme.name][die[0]]
    glass = letter == "G"
    rim = "#767c8c" if letter == "S" and picture.theme.is_dark else shade(base, 0.62 if glass else 0.7)  # stone by night would sink into the panel
    out = box(x, y, size, size, size * 0.2, base, rim, stroke_width=num(max(1.0, size * 0.03)), fill_opacity=0.6 if glass else None)

    def at(u: float, v: float) -> Point:
        return x + size * u, y + size * v

    out += grain(at, letter, 1.0, f"{die}/flat", max(0.35, size / 100))
    if glass:
        out += polygon([at(u, v) for u, v in ((0.1, 0.55), (0.1, 0.14), (0.14, 0.1), (0.55, 0.1), (0.42, 0.18), (0.18, 0.42))], "#fff", fill_opacity=0.75)
    if len(die) > 1:
        out += "".join(disc(x + size * (0.5 + u * 0.25), y + size * (0.5 + v * 0.25), size * 0.09, PIP[letter]) for u, v in PIPS[int(die[1])])
    return f'<g opacity=".38">{out}</g>' if faded else out
