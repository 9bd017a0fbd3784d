/**
 * Where the three boards lie in the box: the stacks and the city in front as large as they can be, touching corner to corner, the other city
 * small in the free corner at the top right. Boards are lozenges (isometric) or squares (from above). On a phone the other city is a small map.
 */
import type { Look } from "../board";
import { HALF } from "./draw";

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
  /** Drawing units of a pixel; and of what is written on the boards, which grows a little with them. */
  px: number;
  ink: number;
}

export const SCALE = 100;
export const ELEVATION = 43;
export const MAP = { w: 88, h: 104 }; // of the small map, in pixels
const COLUMN = 46; // how wide the buttons of the stage are, one below the other
const TOOLS = 46; // how high the buttons of the stage are
const GAP = 1.035;

export function arrange(look: Look, width: number, height: number, phone: boolean): Arrangement {
  const iso = look === "isometric";
  const a = HALF * SCALE * (iso ? Math.SQRT2 : 1);
  const b = iso ? a * Math.sin((ELEVATION * Math.PI) / 180) : a;
  const [up, down, side] = iso ? [66, 22, 8] : [34, 8, 8];
  /** Do two boards of these sizes stand clear of each other? */
  const apart = (dx: number, dy: number, k: number): boolean =>
    iso ? Math.abs(dx) / (a * (1 + k)) + Math.abs(dy) / (b * (1 + k)) >= GAP + 0.03 : Math.abs(dx) >= a * (1 + k) * GAP || Math.abs(dy) >= b * (1 + k) * GAP + up * Math.max(1, k);
  /** On a phone: does the map lie at the top right beside the stacks (as high as they are), and the column of buttons at the left of the city? */
  const clear = (scale: number, box: { x: number; y: number; w: number; h: number }, dx: number, dy: number): boolean => {
    const [sx, sy] = [(width / scale - box.w) / 2, (height / scale - box.h) / 2];
    const [mx, my] = [box.x + box.w + sx - MAP.w / scale, box.y - sy + MAP.h / scale]; // its lower left corner
    const stacks = mx >= a || (my < -up && mx / a + (-up - my) / b >= 1);
    const city = my <= dy - up * 0.6 - b * (1 - Math.min(1, Math.max(0, mx - dx) / a));
    return stacks && city && (dx - a - box.x + sx) * scale >= COLUMN;
  };
  let best: Arrangement | null = null;
  let most = -1;
  for (let i = 0; i <= (phone && !iso ? 0 : 24); i++) {
    for (let j = 0; j <= 24; j++) {
      const [dx, dy] = [(i / 24) * 2.2 * a, (j / 24) * (2.2 * b + up)];
      if (!apart(dx, dy, 1)) continue;
      for (const k of phone ? [0] : [0.3, 0.36, 0.42, 0.48, 0.54, 0.6]) {
        const box = { x: -a - side, y: -b - up, w: 2 * (a + side) + dx, h: 2 * b + up + down + dy };
        const fits = (w: number, h: number) => Math.min(width / w, height / h);
        let scale = fits(box.w, box.h);
        if (!iso && !phone) scale = fits(box.w, (box.h += TOOLS / scale)); // from above no corner is free for them
        let small: Slot | null = null;
        if (phone) {
          if (!iso) scale = Math.min(scale, (width - MAP.w) / box.w);
          else while (scale > 0.2 && !clear(scale, box, dx, dy)) scale *= 0.97; // until the map and the buttons have corners of their own
        } else {
          // at the right edge, as high as the box allows; the box may grow to the right for it
          const at = (grown: number): Slot => ({ x: box.x + box.w + grown - side - k * a, y: box.y + k * b + (iso ? k * up : up), k });
          small = [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.3].map((g) => at(g * k * a)).find((slot) => apart(slot.x, slot.y, k) && apart(slot.x - dx, Math.abs(slot.y - dy) - up * 0.7, k)) ?? null;
          if (!small) continue;
          box.w = Math.max(box.w, small.x + k * a + side - box.x);
          scale = fits(box.w, box.h);
        }
        const worth = scale * (1 + 0.55 * k);
        if (worth <= most) continue;
        most = worth;
        const [w, h] = [width / scale, height / scale];
        // from above on a phone the boards lie at the left: the map and the tools have the right
        const spare = phone && !iso ? 0 : (w - box.w) / 2;
        best = { main: { x: 0, y: 0, k: 1 }, big: { x: dx, y: dy, k: 1 }, small, bounds: { x: box.x - spare, y: box.y - (h - box.h) / 2, w, h }, px: 1 / scale, ink: Math.min(1.7, Math.max(0.84, 0.55 + 0.47 * scale)) / scale };
      }
    }
  }
  return best!;
}
