/** Pictures of pieces, made once for each camera: `kept(cam)("house|light", () => house(cam, …))`. */
import { camera, type Camera, type View } from "./camera";

const cameras = new Map<string, Camera>();
const pictures = new WeakMap<Camera, Map<string, string>>();

/** The camera for a view; the same one every time. */
export function cameraOf(view: View): Camera {
  const key = `${view.scale}|${view.turn}|${view.elevation}`;
  const cam = cameras.get(key) ?? camera(view);
  if (cameras.size > 60) cameras.clear();
  cameras.set(key, cam);
  return cam;
}

export function kept(cam: Camera, key: string, make: () => string): string {
  let made = pictures.get(cam);
  if (!made) pictures.set(cam, (made = new Map()));
  let found = made.get(key);
  if (found === undefined) made.set(key, (found = make()));
  return found;
}
