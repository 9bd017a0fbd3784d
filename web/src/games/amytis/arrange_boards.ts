/**
 * Where the three boards lie in the box: the stacks and the large city as large as they can be, touching corner to corner, and the other city
 * small in the free corner at the top right, from above also below it. Boards are lozenges (isometric) or squares (from above). On a phone the
 * other city is a small map.
 */
import type { Look } from "../board";
import { HALF } from "./draw_pieces";

export interface Slot {
  x: number;
  y: number;
  k: number;
}
export interface Arrangement {
  main: Slot;
  big: Slot;
  /** Null on a phone. */
  small: Slot | null;
  bounds: { x: number; y: number; w: number; h: number };
  /** Drawing units of a pixel; and of a pixel of text on the boards, which grows a little with them. */
  px: number;
  ink: number;
}

export const SCALE = 100;
export const ELEVATION = 43;
export const MAP = { w: 88, h: 104 }; // of the small map, in pixels
const COLUMN = 46; // how wide the buttons of the stage are, one below the other
const TOOLS = 46; // how high the buttons of the stage are
const GAP = 1.035;
/** How finely places are tried, the sizes of the small city, and how far the box may grow for it. */
const STEPS = 24;
const SMALL_SIZES = [0.25, 0.3, 0.36, 0.42, 0.48, 0.54, 0.6];
const GROWTH = [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.3];

/** Sizes of one board and its margins in drawing units: half as wide and half as high, above, below, at the sides. */
interface Shape {
  iso: boolean;
  a: number;
  b: number;
  up: number;
  down: number;
  side: number;
}
interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
interface Window {
  width: number;
  height: number;
  phone: boolean;
  /** On a phone: whether the small map lies in this box. */
  map: boolean;
}

/** Drawing units of a pixel of text on boards that are drawn so large. */
export const inkOf = (scale: number): number => Math.min(1.7, Math.max(0.84, 0.55 + 0.47 * scale)) / scale;

function shapeOf(look: Look): Shape {
  const iso = look === "isometric";
  const a = HALF * SCALE * (iso ? Math.SQRT2 : 1);
  const b = iso ? a * Math.sin((ELEVATION * Math.PI) / 180) : a;
  const [up, down, side] = iso ? [66, 22, 8] : [34, 8, 8];
  return { iso, a, b, up, down, side };
}

/** Whether a board of full size and one of size `k`, whose middles lie so far apart, do not touch. */
function areApart({ iso, a, b, up }: Shape, dx: number, dy: number, k: number): boolean {
  const [x, y] = [Math.abs(dx), Math.abs(dy)];
  if (iso) return x / (a * (1 + k)) + y / (b * (1 + k)) >= GAP + 0.03;
  return x >= a * (1 + k) * GAP || y >= b * (1 + k) * GAP + up * Math.max(1, k);
}

/** On a phone: whether the map has room at the top right beside the stacks, and the column of buttons at the left of the city. */
function hasFreeCorners({ a, b, up }: Shape, window: Window, scale: number, box: Box, dx: number, dy: number): boolean {
  const [sx, sy] = [(window.width / scale - box.w) / 2, (window.height / scale - box.h) / 2];
  const [mx, my] = [box.x + box.w + sx - MAP.w / scale, box.y - sy + MAP.h / scale]; // the map's lower left corner
  const besideStacks = mx >= a || (my < -up && mx / a + (-up - my) / b >= 1);
  const aboveCity = my <= dy - up * 0.6 - b * (1 - Math.min(1, Math.max(0, mx - dx) / a));
  return besideStacks && aboveCity && (dx - a - box.x + sx) * scale >= COLUMN;
}

/** The place of the small city: at the right edge of the box, as high as it allows. The box may grow to the right for it. */
function placeSmall(shape: Shape, box: Box, dx: number, dy: number, k: number): Slot | null {
  const { iso, a, b, up, side } = shape;
  const y = box.y + k * b + (iso ? k * up : up);
  const slots = GROWTH.map((grown): Slot => ({ x: box.x + box.w + grown * k * a - side - k * a, y, k }));
  const fits = (slot: Slot) =>
    areApart(shape, slot.x, slot.y, k) && areApart(shape, slot.x - dx, Math.abs(slot.y - dy) - up * 0.7, k);
  return slots.find(fits) ?? null;
}

/** From above, a wide box has room below the large city: the small one lies there, and the box grows downwards. */
const placeBelow = ({ a, b, up }: Shape, box: Box, dx: number, k: number): Slot => ({
  x: dx - a + k * a,
  y: box.y + box.h + up + k * b,
  k,
});

/** The arrangement with the large city at (dx, dy) from the stacks and the small one of size `k`; null where it does not fit. */
function tryAt(
  shape: Shape,
  window: Window,
  dx: number,
  dy: number,
  k: number,
  below: boolean,
): (Arrangement & { worth: number }) | null {
  const { iso, a, b, up, down, side } = shape;
  const { width, height, phone, map } = window;
  const box = { x: -a - side, y: -b - up, w: 2 * (a + side) + dx, h: 2 * b + up + down + dy };
  const fit = () => Math.min(width / box.w, height / box.h);
  let scale = fit();
  if (!iso && !phone && !below) {
    box.h += TOOLS / scale; // seen from above no corner is free for the buttons
    scale = fit();
  }
  let small: Slot | null = null;
  if (!phone) {
    small = below ? placeBelow(shape, box, dx, k) : placeSmall(shape, box, dx, dy, k);
    if (!small) return null;
    if (below) box.h = small.y + k * b + down - box.y;
    box.w = Math.max(box.w, small.x + k * a + side - box.x);
    scale = fit();
  } else if (!map) scale = Math.min(scale, (width - COLUMN) / box.w);
  else if (!iso) scale = Math.min(scale, (width - MAP.w) / box.w);
  else while (scale > 0.2 && !hasFreeCorners(shape, window, scale, box, dx, dy)) scale *= 0.97;
  const [w, h] = [width / scale, height / scale];
  // from above on a phone the map and the buttons have the right side; without a map the buttons alone
  const spare = !phone || (map && iso) ? (w - box.w) / 2 : map ? 0 : (w - COLUMN / scale - box.w) / 2;
  return {
    main: { x: 0, y: 0, k: 1 },
    big: { x: dx, y: dy, k: 1 },
    small,
    bounds: { x: box.x - spare, y: box.y - (h - box.h) / 2, w, h },
    px: 1 / scale,
    ink: inkOf(scale),
    worth: scale * (1 + 0.55 * k),
  };
}

/** Arrange the boards in a box of so many pixels: of all tries the one that shows most. */
export function arrange(look: Look, width: number, height: number, phone: boolean, map = phone): Arrangement {
  const shape = shapeOf(look);
  const window = { width, height, phone, map };
  let best: (Arrangement & { worth: number }) | null = null;
  for (let i = 0; i <= (map && !shape.iso ? 0 : STEPS); i++)
    for (let j = 0; j <= STEPS; j++) {
      const [dx, dy] = [(i / STEPS) * 2.2 * shape.a, (j / STEPS) * (2.2 * shape.b + shape.up)];
      if (!areApart(shape, dx, dy, 1)) continue;
      for (const k of phone ? [0] : SMALL_SIZES)
        for (const below of phone || shape.iso || j ? [false] : [false, true]) {
          const next = tryAt(shape, window, dx, dy, k, below);
          if (next && next.worth > (best?.worth ?? -1)) best = next;
        }
    }
  return best!;
}
