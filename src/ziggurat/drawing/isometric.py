r"""A small isometric kit: every solid is made of flat faces in one SVG, lit by one lamp.

World: x to the right, y towards the viewer, z up. A camera turns the world by `turn`, then looks down at `elevation`::

            far
             .            x runs to the lower right and y to the lower left
           /   \          when the camera is turned by 45 degrees
     left .     . right
           \   /
             '
            near

Each drawing function returns SVG text, so a scene is a sum of strings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, hypot, radians, sin, sqrt

from .theme import CAST

Point = tuple[float, float]
Point3 = tuple[float, float, float]
Polygon = Sequence[Point]
Face = Sequence[Point3]


def num(value: float) -> str:
    """A coordinate as SVG text, to a tenth, without needless digits."""
    return f"{round(value * 10) / 10 + 0.0:g}"


# ---- colour: OKLab, so that light and dark sides keep their hue ----------------------------------------------------


def _linear(byte: int) -> float:
    value = byte / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _byte(value: float) -> int:
    value = min(1.0, max(0.0, value))
    return round(255 * (12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))


def _cube_root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0 else 0.0


@lru_cache(maxsize=4096)
def to_oklab(colour: str) -> tuple[float, float, float]:
    """Lightness, green-red and blue-yellow of a `#rrggbb` colour."""
    r, g, b = (_linear(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
    long = _cube_root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    medium = _cube_root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = _cube_root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
        0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
    )


def to_hex(lightness: float, a: float, b: float) -> str:
    """The `#rrggbb` colour nearest to a point of OKLab."""
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short
    return f"#{_byte(red):02x}{_byte(green):02x}{_byte(blue):02x}"


@lru_cache(maxsize=16384)
def shade(colour: str, light: float) -> str:
    """`colour` under a light: above 1 it brightens, below 1 it darkens and turns a little cooler."""
    lightness, a, b = to_oklab(colour)
    if light >= 1:
        t = min(1.0, light - 1)
        return to_hex(lightness + (0.985 - lightness) * t, a * (1 - 0.7 * t), b * (1 - 0.7 * t))
    keep = 0.55 + 0.45 * light
    return to_hex(lightness * light, a * keep, b * keep - 0.016 * (1 - light))


@lru_cache(maxsize=1024)
def mix(one: str, other: str, t: float) -> str:
    """The colour that lies the share `t` of the way from `one` to `other`."""
    p, q = to_oklab(one), to_oklab(other)
    return to_hex(*(u + (v - u) * t for u, v in zip(p, q, strict=True)))


# ---- plane geometry ------------------------------------------------------------------------------------------------


def regular(n: int, radius: float, start: float = 0.0, cx: float = 0.0, cy: float = 0.0) -> list[Point]:
    """A regular polygon of `n` corners; the first corner lies at the angle `start`, in degrees."""
    angles = [radians(start + 360 * i / n) for i in range(n)]
    return [(cx + radius * cos(a), cy + radius * sin(a)) for a in angles]


def rect(width: float, depth: float, angle: float = 0.0, cx: float = 0.0, cy: float = 0.0) -> list[Point]:
    """A rectangle about (cx, cy), turned by `angle`: far left, far right, near right, near left."""
    c, s = cos(radians(angle)), sin(radians(angle))
    w, d = width / 2, depth / 2
    return [(cx + x * c - y * s, cy + x * s + y * c) for x, y in ((-w, -d), (w, -d), (w, d), (-w, d))]


def star(cx: float, cy: float, radius: float, points: int = 5, inner: float = 0.45, start: float = -90.0) -> list[Point]:
    """A star; its first point lies at the angle `start`."""
    out = []
    for i in range(points * 2):
        r, a = radius * (inner if i % 2 else 1), radians(start + 180 * i / points)
        out.append((cx + r * cos(a), cy + r * sin(a)))
    return out


def centre(poly: Polygon) -> Point:
    """The mean of the corners."""
    return sum(p[0] for p in poly) / len(poly), sum(p[1] for p in poly) / len(poly)


def grow(poly: Polygon, factor: float) -> list[Point]:
    """`poly` made larger or smaller about its centre."""
    cx, cy = centre(poly)
    return [(cx + (x - cx) * factor, cy + (y - cy) * factor) for x, y in poly]


def move(poly: Polygon, dx: float, dy: float) -> list[Point]:
    """`poly` shifted."""
    return [(x + dx, y + dy) for x, y in poly]


def between(a: Point, b: Point, t: float) -> Point:
    """The point that lies the share `t` of the way from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def edges(poly: Polygon) -> list[tuple[Point, Point]]:
    """The sides of `poly`, in order."""
    return [(poly[i], poly[(i + 1) % len(poly)]) for i in range(len(poly))]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def hull(points: Iterable[Point]) -> list[Point]:
    """The convex hull."""
    ordered = sorted(set(points))

    def half(list_of_points: Iterable[Point]) -> list[Point]:
        out: list[Point] = []
        for p in list_of_points:
            while len(out) > 1 and _turn(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]

    return half(ordered) + half(reversed(ordered))


