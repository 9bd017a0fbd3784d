/** A city as a list of things to draw, far ones first: where each stack stands, its shadows, its rims. */
import type { Camera } from "../../draw/camera";
import { clip, move, type Poly } from "../../draw/plane_geometry";
import type { Theme } from "../../lib/theme.svelte";
import type { Look } from "../board";
import { centreOf, EDGES, hexagon, keyOf, SIDES, six, STOREY, type Place } from "./hexes";
import { bandOf, cameraFor, SCALE } from "./hex_pictures";
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
export const pathOf = (points: readonly (readonly [number, number])[], close = true): string =>
  `M${points.map(([x, y]) => `${fix(x)},${fix(y)}`).join("L")}${close ? "Z" : ""}`;

const LEAST = 12 * SCALE;
const HEX = hexagon(0, 0, 0.985);
const NEAR: Place[] = [-2, -1, 0, 1, 2].flatMap((q) =>
  [-2, -1, 0, 1, 2].filter((r) => (q || r) && Math.abs(q + r) <= 2).map((r): Place => [q, r]),
);
const scenesByCity = new WeakMap<Hex[], Map<string, Scene>>();

/** The scene of a city; built once for each look, turn and theme. */
export function sceneOf(hexes: Hex[], look: Look, turn: number, theme: Theme): Scene {
  let scenes = scenesByCity.get(hexes);
  if (!scenes) scenesByCity.set(hexes, (scenes = new Map()));
  const key = `${look}|${turn}|${theme}`;
  let scene = scenes.get(key);
  if (!scene) scenes.set(key, (scene = buildScene(hexes, look, turn, theme)));
  return scene;
}

/** What the parts of a scene are drawn with. */
interface Drawing {
  cam: Camera;
  look: Look;
  turn: number;
  theme: Theme;
  city: Map<string, Hex>;
  /** The shadow of a hex that rises by so many levels. */
  shadowOf: (levels: number) => Poly;
}

function buildScene(hexes: Hex[], look: Look, turn: number, theme: Theme): Scene {
  const cam = cameraFor(look, turn);
  const city = new Map(hexes.map((hex) => [keyOf(hex.q, hex.r), hex]));
  const shadows = new Map<number, Poly>();
  const shadowOf = (levels: number): Poly => {
    let shadow = shadows.get(levels);
    if (!shadow) shadows.set(levels, (shadow = cam.cast(HEX, (look === "top" ? 0.4 : 1) * levels * STOREY)));
    return shadow;
  };
  const drawing = { cam, look, turn, theme, city, shadowOf };
  const stacks = hexes.map((hex) => stackOf(drawing, hex)).sort((a, b) => a.y - b.y || a.x - b.x);
  const ring = ringAround(hexes, city);
  const ground = ring.map(([q, r]) => pathOf(onGround(cam, hexagon(q, r, 0.93)))).join("");
  return { cam, stacks, shadow: hexes.map((hex) => shadowOnTable(drawing, hex)).join(""), ring, ground };
}

const onGround = (cam: Camera, poly: Poly): [number, number][] => poly.map(([x, y]) => cam.at([x, y, 0]));

function stackOf(drawing: Drawing, hex: Hex): Stack {
  const { cam } = drawing;
  const [x, y] = cam.at([...centreOf(hex.q, hex.r), 0]).map(fix) as [number, number];
  const rise = STOREY * cam.ce * SCALE;
  const seams = seamsOf(drawing, hex, rise);
  const shade = shadeOn(drawing, hex);
  return { key: keyOf(hex.q, hex.r), hex, x, y, lift: hex.level * rise, seams, shade, ...edgesOf(drawing, hex) };
}

/** The shadow of taller neighbours on the top of a stack. */
function shadeOn({ cam, city, shadowOf }: Drawing, hex: Hex): string {
  let shade = "";
  for (const [dq, dr] of NEAR) {
    const other = city.get(keyOf(hex.q + dq, hex.r + dr));
    if (!other || other.level <= hex.level) continue;
    const part = clip(move(shadowOf(other.level - hex.level), ...centreOf(dq, dr)), HEX);
    if (part.length > 2) shade += pathOf(onGround(cam, part));
  }
  return shade;
}

