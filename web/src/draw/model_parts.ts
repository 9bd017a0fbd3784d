/** The parts that stand on the foot of a solid: prisms, roofs, doors, columns, seats … */
import type { Point } from "./camera";
import {
  between,
  colourOf,
  facing,
  faint,
  farFirst,
  itself,
  polyOf,
  shadow,
  upright,
  type Base,
  type Frame,
} from "./model_frame";
import type { Awning, Balls, Dome, Door, Over, Ring, Row, Stars, Teeth, Tiers } from "./model_types";
import { grow, rad, regular, star, type Poly, type Spot } from "./plane_geometry";

/** A door in the middle of the near side. */
function door({ cam, size }: Frame, { spot, poly }: Base, { high, wide, opacity }: Door, colour: string): string {
  const [p, q] = [poly[3]!, poly[2]!];
  if (!facing(cam, p, q, spot)) return "";
  const [a, b, top] = [between(p, q, 0.5 - wide / 2), between(p, q, 0.5 + wide / 2), high * size];
  return cam.flat(
    [
      [...a, 0],
      [...b, 0],
      [...b, top],
      [...a, top],
    ],
    colour,
    faint(opacity),
  );
}

/** A striped roof of cloth that falls from the far side to the near one, where it hangs down a little. */
function awning(frame: Frame, { poly }: Base, { z, stripes, hem, colours }: Awning): string {
  const { cam, size } = frame;
  const [low, high, hung] = [z[0] * size, z[1] * size, (z[0] - hem) * size];
  const [a, b, c, d] = poly as [Spot, Spot, Spot, Spot];
  const near = facing(cam, d, c, between(a, c, 0.5));
  return Array.from({ length: stripes }, (_, i) => {
    const [s, t, colour] = [i / stripes, (i + 1) / stripes, colourOf(frame, colours[i % colours.length]!)];
    const [far0, far1, near0, near1] = [between(a, b, s), between(a, b, t), between(d, c, s), between(d, c, t)];
    const roof = cam.face(
      [
        [...far0, high],
        [...far1, high],
        [...near1, low],
        [...near0, low],
      ],
      colour,
    );
    return near
      ? roof +
          cam.face(
            [
              [...near0, low],
              [...near1, low],
              [...near1, hung],
              [...near0, hung],
            ],
            colour,
          )
      : roof;
  }).join("");
}

/** Where little solids stand on a foot: on its corners, spread over its sides, or in a row from corner to corner. */
function spotsOn(poly: Poly, { on, counts = [] }: Teeth): Poly {
  if (on === "corners") return poly;
  const n = counts[0]!;
  if (on === "sides")
    return poly.flatMap((p, i) =>
      Array.from({ length: n }, (_, k) => between(p, poly[(i + 1) % poly.length]!, (k + 0.5) / n)),
    );
  const [a, b, c, d] = poly as [Spot, Spot, Spot, Spot];
  const along = (p: Spot, q: Spot, m: number): Poly => Array.from({ length: m + 1 }, (_, i) => between(p, q, i / m));
  return [...along(a, b, n), ...along(b, c, counts[1]!), ...along(d, c, n), ...along(a, d, counts[1]!)];
}

const inRow = ({ size }: Frame, { spot: [x, y] }: Base, { count, from, step }: Row): Poly =>
  Array.from({ length: count }, (_, i) => [x + (from[0] + i * step[0]) * size, y + (from[1] + i * step[1]) * size]);

/** Merlons, posts or columns. */
const teeth = ({ cam, size }: Frame, spots: Poly, { tooth, z }: Teeth | Row, colour: string): string =>
  spots.map((spot) => cam.prism(polyOf(tooth, size, spot), z[0] * size, z[1] * size, colour)).join("");

function dome({ cam, size }: Frame, { spot }: Base, { round, z, rings }: Dome, colour: string): string {
  const [n, radius] = [round![0], round![1] * size];
  const [low, height] = [z[0] * size, (z[1] - z[0]) * size];
  let out = "";
  for (let i = 0; i < rings; i++) {
    const [a, b] = [rad((i / rings) * 90), rad(((i + 1) / rings) * 90)];
    const [z0, z1] = [low + height * Math.sin(a), low + height * Math.sin(b)];
    const [below, above] = [
      regular(n, radius * Math.cos(a), 0, ...spot),
      regular(n, Math.max(radius * Math.cos(b), 0.001), 0, ...spot),
    ];
    const seen = below
      .map((_, k) => k)
      .filter((k) => {
        const out = cam.depth(below[k]![0] - spot[0], below[k]![1] - spot[1]) / (radius * Math.cos(a));
        return out * Math.cos(b) * cam.ce + Math.sin(b) * cam.se > -0.2; // not those on the far side
      });
    out += farFirst(cam, seen, (k) => below[k]!)
      .map((k) => cam.face(pane(below, z0, above, z1, k), colour))
      .join("");
  }
  return out;
}

/** The k-th side of a round solid between two heights. */
function pane(below: Poly, z0: number, above: Poly, z1: number, k: number): Point[] {
  const next = (k + 1) % below.length;
  return [
    [...below[k]!, z0],
    [...below[next]!, z0],
    [...above[next]!, z1],
    [...above[k]!, z1],
  ];
}

