import { describe, expect, test } from "vitest";
import { clip, grow, hull, inside, mean, move, rect, regular, seeded, type Poly } from "../src/draw/plane_geometry";

const SQUARE: Poly = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];
const close = (poly: Poly) => poly.map(([x, y]) => [+x.toFixed(6) + 0, +y.toFixed(6) + 0]);
/** The area by the shoelace formula. */
const area = (poly: Poly) =>
  Math.abs(
    poly.reduce((sum, [x, y], n) => sum + x * poly[(n + 1) % poly.length]![1] - y * poly[(n + 1) % poly.length]![0], 0),
  ) / 2;

test("a regular polygon begins at its angle", () => {
  expect(close(regular(4, 2))).toEqual([
    [2, 0],
    [0, 2],
    [-2, 0],
    [0, -2],
  ]);
  expect(close(regular(4, 2, 90, 1, 1))[0]).toEqual([1, 3]);
});

test("a rectangle turned by 90 degrees has its sides exchanged", () => {
  expect(area(rect(4, 2))).toBeCloseTo(8);
  expect(close(rect(4, 2, 90))).toEqual([
    [1, -2],
    [1, 2],
    [-1, 2],
    [-1, -2],
  ]);
});

test("mean, grow and move", () => {
  expect([mean(SQUARE, 0), mean(SQUARE, 1)]).toEqual([2, 2]);
  expect(grow(SQUARE, 0.5)).toEqual([
    [1, 1],
    [3, 1],
    [3, 3],
    [1, 3],
  ]);
  expect(grow(SQUARE, 2, 0, 0)[2]).toEqual([8, 8]);
  expect(move(SQUARE, 1, -1)[0]).toEqual([1, -1]);
});

test("the hull leaves out points inside and on its edges", () => {
  const points: Poly = [...SQUARE, [2, 2], [2, 0], [1, 3]];
  expect(hull(points).toSorted()).toEqual(SQUARE.toSorted());
});

test("inside holds for both directions of the polygon, and on its edge", () => {
  for (const poly of [SQUARE, SQUARE.toReversed()]) {
    expect(inside(poly, [1, 3])).toBe(true);
    expect(inside(poly, [4, 2])).toBe(true);
    expect(inside(poly, [5, 2])).toBe(false);
  }
});

describe("clip", () => {
  test("cuts off what lies outside", () => {
    const cut = clip(move(SQUARE, 2, 3), SQUARE);
    expect(close(cut).toSorted()).toEqual([
      [2, 3],
      [2, 4],
      [4, 3],
      [4, 4],
    ]);
  });
  test("keeps a polygon that lies inside, and one that contains the frame becomes the frame", () => {
    expect(clip(grow(SQUARE, 0.5), SQUARE)).toEqual(grow(SQUARE, 0.5));
    expect(area(clip(grow(SQUARE, 3), SQUARE))).toBeCloseTo(16);
  });
  test("leaves nothing of a polygon beside the frame, and no area of one that only touches it", () => {
    expect(clip(move(SQUARE, 10, 0), SQUARE)).toEqual([]);
    expect(area(clip(move(SQUARE, 4, 0), SQUARE))).toBe(0);
  });
});

test("seeded numbers are the same for a seed, and lie between 0 and 1", () => {
  const [a, b, c] = [seeded(7), seeded(7), seeded(8)];
  const first = Array.from({ length: 50 }, a);
  expect(Array.from({ length: 50 }, b)).toEqual(first);
  expect(Array.from({ length: 50 }, c)).not.toEqual(first);
  expect(first.every((n) => n >= 0 && n < 1)).toBe(true);
});
