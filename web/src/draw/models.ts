/**
 * Little buildings and figures, each about one unit wide. Shape tells the kind, colour only helps. Of which parts a model consists stands in
 * src/ziggurat/drawing/models.json, with the names of its colours; this file draws them, and models.py there draws the same for the server's pictures.
 */
import data from "../../../src/ziggurat/drawing/models.json";
import type { Camera, Point } from "./camera";
import { shade } from "./colour";
import { CAST, type Palette } from "./palette";
import { grow, rad, rect, regular, star, type Poly, type Spot } from "./plane";

type Range = [low: number, high: number];
/** What a solid stands on: a rectangle, or a polygon of so many corners and this radius; `turn` in degrees. */
interface Foot { rect?: [w: number, d: number]; round?: [n: number, radius: number]; turn?: number }
/** Where a part of a model stands. `to_viewer`: place and turn are those that the viewer sees, however the table is turned. */
interface Placed { at?: Spot; to_viewer?: boolean }
interface Solid extends Foot, Placed { draw: "solid"; casts?: [height: number, strength: number]; parts: Over[] }
interface Copy extends Placed { draw: "model"; model: string; size?: number }
type Thing = Solid | Copy;
/** Things in the order in which they hide each other; their shadows lie below all of them in the same order, or as written, or each below its own. */
interface FarFirst { draw: "far_first"; shadows?: "as_written" | "own"; parts: Thing[] }
/** Things around a middle: those behind it, the middle, those before it. */
interface Around { draw: "around"; parts: Thing[]; middle: Thing[] }
type Part = Thing | FarFirst | Around;

/** A part over a foot: that of its solid, made larger or smaller, or one of its own about the same place. A colour is `wood`, `wood*1.25`, `given`. */
interface Upon extends Foot { grow?: number; colour: string }
interface Prism extends Upon { draw: "prism"; z: Range; top?: string | null }
interface Gable extends Upon { draw: "gable"; z: Range; wall: string }
interface Cone extends Upon { draw: "cone"; z: Range }
interface Dome extends Upon { draw: "dome"; z: Range; rings: number }
interface Ring extends Upon { draw: "ring"; z: Range; radius: Range }
interface Flat extends Upon { draw: "flat" }
interface Floor extends Upon { draw: "floor"; z: number }
interface Door extends Upon { draw: "door"; high: number; wide: number; opacity?: number }
interface Shadow extends Foot { draw: "shadow"; grow?: number; z: number; height: number; strength: number }
interface Awning extends Foot { draw: "awning"; grow?: number; z: Range; stripes: number; hem: number; colours: string[] }
interface Teeth extends Upon { draw: "teeth"; on: "corners" | "sides" | "columns"; counts?: number[]; tooth: Foot; z: Range }
interface Row extends Upon { draw: "row"; count: number; from: Spot; step: Spot; tooth: Foot; z: Range }
interface Cloth extends Upon { draw: "cloth"; points: Point[] }
interface Balls extends Foot { draw: "balls"; grow?: number; z: number; radius: number; balls: [shift: number, k: number, colour: string][] }
interface Stars extends Upon {
  draw: "stars";
  under: { colour: string; opacity: number; grow: number; down: number };
  /** By their number. */
  spots: Record<string, [x: number, y: number, r: number][]>;
}
interface Tiers extends Upon { draw: "tiers"; rows: number; steps: number; radius: number; high: number; step: number; rise: string; seats: string[] }
type Over = Prism | Gable | Cone | Dome | Ring | Flat | Floor | Door | Shadow | Awning | Teeth | Row | Cloth | Balls | Stars | Tiers;

const MODELS = data as unknown as Record<string, Part[]>;

/** Where a model is being drawn, how large, and in which colours. */
interface Frame { cam: Camera; x: number; y: number; size: number; pal: Palette; given: string; stars: number }
/** What lies on the ground, and what stands on it. */
type Drawn = [ground: string, body: string];
/** A foot in its place. */
interface Base { spot: Spot; poly: Poly }

const shadow = (cam: Camera, poly: Poly, z: number, height: number, opacity: number): string =>
  cam.flat(cam.up(cam.cast(poly, height), z), CAST, `opacity="${opacity}"`);

