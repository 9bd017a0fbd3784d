/**
 * Dice of four materials: rounded cubes that stand at the origin, seen by any camera, and flat tokens for panels. The pattern tells the material
 * (grain, flecks, veins, clear), colour only helps. Dice are right-handed: 1, 2, 3 run counter-clockwise around their corner.
 *
 * A die is drawn once for a camera and moved by `transform`. Its gradients (`dieDefs`) must be in the document once.
 */
import facts from "../../../../src/ziggurat/games/blueprints/pictures/look.json";
import type { Theme } from "../../lib/theme.svelte";
import type { Camera, Point } from "../../draw/camera";
import { shade } from "../../draw/colour";
import { hull, regular, seeded, type Poly, type Spot } from "../../draw/plane_geometry";

export type Material = "W" | "R" | "S" | "G";
/** The side of a die, where the step from one space of a plan to the next is a little more than 1. */
export const SIDE = facts.die;

type Colours = Record<Material, string>;
const INK: Colours = facts.ink;
const GRAIN = facts.grain;
export const diceColours = (theme: Theme): Colours => facts.colours[theme];
export const MATERIALS = Object.keys(INK) as Material[];

const PIPS = facts.pips as unknown as Record<number, Spot[]>;
/** The values towards y and towards x below each value on top. */
const SIDES = facts.sides as unknown as Record<number, [front: number, right: number]>;

/** A face as a function from (u, v) in 0..1, u to the right and v down as one looks at it, to a point in space. */
type Plane = (u: number, v: number) => Point;
interface Face {
  at: Plane;
  value: number;
  /** 0: top; 1 to 4: the sides towards y, x, -y, -x. */
  side: number;
}
const plane =
  (o: Point, a: Point, b: Point): Plane =>
  (u, v) => [o[0] + a[0] * u + b[0] * v, o[1] + a[1] * u + b[1] * v, o[2] + a[2] * u + b[2] * v];

/** The faces that this camera sees, the top last. */
function facesOf(cam: Camera, top: number): Face[] {
  const [s, h, [front, right]] = [SIDE, SIDE / 2, SIDES[top]!];
  const normals: Spot[] = [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
  ];
  const values = [front, right, 7 - front, 7 - right];
  const sides = normals.map(([nx, ny], i): Face => ({
    at: plane([nx * h - ny * h, ny * h + nx * h, s], [ny * s, -nx * s, 0], [0, 0, -s]),
    value: values[i]!,
    side: i + 1,
  }));
  const seen = sides.filter((_, i) => cam.ce > 1e-6 && cam.depth(...normals[i]!) > 1e-6);
  return [...seen, { at: plane([-h, -h, s], [s, 0, 0], [0, s, 0]), value: top, side: 0 }];
}

const lightOf = (cam: Camera, at: Plane): number => cam.light(cam.normal([at(0, 0), at(1, 0), at(1, 1)]));
const one = (spot: Spot): string => spot.join(",");
function rounded(cam: Camera, at: Plane, i: number, r: number): string {
  const p = (u: number, v: number) => one(cam.at(at(u, v)));
  const j = 1 - i;
  return `M${p(i + r, i)}L${p(j - r, i)}Q${p(j, i)} ${p(j, i + r)}L${p(j, j - r)}Q${p(j, j)} ${p(j - r, j)}L${p(i + r, j)}Q${p(i, j)} ${p(i, j - r)}L${p(i, i + r)}Q${p(i, i)} ${p(i + r, i)}Z`;
}
/** All pips of a face as one path. */
const pips = (cam: Camera, at: Plane, value: number, r: number, du = 0, dv = 0): string =>
  PIPS[value]!.map(
    ([u, v]) =>
      "M" +
      regular(16, r)
        .map(([x, y]) => one(cam.at(at(0.5 + u * 0.25 + x + du, 0.5 + v * 0.25 + y + dv))))
        .join("L") +
      "Z",
  ).join("");
/** The outline of the whole die. */
const corners = (grown = 0): Point[] =>
  [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) =>
      [-grown, SIDE + grown].map((z): Point => [x * (SIDE / 2 + grown), y * (SIDE / 2 + grown), z]),
    ),
  );
