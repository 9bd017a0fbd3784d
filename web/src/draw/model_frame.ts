/** What drawing a model needs everywhere: its place, size and colours, and a little geometry. */
import type { Camera } from "./camera";
import { shade } from "./colour";
import type { Foot, Placed } from "./model_types";
import { CAST, type Palette } from "./palette";
import { rad, rect, regular, type Poly, type Spot } from "./plane_geometry";

/** Where a model is being drawn, how large, and in which colours. */
export interface Frame {
  cam: Camera;
  x: number;
  y: number;
  size: number;
  pal: Palette;
  given: string;
  stars: number;
}
/** What lies on the ground, and what stands on it. */
export type Drawn = [ground: string, body: string];
/** A foot in its place. */
export interface Base {
  spot: Spot;
  poly: Poly;
}

export const shadow = (cam: Camera, poly: Poly, z: number, height: number, opacity: number): string =>
  cam.flat(cam.up(cam.cast(poly, height), z), CAST, `opacity="${opacity}"`);

export const between = (p: Spot, q: Spot, t: number): Spot => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
export const faint = (opacity?: number): string =>
  opacity === undefined ? "" : `opacity="${String(opacity).replace("0.", ".")}"`;

/** Sort things from far to near, so that near ones are drawn last. */
export const farFirst = <T>(cam: Camera, things: readonly T[], at: (thing: T) => Spot): T[] => {
  const depth = new Map(things.map((thing) => [thing, cam.depth(...at(thing))]));
  return [...things].sort((a, b) => depth.get(a)! - depth.get(b)!);
};
export const itself = (spot: Spot): Spot => spot;
export const HERE: Spot = [0, 0];
export const atOf = ({ at = HERE }: Placed): Spot => at;

/** Whether the side from `p` to `q` of something about a spot is turned to the viewer. */
export const facing = (cam: Camera, p: Spot, q: Spot, [cx, cy]: Spot): boolean =>
  cam.ce > 1e-6 && cam.depth((p[0] + q[0]) / 2 - cx, (p[1] + q[1]) / 2 - cy) > 0;

export function colourOf({ pal, given }: Frame, text: string): string {
  const [name, light] = text.split("*") as [keyof Palette | "given", string?];
  const colour = name === "given" ? given : (pal[name] as string);
  return light ? shade(colour, Number(light)) : colour;
}

/** A place beside (cx, cy), turned with the camera: the viewer sees it in the same direction from everywhere. */
export function upright(cam: Camera, cx: number, cy: number, [x, y]: Spot): Spot {
  const [c, s] = [Math.cos(rad(-cam.turn)), Math.sin(rad(-cam.turn))];
  return [cx + x * c - y * s, cy + x * s + y * c];
}

export const spotOf = ({ cam, x, y, size }: Frame, { at: [dx, dy] = HERE, to_viewer }: Placed): Spot =>
  to_viewer ? upright(cam, x, y, [dx * size, dy * size]) : [x + dx * size, y + dy * size];

export const polyOf = (foot: Foot, size: number, [x, y]: Spot, turn = foot.turn ?? 0): Poly =>
  foot.rect
    ? rect(foot.rect[0] * size, foot.rect[1] * size, turn, x, y)
    : regular(foot.round![0], foot.round![1] * size, turn, x, y);
