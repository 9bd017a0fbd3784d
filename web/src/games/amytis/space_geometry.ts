/** Where things stand on a board of nine spaces. */
import type { Camera } from "../../draw/camera";

/** How thick the tile that floats above a space is drawn. */
const FLOATING_TILE = 0.15;

/** How high the tile in hand floats: seen from above, not at all. */
export const liftOf = (cam: Camera): number => (cam.elevation === 90 ? 0 : 0.36);
/** The height of the top of the tile that floats above a stack of this height. */
export const floatingTop = (cam: Camera, z: number): number => z + liftOf(cam) + FLOATING_TILE;

/** The `transform` that puts a picture at a point of the board. */
export const translate = (cam: Camera, x: number, y: number, z = 0): string =>
  `translate(${cam.at([x, y, z]).join(",")})`;
/** The `transform` that raises a picture. */
export const raise = (cam: Camera, z: number): string => `translate(0,${(-z * cam.ce * cam.scale).toFixed(1)})`;
