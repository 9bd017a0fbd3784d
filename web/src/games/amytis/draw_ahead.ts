import type { Camera } from "../../draw/camera";
import { cameraOf } from "../../draw/picture_cache";
import type { Theme } from "../../lib/theme.svelte";
import { SCALE } from "./arrange_boards";
import { drawTile } from "./draw_pieces";
import type { View } from "./types";

interface Deadline {
  timeRemaining(): number;
}
const hasIdle = "requestIdleCallback" in globalThis;
const whenIdle: (work: (deadline: Deadline) => void) => void = hasIdle
  ? (work) => requestIdleCallback(work)
  : (work) => setTimeout(() => work({ timeRemaining: () => 4 }), 60);

/** The tiles that lie open, each once. */
export function openTiles(view: View, cities: string[][][]): string[] {
  const tops = [...view.stacks.map((one) => one.top), ...cities.flatMap((city) => city.map((stack) => stack.at(-1)))];
  return [...new Set(tops.flatMap((tile) => tile || []))];
}

/** Draw these tiles in idle moments for the other three turns of the table; the function that stops it. */
export function drawAhead(tiles: string[], theme: Theme, { elevation, turn }: Camera): () => void {
  const first = elevation === 90 ? 0 : 45;
  const cameras = [90, 270, 180].map((more) =>
    cameraOf({ scale: SCALE, turn: first + ((turn - first + more) % 360), elevation }),
  );
  const jobs = cameras.flatMap((cam) => tiles.map((tile) => () => drawTile(cam, theme, tile)));
  let stopped = false;
  const work = (deadline: Deadline) => {
    if (stopped) return;
    while (jobs.length && deadline.timeRemaining() > 3) {
      jobs.shift()!();
      if (!hasIdle) break;
    }
    if (jobs.length) whenIdle(work);
  };
  whenIdle(work);
  return () => (stopped = true);
}