def inside(p: Point, poly: Polygon) -> bool:
    """Does `p` lie in the convex `poly` (as `hull` or `rect` order it)?"""
    return all(_turn(a, b, p) >= 0 for a, b in edges(poly))


def clip(poly: Polygon, window: Polygon) -> list[Point]:
    """The part of the convex `poly` that lies inside the convex `window` (both as `hull` or `rect` order them)."""
    out = list(poly)
    for a, b in edges(window):
        if not out:
            break
        part: list[Point] = []
        for p, q in edges(out):
            inside_p, inside_q = _turn(a, b, p), _turn(a, b, q)
            if inside_p >= 0:
                part.append(p)
            if (inside_p >= 0) != (inside_q >= 0):
                part.append(between(p, q, inside_p / (inside_p - inside_q)))
        out = part
    return out


# ---- camera, lamp, solids ------------------------------------------------------------------------------------------


class Camera:
    """Where we look from and where the light comes from; `local` gives the same camera for a smaller frame of its own."""

    def __init__(
        self,
        *,
        scale: float = 1.0,
        turn: float = 0.0,
        elevation: float = 37.0,
        lamp: Point3 = (-0.5, 0.46, 0.86),
        ambient: float = 0.66,
        diffuse: float = 0.42,
    ) -> None:
        self.scale, self.turn = scale, turn
        self.ambient, self.diffuse = ambient, diffuse
        self.cos_turn, self.sin_turn = cos(radians(turn)), sin(radians(turn))
        self.rise, self.lift = sin(radians(elevation)), cos(radians(elevation))
        length = sqrt(sum(v * v for v in lamp))
        self.lamp: Point3 = (lamp[0] / length, lamp[1] / length, lamp[2] / length)
        fx, fy = -lamp[0] / lamp[2], -lamp[1] / lamp[2]
        self.fall: Point = (fx * self.cos_turn + fy * self.sin_turn, -fx * self.sin_turn + fy * self.cos_turn)
        self.origin: Point3 = (0.0, 0.0, 0.0)
        self.size = 1.0

    def local(self, x: float, y: float, z: float, size: float = 1.0) -> Camera:
        """This camera, for things built about their own origin that stands at (x, y, z) and is `size` large."""
        other = Camera.__new__(Camera)
        other.__dict__.update(self.__dict__)
        ox, oy, oz = self.origin
        other.origin = (ox + x * self.size, oy + y * self.size, oz + z * self.size)
        other.size = self.size * size
        return other

    def spin(self, p: Point3) -> Point3:
        """A point of the frame, in the world turned by the camera."""
        x, y = self.origin[0] + p[0] * self.size, self.origin[1] + p[1] * self.size
        return (
            x * self.cos_turn - y * self.sin_turn,
            x * self.sin_turn + y * self.cos_turn,
            self.origin[2] + p[2] * self.size,
        )

    def at(self, x: float, y: float, z: float = 0.0) -> Point:
        """The place of a point in the picture."""
        sx, sy, sz = self.spin((x, y, z))
        return sx * self.scale, (sy * self.rise - sz * self.lift) * self.scale

    def depth(self, p: Point) -> float:
        """How near a point of the ground is to the viewer."""
        return p[0] * self.sin_turn + p[1] * self.cos_turn

    def points(self, face: Face) -> str:
        """A face as the `points` of a polygon."""
        return " ".join(f"{num(x)},{num(y)}" for x, y in (self.at(*p) for p in face))

    def normal(self, face: Face) -> Point3:
        """The unit normal of a face, turned towards the viewer."""
        a, b, c = (self.spin(p) for p in face[:3])
        u, w = (b[0] - a[0], b[1] - a[1], b[2] - a[2]), (c[0] - a[0], c[1] - a[1], c[2] - a[2])
        n = (u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0])
        k = sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2) or 1.0
        if n[1] * self.lift + n[2] * self.rise < 0:
            k = -k
        return n[0] / k, n[1] / k, n[2] / k

    def light(self, normal: Point3) -> float:
        """How much light a face with this normal gets."""
        lit = normal[0] * self.lamp[0] + normal[1] * self.lamp[1] + normal[2] * self.lamp[2]
        return round(self.ambient + self.diffuse * max(0.0, lit), 3)

    def face(self, face: Face, colour: str, extra: str = "") -> str:
        """A lit face."""
        c = shade(colour, self.light(self.normal(face)))
        return f'<polygon points="{self.points(face)}" fill="{c}" stroke="{c}"{extra and " " + extra}/>'

    def flat(self, face: Face, fill: str, extra: str = "") -> str:
        """A face in one plain colour, not lit."""
        return f'<polygon points="{self.points(face)}" fill="{fill}"{extra and " " + extra}/>'

    def faces_viewer(self, a: Point, b: Point, mid: Point, slope: float = 0.0) -> bool:
        """Is the side over the edge a-b of a solid about `mid` seen? `slope` is how far it leans in for one unit of height."""
        nx, ny = b[1] - a[1], a[0] - b[0]
        if (a[0] - mid[0]) * nx + (a[1] - mid[1]) * ny < 0:
            nx, ny = -nx, -ny
        length = hypot(nx, ny) or 1.0
        towards = (nx * self.sin_turn + ny * self.cos_turn) / length
        return towards * self.lift + slope * self.rise > 1e-6

    def prism(self, poly: Polygon, low: float, high: float, colour: str, top: str | None = "") -> str:
        """An upright solid over a convex footprint; `top` is the colour of its lid, None for none."""
        mid, out = centre(poly), []
        seen = [(a, b) for a, b in edges(poly) if self.faces_viewer(a, b, mid)]
        for a, b in sorted(seen, key=lambda side: self.depth(side[0]) + self.depth(side[1])):
            out.append(self.face([(*a, low), (*b, low), (*b, high), (*a, high)], colour))
        if top is not None:
            out.append(self.face(up(poly, high), top or colour))
        return "".join(out)

    def cone(self, poly: Polygon, low: float, high: float, colour: str) -> str:
        """A pointed roof over a footprint."""
        mid, out = centre(poly), []
        tip = (*mid, high)
        for a, b in sorted(edges(poly), key=lambda side: self.depth(side[0]) + self.depth(side[1])):
            m = between(a, b, 0.5)
            if self.faces_viewer(a, b, mid, hypot(m[0] - mid[0], m[1] - mid[1]) / (high - low)):
                out.append(self.face([(*a, low), (*b, low), tip], colour))
        return "".join(out)

    def ring(self, n: int, low_radius: float, low: float, high_radius: float, high: float, colour: str) -> str:
        """The seen side of a round solid about the origin that narrows (or widens) from bottom to top."""
        a, b = regular(n, low_radius), regular(n, high_radius)
        slope = (low_radius - high_radius) / (high - low)
        out = []
        for i in sorted(range(n), key=lambda k: self.depth(a[k]) + self.depth(a[(k + 1) % n])):
            j = (i + 1) % n
            if self.faces_viewer(a[i], a[j], (0.0, 0.0), slope):
                face = [(*a[i], low), (*a[j], low), (*b[j], high), (*b[i], high)]
                out.append(self.face(face, colour))
        return "".join(out)

    def dome(self, n: int, radius: float, low: float, height: float, colour: str, rings: int = 5) -> str:
        """A dome about the origin."""
        out = ""
        for i in range(rings):
            a, b = radians(90 * i / rings), radians(90 * (i + 1) / rings)
            out += self.ring(n, radius * cos(a), low + height * sin(a), max(0.001, radius * cos(b)), low + height * sin(b), colour)
        return out

    def gable(self, poly: Polygon, low: float, high: float, roof: str, wall: str) -> str:
        """A roof with its ridge along the first side of a `rect`."""
        a, b, c, d = poly
        r, s = (*between(a, d, 0.5), high), (*between(b, c, 0.5), high)
        parts: list[tuple[list[Point3], str]] = [
            ([(*a, low), (*b, low), s, r], roof),
            ([(*d, low), (*c, low), s, r], roof),
            ([(*a, low), (*d, low), r], wall),
            ([(*b, low), (*c, low), s], wall),
        ]
        parts.sort(key=lambda part: sum(self.depth((p[0], p[1])) for p in part[0][:2]))
        return "".join(self.face(face, colour) for face, colour in parts)

    def cast(self, poly: Polygon, height: float) -> list[Point]:
        """The shadow on the ground of an upright solid over `poly`."""
        return hull([*poly, *move(poly, self.fall[0] * height, self.fall[1] * height)])

    def shadow(self, poly: Polygon, z: float, height: float, colour: str = CAST, strength: float = 0.18) -> str:
        """The shadow, on the level `z`, of a solid that stands there and is `height` high."""
        return self.flat(up(self.cast(poly, height), z), colour, f'opacity="{strength:g}"')

    def plane(self, x: float, y: float, z: float) -> str:
        """An SVG transform that lays a picture flat on the level `z`, its origin at (x, y), its right along x."""
        ox, oy = self.at(x, y, z)
        ux, uy = self.at(x + 1, y, z)
        vx, vy = self.at(x, y + 1, z)
        k = self.scale * self.size
        values = ((ux - ox) / k, (uy - oy) / k, (vx - ox) / k, (vy - oy) / k)
        return f"matrix({' '.join(f'{v:.4g}' for v in values)} {num(ox)} {num(oy)})"


def up(poly: Polygon, z: float) -> list[Point3]:
    """A plane polygon at the level `z`."""
    return [(x, y, z) for x, y in poly]
