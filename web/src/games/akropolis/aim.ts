/** Where the tile in hand would go: the pointer, a turn of the tile and the arrow keys all lead to a legal way to lay it. */
import { centreOf, laid, placeAt, SIDES, six, type Laid } from "./hexes";
import { SCALE } from "./hex_pictures";
import { stackAt, type Scene } from "./city_scene";
import type { Look } from "../board";
import type { Hex } from "./types";

const REACH = 1.4; // how far (in hex radii) a tile snaps
const TURNED = 0.8; // how near a place must be that asks for another turn of the tile
const SEEN = 0.45; // what lies on the stack under the pointer is preferred to what it hides

/** The middle of a laid tile on the screen. */
export const middleOf = (scene: Scene, way: Laid): [number, number] => scene.cam.at(way.middle);

function nearest(scene: Scene, ways: Laid[], x: number, y: number, under: string): { way: Laid | null; far: number } {
  let [best, far, closest]: [number, number, Laid | null] = [Infinity, Infinity, null];
  for (const way of ways) {
    const [mx, my] = middleOf(scene, way);
    const d = Math.hypot(mx - x, (my - y) / scene.cam.se) / SCALE;
    const seen = d - (under && way.cells.some(([q, r]) => `${q},${r}` === under) ? SEEN : 0);
    if (seen < best) [best, far, closest] = [seen, d, way];
  }
  return { way: closest, far };
}

/**
 * What the pointer means: a legal way near it (in this turn of the tile, else in another), or else the illegal one that lies there; null far
 * from the city. `single` lays the single tile in hand.
 */
export function aim(
  scene: Scene,
  look: Look,
  city: Map<string, Hex>,
  ways: Laid[],
  slot: number,
  k: number,
  x: number,
  y: number,
  single?: (q: number, r: number) => Laid,
): Laid | null {
  const stack = stackAt(scene, look, x, y);
  const under = stack?.key ?? "";
  const straight = nearest(
    scene,
    ways.filter((way) => way.k === k),
    x,
    y,
    under,
  );
  if (straight.way && straight.far <= REACH) return straight.way;
  const other = nearest(
    scene,
    ways.filter((way) => way.k === six(k + 1) || way.k === six(k - 1)),
    x,
    y,
    under,
  );
  if (other.way && other.far <= TURNED) return other.way;
  const [q, r] = stack ? [stack.hex.q, stack.hex.r] : placeAt(...scene.cam.ground(x, y));
  if (!stack && straight.far > 4) return null;
  if (single) return single(q, r);
  // the three ways to lie on this hex without another turn: with its first, second or third hex
  const [a, b] = [SIDES[k]!, SIDES[six(k + 1)]!];
  const tries = [[0, 0], a, b].map(([dq, dr]) => laid(city, slot, q - dq!, r - dr!, k));
  return nearest(scene, tries, x, y, "").way;
}

/** The tile turned by a sixth (or as little more as it takes) about where it is. */
export function turnedBy(scene: Scene, ways: Laid[], from: Laid, step: 1 | -1): Laid | null {
  const [x, y] = middleOf(scene, from);
  for (let n = 1; n < 6; n++) {
    const { way, far } = nearest(
      scene,
      ways.filter((one) => one.k === six(from.k + n * step)),
      x,
      y,
      "",
    );
    if (way && far <= 1.5) return way;
  }
  return null;
}

/** The next place in a direction of the screen. */
export function beyond(scene: Scene, ways: Laid[], from: Laid, dx: number, dy: number): Laid | null {
  const [x, y] = middleOf(scene, from);
  let [best, closest]: [number, Laid | null] = [Infinity, null];
  for (const way of ways) {
    if (way.k !== from.k || way === from) continue;
    const [mx, my] = middleOf(scene, way);
    const [ox, oy] = [mx - x, (my - y) / scene.cam.se];
    const along = ox * dx + oy * dy;
    const across = Math.abs(ox * dy) + Math.abs(oy * dx);
    if (along > 4 && along + 2.2 * across < best && across < 2.5 * along) [best, closest] = [along + 2.2 * across, way];
  }
  return closest;
}

/** The legal way nearest to the middle of the city: where keys begin. */
export function first(scene: Scene, ways: Laid[], k: number): Laid | null {
  const [sx, sy] = [0, 1].map(
    (axis) => scene.stacks.reduce((sum, s) => sum + centreOf(s.hex.q, s.hex.r)[axis]!, 0) / scene.stacks.length,
  );
  const [x, y] = scene.cam.at([sx!, sy!, 0]);
  return (
    nearest(
      scene,
      ways.filter((way) => way.k === k),
      x,
      y,
      "",
    ).way ??
    ways[0] ??
    null
  );
}