/** The sides of a stack where a neighbour is higher, and the rim where it is lower. */
function edgesOf({ cam, city, turn }: Drawing, hex: Hex): Pick<Stack, "walls" | "rim"> {
  const corners = onGround(cam, hexagon(0, 0, 0.975)); // those of world edge i are i and i + 1
  const walls: number[] = [];
  let rim = "";
  EDGES.forEach(([dq, dr], i) => {
    const level = city.get(keyOf(hex.q + dq, hex.r + dr))?.level ?? 0;
    if (level > hex.level) walls.push(six(i + turn));
    else if (level < hex.level) rim += pathOf([corners[i]!, corners[(i + 1) % 6]!], false);
  });
  return { walls, rim };
}

/** The joints between the storeys of a stack, in the colours of what they cover. */
function seamsOf({ look, theme }: Drawing, hex: Hex, rise: number): Stack["seams"] {
  if (look === "top") return [];
  const front = HEX.slice(0, 4).map(([x, y]) => cameraFor(look, 0).at([x, y, 0]));
  return (hex.below ?? []).map((kind, i) => {
    const line = front.map(([x, y]): [number, number] => [x, y - (i + 1) * rise + 2]);
    return { d: pathOf(line, false), colour: bandOf(theme, kind) };
  });
}

function shadowOnTable({ cam, look }: Drawing, hex: Hex): string {
  const height = (look === "top" ? 0.3 : 1) * hex.level * STOREY;
  return pathOf(onGround(cam, move(cam.cast(hexagon(0, 0, 1.02), height), ...centreOf(hex.q, hex.r))));
}

/** The empty places that touch a city. */
function ringAround(hexes: Hex[], city: Map<string, Hex>): Place[] {
  const ring = new Map<string, Place>();
  for (const hex of hexes)
    for (const [dq, dr] of SIDES) {
      const [q, r] = [hex.q + dq, hex.r + dr];
      if (!city.has(keyOf(q, r))) ring.set(keyOf(q, r), [q, r]);
    }
  return [...ring.values()];
}

/** A place that must be in sight, and how high what lies there reaches. */
export type Spot = readonly [q: number, r: number, z?: number];

/** What must be in sight: the city, what stands on top, `room` places around it, and the places where a tile may go. */
export function boundsOf(
  scene: Scene,
  look: Look,
  {
    room,
    above = 0,
    places = [],
    least = LEAST,
  }: { room: number; above?: number; places?: readonly Spot[]; least?: number },
): { x: number; y: number; w: number; h: number } {
  const { cam, stacks } = scene;
  const top = look === "top" ? 0 : 0.9 * cam.ce * SCALE;
  const [dx, dy] = [(1 + room) * SCALE, (0.9 + room) * SCALE * cam.se];
  const around = (x: number, y: number, wide: number, deep: number) => [x - wide, y - deep, x + wide, y + deep];
  const boxes = [
    ...stacks.map((s) => around(s.x, s.y, dx, dy)),
    ...stacks.map((s) => [s.x, s.y - 0.9 * cam.se * SCALE - s.lift - top, s.x, s.y]),
    ...places.map(([q, r, z = 0]) => around(...cam.at([...centreOf(q, r), z]), 1.05 * SCALE, 0.95 * SCALE * cam.se)),
  ];
  const [x0, y0, x1, y1] = [0, 1, 2, 3].map((i) => boxes.map((box) => box[i]!)) as [
    number[],
    number[],
    number[],
    number[],
  ];
  const [x, y] = [Math.floor(Math.min(...x0)), Math.floor(Math.min(...y0)) - above];
  const [w, h] = [Math.ceil(Math.max(...x1)) - x, Math.ceil(Math.max(...y1)) - y];
  const [wide, high] = [Math.max(w, least), Math.max(h, least * cam.se)]; // a small city is not enlarged
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
