import type { Look } from "../games/board";
import { keep, recall } from "./storage";

/** How boards are looked at, at an angle or from above: one choice for all of them. */
let now = $state<Look>(recall("look", "isometric"));

export const looking = {
  get now(): Look {
    return now;
  },
  turn(): void {
    now = now === "top" ? "isometric" : "top";
    keep("look", now);
  },
};