const between = (p: Spot, q: Spot, t: number): Spot => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
const faint = (opacity?: number): string => (opacity === undefined ? "" : `opacity="${String(opacity).replace("0.", ".")}"`);

/** Things from far to near, so that the near ones are drawn last from wherever one looks. */
const farFirst = <T>(cam: Camera, things: readonly T[], at: (thing: T) => Spot): T[] => {
  const depth = new Map(things.map((thing) => [thing, cam.depth(...at(thing))]));
  return [...things].sort((a, b) => depth.get(a)! - depth.get(b)!);
};
const itself = (spot: Spot): Spot => spot;
const HERE: Spot = [0, 0];
const atOf = ({ at = HERE }: Placed): Spot => at;

/** Is the side from `p` to `q` of something about a spot turned to the viewer? */
const facing = (cam: Camera, p: Spot, q: Spot, [cx, cy]: Spot): boolean =>
  cam.ce > 1e-6 && cam.depth((p[0] + q[0]) / 2 - cx, (p[1] + q[1]) / 2 - cy) > 0;

function colourOf({ pal, given }: Frame, text: string): string {
  const [name, light] = text.split("*") as [keyof Palette | "given", string?];
  const colour = name === "given" ? given : (pal[name] as string);
  return light ? shade(colour, Number(light)) : colour;
}

/** A place beside (cx, cy), turned with the camera: what is straight for the viewer. */
function upright(cam: Camera, cx: number, cy: number, [x, y]: Spot): Spot {
  const [c, s] = [Math.cos(rad(-cam.turn)), Math.sin(rad(-cam.turn))];
  return [cx + x * c - y * s, cy + x * s + y * c];
}

const spotOf = ({ cam, x, y, size }: Frame, { at: [dx, dy] = HERE, to_viewer }: Placed): Spot =>
  to_viewer ? upright(cam, x, y, [dx * size, dy * size]) : [x + dx * size, y + dy * size];

const polyOf = (foot: Foot, size: number, [x, y]: Spot, turn = foot.turn ?? 0): Poly =>
  foot.rect ? rect(foot.rect[0] * size, foot.rect[1] * size, turn, x, y) : regular(foot.round![0], foot.round![1] * size, turn, x, y);

// ---- parts over a foot ----------------------------------------------------------------------------------------------

/** A door in the middle of the near side. */
function door({ cam, size }: Frame, { spot, poly }: Base, { high, wide, opacity }: Door, colour: string): string {
  const [p, q] = [poly[3]!, poly[2]!];
  if (!facing(cam, p, q, spot)) return "";
  const [a, b, top] = [between(p, q, 0.5 - wide / 2), between(p, q, 0.5 + wide / 2), high * size];
  return cam.flat([[...a, 0], [...b, 0], [...b, top], [...a, top]], colour, faint(opacity));
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
    const roof = cam.face([[...far0, high], [...far1, high], [...near1, low], [...near0, low]], colour);
    return near ? roof + cam.face([[...near0, low], [...near1, low], [...near1, hung], [...near0, hung]], colour) : roof;
  }).join("");
}

/** Where little solids stand on a foot: on its corners, spread over its sides, or in a row from corner to corner. */
function spotsOn(poly: Poly, { on, counts = [] }: Teeth): Poly {
  if (on === "corners") return poly;
  const n = counts[0]!;
  if (on === "sides") return poly.flatMap((p, i) => Array.from({ length: n }, (_, k) => between(p, poly[(i + 1) % poly.length]!, (k + 0.5) / n)));
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
    const [below, above] = [regular(n, radius * Math.cos(a), 0, ...spot), regular(n, Math.max(radius * Math.cos(b), 0.001), 0, ...spot)];
    const seen = below.map((_, k) => k).filter((k) => {
      const out = cam.depth(below[k]![0] - spot[0], below[k]![1] - spot[1]) / (radius * Math.cos(a));
      return out * Math.cos(b) * cam.ce + Math.sin(b) * cam.se > -0.2; // not those that look away
    });
    out += farFirst(cam, seen, (k) => below[k]!).map((k) => cam.face(pane(below, z0, above, z1, k), colour)).join("");
  }
  return out;
}

