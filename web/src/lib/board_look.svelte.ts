import type { Look } from "../games/board";
import { prefer, preferences } from "./preferences.svelte";
import { keep, recall } from "./storage";

/** How boards are shown, at an angle or from above: one choice for all games. */
let now = $state<Look>(preferences.top ? "top" : recall<Look>("look", "isometric"));

export const boardLook = {
  get now(): Look {
    return now;
  },
  turn(): void {
    now = now === "top" ? "isometric" : "top";
    if (!preferences.top) keep("look", now);
  },
  /** Open boards always from above, or as they were last. */
  setAlwaysTop(top: boolean): void {
    prefer({ top });
    now = top ? "top" : recall<Look>("look", "isometric");
  },
};
