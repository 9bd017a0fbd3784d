/** A city as a list of things to draw, far ones first: where each stack stands, its light and shade, its rims. */
import type { Camera } from "../../draw/camera";
import { move, type Poly } from "../../draw/plane";
import type { Theme } from "../../lib/theme.svelte";
import type { Look } from "../board";
import { centreOf, EDGES, hexagon, keyOf, SIDES, six, STOREY, type Place } from "./hexes";
import { bandOf, cameraFor, SCALE } from "./pieces";
import type { Hex } from "./types";

export interface Stack {
  key: string;
  hex: Hex;
  /** Its foot, on the screen. */
  x: number;
  y: number;
  /** How far up its top is. */
  lift: number;
  /** The joints below the top, in the colours of what they cover. */
  seams: { d: string; colour: string }[];
  /** The shadow of taller neighbours on its top. */
  shade: string;
  /** Sides where a wall rises. */
  walls: number[];
  /** Sides where the ground falls away. */
  rim: string;
}

export interface Scene {
  cam: Camera;
  stacks: Stack[];
  /** The shadow of everything on the table. */
  shadow: string;
  /** Empty places that touch the city, and their outlines as one path. */
  ring: Place[];
  ground: string;
}

export const fix = (v: number): number => Math.round(v * 10) / 10;
export const pathOf = (points: readonly (readonly [number, number])[], close = true): string => `M${points.map(([x, y]) => `${fix(x)},${fix(y)}`).join("L")}${close ? "Z" : ""}`;

/** The part of a convex polygon that lies within another one. */
function within(poly: Poly, frame: Poly): Poly {
  let out = poly;
  for (let i = 0; i < frame.length && out.length; i++) {
    const [a, b] = [frame[i]!, frame[(i + 1) % frame.length]!];
    const side = (p: readonly [number, number]) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    const next: Poly = [];
    out.forEach((p, n) => {
      const q = out[(n + 1) % out.length]!;
      const [s, t] = [side(p), side(q)];
      if (s >= 0) next.push(p);
      if (s > 0 !== t > 0 && s !== t) next.push([p[0] + ((q[0] - p[0]) * s) / (s - t), p[1] + ((q[1] - p[1]) * s) / (s - t)]);
    });
    out = next;
  }
  return out;
}

const LEAST = 8.4 * SCALE;
const HEX = hexagon(0, 0, 0.985);
const NEAR: Place[] = [-2, -1, 0, 1, 2].flatMap((q) => [-2, -1, 0, 1, 2].filter((r) => (q || r) && Math.abs(q + r) <= 2).map((r): Place => [q, r]));
const made = new WeakMap<Hex[], Map<string, Scene>>();

/** The scene of a city; made once for each turn. */
export function sceneOf(hexes: Hex[], look: Look, turn: number, theme: Theme): Scene {
  let scenes = made.get(hexes);
  if (!scenes) made.set(hexes, (scenes = new Map()));
  const key = `${look}|${turn}|${theme}`;
  let scene = scenes.get(key);
  if (!scene) scenes.set(key, (scene = build(hexes, look, turn, theme)));
  return scene;
}

