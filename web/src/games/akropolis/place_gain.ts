/** Finds the place for points where they hide least of a city: those of a move beside the tile in hand, those of a colour in a corner. */
import type { Spot } from "../../draw/plane_geometry";
import type { Scene } from "./city_scene";
import { SCALE } from "./hex_pictures";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
interface Tile {
  /** Where its first hex is on the screen. */
  at: Spot;
  /** The middles of its tops, relative to that. */
  tops: Spot[];
  /** How far the tops are above the ground. */
  tall: number;
}
export interface Label {
  x: number;
  y: number;
  high: number;
  /** A path from the tile to the label. */
  line: string;
}

const DISTANCES = [1.5, 2.1, 2.8, 3.6, 4.6];
const DIRECTIONS = 16;
/** The buttons at the bottom of the board need so many pixels. */
const BOTTOM = 60;

/** How much of a hex (with its front, `tall`) a box hides: 1 is about a quarter of it. */
function hidden(box: Box, [cx, cy]: Spot, [reach, deep]: Spot, tall: number): number {
  const width = Math.max(0, Math.min(box.x + box.w, cx + reach) - Math.max(box.x, cx - reach));
  const height = Math.max(0, Math.min(box.y + box.h, cy + deep + tall) - Math.max(box.y, cy - deep));
  return (width * height) / (reach * deep);
}

/** A line from the rim of the tile's nearest hex to the middle of the label. */
function leader(tops: Spot[], [bx, by]: Spot, [reach, deep]: Spot): string {
  const distance = ([x, y]: Spot) => Math.hypot(x - bx, y - by);
  const from = [...tops].sort((a, b) => distance(a) - distance(b))[0]!;
  const away = Math.max(1, Math.hypot((bx - from[0]) / reach, (by - from[1]) / deep));
  const part = Math.min(1, 0.8 / away);
  return `M${from[0] + (bx - from[0]) * part},${from[1] + (by - from[1]) * part}L${bx},${by}`;
}

/** Put the label of this size in the frame: never on the tile, and where it hides least of the city. */
export function placeGain(scene: Scene, tile: Tile, size: Spot, frame: Box, unit: number, flat: boolean): Label {
  const [w, h] = size;
  const hex: Spot = [SCALE, 0.866 * scene.cam.se * SCALE];
  const [mx, my] = [0, 1].map((axis) => tile.tops.reduce((sum, top) => sum + top[axis]!, 0) / tile.tops.length) as Spot;
  let [best, place]: [number, Box] = [Infinity, { x: 0, y: 0, w: 0, h: 0 }];
  for (let n = 0; n < DIRECTIONS; n++) {
    const angle = (2 * n * Math.PI) / DIRECTIONS;
    for (const far of DISTANCES) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const box = { x: mx + c * (far * hex[0] + w / 2) - w / 2, y: my + s * (far * hex[1] + h / 2) - h / 2, w, h };
      const seen = { ...box, x: box.x + tile.at[0], y: box.y + tile.at[1] };
      if (seen.x < frame.x || seen.x + w > frame.x + frame.w) continue;
      if (seen.y < frame.y || seen.y + h > frame.y + frame.h - BOTTOM * unit) continue;
      let cost = 0.4 * far + (s < -0.5 ? 0.3 : 0);
      for (const top of tile.tops) cost += 40 * hidden(box, top, hex, tile.tall);
      for (const stack of cost < best ? scene.stacks : [])
        cost += hidden(seen, [stack.x, stack.y - stack.lift], hex, flat ? 0 : stack.lift);
      if (cost < best) [best, place] = [cost, box];
    }
  }
  const middle: Spot = [place.x + place.w / 2, place.y + place.h / 2];
  return { x: place.x, y: place.y, high: h, line: leader(tile.tops, middle, hex) };
}

const CORNERS = ["top left", "top right", "bottom left"] as const; // the buttons are at the bottom right
export type Corner = (typeof CORNERS)[number];

/** The corner of a stage (pixels) that shows all of `bounds`, in which a card of this size hides least of the city. */
export function emptiestCorner(scene: Scene, bounds: Box, stage: Spot, card: Spot, flat: boolean): Corner {
  if (!stage[0] || !stage[1]) return CORNERS[0];
  const unit = Math.max(bounds.w / stage[0], bounds.h / stage[1]);
  const [wide, high, w, h] = [...stage, ...card].map((pixels) => pixels * unit) as [number, number, number, number];
  const [left, top] = [bounds.x - (wide - bounds.w) / 2, bounds.y - (high - bounds.h) / 2];
  const hex: Spot = [SCALE, 0.866 * scene.cam.se * SCALE];
  const cost = (corner: Corner): number => {
    const x = corner.endsWith("right") ? left + wide - w : left;
    const y = corner.startsWith("bottom") ? top + high - h : top;
    return scene.stacks.reduce(
      (sum, { x: sx, y: sy, lift }) => sum + hidden({ x, y, w, h }, [sx, sy - lift], hex, flat ? 0 : lift),
      0,
    );
  };
  return CORNERS.reduce((best, corner) => (cost(corner) < cost(best) ? corner : best));
}