/** The seen side of a round solid that narrows or widens. */
function ring({ cam, size }: Frame, { spot, poly }: Base, { radius, z }: Ring, colour: string): string {
  const n = poly.length;
  const [below, above] = [regular(n, radius[0] * size, 0, ...spot), regular(n, radius[1] * size, 0, ...spot)];
  const seen = below
    .map((_, k) => k)
    .filter((k) => {
      const [p, q] = [below[k]!, below[(k + 1) % n]!];
      return cam.depth(p[0] + q[0] - 2 * spot[0], p[1] + q[1] - 2 * spot[1]) > -0.02;
    });
  return farFirst(cam, seen, (k) => below[k]!)
    .map((k) => cam.face(pane(below, z[0] * size, above, z[1] * size, k), colour))
    .join("");
}

function balls(frame: Frame, { spot }: Base, { z, radius, balls }: Balls): string {
  const { cam, size } = frame;
  const [x, y] = cam.at([...spot, z * size]);
  const r = radius * size * cam.scale;
  const circle = (shift: number, k: number, colour: string): string =>
    `<circle cx="${(x - r * shift).toFixed(1)}" cy="${(y - r * shift).toFixed(1)}" r="${(r * k).toFixed(1)}" fill="${colourOf(frame, colour)}"/>`;
  return balls.map(([shift, k, colour]) => circle(shift, k, colour)).join("");
}

/** Stars, upright for the viewer. */
function stars(frame: Frame, { spot }: Base, { under, spots }: Stars, colour: string): string {
  const { cam, size } = frame;
  const at = (x: number, y: number, r: number): Point[] =>
    cam.up(
      star(x * size, y * size, r * size).map((p) => upright(cam, ...spot, p)),
      0,
    );
  const below = colourOf(frame, under.colour);
  const one = (x: number, y: number, r: number): string =>
    cam.flat(at(x, y + under.down, r * under.grow), below, faint(under.opacity)) + cam.flat(at(x, y, r), colour);
  return spots[frame.stars]!.map((where) => one(...where)).join("");
}

/** Rising half rings of seats, always open to the viewer. */
function tiers(
  frame: Frame,
  { spot: [x, y] }: Base,
  { rows, steps, radius, high, step, rise, seats }: Tiers,
  colour: string,
): string {
  const { cam, size } = frame;
  const angles = Array.from({ length: steps + 1 }, (_, i) => rad(-cam.turn + 180 + (180 * i) / steps));
  const arc = (r: number): Poly => angles.map((a) => [x + r * size * Math.cos(a), y + r * size * Math.sin(a)]);
  const wall = (p: Spot, q: Spot, low: number, top: number, fill: string): string =>
    cam.face(
      [
        [...p, low],
        [...q, low],
        [...q, top],
        [...p, top],
      ],
      fill,
    );
  let out = "";
  for (let i = 0; i < rows; i++) {
    const [outer, inner, top, foot] = [
      arc(radius - i * step),
      arc(radius - step - i * step),
      (high - i * step) * size,
      (high - i * step - step) * size,
    ];
    const seen = (k: number): boolean => cam.depth(outer[k]![0] - x, outer[k]![1] - y) > 0;
    if (i === 0) for (let k = 0; k < steps; k++) if (seen(k)) out += wall(outer[k]!, outer[k + 1]!, 0, top, colour);
    out += `<polygon points="${cam.path([...cam.up(outer, top), ...cam.up(inner, top).reverse()])}" fill="${colourOf(frame, seats[i % seats.length]!)}"/>`;
    for (let k = 0; k < steps; k++) out += wall(inner[k]!, inner[k + 1]!, foot, top, colourOf(frame, rise));
    for (const e of [0, steps]) out += wall(outer[e]!, inner[e]!, 0, top, colour);
  }
  return out;
}

/** Draw a part that stands on a foot. */
export function drawOver(frame: Frame, whole: Base, part: Over): string {
  const { cam, size } = frame;
  const poly =
    part.rect || part.round ? polyOf(part, size, whole.spot) : part.grow ? grow(whole.poly, part.grow) : whole.poly;
  const base = { spot: whole.spot, poly };
  const colour = "colour" in part ? colourOf(frame, part.colour) : "";
  switch (part.draw) {
    case "prism":
      return cam.prism(
        poly,
        part.z[0] * size,
        part.z[1] * size,
        colour,
        part.top ? colourOf(frame, part.top) : part.top === null ? "" : colour,
      );
    case "gable":
      return cam.gable(poly, part.z[0] * size, part.z[1] * size, colour, colourOf(frame, part.wall));
    case "cone":
      return cam.cone(poly, part.z[0] * size, part.z[1] * size, colour);
    case "flat":
      return cam.flat(cam.up(poly, 0), colour);
    case "floor":
      return cam.face(cam.up(poly, part.z * size), colour);
    case "shadow":
      return shadow(cam, poly, part.z * size, part.height * size, part.strength);
    case "cloth":
      return cam.face(
        part.points.map(([x, y, z]) => [base.spot[0] + x * size, base.spot[1] + y * size, z * size]),
        colour,
      );
    case "teeth":
      return teeth(frame, farFirst(cam, spotsOn(poly, part), itself), part, colour);
    case "row":
      return teeth(frame, inRow(frame, base, part), part, colour);
    case "door":
      return door(frame, base, part, colour);
    case "awning":
      return awning(frame, base, part);
    case "dome":
      return dome(frame, base, part, colour);
    case "ring":
      return ring(frame, base, part, colour);
    case "balls":
      return balls(frame, base, part);
    case "stars":
      return stars(frame, base, part, colour);
    case "tiers":
      return tiers(frame, base, part, colour);
  }
}