function build(hexes: Hex[], look: Look, turn: number, theme: Theme): Scene {
  const cam = cameraFor(look, turn);
  const city = new Map(hexes.map((hex) => [keyOf(hex.q, hex.r), hex]));
  const rise = STOREY * cam.ce * SCALE;
  const local = (poly: Poly): [number, number][] => poly.map(([x, y]) => cam.at([x, y, 0]));
  const cast = new Map<number, Poly>();
  const casting = (levels: number): Poly => {
    let found = cast.get(levels);
    if (!found) cast.set(levels, (found = cam.cast(HEX, (look === "top" ? 0.4 : 1) * levels * STOREY)));
    return found;
  };
  const screen = local(hexagon(0, 0, 0.975)); // corners: those of world edge i are i and i + 1
  const front = [0, 1, 2, 3].map((i) => cameraFor(look, 0).at([...hexagon(0, 0, 0.985)[i]!, 0]));
  const stacks = hexes.map((hex): Stack => {
    const [cx, cy] = centreOf(hex.q, hex.r);
    const [x, y] = cam.at([cx, cy, 0]).map(fix) as [number, number];
    let shade = "";
    for (const [dq, dr] of NEAR) {
      const other = city.get(keyOf(hex.q + dq, hex.r + dr));
      if (!other || other.level <= hex.level) continue;
      const part = within(move(casting(other.level - hex.level), ...centreOf(dq, dr)), HEX);
      if (part.length > 2) shade += pathOf(local(part));
    }
    const walls: number[] = [];
    let rim = "";
    EDGES.forEach(([dq, dr], i) => {
      const level = city.get(keyOf(hex.q + dq, hex.r + dr))?.level ?? 0;
      if (level > hex.level) walls.push(six(i + turn));
      else if (level < hex.level) rim += pathOf([screen[i]!, screen[(i + 1) % 6]!], false);
    });
    const seams = look === "top" ? [] : (hex.below ?? []).map((kind, i) => ({ d: pathOf(front.map(([a, b]) => [a, b - (i + 1) * rise + 2]), false), colour: bandOf(theme, kind) }));
    return { key: keyOf(hex.q, hex.r), hex, x, y, lift: hex.level * rise, seams, shade, walls, rim };
  });
  stacks.sort((a, b) => a.y - b.y || a.x - b.x);
  const ring = new Map<string, Place>();
  let shadow = "";
  for (const hex of hexes) {
    shadow += pathOf(local(move(cam.cast(hexagon(0, 0, 1.02), (look === "top" ? 0.3 : 1) * hex.level * STOREY), ...centreOf(hex.q, hex.r))));
    for (const [dq, dr] of SIDES) if (!city.has(keyOf(hex.q + dq, hex.r + dr))) ring.set(keyOf(hex.q + dq, hex.r + dr), [hex.q + dq, hex.r + dr]);
  }
  const places = [...ring.values()];
  const ground = places.map(([q, r]) => pathOf(local(hexagon(q, r, 0.93)))).join("");
  return { cam, stacks, shadow, ring: places, ground };
}

/** What must be seen: the city, two places around it where a tile may go, and what stands on top. */
export function boundsOf(scene: Scene, look: Look, room: number, above = 0): { x: number; y: number; w: number; h: number } {
  const top = look === "top" ? 0 : 0.9 * scene.cam.ce * SCALE;
  const [dx, dy] = [(1 + room) * SCALE, (0.9 + room) * SCALE * scene.cam.se];
  const xs = scene.stacks.flatMap((s) => [s.x - dx, s.x + dx]);
  const ys = scene.stacks.flatMap((s) => [Math.min(s.y - dy, s.y - 0.9 * scene.cam.se * SCALE - s.lift - top), s.y + dy]);
  const [x, y] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys)) - above];
  const [w, h] = [Math.ceil(Math.max(...xs)) - x, Math.ceil(Math.max(...ys)) - y];
  const [wide, high] = [Math.max(w, LEAST), Math.max(h, LEAST * scene.cam.se)]; // a young city is not blown up
  return { x: x - (wide - w) / 2, y: y - (high - h) / 2, w: wide, h: high };
}

/** Which stack is seen at a point of the drawing: the nearest one whose top or front is there. */
export function stackAt(scene: Scene, look: Look, x: number, y: number): Stack | null {
  const { cam, stacks } = scene;
  for (let i = stacks.length - 1; i >= 0; i--) {
    const s = stacks[i]!;
    if (Math.abs(x - s.x) > SCALE) continue;
    const lift = look === "top" ? 0 : s.lift;
    const [dx, dy] = [(x - s.x) / SCALE, (y - s.y + lift) / SCALE / cam.se];
    if (Math.abs(dy) <= 0.866 && Math.abs(dx) + Math.abs(dy) / Math.sqrt(3) <= 1) return s;
    const edge = Math.min(0.866, (1 - Math.abs(dx)) * Math.sqrt(3)); // the front below the top
    if (dy > 0 && y <= s.y + edge * SCALE * cam.se) return s;
  }
  return null;
}
