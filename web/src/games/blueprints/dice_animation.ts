/** Animations of dice: they fly from the pool to their new places. */
import { cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";

const origins = new Map<string, DOMRect>();

/** Remember where the dice of the pool lie on the screen, before they change. */
export function noteOrigins(board: HTMLElement | undefined): void {
  origins.clear();
  board
    ?.querySelectorAll<HTMLElement>("[data-pool]")
    .forEach((die) => origins.set(die.dataset.pool!, die.getBoundingClientRect()));
}

const moves = (still: boolean): boolean => !still && !prefersReducedMotion.current;

/** A transition: the die flies from its place in the pool to here. */
export function fromPool(node: Element, { die, still }: { die: string; still: boolean }) {
  const [from, to] = [origins.get(die), node.getBoundingClientRect()];
  if (!from || !to.width || !moves(still)) return { duration: 0 };
  const [dx, dy, k] = [
    from.x + from.width / 2 - to.x - to.width / 2,
    from.y + from.height / 2 - to.y - to.height / 2,
    from.width / to.width,
  ];
  return {
    duration: 560,
    easing: cubicOut,
    css: (t: number, u: number) =>
      `transform: translate(${u * dx}px, ${u * dy}px) scale(${t + u * k}); position: relative; z-index: 3`,
  };
}

/** A transition: the die drops from the height where it floated (in drawing units). */
export const drop = (_: Element, { height, still }: { height: number; still: boolean }) => ({
  duration: moves(still) ? 300 : 0,
  easing: (t: number) => t * t,
  css: (_t: number, u: number) => `transform: translateY(${-u * height}px)`,
});

/** A transition: the die rolls out of the bag. */
export const roll = (_: Element, { still }: { still: boolean }) => ({
  duration: moves(still) ? 320 : 0,
  delay: moves(still) ? 140 : 0,
  easing: cubicOut,
  css: (t: number, u: number) =>
    `opacity: ${t}; transform: translateY(${-u * 22}px) rotate(${u * 80}deg) scale(${0.5 + t / 2})`,
});