export const outline = (cam: Camera, grown = 0.015): Poly => hull(corners(grown).map(cam.at));
function softened(poly: Poly, t: number): string {
  const between = (p: Spot, q: Spot) =>
    [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t].map((v) => v.toFixed(1)).join(",");
  return (
    poly
      .map(
        (p, i) =>
          `${i ? "L" : "M"}${between(p, poly[(i + poly.length - 1) % poly.length]!)}Q${one(p)} ${between(p, poly[(i + 1) % poly.length]!)}`,
      )
      .join("") + "Z"
  );
}

function pattern(cam: Camera, at: Plane, material: Material, light: number, random: () => number): string {
  const p = (u: number, v: number) => one(cam.at(at(u, v)));
  if (material === "W") {
    let d = "";
    for (let k = 0; k < 7; k++) {
      const [v, w] = [0.1 + k * 0.13 + random() * 0.04, (random() - 0.5) * 0.1];
      d += `M${p(0.05, v)}C${p(0.35, v + w)} ${p(0.65, v - w)} ${p(0.95, v + w / 2)}`;
    }
    return `<path d="${d}" fill="none" stroke="${shade(GRAIN.W[0]!, light)}" stroke-opacity=".3" stroke-width="1.2"/>`;
  }
  if (material === "R") {
    const flecks = ["", ""];
    for (let k = 0; k < 26; k++) {
      const [x, y] = cam.at(at(0.08 + random() * 0.84, 0.08 + random() * 0.84));
      const r = 0.8 + random() * 1.4;
      flecks[k % 2] +=
        `M${(x - r).toFixed(1)},${y}a${r.toFixed(1)},${r.toFixed(1)} 0 1 0 ${(2 * r).toFixed(1)},0a${r.toFixed(1)},${r.toFixed(1)} 0 1 0 -${(2 * r).toFixed(1)},0`;
    }
    return `<path d="${flecks[0]}" fill="${GRAIN.R[0]}" fill-opacity=".45"/><path d="${flecks[1]}" fill="${GRAIN.R[1]}" fill-opacity=".45"/>`;
  }
  if (material === "S") {
    let d = "";
    for (let k = 0; k < 3; k++) {
      let u = random();
      d += `M${p(u, 0.04)}`;
      for (let s = 1; s < 6; s++)
        d += `L${p((u = Math.min(0.95, Math.max(0.05, u + (random() - 0.5) * 0.34))), 0.04 + s * 0.18)}`;
    }
    return `<path d="${d}" fill="none" stroke="${GRAIN.S[0]}" stroke-opacity=".2" stroke-width="1.4"/>`;
  }
  return "";
}

const idOf = (cam: Camera, theme: Theme, material: Material, side: number): string =>
  `die-${cam.turn}-${cam.elevation}-${cam.scale}-${theme}-${material}${side}`;
/** The gradients of all dice of a camera. */
export function dieDefs(cam: Camera, theme: Theme): string {
  return MATERIALS.flatMap((material) =>
    facesOf(cam, 1).map(({ at, side }) => {
      const [base, light, glass] = [diceColours(theme)[material], lightOf(cam, at), material === "G"];
      const [[x1, y1], [x2, y2]] = [cam.at(at(0, 0)), cam.at(at(1, 1))];
      const stops = `<stop stop-color="${glass ? "#ffffff" : shade(base, light * 1.12)}" stop-opacity="${glass ? 0.62 : 1}"/><stop offset="1" stop-color="${shade(base, glass ? light : light * 0.9)}" stop-opacity="${glass ? 0.22 : 1}"/>`;
      return `<linearGradient id="${idOf(cam, theme, material, side)}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops}</linearGradient>`;
    }),
  ).join("");
}

