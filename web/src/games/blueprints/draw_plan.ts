/** The plan sheet, and where things stand on it. Columns a and b run along x, rows 1 to 3 along y, levels upwards. */
import facts from "../../../../src/ziggurat/games/blueprints/pictures/look.json";
import material from "../../../../src/ziggurat/games/blueprints/material.json";
import type { Camera, Point } from "../../draw/camera";
import { outline, SIDE } from "./draw_dice";
import { cameraOf } from "../../draw/picture_cache";
import { grow, hull, inside, mean, move, rect, type Poly, type Spot } from "../../draw/plane_geometry";
import type { Theme } from "../../lib/theme.svelte";
import type { Look } from "../board";

export const SPACES = material.spaces;
const STEP = facts.step;
export const LIFT = 0.34; // how high the die in hand floats
const [W, D] = [2 * STEP + 1, 3 * STEP + 1];
const SHEET = rect(W, D);

/** Quarter turns, seen from a corner; from above the sheet lies straight. */
export const viewOf = (look: Look, turn: number): Camera =>
  cameraOf(
    look === "top"
      ? { scale: 100, turn: 90 * turn, elevation: 90 }
      : { scale: 100, turn: 45 + 90 * turn, elevation: 31 },
  );
export const spotOf = (space: string): Spot => [
  ((SPACES.indexOf(space) % 2) - 0.5) * STEP,
  (Math.floor(SPACES.indexOf(space) / 2) - 1) * STEP,
];
export const squareOf = (space: string, k = 1): Poly => rect(SIDE * k, SIDE * k, 0, ...spotOf(space));
/** Where the base of a die on this level (from 0) stands on the screen. */
export const footOf = (cam: Camera, space: string, level: number, lift = 0): Spot =>
  cam.at([...spotOf(space), level * SIDE + lift]);
/** From far to near, so that near stacks are drawn over far ones. */
export const farFirst = (cam: Camera): string[] =>
  [...SPACES].sort((a, b) => cam.depth(...spotOf(a)) - cam.depth(...spotOf(b)));

/** Points all over a convex shape. */
const spread = (poly: Poly): Poly => [[mean(poly, 0), mean(poly, 1)], ...[0.45, 0.85].flatMap((k) => grow(poly, k))];
const nearer = (cam: Camera, a: string, b: string): boolean => cam.depth(...spotOf(a)) > cam.depth(...spotOf(b)) + 1e-6;
const bodyOf = (cam: Camera, space: string, from: number, to: number): Poly =>
  hull([...cam.up(squareOf(space), from * SIDE), ...cam.up(squareOf(space), to * SIDE)].map(cam.at));

/** Whether a point lies on a stack that stands before this space. */
export const liesOnNearer = (cam: Camera, heights: Record<string, number>, space: string, spot: Spot): boolean =>
  cam.ce > 1e-6 &&
  SPACES.some(
    (other) => heights[other]! > 0 && nearer(cam, other, space) && inside(bodyOf(cam, other, 0, heights[other]!), spot),
  );

/** The stacks that hide a good part of the tops of these spaces. */
export function screensOf(cam: Camera, heights: Record<string, number>, tops: string[]): string[] {
  if (cam.ce < 1e-6) return [];
  const points = tops.map(
    (space) => [space, spread(cam.up(squareOf(space, 0.86), heights[space]! * SIDE).map(cam.at))] as const,
  );
  return SPACES.filter(
    (space) =>
      heights[space] &&
      points.some(
        ([top, spots]) =>
          nearer(cam, space, top) &&
          spots.filter((spot) => inside(bodyOf(cam, space, 0, heights[space]!), spot)).length > 2,
      ),
  );
}

/** For each die of a building (space and level) how much of it is seen, 0 to 1, and the dice of other stacks that hide it. */
export function sightOf(cam: Camera, heights: Record<string, number>): { key: string; seen: number; by: string[] }[] {
  const dice = SPACES.flatMap((space) =>
    Array.from({ length: heights[space]! }, (_, level) => ({
      space,
      key: `${space}${level}`,
      shape: move(outline(cam, 0), ...footOf(cam, space, level)),
    })),
  );
  return dice.map(({ space, key, shape }) => {
    const before = dice.filter((other) => nearer(cam, other.space, space));
    const spots = spread(shape);
    const hidden = spots.filter((spot) => before.some((other) => inside(other.shape, spot)));
    return {
      key,
      seen: 1 - hidden.length / spots.length,
      by: before.filter((other) => hidden.some((spot) => inside(other.shape, spot))).map((other) => other.key),
    };
  });
}

/** A text on the paper, upright for this camera. */
function onPaper(cam: Camera, x: number, y: number, text: string, px: number, extra: string): string {
  const quarter = -90 * Math.round((cam.elevation === 90 ? cam.turn : cam.turn - 45) / 90);
  const [c, s] = [Math.round(Math.cos((quarter * Math.PI) / 180)), Math.round(Math.sin((quarter * Math.PI) / 180))];
  const [o, u, v] = [cam.at([x, y, 0]), cam.at([x + c, y + s, 0]), cam.at([x - s, y + c, 0])];
  const m = [u[0] - o[0], u[1] - o[1], v[0] - o[0], v[1] - o[1]].map((n) => (n / 100).toFixed(4));
  return `<text transform="matrix(${m},${o})" font-size="${px}" fill="${"line"}" text-anchor="middle" dominant-baseline="central" ${extra}>${text}</text>`;
}

