"""Little buildings and figures, each about one unit wide and standing on its own origin. Shape tells the kind, colour only helps.

Of which parts a model consists stands in `models.json`, with the names of its colours; this file draws them, and `web/src/draw/models.ts` draws the same
for the page. A model is a list of parts, and every part says what it is to `draw`:

- `solid`: something on a foot, which is a rectangle (`rect`: width, depth) or a polygon (`round`: corners, radius), turned by `turn` degrees. It stands
  `at` (x, y), throws a shadow (`casts`: height, strength), and has `parts` over its foot: `prism`, `gable`, `cone`, `dome`, `ring`, `door`, ... (`OVER`
  below has them all). Such a part may `grow` the foot, or have another `rect` or `round` about the same place; `z` is from which height to which.
- `model`: another model, `at` (x, y), `size` large.
- `far_first`: solids and models, sorted so that near ones hide far ones. `shadows` says where the page draws theirs: below all of them from far to near
  (the default), `as_written`, or each below its `own`.
- `around`: solids and models around a `middle`: those behind it are drawn before it.

A colour is a name of `palette.json`, or `given`: the colour that the caller passes; `wood*1.25` is wood under more light. With `to_viewer`, place and
turn are those that the viewer sees. A plaza shows as many stars as the caller says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from math import cos, radians, sin
from pathlib import Path
from typing import Any, NamedTuple

from .isometric import Camera, Point, Point3, between, edges, grow, num, rect, regular, shade, star, up
from .theme import Theme, read

Part = dict[str, Any]
MODELS: dict[str, list[Part]] = read(Path(__file__).with_name("models.json"))


class Model(NamedTuple):
    """A drawn thing, in two halves: so what lies on the ground can be clipped to it."""

    shadow: str
    """What lies on the ground: shadows, and patches such as a pond."""
    body: str


Build = Callable[[Camera, Theme, str], Model]
"""A model from the camera, the theme and the colour of its roof, cloth or banner."""


@dataclass(frozen=True)
class Frame:
    """Where a model is being drawn, and in which colours."""

    cam: Camera
    theme: Theme
    given: str
    stars: int

    def colour(self, text: str) -> str:
        """The colour that a part names."""
        name, _, light = text.partition("*")
        colour = self.given if name == "given" else str(getattr(self.theme, name))
        return shade(colour, float(light)) if light else colour

    def at(self, part: Part) -> Frame:
        """This frame, moved to where a part stands."""
        x, y = part.get("at", (0, 0))
        if part.get("to_viewer"):
            x, y = upright(self.cam, (x, y))
        return replace(self, cam=self.cam.local(x, y, 0, part.get("size", 1)))


def upright(cam: Camera, p: Point) -> Point:
    """A point turned with the camera: what is straight for the viewer."""
    return p[0] * cam.cos_turn + p[1] * cam.sin_turn, -p[0] * cam.sin_turn + p[1] * cam.cos_turn


def foot_of(part: Part, at: Point = (0, 0), turn: float = 0.0) -> list[Point]:
    """The foot that a part has of its own."""
    turn += part.get("turn", 0)
    if "rect" in part:
        width, depth = part["rect"]
        return rect(width, depth, turn, *at)
    corners, radius = part["round"]
    return regular(corners, radius, turn, *at)


def span(part: Part) -> tuple[float, float]:
    """From which height to which a part reaches."""
    low, high = part["z"]
    return low, high


# ---- parts over a foot, which lies about the origin ----------------------------------------------------------------


def draw_prism(frame: Frame, foot: list[Point], part: Part) -> str:
    """An upright solid; without a lid if its `top` is null."""
    top = part.get("top", "")
    return frame.cam.prism(foot, *span(part), frame.colour(part["colour"]), frame.colour(top) if top else top)


def draw_gable(frame: Frame, foot: list[Point], part: Part) -> str:
    """A roof with a ridge."""
    return frame.cam.gable(foot, *span(part), frame.colour(part["colour"]), frame.colour(part["wall"]))


def draw_cone(frame: Frame, foot: list[Point], part: Part) -> str:
    """A pointed roof."""
    return frame.cam.cone(foot, *span(part), frame.colour(part["colour"]))


def draw_dome(frame: Frame, foot: list[Point], part: Part) -> str:
    """A dome on a round foot."""
    low, high = span(part)
    return frame.cam.dome(len(foot), part["round"][1], low, high - low, frame.colour(part["colour"]), part["rings"])


def draw_ring(frame: Frame, foot: list[Point], part: Part) -> str:
    """The side of a round solid that narrows or widens."""
    (below, above), (low, high) = part["radius"], part["z"]
    return frame.cam.ring(len(foot), below, low, above, high, frame.colour(part["colour"]))


def draw_flat(frame: Frame, foot: list[Point], part: Part) -> str:
    """A patch of plain colour on the ground."""
    return frame.cam.flat(up(foot, 0), frame.colour(part["colour"]))


def draw_floor(frame: Frame, foot: list[Point], part: Part) -> str:
    """A lit level."""
    return frame.cam.face(up(foot, part["z"]), frame.colour(part["colour"]))


def draw_shadow(frame: Frame, foot: list[Point], part: Part) -> str:
    """A shadow on another part of the model."""
    return frame.cam.shadow(foot, part["z"], part["height"], strength=part["strength"])


def draw_cloth(frame: Frame, _foot: list[Point], part: Part) -> str:
    """A banner, by its corners."""
    return frame.cam.face([(x, y, z) for x, y, z in part["points"]], frame.colour(part["colour"]))


def draw_door(frame: Frame, foot: list[Point], part: Part) -> str:
    """A door in the middle of the near side."""
    p, q, share, high = foot[3], foot[2], part["wide"], part["high"]
    if not frame.cam.faces_viewer(p, q, (0, 0)):
        return ""
    a, b = between(p, q, 0.5 - share / 2), between(p, q, 0.5 + share / 2)
    faint = f'opacity="{part["opacity"]:g}"' if "opacity" in part else ""
    return frame.cam.flat([(*a, 0), (*b, 0), (*b, high), (*a, high)], frame.colour(part["colour"]), faint)


def draw_awning(frame: Frame, foot: list[Point], part: Part) -> str:
    """A striped roof of cloth that falls from the far side to the near one, where it hangs down a little."""
    (low, high), n, hem, out = part["z"], part["stripes"], part["hem"], ""
    (a, b, c, d), colours = foot, [frame.colour(name) for name in part["colours"]]
    near = frame.cam.faces_viewer(d, c, (0, 0))
    for i in range(n):
        (p, q), (r, s) = ((between(*side, i / n), between(*side, (i + 1) / n)) for side in ((a, b), (d, c)))
        out += frame.cam.face([(*p, high), (*q, high), (*s, low), (*r, low)], colours[i % len(colours)])
        if near:
            out += frame.cam.face([(*r, low), (*s, low), (*s, low - hem), (*r, low - hem)], colours[i % len(colours)])
    return out


def spots_on(foot: list[Point], part: Part) -> list[Point]:
    """Where little solids stand on a foot: on its `corners`, spread over its `sides`, or in `columns` from corner to corner."""
    if part["on"] == "corners":
        return foot
    if part["on"] == "sides":
        (n,) = part["counts"]
        return [between(p, q, (k + 0.5) / n) for p, q in edges(foot) for k in range(n)]
    (a, b, c, d), (long, short) = foot, part["counts"]
    rows = ((a, b, long), (b, c, short), (d, c, long), (a, d, short))
    return [between(p, q, i / n) for p, q, n in rows for i in range(n + 1)]


def draw_teeth(frame: Frame, foot: list[Point], part: Part) -> str:
    """Merlons, posts or columns, far ones first."""
    spots, colour = sorted(spots_on(foot, part), key=frame.cam.depth), frame.colour(part["colour"])
    return "".join(frame.cam.prism(foot_of(part["tooth"], p), *span(part), colour) for p in spots)


def draw_row(frame: Frame, _foot: list[Point], part: Part) -> str:
    """Merlons in a row."""
    (x, y), (dx, dy), colour = part["from"], part["step"], frame.colour(part["colour"])
    return "".join(frame.cam.prism(foot_of(part["tooth"], (x + i * dx, y + i * dy)), *span(part), colour) for i in range(part["count"]))


def draw_balls(frame: Frame, _foot: list[Point], part: Part) -> str:
    """Discs one on the other, each brighter and nearer to the lamp: a round thing."""
    cam, out = frame.cam, ""
    (x, y), r = cam.at(0, 0, part["z"]), part["radius"] * cam.size * cam.scale
    for shift, k, colour in part["balls"]:
        out += f'<circle cx="{num(x - r * shift)}" cy="{num(y - r * shift)}" r="{num(r * k)}" fill="{frame.colour(colour)}"/>'
    return out


def draw_stars(frame: Frame, _foot: list[Point], part: Part) -> str:
    """Stars that read from where one looks, each with its shadow."""
    under, out = part["under"], ""

    def level(poly: list[Point]) -> list[Point3]:
        return up([upright(frame.cam, p) for p in poly], 0)

    for x, y, r in part["spots"][str(frame.stars)]:
        below = level(star(x, y + under["down"], r * under["grow"]))
        out += frame.cam.flat(below, frame.colour(under["colour"]), f'opacity="{under["opacity"]:g}"')
        out += frame.cam.flat(level(star(x, y, r)), frame.colour(part["colour"]))
    return out


def draw_tiers(frame: Frame, _foot: list[Point], part: Part) -> str:
    """Rising half rings of seats, open to the viewer."""
    cam, steps, step, colour, out = frame.cam, part["steps"], part["step"], frame.colour(part["colour"]), ""

    def arc(r: float) -> list[Point]:
        angles = [radians(180 - cam.turn + 180 * i / steps) for i in range(steps + 1)]
        return [(r * cos(a), r * sin(a)) for a in angles]

    def wall(p: Point, q: Point, low: float, high: float, fill: str) -> str:
        return cam.face([(*p, low), (*q, low), (*q, high), (*p, high)], fill)

    for i in range(part["rows"]):
        outer, inner, top = arc(part["radius"] - i * step), arc(part["radius"] - (i + 1) * step), part["high"] - i * step
        if i == 0:
            out += "".join(wall(p, q, 0, top, colour) for p, q in pairwise(outer) if cam.faces_viewer(p, q, (0, 0)))
        out += cam.flat([*up(outer, top), *reversed(up(inner, top))], frame.colour(part["seats"][i % len(part["seats"])]))
        out += "".join(wall(p, q, top - step, top, frame.colour(part["rise"])) for p, q in pairwise(inner))
        out += "".join(wall(outer[end], inner[end], 0, top, colour) for end in (0, steps))
    return out


OVER: dict[str, Callable[[Frame, list[Point], Part], str]] = {
    "prism": draw_prism,
    "gable": draw_gable,
    "cone": draw_cone,
    "dome": draw_dome,
    "ring": draw_ring,
    "flat": draw_flat,
    "floor": draw_floor,
    "shadow": draw_shadow,
    "cloth": draw_cloth,
    "door": draw_door,
    "awning": draw_awning,
    "teeth": draw_teeth,
    "row": draw_row,
    "balls": draw_balls,
    "stars": draw_stars,
    "tiers": draw_tiers,
}
ON_THE_GROUND = {"flat", "stars"}


# ---- whole models --------------------------------------------------------------------------------------------------


def join(one: Model, other: Model) -> Model:
    """Two things as one."""
    return Model(one.shadow + other.shadow, one.body + other.body)


def draw_solid(frame: Frame, part: Part) -> Model:
    """A foot, its shadow, and what is over it."""
    here = frame.at(part)
    foot = foot_of(part, turn=-here.cam.turn if part.get("to_viewer") else 0)
    height, strength = part.get("casts", (0, 0))
    shadow, body = here.cam.shadow(foot, 0, height, strength=strength) if height else "", ""
    for over in part["parts"]:
        own = foot_of(over) if "rect" in over or "round" in over else grow(foot, over.get("grow", 1))
        drawn = OVER[over["draw"]](here, own, over)
        if over["draw"] in ON_THE_GROUND:
            shadow += drawn
        else:
            body += drawn
    return Model(shadow, body)


def far_first(frame: Frame, parts: list[Part]) -> list[Part]:
    """The parts from far to near."""
    return sorted(parts, key=lambda part: frame.cam.depth(part.get("at", (0, 0))))


def draw_around(frame: Frame, part: Part) -> Model:
    """What is behind the middle, the middle, what is before it."""
    parts = far_first(frame, part["parts"])
    behind = [one for one in parts if frame.cam.depth(one["at"]) < -0.01]
    return draw_parts(frame, [*behind, *part["middle"], *parts[len(behind) :]])


def draw_part(frame: Frame, part: Part) -> Model:
    """One part of a model."""
    match part["draw"]:
        case "far_first":
            return draw_parts(frame, far_first(frame, part["parts"]))
        case "around":
            return draw_around(frame, part)
        case "model":
            return draw_parts(frame.at(part), MODELS[part["model"]])
    return draw_solid(frame, part)


def draw_parts(frame: Frame, parts: list[Part]) -> Model:
    """Parts, one after the other."""
    return reduce(join, (draw_part(frame, part) for part in parts), Model("", ""))


def draw(name: str, cam: Camera, theme: Theme, colour: str, stars: int = 1) -> Model:
    """The model of this name."""
    return draw_parts(Frame(cam, theme, colour, stars), MODELS[name])


def build(name: str) -> Build:
    """What draws the model of this name."""
    return lambda cam, theme, colour: draw(name, cam, theme, colour)


house, market, barracks, temple = build("house"), build("market"), build("barracks"), build("temple")
garden, orchard, quarry = build("garden"), build("orchard"), build("quarry")
wall, palace, theater = build("wall"), build("palace"), build("theater")


def plaza(cam: Camera, theme: Theme, colour: str, stars: int = 1) -> Model:
    """A paved hexagon that shows one, two or three stars."""
    return draw("plaza", cam, theme, colour, stars)


def figure(cam: Camera, theme: Theme, seat: int) -> Model:
    """A standing figure in the colour of a seat: even seats have a round head, odd seats a pointed hood."""
    return draw("hooded_figure" if seat % 2 else "figure", cam, theme, theme.seats[seat])


def star_spots() -> dict[int, list[Point3]]:
    """Where the stars of a plaza lie, and how large they are, by their number."""
    (stars,) = (part for part in MODELS["plaza"][0]["parts"] if part["draw"] == "stars")
    return {int(n): [(x, y, r) for x, y, r in spots] for n, spots in stars["spots"].items()}