/** The k-th side of a round solid between two heights. */
function pane(below: Poly, z0: number, above: Poly, z1: number, k: number): Point[] {
  const next = (k + 1) % below.length;
  return [[...below[k]!, z0], [...below[next]!, z0], [...above[next]!, z1], [...above[k]!, z1]];
}

/** The seen side of a round solid that narrows or widens. */
function ring({ cam, size }: Frame, { spot, poly }: Base, { radius, z }: Ring, colour: string): string {
  const n = poly.length;
  const [below, above] = [regular(n, radius[0] * size, 0, ...spot), regular(n, radius[1] * size, 0, ...spot)];
  const seen = below.map((_, k) => k).filter((k) => {
    const [p, q] = [below[k]!, below[(k + 1) % n]!];
    return cam.depth(p[0] + q[0] - 2 * spot[0], p[1] + q[1] - 2 * spot[1]) > -0.02;
  });
  return farFirst(cam, seen, (k) => below[k]!).map((k) => cam.face(pane(below, z[0] * size, above, z[1] * size, k), colour)).join("");
}

function balls(frame: Frame, { spot }: Base, { z, radius, balls }: Balls): string {
  const { cam, size } = frame;
  const [x, y] = cam.at([...spot, z * size]);
  const r = radius * size * cam.scale;
  const circle = (shift: number, k: number, colour: string): string =>
    `<circle cx="${(x - r * shift).toFixed(1)}" cy="${(y - r * shift).toFixed(1)}" r="${(r * k).toFixed(1)}" fill="${colourOf(frame, colour)}"/>`;
  return balls.map(([shift, k, colour]) => circle(shift, k, colour)).join("");
}

/** Stars that always read from where one looks. */
function stars(frame: Frame, { spot }: Base, { under, spots }: Stars, colour: string): string {
  const { cam, size } = frame;
  const at = (x: number, y: number, r: number): Point[] => cam.up(star(x * size, y * size, r * size).map((p) => upright(cam, ...spot, p)), 0);
  const below = colourOf(frame, under.colour);
  const one = (x: number, y: number, r: number): string =>
    cam.flat(at(x, y + under.down, r * under.grow), below, faint(under.opacity)) + cam.flat(at(x, y, r), colour);
  return spots[frame.stars]!.map((where) => one(...where)).join("");
}

/** Rising half rings of seats, always open to the viewer. */
function tiers(frame: Frame, { spot: [x, y] }: Base, { rows, steps, radius, high, step, rise, seats }: Tiers, colour: string): string {
  const { cam, size } = frame;
  const angles = Array.from({ length: steps + 1 }, (_, i) => rad(-cam.turn + 180 + (180 * i) / steps));
  const arc = (r: number): Poly => angles.map((a) => [x + r * size * Math.cos(a), y + r * size * Math.sin(a)]);
  const wall = (p: Spot, q: Spot, low: number, top: number, fill: string): string => cam.face([[...p, low], [...q, low], [...q, top], [...p, top]], fill);
  let out = "";
  for (let i = 0; i < rows; i++) {
    const [outer, inner, top, foot] = [arc(radius - i * step), arc(radius - step - i * step), (high - i * step) * size, (high - i * step - step) * size];
    const seen = (k: number): boolean => cam.depth(outer[k]![0] - x, outer[k]![1] - y) > 0;
    if (i === 0) for (let k = 0; k < steps; k++) if (seen(k)) out += wall(outer[k]!, outer[k + 1]!, 0, top, colour);
    out += `<polygon points="${cam.path([...cam.up(outer, top), ...cam.up(inner, top).reverse()])}" fill="${colourOf(frame, seats[i % seats.length]!)}"/>`;
    for (let k = 0; k < steps; k++) out += wall(inner[k]!, inner[k + 1]!, foot, top, colourOf(frame, rise));
    for (const e of [0, steps]) out += wall(outer[e]!, inner[e]!, 0, top, colour);
  }
  return out;
}

