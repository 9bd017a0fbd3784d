/** Pictures of pieces, drawn once for each camera: `cachedPicture(cam, "house|light", () => house(cam, …))`. */
import { Camera, type View } from "./camera";

const MOST = 60;
const cameras = new Map<string, Camera>();
const pictures = new WeakMap<Camera, Map<string, string>>();

/** The camera for a view; the same one every time. */
export function cameraOf(view: View): Camera {
  const key = `${view.scale}|${view.turn}|${view.elevation}`;
  const cam = cameras.get(key) ?? new Camera(view);
  if (cameras.size > MOST) cameras.clear();
  cameras.set(key, cam);
  return cam;
}

export function cachedPicture(cam: Camera, key: string, draw: () => string): string {
  let drawn = pictures.get(cam);
  if (!drawn) pictures.set(cam, (drawn = new Map()));
  let picture = drawn.get(key);
  if (picture === undefined) drawn.set(key, (picture = draw()));
  return picture;
}
