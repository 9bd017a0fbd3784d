/** How much may move by itself: the system's wish for reduced motion, and the visitor's own speed. */
import { prefersReducedMotion } from "svelte/motion";
import { preferences, type Pace } from "./preferences.svelte";

const FACTORS: Record<Pace, number> = { slow: 2, normal: 1, fast: 0.5, none: 0 };

export const motion = {
  /** Whether nothing may move by itself. */
  get still(): boolean {
    return prefersReducedMotion.current || preferences.pace === "none";
  },
  /** How long animations take: a factor, 0 for none. */
  get pace(): number {
    return prefersReducedMotion.current ? 0 : FACTORS[preferences.pace];
  },
};