function drawOver(frame: Frame, whole: Base, part: Over): string {
  const { cam, size } = frame;
  const poly = part.rect || part.round ? polyOf(part, size, whole.spot) : part.grow ? grow(whole.poly, part.grow) : whole.poly;
  const base = { spot: whole.spot, poly };
  const colour = "colour" in part ? colourOf(frame, part.colour) : "";
  switch (part.draw) {
    case "prism": return cam.prism(poly, part.z[0] * size, part.z[1] * size, colour, part.top ? colourOf(frame, part.top) : part.top === null ? "" : colour);
    case "gable": return cam.gable(poly, part.z[0] * size, part.z[1] * size, colour, colourOf(frame, part.wall));
    case "cone": return cam.cone(poly, part.z[0] * size, part.z[1] * size, colour);
    case "flat": return cam.flat(cam.up(poly, 0), colour);
    case "floor": return cam.face(cam.up(poly, part.z * size), colour);
    case "shadow": return shadow(cam, poly, part.z * size, part.height * size, part.strength);
    case "cloth": return cam.face(part.points.map(([x, y, z]) => [base.spot[0] + x * size, base.spot[1] + y * size, z * size]), colour);
    case "teeth": return teeth(frame, farFirst(cam, spotsOn(poly, part), itself), part, colour);
    case "row": return teeth(frame, inRow(frame, base, part), part, colour);
    case "door": return door(frame, base, part, colour);
    case "awning": return awning(frame, base, part);
    case "dome": return dome(frame, base, part, colour);
    case "ring": return ring(frame, base, part, colour);
    case "balls": return balls(frame, base, part);
    case "stars": return stars(frame, base, part, colour);
    case "tiers": return tiers(frame, base, part, colour);
  }
}

// ---- whole models ---------------------------------------------------------------------------------------------------

function drawSolid(frame: Frame, solid: Solid): Drawn {
  const { cam, size } = frame;
  const spot = spotOf(frame, solid);
  const base = { spot, poly: polyOf(solid, size, spot, (solid.turn ?? 0) - (solid.to_viewer ? cam.turn : 0)) };
  const cast = solid.casts ? shadow(cam, base.poly, 0, solid.casts[0] * size, solid.casts[1]) : "";
  return [cast, solid.parts.map((part) => drawOver(frame, base, part)).join("")];
}

const joined = (drawn: Drawn[]): Drawn => [drawn.map(([ground]) => ground).join(""), drawn.map(([, body]) => body).join("")];

function drawFarFirst(frame: Frame, { parts, shadows }: FarFirst): Drawn {
  const drawn = new Map(parts.map((part) => [part, drawPart(frame, part)]));
  const sorted = farFirst(frame.cam, parts, atOf).map((part) => drawn.get(part)!);
  if (shadows === "own") return ["", sorted.flat().join("")];
  return [joined(shadows === "as_written" ? [...drawn.values()] : sorted)[0], joined(sorted)[1]];
}

function drawAround(frame: Frame, { parts, middle }: Around): Drawn {
  const sorted = farFirst(frame.cam, parts, atOf);
  const behind = sorted.filter((part) => frame.cam.depth(...atOf(part)) < -0.01);
  return joined([...behind, ...middle, ...sorted.slice(behind.length)].map((part) => drawPart(frame, part)));
}

function drawPart(frame: Frame, part: Part): Drawn {
  if (part.draw === "solid") return drawSolid(frame, part);
  if (part.draw === "far_first") return drawFarFirst(frame, part);
  if (part.draw === "around") return drawAround(frame, part);
  const [x, y] = spotOf(frame, part);
  return drawModel({ ...frame, x, y, size: frame.size * (part.size ?? 1) }, part.model);
}

const drawModel = (frame: Frame, name: string): Drawn => joined(MODELS[name]!.map((part) => drawPart(frame, part)));

/** The model of this name, standing at a spot of the ground. `given` is the colour of its roof or cloth; a plaza shows so many stars. */
export function model(cam: Camera, name: string, [x, y]: Spot, pal: Palette, given: string, stars = 1): string {
  return drawModel({ cam, x, y, size: 1, pal, given, stars }, name).join("");
}

/** A model shrinks by shrinking its picture about its foot: the projection is linear. */
export function scaled(cam: Camera, foot: Point, k: number, picture: string): string {
  const [x, y] = cam.at(foot);
  return `<g transform="translate(${(x * (1 - k)).toFixed(1)},${(y * (1 - k)).toFixed(1)}) scale(${k})">${picture}</g>`;
}
