import { describe, expect, test } from "vitest";
import { arrange, ELEVATION, MAP, SCALE, type Slot } from "../src/games/amytis/arrange_boards";
import { HALF } from "../src/games/amytis/draw_pieces";
import { neighbour } from "../src/games/amytis/keyboard_input.svelte";

const SINE = Math.sin((ELEVATION * Math.PI) / 180);
/** Half as wide and half as high as a board of full size is. */
const half = (look: "isometric" | "top") =>
  look === "top" ? [HALF * SCALE, HALF * SCALE] : [HALF * SCALE * Math.SQRT2, HALF * SCALE * Math.SQRT2 * SINE];

function overlap(look: "isometric" | "top", one: Slot, other: Slot): boolean {
  const [a, b] = half(look).map((size) => size * (one.k + other.k)) as [number, number];
  const [dx, dy] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
  return look === "top" ? dx < a && dy < b : dx / a + dy / b < 1;
}

const WINDOWS = [
  [1000, 640],
  [1800, 700],
  [760, 1100],
  [720, 400],
] as const;

describe.each(["isometric", "top"] as const)("%s", (look) => {
  test.each(WINDOWS)("in %i by %i the three boards lie in the box and do not overlap", (width, height) => {
    const { main, big, small, bounds, px } = arrange(look, width, height, false);
    const slots = [main, big, small!];
    for (const slot of slots) {
      const [a, b] = half(look).map((size) => size * slot.k) as [number, number];
      expect(slot.x - a).toBeGreaterThanOrEqual(bounds.x);
      expect(slot.x + a).toBeLessThanOrEqual(bounds.x + bounds.w);
      expect(slot.y - b).toBeGreaterThanOrEqual(bounds.y);
      expect(slot.y + b).toBeLessThanOrEqual(bounds.y + bounds.h);
    }
    for (const [one, other] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      expect(overlap(look, slots[one]!, slots[other]!)).toBe(false);
    expect(bounds.w * (1 / px)).toBeCloseTo(width);
    expect(bounds.h * (1 / px)).toBeCloseTo(height);
  });
  test("on a phone there is no small city, but room for its map", () => {
    const { small, big, bounds, px } = arrange(look, 370, 560, true);
    expect(small).toBeNull();
    const [a, b] = half(look) as [number, number];
    const right = (bounds.x + bounds.w - a) / px; // pixels right of the stacks
    if (look === "top") expect(right).toBeGreaterThanOrEqual(MAP.w - 0.01);
    expect(big.y + b).toBeLessThanOrEqual(bounds.y + bounds.h);
  });
  test("a larger window shows larger boards, and text on them keeps its size within limits", () => {
    const [small, large] = [arrange(look, 800, 500, false), arrange(look, 1600, 1000, false)];
    expect(large.px).toBeLessThan(small.px);
    for (const { ink, px } of [small, large]) expect(ink / px).toBeGreaterThanOrEqual(0.84);
    expect(large.ink / large.px).toBeLessThanOrEqual(1.7);
  });
});

test("an arrow leads to the neighbour that is seen there, however the table is turned", () => {
  const RIGHT: [number, number] = [1, 0];
  expect(neighbour(4, RIGHT, 0)).toBe(5); // b2 to c2
  expect(neighbour(4, RIGHT, 1)).toBe(1); // after a quarter turn, b1 lies at the right
  expect(neighbour(4, RIGHT, 2)).toBe(3);
  expect(neighbour(2, RIGHT, 0)).toBeNull(); // c1 is at the edge
});
