import type { Look } from "../games/board";
import { keep, recall } from "./storage";

/** How boards are shown, at an angle or from above: one choice for all games. */
let now = $state<Look>(recall("look", "isometric"));

export const boardLook = {
  get now(): Look {
    return now;
  },
  turn(): void {
    now = now === "top" ? "isometric" : "top";
    keep("look", now);
  },
};