/** The sheet of a plan of three rows such as "X1"; `title` is our own text. Without a plan: its back. */
export function sheet(cam: Camera, plan: string[] | null, title: string, theme: Theme): string {
  const paper = facts.paper[theme];
  const line = (points: Point[], opacity: number, extra = "") =>
    `<polyline points="${cam.path(points)}" stroke="${paper.line}" stroke-opacity="${opacity}" fill="none" ${extra}/>`;
  let out =
    `<g opacity="${theme === "dark" ? 0.55 : 0.3}" filter="url(#bp-soft)">${cam.flat(cam.up(cam.cast(grow(SHEET, 1.015), 0.22), -0.09), "#140f0a")}</g>` +
    cam.prism(SHEET, -0.07, 0, paper.rim, paper.top);
  for (let i = 1; i < W / 0.16; i++)
    out += line(
      [
        [-W / 2 + i * 0.16, -D / 2, 0],
        [-W / 2 + i * 0.16, D / 2, 0],
      ],
      i % 5 ? 0.07 : 0.16,
    );
  for (let i = 1; i < D / 0.16; i++)
    out += line(
      [
        [-W / 2, -D / 2 + i * 0.16, 0],
        [W / 2, -D / 2 + i * 0.16, 0],
      ],
      i % 5 ? 0.07 : 0.16,
    );
  out += `<polygon points="${cam.path(cam.up(grow(SHEET, 0.95), 0))}" fill="none" stroke="${paper.line}" stroke-opacity=".55" stroke-width="1.4"/>`;
  const [tx, ty] = titleSpot(cam);
  out += onPaper(cam, tx, ty, title, 15, `letter-spacing="2.5" fill-opacity=".85" font-family="Marcellus, serif"`);
  SPACES.forEach((space, i) => {
    const mark = plan?.[Math.floor(i / 2)]?.[i % 2] ?? "";
    const [x, y] = spotOf(space);
    if (mark === "X") for (let k = -0.8; k <= 0.81; k += 0.16) out += line(hatch(x, y, k), 0.34, 'stroke-width="1.3"');
    out += `<polygon points="${cam.path(cam.up(rect(STEP * 0.94, STEP * 0.94, 0, x, y), 0))}" fill="${paper.line}" fill-opacity="${mark === "X" || !mark ? 0 : 0.07}" stroke="${paper.line}" stroke-opacity="${mark === "X" ? 0.4 : 0.9}" stroke-width="1.6" ${mark === "X" ? 'stroke-dasharray="4 5"' : ""}/>`;
    if (mark && mark !== "X") out += onPaper(cam, x, y, mark, 52, `fill-opacity=".95" font-family="Marcellus, serif"`);
  });
  return out.replaceAll('fill="line"', `fill="${paper.line}"`);
}
/** A diagonal of a square, `k` from its middle. */
function hatch(x: number, y: number, k: number): Point[] {
  const [a, b] = [Math.max(-0.45, k - 0.45), Math.min(0.45, k + 0.45)];
  return [
    [x + a, y + k - a, 0],
    [x + b, y + k - b, 0],
  ];
}
/** The middle of the margin that is nearest to the viewer (and to the left). */
function titleSpot(cam: Camera): Spot {
  const quarter = ((Math.round((cam.elevation === 90 ? cam.turn : cam.turn - 45) / 90) % 4) + 4) % 4;
  return (
    [
      [0, D / 2 - 0.27],
      [W / 2 - 0.27, 0],
      [0, -D / 2 + 0.27],
      [-W / 2 + 0.27, 0],
    ] as Poly
  )[quarter]!;
}

/** What must be seen: the sheet and the stacks, with `room` levels above each: one more die and its label. */
export function boundsOf(
  cam: Camera,
  heights: Record<string, number>,
  room = 1.75,
): { x: number; y: number; w: number; h: number } {
  const tops = SPACES.flatMap((space) => cam.up(squareOf(space), (heights[space]! + room) * SIDE));
  const spots = [...cam.up(SHEET, -0.1), ...(cam.ce < 1e-6 ? [] : tops)].map(cam.at);
  const [xs, ys] = [spots.map((s) => s[0]), spots.map((s) => s[1])];
  const [x, y] = [Math.min(...xs) - 22, Math.min(...ys) - 14];
  return { x, y, w: Math.max(...xs) + 22 - x, h: Math.max(...ys) + 20 - y };
}

/** The shadows of the stacks on the paper, and on lower stacks beside them (`on`). */
export function shadows(cam: Camera, heights: Record<string, number>, on?: string): string {
  const z = on ? heights[on]! : 0;
  return SPACES.filter((space) => space !== on && heights[space]! > z)
    .map((space) => cam.flat(cam.up(cam.cast(squareOf(space), (heights[space]! - z) * SIDE), z * SIDE), facts.shadow))
    .join("");
}
export const sheetPath = (cam: Camera): string => cam.path(cam.up(SHEET, 0));
export const topPath = (cam: Camera, space: string, height: number, k = 0.96): string =>
  cam.path(cam.up(squareOf(space, k), height * SIDE));
/** The three near upright edges between two heights: from the stack to the die in hand. */
export function guides(cam: Camera, space: string, level: number): string[] {
  const square = squareOf(space);
  const near = [...square].sort((a, b) => cam.depth(...b) - cam.depth(...a)).slice(0, 3);
  return near.map((p) =>
    cam.path([
      [...p, level * SIDE],
      [...p, level * SIDE + LIFT],
    ]),
  );
}