/** A die whose base stands at the origin. */
export function die(cam: Camera, material: Material, top: number, theme: Theme): string {
  const [base, glass, random] = [
    diceColours(theme)[material],
    material === "G",
    seeded(97 * material.charCodeAt(0) + top * 13),
  ];
  const body = softened(outline(cam, 0), 0.07);
  let out = glass
    ? `<path d="${body}" fill="${base}" fill-opacity=".42" stroke="#fff" stroke-opacity=".7" stroke-width="1.2"/>`
    : `<path d="${body}" fill="${shade(base, 0.66)}"/>`;
  if (glass && cam.ce > 1e-6) out += through(cam, base, top);
  for (const { at, value, side } of facesOf(cam, top)) {
    const light = lightOf(cam, at);
    out +=
      `<path d="${rounded(cam, at, 0.018, 0.13)}" fill="url(#${idOf(cam, theme, material, side)})"/>` +
      pattern(cam, at, material, light, random);
    out += `<path d="${rounded(cam, at, 0.035, 0.12)}" fill="none" stroke="#fff" stroke-opacity="${glass ? 0.75 : 0.2}"/>`;
    out += `<path d="${pips(cam, at, value, 0.092)}" fill="${glass ? INK.G : shade(base, light * 0.55)}" ${glass ? 'fill-opacity=".88"' : ""}/>`;
    if (!glass)
      out += `<path d="${pips(cam, at, value, 0.078, 0.006, 0.012)}" fill="${shade(INK[material], Math.min(1, light))}"/>`;
  }
  return out;
}

/** What is seen through a die of glass: its far edges and the pips below it. */
function through(cam: Camera, base: string, top: number): string {
  const h = SIDE / 2;
  const [fx, fy] = (
    [
      [-h, -h],
      [h, -h],
      [h, h],
      [-h, h],
    ] as Poly
  ).sort((a, b) => cam.depth(...a) - cam.depth(...b))[0]!;
  const far = one(cam.at([fx, fy, 0]));
  const edges = (
    [
      [-fx, fy, 0],
      [fx, -fy, 0],
      [fx, fy, SIDE],
    ] as Point[]
  )
    .map((p) => `M${far}L${one(cam.at(p))}`)
    .join("");
  const floor = plane([-h, -h, 0], [SIDE, 0, 0], [0, SIDE, 0]);
  return `<path d="${edges}" stroke="${shade(base, 0.55)}" stroke-opacity=".5" stroke-width="1.3"/><path d="${pips(cam, floor, 7 - top, 0.075)}" fill="${shade(base, 0.4)}" fill-opacity=".22"/>`;
}

/** A flat die, 24 by 24, for panels and lists: pattern, pips, and a rim. */
export function token(material: Material, value: number, theme: Theme): string {
  const base = diceColours(theme)[material];
  const dark = shade(base, 0.62);
  const marks = {
    W: `<path d="M1 5.2q6-1.6 11 0t11-.4M1 9.4q6 1.4 11 0t11 .3M1 14q5-1.2 10 .2t12-.4M1 18.6q6 1.4 12 0t10 .3" stroke="${GRAIN.W[0]}" stroke-opacity=".42" fill="none"/>`,
    R: `<path d="M4 4h1.6v1.6H4zM17.5 3.5h2v2h-2zM10.5 8h1.5v1.5h-1.5zM4.5 17.5h2v2h-2zM14 19h1.5v1.5H14zM20 13h1.5v1.5H20zM2.8 11h1.5v1.5H2.8z" fill="#14492a" fill-opacity=".55"/><path d="M8 3.2h1.4v1.4H8zM13.6 5h1.4v1.4h-1.4zM20 8.6h1.3v1.3H20zM8.6 20.4H10v1.3H8.6zM18 18.4h1.6V20H18zM3 15h1.3v1.3H3z" fill="#e2f7cf" fill-opacity=".7"/>`,
    S: `<path d="M3 1.5l3.5 5L5 11l4 5-1.5 6.5M17 1.5l-2 6 4.5 5.5-2 4.5 2 5" stroke="#e3e7f0" stroke-opacity=".34" fill="none"/>`,
    G: `<path d="M1.5 13L13 1.5h5L1.5 18z" fill="#fff" fill-opacity=".65"/><path d="M6 22.5L22.5 6v3L9 22.5z" fill="#fff" fill-opacity=".5"/>`,
  }[material];
  const dots = PIPS[value]!.map(([u, v]) => `<circle cx="${12 + u * 6}" cy="${12 + v * 6}" r="2.25"/>`).join("");
  const halo = material === "G" ? "" : ` stroke="${dark}" stroke-width=".9" paint-order="stroke"`;
  return `<rect x=".75" y=".75" width="22.5" height="22.5" rx="5" fill="${base}"/>${marks}<rect x=".75" y=".75" width="22.5" height="22.5" rx="5" fill="none" stroke="${material === "G" ? "#4f7c96" : dark}" stroke-width="1.2"/><g fill="${INK[material]}"${halo}>${dots}</g>`;
}
